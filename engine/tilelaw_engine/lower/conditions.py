"""Lowers conditions about things and sets: what is the same, what is in what, and how many there are."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, lists, nested, probes, sets
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import (
    Bag,
    Cell,
    Env,
    Flag,
    Num,
    Set,
    Sets,
    Term,
    Thing,
    as_flag,
    as_num,
)
from tilelaw_engine.text.atoms import Value, i32


def every(b: Body, flags: list[Value]) -> Value:
    """Return whether all flags are true."""
    found = ONE
    for flag in flags:
        found = b.both(found, flag)
    return found


def either_of(b: Body, flags: list[Value]) -> Value:
    """Return whether one of some flags is true."""
    found = i32(0)
    for flag in flags:
        found = b.either(found, flag)
    return found


def is_something(b: Body, term: Term) -> Value:
    """Return whether a term is something."""
    match term:
        case Thing(value, _, _, maybe):
            return b.some(value) if maybe else ONE
        case Cell(_, place, _, maybe):
            return b.some(place) if maybe else ONE
        case Num(there=there):
            return ONE if there is None else there
        case _:
            return ONE


def same(b: Body, left: Term, right: Term) -> Value:
    """Return whether two things are one; nothing is the same as nothing else."""
    match left, right:
        case (Thing(sort=""), _) | (_, Thing(sort="")):
            return i32(0)
        case Thing(ours, _, _, maybe), Thing(theirs, _, _, also):
            equal = b.op("i32.eq", ours, theirs)
            return b.both(equal, b.some(ours)) if maybe and also else equal
        case Cell(_, ours, owner, maybe), Cell(_, theirs, other, also):
            equal = b.both(b.op("i32.eq", ours, theirs), b.op("i32.eq", owner, other))
            return b.both(equal, b.some(ours)) if maybe and also else equal
        case Num(), Num():
            equal = probes.compared(b, ir.Comparison.EQUAL, left, right)
            return every(b, [equal, is_something(b, left), is_something(b, right)])
        case _:
            return same_set(b, left, right)


def same_set(b: Body, left: Term, right: Term) -> Value:
    """Return whether two sets, bags or flags are equal."""
    match left, right:
        case Flag(ours), Flag(theirs):
            return b.op("i32.eq", ours, theirs)
        case Bag(), Bag():
            return bags.is_equal(b, left, right)
        case (Bag(sort="number"), _) | (_, Bag(sort="number")):
            return bags.is_equal(b, lists.listed(b, left), lists.listed(b, right))
        case (Sets(), _) | (_, Sets()):
            return nested.is_equal(b, left, right)
        case _:
            return sets.is_equal(b, bags.as_set(b, left), bags.as_set(b, right))


def inside(b: Body, element: Term, of: ir.Expr, env: Env) -> Value:
    """Return whether an element is in a set; parts of the set are asked one by one, so that few need be worked out."""
    if isinstance(element, Thing) and not element.sort:
        return i32(0)
    match of:
        case ir.SetAlgebra(operator, left, right) if not isinstance(element, Set):
            ours, theirs = inside(b, element, left, env), inside(b, element, right, env)
            match operator:
                case ir.SetOperator.UNION:
                    return b.either(ours, theirs)
                case ir.SetOperator.INTERSECTION:
                    return b.both(ours, theirs)
                case ir.SetOperator.EXCEPT:
                    return b.both(ours, b.negate(theirs))
        case ir.SetOf(elements) if not isinstance(element, Set):
            return either_of(b, [same(b, element, b.expr(one, env)) for one in elements])
        case ir.Narrow(inner, name, condition) if isinstance(element, Thing | Cell):
            sure, _ = probes.harmless(b, element)
            holds = as_flag(b.expr(condition, {**env, name: sure}))
            return b.both(inside(b, element, inner, env), holds)
        case _:
            return has(b, b.expr(of, env), element)


def has(b: Body, of: Term, element: Term) -> Value:
    """Return whether an element is in a collection."""
    match of:
        case Sets():
            return nested.has(b, of, element)
        case Bag(sort="number"):
            assert isinstance(element, Num), "only numbers are among numbers"
            return lists.has(b, of, element)
        case _:
            return sets.has(b, bags.as_set(b, of), element)


def subset(b: Body, node: ir.Subset, env: Env) -> Value:
    """Return whether every element of one set is in another."""
    if isinstance(node.part, ir.SetOf):
        flags = []
        for one in node.part.elements:
            element = b.expr(one, env)
            flags.append(b.either(inside(b, element, node.of, env), b.negate(is_something(b, element))))
        return every(b, flags)
    left, right = b.expr(node.part, env), b.expr(node.of, env)
    if isinstance(left, Sets) or isinstance(right, Sets):
        return nested.is_subset(b, left, right)
    if lists.are_far(left, right):
        return lists.is_subset(b, lists.listed(b, left), lists.listed(b, right))
    return sets.is_empty(b, sets.combined(b, ir.SetOperator.EXCEPT, bags.as_set(b, left), bags.as_set(b, right)))


def meets(b: Body, node: ir.Meets, env: Env) -> Value:
    """Return whether two sets have an element in common."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, ir.SetOf):
            return either_of(b, [inside(b, b.expr(element, env), other, env) for element in one.elements])
    left, right = b.expr(node.left, env), b.expr(node.right, env)
    if isinstance(left, Sets) or isinstance(right, Sets):
        return nested.meets(b, left, right)
    if lists.are_far(left, right):
        common = lists.combined(b, ir.SetOperator.INTERSECTION, lists.listed(b, left), lists.listed(b, right))
        return b.some(common.count)
    ours, theirs = bags.as_set(b, left), bags.as_set(b, right)
    return b.negate(sets.is_empty(b, sets.combined(b, ir.SetOperator.INTERSECTION, ours, theirs)))


def compare(b: Body, node: ir.Compare, env: Env) -> Value:
    """Return whether two numbers compare as wanted; whether a set has elements is asked without counting them."""
    if isinstance(node.left, ir.Count) and isinstance(node.right, ir.Number) and node.right.value == 0:
        of = b.expr(node.left.of, env)
        if isinstance(of, Set) and node.operator in (ir.Comparison.GREATER, ir.Comparison.EQUAL):
            empty = sets.is_empty(b, of)
            return empty if node.operator is ir.Comparison.EQUAL else b.negate(empty)
    return probes.compared(b, node.operator, as_num(b.expr(node.left, env)), as_num(b.expr(node.right, env)))
