"""Everything that is calculated: one node for each kind of expression. What they mean stands in the package."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands."""

    value: int


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false as it stands."""

    value: bool


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a kind, by name."""

    kind: str
    name: str | int


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction of a board's grid, by name (see `geometry`)."""

    board: str
    name: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The absence of a thing."""


@dataclass(frozen=True, slots=True)
class Local:
    """A value bound around here: an argument, an element, a `let`, a flow binding, `you`, `it`."""

    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """A parameter; with an index, the value at it."""

    name: str
    index: Expr | None


@dataclass(frozen=True, slots=True)
class CellField:
    """A field of a cell (its owner's board holds the values); `field` may be a printed one."""

    board: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The first (`axis` 0: x, q) or second (1: y, r) coordinate of a cell."""

    axis: int
    of: Expr


@dataclass(frozen=True, slots=True)
class CellOwner:
    """The player on whose board a cell lies."""

    of: Expr


@dataclass(frozen=True, slots=True)
class DataField:
    """A field of a member of a kind."""

    kind: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class RecordField:
    """A field of a record."""

    record: str
    field: str
    of: Expr


@dataclass(frozen=True, slots=True)
class MarkOf:
    """What marks a piece."""

    mark: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable at its indices."""

    name: str
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The pieces in a zone, a bag; `owner` for zones that each player has."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Cells:
    """All cells of a board; `owner` for boards that each player has."""

    board: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class Members:
    """All members of a kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Players:
    """All players."""


@dataclass(frozen=True, slots=True)
class Sides:
    """All sides."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Call:
    """A definition with arguments."""

    define: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AsSet:
    """A thing as the set of it alone (nothing: the empty set), or a bag as the set of its members."""

    of: Expr


@dataclass(frozen=True, slots=True)
class SetOf:
    """The set of these; nothing among them adds nothing."""

    elements: tuple[Expr, ...]


class SetOperator(StrEnum):
    """Set algebra."""

    UNION = "|"
    INTERSECTION = "&"
    EXCEPT = "except"


@dataclass(frozen=True, slots=True)
class SetAlgebra:
    """Two sets combined; the left side of `except` may be a bag and stays one."""

    operator: SetOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Narrow:
    """The elements for which a condition holds; of a bag, a bag."""

    of: Expr
    element: str
    condition: Expr


class Extreme(StrEnum):
    """Which end of an order."""

    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True)
class Tied:
    """The elements tied for the highest or lowest key."""

    of: Expr
    element: str
    which: Extreme
    key: Expr


class FoldOperator(StrEnum):
    """How one value is made of many. Of no elements: 0, 0, 0, the empty set, the empty list."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"
    UNION = "union"
    SORTED = "sorted"


@dataclass(frozen=True, slots=True)
class Fold:
    """A value for each element (of a bag: each piece), made into one."""

    operator: FoldOperator
    element: str
    over: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Count:
    """How many elements or pieces; of a thing (wrapped in `AsSet`), 1 or 0."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Inside:
    """A thing in a set, or a number in a set of numbers. Nothing is in no set."""

    element: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Subset:
    """Every element of one set in another."""

    part: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Meets:
    """An element common to both."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SameThing:
    """Two things are one. With nothing on either side, no. Records are the same when all their fields are."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SameSet:
    """Two sets (or two flags) are equal."""

    left: Expr
    right: Expr


class Comparison(StrEnum):
    """Comparisons of numbers."""

    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers compared."""

    operator: Comparison
    left: Expr
    right: Expr


class ArithmeticOperator(StrEnum):
    """Arithmetic; `div` rounds down, the divisor is proved not to be 0."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "div"
    REMAINDER = "mod"
    AT_MOST = "at most"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers made one; `at most` is the smaller, `at least` the larger of the two."""

    operator: ArithmeticOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    of: Expr


@dataclass(frozen=True, slots=True)
class And:
    """All hold; judged from the left, as far as needed."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one holds; judged from the left, as far as needed."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If:
    """One of two, by a condition."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Case:
    """One arm of a match: the member name or number, and what it gives."""

    value: str | int
    result: Expr


@dataclass(frozen=True, slots=True)
class Match:
    """The result of the arm that names the value (a member or a number); else `otherwise`, which is there
    whenever the arms do not cover every value the subject can have."""

    of: Expr
    arms: tuple[Case, ...]
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class First:
    """The first of a bag, or of a set in canonical order; nothing of nothing. With `count`: that many, as a bag
    of a bag and a set of a set."""

    of: Expr
    count: Expr | None


@dataclass(frozen=True, slots=True)
class Nth:
    """The element at a place, counted from 1; nothing when there are fewer."""

    of: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class NextPlayer:
    """The player after a player, round the table."""

    of: Expr


@dataclass(frozen=True, slots=True)
class SideOf:
    """The side a player belongs to."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells that can be reached from a set of cells in one to `steps` steps of a relation, without leaving
    `inside` (if given). A cell of the starting set is among them when it can be stepped on from another of
    them, or come back to."""

    board: str
    relation: str
    of: Expr
    steps: Expr
    inside: Expr | None


@dataclass(frozen=True, slots=True)
class Regions:
    """The connected parts of a set of cells, a set of sets."""

    board: str
    relation: str
    of: Expr


@dataclass(frozen=True, slots=True)
class SpanOf:
    """The longer side of the smallest upright rectangle around a set of cells; 0 of none."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Run:
    """The unbroken run of cells of a set that begins beside a cell in a direction (the cell itself not in it)."""

    board: str
    start: Expr
    direction: Expr
    inside: Expr


@dataclass(frozen=True, slots=True)
class Shift:
    """The cell beside a cell in a direction; nothing beyond the edge."""

    board: str
    of: Expr
    direction: Expr


@dataclass(frozen=True, slots=True)
class Directions:
    """All directions of a relation."""

    board: str
    relation: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The direction in which one cell has another as its neighbour; nothing if it has not."""

    board: str
    start: Expr
    end: Expr


@dataclass(frozen=True, slots=True)
class Distance:
    """The number of steps of a relation from one cell to another on the empty board."""

    board: str
    relation: str
    start: Expr
    end: Expr


@dataclass(frozen=True, slots=True)
class NoLegal:
    """The player asked has no legal answer by this action."""

    action: str


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of all score lines of a side."""

    of: Expr


Expr: TypeAlias = (
    Number
    | Flag
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
    | Members
    | Players
    | Sides
    | Numbers
    | Call
    | AsSet
    | SetOf
    | SetAlgebra
    | Narrow
    | Tied
    | Fold
    | Count
    | Inside
    | Subset
    | Meets
    | SameThing
    | SameSet
    | Compare
    | Arithmetic
    | Not
    | And
    | Or
    | If
    | Match
    | First
    | Nth
    | NextPlayer
    | SideOf
    | Reach
    | Regions
    | SpanOf
    | Run
    | Shift
    | Directions
    | Heading
    | Distance
    | NoLegal
    | Total
)
