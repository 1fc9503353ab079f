"""From written effects to IR: what may be changed, by values proved to fit."""

from __future__ import annotations

import re
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.fields import no_field
from tilelaw_dsl.check.expressions.operators import added
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed, bind_element, check_fresh
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Span


def check_effects(scope: Scope, written: tuple[s.Effect, ...], env: Env, *, at_step: bool) -> tuple[ir.Effect, ...]:
    """Return a list of effects."""
    result: list[ir.Effect] = []
    for effect in written:
        made, env = _one(scope, effect, env, at_step)
        if made is not None:
            scope.remember(made, effect.span)
            result.append(made)
    return tuple(result)


def _one(scope: Scope, node: s.Effect, env: Env, at_step: bool) -> tuple[ir.Effect | None, Env]:
    match node:
        case s.Let():
            return let(scope, node, env)
        case s.Assign() | s.Add():
            return _change(scope, node, env), env
        case s.Put():
            return _put(scope, node, env), env
        case s.Move():
            return _move(scope, node.pieces, node.source, node.target, env), env
        case s.Remove():
            return _move(scope, node.pieces, node.source, None, env), env
        case s.Shuffle():
            if not at_step:
                scope.error(
                    Code.SHUFFLE_IN_ANSWER,
                    "a shuffle happens at a step of the flow, not with an answer",
                    node.span,
                    hint="add a step after the ask and shuffle `at` it",
                )
            zone = _zone(scope, node.zone, env)
            if zone is not None and scope.world.zones[zone.zone].order is not ir.Order.PILE:
                order = scope.world.zones[zone.zone].order
                message = f"`{zone.zone}` is a {order}, which has no order that could be mixed"
                scope.error(Code.SHUFFLED_NO_PILE, message, node.span, hint="only a `pile` is shuffled")
            return (ir.ShuffleZone(zone) if zone else None), env
        case s.Show():
            what = scope.infer(node.what, env)
            return (ir.Show(what.node, what.type) if what.type else None), env
        case s.End():
            return ir.EndGame(), env
        case s.ForEach():
            over = expect.set_(scope, node.of, env)
            if not isinstance(over.type, ir.SetType):
                return None, env
            name, inner = bind_element(scope, node.element, over.type.of, env)
            effects = check_effects(scope, node.effects, inner, at_step=at_step)
            return ir.ForEach(name, over.node, effects), env
        case s.When():
            condition = expect.condition(scope, node.condition, env)
            effects = check_effects(scope, node.effects, env, at_step=at_step)
            return ir.When(condition.node, effects), env
        case _:
            assert_never(node)


def let(scope: Scope, node: s.Let, env: Env) -> tuple[ir.Let, Env]:
    """Return a binding and the scope after it."""
    check_fresh(scope, node.name)
    value = scope.infer(node.value, env)
    made = ir.Let(node.name.text, value.node)
    scope.remember(made, node.name.span)
    return made, env.bind(node.name.text, value.type)


def _change(scope: Scope, node: s.Assign | s.Add, env: Env) -> ir.Effect | None:
    match node.place:
        case s.Field():
            return _change_field(scope, node, node.place, env)
        case s.Name() | s.Call():
            return _change_variable(scope, node, node.place, env)
        case _:
            indexed = re.fullmatch(r"(\w+)\[(.+)\]", node.place.span.text)
            hint = instead(f"{indexed.group(1)}({indexed.group(2)})") if indexed else ""
            message = "only variables, fields of cells and marks of pieces can be given a value"
            scope.error(Code.NOT_CHANGEABLE, message, node.place.span, hint=hint)
            return None


def _given(scope: Scope, node: s.Assign | s.Add, wanted: ir.Type, env: Env) -> ir.Given:
    """Return what a place of some type is given."""
    match node:
        case s.Assign():
            return _value(scope, node, wanted, env).node
        case s.Add():
            return _addition(scope, node, wanted, env)
        case _:
            assert_never(node)


