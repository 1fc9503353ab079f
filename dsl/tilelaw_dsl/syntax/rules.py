"""Rules, their clauses and effects as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.syntax.declarations import Define, Title
from tilelaw_dsl.syntax.expressions import Expr
from tilelaw_dsl.syntax.node import Node, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Node):
    """`let n = E`"""

    name: Word
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign(Node):
    """`at.height := 2`"""

    place: Expr
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Node):
    """`add 1 to coins(you) at most 99`"""

    amount: Expr
    place: Expr
    most: Expr | None
    least: Expr | None


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


Effect: TypeAlias = Let | Assign | Add | Put | Move | Remove | Shuffle | Show | End | ForEach | When


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Node):
    """`ruling "no edition says"`"""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class House(Node):
    """`house "played at our club"`, in a rule or for all rules of a layer"""

    note: str


Basis: TypeAlias = Ruling | House


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Node):
    """`require a in S`"""

    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Without(Node):
    """`without coins, bag`: what the block in whose place this one stands wrote or moved, and this one does not"""

    places: tuple[Word, ...]


BodyLine: TypeAlias = Require | Without | Effect


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
class Elements(Node):
    """`for c in colour:` at the head of a line: the line holds for each of them"""

    element: Word
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Node):
    """`score for c in colour: E`"""

    each: Elements | None
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

    each: Elements | None
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Follows(Node):
    """`follows plant.free`: a consequence of other rules"""

    rules: tuple[Word, ...]


Clause: TypeAlias = ForAction | AtStep | Skip | Action | Define | Score | Rank | Sides | Invariant | Follows
RuleLine: TypeAlias = Basis | Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Node):
    """`rule plant.free "A flower is planted on a free spot"`"""

    id: Word
    title: Title | None
    lines: tuple[RuleLine, ...]
