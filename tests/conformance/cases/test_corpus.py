"""The bundled cases: well-formed, about rules that exist, covering all of them, and right in the reference's opinion.

That the second engines agree, `tests/adapters/test_bundled.py` shows.
"""

from __future__ import annotations

import pytest

from conformance import setting
from play.second_engine import second_engine
from thorough import some
from tilelaw.main import main
from tilelaw_conformance.cases.annex import Annexes
from tilelaw_conformance.cases.corpus import Case, bundled_corpus
from tilelaw_conformance.cases.witness import Witnesses
from tilelaw_conformance.protocol.messages import read_hello
from tilelaw_play.serve import Server
from tilelaw_reach import LEAST, heirs_with_games
from tilelaw_reach.reacher import Reacher
from tilelaw_reach.survey import survey

CASES = setting.corpus().cases
CASE, HEIRS = 3, 60
"""Of so many games one is replayed, of those of cases and of heirs."""


def test_there_are_cases_and_no_problems() -> None:
    assert [str(problem) for problem in setting.corpus().problems] == []
    assert len(CASES) >= 500


@pytest.mark.long
def test_nothing_is_wrong_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Ids, rules, editions, schemas, invariants, and whether the reference agrees."""
    status = main(["cases", "lint"])
    assert (status, capsys.readouterr().out.splitlines()[-1].split(": ")[-1]) == (0, "0 problems")


def test_every_rule_is_covered(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["cases", "coverage", "--missing"])
    assert status == 0, capsys.readouterr().out


def test_every_case_is_reached_or_says_why_not() -> None:
    witnesses = Witnesses(bundled_corpus())
    heirs = heirs_with_games(CASES, Annexes(bundled_corpus()), witnesses)
    reached = survey(CASES, witnesses.ids(), {}, heirs={each.heir.id for each in heirs})
    assert reached.problems == ()
    assert reached.share >= LEAST


@pytest.mark.parametrize("game", ["origins", "kingdomino", "ingenious"])
def test_a_witness_leads_where_it_should(game: str) -> None:
    """By the second engine, which replays far quicker; that cases hold there, tests/adapters/test_bundled.py shows."""
    witnesses, reacher = Witnesses(bundled_corpus()), Reacher()
    cases = [case for case in CASES if case.game == game]
    # House rules are played by the reference alone.
    heirs = [
        each
        for each in heirs_with_games(cases, Annexes(bundled_corpus()), witnesses)
        if "+house/" not in each.heir.ruleset
    ]
    reached: list[tuple[Case, Case | None]] = [*((case, None) for case in some(cases, CASE)), *some(heirs, HEIRS)]
    with second_engine(game) as engine:
        for case, origin in reached:
            answers = witnesses.game(case.id)
            if answers is not None:
                assert reacher.is_met(case, engine.after(case.ruleset, case.players, answers), origin), case.id


def test_the_reference_claims_every_ruleset_of_the_cases() -> None:
    reply = Server().answer('{"jsonrpc":"2.0","id":1,"method":"hello"}')
    assert reply is not None
    claims = read_hello(reply["result"]).rulesets
    for name, players in {(case.ruleset, case.players) for case in CASES} | {("origins/totem+centre+complete", 3)}:
        assert any(claim.covers(name) and players in claim.players for claim in claims)


def test_cases_know_the_boards_of_their_positions() -> None:
    for ruleset, players, boards in {(case.ruleset, case.players, case.boards) for case in CASES}:
        listed = setting.manifest_of(ruleset, players)["parts"]["boards"]
        assert {board["key"] for board in listed} <= set(boards), ruleset
