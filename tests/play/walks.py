"""Ways to walk through a game: at random, greedily by the score one step on, and steered towards rare rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from play.rule_counts import Application, Applications, happened, scored
from tilelaw_reference import Move, State
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.position import Shuffling

SAMPLE = 3
"""A player who thinks looks at this many moves; all of them would cost minutes and walk much the same way."""

Choice = Callable[[State, random.Random], State]
"""Returns the state after one of the moves."""


def walk(state: State, seed: int, choose: Choice) -> Iterator[State]:
    """Yield every state of a game, the first and the last included."""
    chance = random.Random(seed)
    yield state
    while not state.is_over:
        state = _dealt(choose(state, chance), chance)
        yield state


def _dealt(state: State, chance: random.Random) -> State:
    """Return the state after its shuffles; one that was read from JSON has no dealer of its own."""
    while "shuffle" in (state.due or {}):  # to ask a compiled state for its position takes the evaluator
        due = state.position.due
        assert isinstance(due, Shuffling)
        pieces = list(state.position.zones[due.zone])
        chance.shuffle(pieces)
        state = state.apply([json_value(piece) for piece in pieces])
    return state


def at_random(state: State, chance: random.Random) -> State:
    """Make any move."""
    return state.apply(state.some_moves(1, chance)[0])


def greedily(state: State, chance: random.Random) -> State:
    """Make the move of a sample that is best for who makes it."""
    player = state.asks[0]["player"]
    following = [state.apply(move) for move in state.some_moves(SAMPLE, chance)]
    return max(following, key=lambda after: _standing(after, player))


def skilfully(state: State, chance: random.Random) -> State:
    """Make the move of a large sample that brings the most points: slow, but it gets to the end of every track."""
    player = state.asks[0]["player"]
    following = [state.apply(move) for move in state.some_moves(16, chance)]
    return max(following, key=lambda after: _total(after, player))


def steered(counted: Applications) -> Choice:
    """Make the move of a sample that brings a rule to apply which has applied least, be it that it gives points."""

    def choose(state: State, chance: random.Random) -> State:
        following = [state.apply(move) for move in state.some_moves(SAMPLE, chance)]
        return min(following, key=lambda after: counted.least(applied(after)))

    return choose


def applied(state: State) -> Iterator[Application]:
    """Yield how rules applied on the way to a state, and those that give points in it."""
    yield from happened(state)
    yield from scored(state)


def random_walk(state: State, seed: int) -> Iterator[State]:
    """Yield every state of a game of random moves, the first and the last included."""
    return walk(state, seed, at_random)


def greedy_walk(state: State, seed: int) -> Iterator[State]:
    """Yield every state of a game in which each decision is the best of a sample for who takes it."""
    return walk(state, seed, greedily)


def _standing(state: State, player: int) -> list[int]:
    result: list[int] = next(side["result"] for side in state.score() if player in side["players"])
    return result


def _total(state: State, player: int) -> int:
    total: int = next(side["total"] for side in state.score() if player in side["players"])
    return total


WALKS = {"random": random_walk, "greedy": greedy_walk}


def some(moves: tuple[Move, ...], number: int, seed: int) -> list[Move]:
    """Return a few of the moves, always the same ones."""
    return random.Random(seed).sample(list(moves), min(number, len(moves)))
