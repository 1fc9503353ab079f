"""The typed rules of one ruleset for one number of players, ready to be played: the contract between the
language and every engine.

A `Game` is complete and closed: no names are left to look up in any text, no sugar, no layers. Everything that
is calculated is an `Expr`; everything that changes a position is an `Effect`; the course of play is a tree of
flow items. `to_json` and `from_json` are inverse to each other, so a game can be stored and sent.

Values
    flag        true or false
    number      an integer
    thing       a member of a kind, a player, a side, a cell, a direction, a record; or *nothing*
    set         things (or numbers, or sets) without order or repetition
    bag         the pieces of a zone, in order, with repetition
    list        numbers in order (only `sorted` makes one)

Nothing. There is no null and no failing expression. Whatever is asked of nothing gives the *blank* of the type
it should have given: a flag `false`, a number 0, a thing *nothing*, a set or bag the empty one. So a field of
nothing, a table outside its index, a call with nothing for a parameter that must be something, a variable with
nothing as index are all blank. Nothing equals nothing else (not even nothing) and is in no set.

Order. Things have one canonical order: members as declared, players and sides from 0, cells by owner, then x,
then y, directions as listed in `geometry`. Sets are walked, and answered, in that order.

At once. The effects of one answer (of all rules together), or of one step, happen at once: every expression
reads the position before. Two effects that give one place different values clash: that is an error in the
rules, reported in play.
"""

from __future__ import annotations

import json
import types
import typing
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import Any, TypeAlias

# ---- types ----------------------------------------------------------------------------------------------


class Sort(StrEnum):
    """What sort of thing a thing is."""

    KIND = "kind"
    RECORD = "record"
    PLAYER = "player"
    SIDE = "side"
    CELL = "cell"
    DIRECTION = "direction"


@dataclass(frozen=True, slots=True)
class FlagType:
    """True or false."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """A number that is proved to lie between two bounds."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ThingType:
    """A thing; `name` is the kind's, the record's or the board's, and empty for players and sides."""

    sort: Sort
    name: str = ""
    maybe: bool = False
    """Whether it may be nothing."""


@dataclass(frozen=True, slots=True)
class SetType:
    """A set with at most so many elements."""

    of: ThingType | NumberType | SetType
    most: int


@dataclass(frozen=True, slots=True)
class BagType:
    """Pieces of a kind (or player markers), in order, at most so many."""

    of: ThingType
    most: int


@dataclass(frozen=True, slots=True)
class ListType:
    """Numbers in order."""

    most: int


Type: TypeAlias = FlagType | NumberType | ThingType | SetType | BagType | ListType


# ---- expressions ------------------------------------------------------------------------------------------


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


# ---- components and state ---------------------------------------------------------------------------------


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


# ---- effects ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Let:
    """Binds a name for the effects after it."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class SetCell:
    """Gives a field of a cell, or of every cell of a set, a value."""

    board: str
    field: str
    of: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class SetMark:
    """Marks a piece, or every piece of a set."""

    mark: str
    of: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Gives a variable a value; with nothing among its indices, does nothing."""

    name: str
    indices: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Put:
    """Copies the named fields of a record to a cell."""

    board: str
    record: str
    fields: tuple[str, ...]
    value: Expr
    on: Expr


@dataclass(frozen=True, slots=True)
class ZoneRef:
    """A zone as a place to take from or put to."""

    zone: str
    owner: Expr | None


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Takes pieces from a zone and puts them into another, or out of the game. Exactly one of three says which:
    `everything`, the first `top`, or `these` (a thing, set or bag)."""

    everything: bool
    top: Expr | None
    these: Expr | None
    source: ZoneRef
    target: ZoneRef | None


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    """Play rests until the new order of a zone is given (only at steps, after the other effects)."""

    zone: ZoneRef


@dataclass(frozen=True, slots=True)
class Show:
    """Shows pieces or values to everybody: an event, no change."""

    what: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class EndGame:
    """The game is over when these effects have happened."""


@dataclass(frozen=True, slots=True)
class ForEach:
    """Effects for each element of a set."""

    element: str
    over: Expr
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class When:
    """Effects if a condition holds."""

    condition: Expr
    effects: tuple[Effect, ...]


Effect: TypeAlias = (
    Let | SetCell | SetMark | SetVariable | Put | MovePieces | ShuffleZone | Show | EndGame | ForEach | When
)


# ---- actions and rules ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of an action: its values are the elements of `domain`, which may speak of earlier arguments,
    of `you` and of the bindings of the ask. Each of `within` is a set that some requirement demands anyway, so
    an engine that lists moves may pass over values outside it; it never decides legality."""

    name: str
    type: Type
    domain: Expr
    within: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two answers that differ only by swapping these arguments are one when the condition holds; the canonical
    one has the smaller value first."""

    first: str
    second: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Action:
    """An action, under the rule that gives its arguments their domains."""

    name: str
    rule: str
    arguments: tuple[Argument, ...]
    same: tuple[Swapped, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a requirement that helps to explain it: how the author wrote it, and what it is."""

    text: str
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a rule demands of an action. It is judged when it is meant for the due ask (`ask`, if given), when
    its condition holds, and when every rule of `given` has no failing requirement for the same answer."""

    rule: str
    action: str
    ask: str | None
    when: Expr | None
    lets: tuple[Let, ...]
    condition: Expr
    given: tuple[str, ...]
    text: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a rule does after an answer (`action`, perhaps only at one `ask`) or at a `step`."""

    rule: str
    action: str | None
    ask: str | None
    step: str | None
    when: Expr | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of a side (`you`): one line, or one for each element, which is the line's key."""

    rule: str
    element: str | None
    type: Type | None
    """The element's type."""
    over: Expr | None
    points: Expr
    text: str


