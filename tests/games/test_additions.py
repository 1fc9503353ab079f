"""Every bundled ruleset: the optional rules, other rulings, editions and house rules.

The modes themselves are played at length in `test_every_game`; here each other ruleset plays one whole game for one of
its numbers of players (for each of them in `make prove PART=tests`), and where the second engine knows it, both agree
all along.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from play import properties, second_engine
from play.walks import at_random, walk
from thorough import IS_THOROUGH, some
from tilelaw_play import load, names
from tilelaw_reference import State

MODES = {"origins/discovery", "origins/totem", "origins/tribe", "kingdomino/classic", "kingdomino/mighty-duel"}
OTHERS = [name for name in names(all=True) if name not in MODES and not name.startswith("ingenious/")]
ALSO = [
    ("origins/totem+centre+complete", 2),
    ("origins/tribe+centre+complete", 4),
    ("origins/tribe+edition-hu+ruling-recruit-last-round", 4),
    ("origins/tribe+ruling-lava-on-hut", 3),
    ("origins/totem+ruling-gaps-stop-lava", 3),
    ("kingdomino/classic+middle-kingdom+harmony", 3),
    ("kingdomino/mighty-duel+middle-kingdom+ruling-even-sides", 2),
    ("origins/totem+ruling-tie-loses-totem", 4),
    ("origins/discovery+edition-hu", 3),
    ("ingenious/solo+edition-en", 1),
    ("ingenious/team+ruling-optional-bonus", 4),
    ("ingenious/standard+ruling-swap-again", 2),
]
GAMES = [
    (name, players)
    for number, name in enumerate(OTHERS)
    for turn, players in enumerate(load(name).counts)
    if IS_THOROUGH or turn == number % len(load(name).counts)
]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_plays_to_its_end(name: str, players: int) -> None:
    states = list(walk(load(name).start(players, seed=players), players, at_random))
    assert states[-1].is_over
    _keeps_its_promises(states, players)


@pytest.mark.parametrize(("name", "players"), some(ALSO, 5))
def test_the_second_engine_agrees(name: str, players: int) -> None:
    chance = random.Random(players)
    states = list(walk(load(name).start(players, seed=9), 9, at_random))
    _keeps_its_promises(states, players)
    with second_engine.second_engine(name.split("/")[0]) as other:
        for number, (before, after) in enumerate(pairwise(states)):
            other.agrees(before, [second_engine.transition(before, after)])
            if number % 12 == 0:
                other.agrees(before, [*second_engine.standing(before), *second_engine.choices(before, chance)])
        other.agrees(states[-1], list(second_engine.standing(states[-1])))


def _keeps_its_promises(states: list[State], seed: int) -> None:
    chance = random.Random(seed)
    for state in states[:: len(states) // 3]:
        properties.text_survives(state)
        properties.invariants_hold(state)
        properties.scores_add_up(state)
        properties.nothing_leaks(state, chance)
        if not state.is_over:
            properties.moves_are_what_is_legal(state, chance)
    properties.history_replays(states[-1])
