"""Schemas and manifests, against what the engine itself reads and writes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from reference import tiny
from reference.test_chance import both
from reference.test_flow import reachable
from reference.test_positions import BAD, WHOLE
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine
from tilelaw_reference.model.index import Rules
from tilelaw_reference.wire.manifest import digest, manifest
from tilelaw_reference.wire.schema import move_schema, position_schema

# Mistakes that a schema cannot see: they are about more than one place, or about which cells a board has; and
# to a schema 1.0 is an integer.
BEYOND_SCHEMAS = (
    "is here too",
    "is not on the board",
    "listed twice",
    "owner",
    "of player 1",
    "is no index",
    "write `",
    "only zones",
    "plot",
    "1.0",
)


def is_valid(data: Any, schema: dict[str, Any]) -> bool:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).is_valid(data)


@pytest.mark.parametrize("name", tiny.ALL)
def test_every_position_and_move_fits_its_schema(name: str) -> None:
    engine = Engine(tiny.ALL[name])
    positions, moves = position_schema(Rules(engine.game)), move_schema(Rules(engine.game))
    states = reachable(engine, 25)
    asking = [state for state in states if state.due is not None and "ask" in state.due]
    assert is_valid([state.to_json() for state in states], {"items": positions})
    assert is_valid([move.to_json() for state in asking for move in state.moves()], {"items": moves})


def test_a_whole_position_fits() -> None:
    assert is_valid(WHOLE, position_schema(Rules(tiny.BLANK)))
    assert is_valid({}, position_schema(Rules(tiny.BLANK)))


@pytest.mark.parametrize("data", [data for data, why in BAD if not any(words in why for words in BEYOND_SCHEMAS)])
def test_what_cannot_be_read_does_not_fit(data: dict[str, Any]) -> None:
    assert not is_valid(data, position_schema(Rules(tiny.BLANK)))


def test_the_step_of_a_shuffle_is_needed_only_where_there_are_several() -> None:
    for due, fits in (
        ({"shuffle": "chips"}, True),
        ({"shuffle": "hand", "owner": 0}, True),
        ({"shuffle": "hand"}, False),
    ):
        assert is_valid({"asks": [due]}, position_schema(Rules(both().game))) is fits
    for due, fits in (({"shuffle": "deck"}, False), ({"shuffle": "deck", "step": "mix"}, True)):
        assert is_valid({"asks": [due]}, position_schema(Rules(tiny.CARDS_GAME))) is fits


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"place": {"at": [0, 0]}},
        {"place": {"at": [0, 0, 0], "colour": "red"}},
        {"place": {"at": [0, 0], "colour": "pink"}},
        {"place": {"at": [0, 0], "colour": "red"}, "give_up": {}},
        {"give_up": {"at": [0, 0]}},
        {"give_up": {}, "player": 2},
    ],
)
def test_malformed_moves_do_not_fit(move: dict[str, Any]) -> None:
    assert not is_valid(move, move_schema(Rules(tiny.FILL)))


def test_the_manifest_tells_about_the_rules() -> None:
    data = manifest(tiny.CARDS_GAME)
    assert (data["name"], data["players"], data["layers"]) == ("tiny/cards", 2, ["tiny/blank"])
    assert data["rules"][0] == {
        "id": "deal",
        "title": "Title of deal",
        "layer": "tiny",
        "changed_by": [],
        "citations": [{"kind": "ruling", "note": "why deal"}],
        "follows": [],
        "does": [],
        "cost": 1,
        "reads": ["deck", "hands"],
        "refuses": [],
    }
    assert [ask["name"] for ask in data["asks"]] == ["play", "find", "keep"]
    assert data["asks"][0] == {
        "name": "play",
        "question": "play?",
        "actions": ["play", "search"],
        "bound": {"mover": {"type": "player"}},
    }
    assert data["actions"][0]["arguments"]["properties"] == {"card": {"enum": [1, 2, 3, 4, 5, 6]}}
    colours, cards = data["components"]
    assert cards["members"][0] == {"name": 1, "copies": 1, "data": {"rank": 5}}
    assert colours["members"][1] == {"name": "green", "copies": 0, "data": {"value": 2, "next": None, "face": {}}}
    assert data["schemas"] == {
        "position": position_schema(Rules(tiny.CARDS_GAME)),
        "move": move_schema(Rules(tiny.CARDS_GAME)),
    }


def test_the_digest_names_exactly_these_rules() -> None:
    assert digest(tiny.FILL) == digest(ir.from_json(ir.to_json(tiny.FILL)))
    assert digest(tiny.FILL) != digest(replace(tiny.FILL, title="Other"))


@pytest.mark.parametrize("name", tiny.ALL)
def test_the_parts_of_a_manifest_are_the_keys_of_positions(name: str) -> None:
    game = tiny.ALL[name]
    listed = manifest(game)["parts"]
    keys = [part["key"] for sort in ("zones", "boards", "variables") for part in listed[sort]]
    schema: dict[str, Any] = position_schema(Rules(game))
    assert keys == [key for key in schema["properties"] if key not in ("ruleset", "players", "asks")]
    assert [mark["key"] for mark in listed["marks"]] == [mark.name for mark in game.marks]
