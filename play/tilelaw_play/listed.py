"""The moves that the compiled engine lists: bytes until somebody looks at them.

A list of moves compares equal to the evaluator's, and so does each move in it. Most moves are never looked at, and to
decode them would take far longer than to list them. Their bytes stay in the module as long as nothing else is listed
there; whoever wants them later has them listed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, overload

from tilelaw_reference import Move, Value

Content: TypeAlias = tuple[int, str, tuple[tuple[str, Value], ...]]
"""The player, the action and its arguments by name."""


class Decodes(Protocol):
    """The engine whose module lists moves."""

    def listed(self, record: bytes) -> bytes:
        """Return the legal moves of a position as bytes, one after the other."""

    def written(self, record: bytes, data: bytes) -> dict[str, Any]:
        """Return a move of the player asked in a position as JSON data."""

    def decoded(self, record: bytes, data: bytes) -> Move:
        """Return a move of the player asked in a position from its bytes."""


class ListedMove(Move):
    """A legal move in a position, decoded when it is first looked at."""

    __slots__ = ("_move", "listed", "place")
    __setattr__ = object.__setattr__  # as quick as possible: one is made whenever a move is drawn from a list
    __delattr__ = object.__delattr__  # Python sets attributes quickly only where both are its own

    listed: ListedMoves | None
    place: int
    _move: Move | None

    def __init__(self, player: int, action: str, values: tuple[tuple[str, Value], ...] = ()) -> None:
        # As every move is made: `dataclasses.replace` makes another out of one that was listed.
        self.listed = None
        self.place = 0
        self._move = Move(player, action, values)

    @property
    def move(self) -> Move:
        """The move itself."""
        if self._move is None:
            assert self.listed is not None, "a move is decoded already, or knows where it was listed"
            self._move = self.listed.engine.decoded(self.listed.record, self.data)
        return self._move

    @property
    def data(self) -> bytes:
        """The bytes of a move that was listed."""
        assert self.listed is not None, "moves that are made have no bytes"
        return self.listed.data_at(self.place)

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
        if isinstance(other, ListedMove) and other.listed is self.listed is not None:
            return other.place == self.place
        return isinstance(other, Move) and self._content == (other.player, other.action, other.values)

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> Content:
        return self.player, self.action, self.values

    def to_json(self) -> dict[str, Any]:
        """Return the move as it is written, which takes no rules."""
        if self.listed is None or self._move is not None:
            return self.move.to_json()
        return self.listed.engine.written(self.listed.record, self.data)

    def __repr__(self) -> str:
        return repr(self.move)

    def __reduce__(self) -> tuple[type[Move], Content]:
        return Move, self._content


_NEW = ListedMove.__new__


class ListedMoves(Sequence[Move]):
    """All legal moves of a position, in canonical order."""

    __slots__ = ("data", "engine", "number", "record")

    def __init__(self, engine: Decodes, record: bytes, number: int) -> None:
        self.engine = engine
        self.record = record
        self.number = number
        self.data: bytes | None = None

    def __len__(self) -> int:
        return self.number

    def data_at(self, place: int) -> bytes:
        """Return the bytes of a move."""
        data = self.data
        if data is None:
            self.data = data = self.engine.listed(self.record)
        size = len(data) // self.number
        return data[place * size : (place + 1) * size]

    @overload
    def __getitem__(self, place: int) -> Move: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(place, slice):
            return tuple(self[at] for at in range(*place.indices(self.number)))
        if not 0 <= place < self.number:
            if not -self.number <= place < 0:
                raise IndexError("there are not so many moves")
            place += self.number
        made = _NEW(ListedMove)
        made.listed = self
        made.place = place
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
