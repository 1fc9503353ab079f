"""Sets and numbers: what brackets leave of a set, set algebra, folds, and arithmetic on ranges."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.expect import collection_type, number_type, set_type, stop_if_reported
from tilelaw_dsl.check.expressions.scope import ERROR, Env, Scope, Typed, bind_element, resolves
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Span

_SIGNS_OF_SETS_ELSEWHERE = {
    ir.ArithmeticOperator.SUBTRACT: "except",
    ir.ArithmeticOperator.ADD: "|",
    ir.ArithmeticOperator.MULTIPLY: "&",
}
"""Arithmetic signs with which other languages join sets, and how that is written."""


def narrow(scope: Scope, node: s.Narrow, env: Env, expected: ir.Type | None) -> Typed:
    """Return what brackets leave of a collection."""
    of = expect.collection(scope, node.of, env, expected)
    type_ = collection_type(of)
    element, inner = bind_element(scope, node.element, type_.of, env)
    condition = expect.condition(scope, node.condition, inner)
    stop_if_reported(condition)
    return Typed(ir.Narrow(of.node, element, condition.node), type_)


def tied(scope: Scope, node: s.Tied, env: Env, expected: ir.Type | None) -> Typed:
    """Return what is tied for the highest or the lowest number in a collection."""
    of = expect.collection(scope, node.of, env, expected)
    type_ = collection_type(of)
    element, inner = bind_element(scope, node.element, type_.of, env)
    key = expect.number(scope, node.key, inner)
    stop_if_reported(key)
    return Typed(ir.Tied(of.node, element, node.which, key.node), type_)


def set_of(scope: Scope, node: s.SetOf, env: Env, expected: ir.Type | None) -> Typed:
    """Return a set whose elements are listed."""
    if not node.elements:
        return Typed(ir.SetOf(()), types.EMPTY_SET)
    wanted = types.element_of(expected)
    nodes = []
    type_: ir.Type | None = None
    for one in node.elements:
        typed = scope.infer(one, env, wanted)
        if typed.type is None:
            return ERROR
        if not isinstance(typed.type, ir.ThingType | ir.NumberType):
            return scope.error(
                Code.NO_ELEMENT, f"{types.show(typed.type)} cannot be an element", one.span, hint="join sets with `|`"
            )
        joined = typed.type if type_ is None else types.join(type_, typed.type)
        if joined is None:
            return scope.error(
                Code.DIFFERENT_SORTS,
                "the elements of a set are of one sort",
                one.span,
                labels=[(node.elements[0].span, types.show(type_))],
            )
        type_, wanted = joined, wanted or joined
        nodes.append(typed.node)
    assert isinstance(type_, ir.ThingType | ir.NumberType)
    element = replace(type_, maybe=False) if isinstance(type_, ir.ThingType) else type_
    return Typed(ir.SetOf(tuple(nodes)), ir.SetType(element, len(nodes)))


def count(scope: Scope, node: s.Count, env: Env) -> Typed:
    """Return the number of elements."""
    of = expect.collection(scope, node.of, env)
    return Typed(ir.Count(of.node), ir.NumberType(0, collection_type(of).most))


def fold(scope: Scope, node: s.Fold, env: Env) -> Typed:
    """Return what becomes of all elements together."""
    over = expect.collection(scope, node.over, env)
    over_type = collection_type(over)
    element, inner = bind_element(scope, node.element, over_type.of, env)
    most = over_type.most
    if node.how is ir.FoldOperator.UNION:
        body = expect.set_(scope, node.body, inner)
        of = set_type(body)
        size = min(most * of.most, max(scope.world.size(of.of), 1))
        type_: ir.Type = ir.SetType(of.of, size)
    else:
        body = expect.number(scope, node.body, inner)
        type_ = _folded(node.how, number_type(body), most)
    made = ir.Fold(node.how, element, over.node, body.node)
    return Typed(made, type_)


def _folded(how: ir.FoldOperator, each: ir.NumberType, most: int) -> ir.Type:
    match how:
        case ir.FoldOperator.SUM:
            return ir.NumberType(min(0, each.low * most), max(0, each.high * most))
        case ir.FoldOperator.SORTED:
            return ir.ListType(most)
        case _:
            return types.hull(each, ir.NumberType(0, 0))


def negative(scope: Scope, node: s.Negative, env: Env) -> Typed:
    """Return a number with the other sign."""
    of = expect.number(scope, node.of, env)
    type_ = number_type(of)
    made = ir.Arithmetic(ir.ArithmeticOperator.SUBTRACT, ir.Number(0), of.node)
    return Typed(made, ir.NumberType(-type_.high, -type_.low))


def binary(scope: Scope, node: s.Binary, env: Env, expected: ir.Type | None) -> Typed:
    """Return what a sign makes of two sets or two numbers."""
    operator = node.operator
    if isinstance(operator, ir.SetOperator):
        return _set_algebra(scope, node, operator, env, expected)
    left = scope.infer(node.left, env)
    right = scope.infer(node.right, env)
    for side, written in ((left, node.left), (right, node.right)):
        if side.type is not None and not isinstance(side.type, ir.NumberType):
            hint = _of_sets(node, operator, written, left, right) if types.is_collection(side.type) else ""
            return scope.error(
                Code.NO_NUMBER,
                f"`{node.operator}` is for numbers, this is {types.show(side.type)}",
                written.span,
                hint=hint,
            )
    of, by = number_type(left), number_type(right)
    divides = operator in (ir.ArithmeticOperator.DIVIDE, ir.ArithmeticOperator.REMAINDER)
    if divides and by.low <= 0 <= by.high:
        hint = instead(f"({node.right.span.text} at least 1)")
        return scope.error(Code.DIVISION_BY_ZERO, "the divisor may be 0", node.right.span, hint=hint)
    made = ir.Arithmetic(operator, left.node, right.node)
    return Typed(made, interval(operator, of, by))


def _of_sets(node: s.Binary, operator: ir.ArithmeticOperator, written: s.Expr, left: Typed, right: Typed) -> Hint:
    """Return what to write where a set stands among numbers, or both are sets."""
    sign = _SIGNS_OF_SETS_ELSEWHERE.get(operator)
    if sign is None or not (types.is_collection(left.type) and types.is_collection(right.type)):
        return instead(f"count {expect.operand(written.span)}")
    between = Span(node.span.source, node.left.span.end, node.right.span.start)
    return Edit(f"for sets write `{sign}`", f" {sign} ", between, otherwise="for sets write `except`, `|` or `&`")


def added(to: ir.NumberType, amount: Typed, most: Typed | None, least: Typed | None) -> ir.NumberType:
    """Return the range of a number to which another is added, and which is then bounded."""
    total = interval(ir.ArithmeticOperator.ADD, to, number_type(amount))
    if most is not None:
        total = interval(ir.ArithmeticOperator.AT_MOST, total, number_type(most))
    if least is not None:
        total = interval(ir.ArithmeticOperator.AT_LEAST, total, number_type(least))
    return total


def _first_of_sets(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None) -> Typed:
    """Return what stands before a sign of sets; a number of elements is no set, and told with what it counts."""
    return scope.infer(node, env) if isinstance(node, s.Count) else expect.collection(scope, node, env, expected)


def _set_algebra(scope: Scope, node: s.Binary, operator: ir.SetOperator, env: Env, expected: ir.Type | None) -> Typed:
    if not resolves(scope, node.left, env) and expected is None:
        right = expect.set_(scope, node.right, env)
        left = _first_of_sets(scope, node.left, env, right.type)
    else:
        left = _first_of_sets(scope, node.left, env, expected)
        right = expect.set_(scope, node.right, env, left.type or expected)
    if isinstance(node.left, s.Count) and isinstance(left.type, ir.NumberType):
        whole = f"count ({node.left.of.span.text} {node.operator} {node.right.span.text})"
        message = f"`count` binds tighter than `{node.operator}`, so that a number stands before it"
        return scope.error(Code.NO_SET, message, node.left.span, hint=instead(whole, node.span))
    if operator is not ir.SetOperator.EXCEPT and left.type is not None:
        left = expect.as_set(scope, left, node.left.span)
    ours, theirs = collection_type(left), set_type(right)
    if not types.same_elements(ours.of, theirs.of):
        return scope.error(
            Code.DIFFERENT_SORTS,
            f"`{node.operator}` joins sets of one sort; this is {types.show(theirs)}",
            node.right.span,
            labels=[(node.left.span, types.show(ours))],
        )
    known = theirs.of if types.is_anything(ours.of) else ours.of
    match operator:
        case ir.SetOperator.UNION:
            known = types.either_element(ours.of, theirs.of)
            most = min(ours.most + theirs.most, max(scope.world.size(known), 1))
        case ir.SetOperator.INTERSECTION:
            most = min(ours.most, theirs.most)
        case ir.SetOperator.EXCEPT:
            most = ours.most
        case _:
            assert_never(operator)
    type_ = replace(ours, most=most) if isinstance(ours, ir.BagType) else ir.SetType(known, most)
    return Typed(ir.SetAlgebra(operator, left.node, right.node), type_)


def interval(operator: ir.ArithmeticOperator, a: ir.NumberType, b: ir.NumberType) -> ir.NumberType:
    """Return the range of what a sign makes of numbers of two ranges."""
    match operator:
        case ir.ArithmeticOperator.ADD:
            return ir.NumberType(a.low + b.low, a.high + b.high)
        case ir.ArithmeticOperator.SUBTRACT:
            return ir.NumberType(a.low - b.high, a.high - b.low)
        case ir.ArithmeticOperator.MULTIPLY:
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return ir.NumberType(min(corners), max(corners))
        case ir.ArithmeticOperator.DIVIDE:
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return ir.NumberType(min(corners), max(corners))
        case ir.ArithmeticOperator.REMAINDER:
            return ir.NumberType(0, b.high - 1) if b.low > 0 else ir.NumberType(b.low + 1, 0)
        case ir.ArithmeticOperator.AT_MOST:
            return ir.NumberType(min(a.low, b.low), min(a.high, b.high))
        case ir.ArithmeticOperator.AT_LEAST:
            return ir.NumberType(max(a.low, b.low), max(a.high, b.high))
        case _:
            assert_never(operator)
