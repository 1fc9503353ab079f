"""The functions of the language: order and players here, those of boards in `boards`. All are total.

Each takes the written call and gives typed IR. There are no others: what rules need beyond these they define.
`FUNCTIONS` at the end is the one list of them; how many arguments each takes has been checked before it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import boards, expect
from tilelaw_dsl.check.expressions.expect import Reported, collection_type, number_type, stop_if_reported
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed
from tilelaw_dsl.check.world import KEPT
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, Report, with_hint

MAX_TOTAL = 1_000_000


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language: how it is written, and how a call of it is typed."""

    usage: str
    arguments: tuple[int, ...]
    """The numbers of arguments it can take."""
    type: Callable[[Scope, s.Call, Env], Typed]


def call(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return a call of a relation or a function."""
    name = node.function.text
    if name in scope.world.relations:
        function = Function(f"{name}(S), (S, n) or (S, n, inside)", (1, 2, 3), boards.reach)
    else:
        function = FUNCTIONS[name]
    if len(node.arguments) not in function.arguments:
        message = f"`{name}` is not used like this"
        return scope.error(Code.WRONG_ARGUMENTS, message, node.span, hint=f"write {function.usage}")
    own = replace(scope, report=Report())
    try:
        return function.type(own, node, env)
    finally:
        hint = _reordered(scope, node, env, function, own.report) if own.report.has_errors else ""
        scope.report.extend([with_hint(item, hint) if hint else item for item in own.report.items])


def _reordered(scope: Scope, node: s.Call, env: Env, function: Function, found: Report) -> Hint:
    """Return the hint to write arguments in another order, if they themselves do not fit and would then."""
    places = {argument.span for argument in node.arguments}
    if len(node.arguments) < 2 or any(item.span not in places for item in found.items):
        return ""
    for order in permutations(node.arguments):
        quiet = scope.quiet()
        other = replace(node, arguments=order)
        try:
            fits = function.type(quiet, other, env).type is not None
        except Reported:
            fits = False
        if fits and not quiet.report.has_errors:
            text = f"{node.function.text}({', '.join(argument.span.text for argument in order)})"
            return Edit(f"in this order: `{text}`", text, node.span)
    return ""


def _first(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.collection(scope, node.arguments[-1], env)
    type_ = collection_type(of)
    if len(node.arguments) == 1:
        return _one_of(ir.First(of.node, None), of, surely=isinstance(of.node, ir.Players))
    count = expect.number(scope, node.arguments[0], env)
    most = max(0, min(type_.most, number_type(count).high))
    return Typed(ir.First(of.node, count.node), replace(type_, most=most))


def _nth(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.collection(scope, node.arguments[0], env)
    place = expect.number(scope, node.arguments[1], env)
    stop_if_reported(place)
    at = number_type(place)
    surely = isinstance(of.node, ir.Players) and at.low >= 1 and at.high <= scope.world.players
    return _one_of(ir.Nth(of.node, place.node), of, surely=surely)


def _one_of(node: ir.Expr, of: Typed, *, surely: bool) -> Typed:
    """Return one of some elements; where there is none, a number is 0 and a set is empty."""
    element = types.element_of(of.type)
    match element:
        case ir.ThingType():
            return Typed(node, replace(element, maybe=not surely))
        case ir.NumberType():
            number = ir.Arithmetic(ir.ArithmeticOperator.ADD, node, ir.Number(0))
            return Typed(number, types.or_blank(element))
        case _:
            return Typed(ir.AsSet(node), element)


def _next_player(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.fitting(scope, node.arguments[0], env, types.PLAYER, "the player")
    if len(node.arguments) == 1:
        stop_if_reported(of)
        return Typed(ir.NextPlayer(of.node), of.type)
    players = ir.SetType(types.PLAYER, scope.world.players)
    among = expect.fitting(scope, node.arguments[1], env, players, "the set of players")
    stop_if_reported(of, among)
    return Typed(ir.NextPlayer(of.node, among.node), replace(types.PLAYER, maybe=True))


def _side(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.fitting(scope, node.arguments[0], env, types.PLAYER, "the player")
    if not isinstance(of.type, ir.ThingType):
        raise Reported
    if not scope.world.has_sides:
        return of
    return Typed(ir.SideOf(of.node), replace(types.SIDE, maybe=of.type.maybe))


def _total(scope: Scope, node: s.Call, env: Env) -> Typed:
    wanted = types.SIDE if scope.world.has_sides else types.PLAYER
    of = expect.fitting(scope, node.arguments[0], env, wanted, "the side")
    stop_if_reported(of)
    if not env.ranking:
        return scope.error(Code.TOTAL_HERE, "`total` can only be used in `rank`", node.span)
    return Typed(ir.Total(of.node), ir.NumberType(-MAX_TOTAL, MAX_TOTAL))


FUNCTIONS = {
    "first": Function("first(S) or first(n, S)", (1, 2), _first),
    "nth": Function("nth(S, i)", (2,), _nth),
    "next_player": Function("next_player(p) or next_player(p, S)", (1, 2), _next_player),
    "side": Function("side(p)", (1,), _side),
    "total": Function("total(you)", (1,), _total),
    "cell": Function("cell(x, y) or cell(board, x, y)", (2, 3), boards.cell),
    "regions": Function("regions(S) or regions(S, relation)", (1, 2), boards.regions),
    "span": Function("span(S)", (1,), boards.span),
    "run": Function("run(cell, direction, S)", (3,), boards.run),
    "line": Function("line(cell, direction, S)", (3,), boards.line),
    "shift": Function("shift(cell, direction)", (2,), boards.shift),
    "directions": Function("directions(relation)", (1,), boards.directions),
    "opposite": Function("opposite(direction)", (1,), boards.opposite),
    "heading": Function("heading(from, to)", (2,), boards.heading),
    "distance": Function("distance(relation, from, to)", (3,), boards.distance),
}
RESERVED = KEPT | {"player", "side", "direction"} | set(FUNCTIONS)
"""Words that nothing declared can be called: they begin an expression, name a type or are functions."""
