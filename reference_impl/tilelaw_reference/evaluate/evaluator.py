"""Evaluates expressions against one position.

An `Evaluator` finds the handler of each node by the node's class, in the table that it is given.

Nothing an expression reads ever changes while an evaluator lives, so what takes long is evaluated once and
cached: a call by its arguments, and likewise a node that goes through many elements, by the values of the names
it reads, as if it were a definition without a name. The evaluator of the next position takes over what reads
nothing that has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, Never, TypeAlias, TypeVar

from tilelaw_dsl import ir
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.position import CellPlace, Position, changes
from tilelaw_reference.model.values import Cell, Env, Value, as_number, as_players

Handler: TypeAlias = Callable[["Evaluator", Any, Env], Value]
"""Given where it is evaluated, the node, and the values bound around it."""

Node = TypeVar("Node")
Other = TypeVar("Other")
Handled = TypeVar("Handled", contravariant=True)
Result = TypeVar("Result")

NO_BINDINGS: Env = {}

LONG = frozenset({ir.Narrow, ir.Tied, ir.Fold, ir.Reach, ir.Regions})
"""Nodes that go through many elements."""


class Handlers(Generic[Handled]):
    """Handlers by the class of their nodes; `Handled` is the union of these classes.

    A table that handles more is a table that handles fewer, so the type checker accepts a table as
    `Handlers[ir.AnyExpr]` only when no expression is missing in it. It also compares each class with the node that
    its handler takes.
    """

    def __init__(self, by_class: dict[type, Handler]) -> None:
        self.by_class = by_class

    def on(self, node: type[Node], handler: Callable[[Evaluator, Node, Env], Value]) -> Handlers[Handled | Node]:
        """Return the table with the handler of one more class."""
        return Handlers({**self.by_class, node: handler})

    def __or__(self, other: Handlers[Other]) -> Handlers[Handled | Other]:
        return Handlers(self.by_class | other.by_class)


NO_HANDLERS: Handlers[Never] = Handlers({})


class Evaluator:
    """Gives expressions their values in one position."""

    def __init__(self, rules: Rules, position: Position, handlers: Mapping[type, Handler]) -> None:
        self.rules = rules
        self.position = position
        self._handlers = handlers
        self._known: dict[Hashable, Any] = {}
        self._found: dict[int, dict[Hashable, Value]] = {}

    def after(self, position: Position) -> Evaluator:
        """Return the evaluator of another position, which takes over the cached values that are the same there."""
        following = Evaluator(self.rules, position, self._handlers)
        changed = changes(self.position, position)
        # Shared, not copied: what one of them caches later holds for the other as well.
        following._found = {
            node: found for node, found in self._found.items() if changed.isdisjoint(self.rules.stores_read(node))
        }
        return following

    def value(self, node: ir.Expr, env: Env) -> Value:
        """Return the value of an expression."""
        handler = self._handlers[type(node)]
        if type(node) not in LONG:
            return handler(self, node, env)
        key = tuple([env.get(name) for name in self.rules.names_read(node)])
        return self.found(node, key, lambda: handler(self, node, env))

    def number(self, node: ir.Expr, env: Env) -> int:
        """Return the value of a number; the first of an empty set of numbers, say, is 0."""
        return as_number(self.value(node, env))

    def holds(self, condition: ir.Expr | None, env: Env) -> bool:
        """Return whether a condition holds; no condition always does."""
        return condition is None or bool(self.value(condition, env))

    def found(self, node: ir.Expr, key: Hashable, work: Callable[[], Value]) -> Value:
        """Return what `work` gives for a node under a key, doing it only once while what the node reads is the same."""
        kept = self._found.get(id(node))
        if kept is None:
            self.rules.note(node)
            kept = self._found[id(node)] = {}
        if key not in kept:
            kept[key] = work()
        return kept[key]

    def once(self, key: Hashable, work: Callable[[], Result]) -> Result:
        """Return what `work` gives, doing it only once in this position."""
        if key not in self._known:
            self._known[key] = work()
        known: Result = self._known[key]
        return known

    def holding(self, board: str, field: str) -> frozenset[Cell]:
        """Return the cells of a board in which a field is not blank."""
        return self.once("holding", self._holding).get((board, field), frozenset())

    def _holding(self) -> dict[tuple[str, str], frozenset[Cell]]:
        found: dict[tuple[str, str], set[Cell]] = defaultdict(set)
        for place in self.position.values:
            if isinstance(place, CellPlace):
                found[place.board, place.field].add(place.cell)
        return {field: frozenset(cells) for field, cells in found.items()} | self.rules.printed_cells

    @property
    def sides(self) -> tuple[frozenset[int], ...]:
        """The players of each side; without declared sides every player is one."""
        line = self.rules.game.sides
        if line is None:
            return tuple(frozenset({player}) for player in range(self.rules.game.players))
        return self.once("sides", lambda: tuple(as_players(self.value(side, NO_BINDINGS)) for side in line.sides))
