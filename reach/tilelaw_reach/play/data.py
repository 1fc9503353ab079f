"""Positions and answers as JSON data: the types, and functions that read parts of them.

A position arrives as an object from the engine or from a case. Whatever has another shape than expected reads as
empty, because a case may name anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
Data: TypeAlias = Mapping[str, Json]
"""A position, an answer, or another JSON object."""
Piece: TypeAlias = str | int
"""The name of a piece; copies share it."""
Cell: TypeAlias = tuple[int, int]
Content: TypeAlias = dict[str, Json]
"""The fields of a cell without its place."""
Path: TypeAlias = tuple[str, ...]
"""The keys that lead from a position to a number in it."""


@dataclass(frozen=True, slots=True)
class Due:
    """What must be answered in a position: an ask, or a shuffle."""

    data: Data
    ask: str
    """The name of the ask; empty for a shuffle."""
    player: int
    """Who is asked; -1 if nobody is named."""
    shuffle: str
    """The zone that is shuffled; empty for an ask."""
    owner: int
    """Whose zone is shuffled; -1 if it belongs to nobody."""

    @property
    def others(self) -> list[Json]:
        """What the ask carries besides its name and its player."""
        return [value for name, value in self.data.items() if name not in ("ask", "player")]

    def ordered(self, pieces: Sequence[Piece]) -> Data:
        """Return the answer that shuffles the zone into this order."""
        return {
            **{name: self.data[name] for name in ("shuffle", "owner", "step") if name in self.data},
            "order": pieces,
        }


def due_in(position: Data) -> Due | None:
    """Return what must be answered in a position, or nothing if the game is over."""
    asks = items(position.get("asks"))
    if not asks:
        return None
    data = fields(asks[0])
    return Due(
        data,
        ask=_word(data.get("ask")),
        player=number(data.get("player"), -1),
        shuffle=_word(data.get("shuffle")),
        owner=number(data.get("owner"), -1),
    )


def ask_in(position: Data) -> str:
    """Return the name of the ask that is due, or an empty text."""
    due = due_in(position)
    return due.ask if due is not None else ""


def fields(data: Json) -> Data:
    """Return an object as it is, and anything else as an empty one."""
    return data if isinstance(data, Mapping) else {}


def items(data: Json) -> Sequence[Json]:
    """Return a list as it is, and anything else as an empty one."""
    return data if isinstance(data, list) else []


def number(data: Json, otherwise: int = 0) -> int:
    """Return a whole number as it is, and anything else as another number."""
    return data if type(data) is int else otherwise


def piece(data: Json) -> Piece:
    """Return the name of a piece."""
    assert isinstance(data, str | int), "the engine writes pieces as words or numbers"
    return data


def cell(data: Json) -> Cell:
    """Return the cell that a list of two numbers, or of two numbers and an owner, names."""
    x, y = items(data)[:2]
    return number(x), number(y)


def step_from(at: Cell, step: Cell) -> Cell:
    """Return the cell that lies one step away."""
    return at[0] + step[0], at[1] + step[1]


def arguments(answers: Iterable[Data]) -> Iterator[Json]:
    """Yield the arguments of moves; orders of shuffles have none."""
    for answer in answers:
        for given in answer.values():
            yield from fields(given).values()


def cells_named(answers: Iterable[Data]) -> set[Cell]:
    """Return the cells that occur in moves."""
    return {cell(value) for value in arguments(answers) if _is_cell(value)}


def numbers(data: Json, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Yield the numbers in nested objects, each with its path."""
    if isinstance(data, Mapping):
        for name, part in data.items():
            yield from numbers(part, (*path, name))
    elif type(data) is int:
        yield path, data


def _is_cell(data: Json) -> bool:
    place = items(data)[:2]
    return len(place) == 2 and all(type(part) is int for part in place)


def _word(data: Json) -> str:
    return data if isinstance(data, str) else ""
