"""The flow of the game as written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.syntax.expressions import Expr
from tilelaw_dsl.syntax.node import Node, Word


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
class While(Node):
    """`while some next`"""

    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Until(Node):
    """`until some next`"""

    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Node):
    """`repeat round while some next`"""

    name: Word
    test: While | Until | None
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
    """`flow`: how the game is played from its start to its end"""

    items: tuple[FlowItem, ...]
