"""Expressions that read something by its name: bound values, members, fields, what a position holds, definitions.
They are what the pass `names` of `check` finds for a name. The functions of the language stand in `functions`, all
other expressions and the family of all in `expressions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.node import Expr


@dataclass(frozen=True, slots=True)
class Flag(Expr):
    """True or false as it stands."""

    value: bool


@dataclass(frozen=True, slots=True)
class Member(Expr):
    """One member of a kind, by name."""

    kind: str
    name: str | int


@dataclass(frozen=True, slots=True)
class Direction(Expr):
    """One direction of a shape of grid, by name (see `geometry`)."""

    shape: str
    name: str


@dataclass(frozen=True, slots=True)
class Nothing(Expr):
    """The absence of a thing."""


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A value bound around here: an argument, an element, a `let`, a flow binding, `you`, `it`."""

    name: str


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """A parameter; with an index, the value at it."""

    name: str
    index: Expr | None


@dataclass(frozen=True, slots=True)
class CellField(Expr):
    """A field of a cell (its owner's board holds the values); `field` may be a printed one."""

    board: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Coordinate(Expr):
    """The first (`axis` 0: x, q) or second (1: y, r) coordinate of a cell."""

    axis: int
    of: Expr


@dataclass(frozen=True, slots=True)
class CellOwner(Expr):
    """The player on whose board a cell lies."""

    of: Expr


@dataclass(frozen=True, slots=True)
class DataField(Expr):
    """A field of a member of a kind."""

    kind: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class RecordField(Expr):
    """A field of a record."""

    record: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class MarkOf(Expr):
    """What marks a piece."""

    mark: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    """A variable at its indices."""

    name: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    """The pieces in a zone, a bag; `owner` for zones that each player, or each member of a kind, has."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Cells(Expr):
    """All cells of a board; `owner` for boards that each player has."""

    board: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class CellAt(Expr):
    """The cell of a board at two coordinates, nothing off the board; `owner` for boards that each player has."""

    board: str
    owner: Expr | None
    x: Expr
    y: Expr


@dataclass(frozen=True, slots=True)
class Members(Expr):
    """All members of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Players(Expr):
    """All players."""


@dataclass(frozen=True, slots=True)
class Sides(Expr):
    """All sides."""


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A definition with arguments."""

    define: str
    arguments: tuple[Expr, ...]


NameExpr: TypeAlias = (
    Flag
    | Member
    | Direction
    | Nothing
    | Local
    | Table
    | CellField
    | Coordinate
    | CellOwner
    | DataField
    | RecordField
    | MarkOf
    | Variable
    | ZoneOf
    | Cells
    | CellAt
    | Members
    | Players
    | Sides
    | Call
)