def _addition(scope: Scope, node: s.Add, wanted: ir.Type, env: Env) -> ir.Given:
    """Return what is added to a number. Each addition is proved to stay in range by itself; the bounds of all hold for
    the sum, so whatever is added beside it cannot lead out of the range either."""
    what = f"`{node.place.span.text}`"
    if not isinstance(wanted, ir.NumberType):
        return scope.error(Code.NO_NUMBER, f"{what} is {types.show(wanted)}, no number", node.place.span).node
    amount = expect.number(scope, node.amount, env)
    most = expect.number(scope, node.most, env) if node.most is not None else None
    least = expect.number(scope, node.least, env) if node.least is not None else None
    found = [part for part in (amount, most, least) if part is not None]
    if all(part.type is not None for part in found):
        total = added(wanted, amount, most, least)
        if node.most is not None and total.high > wanted.high:
            message = f"{what} is {wanted.low}..{wanted.high}, but this may be {total.low}..{total.high}"
            hint = Edit(f"write `at most {wanted.high}`", str(wanted.high))
            scope.error(Code.OUT_OF_RANGE, message, node.most.span, hint=hint)
        else:
            _fit_sum(scope, node, total, wanted, amount)
    return ir.Addition(amount.node, most.node if most else None, least.node if least else None)


def _fit_sum(scope: Scope, node: s.Add, total: ir.NumberType, wanted: ir.NumberType, amount: Typed) -> None:
    """Report a sum that may leave the range; a bound at the far end of it was perhaps meant the other way."""
    one = node.least if node.most is None else None
    if total.high > wanted.high and one is not None and one.span.text == str(wanted.high):
        source, start = node.span.source, node.place.span.end
        written = Span(source, start, one.span.end)
        message = f"`{node.place.span.text}` is {wanted.low}..{wanted.high}, but this may be {total.low}..{total.high}"
        hint = Edit(f"write `at most {wanted.high}`", f" at most {wanted.high}", written)
        scope.error(Code.OUT_OF_RANGE, message, node.span, hint=hint)
    else:
        expect.fit(scope, Typed(amount.node, total), wanted, node.span, f"`{node.place.span.text}`")


def _value(scope: Scope, node: s.Assign, wanted: ir.Type, env: Env) -> Typed:
    what = f"`{node.place.span.text}`"
    if isinstance(node.value, s.Name) and node.value.text == "none" and not isinstance(wanted, ir.ThingType):
        blank = "false" if isinstance(wanted, ir.FlagType) else "0"
        return scope.error(
            Code.DOES_NOT_FIT,
            f"{what} is {types.show(wanted)}, which cannot be nothing",
            node.value.span,
            hint=Edit(f"write `:= {blank}`", blank),
        )
    return expect.fitting(scope, node.value, env, wanted, what)


def _change_field(scope: Scope, node: s.Assign | s.Add, place: s.Field, env: Env) -> ir.Effect | None:
    of = scope.infer(place.of, env)
    element = types.element_of(of.type)
    name = place.field.text
    if of.type is None:
        return None
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.CELL:
        board = scope.world.boards[element.name]
        declared = next((f for f in board.fields if f.name == name), None)
        if declared is not None and not declared.is_printed:
            value = _given(scope, node, declared.type, env)
            return ir.SetCell(board.name, name, of.node, value)
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.KIND:
        mark = scope.world.marks.get(name)
        if mark is not None and mark.kind == element.name:
            value = _given(scope, node, mark.type, env)
            return ir.SetMark(name, of.node, value)
    if scope.world.has_field(element, name):
        scope.error(Code.PRINTED, f"`{name}` is printed and never changes", place.field.span)
    elif not scope.world.is_spoilt(name):
        scope.error(
            Code.UNKNOWN_FIELD,
            f"{types.show(element)} has no field `{name}`",
            place.field.span,
            hint=no_field(scope.world, element, place.field, place.of.span),
        )
    return None


