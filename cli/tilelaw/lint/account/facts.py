"""What conditions read, and what that came to: the facts by which a rule can be compared with its title.

The facts of a condition are the values of its operands: the numbers it compares, the things it looks for, the sets it
counts. Of a pair that is looked for in a set it is told which of the two is there, of a number of cells which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import Bag, Cell, Env, Value, canonical

Evaluate: TypeAlias = Callable[[ir.Expr, Env], Value]
"""Gives expressions their values in one position."""

PLAIN = ir.Number | ir.Numbers | ir.Member | ir.Members | ir.Direction | ir.Flag | ir.Nothing | ir.Players | ir.Sides
"""What is the same in every position needs not to be told."""
COUNTED = 6
"""So many cells are named where they are counted."""
PAIR = range(2, 5)
"""Of so many things it is told which of them are in a set."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The value of a part of a condition."""

    text: str
    type: ir.Type | None
    value: Value
    node: ir.Expr
    bindings: Env
    among: bool | frozenset[Value] | None = None
    """Of what is looked for in a set: whether it is there, or of several which of them are."""
    cells: frozenset[Value] = frozenset()
    """Those that are counted."""
    is_inner: bool = False
    """Whether it is about the first element of a set."""
    later: tuple[Value, ...] = ()
    """What it is afterwards, if that was looked at."""

    @property
    def is_counted(self) -> bool:
        """Whether it is a number that is of interest in every game: no parameter, and not of one element only."""
        return isinstance(self.type, ir.NumberType) and not isinstance(self.node, ir.Table) and not self.is_inner


