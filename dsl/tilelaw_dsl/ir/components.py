"""What a game is made of and what a position stores: kinds, tables, boards, zones, marks, variables, definitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.node import Expr, Node
from tilelaw_dsl.ir.types import ThingType, Type
from tilelaw_dsl.vocabulary import Order, Viewers


@dataclass(frozen=True, slots=True)
class FieldDecl(Node):
    """A field of a kind, a record or a cell."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class RecordDecl(Node):
    """A record type."""

    name: str
    fields: tuple[FieldDecl, ...]


@dataclass(frozen=True, slots=True)
class MemberDecl(Node):
    """A member of a kind: its name (a word or a number), how many pieces of it there are, and its data, field
    by field; a record is the tuple of its fields, a member of a kind its name."""

    name: str | int
    copies: int
    data: tuple[Datum, ...]


Datum: TypeAlias = int | bool | str | tuple["Datum", ...] | None


@dataclass(frozen=True, slots=True)
class KindDecl(Node):
    """A kind with its members in order."""

    name: str
    fields: tuple[FieldDecl, ...]
    members: tuple[MemberDecl, ...]


@dataclass(frozen=True, slots=True)
class TableDecl(Node):
    """A parameter's values: one, or one for each value of its index type, in order."""

    name: str
    type: Type
    index: Type | None
    values: tuple[Datum, ...]


@dataclass(frozen=True, slots=True)
class Squares(Node):
    """A grid of squares: columns x from..to, rows y from..to (x to the right, y down)."""

    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hexagon(Node):
    """A hexagon of hexagons, axial q and r (r down), centre 0,0, `side` cells along each side."""

    side: int


@dataclass(frozen=True, slots=True)
class RelationDecl(Node):
    """A named relation of a board: the `directions` in which the neighbours of a cell lie, or, where it is not made
    of directions, every pair of a cell and a neighbour (`x, y, x, y`), sorted. The same on all copies of the board."""

    name: str
    directions: tuple[str, ...]
    pairs: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CellFieldDecl(Node):
    """A field of a board's cells. A printed field never changes and is no part of a position: `printed` lists
    cells and values, all other cells are blank there."""

    name: str
    type: Type
    is_printed: bool
    printed: tuple[tuple[int, int, Datum], ...]


@dataclass(frozen=True, slots=True)
class BoardDecl(Node):
    """A board; `owned`: every player has one. `written` is its key in a position."""

    name: str
    owned: bool
    written: str
    cell: str
    grid: Squares | Hexagon
    relations: tuple[RelationDecl, ...]
    fields: tuple[CellFieldDecl, ...]


@dataclass(frozen=True, slots=True)
class Glimpse(Node):
    """The player asked sees the zone while an ask is due and a condition holds."""

    ask: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class ZoneDecl(Node):
    """A zone. `starts` lists pieces and their number in component order; moved pieces join a pile at its end."""

    name: str
    owner: ThingType | None
    """Of what there is a zone for each: players, or the members of a kind. Nothing: there is one zone."""
    written: str
    order: Order
    of: ThingType
    by: str
    """For a row: the field it is sorted by; empty: component order."""
    starts: tuple[tuple[str | int, int], ...]
    seen_by: Viewers
    glimpses: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True)
class MarkDecl(Node):
    """Something that marks a piece while it lies in a row; it travels from row to row and is lost elsewhere."""

    name: str
    kind: str
    type: Type


@dataclass(frozen=True, slots=True)
class VariableDecl(Node):
    """A variable; it starts blank at every index. One that its owner or a team sees has a player as its first index."""

    name: str
    indices: tuple[Type, ...]
    type: Type
    seen_by: Viewers = Viewers.ALL


@dataclass(frozen=True, slots=True)
class ParameterDecl(Node):
    """A parameter of a definition."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Define(Node):
    """A definition; its body sees its parameters and the position, nothing else."""

    name: str
    parameters: tuple[ParameterDecl, ...]
    type: Type
    body: Expr
    rule: str = ""
    """The rule it belongs to; empty for a definition of the whole layer."""
