"""The bundled cases: well-formed, about rules that exist, and right by three independent readings of the books."""

from __future__ import annotations

import sys

import pytest

from conformance import setting
from second import COMMANDS
from tilelaw.main import main
from tilelaw_conformance.judge import Verdict
from tilelaw_conformance.process import ChildProcess
from tilelaw_conformance.protocol import read_hello
from tilelaw_conformance.run import run
from tilelaw_reference.serve import Server

CASES = setting.corpus().cases


def test_there_are_cases_and_no_problems() -> None:
    assert [str(problem) for problem in setting.corpus().problems] == []
    assert len(CASES) >= 500


def test_nothing_is_wrong_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Ids, rules, editions, schemas, invariants, and whether the reference agrees."""
    status = main(["cases", "lint"])
    assert (status, capsys.readouterr().out.splitlines()[-1].split(": ")[-1]) == (0, "0 problems")


def test_every_rule_is_covered(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["cases", "coverage", "--missing"])
    assert status == 0, capsys.readouterr().out


def test_the_reference_passes() -> None:
    outcome = run(CASES, setting.reference())
    assert [(judged.case.id, judged.reason, judged.differences) for judged in outcome.judged] == [
        (case.id, "", ()) for case in CASES
    ]
    assert outcome.status == 0


def test_the_reference_passes_as_a_process() -> None:
    outcome = run(CASES, ChildProcess([sys.executable, "-m", "tilelaw_reference.serve"]))
    assert outcome.counts == {Verdict.PASSED: len(CASES)}


@pytest.mark.parametrize("game", ["origins", "ingenious"])
def test_a_second_engine_passes_all_cases_of_its_games(game: str) -> None:
    """The adapters were written from the rulebooks, without a look at spec/."""
    games = {"origins": {"origins", "kingdomino"}, "ingenious": {"ingenious"}}[game]
    outcome = run([case for case in CASES if case.game in games], ChildProcess(COMMANDS[game]))
    wrong = [judged for judged in outcome.judged if judged.verdict is not Verdict.PASSED]
    assert [(judged.case.id, judged.differences, judged.reason) for judged in wrong] == []


def test_the_reference_claims_every_ruleset_of_the_cases() -> None:
    reply = Server().answer('{"jsonrpc":"2.0","id":1,"method":"hello"}')
    assert reply is not None
    claims = read_hello(reply["result"]).rulesets
    for name, players in {(case.ruleset, case.players) for case in CASES} | {("origins/totem+centre+complete", 3)}:
        assert any(claim.covers(name) and players in claim.players for claim in claims)
