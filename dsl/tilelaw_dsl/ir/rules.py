"""What rules do: actions, demands, consequences, scores, ranks, sides, invariants."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl.ir.effects import Effect, Let
from tilelaw_dsl.ir.expressions import Expr
from tilelaw_dsl.ir.types import Type


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
