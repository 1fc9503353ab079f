"""From written effects to IR: what may be changed, by values proved to fit."""

from __future__ import annotations

from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed, bind_element, check_fresh
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.source import Span


def check_effects(
    scope: Scope, written: tuple[s.Effect, ...], env: Env, *, at_step: bool
) -> tuple[tuple[ir.Effect, ...], int]:
    """Return a list of effects and what it costs."""
    result: list[ir.Effect] = []
    cost = 0
    for effect in written:
        made, steps, env = _one(scope, effect, env, at_step)
        cost += steps
        if made is not None:
            result.append(made)
    return tuple(result), cost


def _one(scope: Scope, node: s.Effect, env: Env, at_step: bool) -> tuple[ir.Effect | None, int, Env]:
    match node:
        case s.Let():
            return let(scope, node, env)
        case s.Assign():
            return (*_assign(scope, node, env), env)
        case s.Put():
            return (*_put(scope, node, env), env)
        case s.Move():
            return (*_move(scope, node.pieces, node.source, node.target, env), env)
        case s.Remove():
            return (*_move(scope, node.pieces, node.source, None, env), env)
        case s.Shuffle():
            if not at_step:
                scope.error(
                    Code.SHUFFLE_IN_ANSWER,
                    "a shuffle happens at a step of the flow, not with an answer",
                    node.span,
                    hint="add a step after the ask and shuffle `at` it",
                )
            zone, cost = _zone(scope, node.zone, env)
            return (ir.ShuffleZone(zone) if zone else None), cost, env
        case s.Show():
            what = scope.infer(node.what, env)
            return (ir.Show(what.node, what.type) if what.type else None), what.cost, env
        case s.End():
            return ir.EndGame(), 1, env
        case s.ForEach():
            over = expect.set_(scope, node.of, env)
            if not isinstance(over.type, ir.SetType):
                return None, 1, env
            name, inner = bind_element(scope, node.element, over.type.of, env)
            effects, cost = check_effects(scope, node.effects, inner, at_step=at_step)
            return ir.ForEach(name, over.node, effects), over.cost + over.type.most * cost, env
        case s.When():
            condition = expect.condition(scope, node.condition, env)
            effects, cost = check_effects(scope, node.effects, env, at_step=at_step)
            return ir.When(condition.node, effects), condition.cost + cost, env
        case _:
            assert_never(node)


def let(scope: Scope, node: s.Let, env: Env) -> tuple[ir.Let, int, Env]:
    """Return a binding and the scope after it."""
    check_fresh(scope, node.name)
    value = scope.infer(node.value, env)
    return ir.Let(node.name.text, value.node), value.cost, env.bind(node.name.text, value.type)


def _assign(scope: Scope, node: s.Assign, env: Env) -> tuple[ir.Effect | None, int]:
    match node.place:
        case s.Field():
            return _assign_field(scope, node, node.place, env)
        case s.Name() | s.Call():
            return _assign_variable(scope, node, node.place, env)
        case _:
            scope.error(
                Code.NOT_CHANGEABLE,
                "only variables, fields of cells and marks of pieces can be given a value",
                node.place.span,
            )
            return None, 1


def _value(scope: Scope, node: s.Assign, wanted: ir.Type, env: Env) -> Typed:
    what = f"`{node.place.span.text}`"
    if isinstance(node.value, s.Name) and node.value.text == "none" and not isinstance(wanted, ir.ThingType):
        blank = "false" if isinstance(wanted, ir.FlagType) else "0"
        return scope.error(
            Code.DOES_NOT_FIT,
            f"{what} is {types.show(wanted)}, which cannot be nothing",
            node.value.span,
            hint=f"write `:= {blank}`",
        )
    return expect.fitting(scope, node.value, env, wanted, what)


def _assign_field(scope: Scope, node: s.Assign, place: s.Field, env: Env) -> tuple[ir.Effect | None, int]:
    of = scope.infer(place.of, env)
    element = types.element_of(of.type)
    name = place.field.text
    if of.type is None:
        return None, 1
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.CELL:
        board = scope.world.boards[element.name]
        declared = next((f for f in board.fields if f.name == name), None)
        if declared is not None and not declared.is_printed:
            value = _value(scope, node, declared.type, env)
            return ir.SetCell(board.name, name, of.node, value.node), of.cost + value.cost + 1
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.KIND:
        mark = scope.world.marks.get(name)
        if mark is not None and mark.kind == element.name:
            value = _value(scope, node, mark.type, env)
            return ir.SetMark(name, of.node, value.node), of.cost + value.cost + 1
    if scope.world.has_field(element, name):
        scope.error(Code.PRINTED, f"`{name}` is printed and never changes", place.field.span)
    else:
        scope.error(
            Code.UNKNOWN_FIELD,
            f"{types.show(element)} has no field `{name}`",
            place.field.span,
            hint=nearest(name, scope.world.field_names(element)),
        )
    return None, 1


