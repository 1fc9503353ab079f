"""Handlers for everything that gives one thing, number or flag: literals, fields, calls, logic, arithmetic.

What is asked of nothing gives the blank of its type; see `tilelaw_dsl.ir`.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.ir.operators import CALCULATE, COMPARE
from tilelaw_reference.evaluate.evaluator import NO_HANDLERS, Evaluator
from tilelaw_reference.model.grid import DIRECTIONS
from tilelaw_reference.model.position import CellPlace, MarkPlace, Place, VariablePlace, ZonePlace, type_of
from tilelaw_reference.model.values import (
    SHARED,
    TYPED,
    Bag,
    Direction,
    Env,
    Member,
    Value,
    as_cell,
    as_member,
    as_owner,
    as_player,
    as_players,
    as_record,
    blank,
    is_within,
)


def _literal(_here: Evaluator, node: ir.Number | ir.Flag, _env: Env) -> Value:
    return node.value


def _member(here: Evaluator, node: ir.Member, _env: Env) -> Member:
    return here.rules.named[node.kind, node.name]


def _direction(_here: Evaluator, node: ir.Direction, _env: Env) -> Direction:
    return DIRECTIONS[node.shape][node.name]


def _nothing(_here: Evaluator, _node: ir.Nothing, _env: Env) -> None:
    return None


def _local(_here: Evaluator, node: ir.Local, env: Env) -> Value:
    return env[node.name]


def _table(here: Evaluator, node: ir.Table, env: Env) -> Value:
    table = here.rules.tables[node.name]
    values = here.rules.table_values[node.name]
    if node.index is None or table.index is None:
        return values[0]
    index = here.value(node.index, env)
    if not is_within(index, table.index):
        return blank(table.type)
    if isinstance(index, Member | Direction):
        return values[index.place]
    assert isinstance(index, int), TYPED
    return values[index - table.index.low if isinstance(table.index, ir.NumberType) else index]


def _cell_field(here: Evaluator, node: ir.CellField, env: Env) -> Value:
    cell = as_cell(here.value(node.of, env))
    if cell is None:
        return blank(here.rules.cell_types[node.board, node.field])
    printed = here.rules.printed.get((node.board, node.field))
    if printed is None:
        return _at(here, CellPlace(node.board, node.field, cell))
    return printed.get((cell.x, cell.y), blank(here.rules.cell_types[node.board, node.field]))


def _mark_of(here: Evaluator, node: ir.MarkOf, env: Env) -> Value:
    return _at(here, MarkPlace(node.mark, here.value(node.of, env)))


def _variable(here: Evaluator, node: ir.Variable, env: Env) -> Value:
    return _at(here, VariablePlace(node.name, tuple(here.value(index, env) for index in node.indices)))


def _at(here: Evaluator, place: Place) -> Value:
    """Return the value at a place; one that cannot be, such as a mark on nothing, is never listed."""
    value = here.position.values.get(place)
    return blank(type_of(here.rules, place)) if value is None else value


def _data_field(here: Evaluator, node: ir.DataField, env: Env) -> Value:
    member = as_member(here.value(node.of, env))
    if member is None:
        return blank(here.rules.data_types[node.kind, node.field])
    return here.rules.data[member, node.field]


def _record_field(here: Evaluator, node: ir.RecordField, env: Env) -> Value:
    record = as_record(here.value(node.of, env))
    if record is None:
        return blank(here.rules.record_types[node.record, node.field])
    return record.values[record.shape.names.index(node.field)]


def _zone_of(here: Evaluator, node: ir.ZoneOf, env: Env) -> Bag:
    owner = SHARED if node.owner is None else as_owner(here.value(node.owner, env))
    return Bag() if owner is None else here.position.zones[ZonePlace(node.zone, owner)]


def _call(here: Evaluator, node: ir.Call, env: Env) -> Value:
    define = here.rules.defines[node.define]
    arguments = tuple(here.value(argument, env) for argument in node.arguments)
    bound = {}
    for parameter, argument in zip(define.parameters, arguments, strict=True):
        needed = isinstance(parameter.type, ir.ThingType) and not parameter.type.maybe
        if needed and argument is None:
            return blank(define.type)
        bound[parameter.name] = argument
    return here.found(define.body, (define.name, arguments), lambda: here.value(define.body, bound))


def _same_thing(here: Evaluator, node: ir.SameThing, env: Env) -> bool:
    left = here.value(node.left, env)
    return left is not None and bool(left == here.value(node.right, env))


def _compare(here: Evaluator, node: ir.Compare, env: Env) -> bool:
    return COMPARE[node.operator](here.number(node.left, env), here.number(node.right, env))


def _arithmetic(here: Evaluator, node: ir.Arithmetic, env: Env) -> int:
    return CALCULATE[node.operator](here.number(node.left, env), here.number(node.right, env))


def _not(here: Evaluator, node: ir.Not, env: Env) -> bool:
    return not here.holds(node.of, env)


def _and(here: Evaluator, node: ir.And, env: Env) -> bool:
    return all(here.holds(part, env) for part in node.parts)


def _or(here: Evaluator, node: ir.Or, env: Env) -> bool:
    return any(here.holds(part, env) for part in node.parts)


def _if(here: Evaluator, node: ir.If, env: Env) -> Value:
    return here.value(node.then if here.holds(node.condition, env) else node.otherwise, env)


def _match(here: Evaluator, node: ir.Match, env: Env) -> Value:
    subject = here.value(node.of, env)
    named = subject.name if isinstance(subject, Member | Direction) else subject
    for arm in node.arms:
        if arm.value == named:
            return here.value(arm.result, env)
    assert node.otherwise is not None, "the checker requires it when the arms do not cover every value"
    return here.value(node.otherwise, env)


def _next_player(here: Evaluator, node: ir.NextPlayer, env: Env) -> int | None:
    player, players = as_player(here.value(node.of, env)), here.rules.game.players
    if player is None:
        return None
    following = [(player + places) % players for places in range(1, players + 1)]
    if node.among is None:
        return following[0]
    among = as_players(here.value(node.among, env))
    return next((one for one in following if one in among), None)


def _side_of(here: Evaluator, node: ir.SideOf, env: Env) -> int | None:
    player = here.value(node.of, env)
    return next((side for side, players in enumerate(here.sides) if player in players), None)


HANDLERS = (
    NO_HANDLERS.on(ir.Number, _literal)
    .on(ir.Flag, _literal)
    .on(ir.Member, _member)
    .on(ir.Direction, _direction)
    .on(ir.Nothing, _nothing)
    .on(ir.Local, _local)
    .on(ir.Table, _table)
    .on(ir.CellField, _cell_field)
    .on(ir.MarkOf, _mark_of)
    .on(ir.Variable, _variable)
    .on(ir.DataField, _data_field)
    .on(ir.RecordField, _record_field)
    .on(ir.ZoneOf, _zone_of)
    .on(ir.Call, _call)
    .on(ir.SameThing, _same_thing)
    .on(ir.Compare, _compare)
    .on(ir.Arithmetic, _arithmetic)
    .on(ir.Not, _not)
    .on(ir.And, _and)
    .on(ir.Or, _or)
    .on(ir.If, _if)
    .on(ir.Match, _match)
    .on(ir.NextPlayer, _next_player)
    .on(ir.SideOf, _side_of)
)
