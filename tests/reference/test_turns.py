"""Where turns begin, read off positions alone, in whole games."""

from __future__ import annotations

import pytest

from play.walks import random_walk, skilfully, walk
from tilelaw_play.library import load

FIRST = {"place", "setup.first-pick", "two.first-pick"}


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("origins/tribe", 2),
        ("origins/totem", 4),
        ("kingdomino/classic", 2),
        ("ingenious/team", 4),
    ],
)
def test_turns_begin_with_placing(name: str, players: int) -> None:
    for state in random_walk(load(name, engine="evaluator").start(players, seed=2), 2):
        if state.is_over:
            assert state.begins_turn
        else:
            owed = state.to_json().get("bonus_owed", 0)
            assert state.begins_turn == (state.asks[0]["ask"] in FIRST and not owed)


@pytest.mark.parametrize(("name", "players"), [("ingenious/standard", 2), ("ingenious/solo", 1)])
def test_an_extra_placement_is_no_new_turn(name: str, players: int) -> None:
    within = 0
    for state in walk(load(name).start(players, seed=2), 2, skilfully):  # the evaluator says where turns begin
        if state.to_json().get("bonus_owed"):
            within += 1
            assert not state.begins_turn
    assert within > 0
