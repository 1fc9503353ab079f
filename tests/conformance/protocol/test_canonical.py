"""A position says the same however it is written: blanks, what may be swapped, and what is told twice."""

from __future__ import annotations

from typing import Any

import pytest

from tilelaw.background import manifest_of
from tilelaw_conformance.protocol.canonical import canonical
from tilelaw_conformance.run.match import position_differences

BOARDS = ("territories", "plan")
VOLCANO: dict[str, Any] = {"at": [1, 0], "terrain": "volcano", "craters": 1}
ERUPT: dict[str, Any] = {"ask": "erupt", "player": 1}
HALVES: dict[str, Any] = {"ask": "score.order", "player": 0, "tile": "red_red"}
DESERT: dict[str, Any] = {"at": [0, 1], "terrain": "desert"}


def agree(ruleset: str, players: int, expected: Any, got: Any, *, may_swap: bool = False) -> bool:
    manifest = manifest_of(ruleset, players)
    assert manifest is not None
    told = canonical(expected, got, manifest, lambda _ask, _one, _other: may_swap)
    return not list(position_differences(*told, BOARDS))


def territory(*cells: Any) -> list[Any]:
    return [[], [*cells]]


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (
            {"territories": [[DESERT]]},
            {"territories": [[{**DESERT, "flames": 0, "vent": False, "resource": None}], []]},
        ),
        ({"territories": [[]]}, {"territories": [[{"at": [1, 0], "flames": 0}]]}),
        ({"territories": None}, {"territories": [[], [], []]}),
        ({"territories": []}, {"territories": [[], [], []]}),
        ({"taken": None}, {"taken": {"1": 0, "2": 0}}),
        ({"taken": {"1": 0, "2": 3}}, {"taken": {"2": 3}}),
        ({"totems": {"fish": 0, "flint": None}}, {"totems": {"fish": 0, "flint": None, "mammoth": None}}),
        ({"next": None, "asks": None}, {"next": [], "asks": []}),
        ({"row": [{"tile": 7, "by": 0}]}, {"row": [{"tile": 7, "by": 0, "a_bare": False}]}),
        ({"box": None}, {"box": 0}),
        (
            {"territories": territory({**VOLCANO, "vent": True}), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
            {"territories": territory(VOLCANO), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
        ),
        (
            {"territories": territory({**VOLCANO, "vent": True}), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
            {"territories": territory({**VOLCANO, "vent": True}), "asks": [ERUPT]},
        ),
    ],
)
def test_the_same(expected: Any, got: Any) -> None:
    assert agree("origins/totem", 3, expected, got)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"row": [{"tile": 7, "by": None}]}, {"row": [{"tile": 7, "by": 0}]}),
        ({"totems": {"fish": None}}, {"totems": {"fish": 0}}),
        ({"totems": {"fish": 0}}, {"totems": {}}),
        ({"chiefs": None}, {"chiefs": [0]}),
        ({"taken": None}, {"taken": {"1": 0, "2": 1}}),
        (
            {"territories": territory({**VOLCANO, "vent": True}), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
            {"territories": territory(VOLCANO), "asks": [ERUPT]},
        ),
        (
            {"territories": territory(VOLCANO), "asks": [ERUPT]},
            {"territories": territory({**VOLCANO, "vent": True}), "asks": [ERUPT]},
        ),
        (
            {"territories": territory({**VOLCANO, "vent": True}, DESERT), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
            {"territories": territory(VOLCANO, {**DESERT, "vent": True}), "asks": [{**ERUPT, "vent_at": [1, 0]}]},
        ),
        ({"asks": [{**ERUPT, "vent_at": [1, 0]}]}, {"asks": [{**ERUPT, "vent_at": [0, 1]}]}),
    ],
)
def test_not_the_same(expected: Any, got: Any) -> None:
    assert not agree("origins/totem", 3, expected, got)


def test_halves_that_may_be_swapped_have_no_order_in_an_ask() -> None:
    one, other = {"a": [0, 1], "b": [0, -2]}, {"a": [0, -2], "b": [0, 1]}
    third = {"a": [0, -2], "b": [0, 2]}
    wanted, turned, wrong = ({"asks": [{**HALVES, **each}]} for each in (one, other, third))
    assert agree("ingenious/team", 4, wanted, turned, may_swap=True)
    assert not agree("ingenious/team", 4, wanted, turned), "the rules say of these two that they were no one move"
    assert not agree("ingenious/team", 4, wanted, wrong, may_swap=True)


@pytest.mark.parametrize("shape", [7, "x", [7], [[7]], [{"at": 7}], {"ask": []}, [None], [[{"at": [None]}]]])
def test_no_shape_stops_it(shape: Any) -> None:
    for name in ("asks", "territories", "taken", "row"):
        position = {"territories": territory({**VOLCANO, "vent": True}), "asks": [{**ERUPT, "vent_at": [1, 0]}]}
        agree("origins/totem", 3, {**position, "taken": {"1": 2}}, {**position, name: shape})