@dataclass(frozen=True, slots=True)
class Judged:
    """What a condition came to, and by what."""

    holds: bool
    facts: tuple[Fact, ...]
    missed: int
    """How many of the conditions it is made of are not met."""
    is_split: bool
    """Whether some of a pair are in a set and others are not."""
    margin: int
    """How far the numbers it compares are from each other."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads rules in one position."""

    value: Evaluate
    words: Words
    defines: Mapping[str, ir.Define]
    """The definitions that are opened to look inside."""

    def holds(self, condition: ir.Expr | None, env: Env) -> bool:
        """Return whether a condition holds; no condition always does."""
        return condition is None or bool(self.value(condition, env))

    def judged(self, condition: ir.Expr, env: Env) -> Judged:
        """Return what a condition comes to."""
        leaves = list(_leaves(condition, True))
        facts: dict[str, Fact] = {}
        for leaf, _ in leaves:
            for fact in self._facts_of(leaf, env, is_alone=len(leaves) == 1):
                facts.setdefault(fact.text, fact)
        return Judged(
            holds=self.holds(condition, env),
            facts=tuple(facts.values()),
            missed=sum(self.holds(leaf, env) is not wanted for leaf, wanted in leaves),
            is_split=any(_is_split(fact) for fact in facts.values()),
            margin=min((self._margin(leaf, env) for leaf, _ in leaves if isinstance(leaf, ir.Compare)), default=0),
        )

    def elements(self, node: ir.Expr, env: Env) -> Iterable[Value]:
        """Return the elements of a set in their order."""
        value = self.value(node, env)
        return value if isinstance(value, Bag) else canonical(_elements(value))

    def _margin(self, leaf: ir.Compare, env: Env) -> int:
        left, right = self.value(leaf.left, env), self.value(leaf.right, env)
        return abs(left - right) if isinstance(left, int) and isinstance(right, int) else 0

    def _facts_of(self, leaf: ir.Expr, env: Env, *, is_alone: bool) -> Iterator[Fact]:
        match leaf:
            case ir.Compare(_, left, right) | ir.SameThing(left, right) | ir.SameSet(left, right):
                yield from self.fact(left, env)
                yield from self.fact(right, env)
            case ir.Inside(element, of) if is_alone:
                yield from self.fact(element, env)
                yield from self.fact(of, env)
            case ir.Inside(element):
                if not isinstance(element, ir.Local):
                    yield from self.fact(element, env)
                if self.words.text(leaf):
                    yield from self.fact(leaf, env)
                else:
                    yield from (replace(fact, among=self.holds(leaf, env)) for fact in self.fact(element, env))
            case ir.Subset(some, of) | ir.Meets(some, of):
                found = _elements(self.value(some, env))
                among = found & _elements(self.value(of, env)) if len(found) in PAIR else None
                yield from (replace(fact, among=among) for fact in self.fact(some, env))
                if among is None:
                    yield from self.fact(of, env)
            case ir.NoLegal() | ir.Flag():
                pass
            case _:
                yield from self.fact(leaf, env)

    def fact(self, node: ir.Expr, env: Env) -> Iterator[Fact]:
        """Yield the value of an operand, and of a set that is narrowed what is counted for its first element."""
        shown = self._shown(node)
        if isinstance(shown, PLAIN) or not self.words.text(shown):
            return
        value = self.value(shown, env)
        yield Fact(self.words.text(shown), self.words.type(shown), value, shown, env, cells=self._counted(shown, env))
        if isinstance(shown, ir.Narrow) and isinstance(value, frozenset) and len(value) in range(1, COUNTED):
            inner = {**env, shown.element: canonical(value)[0]}
            for leaf, _ in _leaves(shown.condition, True):
                if isinstance(leaf, ir.Compare):
                    numbers = self._facts_of(leaf, inner, is_alone=True)
                    yield from (replace(each, is_inner=True) for each in numbers if isinstance(each.node, ir.Count))

    def _shown(self, node: ir.Expr) -> ir.Expr:
        """Return the outermost part of an operand that somebody wrote."""
        while not self.words.text(node) and isinstance(node, ir.Count | ir.AsSet | ir.Narrow):
            node = node.of
        return node

    def _counted(self, node: ir.Expr, env: Env) -> frozenset[Value]:
        """Return the cells that a number counts, if they are few."""
        elements = _elements(self.value(node.of, env)) if isinstance(node, ir.Count) else frozenset()
        is_few = len(elements) <= COUNTED and all(isinstance(each, Cell) for each in elements)
        return elements if is_few else frozenset()

    def within(self, node: ir.Node, env: Env, opened: set[Hashable] | None = None) -> Iterator[tuple[ir.Node, Env]]:
        """Yield a part of the rules and what is inside it, each with what is bound there.

        Definitions are opened, each once for the same arguments. What is worked out for each element of a set is left
        out.
        """
        opened = set() if opened is None else opened
        yield node, env
        match node:
            case ir.Narrow(of=of) | ir.Tied(of=of) | ir.Fold(over=of):
                yield from self.within(of, env, opened)
            case ir.Call():
                for argument in node.arguments:
                    yield from self.within(argument, env, opened)
                body = self.opened(node, env) if node.define in self.defines else None
                key = body and (node.define, *body[1].values())
                if body is not None and key not in opened:
                    opened.add(key)
                    yield from self.within(*body, opened)
            case _:
                for child in ir.children(node):
                    yield from self.within(child, env, opened)

    def opened(self, node: ir.Call, env: Env) -> tuple[ir.Expr, Env] | None:
        """Return the body of a definition and what is bound in it; nothing where the call is blank."""
        define = self.defines[node.define]
        bound: dict[str, Value] = {}
        for parameter, argument in zip(define.parameters, node.arguments, strict=True):
            value = self.value(argument, env)
            if value is None and isinstance(parameter.type, ir.ThingType) and not parameter.type.maybe:
                return None
            bound[parameter.name] = value
        return define.body, bound


def _leaves(node: ir.Expr, wanted: bool) -> Iterator[tuple[ir.Expr, bool]]:
    """Yield the conditions that one is made of, each with whether it is to hold."""
    match node:
        case ir.And(parts) | ir.Or(parts):
            for part in parts:
                yield from _leaves(part, wanted)
        case ir.Not(of):
            yield from _leaves(of, not wanted)
        case _:
            yield node, wanted


def _elements(value: Value) -> frozenset[Value]:
    match value:
        case frozenset():
            return value
        case Bag():
            return frozenset(value)
        case None:
            return frozenset()
        case _:
            return frozenset({value})


def _is_split(fact: Fact) -> bool:
    return isinstance(fact.among, frozenset) and 0 < len(fact.among) < len(_elements(fact.value))
