"""The flow of play: a tree of named items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.expressions import Expr
from tilelaw_dsl.ir.node import Node
from tilelaw_dsl.ir.types import Type


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """A rule that passes over a flow item when a condition holds."""

    rule: str
    when: Expr


@dataclass(frozen=True, slots=True)
class Carried(Node):
    """A binding that is written into an ask because it is read later; one of a player equal to the player
    asked is left out of the text."""

    name: str
    type: Type
    hidden_in: str
    """The zone or variable that tells it when not everybody may know it; else empty."""


@dataclass(frozen=True, slots=True)
class Step(Node):
    """Where rules take effect `at` this name. `carries` matters when something is shuffled here."""

    name: str
    when: Expr | None
    skips: tuple[Skip, ...]
    carries: tuple[Carried, ...]


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """What follows an answer, with its arguments bound."""

    action: str
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True)
class Ask(Node):
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
class Binding(Node):
    """A name bound for each pass: `value` for the first pass, `then` (if given) for later ones, else `value`
    again. When a thing bound so is nothing, the loop is over."""

    name: str
    type: Type
    value: Expr
    then: Expr | None


@dataclass(frozen=True, slots=True)
class While(Node):
    """Judged before each pass: the loop goes on while it holds."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Until(Node):
    """Judged after each pass: the loop is over when it holds."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """A loop; its test reads the position only (and the bindings around the loop)."""

    name: str
    test: While | Until | None
    bindings: tuple[Binding, ...]
    items: tuple[FlowItem, ...]
    skips: tuple[Skip, ...]


@dataclass(frozen=True, slots=True)
class Each(Node):
    """A loop over a set in canonical order. `over` is read again whenever play comes back to it: the elements after
    the bound one follow. An element for which `when` does not hold, as its turn comes, is passed over."""

    name: str
    element: str
    type: Type
    over: Expr
    when: Expr | None
    items: tuple[FlowItem, ...]
    skips: tuple[Skip, ...]


FlowItem: TypeAlias = Step | Ask | Repeat | Each
