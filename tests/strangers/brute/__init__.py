"""The games once more, in plain Python: by the authors of the rules, but by other methods, and without the project.

Each module has a position with the same four methods, so that one test compares them all with the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, Self, TypeAlias, TypeVar

Answer: TypeAlias = dict[str, dict[str, str | int | list[int]]]
"""A move as the rules write it."""

Move = TypeVar("Move")


class Position(Protocol[Move]):
    """A position of a game, with the moves from it; one without moves is the end."""

    def moves(self) -> Sequence[Move]: ...

    def after(self, move: Move) -> Self: ...

    def answer(self, move: Move) -> Answer: ...

    def result(self) -> list[int]:
        """Return what the sides are ranked by at the end."""


def count(position: Position[Move], depth: int) -> int:
    """Return the number of sequences of moves."""
    if depth < 2:
        return len(position.moves()) if depth else 1
    return sum(count(position.after(move), depth - 1) for move in position.moves())
