"""Everything that changes a position. One list of effects happens at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.node import Expr, Node
from tilelaw_dsl.ir.types import Type


@dataclass(frozen=True, slots=True)
class Let(Node):
    """Binds a name for the effects after it."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Addition(Node):
    """What is added to the old value of a place, beside all else that is added to it, and what bounds the sum."""

    amount: Expr
    most: Expr | None
    least: Expr | None


Given: TypeAlias = Expr | Addition


@dataclass(frozen=True, slots=True)
class SetCell(Node):
    """Gives a field of a cell, or of every cell of a set, a value."""

    board: str
    field: str
    of: Expr
    value: Given


@dataclass(frozen=True, slots=True)
class SetMark(Node):
    """Marks a piece, or every piece of a set."""

    mark: str
    of: Expr
    value: Given


@dataclass(frozen=True, slots=True)
class SetVariable(Node):
    """Gives a variable a value; with nothing among its indices, does nothing."""

    name: str
    indices: tuple[Expr, ...]
    value: Given


@dataclass(frozen=True, slots=True)
class Put(Node):
    """Copies the named fields of a record to a cell."""

    board: str
    record: str
    fields: tuple[str, ...]
    value: Expr
    on: Expr


@dataclass(frozen=True, slots=True)
class ZoneRef(Node):
    """A zone as a place to take from or put to."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class AllPieces(Node):
    """Every piece of the zone."""


@dataclass(frozen=True, slots=True)
class TopPieces(Node):
    """The first pieces of the zone, this many or all there are."""

    count: Expr


@dataclass(frozen=True, slots=True)
class ThesePieces(Node):
    """The pieces that an expression (a thing, set or bag) names."""

    pieces: Expr


Pieces: TypeAlias = AllPieces | TopPieces | ThesePieces


@dataclass(frozen=True, slots=True)
class MovePieces(Node):
    """Takes pieces from a zone and puts them into another, or out of the game."""

    pieces: Pieces
    source: ZoneRef
    target: ZoneRef | None


@dataclass(frozen=True, slots=True)
class ShuffleZone(Node):
    """Play rests until the new order of a zone is given (only at steps, after the other effects)."""

    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Show(Node):
    """Shows pieces or values to everybody: an event, no change."""

    what: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class EndGame(Node):
    """The game is over when these effects have happened."""


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """Effects for each element of a set."""

    element: str
    over: Expr
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class When(Node):
    """Effects if a condition holds."""

    condition: Expr
    effects: tuple[Effect, ...]


Effect: TypeAlias = (
    Let | SetCell | SetMark | SetVariable | Put | MovePieces | ShuffleZone | Show | EndGame | ForEach | When
)
