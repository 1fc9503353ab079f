"""Conditions: comparisons, quantifiers, and what `and`, `or` and `not` make of them."""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.expect import collection_type, set_type, stop_if_reported
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed, bind_element, resolves
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead, respelt
from tilelaw_dsl.source import Span

COUNTS = {
    s.Quantifier.SOME: (ir.Comparison.GREATER, 0),
    s.Quantifier.NO: (ir.Comparison.EQUAL, 0),
    s.Quantifier.ONE: (ir.Comparison.EQUAL, 1),
}
"""What a quantifier says of the number of elements."""

NOTHINGS = frozenset({"null", "nil", "nothing", "undefined", "empty", "nobody"})
"""What people compare with who mean nothing."""


def compare(scope: Scope, node: s.Compare, env: Env) -> Typed:
    """Return a comparison."""
    if node.operator in (s.SetTest.IN, s.SetTest.NOT_IN):
        return _inside(scope, node, env)
    if node.operator is s.SetTest.MEETS:
        right = expect.set_(scope, node.right, env)
        left = expect.set_(scope, node.left, env, right.type)
        _check_same_sort(scope, left, right, node)
        return Typed(ir.Meets(left.node, right.node), types.FLAG)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, s.Name) and one.text in NOTHINGS and not resolves(scope, one, env):
            return _equals_nothing(scope, node, other)
    if resolves(scope, node.left, env) or not resolves(scope, node.right, env):
        left = scope.infer(node.left, env)
        if isinstance(node.right, s.Name) and not resolves(scope, node.right, env):
            stop_if_reported(left)  # else a member would be unknown only because its kind is
        right = scope.infer(node.right, env, left.type)
    else:
        right = scope.infer(node.right, env)
        left = scope.infer(node.left, env, right.type)
    stop_if_reported(left, right)
    if isinstance(left.type, ir.NumberType) and isinstance(right.type, ir.NumberType):
        compared = ir.Compare(ir.Comparison(node.operator), left.node, right.node)
        return Typed(compared, types.FLAG)
    if node.operator not in (s.Comparison.EQUAL, s.Comparison.DIFFERENT):
        return _no_numbers(scope, node, left, right)
    return _equality(scope, node, left, right)


def _no_numbers(scope: Scope, node: s.Compare, left: Typed, right: Typed) -> Typed:
    which, written = (left, node.left) if not isinstance(left.type, ir.NumberType) else (right, node.right)
    hint: Hint = instead(f"count {expect.operand(written.span)}") if types.is_collection(which.type) else ""
    message = f"`{node.operator}` compares numbers, this is {types.show(which.type)}"
    return scope.error(Code.NO_NUMBER, message, written.span, hint=hint)


def _equality(scope: Scope, node: s.Compare, left: Typed, right: Typed) -> Typed:
    negate = node.operator is s.Comparison.DIFFERENT
    result: ir.Expr
    match left.type, right.type:
        case ir.ThingType(), ir.ThingType() if types.same_thing(left.type, right.type):
            if isinstance(left.node, ir.Nothing) or isinstance(right.node, ir.Nothing):
                other = node.left if isinstance(right.node, ir.Nothing) else node.right
                return _equals_nothing(scope, node, other)
            if negate and (left.type.maybe or right.type.maybe):
                written = node.left if left.type.maybe else node.right
                opposite = f"not {node.left.span.text} = {node.right.span.text}"
                return scope.error(
                    Code.DIFFERENT_OR_NOTHING,
                    f"`{written.span.text}` may be nothing, and then `!=` is a trap",
                    node.span,
                    hint=Edit(f"write `{opposite}`, which is true of nothing", opposite),
                )
            result = ir.SameThing(left.node, right.node)
        case ir.FlagType(), ir.FlagType():
            result = ir.SameSet(left.node, right.node)
        case (ir.SetType() | ir.BagType(), _) | (_, ir.SetType() | ir.BagType()):
            left, right = expect.as_set(scope, left, node.left.span), expect.as_set(scope, right, node.right.span)
            _check_same_sort(scope, left, right, node)
            result = ir.SameSet(left.node, right.node)
        case _:
            message = f"{_sort_of(left)} and {_sort_of(right)} cannot be equal"
            return scope.error(Code.DIFFERENT_SORTS, message, node.span, hint=_by_thing(scope, left, right, node))
    return Typed(ir.Not(result) if negate else result, types.FLAG)


def _sort_of(side: Typed) -> str:
    """Return what one side of a comparison is; whether it may be nothing is not the point."""
    return types.show(replace(side.type, maybe=False) if isinstance(side.type, ir.ThingType) else side.type)


