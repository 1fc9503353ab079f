"""What the author wrote: one frozen node per construct, in the order of grammar.lark.

Nodes compare by meaning: `span` takes no part in equality. Sequences are tuples. Optional parts are `None`,
texts are plain strings without their quotes. Families are union aliases at the end of each part, and passes
over them are plain functions with `match` and a final `assert_never`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything an author wrote, and where."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Node):
    """A name, id or path standing where something is named."""

    text: str


# ---- expressions ----------------------------------------------------------------------------------


class Quantifier(StrEnum):
    """Tests on how many things a set holds."""

    SOME = "some"
    NO = "no"
    ONE = "one"


class Folding(StrEnum):
    """How one value is made of many."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"
    UNION = "union"
    SORTED = "sorted"


class Narrowing(StrEnum):
    """How part of a set is kept."""

    WHERE = ""
    HIGHEST = "highest"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Integer(Node):
    """`7`"""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Integers(Node):
    """`1..3`, the set of these numbers"""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """`bag`, `you`, `it`, `red`: resolved by what it stands beside"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """`garden(you)`"""

    function: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    """`at.flower`"""

    of: Expr
    field: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrow(Node):
    """`bed[flower = red]`, `players[p: some hand(p)]`, `players[highest count hand(it)]`"""

    of: Expr
    how: Narrowing
    element: Word | None
    by: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf(Node):
    """`{a, b}`"""

    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouped(Node):
    """`(E)`; kept so that the formatter keeps the author's brackets"""

    inner: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Node):
    """`sum(x over s)`, `most(count r over r in regions(s))`"""

    how: Folding
    body: Expr
    element: Word | None
    over: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Node):
    """`red: 2`, `3: 1`, `else: 0`"""

    value: Word | None
    """The member or number, as written; nothing stands for `else`."""
    result: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Node):
    """`match w with (red: 1, blue: 2)`"""

    of: Expr
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative(Node):
    """`-E`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Node):
    """`count S`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    """`a + b`, also `- * div mod | & except`, `at most` and `at least`"""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Node):
    """`a = b`, also `!= < <= > >=`, `in`, `not in`, `meets`"""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Node):
    """`some S`, `no S`, `one S`"""

    how: Quantifier
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLegal(Node):
    """`no legal place`"""

    action: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    """`not C`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class And(Node):
    """`C and D`"""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Or(Node):
    """`C or D`"""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    """`if C then A else B`"""

    condition: Expr
    then: Expr
    otherwise: Expr


Expr: TypeAlias = (
    Integer
    | Integers
    | Name
    | Call
    | Field
    | Narrow
    | SetOf
    | Grouped
    | Fold
    | Match
    | Negative
    | Count
    | Binary
    | Compare
    | Quantified
    | NoLegal
    | Not
    | And
    | Or
    | If
)


# ---- types ------------------------------------------------------------------------------------------


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
    """`colour`, `player`, `spot`"""

    name: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class MaybeType(Node):
    """`player?`"""

    of: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SetType(Node):
    """`set of square`"""

    of: Type


Type: TypeAlias = FlagType | IntType | NamedType | MaybeType | SetType


# ---- heads of a layer ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Title(Node):
    """`title "Two players"`"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition(Node):
    """`edition cs "Lovci mamutů"`"""

    name: Word
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading(Node):
    """`cs "Konec hry"`: where one edition says it"""

    edition: Word
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section(Node):
    """`section finish` with a heading per edition"""

    name: Word
    headings: tuple[Heading, ...]


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


# ---- declarations -------------------------------------------------------------------------------------


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
class KindsData(Node):
    """`kinds card from "cards.csv"` with the columns that matter"""

    name: Word
    file: Word
    fields: tuple[FieldDecl, ...]


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
    """`grid hexagon 8`: a hexagon of hexagons with so many cells along each side"""

    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Node):
    """`relation beside = orthogonal`"""

    name: Word
    steps: Word


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

    viewers: str


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
    order: str
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
    """`var peg(side, colour): 0..36`"""

    name: Word
    indices: tuple[Type, ...]
    type: Type


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


# ---- flow ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Node):
    """`step round.row when C`"""

    name: Word
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Node):
    """`on place`: what follows that answer"""

    action: Word
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Node):
    """`ask setup.first-pick for select of mover "Which one?"`"""

    name: Word
    action: Word | None
    of: Expr
    when: Expr | None
    question: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding(Node):
    """`mover = first(players) then next_player(mover)`"""

    name: Word
    value: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Node):
    """`repeat round while some next`; at most one of the two tests is there"""

    name: Word
    while_: Expr | None
    until: Expr | None
    bindings: tuple[Binding, ...]
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Node):
    """`each round as c in colour when C`"""

    name: Word
    element: Word
    of: Expr
    when: Expr | None
    items: tuple[FlowItem, ...]


FlowItem: TypeAlias = Step | Ask | Repeat | Each


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow(Node):
    """`flow`: the course of the game"""

    items: tuple[FlowItem, ...]


