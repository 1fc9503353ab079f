"""Evaluates expressions against one position.

An `Evaluator` finds the handler of each node by the node's class. Handlers are plain functions, one for each
node, and live in the modules `things`, `sets` and `boards`; the two nodes that ask about the rules themselves
are handled by `legality` and `scoring`. `meaning` puts all of them together.

Nothing an expression reads ever changes while an evaluator lives, so what takes long is worked out once and
kept: a call by its arguments, and likewise a node that goes through many elements, by the values of the names
it reads, as if it were a definition without a name.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.position import Position
from tilelaw_reference.rules import Rules
from tilelaw_reference.values import Env, Value

Handler: TypeAlias = Callable[["Evaluator", Any, Env], Value]
"""Given where it is evaluated, the node, and the values bound around it."""

NO_BINDINGS: Env = {}

LONG = frozenset({ir.Narrow, ir.Tied, ir.Fold, ir.Reach, ir.Regions})
"""Nodes that go through many elements."""


class Evaluator:
    """Gives expressions their values in one position."""

    def __init__(self, rules: Rules, position: Position, handlers: Mapping[type, Handler]) -> None:
        self.rules = rules
        self.position = position
        self._handlers = handlers
        self._known: dict[Hashable, Value] = {}

    def value(self, node: ir.Expr, env: Env) -> Value:
        """Return the value of an expression."""
        handler = self._handlers[type(node)]
        if type(node) not in LONG:
            return handler(self, node, env)
        key = (id(node), *(env.get(name) for name in self.rules.names_read(node)))
        return self.once(key, lambda: handler(self, node, env))

    def number(self, node: ir.Expr, env: Env) -> int:
        """Return the value of a number; the first of an empty set of numbers, say, is 0."""
        return self.value(node, env) or 0

    def holds(self, condition: ir.Expr | None, env: Env) -> bool:
        """Return whether a condition holds; no condition always does."""
        return condition is None or bool(self.value(condition, env))

    def once(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """Return what `work` gives, doing it only once in this position."""
        if key not in self._known:
            self._known[key] = work()
        return self._known[key]

    @property
    def sides(self) -> tuple[frozenset[int], ...]:
        """The players of each side; without declared sides every player is one."""
        line = self.rules.game.sides
        if line is None:
            return tuple(frozenset({player}) for player in range(self.rules.game.players))
        sides: tuple[frozenset[int], ...] = self.once(
            "sides", lambda: tuple(self.value(side, NO_BINDINGS) for side in line.sides)
        )
        return sides
