"""The small reader of schemas agrees with a complete one, and speaks in sentences."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance import setting
from tilelaw_conformance.cases.expectation import Part
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.schema import Validator, of_file, of_message, path_text, validator

CASE = schema.load("case")
PROTOCOL = schema.load("protocol")
JUNK: list[Any] = [0, -1, 3, True, "", "x", "place.connects", [], {}, [1], {"x": 1}, [[]], {"place": {}}]


@pytest.mark.parametrize("name", ["case", "export", "protocol", "tombstones", "uncovered", "witnesses"])
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema.load(name))


def mutated(data: Any, chooser: st.DataObject) -> Any:
    """Return data with one part replaced, added or taken away."""
    data = copy.deepcopy(data)
    part = data
    while isinstance(part, dict | list) and part:
        key: Any = chooser.draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        step = chooser.draw(st.sampled_from(["deeper", "replace", "remove", "add"]))
        if step == "deeper" and isinstance(part[key], dict | list) and part[key]:
            part = part[key]
        elif step == "remove":
            del part[key]
            return data
        elif step == "add" and isinstance(part, dict):
            part["extra"] = chooser.draw(st.sampled_from(JUNK))
            return data
        else:
            part[key] = chooser.draw(st.sampled_from(JUNK))
            return data
    return data


EXAMPLES: list[tuple[str, Any]] = [
    ("reply", {"jsonrpc": "2.0", "id": 1, "result": {}}),
    ("components.result", {"components": [{"kind": "a", "members": [{"name": 1, "copies": 2, "data": {"x": 1}}]}]}),
    ("observe.params", {"position": {"state": {"ruleset": "a/b", "players": 2}}, "player": 1}),
    ("start.params", {"ruleset": "a/b", "players": 2, "shuffles": [[1]], "seed": 3}),
    ("moves.result", {"moves": [{"place": {}}]}),
    ("reply", {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "no"}}),
    ("request", {"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {}}),
    ("hello.result", json.loads((setting.FAKES / "hello.json").read_text(encoding="utf-8"))),
    ("judge.result", {"legal": False, "rules": ["place.connects"]}),
    ("score.result", {"sides": [{"side": 0, "total": 3, "lines": [{"rule": "a", "points": 1}], "result": [3]}]}),
    ("rank.result", {"groups": [{"sides": [0, 1], "decided_by": 0}, {"sides": [2]}]}),
    ("apply.params", {"position": {"state": {"ruleset": "a/b", "players": 2}}, "answers": [{"place": {"a": [1, 0]}}]}),
    ("position", {"history": {"start": {"ruleset": "a/b", "players": 2}, "answers": [{"shuffle": "x", "order": []}]}}),
]


@given(st.sampled_from(EXAMPLES), st.data())
def test_messages_are_judged_as_by_a_complete_validator(example: tuple[str, Any], chooser: st.DataObject) -> None:
    name, data = example
    complete = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": PROTOCOL["$defs"]})
    assert complete.is_valid(data)
    changed = mutated(data, chooser)
    is_valid = complete.is_valid(changed)
    assert (not of_message(name)(changed)) is is_valid


@given(st.data())
def test_cases_are_judged_as_by_a_complete_validator(chooser: st.DataObject) -> None:
    changed = mutated(chooser.draw(st.sampled_from(FILES)), chooser)
    complete = jsonschema.Draft202012Validator(CASE)
    is_valid = complete.is_valid(changed)
    assert (not of_file("case")(changed)) is is_valid


@pytest.mark.parametrize("part", ["position", "move"])
@settings(deadline=None)
@given(st.data())
def test_manifests_are_judged_as_by_a_complete_validator(part: str, chooser: st.DataObject) -> None:
    shape = setting.manifest_of("origins/tribe", 3)["schemas"][part]
    changed = mutated(chooser.draw(st.sampled_from(GAME[part])), chooser)
    is_valid = jsonschema.Draft202012Validator(shape).is_valid(changed)
    assert (not _validator_of(part)(changed)) is is_valid


@cache
def _validator_of(part: str) -> Validator:
    shape = setting.manifest_of("origins/tribe", 3)["schemas"][part]
    return validator(shape, shape)


GAME: dict[str, list[Any]] = {
    "position": [
        {
            "ruleset": "origins/tribe",
            "players": 3,
            "row": [{"tile": 5, "by": 1}, 7],
            "territories": [[{"at": [1, 0], "terrain": "lake", "resource": "fish"}], []],
            "asks": [{"ask": "place", "player": 1}],
        }
    ],
    "move": [{"place": {"a": [1, 0], "b": [1, 1]}}, {"pass": {}}],
}


def test_an_unknown_keyword_is_an_error_in_the_schema() -> None:
    with pytest.raises(KeyError):
        validator({"type": "integer", "multipleOf": 2}, {})


FILES: list[Any] = [
    {
        "title": "Some cases",
        "defaults": {"ruleset": "a/b", "players": 3, "source": {"editions": ["cs"]}, "since": "0.1"},
        "cases": [
            {
                "id": "a/b/c",
                "title": "A title",
                "ruleset": "a/b",
                "players": 2,
                "rules": ["a.b"],
                "basis": basis,
                "source": {"editions": ["cs"], "where": "there"},
                "why": "Because",
                "since": "0.1",
                "given": {"row": [1]},
                "when": when,
                "then": then,
                **more,
            }
        ],
    }
    for basis, when, then, more in (
        ("stated", {"place": {}}, {"illegal": ["a.b"], "only": True}, {"constructed": "so"}),
        (
            {"edition": "hu"},
            [{"place": {}}, {"shuffle": "box", "order": [1]}],
            {"legal": True, "state": {"row": []}},
            {"given": "start"},
        ),
        ("ruling", [{"place": {}}], {"rank": [[0], [1]], "score": [{"side": 0, "total": 1}], "moves": [{"a": {}}]}, {}),
        (
            "recorded",
            [{"place": {}}],
            {"observe": [{"player": 0, "sees": {"x": 1}}], "perft": {"depth": 1, "nodes": 2}, "over": True},
            {"checkpoints": [{"after": 1, "rank": [[0]]}, {"after": 2, "over": False}]},
        ),
        ("ruling", {"place": {}}, {"components": {"tile": {"count": 2, "members": [{"name": 1, "x": []}]}}}, {}),
    )
]


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        ({"legal": 1}, "legal", "expected true or false, found 1"),
        ({}, "", "`legal` is missing"),
        ({"legal": True, "rules": [3]}, "rules[0]", "expected a text, found 3"),
        ([], "", "expected an object, found []"),
    ],
)
def test_sentences(data: Any, path: str, message: str) -> None:
    (found,) = of_message("judge.result")(data)
    assert (path_text(found.path), found.message) == (path, message)


def test_unknown_words_suggest_the_nearest() -> None:
    data = {**json.loads((setting.FAKES / "hello.json").read_text(encoding="utf-8")), "levels": ["legalty"]}
    (found,) = of_message("hello.result")(data)
    assert found.message.endswith('found "legalty"; did you mean `legality`?')


def test_cases_may_expect_every_part() -> None:
    definitions = schema.load("case")["$defs"]
    parts = {str(part) for part in Part}
    assert set(definitions["then"]["properties"]) == parts | {"illegal", "only"}
    assert set(definitions["checkpoint"]["properties"]) == parts - {"legal", "components"} | {"after"}
