"""The moves that the compiled engine lists: bytes until somebody looks at them.

A list of moves compares equal to the evaluator's, and so does each move in it. Most moves are never looked at, and to
decode them would take far longer than to list them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, overload

from tilelaw_engine import Listing
from tilelaw_reference import Move, Value

Content: TypeAlias = tuple[int, str, tuple[tuple[str, Value], ...]]
"""The player, the action and its arguments by name."""


class Decodes(Protocol):
    """The position whose moves are listed."""

    def decoded(self, data: bytes) -> Move:
        """Return a move of the player asked from its bytes."""


class ListedMove(Move):
    """A legal move in a position, decoded when it is first looked at."""

    __slots__ = ("_move", "at", "data")
    __setattr__ = object.__setattr__  # as quick as possible: one is made whenever a move is drawn from a list
    __delattr__ = object.__delattr__  # Python sets attributes quickly only where both are its own

    at: Decodes | None
    data: bytes
    _move: Move | None

    def __init__(self, player: int, action: str, values: tuple[tuple[str, Value], ...] = ()) -> None:
        # As every move is made: `dataclasses.replace` makes another out of one that was listed.
        self.at = None
        self.data = b""
        self._move = Move(player, action, values)

    @property
    def move(self) -> Move:
        """The move itself."""
        if self._move is None:
            assert self.at is not None, "a move is decoded already, or knows where it was listed"
            self._move = self.at.decoded(self.data)
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
        if isinstance(other, ListedMove) and other.at is self.at is not None:
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


_NEW = ListedMove.__new__


class ListedMoves(Sequence[Move]):
    """All legal moves of a position, in canonical order."""

    __slots__ = ("_at", "_count", "_data", "_size")

    def __init__(self, at: Decodes, listing: Listing, size: int) -> None:
        self._at = at
        self._count, self._data = listing
        self._size = size

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(self._count)))
        if not 0 <= place < self._count:
            if not -self._count <= place < 0:
                raise IndexError("there are not so many moves")
            place += self._count
        size = self._size
        made = _NEW(ListedMove)
        made.at = self._at
        made.data = self._data[place * size : (place + 1) * size]
        made._move = None
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ListedMoves | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
