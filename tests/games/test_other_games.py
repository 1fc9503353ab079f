"""The other modes and games: Discovery has to play, these already do; each is walked once, at random, to its end."""

from __future__ import annotations

import pytest

from tilelaw_reference.library import load
from walks import random_walk

GAMES = [
    ("origins/totem", 3),
    ("origins/tribe+centre+complete", 2),
    ("origins/discovery+edition-hu", 4),
    ("kingdomino/classic+harmony", 4),
    ("kingdomino/mighty-duel", 2),
    ("ingenious/standard", 2),
    ("ingenious/solo", 1),
]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_plays_to_its_end(name: str, players: int) -> None:
    ruleset = load(name)
    states = list(random_walk(ruleset.start(players, seed=1), 1))
    assert states[-1].is_over
    for state in states[::12]:
        assert ruleset.state(state.to_text()) == state
        ruleset.engine(players).state(state.to_json(), check=True)
    for side in states[-1].score():
        assert side["total"] == sum(line["points"] for line in side["lines"])


@pytest.mark.parametrize(("players", "touching"), [(2, 54), (3, 102), (4, 144)])
def test_first_moves_of_ingenious(players: int, touching: int) -> None:
    """Every different mixed tile can be turned two ways, a double one."""
    state = load("ingenious/standard").start(players, seed=3)
    rack = set(state.to_json()["racks"][0])
    doubles = sum(tile.split("_")[0] == tile.split("_")[1] for tile in rack)
    assert len(state.moves()) == touching * (2 * (len(rack) - doubles) + doubles)