# ---- effects ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Node):
    """`let n = E`"""

    name: Word
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign(Node):
    """`at.height := 2`; `x := no` has no value"""

    place: Expr
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Node):
    """`put card.left on at`: copies every field both have"""

    record: Expr
    on: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPieces(Node):
    """`all`"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopPieces(Node):
    """`top 4`"""

    count: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ThesePieces(Node):
    """the pieces an expression gives"""

    pieces: Expr


Pieces: TypeAlias = AllPieces | TopPieces | ThesePieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Node):
    """`move top 4 from bag to stall`"""

    pieces: Pieces
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Node):
    """`remove due from row`"""

    pieces: Pieces
    source: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Node):
    """`shuffle bag`"""

    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Node):
    """`show who to all`"""

    what: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Node):
    """`end`: the game is over"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Node):
    """`for c in colour` with effects for each"""

    element: Word
    of: Expr
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Node):
    """`when C` with effects"""

    condition: Expr
    effects: tuple[Effect, ...]


Effect: TypeAlias = Let | Assign | Put | Move | Remove | Shuffle | Show | End | ForEach | When


# ---- rules --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBook(Node):
    """`source aim in hu "may take"`"""

    section: Word
    editions: tuple[Word, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRuling(Node):
    """`ruling "no edition says"`"""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceHouse(Node):
    """`house "played at our club"`"""

    note: str


Citation: TypeAlias = SourceBook | SourceRuling | SourceHouse


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Node):
    """`require a in S given plant.free`"""

    condition: Expr
    given: tuple[Word, ...]


BodyLine: TypeAlias = Require | Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAction(Node):
    """`for place at setup.first-pick when C`: a requirement, or effects"""

    actions: tuple[Word, ...]
    ask: Word | None
    when: Expr | None
    body: tuple[BodyLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtStep(Node):
    """`at round.row when C` with effects"""

    step: Word
    when: Expr | None
    body: tuple[BodyLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip(Node):
    """`skip select when no next`"""

    item: Word
    when: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Node):
    """`what in hand(you)`"""

    name: Word
    domain: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SameSwapped(Node):
    """`same if a, b swapped when C`"""

    first: Word
    second: Word
    when: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(Node):
    """`action discard instead of place`"""

    name: Word
    instead_of: Word | None
    arguments: tuple[Argument, ...]
    same: tuple[SameSwapped, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Node):
    """`score for c in colour: E`"""

    element: Word | None
    over: Expr | None
    points: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank(Node):
    """`rank total(you)`; `rank shared` has no value"""

    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides(Node):
    """`sides {nth(players, 1), nth(players, 3)}, …`"""

    sides: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant(Node):
    """`invariant for p in players: one regions(land(p))`"""

    element: Word | None
    over: Expr | None
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows(Node):
    """`follows place.connects`: a consequence of other rules"""

    rules: tuple[Word, ...]


Clause: TypeAlias = ForAction | AtStep | Skip | Action | Define | Score | Rank | Sides | Invariant | Follows
RuleLine: TypeAlias = Title | Citation | Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Node):
    """`rule place.connects`"""

    id: Word
    lines: tuple[RuleLine, ...]


# ---- what one layer does to those beneath ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceRule(Node):
    """`replace rule score.region`"""

    id: Word
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendRule(Node):
    """`amend rule score.region`"""

    id: Word
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRule(Node):
    """`remove rule plant.pass because "…"`"""

    id: Word
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParam(Node):
    """`set reach = 4, 3, 2`"""

    name: Word
    values: tuple[Expr, ...] | tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMembers(Node):
    """`add to kinds colour: yellow`"""

    kind: Word
    members: tuple[Word, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFields(Node):
    """`add to board bed` with fields"""

    board: Word
    fields: tuple[FieldDecl, ...]


class Where(StrEnum):
    """The side of an anchor on which a layer inserts."""

    AFTER = "after"
    BEFORE = "before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Node):
    """`insert after select` with flow items"""

    where: Where
    anchor: Word
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceStep(Node):
    """`replace step opening` with flow items"""

    name: Word
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveStep(Node):
    """`remove step swap because "…"`"""

    name: Word
    reason: str


Declaration: TypeAlias = KindsList | KindsData | RecordDecl | Param | Board | Zone | Mark | Var | Define
Verb: TypeAlias = (
    ReplaceRule | AmendRule | RemoveRule | SetParam | AddMembers | AddFields | Insert | ReplaceStep | RemoveStep
)
Item: TypeAlias = Title | Edition | Section | Players | NeedsKinds | NeedsDefine | Declaration | Flow | Rule | Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Node):
    """`layer garden/duel on garden/basic for players 2`"""

    name: Word
    on: tuple[Word, ...]
    counts: tuple[int, ...]
    """The player counts it is bound to; none means any."""
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Node):
    """All layers of one text."""

    layers: tuple[Layer, ...]


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a node, in the order written."""
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything inside it."""
    yield node
    for child in children(node):
        yield from walk(child)
