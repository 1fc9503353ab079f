"""Handlers for sets and bags: making them, combining them, narrowing them, asking about them."""

from __future__ import annotations

from collections.abc import Iterable

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import NO_HANDLERS, Evaluator
from tilelaw_reference.model.values import Bag, Elements, Env, Value, as_elements, each


def _members(here: Evaluator, node: ir.Members, _env: Env) -> frozenset[Value]:
    return frozenset(here.rules.members[node.kind])


def _players(here: Evaluator, _node: ir.Players, _env: Env) -> frozenset[Value]:
    return frozenset(range(here.rules.game.players))


def _sides(here: Evaluator, _node: ir.Sides, _env: Env) -> frozenset[Value]:
    return frozenset(range(here.rules.side_count))


def _numbers(_here: Evaluator, node: ir.Numbers, _env: Env) -> frozenset[Value]:
    return frozenset(range(node.low, node.high + 1))


def _as_set(here: Evaluator, node: ir.AsSet, env: Env) -> frozenset[Value]:
    return frozenset(each(here.value(node.of, env)))


def _set_of(here: Evaluator, node: ir.SetOf, env: Env) -> frozenset[Value]:
    return frozenset(here.value(element, env) for element in node.elements) - {None}


def _set_algebra(here: Evaluator, node: ir.SetAlgebra, env: Env) -> Value:
    left, right = as_elements(here.value(node.left, env)), frozenset(as_elements(here.value(node.right, env)))
    match node.operator:
        case ir.SetOperator.UNION:
            return right.union(left)
        case ir.SetOperator.INTERSECTION:
            return right.intersection(left)
        case ir.SetOperator.EXCEPT:
            return _like(left, (element for element in left if element not in right))


def _apart(here: Evaluator, of: Elements, judged: ir.Expr, element: str) -> tuple[Iterable[Value], frozenset[Value]]:
    """Part elements into those to be looked at one by one, and those that all give an expression the same value.

    Most cells of a board hold nothing of what an expression reads; if it reads nothing else of a cell, one of them
    speaks for all.
    """
    if isinstance(of, Bag):
        return of, frozenset()
    fields = here.rules.fields_judged(judged, element)
    if fields is None:
        return of, frozenset()
    held = frozenset[Value]().union(*(here.holding(*field) for field in fields))
    return of & held, of - held


def _narrow(here: Evaluator, node: ir.Narrow, env: Env) -> Elements:
    of = as_elements(here.value(node.of, env))

    def fits(element: Value) -> bool:
        return here.holds(node.condition, {**env, node.element: element})

    some, alike = _apart(here, of, node.condition, node.element)
    kept = _like(of, filter(fits, some))
    return alike.union(kept) if alike and fits(next(iter(alike))) else kept


def _tied(here: Evaluator, node: ir.Tied, env: Env) -> Elements:
    of = as_elements(here.value(node.of, env))
    keys = {element: here.number(node.key, {**env, node.element: element}) for element in of}
    wanted = max if node.which is ir.Extreme.HIGHEST else min
    best = wanted(keys.values(), default=0)
    return _like(of, (element for element in of if keys[element] == best))


def _like(of: Value, elements: Iterable[Value]) -> Elements:
    """Return some elements of a set as a set, of a bag as a bag."""
    return Bag(elements) if isinstance(of, Bag) else frozenset(elements)


def _fold(here: Evaluator, node: ir.Fold, env: Env) -> Value:
    over = as_elements(here.value(node.over, env))
    if node.operator is ir.FoldOperator.UNION:
        return frozenset[Value]().union(*(as_elements(here.value(node.body, {**env, node.element: x})) for x in over))
    some, alike = _apart(here, over, node.body, node.element)
    numbers = [here.number(node.body, {**env, node.element: element}) for element in some]
    if alike:
        numbers += [here.number(node.body, {**env, node.element: next(iter(alike))})] * len(alike)
    match node.operator:
        case ir.FoldOperator.SUM:
            return sum(numbers)
        case ir.FoldOperator.MOST:
            return max(numbers, default=0)
        case ir.FoldOperator.LEAST:
            return min(numbers, default=0)
        case ir.FoldOperator.SORTED:
            return Bag(sorted(numbers))


def _count(here: Evaluator, node: ir.Count, env: Env) -> int:
    return len(as_elements(here.value(node.of, env)))


def _inside(here: Evaluator, node: ir.Inside, env: Env) -> bool:
    element = here.value(node.element, env)
    return element is not None and element in as_elements(here.value(node.of, env))


def _subset(here: Evaluator, node: ir.Subset, env: Env) -> bool:
    return frozenset(as_elements(here.value(node.part, env))).issubset(as_elements(here.value(node.of, env)))


def _meets(here: Evaluator, node: ir.Meets, env: Env) -> bool:
    left, right = as_elements(here.value(node.left, env)), as_elements(here.value(node.right, env))
    return not frozenset(left).isdisjoint(right)


def _same_set(here: Evaluator, node: ir.SameSet, env: Env) -> bool:
    return bool(here.value(node.left, env) == here.value(node.right, env))


def _first(here: Evaluator, node: ir.First, env: Env) -> Value:
    of = here.value(node.of, env)
    in_order = list(each(of))
    if node.count is None:
        return in_order[0] if in_order else None
    return _like(of, in_order[: max(here.number(node.count, env), 0)])


def _nth(here: Evaluator, node: ir.Nth, env: Env) -> Value:
    in_order = list(each(here.value(node.of, env)))
    place = here.number(node.place, env)
    return in_order[place - 1] if 1 <= place <= len(in_order) else None


HANDLERS = (
    NO_HANDLERS.on(ir.Members, _members)
    .on(ir.Players, _players)
    .on(ir.Sides, _sides)
    .on(ir.Numbers, _numbers)
    .on(ir.AsSet, _as_set)
    .on(ir.SetOf, _set_of)
    .on(ir.SetAlgebra, _set_algebra)
    .on(ir.Narrow, _narrow)
    .on(ir.Tied, _tied)
    .on(ir.Fold, _fold)
    .on(ir.Count, _count)
    .on(ir.Inside, _inside)
    .on(ir.Subset, _subset)
    .on(ir.Meets, _meets)
    .on(ir.SameSet, _same_set)
    .on(ir.First, _first)
    .on(ir.Nth, _nth)
)
