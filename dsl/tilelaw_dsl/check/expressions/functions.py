"""The functions of the language: relations of boards, geometry, order, players. All are total.

Each takes the written call and gives typed IR. There are no others: what rules need beyond these they define.
`FUNCTIONS` at the end is the one list of them; how many arguments each takes has been checked before it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.expect import Reported, collection_type, number_type, set_type, stop_if_reported
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed, resolves
from tilelaw_dsl.check.world import KEPT
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.ir.geometry import DIRECTIONS, RELATIONS, cells, shape_of

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
        function = Function(f"{name}(S), (S, n) or (S, n, inside)", (1, 2, 3), _reach)
    else:
        function = FUNCTIONS[name]
    if len(node.arguments) not in function.arguments:
        message, hint = f"`{name}` is not used like this", f"write {function.usage}"
        return scope.error(Code.WRONG_ARGUMENTS, message, node.span, hint=hint)
    return function.type(scope, node, env)


def direction(text: str, wanted: ir.ThingType) -> Typed | None:
    """Return the direction a word names on a shape of grid."""
    if text in DIRECTIONS[wanted.name]:
        return Typed(ir.Direction(wanted.name, text), replace(wanted, maybe=False), 1)
    return None


def _board_of(scope: Scope, found: Typed, node: s.Expr) -> ir.BoardDecl | None:
    element = types.element_of(found.type)
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.CELL:
        return scope.world.boards[element.name]
    if found.type is not None:
        scope.error(Code.NO_CELLS, f"expected cells of a board, found {types.show(found.type)}", node.span)
    return None


def _relation(scope: Scope, node: s.Expr, board: ir.BoardDecl | None = None) -> tuple[str, ir.RelationDecl] | None:
    """Return the relation an argument names, after the name of its board."""
    known = scope.world.relations
    if isinstance(node, s.Name) and node.text in known:
        found = known[node.text]
        if board is None or found[0] == board.name:
            return found
    hint = nearest(node.span.text, known) or "relations: " + ", ".join(known)
    scope.error(Code.NO_RELATION, "expected the name of a relation", node.span, hint=hint)
    return None


def _reach(scope: Scope, node: s.Call, env: Env) -> Typed:
    board, relation = scope.world.relations[node.function.text]
    cell = ir.ThingType(ir.Sort.CELL, board)
    whole = ir.SetType(cell, scope.world.size(cell))
    of = expect.fitting(scope, node.arguments[0], env, whole, f"the set given to `{relation.name}`")
    steps = Typed(ir.Number(1), ir.NumberType(1, 1), 0)
    if len(node.arguments) > 1:
        steps = expect.number(scope, node.arguments[1], env)
    inside = None
    if len(node.arguments) > 2:
        inside = expect.fitting(scope, node.arguments[2], env, whole, "the set to stay inside")
    stop_if_reported(of, steps, inside)
    most = min(whole.most, set_type(of).most * 8) if len(node.arguments) == 1 else whole.most
    reach = ir.Reach(board, relation.name, of.node, steps.node, inside.node if inside else None)
    cost = of.cost + steps.cost + (inside.cost if inside else 0) + most * 8
    return Typed(reach, ir.SetType(cell, most), cost)


def _regions(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.set_(scope, node.arguments[0], env)
    board = _board_of(scope, of, node.arguments[0])
    if board is None:
        raise Reported
    relation = board.relations[0].name
    if len(node.arguments) == 2:
        found = _relation(scope, node.arguments[1], board)
        if found is None:
            raise Reported
        relation = found[1].name
    each = set_type(of)
    return Typed(ir.Regions(board.name, relation, of.node), ir.SetType(each, each.most), of.cost + each.most * 8)


def _span(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.set_(scope, node.arguments[0], env)
    board = _board_of(scope, of, node.arguments[0])
    if board is None:
        raise Reported
    if not isinstance(board.grid, ir.Squares):
        return scope.error(Code.SQUARES_ONLY, "`span` measures squares, not hexagons", node.span)
    return Typed(ir.SpanOf(of.node), ir.NumberType(0, _longest(board)), of.cost + set_type(of).most)


def _direction_argument(scope: Scope, node: s.Expr, env: Env, board: ir.BoardDecl) -> Typed:
    wanted = ir.ThingType(ir.Sort.DIRECTION, shape_of(board.grid))
    if isinstance(node, s.Name) and node.text not in env.locals:
        named = direction(node.text, wanted)
        if named is not None:
            return named
        if not resolves(scope, node, env):
            known = DIRECTIONS[wanted.name]
            hint = nearest(node.text, known) or "directions: " + ", ".join(known)
            return scope.error(Code.NO_DIRECTION, f"`{node.text}` is no direction here", node.span, hint=hint)
    return expect.fitting(scope, node, env, wanted, "the direction")


def _cell_argument(scope: Scope, node: s.Expr, env: Env) -> tuple[Typed, ir.BoardDecl | None]:
    found = expect.thing(scope, node, env)
    return found, _board_of(scope, found, node)


def _run(scope: Scope, node: s.Call, env: Env) -> Typed:
    start, board = _cell_argument(scope, node.arguments[0], env)
    if board is None:
        raise Reported
    heading = _direction_argument(scope, node.arguments[1], env, board)
    cell = ir.ThingType(ir.Sort.CELL, board.name)
    inside = expect.fitting(scope, node.arguments[2], env, ir.SetType(cell, scope.world.size(cell)), "the set")
    stop_if_reported(heading, inside)
    longest = _longest(board)
    run = ir.Run(board.name, start.node, heading.node, inside.node)
    return Typed(run, ir.SetType(cell, longest), start.cost + heading.cost + inside.cost + longest)


def _shift(scope: Scope, node: s.Call, env: Env) -> Typed:
    start, board = _cell_argument(scope, node.arguments[0], env)
    if board is None:
        raise Reported
    heading = _direction_argument(scope, node.arguments[1], env, board)
    stop_if_reported(heading)
    cell = ir.ThingType(ir.Sort.CELL, board.name, True)
    return Typed(ir.Shift(board.name, start.node, heading.node), cell, start.cost + heading.cost + 1)


def _directions(scope: Scope, node: s.Call, _env: Env) -> Typed:
    found = _relation(scope, node.arguments[0])
    if found is None:
        raise Reported
    board, relation = found
    shape = shape_of(scope.world.boards[board].grid)
    all_ = tuple(ir.Direction(shape, name) for name in relation.directions)
    return Typed(ir.SetOf(all_), ir.SetType(ir.ThingType(ir.Sort.DIRECTION, shape), len(all_)), 1)


def _heading(scope: Scope, node: s.Call, env: Env) -> Typed:
    start, board = _cell_argument(scope, node.arguments[0], env)
    end, other = _cell_argument(scope, node.arguments[1], env)
    if board is None or other is None:
        raise Reported
    type_ = ir.ThingType(ir.Sort.DIRECTION, shape_of(board.grid), True)
    return Typed(ir.Heading(board.name, start.node, end.node), type_, start.cost + end.cost + 1)


def _distance(scope: Scope, node: s.Call, env: Env) -> Typed:
    found = _relation(scope, node.arguments[0])
    start, board = _cell_argument(scope, node.arguments[1], env)
    end, other = _cell_argument(scope, node.arguments[2], env)
    if found is None or board is None or other is None:
        raise Reported
    far = len(cells(board.grid))
    if set(found[1].directions) >= set(next(iter(RELATIONS[shape_of(board.grid)].values()))):
        far = min(far, 2 * _longest(board))  # it leads everywhere, and by no long way
    distance = ir.Distance(board.name, found[1].name, start.node, end.node)
    return Typed(distance, ir.NumberType(0, far), start.cost + end.cost + 1)


def _longest(board: ir.BoardDecl) -> int:
    if isinstance(board.grid, ir.Squares):
        (x0, x1), (y0, y1) = board.grid.columns, board.grid.rows
        return max(x1 - x0, y1 - y0) + 1
    return 2 * board.grid.side - 1


def _first(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.collection(scope, node.arguments[-1], env)
    type_ = collection_type(of)
    if len(node.arguments) == 1:
        return _one_of(ir.First(of.node, None), of, of.cost + type_.most)
    count = expect.number(scope, node.arguments[0], env)
    most = max(0, min(type_.most, number_type(count).high))
    cost = of.cost + count.cost + type_.most
    return Typed(ir.First(of.node, count.node), replace(type_, most=most), cost)


def _nth(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.collection(scope, node.arguments[0], env)
    place = expect.number(scope, node.arguments[1], env)
    stop_if_reported(place)
    return _one_of(ir.Nth(of.node, place.node), of, of.cost + place.cost + collection_type(of).most)


def _one_of(node: ir.Expr, of: Typed, cost: int) -> Typed:
    """Return one of some elements; where there is none, a number is 0 and a set is empty."""
    element = types.element_of(of.type)
    match element:
        case ir.ThingType():
            surely = isinstance(of.node, ir.Players)
            return Typed(node, replace(element, maybe=not surely), cost)
        case ir.NumberType():
            number = ir.Arithmetic(ir.ArithmeticOperator.ADD, node, ir.Number(0))
            return Typed(number, types.or_blank(element), cost + 1)
        case _:
            return Typed(ir.AsSet(node), element, cost + 1)


def _next_player(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.fitting(scope, node.arguments[0], env, types.PLAYER, "the player")
    stop_if_reported(of)
    return Typed(ir.NextPlayer(of.node), of.type, of.cost + 1)


def _side(scope: Scope, node: s.Call, env: Env) -> Typed:
    of = expect.fitting(scope, node.arguments[0], env, types.PLAYER, "the player")
    if not isinstance(of.type, ir.ThingType):
        raise Reported
    if not scope.world.has_sides:
        return of
    return Typed(ir.SideOf(of.node), replace(types.SIDE, maybe=of.type.maybe), of.cost + 1)


def _total(scope: Scope, node: s.Call, env: Env) -> Typed:
    wanted = types.SIDE if scope.world.has_sides else types.PLAYER
    of = expect.fitting(scope, node.arguments[0], env, wanted, "the side")
    stop_if_reported(of)
    if not env.ranking:
        return scope.error(Code.TOTAL_HERE, "`total` can only be used in `rank`", node.span)
    return Typed(ir.Total(of.node), ir.NumberType(-MAX_TOTAL, MAX_TOTAL), of.cost + 1)


FUNCTIONS = {
    "first": Function("first(S) or first(n, S)", (1, 2), _first),
    "nth": Function("nth(S, i)", (2,), _nth),
    "next_player": Function("next_player(p)", (1,), _next_player),
    "side": Function("side(p)", (1,), _side),
    "total": Function("total(you)", (1,), _total),
    "regions": Function("regions(S) or regions(S, relation)", (1, 2), _regions),
    "span": Function("span(S)", (1,), _span),
    "run": Function("run(cell, direction, S)", (3,), _run),
    "shift": Function("shift(cell, direction)", (2,), _shift),
    "directions": Function("directions(relation)", (1,), _directions),
    "heading": Function("heading(from, to)", (2,), _heading),
    "distance": Function("distance(relation, from, to)", (3,), _distance),
}
RESERVED = KEPT | {"player", "side"} | set(FUNCTIONS)
"""Words that nothing declared can be called: they begin an expression, name a type or are functions."""
