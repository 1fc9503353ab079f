"""The flow of play: a tree of named items.

Every item knows how many steps of work it takes at most to come to it, and each time play goes round it again. Engines
add them up between two resting places, so they agree on what takes too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.node import Expr, Node
from tilelaw_dsl.ir.types import Type

MOST_STEPS = 20_000_000
"""The most steps that one question may take: which moves are legal, what an answer or a step does, what is scored; and
the most that play may take from one resting place to the next."""


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
    steps: int = 0


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
    steps: int = 0


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
    steps: int = 0
    """For each pass."""


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
    steps: int = 0
    again: int = 0
    """The steps for each further element."""


FlowItem: TypeAlias = Step | Ask | Repeat | Each


def flow_items(items: Iterable[FlowItem]) -> Iterator[FlowItem]:
    """Yield items of the flow, each followed by those inside it."""
    for item in items:
        yield item
        match item:
            case Step():
                pass
            case Ask(branches=branches):
                for branch in branches:
                    yield from flow_items(branch.items)
            case Repeat(items=inner) | Each(items=inner):
                yield from flow_items(inner)
