"""From written expressions to typed IR: every name resolved, every type known, every number bounded.

The walk stands here, and the adapters that make a set of a thing or say why something does not fit. Names are
resolved in `names`, operators typed in `operators`, the language's own functions in `functions`.

Numbers carry intervals, so that an assignment can be proved to stay in range. Costs are upper bounds on the
steps of one evaluation, from the sizes of the sets involved. Asking something of nothing gives a blank (see
`ir`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.functions import Functions
from tilelaw_dsl.check.names import Lookup
from tilelaw_dsl.check.operators import Operators
from tilelaw_dsl.check.scope import ERROR, Env, Typed
from tilelaw_dsl.check.world import KEPT, MAX_MEMBERS, MAX_NUMBER, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.source import Span

MAX_COST = 1_000_000_000_000
"""Costs are counted up to here; what is dearer is far beyond any limit."""
MAX_VALUE = 1_000_000_000_000_000
"""The largest number that a calculation may lead to; engines in any language can hold it."""


class Expressions:
    """Types the expressions of one ruleset."""

    def __init__(
        self,
        world: World,
        report: Report,
        type_of: Callable[[s.Type], ir.Type | None],
        needs: dict[str, s.NeedsDefine],
        actions: set[str],
    ) -> None:
        self.world = world
        self.report = report
        self.actions = actions
        self.clause = ""
        """The rule whose text is being typed, for messages."""
        self.lookup = Lookup(self, type_of, needs)
        self.operators = Operators(self)
        self.functions = Functions(self)

    def quietly(self) -> Expressions:
        """Return a twin whose reports nobody reads, for looking ahead at what will be typed again."""
        lookup = self.lookup
        twin = Expressions(self.world, Report(), lookup.type_of, lookup.needs, self.actions)
        twin.lookup.signatures = dict(lookup.signatures)
        return twin

    # ---- reporting

    def complain(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        hint: str = "",
        labels: list[tuple[Span, str]] | None = None,
    ) -> Typed:
        """Report a mistake and return the typed expression that stands for it."""
        self.report.add(code, message, span, hint=hint, labels=labels or (), rule=self.clause)
        return ERROR

    def infer(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return an expression with its type; `expected` helps to find out what names mean."""
        result = self._infer(node, env, expected)
        if isinstance(result.type, ir.NumberType) and max(abs(result.type.low), abs(result.type.high)) > MAX_VALUE:
            hint = "bound its parts with `at most`"
            return self.complain(Code.NUMBER_TOO_LARGE, f"this may be larger than {MAX_VALUE}", node.span, hint=hint)
        if result.cost > MAX_COST:
            result = replace(result, cost=MAX_COST)
        return result

    def condition(self, node: s.Expr, env: Env) -> Typed:
        """Return a condition."""
        return self.as_condition(self.infer(node, env, types.FLAG), node)

    def as_condition(self, found: Typed, node: s.Expr) -> Typed:
        """Return a typed expression if it is a condition; report it otherwise."""
        if found.type is None or isinstance(found.type, ir.FlagType):
            return found
        hint = ""
        if types.is_collection(found.type) or isinstance(found.type, ir.ThingType):
            hint = f"write `some {node.span.text}` or `no {node.span.text}`"
        if isinstance(found.type, ir.NumberType):
            hint = f"compare it, e.g. `{node.span.text} > 0`"
        return self.complain(
            Code.NO_CONDITION, f"expected a condition, found {types.show(found.type)}", node.span, hint=hint
        )

    def number(self, node: s.Expr, env: Env) -> Typed:
        """Return a number."""
        found = self.infer(node, env)
        if found.type is None or isinstance(found.type, ir.NumberType):
            return found
        hint = f"write `count {node.span.text}`" if types.is_collection(found.type) else ""
        return self.complain(Code.NO_NUMBER, f"expected a number, found {types.show(found.type)}", node.span, hint=hint)

    def set(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a set; a single thing becomes the set of it, pieces of a zone the set of their kinds."""
        return self.as_set(self.infer(node, env, expected), node.span)

    def collection(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a set, or the pieces of a zone as they lie."""
        found = self.infer(node, env, expected)
        return found if isinstance(found.type, ir.BagType) else self.as_set(found, node.span)

    def as_set(self, found: Typed, span: Span) -> Typed:
        """Return a typed expression as a set."""
        match found.type:
            case None | ir.SetType():
                return found
            case ir.BagType():
                most = min(found.type.most, self.world.size(found.type.of))
                return Typed(ir.AsSet(found.node), ir.SetType(found.type.of, most), found.cost + found.type.most)
            case ir.ThingType():
                inner = replace(found.type, maybe=False)
                if isinstance(found.node, ir.Nothing):
                    return Typed(ir.SetOf(()), types.EMPTY_SET, 1)
                return Typed(ir.AsSet(found.node), ir.SetType(inner, 1), found.cost + 1)
            case _:
                return self.complain(Code.NO_SET, f"expected a set, found {types.show(found.type)}", span)

    def thing(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a single thing."""
        found = self.infer(node, env, expected)
        if found.type is None or isinstance(found.type, ir.ThingType):
            return found
        hint = f"write `first({node.span.text})` for one of them" if types.is_collection(found.type) else ""
        return self.complain(
            Code.NO_THING, f"expected a single thing, found {types.show(found.type)}", node.span, hint=hint
        )

    def fitting(self, node: s.Expr, env: Env, wanted: ir.Type, what: str, at: Span | None = None) -> Typed:
        """Return an expression that can stand where `wanted` is needed; sets and things are adapted."""
        found = self.infer(node, env, wanted)
        return self.fit(found, wanted, node.span, what, at)

    def fit(self, found: Typed, wanted: ir.Type, span: Span, what: str, at: Span | None = None) -> Typed:
        """Adapt a typed expression to a wanted type or report why it does not fit."""
        if found.type is None:
            return found
        labels = [(at, f"{what} is {types.show(wanted)}")] if at is not None else []
        match wanted, found.type:
            case ir.NumberType(), ir.NumberType():
                if wanted.low <= found.type.low and found.type.high <= wanted.high:
                    return found
                return self._out_of_range(found.type, wanted, span, what, labels)
            case ir.SetType(), ir.SetType() | ir.BagType() | ir.ThingType():
                adapted = self.as_set(found, span)
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
        hint = ""
        if isinstance(wanted, ir.NumberType) and types.is_collection(found.type):
            hint = f"write `count {span.text}`"
        if isinstance(wanted, ir.ThingType) and types.is_collection(found.type):
            hint = f"write `first({span.text})`"
        return self.complain(
            Code.DOES_NOT_FIT,
            f"{what} is {types.show(wanted)}, but this is {types.show(found.type)}",
            span,
            hint=hint,
            labels=labels,
        )

    def _out_of_range(
        self, got: ir.NumberType, wanted: ir.NumberType, span: Span, what: str, labels: list[tuple[Span, str]]
    ) -> Typed:
        hints = []
        if got.high > wanted.high:
            hints.append(f"`at most {wanted.high}`")
        if got.low < wanted.low:
            hints.append(f"`at least {wanted.low}`")
        shown = f"{got.low}..{got.high}" if got.low != got.high else f"{got.low}"
        return self.complain(
            Code.OUT_OF_RANGE,
            f"{what} is {wanted.low}..{wanted.high}, but this may be {shown}",
            span,
            hint=f"add {' and '.join(hints)}" if got.low != got.high else "",
            labels=labels,
        )

    def _infer(self, node: s.Expr, env: Env, expected: ir.Type | None) -> Typed:
        match node:
            case s.Integer():
                if node.value > MAX_NUMBER:
                    return self.complain(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", node.span)
                return Typed(ir.Number(node.value), ir.NumberType(node.value, node.value), 1)
            case s.Integers():
                if max(abs(node.low), abs(node.high)) > MAX_NUMBER:
                    return self.complain(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", node.span)
                if node.high < node.low:
                    hint = f"write `{node.high}..{node.low}`"
                    return self.complain(
                        Code.EMPTY_RANGE, f"the range {node.low}..{node.high} is empty", node.span, hint=hint
                    )
                if node.high - node.low >= MAX_MEMBERS:
                    return self.complain(
                        Code.TOO_MANY_ELEMENTS, f"a set of numbers has at most {MAX_MEMBERS} elements", node.span
                    )
                type_ = ir.SetType(ir.NumberType(node.low, node.high), node.high - node.low + 1)
                return Typed(ir.Numbers(node.low, node.high), type_, 1)
            case s.Grouped():
                return self.infer(node.inner, env, expected)
            case s.Name():
                return self.lookup.name(node, env, expected)
            case s.Call():
                return self.lookup.call(node, env)
            case s.Field():
                return self.lookup.field(self.infer(node.of, env), node.field, node.of.span)
            case s.Narrow():
                return self.operators.narrow(node, env, expected)
            case s.SetOf():
                return self.operators.set_of(node, env, expected)
            case s.Fold():
                return self.operators.fold(node, env)
            case s.Match():
                return self.operators.match(node, env, expected)
            case s.Negative():
                of = self.number(node.of, env)
                if not isinstance(of.type, ir.NumberType):
                    return ERROR
                negative = ir.Arithmetic(ir.ArithmeticOperator.SUBTRACT, ir.Number(0), of.node)
                return Typed(negative, ir.NumberType(-of.type.high, -of.type.low), of.cost + 1)
            case s.Count():
                of = self.collection(node.of, env)
                if not isinstance(of.type, ir.SetType | ir.BagType):
                    return ERROR
                return Typed(ir.Count(of.node), ir.NumberType(0, of.type.most), of.cost + 1)
            case s.Binary():
                return self.operators.binary(node, env, expected)
            case s.Compare():
                return self.operators.compare(node, env)
            case s.Quantified():
                return self.operators.quantified(node, env)
            case s.NoLegal():
                return self.operators.no_legal(node, env)
            case s.Not():
                of = self.condition(node.of, env)
                return Typed(ir.Not(of.node), types.FLAG if of.type else None, of.cost + 1)
            case s.And() | s.Or():
                return self.operators.joined(node, env)
            case s.If():
                return self.operators.choose(node, env, expected)
            case _:
                assert_never(node)

    def element(self, name: s.Word | None, type_: ir.Type, env: Env) -> tuple[str, Env]:
        """Return the name of an element and the scope in which it is bound."""
        if name is None:
            return "it", env.within(type_)
        self.check_fresh(name)
        return name.text, env.bind(name.text, type_)

    def check_fresh(self, name: s.Word) -> None:
        """Report a bound name that hides something people would look for."""
        if name.text in KEPT:
            self.complain(
                Code.KEPT_WORD, f"`{name.text}` has a meaning of its own", name.span, hint="choose another name"
            )


def as_written(node: s.Expr) -> str:
    """Return an expression as its author wrote it, on one line."""
    return " ".join(line.split("#")[0].strip() for line in node.span.text.splitlines()).strip()
