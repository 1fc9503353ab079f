"""Types, heads of layers and declarations as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.syntax.expressions import Arm, Expr
from tilelaw_dsl.syntax.node import Node, Word
from tilelaw_dsl.vocabulary import Order, Viewers


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagType(Node):
    """`flag`"""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntType(Node):
    """`0..9`"""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedType(Node):
    """`colour`, `player`, `spot`, `direction of bed`"""

    name: Word
    board: Word | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MaybeType(Node):
    """`player?`"""

    of: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SetType(Node):
    """`set of square`"""

    of: Type


Type: TypeAlias = FlagType | IntType | NamedType | MaybeType | SetType


@dataclass(frozen=True, slots=True, kw_only=True)
class Title(Node):
    """`title "Two players"`"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Node):
    """`look "garden.yaml"`"""

    file: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(Node):
    """`players 2..4`"""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsKinds(Node):
    """`needs kinds herb`"""

    name: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsDefine(Node):
    """`needs worth(s: set of square): 0..400`"""

    name: Word
    parameters: tuple[TypedName, ...]
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed(Node):
    """`red at 0,-5`: what is printed on a cell of the board"""

    value: Word | None
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDecl(Node):
    """`height: 0..2`, `pond: flag printed at 0,0`"""

    name: Word
    type: Type
    printed: tuple[Printed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsList(Node):
    """`kinds colour: red, blue`"""

    name: Word
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTable(Node):
    """`add to kinds card from "more.csv"`: more rows, or with fields more columns for the rows that there are"""

    kind: Word
    file: Word | None
    """Without one the columns stand in the tables that there are."""
    fields: tuple[FieldDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsData(Node):
    """`kinds card from "cards.csv"` with the columns that matter"""

    name: Word
    file: Word
    fields: tuple[FieldDecl, ...]
    more: tuple[AddTable, ...] = ()
    """What layers above have added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDecl(Node):
    """`record half` with its fields"""

    name: Word
    fields: tuple[FieldDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Node):
    """`param reach by 1..3: 0..16 = 3, 2, 1`"""

    name: Word
    index: Type | None
    type: Type
    values: tuple[Expr, ...] | tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SquareGrid(Node):
    """`grid squares -8..8 by -8..8`: columns, then rows"""

    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class HexGrid(Node):
    """`grid hexagon 8`: a hexagon of hexagons with this number of cells along each side"""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationSteps(Node):
    """`orthogonal`, `up_left, up_right`: relations of the grid, or directions"""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationWhen(Node):
    """`a, b when a.x = b.x`: a condition on a cell and a neighbour of it"""

    cells: tuple[Word, ...]
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationPairs(Node):
    """`pairs from "mills.csv"`, perhaps `one way`"""

    file: Word
    one_way: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Node):
    """`relation beside = orthogonal`"""

    name: Word
    by: RelationSteps | RelationWhen | RelationPairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Node):
    """`board bed of player written beds`"""

    name: Word
    owner: Word | None
    written: Word | None
    grid: SquareGrid | HexGrid
    relations: tuple[Relation, ...]
    cell: Word
    fields: tuple[FieldDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartsAll(Node):
    """`starts with all`"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartsEach(Node):
    """`starts with 2 of each`"""

    count: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBy(Node):
    """`seen by owner`"""

    viewers: Viewers


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenWhile(Node):
    """`seen by asked at take when how = pile`"""

    ask: Word
    when: Expr | None


ZoneOption: TypeAlias = StartsAll | StartsEach | SeenBy | SeenWhile


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Node):
    """`zone stall: row of card by number, seen by all`"""

    name: Word
    owner: Word | None
    written: Word | None
    order: Order
    kind: Word
    by: Word | None
    options: tuple[ZoneOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Node):
    """`mark by on card: player?`"""

    name: Word
    kind: Word
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Node):
    """`var peg(side, colour): 0..36`, `var bid(player): 0..9 seen by owner`"""

    name: Word
    indices: tuple[Type, ...]
    type: Type
    seen: SeenBy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedName(Node):
    """`p: player`"""

    name: Word
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Define(Node):
    """`define garden(p: player) = bed[planted_by = p]`"""

    name: Word
    parameters: tuple[TypedName, ...]
    type: Type | None
    body: Expr