def _outer_it(node: s.Compare) -> str:
    """Return the hint for an `it` in brackets within brackets, or nothing."""
    line = node.span.source.text[: node.span.start].rpartition("\n")[2]
    if line.count("[") - line.count("]") < 2:
        return ""
    return "`it` is the inner element here; for the outer one give that a name: `players[p: …]`"


def _check_same_sort(scope: Scope, left: Typed, right: Typed, node: s.Compare) -> None:
    """Report two sets that can have no element in common."""
    ours, theirs = set_type(left), set_type(right)
    if not types.same_elements(ours.of, theirs.of):
        message = f"{types.show(ours)} and {types.show(theirs)} have nothing in common"
        raise expect.failure(scope, Code.DIFFERENT_SORTS, message, node.span, hint=_by_field(scope, left, right, node))


def _by_thing(scope: Scope, left: Typed, right: Typed, node: s.Compare) -> Hint:
    """Return the hint to compare a field of one thing with another thing."""
    hint: Hint = _outer_it(node) if "it" in (node.left.span.text, node.right.span.text) else ""
    for name in reversed(scope.world.fields_holding(left.type, right.type)):
        hint = instead(f"{node.left.span.text}.{name} {node.operator} {node.right.span.text}", otherwise=hint)
    return hint


def _by_field(scope: Scope, left: Typed, right: Typed, node: s.Compare) -> Hint:
    """Return the hint to compare a field of things with what they themselves were compared with."""
    whole = right.type.of if isinstance(right.type, ir.SetType) else right.type
    own, other = node.left.span.text, node.right.span.text
    is_set = isinstance(left.type, ir.SetType)
    of = left.type.of if isinstance(left.type, ir.SetType) else left.type
    hint: Hint = ""
    for name in reversed(scope.world.fields_holding(of, whole)):
        sign = "=" if isinstance(right.node, ir.AsSet) else "in"
        text = f"some {own}[{name} {sign} {other}]" if is_set else f"{own}.{name} {sign} {other}"
        hint = instead(text, otherwise=hint)
    return hint


def _among_fields(scope: Scope, left: Typed, whole: ir.SetType, node: s.Compare) -> Hint:
    """Return the hint to look for what is in a field of the elements, not for the elements themselves."""
    names = scope.world.fields_holding(whole.of, left.type)
    if not names:
        return ""
    how = "no" if node.operator is s.SetTest.NOT_IN else "some"
    hint: Hint = ""
    for element, head in (("x.", "x: "), ("", "")):  # with a name, where a field has that of something else
        fields = " or ".join(f"{element}{name} = {node.left.span.text}" for name in names)
        hint = instead(f"{how} {node.right.span.text}[{head}{fields}]", otherwise=hint)
    return hint


def _inside(scope: Scope, node: s.Compare, env: Env) -> Typed:
    right = expect.set_(scope, node.right, env)
    left = scope.infer(node.left, env, right.type)
    stop_if_reported(left)
    whole = set_type(right)
    if isinstance(left.type, ir.ThingType | ir.NumberType):
        if not types.same_elements(left.type, whole.of):
            message = f"{types.show(left.type)} is never in {types.show(whole)}"
            hint = _by_field(scope, left, right, node) or _among_fields(scope, left, whole, node)
            return scope.error(Code.DIFFERENT_SORTS, message, node.span, hint=hint)
        inside = ir.Inside(left.node, right.node)
        return Typed(ir.Not(inside) if node.operator is s.SetTest.NOT_IN else inside, types.FLAG)
    if node.operator is s.SetTest.NOT_IN:
        text = f"{node.left.span.text} meets {node.right.span.text}"
        return scope.error(
            Code.SET_NOT_IN,
            "`not in` is for a single thing",
            node.span,
            hint=Edit(f"write `not {text}` if none may be in it, `not (… in …)` if not all", f"not {text}"),
        )
    part = expect.as_set(scope, left, node.left.span)
    _check_same_sort(scope, part, right, node)
    return Typed(ir.Subset(part.node, right.node), types.FLAG)


def quantified(scope: Scope, node: s.Quantified, env: Env) -> Typed:
    """Return whether there is some, no or one element."""
    of = scope.infer(node.of, env)
    stop_if_reported(of)
    text = node.of.span.text
    if isinstance(of.type, ir.FlagType):
        hint = instead(text if node.how is s.Quantifier.SOME else f"not {text}")
        return scope.error(Code.SOME_OF_NO_SET, f"`{text}` is a flag", node.span, hint=hint)
    if isinstance(of.type, ir.NumberType):
        compared = {s.Quantifier.SOME: "> 0", s.Quantifier.NO: "= 0", s.Quantifier.ONE: "= 1"}[node.how]
        hint = instead(f"{text} {compared}")
        return scope.error(Code.SOME_OF_NO_SET, f"`{text}` is a number", node.span, hint=hint)
    if not isinstance(of.type, ir.BagType):
        of = expect.as_set(scope, of, node.of.span)
    comparison, number = COUNTS[node.how]
    return Typed(ir.Compare(comparison, ir.Count(of.node), ir.Number(number)), types.FLAG)


