"""What rules do: actions, requirements, consequences, scores, ranks, sides, invariants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.effects import Effect, Let
from tilelaw_dsl.ir.node import Expr, Node
from tilelaw_dsl.ir.types import Type


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """An argument of an action: its values are the elements of `domain`, which may speak of earlier arguments,
    of `you` and of the bindings of the ask. Each of `within` is a set that some requirement asks for anyway, so
    an engine that lists moves may pass over values outside it; it never decides legality."""

    name: str
    type: Type
    domain: Expr
    within: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Swapped(Node):
    """Two answers that differ only by swapping these arguments are one when the condition holds; the canonical
    one has the smaller value first."""

    first: str
    second: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Action(Node):
    """An action, under the rule that gives its arguments their domains."""

    name: str
    rule: str
    arguments: tuple[Argument, ...]
    same: tuple[Swapped, ...]


@dataclass(frozen=True, slots=True)
class Part(Node):
    """A part of a requirement that helps to explain it: how the author wrote it, and what it is."""

    text: str
    type: Type
    value: Expr


@dataclass(frozen=True, slots=True)
class Requirement(Node):
    """What a rule requires of an action. It is judged when it is meant for the due ask (if it names one) and when
    its condition holds."""

    rule: str
    action: str
    ask: str | None
    when: Expr | None
    lets: tuple[Let, ...]
    condition: Expr
    text: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class AfterAnswer(Node):
    """After an answer by an action; with `ask`, only to that ask."""

    action: str
    ask: str | None


@dataclass(frozen=True, slots=True)
class AtStep(Node):
    """At a step of the flow."""

    step: str


Trigger: TypeAlias = AfterAnswer | AtStep


@dataclass(frozen=True, slots=True)
class Consequence(Node):
    """What a rule does, and when."""

    rule: str
    trigger: Trigger
    when: Expr | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Elements(Node):
    """The elements of a set, bound to a name one after the other."""

    element: str
    type: Type
    """The element's type."""
    over: Expr


@dataclass(frozen=True, slots=True)
class ScoreLine(Node):
    """Points of a side (`you`): one line, or one for each element, which is the line's key."""

    rule: str
    each: Elements | None
    points: Expr
    text: str


@dataclass(frozen=True, slots=True)
class RankByNumber(Node):
    """Among sides (`you`) that are tied so far the higher number is better."""

    rule: str
    value: Expr


@dataclass(frozen=True, slots=True)
class RankByList(Node):
    """Among sides (`you`) that are tied so far the higher list is better, compared from the left."""

    rule: str
    value: Expr


@dataclass(frozen=True, slots=True)
class RankShared(Node):
    """Sides that are tied so far share their place; no line after this one counts."""

    rule: str


RankLine: TypeAlias = RankByNumber | RankByList | RankShared


@dataclass(frozen=True, slots=True)
class SidesLine(Node):
    """The sides, each a set of players."""

    rule: str
    sides: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Invariant(Node):
    """What holds in every whole position, for each element if there are any."""

    rule: str
    each: Elements | None
    condition: Expr
    text: str
