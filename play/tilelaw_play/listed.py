"""The moves that the compiled engine lists: bytes until somebody looks at them.

A list of moves compares equal to the evaluator's, and so does each move in it. Most moves are never looked at, and to
decode them would take far longer than to list them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, overload

from tilelaw_engine import Listing
from tilelaw_reference import Move, Value

Content: TypeAlias = tuple[int, str, tuple[tuple[str, Value], ...]]
"""The player, the action and its arguments by name."""
Decode: TypeAlias = Callable[[bytes], Move]
"""Reads a move of one position from its bytes."""


class ListedMove(Move):
    """A legal move of one list, decoded when it is first looked at."""

    __slots__ = ("_move", "data", "source")
    __setattr__ = object.__setattr__  # as quick as possible: one is made whenever a move is drawn from a list

    def __init__(self, source: ListedMoves, data: bytes) -> None:
        self.source = source
        self.data = data
        self._move: Move | None = None

    @property
    def move(self) -> Move:
        """The move itself."""
        if self._move is None:
            self._move = self.source.decode(self.data)
        return self._move

    @property
    def player(self) -> int:
        """Whose move it is."""
        return self.move.player

    @property
    def action(self) -> str:
        """What is done."""
        return self.move.action

    @property
    def values(self) -> tuple[tuple[str, Value], ...]:
        """The arguments by name."""
        return self.move.values

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ListedMove) and other.source is self.source:
            return other.data == self.data
        return isinstance(other, Move) and self._content == (other.player, other.action, other.values)

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> Content:
        return self.player, self.action, self.values

    def __repr__(self) -> str:
        return repr(self.move)

    def __reduce__(self) -> tuple[type[Move], Content]:
        return Move, self._content


class ListedMoves(Sequence[Move]):
    """All legal moves of a position, in canonical order."""

    __slots__ = ("_listing", "_size", "decode")

    def __init__(self, listing: Listing, size: int, decode: Decode) -> None:
        self._listing = listing
        self._size = size
        self.decode = decode

    def __len__(self) -> int:
        return self._listing.count

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        count = self._listing.count
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(count)))
        if place < 0:
            place += count
        if not 0 <= place < count:
            raise IndexError("there are not so many moves")
        start = place * self._size
        return ListedMove(self, self._listing.moves[start : start + self._size])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ListedMoves | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
