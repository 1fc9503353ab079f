"""Ingenious: the numbers that must come out, the two printed examples, and what only skilled play brings about."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from play.second_engine import second_engine, transition
from play.walks import WALKS, skilfully, walk
from tilelaw_dsl import ir
from tilelaw_reference import State, load
from tilelaw_reference.evaluate import evaluator
from tilelaw_reference.model.values import as_cells

Json = dict[str, Any]
STANDARD, TEAM, SOLO = load("ingenious/standard"), load("ingenious/team"), load("ingenious/solo")
COLOURS = ["red", "green", "blue", "orange", "yellow", "purple"]
CORNERS = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def _position(ruleset: str = "ingenious/standard", players: int = 2, **parts: Any) -> Json:
    return {"ruleset": ruleset, "players": players, "asks": [{"ask": "place", "player": 0}], **parts}


def _lay(*cells: str) -> list[Json]:
    """Return cells written as `q,r colour`."""
    found = []
    for cell in cells:
        at, symbol = cell.split()
        found.append({"at": [int(n) for n in at.split(",")], "symbol": symbol})
    return found


# As many tiles as the first round lays, far from the middle, so that placing is free.
FAR = _lay("4,-5 red", "3,-5 green", "5,-4 blue", "5,-3 red", "4,1 yellow", "3,2 red", "-4,5 green", "-3,5 blue")


# ---- numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cells"), [(2, 91), (3, 127), (4, 169)])
def test_the_area_by_number_of_players(players: int, cells: int) -> None:
    engine = STANDARD.engine(players)
    here = evaluator(engine.rules, STANDARD.start(players, seed=1).position)
    area = {(cell.x, cell.y) for cell in as_cells(here.value(ir.Call("area", ()), {}))}
    assert len(area) == cells
    assert {spot for spot in area if spot in CORNERS} == set(CORNERS)


@pytest.mark.parametrize(("players", "free", "touching"), [(2, 222, 54), (3, 306, 102), (4, 426, 144)])
def test_free_pairs_at_the_start(players: int, free: int, touching: int) -> None:
    """Every mixed tile can be turned two ways, a double one; so a rack of one double counts pairs of cells."""
    double = _position(players=players, racks=[["red_red"]])
    assert len(STANDARD.state(double).moves()) == touching
    mixed = _position(players=players, racks=[["red_green"]])
    assert len(STANDARD.state(mixed).moves()) == 2 * touching
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


def test_there_are_120_tiles() -> None:
    tiles = STANDARD.start(2).to_json()["bag"]
    assert len(tiles) == 120
    copies = Counter(tiles)
    doubles = {tile for tile in copies if len(set(tile.split("_"))) == 1}
    assert {copies[tile] for tile in doubles} == {5}
    assert {copies[tile] for tile in copies if tile not in doubles} == {6}
    assert (len(doubles), len(copies)) == (6, 21)


def test_first_moves_by_face() -> None:
    rack = ["red_green", "red_green", "red_green", "blue_blue", "blue_blue", "yellow_purple"]
    assert len(STANDARD.state(_position(racks=[rack])).moves()) == 54 * (2 * 2 + 1)


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


# ---- placing ----------------------------------------------------------------------------------------------------


def test_first_tiles_use_different_symbols() -> None:
    """A symbol is used when a laid tile touches it: it is read off the board."""
    state = STANDARD.state(_position(racks=[["red_green"]], plan=_lay("0,-4 red", "0,-3 blue")))
    spots = {
        tuple(cell) for move in state.moves() for cell in move.to_json()["place"].values() if isinstance(cell, list)
    }
    assert (1, -5) not in spots
    assert (4, -5) in spots
    refused = state.judge({"place": {"tile": "red_green", "a": [-1, -4], "b": [-1, -3]}})
    assert [rejection.rule for rejection in refused.rejections] == ["place.first"]


def test_later_tiles_may_touch_nothing() -> None:
    state = STANDARD.state(_position(racks=[["red_green"]], plan=FAR[:4]))
    assert state.judge({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}}).legal


def test_lines_run_away_from_the_other_half_until_something_else() -> None:
    """Red at 0,0 with its mate at 1,0: two to the left, one up, one down; beyond the mate nothing counts."""
    plan = [*FAR, *_lay("-1,0 red", "-2,0 red", "-3,0 blue", "-4,0 red", "0,-1 red", "0,1 red", "0,2 green", "2,0 red")]
    state = STANDARD.state(_position(racks=[["red_green", "blue_blue"]], bag=["red_red"], plan=plan))
    after = state.apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}}).to_json()
    assert after["peg"] == {"0": {"red": 4}}


def test_both_halves_of_a_double_score_and_never_each_other() -> None:
    plan = [*FAR, *_lay("-1,0 red", "2,0 red", "3,0 red")]
    state = STANDARD.state(_position(racks=[["red_red", "blue_blue"]], plan=plan))
    after = state.apply({"place": {"tile": "red_red", "a": [0, 0], "b": [1, 0]}}).to_json()
    assert after["peg"] == {"0": {"red": 3}}


# ---- 18, bonus, end ---------------------------------------------------------------------------------------------


def _reach(peg: Json, **parts: Any) -> State:
    """Lay red and green where both score one more."""
    rack = ["red_green", "red_red", "red_red", "blue_blue", "blue_blue", "orange_orange"]
    plan = [*FAR, *_lay("-1,0 red", "2,0 green", "3,0 green")]
    state = STANDARD.state(_position(racks=[rack], bag=["purple_purple"] * 5, plan=plan, peg={"0": peg}, **parts))
    return state.apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}})


def test_exactly_18_gives_one_more_placement_before_refilling() -> None:
    position = _reach({"red": 17}).to_json()
    assert position["peg"]["0"] == {"red": 18, "green": 2}
    assert position["bonus_owed"] == 1
    assert position["asks"][0]["ask"] == "place"
    assert len(position["racks"][0]) == 5


def test_what_passes_18_is_lost() -> None:
    position = _reach({"green": 17}).to_json()
    assert position["peg"]["0"] == {"red": 1, "green": 18}
    assert position["bonus_owed"] == 1


def test_a_peg_at_the_end_gives_nothing_more() -> None:
    position = _reach({"red": 18}).to_json()
    assert position["peg"]["0"] == {"red": 18, "green": 2}
    assert "bonus_owed" not in position


def test_two_pegs_give_two_and_they_chain() -> None:
    state = _reach({"red": 17, "green": 16, "blue": 17, "orange": 9})
    assert state.to_json()["bonus_owed"] == 2
    again = state.apply({"place": {"tile": "blue_blue", "a": [4, -3], "b": [4, -2]}})
    position = again.to_json()
    assert position["peg"]["0"]["blue"] == 18, "one blue line of the double ends at the blue cell beside it"
    assert position["bonus_owed"] == 2, "one was used up, another won"


def test_18_in_all_colours_wins_at_once() -> None:
    over = _reach({"red": 17, "green": 16, "blue": 18, "orange": 18, "yellow": 18, "purple": 18})
    assert over.is_over
    assert "bonus_owed" not in over.to_json()
    assert len(over.to_json()["racks"][0]) == 5, "nothing is refilled after the end"


# ---- the swap ---------------------------------------------------------------------------------------------------


def _swapping(rack: list[str], peg: Json) -> State:
    bag = ["red_green", "red_blue", "red_orange", "red_yellow", "red_purple", "green_blue", "green_orange"]
    ask = [{"ask": "swap", "player": 0}]
    return STANDARD.state({**_position(racks=[rack], bag=bag, plan=FAR, peg={"0": peg}), "asks": ask})


def test_all_tied_lowest_colours_must_be_missing() -> None:
    low = {"red": 3, "green": 3, "blue": 5, "orange": 6, "yellow": 7, "purple": 8}
    with_green = _swapping(["green_blue", "orange_orange"], low)
    assert [move.to_json() for move in with_green.moves()] == [{"pass": {}}]
    assert [r.rule for r in with_green.judge({"swap": {}}).rejections] == ["swap.condition"]
    assert [m.to_json() for m in _swapping(["blue_blue", "orange_orange"], low).moves()] == [{"swap": {}}, {"pass": {}}]


def test_six_are_drawn_before_the_old_ones_go_back() -> None:
    low = {"green": 3, "blue": 5, "orange": 6, "yellow": 7, "purple": 8}
    old = ["blue_blue", "blue_blue", "blue_blue", "orange_orange", "orange_orange"]
    state = _swapping(old, low).apply({"swap": {}})
    position = state.to_json()
    assert set(position["racks"][0]).isdisjoint(old)
    assert len(position["racks"][0]) == 6
    assert Counter(position["bag"]) == Counter(["green_orange", *old])
    assert position["asks"][0]["shuffle"] == "bag"
    shown = [event for event in state.events if event["event"] == "show"]
    assert [event["what"] for event in shown] == [old]
    assert shown[0]["seen_by"] == "all"


# ---- results ----------------------------------------------------------------------------------------------------


def _ranked(*pegs: list[int]) -> State:
    written = {str(side): dict(zip(COLOURS, points, strict=True)) for side, points in enumerate(pegs)}
    return STANDARD.state({"ruleset": "ingenious/standard", "players": len(pegs), "peg": written})


def test_the_printed_example_of_the_ranking() -> None:
    """A wins with 10 as lowest; B and C have 9, then both 12, then B 14 against 13."""
    a, b, c = [10, 11, 12, 13, 14, 15], [9, 18, 12, 14, 17, 16], [13, 9, 18, 12, 18, 17]
    groups = _ranked(a, b, c).ranking()
    assert [group["sides"] for group in groups] == [[0], [1], [2]]
    assert [group.get("decided_by") for group in groups] == [0, 2, None]


def test_six_equal_colours_share_the_victory() -> None:
    groups = _ranked([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]).ranking()
    assert [group["sides"] for group in groups] == [[0, 1]]


def test_partners_sit_opposite_and_share_their_pegs() -> None:
    state = TEAM.start(4, seed=1)
    assert [side["players"] for side in state.score()] == [[0, 2], [1, 3]]
    for player in range(4):
        seen = state.observe(player)["racks"]
        assert [isinstance(rack, list) for rack in seen] == [other == player for other in range(4)]


@pytest.mark.parametrize(("ruleset", "players"), [(TEAM, 4), (SOLO, 1)])
def test_the_printed_example_of_two_boards(ruleset: Any, players: int) -> None:
    """Two green and four yellow take both pegs to the end of the first board: both stand at 0 of the second."""
    plan = _lay(
        "-1,0 green", "-2,0 green", "2,0 yellow", "3,0 yellow", "1,1 yellow", "1,2 yellow", "-5,1 red", "-4,1 red"
    )
    position = _position(ruleset.name, players, plan=plan, peg={"0": {"green": 16, "yellow": 14}})
    state = ruleset.state(
        {**position, "bag": ["red_red", "blue_blue"], "racks": [["green_yellow", "red_red"][:players]]}
    )
    after = state.apply({"place": {"tile": "green_yellow", "a": [0, 0], "b": [1, 0]}}).to_json()
    assert after["peg"]["0"] == {"green": 18, "yellow": 18}
    assert after["bonus_owed"] == 2


@pytest.mark.parametrize(("first", "points"), [([0, 0], 20), ([1, 0], 18)])
def test_which_half_is_first_matters_on_two_boards(first: list[int], points: int) -> None:
    """A peg at 15 and halves worth five and two: five first ends at 2 of the second board, two first at its 0."""
    plan = [*FAR, *_lay("-1,0 red", "-2,0 red", "-3,0 red", "0,-1 red", "-1,1 red", "2,0 red", "3,0 red")]
    position = _position("ingenious/team", 4, plan=plan, peg={"0": {"red": 15}}, racks=[["red_red", "blue_blue"]])
    asked = TEAM.state(position).apply({"place": {"tile": "red_red", "a": [0, 0], "b": [1, 0]}})
    assert asked.asks[0]["ask"] == "score.order"
    assert asked.apply({"begin": {"at": first}}).to_json()["peg"]["0"]["red"] == points


def test_the_end_of_the_second_board_gives_one_again() -> None:
    plan = [*FAR, *_lay("-1,0 red")]
    position = _position("ingenious/team", 4, plan=plan, peg={"0": {"red": 35}}, racks=[["red_green", "blue_blue"]])
    after = TEAM.state(position).apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}}).to_json()
    assert after["peg"]["0"]["red"] == 36
    assert after["bonus_owed"] == 1


def test_alone_there_is_no_rack_and_no_swap() -> None:
    states = list(WALKS["random"](SOLO.start(1, seed=4), 4))
    asks = {state.asks[0]["ask"] for state in states if state.asks}
    assert asks <= {"place", "score.order"}
    placing = [state.to_json() for state in states if state.asks and state.asks[0]["ask"] == "place"]
    assert {len(position["racks"][0]) for position in placing} == {1}


def test_an_older_english_book_gives_no_extra_placements_alone() -> None:
    plan = [*FAR, *_lay("-1,0 red")]
    for name, owed in (("ingenious/solo", 1), ("ingenious/solo+edition-en", None)):
        position = _position(
            name, 1, plan=plan, peg={"0": {"red": 17}}, racks=[["red_green"]], bag=["red_red", "red_red"]
        )
        after = load(name).state(position).apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}})
        assert after.to_json().get("bonus_owed") == owed


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


# ---- other rulings ----------------------------------------------------------------------------------------------


def test_extra_placements_may_be_left_under_the_other_ruling() -> None:
    ruleset = load("ingenious/team+ruling-optional-bonus")
    parts: Json = {"plan": [*FAR, *_lay("-1,0 red")], "peg": {"0": {"red": 17}}, "racks": [["red_green", "blue_blue"]]}
    before = ruleset.state(_position(ruleset.name, 4, **parts))
    assert [r.rule for r in before.judge({"decline": {}}).rejections] == ["bonus.decline"]
    won = before.apply({"place": {"tile": "red_green", "a": [0, 0], "b": [1, 0]}})
    assert won.to_json()["bonus_owed"] == 1
    left = won.apply({"decline": {}})
    assert "bonus_owed" not in left.to_json()
    assert left.asks[0]["ask"] == "swap"


def test_a_rack_may_be_swapped_again_under_the_other_ruling() -> None:
    ruleset = load("ingenious/standard+ruling-swap-again")
    peg = {"0": {"green": 3, "blue": 5, "orange": 6, "yellow": 7, "purple": 8}}
    parts: Json = {"plan": FAR, "peg": peg, "racks": [["blue_blue"]], "bag": ["green_green"] * 5 + ["blue_blue"] * 4}
    state = ruleset.state({**_position(ruleset.name, **parts), "asks": [{"ask": "swap", "player": 0}]})
    again = state.apply({"swap": {}})
    again = again.apply({"shuffle": "bag", "step": "swap.mix", "order": sorted(again.to_json()["bag"])})
    assert again.asks[0] == {"ask": "swap", "player": 0}
    assert again.apply({"pass": {}}).asks[0] == {"ask": "place", "player": 1}
    once = (
        load("ingenious/standard")
        .state({**_position(**parts), "asks": [{"ask": "swap", "player": 0}]})
        .apply({"swap": {}})
    )
    after = once.apply({"shuffle": "bag", "step": "swap.mix", "order": sorted(once.to_json()["bag"])})
    assert after.asks[0] == {"ask": "place", "player": 1}