@dataclass(frozen=True, slots=True)
class RankLine:
    """What decides among sides (`you`) that are tied so far: a number, or a list of numbers, the more the
    better. `None` says that what is still tied is shared."""

    rule: str
    value: Expr | None
    is_list: bool


@dataclass(frozen=True, slots=True)
class SidesLine:
    """The sides, each a set of players."""

    rule: str
    sides: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Invariant:
    """What holds in every whole position, for each element if there are any."""

    rule: str
    element: str | None
    over: Expr | None
    condition: Expr
    text: str


# ---- flow -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skip:
    """A rule that passes over a flow item when a condition holds."""

    rule: str
    when: Expr


@dataclass(frozen=True, slots=True)
class Carried:
    """A binding that is written into an ask because it is read later; one of a player equal to the player
    asked is left out of the text."""

    name: str
    type: Type
    hidden_in: str
    """The zone a piece was taken from when not everybody may know it; else empty."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where rules take effect `at` this name. `carries` matters when something is shuffled here."""

    name: str
    when: Expr | None
    skips: tuple[Skip, ...]
    carries: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows an answer, with its arguments bound."""

    action: str
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: `actions` lists what can be answered, its own action first. An ask of nobody is not asked."""

    name: str
    actions: tuple[str, ...]
    of: Expr
    when: Expr | None
    skips: tuple[Skip, ...]
    question: str
    branches: tuple[Branch, ...]
    carries: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Binding:
    """A name bound for each pass: `value` for the first pass, `then` (if given) for later ones, else `value`
    again. When a thing bound so is nothing, the loop is over."""

    name: str
    type: Type
    value: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop: `while_` is judged before each pass, `until` after it; both read the position only (and the
    bindings around the loop)."""

    name: str
    while_: Expr | None
    until: Expr | None
    bindings: tuple[Binding, ...]
    items: tuple[FlowItem, ...]
    skips: tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """A loop over a set in canonical order. `over` and `when` are read again whenever play comes back to it:
    the elements after the bound one follow."""

    name: str
    element: str
    type: Type
    over: Expr
    when: Expr | None
    items: tuple[FlowItem, ...]
    skips: tuple[Skip, ...]


FlowItem: TypeAlias = Step | Ask | Repeat | Each


# ---- the whole --------------------------------------------------------------------------------------------------


class CitationKind(StrEnum):
    """Where a rule comes from."""

    SOURCE = "source"
    RULING = "ruling"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Citation:
    """One edition's heading, or the reason of a ruling, or the note of a house rule."""

    kind: CitationKind
    edition: str
    heading: str
    note: str


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as people know it."""

    id: str
    title: str
    layer: str
    """The layer that introduced it."""
    changed_by: tuple[str, ...]
    citations: tuple[Citation, ...]
    follows: tuple[str, ...]
    does: tuple[str, ...]
    """What kinds of clauses it has: action, require, effect, skip, define, score, rank, sides, invariant."""
    cost: int


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one ruleset for one number of players."""

    name: str
    players: int
    title: str
    layers: tuple[str, ...]
    editions: tuple[tuple[str, str], ...]
    rules: tuple[RuleInfo, ...]
    kinds: tuple[KindDecl, ...]
    records: tuple[RecordDecl, ...]
    tables: tuple[TableDecl, ...]
    boards: tuple[BoardDecl, ...]
    zones: tuple[ZoneDecl, ...]
    marks: tuple[MarkDecl, ...]
    variables: tuple[VariableDecl, ...]
    defines: tuple[Define, ...]
    actions: tuple[Action, ...]
    requirements: tuple[Requirement, ...]
    consequences: tuple[Consequence, ...]
    scores: tuple[ScoreLine, ...]
    ranks: tuple[RankLine, ...]
    sides: SidesLine | None
    invariants: tuple[Invariant, ...]
    flow: tuple[FlowItem, ...]


# ---- JSON -------------------------------------------------------------------------------------------------------


def to_data(value: Any) -> Any:
    """Return a node as plain lists, objects, texts and numbers; each node says its class under `is`."""
    if is_dataclass(value) and not isinstance(value, type):
        data = {"is": type(value).__name__}
        for part in fields(value):
            data[part.name] = to_data(getattr(value, part.name))
        return data
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    return value


def from_data(data: Any, wanted: Any) -> Any:
    """Return the node that `to_data` wrote, checked against the wanted type."""
    if isinstance(data, dict):
        cls = globals()[data["is"]]
        hints = _hints(cls)
        return cls(**{name: from_data(data[name], hint) for name, hint in hints.items()})
    if isinstance(data, list):
        inner = _element_hints(wanted, len(data))
        return tuple(from_data(item, hint) for item, hint in zip(data, inner, strict=True))
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return wanted(data)
    return data


@cache
def _hints(cls: type) -> dict[str, Any]:
    return {part.name: typing.get_type_hints(cls)[part.name] for part in fields(cls)}


def _element_hints(wanted: Any, length: int) -> list[Any]:
    if typing.get_origin(wanted) in (typing.Union, types.UnionType):
        tuples = [arm for arm in typing.get_args(wanted) if typing.get_origin(arm) is tuple]
        wanted = tuples[0] if tuples else tuple[Any, ...]
    arguments = typing.get_args(wanted)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return [arguments[0]] * length
    if len(arguments) == length:
        return list(arguments)
    return [Any] * length


def to_json(game: Game) -> str:
    """Return a game as JSON text."""
    return json.dumps(to_data(game), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Game:
    """Return the game that `to_json` wrote."""
    game: Game = from_data(json.loads(text), Game)
    return game
