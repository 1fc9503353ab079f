"""What a game is made of and what a position stores: kinds, tables, boards, zones, marks, variables, definitions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.ir.expressions import Expr
from tilelaw_dsl.ir.types import ThingType, Type


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A field of a kind, a record or a cell."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class RecordDecl:
    """A record type."""

    name: str
    fields: tuple[FieldDecl, ...]


@dataclass(frozen=True, slots=True)
class MemberDecl:
    """A member of a kind: its name (a word or a number), how many pieces of it there are, and its data, field
    by field; a record is the tuple of its fields, a member of a kind its name."""

    name: str | int
    copies: int
    data: tuple[Datum, ...]


Datum: TypeAlias = int | bool | str | tuple["Datum", ...] | None


@dataclass(frozen=True, slots=True)
class KindDecl:
    """A kind with its members in order."""

    name: str
    fields: tuple[FieldDecl, ...]
    members: tuple[MemberDecl, ...]


@dataclass(frozen=True, slots=True)
class TableDecl:
    """A parameter's values: one, or one for each value of its index type, in order."""

    name: str
    type: Type
    index: Type | None
    values: tuple[Datum, ...]


class Steps(StrEnum):
    """The relations between neighbouring cells."""

    ORTHOGONAL = "orthogonal"
    KING = "king"
    HEX = "hex"


@dataclass(frozen=True, slots=True)
class Squares:
    """A grid of squares: columns x from..to, rows y from..to (x to the right, y down)."""

    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon of hexagons, axial q and r (r down), centre 0,0, `side` cells along each side."""

    side: int


@dataclass(frozen=True, slots=True)
class RelationDecl:
    """A named relation of a board."""

    name: str
    steps: Steps


@dataclass(frozen=True, slots=True)
class CellFieldDecl:
    """A field of a board's cells. A printed field never changes and is no part of a position: `printed` lists
    cells and values, all other cells are blank there."""

    name: str
    type: Type
    is_printed: bool
    printed: tuple[tuple[int, int, Datum], ...]


@dataclass(frozen=True, slots=True)
class BoardDecl:
    """A board; `owned`: every player has one. `written` is its key in a position."""

    name: str
    owned: bool
    written: str
    cell: str
    grid: Squares | Hexagon
    relations: tuple[RelationDecl, ...]
    fields: tuple[CellFieldDecl, ...]


class Order(StrEnum):
    """How a zone keeps its pieces: a pile in drawing order, a row sorted by a field, a hand in component
    order."""

    PILE = "pile"
    ROW = "row"
    HAND = "hand"


class Viewers(StrEnum):
    """Who sees the pieces of a zone."""

    ALL = "all"
    NOBODY = "nobody"
    OWNER = "owner"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The player asked sees the zone while an ask is due and a condition holds."""

    ask: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A zone. `starts` lists pieces and their number in component order; moved pieces join a pile at its end."""

    name: str
    owned: bool
    written: str
    order: Order
    of: ThingType
    by: str
    """For a row: the field it is sorted by; empty: component order."""
    starts: tuple[tuple[str | int, int], ...]
    seen_by: Viewers
    glimpses: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True)
class MarkDecl:
    """Something that marks a piece while it lies in a row; it travels from row to row and is lost elsewhere."""

    name: str
    kind: str
    type: Type


@dataclass(frozen=True, slots=True)
class VariableDecl:
    """A variable; it starts blank at every index."""

    name: str
    indices: tuple[Type, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class ParameterDecl:
    """A parameter of a definition."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Define:
    """A definition; its body sees its parameters and the position, nothing else."""

    name: str
    parameters: tuple[ParameterDecl, ...]
    type: Type
    body: Expr
    rule: str = ""
    """The rule it belongs to; empty for a definition of the whole layer."""
