"""What scores consist of, and what was laid together: on games of every bundled mode, whichever engine plays."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest

from tilelaw_play import laid_together, load, names
from tilelaw_reference import State

MODES = names(all=True)


def final(name: str, seed: int, engine: str = "compiled") -> State:
    ruleset = load(name, engine=engine)
    return ruleset.start(ruleset.counts[-1], seed=seed).playout(seed)


@pytest.mark.parametrize("name", MODES)
def test_parts_add_up_to_their_line(name: str) -> None:
    state = final(name, 1)
    for side in state.score():
        lines = state.score_parts(side["side"])
        assert [(line["rule"], line["points"]) for line in lines] == [
            (line["rule"], line["points"]) for line in side["lines"]
        ]
        for line in lines:
            assert not line["parts"] or sum(part["points"] for part in line["parts"]) == line["points"]
            for part in line["parts"]:
                assert prod(part.get("factors", [part["points"]])) == part["points"]


def test_both_engines_tell_the_same_parts() -> None:
    assert final("origins/tribe", 5).score_parts(0) == final("origins/tribe", 5, "evaluator").score_parts(0)


TERRITORY: list[dict[str, Any]] = [
    {"at": [1, 0], "terrain": "desert", "flames": 1},
    {"at": [2, 0], "terrain": "desert"},
    {"at": [0, 1], "terrain": "grassland", "caveman": "hunter"},
    {"at": [0, 2], "terrain": "grassland", "resource": "mammoth"},
    {"at": [1, 2], "terrain": "grassland", "resource": "mammoth"},
    {"at": [1, 1], "terrain": "lake", "caveman": "oaf"},
]


def test_regions_and_single_cells() -> None:
    position: dict[str, Any] = {"ruleset": "origins/tribe", "players": 3, "territories": [[], TERRITORY]}
    parts = {
        (line["rule"], line.get("key")): line["parts"]
        for line in load("origins/tribe").state(position).score_parts(1)
        if line["points"]
    }
    board = {"board": "territories"}
    assert parts == {
        ("score.region", "desert"): [{**board, "cells": [[1, 0], [2, 0]], "points": 2, "factors": [2, 1]}],
        ("score.hunter", None): [{**board, "cells": [[0, 1]], "points": 6, "factors": [3, 2]}],
        ("score.horde", None): [{**board, "cells": [[1, 1]], "points": 3, "factors": [1, 3]}],
    }


def test_what_is_counted_has_a_part_for_each() -> None:
    position: dict[str, Any] = {"ruleset": "origins/totem", "players": 3, "territories": [[]]}
    position["territories"][0] = [{key: cell[key] for key in cell if key != "caveman"} for cell in TERRITORY]
    lines = load("origins/totem").state(position).score_parts(0)
    (resources,) = [line for line in lines if line["rule"] == "score.resource"]
    assert [part["cells"] for part in resources["parts"]] == [[[0, 2]], [[1, 2]]]


def test_what_cannot_be_taken_apart_has_no_parts() -> None:
    state = final("ingenious/standard", 1)
    assert [line["parts"] for line in state.score_parts(0)] == [[]] * 6


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        ("origins/tribe", "compiled"),
        ("ingenious/standard", "compiled"),
        ("ingenious/team", "compiled"),
        ("kingdomino/classic", "evaluator"),
    ],
)
def test_every_piece_on_a_board_was_laid_at_once(name: str, engine: str) -> None:
    state = final(name, 3, engine)
    laid = laid_together(state.engine, state.history)
    assert laid
    assert all(len(each["cells"]) == 2 for each in laid)
    position = state.to_json()
    for key in {each["board"] for each in laid}:
        boards = position[key] if "owner" in laid[0] else [position[key]]
        for owner, cells in enumerate(boards):
            there = sorted(cell["at"] for cell in cells)
            groups = [each["cells"] for each in laid if each["board"] == key and each.get("owner", 0) == owner]
            assert sorted(cell for group in groups for cell in group) == there


def test_a_start_says_nothing_about_what_lies_there() -> None:
    start: dict[str, Any] = {
        "ruleset": "origins/discovery",
        "players": 3,
        "row": [{"tile": 1, "by": 0}],
        "territories": [[{"at": [1, 0], "terrain": "desert"}, {"at": [2, 0], "terrain": "desert"}]],
        "asks": [{"ask": "place", "player": 0}],
    }
    engine = load("origins/discovery").engine(3)
    assert laid_together(engine, {"start": start, "answers": []}) == []
    laid = laid_together(engine, {"start": start, "answers": [{"place": {"a": [1, 1], "b": [2, 1]}}]})
    assert laid == [{"board": "territories", "owner": 0, "cells": [[1, 1], [2, 1]]}]
