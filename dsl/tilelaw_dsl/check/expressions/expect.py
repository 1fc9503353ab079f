"""Operands of an expected sort: typed, adapted where that is meant, and reported where they do not fit.

A single thing stands for the set of it, and the pieces of a zone for the set of their kinds; nothing else is
converted. What comes back has the sort asked for, or no type at all because the reason was reported.

An expression cannot be typed further when an operand has no type. `number_type` and its kin return the type of an
operand that must have one, and otherwise raise `Reported`, which the walk turns into an `ERROR`. All operands are
typed before the first is looked at, so that one run shows the errors of each.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Span

_BOUNDS: dict[ir.ArithmeticOperator | ir.SetOperator, str] = {
    ir.ArithmeticOperator.AT_MOST: "<=",
    ir.ArithmeticOperator.AT_LEAST: ">=",
}
"""What bounds a number, and the comparison that people mean by it."""


class Reported(Exception):
    """An operand has no type, and the reason has been reported."""


def stop_if_reported(*operands: Typed | None) -> None:
    """Stop typing an expression if one of its operands has no type."""
    if any(operand is not None and operand.type is None for operand in operands):
        raise Reported


def failure(
    scope: Scope, code: Code, message: str, span: Span, *, hint: Hint = "", labels: Collection[tuple[Span, str]] = ()
) -> Reported:
    """Report an error and return what stops the typing of the expression in which it stands."""
    scope.error(code, message, span, hint=hint, labels=labels)
    return Reported()


def operand(span: Span) -> str:
    """Return an expression so that it can stand after `count` or before `at most`: in brackets where it needs them."""
    depth = 0
    for char in span.text:
        depth += (char in "([{") - (char in ")]}")
        if char.isspace() and not depth:
            return f"({span.text})"
    return span.text


def number_type(found: Typed) -> ir.NumberType:
    """Return the type of what was expected to be a number."""
    if isinstance(found.type, ir.NumberType):
        return found.type
    raise Reported


def set_type(found: Typed) -> ir.SetType:
    """Return the type of what was expected to be a set."""
    if isinstance(found.type, ir.SetType):
        return found.type
    raise Reported


def collection_type(found: Typed) -> ir.SetType | ir.BagType:
    """Return the type of what was expected to be a set or the pieces of a zone."""
    if isinstance(found.type, ir.SetType | ir.BagType):
        return found.type
    raise Reported


def condition(scope: Scope, node: s.Expr, env: Env) -> Typed:
    """Return a condition."""
    return as_condition(scope, scope.infer(node, env, types.FLAG), node)


def as_condition(scope: Scope, found: Typed, node: s.Expr) -> Typed:
    """Return a typed expression if it is a condition; report it otherwise."""
    if found.type is None or isinstance(found.type, ir.FlagType):
        return found
    hint: Hint = ""
    text = operand(node.span)
    if types.is_collection(found.type) or isinstance(found.type, ir.ThingType):
        hint = Edit(f"write `some {text}` or `no {text}`", f"some {text}")
    if isinstance(found.node, ir.Member):
        for name in (*_fields_holding(scope.world, found.type), "it"):
            hint = instead(f"{name} = {text}", otherwise=hint)
    if isinstance(found.node, ir.Number):
        hint = f"for one of a set write `nth(S, {text})`, for a cell `cell(x, y)`"
    elif isinstance(found.type, ir.NumberType):
        hint = Edit(f"compare it, e.g. `{text} > 0`", f"{text} > 0")
    if isinstance(node, s.Binary) and node.operator in _BOUNDS:
        compared = f"{node.left.span.text} {_BOUNDS[node.operator]} {node.right.span.text}"
        hint = Edit(f"`{node.operator}` bounds a number; to compare write `{compared}`", compared)
    return scope.error(Code.NO_CONDITION, f"expected a condition, found {types.show(found.type)}", node.span, hint=hint)


def _fields_holding(world: World, wanted: ir.Type | None) -> list[str]:
    """Return the fields of pieces and cells that hold such things, the likelier last."""
    things = [ir.ThingType(ir.Sort.KIND, name) for name in world.kinds]
    things += [ir.ThingType(ir.Sort.CELL, name) for name in world.boards]
    return list(dict.fromkeys(name for one in things for name in world.fields_holding(one, wanted)))


def number(scope: Scope, node: s.Expr, env: Env) -> Typed:
    """Return a number."""
    found = scope.infer(node, env)
    if found.type is None or isinstance(found.type, ir.NumberType):
        return found
    hint: Hint = instead(f"count {operand(node.span)}") if types.is_collection(found.type) else ""
    if isinstance(found.type, ir.FlagType):
        hint = instead(f"(if {node.span.text} then 1 else 0)")
    return scope.error(Code.NO_NUMBER, f"expected a number, found {types.show(found.type)}", node.span, hint=hint)


def set_(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
    """Return a set; a single thing becomes the set of it, pieces of a zone the set of their kinds."""
    return as_set(scope, scope.infer(node, env, expected), node.span)


def collection(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
    """Return a set, or the pieces of a zone as they lie."""
    found = scope.infer(node, env, expected)
    return found if isinstance(found.type, ir.BagType) else as_set(scope, found, node.span)


def as_set(scope: Scope, found: Typed, span: Span) -> Typed:
    """Return a typed expression as a set."""
    match found.type:
        case None | ir.SetType():
            return found
        case ir.BagType():
            most = min(found.type.most, scope.world.size(found.type.of))
            return Typed(ir.AsSet(found.node), ir.SetType(found.type.of, most))
        case ir.ThingType():
            inner = replace(found.type, maybe=False)
            if isinstance(found.node, ir.Nothing):
                return Typed(ir.SetOf(()), types.EMPTY_SET)
            return Typed(ir.AsSet(found.node), ir.SetType(inner, 1))
        case _:
            return scope.error(Code.NO_SET, f"expected a set, found {types.show(found.type)}", span)


def thing(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
    """Return a single thing."""
    found = scope.infer(node, env, expected)
    if found.type is None or isinstance(found.type, ir.ThingType):
        return found
    one = f"first({node.span.text})"
    hint: Hint = Edit(f"write `{one}` for one of them", one) if types.is_collection(found.type) else ""
    return scope.error(Code.NO_THING, f"expected a single thing, found {types.show(found.type)}", node.span, hint=hint)


def fitting(scope: Scope, node: s.Expr, env: Env, wanted: ir.Type, what: str, at: Span | None = None) -> Typed:
    """Return an expression that can stand where `wanted` is needed; sets and things are adapted."""
    found = scope.infer(node, env, wanted)
    return fit(scope, found, wanted, node.span, what, at)


def _who_has(scope: Scope, fold: ir.Fold) -> Hint:
    """Return the hint for the highest or lowest number, where the thing that has it is wanted."""
    which = {ir.FoldOperator.MOST: "highest", ir.FoldOperator.LEAST: "lowest"}.get(fold.operator)
    over, body = (scope.notes.get(id(part)) for part in (fold.over, fold.body))
    if which is None or over is None or body is None:
        return ""
    name = "" if fold.element == "it" else f"{fold.element}: "
    text = f"first({over.span.text}[{name}{which} {body.span.text}])"
    words = f"`{fold.operator}` gives the number; the one who has it is `{text}`"
    return Edit(words, text, otherwise=words)


def fit(
    scope: Scope, found: Typed, wanted: ir.Type, span: Span, what: str, at: Span | None = None, hint: Hint = ""
) -> Typed:
    """Adapt a typed expression to a wanted type or report why it does not fit."""
    if found.type is None:
        return found
    labels = [(at, f"{what} is {types.show(wanted)}")] if at is not None else []
    match wanted, found.type:
        case ir.NumberType(), ir.NumberType():
            if wanted.low <= found.type.low and found.type.high <= wanted.high:
                return found
            return _out_of_range(scope, found.type, wanted, span, what, labels)
        case ir.SetType(), ir.SetType() | ir.BagType() | ir.ThingType():
            adapted = as_set(scope, found, span)
            if isinstance(adapted.type, ir.SetType) and types.same_elements(wanted.of, adapted.type.of):
                return adapted
        case ir.ThingType(), ir.ThingType() if types.same_thing(wanted, found.type):
            return found
        case ir.FlagType(), ir.FlagType():
            return found
        case ir.BagType(), ir.BagType() if types.same_thing(wanted.of, found.type.of):
            return found
        case _:
            pass
    if isinstance(wanted, ir.NumberType) and types.is_collection(found.type):
        hint = instead(f"count {operand(span)}")
    if isinstance(wanted, ir.ThingType) and types.is_collection(found.type):
        hint = instead(f"first({span.text})")
    if (wanted, found.type) == (types.SIDE, types.PLAYER):
        hint = instead(f"side({span.text})")
    if (wanted, found.type) == (types.PLAYER, types.SIDE) and not hint:
        hint = f"with sides, scores are theirs: the players of one are `players[side(it) = {span.text}]`"
    if isinstance(wanted, ir.ThingType) and isinstance(found.node, ir.Fold):
        hint = _who_has(scope, found.node) or hint
    return scope.error(
        Code.DOES_NOT_FIT,
        f"{what} is {types.show(wanted)}, but this is {types.show(found.type)}",
        span,
        hint=hint,
        labels=labels,
    )


def _out_of_range(
    scope: Scope, got: ir.NumberType, wanted: ir.NumberType, span: Span, what: str, labels: list[tuple[Span, str]]
) -> Typed:
    bounds = []
    if got.high > wanted.high:
        bounds.append(f"at most {wanted.high}")
    if got.low < wanted.low:
        bounds.append(f"at least {wanted.low}")
    words = "add " + " and ".join(f"`{bound}`" for bound in bounds)
    bounded = " ".join(["", *bounds])
    in_brackets = Edit(words, f"({span.text}){bounded}", span)
    hint = Edit(words, bounded, Span(span.source, span.end, span.end), otherwise=in_brackets)
    shown = f"{got.low}..{got.high}" if got.low != got.high else f"{got.low}"
    return scope.error(
        Code.OUT_OF_RANGE,
        f"{what} is {wanted.low}..{wanted.high}, but this may be {shown}",
        span,
        hint=hint if got.low != got.high else "",
        labels=labels,
    )
