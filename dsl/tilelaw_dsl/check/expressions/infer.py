"""From written expressions to typed IR: every name resolved, every type known, every number bounded.

`infer` is the walk: one `match` over all forms of expressions, with the leaves typed by the modules beneath it.
What comes out of it, and what it is told:

expected    A name may mean several things. The walk is told which type would fit where the expression stands
            (the other side of `=`, the parameter of a call, the domain of a set), and a name is looked for among
            the members of that kind first. It is a hint and requires nothing; `expect` compares afterwards.
or_blank    Nothing fails. Whatever is asked of nothing is blank: a number 0, a thing nothing. A type says so:
            `types.or_blank` widens the range of a number to hold 0 and lets a thing be nothing. A field of what
            may be nothing, a table beyond its index, a call with nothing for an argument are typed like this.
intervals   A number carries the range in which it surely lies, and every operator calculates with ranges. So an
            assignment is proved to stay in the declared range, and a division never to divide by 0, before
            anybody plays; where the proof fails, the author bounds the value with `at most` or `at least`.

An error is reported where it is found, and the expression around it is typed `ERROR`, which nobody reports again.
"""

from __future__ import annotations

from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.expressions import choices, conditions, names, operators
from tilelaw_dsl.check.expressions.expect import Reported
from tilelaw_dsl.check.expressions.fields import field
from tilelaw_dsl.check.expressions.scope import ERROR, Env, Scope, Typed
from tilelaw_dsl.check.world import MAX_MEMBERS, MAX_NUMBER
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import instead

MAX_VALUE = 1_000_000_000_000_000
"""The largest number that a calculation may lead to; engines in any language can hold it."""


def infer(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
    """Return an expression with its type; `expected` helps to find out what names mean."""
    try:
        result = _infer(scope, node, env, expected)
    except Reported:
        return ERROR
    if isinstance(result.type, ir.NumberType) and max(abs(result.type.low), abs(result.type.high)) > MAX_VALUE:
        hint = "bound its parts with `at most`"
        return scope.error(Code.NUMBER_TOO_LARGE, f"this may be larger than {MAX_VALUE}", node.span, hint=hint)
    scope.remember(result.node, node.span, result.type)
    return result


def _infer(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None) -> Typed:
    match node:
        case s.Integer():
            return _integer(scope, node)
        case s.Integers():
            return _integers(scope, node)
        case s.Grouped():
            return scope.infer(node.inner, env, expected)
        case s.Name():
            return names.name(scope, node, env, expected)
        case s.Call():
            return names.call(scope, node, env)
        case s.Field():
            return field(scope, scope.infer(node.of, env), node.field, node.of.span)
        case s.Narrow():
            return operators.narrow(scope, node, env, expected)
        case s.Tied():
            return operators.tied(scope, node, env, expected)
        case s.SetOf():
            return operators.set_of(scope, node, env, expected)
        case s.Fold():
            return operators.fold(scope, node, env)
        case s.Negative():
            return operators.negative(scope, node, env)
        case s.Count():
            return operators.count(scope, node, env)
        case s.Binary():
            return operators.binary(scope, node, env, expected)
        case s.Compare():
            return conditions.compare(scope, node, env)
        case s.Quantified():
            return conditions.quantified(scope, node, env)
        case s.Every():
            return conditions.every(scope, node, env)
        case s.NoLegal():
            return conditions.no_legal(scope, node, env)
        case s.Not():
            return conditions.negation(scope, node, env)
        case s.And() | s.Or():
            return conditions.joined(scope, node, env)
        case s.Match():
            return choices.match(scope, node, env, expected)
        case s.If():
            return choices.choose(scope, node, env, expected)
        case _:
            assert_never(node)


def _integer(scope: Scope, node: s.Integer) -> Typed:
    if node.value > MAX_NUMBER:
        return scope.error(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", node.span)
    return Typed(ir.Number(node.value), ir.NumberType(node.value, node.value))


def _integers(scope: Scope, node: s.Integers) -> Typed:
    if max(abs(node.low), abs(node.high)) > MAX_NUMBER:
        return scope.error(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", node.span)
    if node.high < node.low:
        hint = instead(f"{node.high}..{node.low}")
        return scope.error(Code.EMPTY_RANGE, f"the range {node.low}..{node.high} is empty", node.span, hint=hint)
    if node.high - node.low >= MAX_MEMBERS:
        message = f"a set of numbers has at most {MAX_MEMBERS} elements"
        return scope.error(Code.TOO_MANY_ELEMENTS, message, node.span)
    type_ = ir.SetType(ir.NumberType(node.low, node.high), node.high - node.low + 1)
    return Typed(ir.Numbers(node.low, node.high), type_)


def as_written(node: s.Expr) -> str:
    """Return an expression as its author wrote it, on one line."""
    return " ".join(line.split("#")[0].strip() for line in node.span.text.splitlines()).strip()
