"""Expectations name only what they are about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tilelaw_conformance.run.match import Difference, position_differences
from tilelaw_conformance.run.parts import move_differences, rank_differences, score_differences

BOARDS = ("territories", "plan")

CELL: dict[str, Any] = {"at": [1, 0], "terrain": "desert"}
OTHER: dict[str, Any] = {"at": [2, 0], "terrain": "lake", "flames": 1}


def pairs(found: Iterable[Difference]) -> list[tuple[str, str]]:
    return [(each.expected, each.got) for each in found]


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"row": [{"tile": 7}]}, {"row": [{"tile": 7, "by": 0}], "box": [1]}),
        ({"territories": [[CELL, OTHER]]}, {"territories": [[OTHER, CELL], [CELL]]}),
        ({"territories": [[], [CELL]]}, {"territories": [[], [CELL]]}),
        ({"territories": [[]]}, {}),
        ({"row": []}, {}),
        ({"plan": [CELL]}, {"plan": [CELL]}),
        ({"totems": {"fish": 0}}, {"totems": {"fish": 0, "flint": 1}}),
    ],
)
def test_agreement(expected: Any, got: Any) -> None:
    assert list(position_differences(expected, got, BOARDS)) == []


@pytest.mark.parametrize(
    ("expected", "got", "difference"),
    [
        ({"row": [{"tile": 7}]}, {"row": [{"tile": 8}]}, ("row[0].tile 7", "8")),
        ({"row": [{"tile": 7}]}, {}, ('row [{"tile": 7}]', "[]")),
        ({"owed": True}, {"owed": 1}, ("owed true", "1")),
        ({"owed": 1}, {}, ("owed 1", "nothing")),
        ({"totems": {"fish": 0}}, {}, ("totems.fish 0", "nothing")),
        (
            {"territories": [[CELL]]},
            {"territories": [[CELL, OTHER]]},
            ("territories[0] at 2,0: nothing", 'territories[0] at 2,0: terrain "lake", flames 1'),
        ),
        (
            {"territories": [[]]},
            {"territories": [[CELL]]},
            ("territories[0] at 1,0: nothing", 'territories[0] at 1,0: terrain "desert"'),
        ),
        (
            {"territories": [[CELL]]},
            {},
            ('territories[0] at 1,0: terrain "desert"', "territories[0] at 1,0: nothing"),
        ),
    ],
)
def test_difference(expected: Any, got: Any, difference: tuple[str, str]) -> None:
    assert pairs(position_differences(expected, got, BOARDS)) == [difference]


def test_moves_have_no_order_but_are_complete_and_listed_once() -> None:
    a: Any = {"place": {"a": [1, 0]}}
    b: Any = {"pass": {}}
    assert list(move_differences([a, b], [b, a])) == []
    assert [d.expected for d in move_differences([a, b], [a])] == ['{"pass": {}} among the moves']
    assert [d.got for d in move_differences([a], [a, b])] == ['{"pass": {}}']
    assert [d.expected for d in move_differences([a], [a, a])] == ["every move once"]


def test_scores() -> None:
    side: Any = {
        "side": 0,
        "total": 3,
        "result": [3, 1],
        "lines": [{"rule": "score.region", "key": "lake", "points": 3}],
    }
    expected: Any = {"side": 0, "total": 3, "lines": [{"rule": "score.region", "key": "lake", "points": 3}]}
    assert list(score_differences(expected, [side])) == []
    split: Any = [{"rule": "score.region", "key": "lake", "points": points} for points in (1, 2)]
    halves: Any = {**side, "lines": split}
    assert list(score_differences(expected, [halves])) == []
    nothing: Any = {"side": 0, "lines": [{"rule": "score.region", "key": "desert", "points": 0}]}
    assert list(score_differences(nothing, [side])) == []
    assert pairs(score_differences({"side": 0, "total": 4}, [side])) == [("side 1: total 4", "3")]
    assert pairs(score_differences({"side": 0, "result": [3, 2]}, [side])) == [("side 1: result [3, 2]", "[3, 1]")]
    wrong: Any = {"side": 0, "lines": [{"rule": "score.region", "key": "lake", "points": 2}]}
    assert pairs(score_differences(wrong, [side])) == [("side 1: score.region lake 2", "3")]
    assert pairs(score_differences({"side": 1, "total": 0}, [side])) == [("a score of side 2", "sides 1")]


def test_rankings() -> None:
    assert list(rank_differences([[0, 2], [1]], [{"sides": [2, 0]}, {"sides": [1]}])) == []
    assert pairs(rank_differences([[0], [1]], [{"sides": [0, 1]}])) == [
        ("ranking side 1, then side 2", "side 1 and side 2")
    ]