def _assign_variable(scope: Scope, node: s.Assign, place: s.Name | s.Call, env: Env) -> tuple[ir.Effect | None, int]:
    name = place.text if isinstance(place, s.Name) else place.function.text
    variable = scope.world.variables.get(name)
    if variable is None:
        what = scope.infer(place, env)
        if what.type is not None:
            scope.error(
                Code.NOT_CHANGEABLE,
                f"`{name}` cannot be given a value",
                place.span,
                hint="variables (`var`), fields of cells and marks can",
            )
        return None, 1
    found = scope.infer(place, env)
    if not isinstance(found.node, ir.Variable):
        return None, 1
    value = _value(scope, node, variable.type, env)
    return ir.SetVariable(name, found.node.indices, value.node), found.cost + value.cost + 1


def _put(scope: Scope, node: s.Put, env: Env) -> tuple[ir.Effect | None, int]:
    record = expect.thing(scope, node.record, env)
    on = expect.thing(scope, node.on, env)
    if not isinstance(record.type, ir.ThingType) or not isinstance(on.type, ir.ThingType):
        return None, 1
    if record.type.sort is not ir.Sort.RECORD or on.type.sort is not ir.Sort.CELL:
        scope.error(
            Code.PUT_DOES_NOT_FIT,
            "`put` lays a record on a cell",
            node.span,
            hint=f"this is {types.show(record.type)} on {types.show(on.type)}",
        )
        return None, 1
    board = scope.world.boards[on.type.name]
    common = []
    for theirs in scope.world.records[record.type.name].fields:
        ours = next((f for f in board.fields if f.name == theirs.name and not f.is_printed), None)
        if ours is None:
            continue
        typed = Typed(ir.Nothing(), theirs.type, 1)
        if expect.fit(scope, typed, ours.type, node.span, f"field `{ours.name}` of the board").type is not None:
            common.append(ours.name)
    if not common:
        scope.error(
            Code.PUT_DOES_NOT_FIT,
            f"`{record.type.name}` and the cells of `{board.name}` have no field in common",
            node.span,
        )
        return None, 1
    put = ir.Put(board.name, record.type.name, tuple(common), record.node, on.node)
    return put, record.cost + on.cost + len(common)


def _zone(scope: Scope, node: s.Expr, env: Env) -> tuple[ir.ZoneRef | None, int]:
    found = scope.infer(node, env)
    if isinstance(found.node, ir.ZoneOf):
        return ir.ZoneRef(found.node.zone, found.node.owner), found.cost
    if found.type is not None:
        scope.error(Code.NO_ZONE, f"expected a zone, found {types.show(found.type)}", node.span)
    return None, 1


def _move(
    scope: Scope, pieces: s.Pieces, source: s.Expr, target: s.Expr | None, env: Env
) -> tuple[ir.Effect | None, int]:
    origin, cost = _zone(scope, source, env)
    goal, more = _zone(scope, target, env) if target is not None else (None, 0)
    if origin is None or (target is not None and goal is None):
        return None, 1
    kind = scope.world.zones[origin.zone].of
    if goal is not None and scope.world.zones[goal.zone].of != kind:
        assert target is not None
        scope.error(Code.WRONG_PIECES, f"`{origin.zone}` and `{goal.zone}` hold different pieces", target.span)
    most = scope.world.pieces(scope.world.zones[origin.zone])
    cost += more + most
    match pieces:
        case s.AllPieces():
            return ir.MovePieces(ir.AllPieces(), origin, goal), cost
        case s.TopPieces():
            count = expect.fitting(scope, pieces.count, env, ir.NumberType(0, 1_000_000), "a number of pieces")
            return ir.MovePieces(ir.TopPieces(count.node), origin, goal), cost + count.cost
        case s.ThesePieces():
            these = _these(scope, pieces.pieces, kind, env, pieces.span)
            return ir.MovePieces(ir.ThesePieces(these.node), origin, goal), cost + these.cost


def _these(scope: Scope, node: s.Expr, kind: ir.ThingType, env: Env, span: Span) -> Typed:
    these = scope.infer(node, env, kind)
    element = types.element_of(these.type)
    if these.type is None:
        return these
    if not isinstance(element, ir.ThingType) or not types.same_thing(element, kind):
        return scope.error(Code.WRONG_PIECES, f"expected pieces of the zone, found {types.show(these.type)}", span)
    return these
