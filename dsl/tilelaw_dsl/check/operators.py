"""Operators: sets and their algebra, folds, comparisons, quantifiers, choices. Numbers carry intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.scope import ERROR, Env, Typed
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.source import Span

if TYPE_CHECKING:
    from tilelaw_dsl.check.infer import Expressions

SET_SIGNS = {"|": ir.SetOperator.UNION, "&": ir.SetOperator.INTERSECTION, "except": ir.SetOperator.EXCEPT}


class Operators:
    """Types the operators of expressions."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions

    def narrow(self, node: s.Narrow, env: Env, expected: ir.Type | None) -> Typed:
        of = self.e.collection(node.of, env, expected)
        if not isinstance(of.type, ir.SetType | ir.BagType):
            return ERROR
        element, inner = self.e.element(node.element, of.type.of, env)
        if node.how is s.Narrowing.WHERE:
            condition = self.e.condition(node.by, inner)
            if condition.type is None:
                return ERROR
            return Typed(ir.Narrow(of.node, element, condition.node), of.type, of.cost + of.type.most * condition.cost)
        key = self.e.number(node.by, inner)
        if key.type is None:
            return ERROR
        which = ir.Extreme(node.how)
        return Typed(ir.Tied(of.node, element, which, key.node), of.type, of.cost + of.type.most * key.cost)

    def set_of(self, node: s.SetOf, env: Env, expected: ir.Type | None) -> Typed:
        if not node.elements:
            return Typed(ir.SetOf(()), types.EMPTY_SET, 1)
        wanted = types.element_of(expected)
        nodes, cost = [], 1
        type_: ir.Type | None = None
        for one in node.elements:
            typed = self.e.infer(one, env, wanted)
            if typed.type is None:
                return ERROR
            if not isinstance(typed.type, ir.ThingType | ir.NumberType):
                return self.e.complain(
                    Code.NO_ELEMENT,
                    f"{types.show(typed.type)} cannot be an element",
                    one.span,
                    hint="join sets with `|`",
                )
            joined = typed.type if type_ is None else types.join(type_, typed.type)
            if joined is None:
                return self.e.complain(
                    Code.DIFFERENT_SORTS,
                    "the elements of a set are of one sort",
                    one.span,
                    labels=[(node.elements[0].span, types.show(type_))],
                )
            type_, wanted = joined, wanted or joined
            nodes.append(typed.node)
            cost += typed.cost
        assert isinstance(type_, ir.ThingType | ir.NumberType)
        element = replace(type_, maybe=False) if isinstance(type_, ir.ThingType) else type_
        return Typed(ir.SetOf(tuple(nodes)), ir.SetType(element, len(nodes)), cost)

    def fold(self, node: s.Fold, env: Env) -> Typed:
        over = self.e.collection(node.over, env)
        if not isinstance(over.type, ir.SetType | ir.BagType):
            return ERROR
        element, inner = self.e.element(node.element, over.type.of, env)
        most = over.type.most
        if node.how is ir.FoldOperator.UNION:
            body = self.e.set(node.body, inner)
            if not isinstance(body.type, ir.SetType):
                return ERROR
            size = min(most * body.type.most, max(self.e.world.size(body.type.of), 1))
            type_: ir.Type = ir.SetType(body.type.of, size)
        else:
            body = self.e.number(node.body, inner)
            if not isinstance(body.type, ir.NumberType):
                return ERROR
            low, high = body.type.low, body.type.high
            match node.how:
                case ir.FoldOperator.SUM:
                    type_ = ir.NumberType(min(0, low * most), max(0, high * most))
                case ir.FoldOperator.SORTED:
                    type_ = ir.ListType(most)
                case _:
                    type_ = types.hull(body.type, ir.NumberType(0, 0))
        fold = ir.Fold(node.how, element, over.node, body.node)
        return Typed(fold, type_, over.cost + most * body.cost)

    def binary(self, node: s.Binary, env: Env, expected: ir.Type | None) -> Typed:
        if node.operator in SET_SIGNS:
            return self._set_algebra(node, env, expected)
        left = self.e.infer(node.left, env)
        right = self.e.infer(node.right, env)
        for side, written in ((left, node.left), (right, node.right)):
            if side.type is not None and not isinstance(side.type, ir.NumberType):
                hint = "for sets write `except`, `|` or `&`" if types.is_collection(side.type) else ""
                if types.is_collection(side.type) and node.operator not in ("-", "+", "*"):
                    hint = f"write `count {written.span.text}`"
                return self.e.complain(
                    Code.NO_NUMBER,
                    f"`{node.operator}` is for numbers, this is {types.show(side.type)}",
                    written.span,
                    hint=hint,
                )
        if not isinstance(left.type, ir.NumberType) or not isinstance(right.type, ir.NumberType):
            return ERROR
        operator = ir.ArithmeticOperator(node.operator)
        if (
            operator in (ir.ArithmeticOperator.DIVIDE, ir.ArithmeticOperator.REMAINDER)
            and right.type.low <= 0 <= right.type.high
        ):
            return self.e.complain(
                Code.DIVISION_BY_ZERO, "the divisor may be 0", node.right.span, hint="add `at least 1`"
            )
        type_ = _interval(operator, left.type, right.type)
        return Typed(ir.Arithmetic(operator, left.node, right.node), type_, left.cost + right.cost + 1)

    def _set_algebra(self, node: s.Binary, env: Env, expected: ir.Type | None) -> Typed:
        operator = SET_SIGNS[node.operator]
        if not self.e.lookup.resolves(node.left, env) and expected is None:
            right = self.e.set(node.right, env)
            left = self.e.collection(node.left, env, right.type)
        else:
            left = self.e.collection(node.left, env, expected)
            right = self.e.set(node.right, env, left.type or expected)
        if operator is not ir.SetOperator.EXCEPT and left.type is not None:
            left = self.e.as_set(left, node.left.span)
        if not isinstance(left.type, ir.SetType | ir.BagType) or not isinstance(right.type, ir.SetType):
            return ERROR
        if not types.same_elements(left.type.of, right.type.of):
            return self.e.complain(
                Code.DIFFERENT_SORTS,
                f"`{node.operator}` joins sets of one sort; this is {types.show(right.type)}",
                node.right.span,
                labels=[(node.left.span, types.show(left.type))],
            )
        known = right.type.of if types.is_anything(left.type.of) else left.type.of
        match operator:
            case ir.SetOperator.UNION:
                most = min(left.type.most + right.type.most, max(self.e.world.size(known), 1))
            case ir.SetOperator.INTERSECTION:
                most = min(left.type.most, right.type.most)
            case ir.SetOperator.EXCEPT:
                most = left.type.most
        type_: ir.Type = ir.SetType(known, most)
        if isinstance(left.type, ir.BagType):
            type_ = replace(left.type, most=most)
        cost = left.cost + right.cost + left.type.most + right.type.most
        return Typed(ir.SetAlgebra(operator, left.node, right.node), type_, cost)

    def compare(self, node: s.Compare, env: Env) -> Typed:
        if node.operator in ("in", "not in"):
            return self._inside(node, env)
        if node.operator == "meets":
            right = self.e.set(node.right, env)
            left = self.e.set(node.left, env, right.type)
            if not self._same_sort(left, right, node):
                return ERROR
            return Typed(ir.Meets(left.node, right.node), types.FLAG, left.cost + right.cost + 1)
        if self.e.lookup.resolves(node.left, env) or not self.e.lookup.resolves(node.right, env):
            left = self.e.infer(node.left, env)
            right = self.e.infer(node.right, env, left.type)
        else:
            right = self.e.infer(node.right, env)
            left = self.e.infer(node.left, env, right.type)
        return self._equality(node, left, right)

    def _equality(self, node: s.Compare, left: Typed, right: Typed) -> Typed:
        cost = left.cost + right.cost + 1
        negate = node.operator == "!="
        match left.type, right.type:
            case (None, _) | (_, None):
                return ERROR
            case ir.NumberType(), ir.NumberType():
                return Typed(ir.Compare(ir.Comparison(node.operator), left.node, right.node), types.FLAG, cost)
        if node.operator not in ("=", "!="):
            which, written = (left, node.left) if not isinstance(left.type, ir.NumberType) else (right, node.right)
            hint = f"write `count {written.span.text} {node.operator} …`" if types.is_collection(which.type) else ""
            return self.e.complain(
                Code.NO_NUMBER,
                f"`{node.operator}` compares numbers, this is {types.show(which.type)}",
                written.span,
                hint=hint,
            )
        result: ir.Expr
        match left.type, right.type:
            case ir.ThingType(), ir.ThingType() if types.same_thing(left.type, right.type):
                if isinstance(left.node, ir.Nothing) or isinstance(right.node, ir.Nothing):
                    other = node.left if isinstance(right.node, ir.Nothing) else node.right
                    word = "some" if negate else "no"
                    return self.e.complain(
                        Code.EQUALS_NOTHING,
                        "nothing equals nothing",
                        node.span,
                        hint=f"write `{word} {other.span.text}`",
                    )
                if negate and (left.type.maybe or right.type.maybe):
                    written = node.left if left.type.maybe else node.right
                    return self.e.complain(
                        Code.DIFFERENT_OR_NOTHING,
                        f"`{written.span.text}` may be nothing, and then `!=` is a trap",
                        node.span,
                        hint=f"write `not {node.left.span.text} = {node.right.span.text}`, which is true of nothing",
                    )
                result = ir.SameThing(left.node, right.node)
            case ir.FlagType(), ir.FlagType():
                result = ir.SameSet(left.node, right.node)
            case (ir.SetType() | ir.BagType(), _) | (_, ir.SetType() | ir.BagType()):
                left, right = self.e.as_set(left, node.left.span), self.e.as_set(right, node.right.span)
                if not self._same_sort(left, right, node):
                    return ERROR
                result = ir.SameSet(left.node, right.node)
            case _:
                return self.e.complain(
                    Code.DIFFERENT_SORTS,
                    f"{types.show(left.type)} and {types.show(right.type)} cannot be equal",
                    node.span,
                )
        return Typed(ir.Not(result) if negate else result, types.FLAG, cost)

    def _same_sort(self, left: Typed, right: Typed, node: s.Compare) -> bool:
        if not isinstance(left.type, ir.SetType) or not isinstance(right.type, ir.SetType):
            return False
        if types.same_elements(left.type.of, right.type.of):
            return True
        self.e.complain(
            Code.DIFFERENT_SORTS,
            f"{types.show(left.type)} and {types.show(right.type)} have nothing in common",
            node.span,
        )
        return False

    def _inside(self, node: s.Compare, env: Env) -> Typed:
        right = self.e.set(node.right, env)
        left = self.e.infer(node.left, env, right.type)
        if left.type is None or not isinstance(right.type, ir.SetType):
            return ERROR
        cost = left.cost + right.cost + 1
        if isinstance(left.type, ir.ThingType | ir.NumberType):
            if not types.same_elements(left.type, right.type.of):
                return self.e.complain(
                    Code.DIFFERENT_SORTS, f"{types.show(left.type)} is never in {types.show(right.type)}", node.span
                )
            result: ir.Expr = ir.Inside(left.node, right.node)
        else:
            if node.operator == "not in":
                text = f"{node.left.span.text} meets {node.right.span.text}"
                return self.e.complain(
                    Code.SET_NOT_IN,
                    "`not in` is for a single thing",
                    node.span,
                    hint=f"write `not {text}` if none may be in it, `not (… in …)` if not all",
                )
            part = self.e.as_set(left, node.left.span)
            if not self._same_sort(part, right, node):
                return ERROR
            result = ir.Subset(part.node, right.node)
        return Typed(ir.Not(result) if node.operator == "not in" else result, types.FLAG, cost)

    def quantified(self, node: s.Quantified, env: Env) -> Typed:
        of = self.e.infer(node.of, env)
        if of.type is None:
            return ERROR
        text = node.of.span.text
        if isinstance(of.type, ir.FlagType):
            hint = f"write `{text}`" if node.how is s.Quantifier.SOME else f"write `not {text}`"
            return self.e.complain(Code.SOME_OF_NO_SET, f"`{text}` is a flag", node.span, hint=hint)
        if isinstance(of.type, ir.NumberType):
            return self.e.complain(
                Code.SOME_OF_NO_SET, f"`{text}` is a number", node.span, hint=f"write `{text} > 0` or `{text} = 0`"
            )
        if not isinstance(of.type, ir.BagType):
            of = self.e.as_set(of, node.of.span)
        comparison = {
            s.Quantifier.SOME: (ir.Comparison.GREATER, 0),
            s.Quantifier.NO: (ir.Comparison.EQUAL, 0),
            s.Quantifier.ONE: (ir.Comparison.EQUAL, 1),
        }[node.how]
        result = ir.Compare(comparison[0], ir.Count(of.node), ir.Number(comparison[1]))
        return Typed(result, types.FLAG, of.cost + 1)

    def no_legal(self, node: s.NoLegal, env: Env) -> Typed:
        if not env.asked:
            return self.e.complain(Code.NO_LEGAL_HERE, "`no legal` can only be asked in a requirement", node.span)
        if node.action.text not in self.e.actions:
            return self.e.complain(
                Code.UNKNOWN_NAME,
                f"no action is called `{node.action.text}`",
                node.action.span,
                hint=nearest(node.action.text, self.e.actions),
            )
        return Typed(ir.NoLegal(node.action.text), types.FLAG, 1)

    def joined(self, node: s.And | s.Or, env: Env) -> Typed:
        cls = s.And if isinstance(node, s.And) else s.Or
        parts: list[s.Expr] = []
        left: s.Expr = node
        while isinstance(left, cls):
            parts.append(left.right)
            left = left.left
        parts.append(left)
        parts.reverse()
        typed = []
        for before, part in zip([None, *parts], parts, strict=False):
            found = self.e.infer(part, env, types.FLAG)
            if isinstance(found.node, ir.Member) and isinstance(before, s.Compare) and before.operator == "=":
                values = f"{{{before.right.span.text}, {part.span.text}}}"
                return self.e.complain(
                    Code.NO_CONDITION,
                    f"expected a condition, found {types.show(found.type)}",
                    part.span,
                    hint=f"for one of several write `{before.left.span.text} in {values}`",
                )
            if types.is_collection(found.type):
                word = "and" if cls is s.And else "or"
                sign = "&" if cls is s.And else "|"
                return self.e.complain(
                    Code.AND_OF_SETS,
                    f"`{word}` joins conditions, this is {types.show(found.type)}",
                    part.span,
                    hint=f"for sets write `{sign}`",
                )
            typed.append(self.e.as_condition(found, part))
        if any(t.type is None for t in typed):
            return ERROR
        nodes = tuple(t.node for t in typed)
        result: ir.Expr = ir.And(nodes) if cls is s.And else ir.Or(nodes)
        return Typed(result, types.FLAG, sum(t.cost for t in typed))

    def choose(self, node: s.If, env: Env, expected: ir.Type | None) -> Typed:
        condition = self.e.condition(node.condition, env)
        then = self.e.infer(node.then, env, expected)
        otherwise = self.e.infer(node.otherwise, env, expected or then.type)
        if condition.type is None:
            return ERROR
        chosen = self._common([then, otherwise], [node.then.span, node.otherwise.span])
        if chosen is None:
            return ERROR
        (then, otherwise), type_ = chosen
        cost = condition.cost + max(then.cost, otherwise.cost)
        return Typed(ir.If(condition.node, then.node, otherwise.node), type_, cost)

    def _common(self, found: list[Typed], spans: list[Span]) -> tuple[list[Typed], ir.Type] | None:
        """Return alternatives adapted to one type."""
        if any(t.type is None for t in found):
            return None
        if any(isinstance(t.type, ir.SetType) for t in found) or len({type(t.type) for t in found}) > 1:
            found = [self.e.as_set(t, span) for t, span in zip(found, spans, strict=True)]
        if any(t.type is None for t in found):
            return None
        type_ = found[0].type
        for typed, span in zip(found[1:], spans[1:], strict=True):
            joined = types.join(type_, typed.type)
            if joined is None:
                self.e.complain(
                    Code.DIFFERENT_SORTS,
                    f"this is {types.show(typed.type)}, the other {types.show(type_)}",
                    span,
                    labels=[(spans[0], types.show(type_))],
                )
                return None
            type_ = joined
        assert type_ is not None
        return found, type_

    def match(self, node: s.Match, env: Env, expected: ir.Type | None) -> Typed:
        of = self.e.infer(node.of, env)
        match of.type:
            case None:
                return ERROR
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.e.world.kinds:
                values = [str(m.name) for m in self.e.world.kinds[name].members]
            case ir.NumberType() if of.type.high - of.type.low < 1_000:
                values = [str(n) for n in range(of.type.low, of.type.high + 1)]
            case _:
                return self.e.complain(
                    Code.NO_MATCH,
                    f"`match` looks at a kind or a number, this is {types.show(of.type)}",
                    node.of.span,
                )
        results, spans, cases, otherwise = [], [], [], None
        seen: set[str] = set()
        for arm in node.arms:
            result = self.e.infer(arm.result, env, expected)
            expected = expected or result.type
            results.append(result)
            spans.append(arm.result.span)
            if arm.value is None:
                otherwise = len(results) - 1
                continue
            if arm.value.text not in values:
                return self.e.complain(
                    Code.UNKNOWN_CASE,
                    f"`{arm.value.text}` is none of the values",
                    arm.value.span,
                    hint=nearest(arm.value.text, values),
                )
            if arm.value.text in seen:
                self.e.complain(Code.DECLARED_TWICE, f"`{arm.value.text}` is listed twice", arm.value.span)
            seen.add(arm.value.text)
            key: str | int = int(arm.value.text) if arm.value.text.isdigit() else arm.value.text
            cases.append((key, len(results) - 1))
        missing = [v for v in values if v not in seen]
        if otherwise is None and (missing or types.is_maybe(of.type)):
            shown = ", ".join(f"`{m}`" for m in missing[:8])
            message = f"this match says nothing for {shown}"
            if not missing:
                message = f"`{node.of.span.text}` may be nothing, for which this match has no arm"
            return self.e.complain(
                Code.MISSING_CASE, message, node.span, hint="add them, or `else: …`" if missing else "add `else: …`"
            )
        common = self._common(results, spans)
        if common is None:
            return ERROR
        adapted, type_ = common
        arms = tuple(ir.Case(key, adapted[i].node) for key, i in cases)
        last = adapted[otherwise].node if otherwise is not None else None
        return Typed(ir.Match(of.node, arms, last), type_, of.cost + max(a.cost for a in adapted))


def _interval(operator: ir.ArithmeticOperator, a: ir.NumberType, b: ir.NumberType) -> ir.NumberType:
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
