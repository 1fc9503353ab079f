"""The functions of boards: relations between cells, ways over the board, directions, cells by their coordinates.

`functions` lists them and has counted the arguments of each call.
"""

from __future__ import annotations

from collections import Counter

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.expect import Reported, number_type, set_type, stop_if_reported
from tilelaw_dsl.check.expressions.scope import Env, Scope, Typed, resolves
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import respelt
from tilelaw_dsl.ir import geometry


def named_direction(text: str, shape: str) -> Typed | None:
    """Return the direction a word names on a shape of grid."""
    if text in geometry.DIRECTIONS[shape]:
        return Typed(ir.Direction(shape, text), ir.ThingType(ir.Sort.DIRECTION, shape))
    return None


def reach(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the cells that steps of a relation lead to."""
    board, relation = scope.world.relations[node.function.text]
    cell_ = ir.ThingType(ir.Sort.CELL, board)
    whole = ir.SetType(cell_, scope.world.size(cell_))
    of = expect.fitting(scope, node.arguments[0], env, whole, f"the set given to `{relation.name}`")
    steps = Typed(ir.Number(1), ir.NumberType(1, 1))
    if len(node.arguments) > 1:
        steps = expect.number(scope, node.arguments[1], env)
    inside = None
    if len(node.arguments) > 2:
        inside = expect.fitting(scope, node.arguments[2], env, whole, "the set to stay inside")
    stop_if_reported(of, steps, inside)
    beside = _most_beside(relation)
    most = min(whole.most, set_type(of).most * beside) if len(node.arguments) == 1 else whole.most
    made = ir.Reach(board, relation.name, of.node, steps.node, inside.node if inside else None)
    return Typed(made, ir.SetType(cell_, most))


def regions(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the connected parts of a set of cells."""
    of = expect.set_(scope, node.arguments[0], env)
    board = _board_of(scope, of, node.arguments[0])
    relation = _relation(scope, node.arguments[1], board) if len(node.arguments) == 2 else board.relations[0]
    if not geometry.is_mutual(board, relation):
        return scope.error(
            Code.ONE_WAY,
            f"`{relation.name}` leads one way only, so nothing is connected by it",
            node.arguments[-1].span if len(node.arguments) == 2 else node.span,
            hint="name a relation that leads back as well: `regions(S, relation)`",
        )
    each = set_type(of)
    boards = scope.world.players if board.owned else 1
    most = min(each.most, boards * geometry.most_regions(board, relation))
    return Typed(ir.Regions(board.name, relation.name, of.node), ir.SetType(each, most))


def span(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the longer side of the rectangle around a set of cells."""
    of = expect.set_(scope, node.arguments[0], env)
    board = _board_of(scope, of, node.arguments[0])
    if not isinstance(board.grid, ir.Squares):
        hint = "measure steps: `distance(RELATION, c, d)`, or `most(… over c in S)` of them"
        return scope.error(Code.SQUARES_ONLY, "`span` measures squares, not hexagons", node.span, hint=hint)
    return Typed(ir.SpanOf(of.node), ir.NumberType(0, _longest(board)))


def run(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the run of cells that begins beside a cell."""
    return _run(scope, node, env, through=False)


def line(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return a cell with the runs on both its sides."""
    return _run(scope, node, env, through=True)


def _run(scope: Scope, node: s.Call, env: Env, *, through: bool) -> Typed:
    start, board = _cell_argument(scope, node.arguments[0], env)
    heading_ = _direction_argument(scope, node.arguments[1], env, board)
    cell_ = ir.ThingType(ir.Sort.CELL, board.name)
    inside = expect.fitting(scope, node.arguments[2], env, ir.SetType(cell_, scope.world.size(cell_)), "the set")
    stop_if_reported(heading_, inside)
    longest = _longest(board)
    made = ir.Run(board.name, start.node, heading_.node, inside.node, through)
    return Typed(made, ir.SetType(cell_, longest))


def shift(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the cell beside a cell."""
    start, board = _cell_argument(scope, node.arguments[0], env)
    heading_ = _direction_argument(scope, node.arguments[1], env, board)
    stop_if_reported(heading_)
    type_ = ir.ThingType(ir.Sort.CELL, board.name, True)
    return Typed(ir.Shift(board.name, start.node, heading_.node), type_)


def cell(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the cell at two coordinates."""
    *first, x_node, y_node = node.arguments
    of = scope.infer(first[0], env) if first else _shared_board(scope, node)
    x, y = expect.number(scope, x_node, env), expect.number(scope, y_node, env)
    stop_if_reported(of, x, y)
    if not isinstance(of.node, ir.Cells):
        message = f"expected a whole board, found {types.show(of.type)}"
        return scope.error(Code.NO_CELLS, message, first[0].span, hint="write `cell(board, x, y)`")
    board, owner = of.node.board, of.node.owner
    columns, rows = number_type(x), number_type(y)
    inside = [
        (a, b)
        for a, b in geometry.cells(scope.world.boards[board].grid)
        if columns.low <= a <= columns.high and rows.low <= b <= rows.high
    ]
    if not inside:
        return scope.error(Code.OFF_THE_BOARD, "this cell is never on the board", node.span)
    surely = len(inside) == (columns.high - columns.low + 1) * (rows.high - rows.low + 1) and owner is None
    made = ir.CellAt(board, owner, x.node, y.node)
    return Typed(made, ir.ThingType(ir.Sort.CELL, board, not surely))


def _shared_board(scope: Scope, node: s.Call) -> Typed:
    """Return the cells of the only board that belongs to nobody."""
    shared = [board.name for board in scope.world.boards.values() if not board.owned]
    if len(shared) != 1:
        hint = "name it: `cell(board, x, y)`, or `cell(board(you), x, y)` where every player has one"
        message = "this may be a cell of several boards" if shared else "there is no board that all share"
        raise expect.failure(scope, Code.WRONG_ARGUMENTS, message, node.span, hint=hint)
    type_ = ir.ThingType(ir.Sort.CELL, shared[0])
    return Typed(ir.Cells(shared[0], None), ir.SetType(type_, scope.world.size(type_)))


def directions(scope: Scope, node: s.Call, _env: Env) -> Typed:
    """Return the directions of a relation."""
    relation = _relation(scope, node.arguments[0])
    if not relation.directions:
        message = f"`{relation.name}` is not made of directions"
        return scope.error(Code.NO_RELATION, message, node.arguments[0].span)
    board, _ = scope.world.relations[relation.name]
    shape = geometry.shape_of(scope.world.boards[board].grid)
    found = tuple(ir.Direction(shape, name) for name in relation.directions)
    return Typed(ir.SetOf(found), ir.SetType(ir.ThingType(ir.Sort.DIRECTION, shape), len(found)))


def opposite(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the direction that leads back."""
    of = expect.thing(scope, node.arguments[0], env)
    stop_if_reported(of)
    if not isinstance(of.type, ir.ThingType) or of.type.sort is not ir.Sort.DIRECTION:
        message = f"expected a direction, found {types.show(of.type)}"
        return scope.error(Code.NO_DIRECTION, message, node.arguments[0].span)
    shape = of.type.name
    arms = tuple(
        ir.Case(name, ir.Direction(shape, geometry.opposite(shape, name))) for name in geometry.DIRECTIONS[shape]
    )
    return Typed(ir.Match(of.node, arms, ir.Nothing()), of.type)


def heading(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the direction from one cell to another."""
    start, board = _cell_argument(scope, node.arguments[0], env)
    end, _ = _cell_argument(scope, node.arguments[1], env, board)
    type_ = ir.ThingType(ir.Sort.DIRECTION, geometry.shape_of(board.grid), True)
    return Typed(ir.Heading(board.name, start.node, end.node), type_)


def distance(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return the steps from one cell to another."""
    start, board = _cell_argument(scope, node.arguments[1], env)
    end, _ = _cell_argument(scope, node.arguments[2], env, board)
    relation = _relation(scope, node.arguments[0], board)
    far = len(geometry.cells(board.grid))
    everywhere = next(iter(geometry.RELATIONS[geometry.shape_of(board.grid)].values()))
    if set(relation.directions) >= set(everywhere):
        far = min(far, 2 * _longest(board))
    made = ir.Distance(board.name, relation.name, start.node, end.node)
    return Typed(made, ir.NumberType(0, far))


def _board_of(scope: Scope, found: Typed, node: s.Expr) -> ir.BoardDecl:
    element = types.element_of(found.type)
    if isinstance(element, ir.ThingType) and element.sort is ir.Sort.CELL:
        return scope.world.boards[element.name]
    if found.type is not None:
        scope.error(Code.NO_CELLS, f"expected cells of a board, found {types.show(found.type)}", node.span)
    raise Reported


def _cell_argument(scope: Scope, node: s.Expr, env: Env, on: ir.BoardDecl | None = None) -> tuple[Typed, ir.BoardDecl]:
    """Return a cell and its board; on the board of another, if one is given."""
    if on is not None:
        other = expect.fitting(scope, node, env, ir.ThingType(ir.Sort.CELL, on.name), "the other cell")
        stop_if_reported(other)
        return other, on
    found = expect.thing(scope, node, env)
    return found, _board_of(scope, found, node)


def _direction_argument(scope: Scope, node: s.Expr, env: Env, board: ir.BoardDecl) -> Typed:
    wanted = ir.ThingType(ir.Sort.DIRECTION, geometry.shape_of(board.grid))
    if isinstance(node, s.Name) and node.text not in env.locals:
        named = named_direction(node.text, wanted.name)
        if named is not None:
            return named
        if not resolves(scope, node, env):
            known = geometry.DIRECTIONS[wanted.name]
            hint = respelt(node.text, known, "directions: " + ", ".join(known))
            return scope.error(Code.NO_DIRECTION, f"`{node.text}` is no direction here", node.span, hint=hint)
    return expect.fitting(scope, node, env, wanted, "the direction")


def _relation(scope: Scope, node: s.Expr, board: ir.BoardDecl | None = None) -> ir.RelationDecl:
    """Return the relation an argument names, of a board if one is given."""
    known = {
        name: relation
        for name, (home, relation) in scope.world.relations.items()
        if board is None or home == board.name
    }
    if isinstance(node, s.Name) and node.text in known:
        return known[node.text]
    hint = respelt(node.span.text, known, "relations: " + ", ".join(known))
    raise expect.failure(scope, Code.NO_RELATION, "expected the name of a relation", node.span, hint=hint)


def _most_beside(relation: ir.RelationDecl) -> int:
    """Return how many neighbours a cell can have."""
    counted = Counter(pair[:2] for pair in relation.pairs)
    return max(counted.values(), default=len(relation.directions))


def _longest(board: ir.BoardDecl) -> int:
    if isinstance(board.grid, ir.Squares):
        (x0, x1), (y0, y1) = board.grid.columns, board.grid.rows
        return max(x1 - x0, y1 - y0) + 1
    return 2 * board.grid.side - 1
