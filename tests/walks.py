"""Ways to walk through a game: at random, and greedily by the score one step ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tilelaw_reference.engine import State
from tilelaw_reference.move import Move

GREEDY_SAMPLE = 6
"""A greedy player looks at this many moves; all of them would cost minutes and walk much the same way."""


def random_walk(state: State, seed: int) -> Iterator[State]:
    """Yield every state of a game of random moves, the first and the last included."""
    chance = random.Random(seed)
    yield state
    while not state.is_over:
        state = state.apply(chance.choice(state.moves()))
        yield state


def greedy_walk(state: State, seed: int) -> Iterator[State]:
    """Yield every state of a game in which each decision is the best of a sample for who takes it."""
    chance = random.Random(seed)
    yield state
    while not state.is_over:
        moves = list(state.moves())
        sample = chance.sample(moves, min(len(moves), GREEDY_SAMPLE))
        player = state.asks[0]["player"]
        state = max((state.apply(move) for move in sample), key=lambda s: _standing(s, player))
        yield state


def _standing(state: State, player: int) -> list[int]:
    result: list[int] = next(side["result"] for side in state.score() if player in side["players"])
    return result


WALKS = {"random": random_walk, "greedy": greedy_walk}


def some(moves: tuple[Move, ...], number: int, seed: int) -> list[Move]:
    """Return a few of the moves, always the same ones."""
    return random.Random(seed).sample(list(moves), min(number, len(moves)))
