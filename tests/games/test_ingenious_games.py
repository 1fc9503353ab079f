"""Ingenious beyond the cases of the corpus: the numbers of the board, the tiles, and what skilled play brings about."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from play.second_engine import second_engine, transition
from play.walks import WALKS, skilfully, walk
from tilelaw_play import load

Json = dict[str, Any]
STANDARD = load("ingenious/standard")
CORNERS = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def _position(ask: str, **parts: Any) -> Json:
    return {"ruleset": STANDARD.name, "players": 2, "asks": [{"ask": ask, "player": 0}], **parts}


def _lay(*cells: str) -> list[Json]:
    """Return cells written as `q,r colour`."""
    found = []
    for cell in cells:
        at, symbol = cell.split()
        found.append({"at": [int(n) for n in at.split(",")], "symbol": symbol})
    return found


# As many tiles as the first round lays, far from the middle, so that placing is free.
FAR = _lay("4,-5 red", "3,-5 green", "5,-4 blue", "5,-3 red")


@pytest.mark.parametrize(("players", "free", "touching"), [(2, 222, 54), (3, 306, 102), (4, 426, 144)])
def test_free_pairs_at_the_start(players: int, free: int, touching: int) -> None:
    """Every mixed tile can be turned two ways, a double one; so a rack of one double counts pairs of cells."""
    double = {**_position("place", racks=[["red_red"]]), "players": players}
    assert len(STANDARD.state(double).moves()) == touching
    assert len(STANDARD.state({**double, "racks": [["red_green"]]}).moves()) == 2 * touching
    pairs = _pairs(players)
    assert len(pairs) == free
    assert sum(any(_beside(cell) & set(CORNERS) for cell in pair) for pair in pairs) == touching


def _beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
    return {(cell[0] + dq, cell[1] + dr) for dq, dr in STEPS}


def _pairs(players: int) -> set[frozenset[tuple[int, int]]]:
    """Return the pairs of neighbouring free cells, by geometry alone."""
    side = players + 4 if players > 2 else 6
    spots = {
        (q, r)
        for q in range(-side + 1, side)
        for r in range(-side + 1, side)
        if abs(q + r) < side and (q, r) not in CORNERS
    }
    return {frozenset({cell, other}) for cell in spots for other in _beside(cell) & spots}


@pytest.mark.parametrize(
    "game", ["standard-2-greedy", "standard-3-random", "standard-4-random", "team-4-random", "solo-1-greedy"]
)
def test_the_bag_never_runs_out_and_tiles_are_conserved(game: str) -> None:
    mode, players, walk = game.split("-")
    for state in WALKS[walk](load(f"ingenious/{mode}").start(int(players), seed=2), 2):
        position = state.to_json()
        bag, racks = position["bag"], position.get("racks", [])
        assert len(bag) >= 9
        assert len(bag) + sum(map(len, racks)) + len(position.get("plan", [])) // 2 == 120
        most = 36 if mode != "standard" else 18
        assert all(points <= most for pegs in position.get("peg", {}).values() for points in pegs.values())


def test_18_in_all_colours_wins_at_once() -> None:
    """Red and green reach the end together; nothing is owed after the end, and nothing refilled."""
    peg = {"red": 17, "green": 17, "blue": 18, "orange": 18, "yellow": 18, "purple": 18}
    plan = [*FAR, *_lay("-1,0 red", "2,0 green")]
    racks = [["red_green", "red_red"]]
    state = STANDARD.state(_position("place", racks=racks, bag=["blue_blue"] * 5, plan=plan, peg={"0": peg}))
    over = state.apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}})
    assert over.is_over
    assert "bonus_owed" not in over.to_json()
    assert over.to_json()["racks"][0] == ["red_red"]


def test_a_swapped_rack_is_shown_to_all() -> None:
    old = ["blue_blue", "blue_blue", "orange_orange"]
    peg = {"0": {"green": 3, "blue": 5, "orange": 6, "yellow": 7, "purple": 8}}
    state = STANDARD.state(_position("swap", racks=[old], bag=["red_green"] * 6, plan=FAR, peg=peg))
    shown = [event for event in state.apply({"swap": {}}).events if event["event"] == "show"]
    assert [(event["what"], event["seen_by"]) for event in shown] == [(old, "all")]


@pytest.mark.parametrize(("name", "players", "seed"), [("standard", 2, 1), ("solo", 1, 2)])
def test_skilled_play_reaches_what_random_play_does_not(name: str, players: int, seed: int) -> None:
    """In whole games pegs reach the end; then extra placements are made from the same rack; both engines agree."""
    extra = 0
    start = load(f"ingenious/{name}").start(players, seed=seed)
    with second_engine("ingenious") as other:
        for before, after in pairwise(walk(start, seed, skilfully)):
            other.agrees(before, [transition(before, after)])
            position = before.to_json()
            if position.get("bonus_owed") and before.asks[0]["ask"] == "place":
                extra += 1
                if name == "standard":
                    assert len(position["racks"][before.asks[0]["player"]]) < 6
    assert extra > 0
    assert any(points in (18, 36) for pegs in after.to_json()["peg"].values() for points in pegs.values())
