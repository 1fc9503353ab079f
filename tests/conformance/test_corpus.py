"""The bundled cases: well-formed, about rules that exist, and right by three independent readings of the books."""

from __future__ import annotations

import json
import sys
from typing import Any

import jsonschema
import pytest

from conformance import setting
from conformance.setting import manifest_of
from oracle import discovery
from tilelaw_conformance.case import Case
from tilelaw_conformance.connector import InProcess
from tilelaw_conformance.judge import Verdict
from tilelaw_conformance.process import ChildProcess
from tilelaw_conformance.run import run
from tilelaw_reference.library import load

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


def test_the_plain_second_engine_passes_what_it_claims() -> None:
    outcome = run(CASES, InProcess("oracle", _oracle))
    assert [judged.case.id for judged in outcome.judged if judged.verdict is Verdict.FAILED] == []
    assert outcome.counts.keys() <= {Verdict.PASSED, Verdict.SKIPPED}
    assert outcome.counts[Verdict.PASSED] >= 30


def _oracle(line: str) -> dict[str, Any]:
    """The engine written from the books, as an implementation that judges placing and lava, scores and ranks."""
    request = json.loads(line)
    params = request["params"]
    match request["method"]:
        case "hello":
            claims = json.loads((setting.FAKES / "hello.json").read_text(encoding="utf-8"))
            result: Any = {**claims, "methods": ["hello", "judge", "score", "rank", "bye"]}
        case "judge":
            rules = _refusals(_whole(params["position"]["state"]), params["move"])
            result = {"legal": False, "rules": rules} if rules else {"legal": True}
        case "score":
            position = _whole(params["position"]["state"])
            result = {"sides": [_side(position, side) for side in range(position["players"])]}
        case "rank":
            groups = discovery.ranking(_whole(params["position"]["state"]))
            result = {"groups": [{"sides": sides} for sides in groups]}
        case _:
            result = {}
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


def _whole(state: dict[str, Any]) -> dict[str, Any]:
    boards = state.get("territories", [])
    return {**state, "territories": boards + [[] for _ in range(state["players"] - len(boards))]}


def _refusals(position: dict[str, Any], move: dict[str, Any]) -> list[str]:
    ask = position["asks"][0]
    player = ask["player"]
    if "erupt" in move:
        vent = next(cell for cell in position["territories"][player] if cell["at"] == ask["vent_at"])
        at = move["erupt"]["at"]
        return discovery.failing_lava_rules(position, player, tuple(ask["vent_at"]), vent["craters"], tuple(at))
    tile = position["row"][0]["tile"]
    if "discard" in move:
        return ["place.must"] if discovery.legal_places(position, player, tile) else []
    a, b = (tuple(move["place"][half]) for half in "ab")
    return discovery.failing_place_rules(position, player, tile, a, b)


def _side(position: dict[str, Any], side: int) -> dict[str, Any]:
    points = discovery.region_points(position, side)
    return {
        "side": side,
        "total": discovery.total(position, side),
        "lines": [{"rule": "score.region", "key": key, "points": value} for key, value in points.items()],
        "result": discovery.result(position, side),
    }