def _change_variable(scope: Scope, node: s.Assign | s.Add, place: s.Name | s.Call, env: Env) -> ir.Effect | None:
    name = place.text if isinstance(place, s.Name) else place.function.text
    variable = scope.world.variables.get(name)
    if variable is None:
        what = scope.infer(place, env)
        if what.type is not None:
            scope.error(
                Code.NOT_CHANGEABLE,
                f"`{name}` cannot be given a value",
                place.span,
                hint=f"`{name}` is a parameter, which only a layer sets; what changes in play is a `var`"
                if name in scope.world.tables
                else "variables (`var`), fields of cells and marks can",
            )
        return None
    found = scope.infer(place, env)
    if not isinstance(found.node, ir.Variable):
        return None
    value = _given(scope, node, variable.type, env)
    return ir.SetVariable(name, found.node.indices, value)


def _put(scope: Scope, node: s.Put, env: Env) -> ir.Effect | None:
    record = expect.thing(scope, node.record, env)
    on = expect.thing(scope, node.on, env)
    if not isinstance(record.type, ir.ThingType) or not isinstance(on.type, ir.ThingType):
        return None
    if record.type.sort is not ir.Sort.RECORD or on.type.sort is not ir.Sort.CELL:
        scope.error(
            Code.PUT_DOES_NOT_FIT,
            "`put` lays a record on a cell",
            node.span,
            hint=f"this is {types.show(record.type)} on {types.show(on.type)}",
        )
        return None
    board = scope.world.boards[on.type.name]
    common = []
    for theirs in scope.world.records[record.type.name].fields:
        ours = next((f for f in board.fields if f.name == theirs.name and not f.is_printed), None)
        if ours is None:
            continue
        typed = Typed(ir.Nothing(), theirs.type)
        if expect.fit(scope, typed, ours.type, node.span, f"field `{ours.name}` of the board").type is not None:
            common.append(ours.name)
    if not common:
        scope.error(
            Code.PUT_DOES_NOT_FIT,
            f"`{record.type.name}` and the cells of `{board.name}` have no field in common",
            node.span,
        )
        return None
    return ir.Put(board.name, record.type.name, tuple(common), record.node, on.node)


def _zone(scope: Scope, node: s.Expr, env: Env) -> ir.ZoneRef | None:
    found = scope.infer(node, env)
    if isinstance(found.node, ir.ZoneOf):
        return ir.ZoneRef(found.node.zone, found.node.owner)
    if found.type is not None:
        hint = (
            "a number is changed by `add … to`, with a minus to take away"
            if isinstance(found.type, ir.NumberType)
            else ""
        )
        scope.error(Code.NO_ZONE, f"expected a zone, found {types.show(found.type)}", node.span, hint=hint)
    return None


def _move(scope: Scope, pieces: s.Pieces, source: s.Expr, target: s.Expr | None, env: Env) -> ir.Effect | None:
    origin = _zone(scope, source, env)
    goal = _zone(scope, target, env) if target is not None else None
    if origin is None or (target is not None and goal is None):
        return None
    kind = scope.world.zones[origin.zone].of
    if goal is not None and scope.world.zones[goal.zone].of != kind:
        assert target is not None
        scope.error(Code.WRONG_PIECES, f"`{origin.zone}` and `{goal.zone}` hold different pieces", target.span)
    match pieces:
        case s.AllPieces():
            return ir.MovePieces(ir.AllPieces(), origin, goal)
        case s.TopPieces():
            count = expect.fitting(scope, pieces.count, env, ir.NumberType(0, 1_000_000), "a number of pieces")
            return ir.MovePieces(ir.TopPieces(count.node), origin, goal)
        case s.ThesePieces():
            these = _these(scope, pieces.pieces, kind, env, pieces.span)
            return ir.MovePieces(ir.ThesePieces(these.node), origin, goal)


def _these(scope: Scope, node: s.Expr, kind: ir.ThingType, env: Env, span: Span) -> Typed:
    these = scope.infer(node, env, kind)
    element = types.element_of(these.type)
    if these.type is None:
        return these
    if not isinstance(element, ir.ThingType) or not types.same_thing(element, kind):
        hint: Hint = instead(f"top {span.text}") if isinstance(these.type, ir.NumberType) else ""
        message = f"expected pieces of the zone, found {types.show(these.type)}"
        return scope.error(Code.WRONG_PIECES, message, span, hint=hint)
    return these
