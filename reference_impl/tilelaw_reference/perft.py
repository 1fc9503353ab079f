"""Counts the sequences of moves from a state: a fingerprint of the rules.

Shuffles are no moves and leave their zone in component order. A game that ends earlier adds nothing.
"""

from __future__ import annotations

from typing import Literal, overload

from tilelaw_reference.engine import State
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.position import Shuffling
from tilelaw_reference.model.values import canonical
from tilelaw_reference.wire.write import text


@overload
def perft(state: State, depth: int, divide: Literal[False] = False) -> int: ...
@overload
def perft(state: State, depth: int, divide: Literal[True]) -> dict[str, int]: ...


def perft(state: State, depth: int, divide: bool = False) -> int | dict[str, int]:
    """Return how many sequences of exactly `depth` moves there are; divided, by the text of the first move."""
    if not divide:
        return _count(state.without_dealer(), depth)
    state = _unshuffled(state.without_dealer())
    return {text(move.to_json()): _count(state.apply(move), depth - 1) for move in state.moves()}


def _count(state: State, depth: int) -> int:
    if depth <= 0:
        return 1
    state = _unshuffled(state)
    if depth == 1:
        return len(state.moves())
    return sum(_count(state.apply(move), depth - 1) for move in state.moves())


def _unshuffled(state: State) -> State:
    while isinstance(due := state.position.due, Shuffling):
        state = state.apply([json_value(piece) for piece in canonical(state.position.zones[due.zone])])
    return state
