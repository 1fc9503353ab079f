"""Takes the points of a score line apart: into the terms that are added up, and these into what brings them.

A term keeps the words of its author. What it consists of is told where it counts, or sums over, something that can be
named; of the most or the least of several the others are told as well. A set of numbers has each of them once, so where
two of its elements are equal all are told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tilelaw.lint.account.facts import Evaluate, Reader
from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import Bag, Cell, Env, Value

MOST_JUDGED = 8
MOST_TERMS = 8
MOST_OPENED = 500
"""Where definitions are made of definitions not all are opened."""
SIGNS = (ir.ArithmeticOperator.ADD, ir.ArithmeticOperator.SUBTRACT)


@dataclass(frozen=True, slots=True)
class Share:
    """What one element brings."""

    points: int
    of: Value
    type: ir.Type | None
    counted: tuple[Value, ...] = ()
    """The cells that are counted for it, if they are others."""

    @property
    def is_of_player(self) -> bool:
        """Whether the element is a player."""
        return isinstance(self.type, ir.ThingType) and self.type.sort is ir.Sort.PLAYER


@dataclass(frozen=True, slots=True)
class Term:
    """What is added up."""

    text: str
    points: int
    shares: tuple[Share, ...] = ()
    others: tuple[Share, ...] = ()
    """Those that are not the most, or the least."""
    merged: tuple[tuple[str, int], ...] = ()
    """The elements of a set of numbers in which some are equal."""
    missed: int = 0
    """How many of the conditions by which something counts are not met by it, at the most."""


class Splitter:
    """Takes numbers apart in one position."""

    def __init__(self, value: Evaluate, words: Words, game: ir.Game, own: Mapping[str, ir.Define]) -> None:
        self._words = words
        self._own = own
        self._reader = Reader(value, words, {define.name: define for define in game.defines})
        self._left = MOST_OPENED

    def terms(self, node: ir.Expr, env: Env) -> list[Term]:
        """Return the terms of a number; if they are many, those that are written where it stands."""
        found = list(self._terms(node, env, 1))
        if len(found) > MOST_TERMS:
            self._left = 0
            found = list(self._terms(node, env, 1))
        return found

    def _terms(self, node: ir.Expr, env: Env, sign: int) -> Iterator[Term]:
        match node:
            case ir.Arithmetic(operator, left, right) if operator in SIGNS:
                if left != ir.Number(0):
                    yield from self._terms(left, env, sign)
                yield from self._terms(right, env, sign if operator is ir.ArithmeticOperator.ADD else -sign)
            case ir.Call() if node.define in self._own and (opened := self._opened(node, env)):
                yield from self._terms(*opened, sign)
            case ir.If() if not isinstance(chosen := self._chosen(node, env), ir.Number):
                yield from self._terms(chosen, env, sign)
            case _:
                yield self._term(node, env, sign)

    def _term(self, node: ir.Expr, env: Env, sign: int) -> Term:
        shares = self._shares(node, env) or []
        others = self._others(node, env)
        points = self._number(node, env) * sign
        signed = (replace(share, points=share.points * sign) for share in shares if share.points)
        merged, missed = tuple(self._merged(node, env)), max(self._missed(node, env), default=0)
        return Term(self._words.text(node), points, tuple(signed), tuple(others), merged, missed)

    def _opened(self, node: ir.Call, env: Env) -> tuple[ir.Expr, Env] | None:
        """Return the body of a definition, as long as there are not too many: one may be made of two of another."""
        self._left -= 1
        return self._reader.opened(node, env) if self._left > 0 else None

    def _number(self, node: ir.Expr, env: Env) -> int:
        value = self._reader.value(node, env)
        return value if isinstance(value, int) else 0

    def _chosen(self, node: ir.If, env: Env) -> ir.Expr:
        return node.then if self._reader.holds(node.condition, env) else node.otherwise

    def _shares(self, node: ir.Expr, env: Env) -> list[Share] | None:
        """Return what a number consists of, or nothing where that cannot be told."""
        match node:
            case ir.Call():
                opened = self._opened(node, env)
                return None if opened is None else self._shares(*opened)
            case ir.If():
                return self._shares(self._chosen(node, env), env)
            case ir.Arithmetic(ir.ArithmeticOperator.ADD, left, right):
                one, other = self._shares(left, env), self._shares(right, env)
                return None if one is None or other is None else one + other
            case ir.Arithmetic(ir.ArithmeticOperator.MULTIPLY, left, right):
                return self._multiplied(left, right, env)
            case ir.Count(of):
                type_ = self._element_type(of)
                number = Counter(self._reader.elements(of, env))
                return [Share(times, each, type_) for each, times in number.items()]
            case ir.Fold(ir.FoldOperator.SUM):
                return list(self._each(node, env))
            case ir.Fold(ir.FoldOperator.MOST | ir.FoldOperator.LEAST):
                wanted = self._number(node, env)
                return [share for share in self._each(node, env) if share.points == wanted][:1]
            case _:
                return None

    def _multiplied(self, left: ir.Expr, right: ir.Expr, env: Env) -> list[Share] | None:
        """Return the shares of one factor, each times the other, if only one has shares."""
        one, other = self._shares(left, env), self._shares(right, env)
        if (one is None) is (other is None):
            return None
        shares, factor = (one, right) if one is not None else (other, left)
        assert shares is not None, "one of them has shares"
        return [replace(share, points=share.points * self._number(factor, env)) for share in shares]

    def _others(self, node: ir.Expr, env: Env) -> list[Share]:
        """Return what is not the most, or the least."""
        match node:
            case ir.Call() if opened := self._opened(node, env):
                return self._others(*opened)
            case ir.Fold(ir.FoldOperator.MOST | ir.FoldOperator.LEAST):
                chosen = self._shares(node, env) or []
                return sorted(
                    (each for each in self._each(node, env) if each not in chosen), key=lambda each: -each.points
                )
            case _:
                return []

    def _each(self, node: ir.Fold, env: Env) -> Iterator[Share]:
        type_ = self._element_type(node.over)
        for element in self._reader.elements(node.over, env):
            inner = {**env, node.element: element}
            counted = () if isinstance(element, frozenset) else self._counted(node.body, inner, element)
            yield Share(self._number(node.body, inner), element, type_, counted)

    def _counted(self, node: ir.Expr, env: Env, element: Value) -> tuple[Value, ...]:
        """Return the cells that are counted for an element."""
        for inner, bound in self._reader.within(node, env):
            if isinstance(inner, ir.Count):
                cells = tuple(self._reader.elements(inner.of, bound))
                if cells and cells != (element,) and all(isinstance(cell, Cell) for cell in cells):
                    return cells
        return ()

    def _element_type(self, node: ir.Expr) -> ir.Type | None:
        while isinstance(node, ir.AsSet) and self._words.type(node) is None:
            node = node.of
        type_ = self._words.type(node)
        return type_.of if isinstance(type_, ir.SetType | ir.BagType) else type_

    def _merged(self, node: ir.Expr, env: Env) -> Iterator[tuple[str, int]]:
        """Yield the elements of a set of numbers, if some of them are equal."""
        for inner, bound in self._reader.within(node, env):
            if not isinstance(inner, ir.SetOf) or len(inner.elements) < 2:
                continue
            values = [self._reader.value(each, bound) for each in inner.elements]
            numbers = [value for value in values if isinstance(value, int)]
            is_of_numbers = all(isinstance(self._words.type(each), ir.NumberType) for each in inner.elements)
            if is_of_numbers and len(set(numbers)) < len(numbers):
                yield from zip(map(self._words.text, inner.elements), numbers, strict=True)
                return

    def _missed(self, node: ir.Expr, env: Env) -> Iterator[int]:
        """Yield how many parts of the condition by which something counts are not met by it."""
        for inner, bound in self._reader.within(node, env):
            if isinstance(inner, ir.Narrow) and isinstance(inner.condition, ir.And | ir.Or):
                for element in list(self._reader.elements(inner, bound))[:MOST_JUDGED]:
                    yield self._reader.judged(inner.condition, {**bound, inner.element: element}).missed


def is_named(share: Share) -> bool:
    """Say whether what brings points can be named: not a set of things that are no cells."""
    value = share.of
    return not isinstance(value, frozenset | Bag) or all(isinstance(each, Cell) for each in value)
