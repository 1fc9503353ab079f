"""Counts the sequences of moves from a state: a fingerprint of the rules.

Shuffles are no moves and leave their zone in component order. A game that ends earlier adds nothing.
"""

from __future__ import annotations

from typing import Literal, overload

from tilelaw_reference.engine import State
from tilelaw_reference.wire.write import text


@overload
def perft(state: State, depth: int, divide: Literal[False] = False) -> int: ...
@overload
def perft(state: State, depth: int, divide: Literal[True]) -> dict[str, int]: ...


def perft(state: State, depth: int, divide: bool = False) -> int | dict[str, int]:
    """Return how many sequences of exactly `depth` moves there are; divided, by the text of the first move."""
    if not divide:
        return state.perft(depth)
    state = state.without_dealer().unshuffled()
    counts = (after.perft(depth - 1) for after in state.children())
    return {text(move.to_json()): count for move, count in zip(state.moves(), counts, strict=True)}
