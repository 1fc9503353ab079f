"""The export: plain data that fit their schema, and mean what the cases say."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema

from conformance.cases.test_corpus_reading import GOOD
from conformance.setting import HEAD, corpus, written_case
from thorough import some
from tilelaw.background import manifest_of
from tilelaw.examine import complete
from tilelaw_conformance.author.export import FORMAT, Source, export_cases, spelled
from tilelaw_conformance.cases.corpus import Case
from tilelaw_conformance.cases.expectation import KINDS, Basis, Expectation
from tilelaw_conformance.data import schema
from tilelaw_conformance.run.plan import no_witness
from tilelaw_play import load

SCHEMA = schema.load("export")
CUT = GOOD[: GOOD.index("    given:")]


def digest(name: str, players: int) -> str:
    found = manifest_of(name, players)
    assert found is not None
    return str(found["digest"])


def source(witness: Any = no_witness) -> Source:
    return Source(
        version="0.0",
        protocol=1,
        corpus="c0" * 32,
        digest=digest,
        complete=complete,
        witness=witness,
    )


def exported(*cases: Case, witness: Any = no_witness) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(export_cases(cases, source(witness)))
    jsonschema.validate({**data, "cases": data["cases"][::10]}, SCHEMA)  # it takes its time
    assert not schema.of_file("export")(data)
    return data


@cache
def everything() -> dict[str, Any]:
    return exported(*corpus().cases)


ruleset = cache(load)


def test_the_schema_is_a_schema_and_knows_every_word() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    case = SCHEMA["$defs"]["case"]["properties"]
    assert case["kinds"]["items"]["enum"] == list(KINDS)
    assert case["basis"]["enum"] == list(Basis)
    assert SCHEMA["properties"]["format"]["const"] == FORMAT


def test_every_bundled_case_is_there_with_its_ruleset() -> None:
    data = everything()
    assert [case["id"] for case in data["cases"]] == [case.id for case in corpus().cases]
    digests = {(each["name"], each["players"]): each["digest"] for each in data["rulesets"]}
    assert digests.keys() == {(case["ruleset"], case["players"]) for case in data["cases"]}
    assert digests["origins/discovery", 4] == digest("origins/discovery", 4)


def test_positions_are_complete_and_the_same() -> None:
    for case, data in some(zip(corpus().cases, everything()["cases"], strict=True), 4):
        if case.given != "position":
            continue
        state = data["position"]["state"]
        assert ruleset(case.ruleset).state(state).to_json() == state
        assert ruleset(case.ruleset).state(dict(case.position)) == ruleset(case.ruleset).state(state)


def test_no_board_is_left_in_the_notation() -> None:
    for case in everything()["cases"]:
        for then in [case["then"], *(point["then"] for point in case.get("checkpoints", []))]:
            for boards in (then.get("state") or {}).get("territories") or []:
                assert all(isinstance(cell, dict) for cell in boards)


def test_histories_stand_beside_states() -> None:
    case = written_case(GOOD)
    (data,) = exported(case)["cases"]
    assert "history" not in data["position"]
    (data,) = exported(case, witness=lambda _: (b'{"select":{"tile":7}}',))["cases"]
    start = {"ruleset": "origins/discovery", "players": 4}
    assert data["position"]["history"] == {"start": start, "answers": [{"select": {"tile": 7}}]}


def test_a_case_from_the_start() -> None:
    (data,) = exported(written_case(CUT + "    given: start\n    then: {over: false}\n"))["cases"]
    assert data["position"]["state"]["asks"] == [{"shuffle": "box"}]
    assert data["position"]["history"]["answers"] == []
    assert data["then"] == {"over": False}


def test_a_case_about_components_has_no_position() -> None:
    (data,) = exported(written_case(CUT + "    then: {components: {tile: {count: 48}}}\n"))["cases"]
    assert "position" not in data
    assert data["then"] == {"components": {"tile": {"count": 48}}}


def test_expectations_are_spelled_out() -> None:
    assert spelled(Expectation(legal=False, refused_by=("a.b",))) == {
        "legal": False,
        "refused_by": ["a.b"],
        "only": False,
    }
    then = written_case(
        HEAD
        + "    given: start\n    then: {state: {row: nothing, racks: [[], null]}, rank: [[0, 1], [2]],"
        + " moves: [{call: {word: nothing}}]}\n"
    ).then
    assert json.loads(json.dumps(spelled(then))) == {
        "moves": [{"call": {"word": "nothing"}}],
        "state": {"row": None, "racks": [[], None]},
        "rank": [[0, 1], [2]],
    }
