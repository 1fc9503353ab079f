"""`--validate`: every message, both ways, by its full schema."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance import setting
from conformance.setting import FAKES, HEAD, manifest_of
from tilelaw_conformance.cases.expectation import Basis
from tilelaw_conformance.protocol.messages import ProtocolError
from tilelaw_conformance.protocol.validate import MOST_MOVES, Validation
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.run import Options
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict

HELLO = json.loads((FAKES / "hello.json").read_text(encoding="utf-8"))
HELLO |= {"methods": ["judge", "moves", "apply", "rank"], "levels": ["legality", "transitions", "results"]}
VALIDATION = Validation(manifest_of)
GIVEN = "    given: {row: [{tile: 7, by: 0}], asks: [{ask: place, player: 0}]}\n"
WHEN = "    when: {place: {a: [1, 0], b: [2, 0]}}\n"
STATE: dict[str, Any] = {"ruleset": "origins/discovery", "players": 4}


def put(text: str, results: dict[str, Any], *, validate: bool = True) -> Judged:
    def answer(line: str) -> dict[str, Any]:
        request = json.loads(line)
        result = HELLO if request["method"] == "hello" else results.get(request["method"], {})
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    case = setting.written_case(HEAD + text)
    options = Options(validator=VALIDATION if validate else None)
    return run([case], InProcess("scripted", answer), options=options).judged[0]


@pytest.mark.parametrize(
    ("text", "results", "reason"),
    [
        (
            GIVEN + WHEN + "    then: {over: true}\n",
            {"apply": {"state": {**STATE, "teritories": []}}},
            "expected a position of origins/discovery in the result of `apply`, got "
            '{"ruleset": "origins/discovery", "players": 4, "teritories": []} '
            "(teritories: there is no `teritories` here; did you mean `territories`?)",
        ),
        (
            GIVEN + "    then: {moves: []}\n",
            {"moves": {"moves": [{"place": {"a": [1, 0]}}]}},
            'expected a move of origins/discovery in the result of `moves`, got {"place": {"a": [1, 0]}} '
            "(place: `b` is missing)",
        ),
        (
            "    given: {row: [{tile: 99}]}\n    then: {rank: [[0]]}\n",
            {},
            "this request breaks the protocol: expected a position of origins/discovery sent",
        ),
        (
            GIVEN + "    when: {jump: {}}\n    then: {legal: true}\n",
            {},
            "this request breaks the protocol: expected a move of origins/discovery sent",
        ),
    ],
)
def test_what_breaks_a_schema_is_errored(text: str, results: dict[str, Any], reason: str) -> None:
    judged = put(text, results)
    assert judged.verdict is Verdict.ERRORED
    assert judged.reason.startswith(reason)


@pytest.mark.parametrize(
    ("more", "is_fine"),
    [
        ({"x-hidden": {"row": 1}}, True),
        ({"row": [{"tile": 7, "x-note": "mine"}]}, True),
        ({"row": [{"tyle": 7}]}, False),
        ({"taken": {"nine": 1}}, False),
        ({"row": [{"tile": 99}]}, False),
    ],
)
def test_fields_of_its_own_are_ignored_where_there_are_records(more: dict[str, Any], is_fine: bool) -> None:
    judged = put(GIVEN + WHEN + "    then: {over: true}\n", {"apply": {"state": {**STATE, **more}}})
    assert judged.verdict is (Verdict.PASSED if is_fine else Verdict.ERRORED)


def test_fields_of_its_own_come_back() -> None:
    text = GIVEN + WHEN + "    then: {rank: [[0]]}\n"
    ranked = {"apply": {"state": {**STATE, "x-hidden": 1}}, "rank": {"groups": [{"sides": [0]}]}}
    assert put(text, ranked).verdict is Verdict.PASSED


def test_without_it_only_what_is_relied_on_is_checked() -> None:
    results = {"apply": {"state": {**STATE, "teritories": []}}}
    assert put(GIVEN + WHEN + "    then: {over: true}\n", results, validate=False).verdict is Verdict.PASSED
    wrong: dict[str, Any] = {"apply": {"state": []}}
    assert put(GIVEN + WHEN + "    then: {over: true}\n", wrong, validate=False).verdict is Verdict.ERRORED


def test_of_a_heap_of_moves_only_the_first_are_looked_at() -> None:
    case = setting.picture()[0]
    move: dict[str, Any] = {"place": {"a": [1, 0], "b": [2, 0]}}
    no_move: dict[str, Any] = {"place": {}}
    with pytest.raises(ProtocolError, match="expected a move"):
        VALIDATION.result("moves", {"moves": [move] * (MOST_MOVES - 1) + [no_move]}, case)
    VALIDATION.result("moves", {"moves": [move] * MOST_MOVES + [no_move] * 100_000}, case)


def test_messages_of_the_reference_and_requests_are_proper() -> None:
    """For one case of each kind in each ruleset: every case would take as long as all other tests of the runner."""
    written = [case for case in setting.corpus().cases if case.basis is not Basis.RECORDED]
    cases = tuple({(case.ruleset, case.kinds): case for case in written}.values())
    outcome = run(cases, setting.reference(), options=Options(validator=VALIDATION))
    assert outcome.counts == {Verdict.PASSED: len(cases)}


def test_a_ruleset_without_a_manifest_has_no_schemas_of_its_own() -> None:
    cases = setting.picture()
    outcome = run(cases, setting.reference(), options=Options(validator=Validation(lambda *_: None)))
    assert outcome.counts == {Verdict.PASSED: 3}
