"""Choices: `if` and `match`, whose alternatives are adapted to one type."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.expect import Reported, stop_if_reported
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS
from tilelaw_dsl.source import Span
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_CASES

MAX_CASES = 1_000


def choose(scope: Scope, node: s.If, env: Env, expected: ir.Type | None) -> Typed:
    """Return the choice between two values."""
    condition = expect.condition(scope, node.condition, env)
    then = scope.infer(node.then, env, expected)
    otherwise = scope.infer(node.otherwise, env, expected or then.type)
    stop_if_reported(condition)
    (then, otherwise), type_ = _common(scope, [then, otherwise], [node.then.span, node.otherwise.span])
    return Typed(ir.If(condition.node, then.node, otherwise.node), type_)


def match(scope: Scope, node: s.Match, env: Env, expected: ir.Type | None) -> Typed:
    """Return the choice between the values of a kind, of directions or of a number."""
    of = scope.infer(node.of, env)
    values = _values(scope, of, node.of.span)
    results, spans, cases, otherwise = [], [], [], None
    seen: set[str] = set()
    for arm in node.arms:
        result = scope.infer(arm.result, env, expected)
        expected = expected or result.type
        results.append(result)
        spans.append(arm.result.span)
        if arm.value is None:
            otherwise = len(results) - 1
            continue
        text = arm.value.text
        if text not in values:
            hint = FOREIGN_CASES.get(text) or respelt(text, values)
            return scope.error(Code.UNKNOWN_CASE, f"`{text}` is none of the values", arm.value.span, hint=hint)
        if text in seen:
            scope.error(Code.DECLARED_TWICE, f"`{text}` is listed twice", arm.value.span)
        seen.add(text)
        key: str | int = int(text) if text.isdigit() else text
        cases.append((key, len(results) - 1))
    if otherwise is None:
        _check_complete(scope, node, of, [v for v in values if v not in seen])
    adapted, type_ = _common(scope, results, spans)
    arms = tuple(ir.Case(key, adapted[i].node) for key, i in cases)
    last = adapted[otherwise].node if otherwise is not None else None
    return Typed(ir.Match(of.node, arms, last), type_)


def _values(scope: Scope, of: Typed, span: Span) -> list[str]:
    """Return the values that a match can name, as they are written."""
    match of.type:
        case None:
            raise Reported
        case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in scope.world.kinds:
            return [str(m.name) for m in scope.world.kinds[name].members]
        case ir.ThingType(sort=ir.Sort.DIRECTION, name=shape):
            return list(DIRECTIONS[shape])
        case ir.NumberType() if of.type.high - of.type.low < MAX_CASES:
            return [str(n) for n in range(of.type.low, of.type.high + 1)]
        case _:
            message = f"`match` looks at a kind, a direction or a number, this is {types.show(of.type)}"
            raise expect.failure(scope, Code.NO_MATCH, message, span)


def _check_complete(scope: Scope, node: s.Match, of: Typed, missing: list[str]) -> None:
    """Report a match without `else` that lacks an arm for something."""
    if missing:
        shown = ", ".join(f"`{m}`" for m in missing[:8])
        message = f"this match says nothing for {shown}"
        raise expect.failure(scope, Code.MISSING_CASE, message, node.span, hint="add them, or `else: …`")
    if types.is_maybe(of.type):
        message = f"`{node.of.span.text}` may be nothing, for which this match has no arm"
        raise expect.failure(scope, Code.MISSING_CASE, message, node.span, hint="add `else: …`")


def _common(scope: Scope, found: list[Typed], spans: list[Span]) -> tuple[list[Typed], ir.Type]:
    """Return alternatives adapted to one type."""
    stop_if_reported(*found)
    if any(isinstance(t.type, ir.SetType) for t in found) or len({type(t.type) for t in found}) > 1:
        found = [expect.as_set(scope, t, span) for t, span in zip(found, spans, strict=True)]
    stop_if_reported(*found)
    type_ = found[0].type
    for typed, span in zip(found[1:], spans[1:], strict=True):
        joined = types.join(type_, typed.type)
        if joined is None:
            raise expect.failure(
                scope,
                Code.DIFFERENT_SORTS,
                f"this is {types.show(typed.type)}, the other {types.show(type_)}",
                span,
                labels=[(spans[0], types.show(type_))],
            )
        type_ = joined
    assert type_ is not None, "`stop_if_reported` lets no unknown type through"
    return found, type_
