"""Expressions that read something by its name: bound values, members, fields, what a position holds, definitions.
They are what the pass `names` of `check` finds for a name. The functions of the language stand in `functions`, all
other expressions and the family of all in `expressions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tilelaw_dsl.ir.node import Node

if TYPE_CHECKING:  # any expression may stand in these, and these in any
    from tilelaw_dsl.ir.expressions import Expr


@dataclass(frozen=True, slots=True)
class Flag(Node):
    """True or false as it stands."""

    value: bool


@dataclass(frozen=True, slots=True)
class Member(Node):
    """One member of a kind, by name."""

    kind: str
    name: str | int


@dataclass(frozen=True, slots=True)
class Direction(Node):
    """One direction of a shape of grid, by name (see `geometry`)."""

    shape: str
    name: str


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """The absence of a thing."""


@dataclass(frozen=True, slots=True)
class Local(Node):
    """A value bound around here: an argument, an element, a `let`, a flow binding, `you`, `it`."""

    name: str


@dataclass(frozen=True, slots=True)
class Table(Node):
    """A parameter; with an index, the value at it."""

    name: str
    index: Expr | None


@dataclass(frozen=True, slots=True)
class CellField(Node):
    """A field of a cell (its owner's board holds the values); `field` may be a printed one."""

    board: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Coordinate(Node):
    """The first (`axis` 0: x, q) or second (1: y, r) coordinate of a cell."""

    axis: int
    of: Expr


@dataclass(frozen=True, slots=True)
class CellOwner(Node):
    """The player on whose board a cell lies."""

    of: Expr


@dataclass(frozen=True, slots=True)
class DataField(Node):
    """A field of a member of a kind."""

    kind: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class RecordField(Node):
    """A field of a record."""

    record: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class MarkOf(Node):
    """What marks a piece."""

    mark: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable at its indices."""

    name: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneOf(Node):
    """The pieces in a zone, a bag; `owner` for zones that each player, or each member of a kind, has."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Cells(Node):
    """All cells of a board; `owner` for boards that each player has."""

    board: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class CellAt(Node):
    """The cell of a board at two coordinates, nothing off the board; `owner` for boards that each player has."""

    board: str
    owner: Expr | None
    x: Expr
    y: Expr


@dataclass(frozen=True, slots=True)
class Members(Node):
    """All members of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Players(Node):
    """All players."""


@dataclass(frozen=True, slots=True)
class Sides(Node):
    """All sides."""


@dataclass(frozen=True, slots=True)
class Call(Node):
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