def every(scope: Scope, node: s.Every, env: Env) -> Typed:
    """Return whether no element fails a condition."""
    of = expect.collection(scope, node.of, env)
    type_ = collection_type(of)
    element, inner = bind_element(scope, node.element, type_.of, env)
    condition = expect.condition(scope, node.condition, inner)
    stop_if_reported(condition)
    failing = ir.Narrow(of.node, element, ir.Not(condition.node))
    none = ir.Compare(ir.Comparison.EQUAL, ir.Count(failing), ir.Number(0))
    return Typed(none, types.FLAG)


def no_legal(scope: Scope, node: s.NoLegal, env: Env) -> Typed:
    """Return whether an action has no legal answer."""
    if not env.asked:
        return scope.error(Code.NO_LEGAL_HERE, "`no legal` can only be asked in a requirement", node.span)
    name = node.action.text
    if name not in scope.actions:
        hint = respelt(name, scope.actions)
        return scope.error(Code.UNKNOWN_NAME, f"no action is called `{name}`", node.action.span, hint=hint)
    return Typed(ir.NoLegal(name), types.FLAG)


def negation(scope: Scope, node: s.Not, env: Env) -> Typed:
    """Return the opposite of a condition."""
    of = expect.condition(scope, node.of, env)
    stop_if_reported(of)
    return Typed(ir.Not(of.node), types.FLAG)


def joined(scope: Scope, node: s.And | s.Or, env: Env) -> Typed:
    """Return a whole chain of conditions joined by the same word."""
    word, sign = ("and", "&") if isinstance(node, s.And) else ("or", "|")
    parts = _chain(node)
    typed = []
    for before, part in zip([None, *parts], parts, strict=False):
        found = scope.infer(part, env, types.FLAG)
        if (
            isinstance(found.node, ir.Member)
            and isinstance(before, s.Compare)
            and before.operator in (s.Comparison.EQUAL, s.Comparison.DIFFERENT)
        ):
            whole = f"{before.left.span.text} in {{{before.right.span.text}, {part.span.text}}}"
            whole = whole if before.operator is s.Comparison.EQUAL else f"not {whole}"
            return scope.error(
                Code.NO_CONDITION,
                f"expected a condition, found {types.show(found.type)}",
                part.span,
                hint=Edit(f"for several values write `{whole}`", whole, before.span.to(part.span)),
            )
        if types.is_collection(found.type):
            message = f"`{word}` joins conditions, this is {types.show(found.type)}"
            return scope.error(Code.AND_OF_SETS, message, part.span, hint=_of_sets(sign, parts, part))
        typed.append(expect.as_condition(scope, found, part))
    stop_if_reported(*typed)
    nodes = tuple(t.node for t in typed)
    result = ir.And(nodes) if isinstance(node, s.And) else ir.Or(nodes)
    return Typed(result, types.FLAG)


def _of_sets(sign: str, parts: list[s.Expr], part: s.Expr) -> Edit:
    """Return what to write for `and` or `or` beside a set."""
    place = max(parts.index(part), 1)
    between = Span(part.span.source, parts[place - 1].span.end, parts[place].span.start)
    text = f"some {expect.operand(part.span)}"
    return Edit(
        f"for sets write `{sign}`",
        f" {sign} ",
        between,
        otherwise=Edit(f"for sets write `{sign}`, for a condition `{text}`", text),
    )


def _equals_nothing(scope: Scope, node: s.Compare, other: s.Expr) -> Typed:
    word = "some" if node.operator is s.Comparison.DIFFERENT else "no"
    hint = instead(f"{word} {expect.operand(other.span)}")
    return scope.error(Code.EQUALS_NOTHING, "nothing equals nothing", node.span, hint=hint)


def _chain(node: s.And | s.Or) -> list[s.Expr]:
    """Return the conditions of a chain from left to right; the tree leans to the left."""
    parts: list[s.Expr] = []
    left: s.Expr = node
    while isinstance(left, s.And | s.Or) and type(left) is type(node):
        parts.append(left.right)
        left = left.left
    return [left, *reversed(parts)]
