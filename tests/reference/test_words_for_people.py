"""What people read: moves in short, and one sentence for what is not understood."""

from __future__ import annotations

from typing import Any

import pytest

from tilelaw_play import load
from tilelaw_reference import MoveError, PositionError, State


def first_placement() -> State:
    state = load("origins/discovery", engine="evaluator").start(4, seed=1)
    while state.to_json()["asks"][0]["ask"] != "place":
        state = state.apply(state.moves()[0])
    return state


def test_a_move_is_shown_in_short() -> None:
    state = load("origins/discovery", engine="evaluator").start(4, seed=1)
    move = state.moves()[0]
    assert str(move) == f"select tile {move.to_json()['select']['tile']}"
    assert str(first_placement().moves()[0]).startswith("place a ")
    assert str(load("ingenious/standard", engine="evaluator").start(2, seed=1).moves()[0]).count(",") == 2


@pytest.mark.parametrize("answer", [3, None, 1.5, True])
def test_what_is_no_answer_is_named(answer: Any) -> None:
    with pytest.raises(MoveError, match=r"^expected a move or the order of a zone, found `"):
        first_placement().apply(answer)


@pytest.mark.parametrize("players", ["4", 4.0, None, True])
def test_what_is_no_number_of_players_is_named(players: Any) -> None:
    with pytest.raises(PositionError, match=r"^players: expected a number of players, found `"):
        load("origins/discovery", engine="evaluator").start(players)


def test_a_ruleset_checks_positions_as_its_engines_do() -> None:
    broken = {"ruleset": "origins/discovery", "players": 4, "row": [{"tile": 4}]}
    load("origins/discovery", engine="evaluator").state(broken)
    with pytest.raises(PositionError, match=r"`turn\.order`"):
        load("origins/discovery", engine="evaluator").state(broken, check=True)


def test_long_lists_are_counted_unless_they_are_wanted() -> None:
    judgement = first_placement().judge({"place": {"a": [0, 0], "b": [1, 0]}})
    counted = [fact for each in judgement.to_json()["rejections"] for fact in each.get("facts", [])]
    written = [fact for each in judgement.to_json(whole=True)["rejections"] for fact in each.get("facts", [])]
    assert [fact["text"] for fact in counted] == [fact["text"] for fact in written]
    assert any("count" in fact for fact in counted)
    assert not any("count" in fact for fact in written)
