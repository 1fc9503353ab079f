"""The bundled cases: well-formed, about rules that exist, and right by three independent readings of the books."""

from __future__ import annotations

import sys

import jsonschema
import pytest

from conformance import setting
from conformance.setting import manifest_of
from second import COMMANDS
from tilelaw_conformance.case import Case
from tilelaw_conformance.judge import Verdict
from tilelaw_conformance.process import ChildProcess
from tilelaw_conformance.protocol import read_hello
from tilelaw_conformance.run import run
from tilelaw_reference.library import load
from tilelaw_reference.serve import Server

CASES = setting.corpus().cases


def test_there_are_cases_and_no_problems() -> None:
    assert [str(problem) for problem in setting.corpus().problems] == []
    assert len(CASES) >= 20


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_case_is_about_rules_that_exist(case: Case) -> None:
    known = {rule["id"] for rule in manifest_of(case.ruleset, case.players)["rules"]}
    assert {*case.rules, *case.then.refused_by} <= known


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_case_fits_the_schemas_of_its_ruleset(case: Case) -> None:
    schemas = manifest_of(case.ruleset, case.players)["schemas"]
    jsonschema.validate(case.position, schemas["position"])
    for answer in case.answers:
        jsonschema.validate(answer, schemas["move"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_position_keeps_every_invariant(case: Case) -> None:
    assert load(case.ruleset).state(dict(case.position)).broken_invariants() == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_editions_of_the_source_are_known(case: Case) -> None:
    known = {edition["language"] for edition in manifest_of(case.ruleset, case.players)["editions"]}
    assert set(case.editions) <= known


def test_the_reference_passes() -> None:
    outcome = run(CASES, setting.reference())
    assert [(judged.case.id, judged.reason, judged.differences) for judged in outcome.judged] == [
        (case.id, "", ()) for case in CASES
    ]
    assert outcome.status == 0


def test_the_reference_passes_as_a_process() -> None:
    outcome = run(CASES, ChildProcess([sys.executable, "-m", "tilelaw_reference.serve"]))
    assert outcome.counts == {Verdict.PASSED: len(CASES)}


def test_the_plain_second_engine_passes() -> None:
    """The adapter in Python was written from the rulebooks, without a look at spec/."""
    outcome = run(CASES, ChildProcess(COMMANDS["origins"]))
    assert [
        (judged.case.id, judged.differences) for judged in outcome.judged if judged.verdict is not Verdict.PASSED
    ] == []


def test_the_reference_claims_every_ruleset_of_the_cases() -> None:
    reply = Server().answer('{"jsonrpc":"2.0","id":1,"method":"hello"}')
    assert reply is not None
    claims = read_hello(reply["result"]).rulesets
    for name, players in {(case.ruleset, case.players) for case in CASES} | {("origins/totem+centre+complete", 3)}:
        assert any(claim.covers(name) and players in claim.players for claim in claims)
