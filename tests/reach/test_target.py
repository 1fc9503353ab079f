"""When a position has what a case names: then a game that leads there can stand for the position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.setting import HEAD, written_case
from tilelaw_reach.reacher import Reacher

Json = dict[str, Any]
REACHER = Reacher()
GIVEN = """\
    given:
      territories:
        - H D0*1 V1
      taken: {"1": 1}
      row: [{tile: 7, by: 0}]
      next: [{tile: 20, by: 1}]
      box: [3, 4]
      asks: [{ask: place, player: 0}]
    when: {discard: {}}
    then: {over: false}
"""
CASE = written_case(HEAD + GIVEN)
LAND = [{"at": [1, 0], "terrain": "desert", "fire": 1}, {"at": [2, 0], "terrain": "volcano", "craters": 1}]
THERE: Json = {
    "ruleset": CASE.ruleset,
    "players": CASE.players,
    "box": [3, 4],
    "row": [{"tile": 7, "by": 0}],
    "next": [{"tile": 20, "by": 1}],
    "territories": [LAND, [], [], []],
    "taken": {"1": 1},
    "asks": [{"ask": "place", "player": 0}],
}
DESERT = {"at": [0, 1], "terrain": "desert"}


def test_the_position_itself_has_it() -> None:
    assert REACHER.is_met(CASE, THERE)


@pytest.mark.parametrize(
    "more",
    [
        {"territories": [[*LAND, DESERT], [DESERT], [], []]},
        {"row": [{"tile": 7, "by": 0}, {"tile": 9, "by": 2}]},
        {"next": [{"tile": 11}, {"tile": 20, "by": 1}, {"tile": 30, "by": 3}]},
        {"box": [3, 4, 5, 6]},
        {"taken": {"1": 1, "2": 3}},
        {"chiefs": [2]},
    ],
    ids=str,
)
def test_there_may_be_more(more: Json) -> None:
    assert REACHER.is_met(CASE, {**THERE, **more})


@pytest.mark.parametrize(
    "other",
    [
        {"territories": [LAND[:1], [], [], []]},
        {"territories": [[{**LAND[0], "terrain": "lake"}, LAND[1]], [], [], []]},
        {"territories": [[{**LAND[0], "fire": 2}, LAND[1]], [], [], []]},
        {"territories": [[{**LAND[0], "flames": 1}, LAND[1]], [], [], []]},
        {"territories": [[], LAND, [], []]},
        {"row": [{"tile": 7, "by": 1}]},
        {"row": [{"tile": 5, "by": 0}]},
        {"row": [{"tile": 5, "by": 0}, {"tile": 7, "by": 0}]},
        {"row": []},
        {"next": [{"tile": 20, "by": 2}]},
        {"next": [{"tile": 20}]},
        {"box": [4, 3]},
        {"box": [5, 3, 4]},
        {"box": [3]},
        {"taken": {"1": 2}},
        {"taken": {}},
        {"asks": [{"ask": "place", "player": 1}]},
        {"asks": [{"ask": "select", "player": 0}]},
        {"asks": []},
    ],
    ids=str,
)
def test_what_is_named_must_be_there(other: Json) -> None:
    assert not REACHER.is_met(CASE, {**THERE, **other})


def test_a_mark_on_a_cell_must_be_there_if_some_cell_is_named_with_it() -> None:
    marked: Json = {"at": [1, 0], "terrain": "volcano", "craters": 1, "vent": True}
    case = replace(CASE, position={"ruleset": CASE.ruleset, "players": CASE.players, "territories": [[marked]]})
    there = {**THERE, "territories": [[marked, {**DESERT, "fire": 1}], [], [], []]}
    assert REACHER.is_met(case, there)
    without = {name: value for name, value in marked.items() if name != "vent"}
    assert not REACHER.is_met(case, {**there, "territories": [[without], [], [], []]})


def test_what_is_not_named_is_free() -> None:
    lines = GIVEN.splitlines(keepends=True)
    for part in ("taken", "row", "next", "box", "asks"):
        case = written_case(HEAD + "".join(line for line in lines if not line.strip().startswith(f"{part}:")))
        there = {name: value for name, value in THERE.items() if name != part}
        assert REACHER.is_met(case, there), part
        assert not REACHER.is_met(CASE, there), part
