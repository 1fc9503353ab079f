"""Forms of expressions that are several steps of the typed rules: what they say of a position of a real game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl import Rulebook
from tilelaw_play import load

GAME = """mode said/one
    title "A row of numbers"
    players 2
    house
    kinds colour: red, blue, green
    board row
        grid squares 0..3 by 0..0
        relation beside = orthogonal
        cell spot
            worth: 0..9
    zone bag: pile of colour, starts with 2 of each
    flow
        step setup
        ask pass of first(players)
    rule setup "The spots are worth 0, 1, 2 and 3; a red piece is gone"
        at setup
            for s in row
                s.worth := s.x at least 0 at most 3
            remove first(bag) from bag
    rule pass "One player passes"
        action pass
        for pass
            end
    rule score "A point if it is said rightly"
        score {points}
"""
POINTS = {
    "if every s in row: s.worth <= 3 then 1 else 0": 1,
    "if every s in row: s.worth <= 2 then 1 else 0": 0,
    "if every s in row[worth > 3]: false then 1 else 0": 1,
    "if every c in bag: c in {red, blue, green} then 1 else 0": 1,
    "if every c in bag: c in {blue, green} then 1 else 0": 0,
    "if some row and not every s in row: s.worth > 0 or s.x > 0 then 1 else 0": 1,
    "if every s in row: (every t in row: t.worth >= 0) and s.worth = s.x then 1 else 0": 1,
    "sum(x over row[s: highest s.worth])": 3,
    "sum(x over row[s: lowest 5 - s.worth at least 3])": 5,
    "count first(regions(row[worth > 9]))": 0,
    "count (row & nth(regions(row), 2))": 0,
    "if first(regions(row[worth > 9])) = {} then 1 else 0": 1,
    "if first(1..3[it > 5]) in {0} then 1 else 0": 1,
    "match first(0..1[it > 5]) with (0: 1, 1: 2)": 1,
    "count {nth(1..3, 7)}": 1,
    "0 - 7 at least 2 at most 5": 2,
    "7 at least 2 at most 5": 5,
    "7 at most 5 at least 6": 6,
}


@pytest.mark.parametrize(("points", "expected"), POINTS.items(), ids=POINTS)
def test_score(points: str, expected: int, tmp_path: Path) -> None:
    path = tmp_path / "said.rules"
    path.write_text(GAME.replace("{points}", points), encoding="utf-8")
    state = load(str(path), Rulebook.read([])).start(2)
    assert [line["total"] for line in state.score()] == [expected, expected]


LOOK = """mode look/one
    title "A look"
    players 2
    house
    kinds card: ace, king
    zone deck: pile of card, starts with all, seen by nobody, seen by asked at draw when n > 2
    flow
        each rounds as n in 1..3
            ask draw of first(players)
    rule draw "One is drawn"
        action draw
        for draw
            show true to all
"""


def test_an_ask_carries_what_decides_who_may_look(tmp_path: Path) -> None:
    path = tmp_path / "look.rules"
    path.write_text(LOOK, encoding="utf-8")
    state = load(str(path), Rulebook.read([])).start(2)
    seen = []
    while not state.is_over:
        seen.append((state.asks[0]["n"], state.observe(0)["deck"], state.observe(1)["deck"]))
        state = state.apply(state.moves()[0])
    assert seen == [(1, 2, 2), (2, 2, 2), (3, ["ace", "king"], 2)]
