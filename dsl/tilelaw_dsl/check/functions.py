"""The functions of the language: relations of boards, geometry, order, players. All are total.

Each takes the written call and gives typed IR. There are no others: what rules need beyond these they define.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.scope import ERROR, Env, Typed
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.ir.geometry import cells, directions

if TYPE_CHECKING:
    from tilelaw_dsl.check.infer import Expressions

FUNCTIONS: dict[str, str] = {
    "first": "first(S) or first(n, S)",
    "nth": "nth(S, i)",
    "next_player": "next_player(p)",
    "side": "side(p)",
    "total": "total(you)",
    "regions": "regions(S) or regions(S, relation)",
    "span": "span(S)",
    "run": "run(cell, direction, S)",
    "shift": "shift(cell, direction)",
    "directions": "directions(relation)",
    "heading": "heading(from, to)",
    "distance": "distance(relation, from, to)",
}


class Functions:
    """Types calls of the language's own functions."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions

    def call(self, node: s.Call, env: Env) -> Typed:
        """Return a call of a relation or a function."""
        name = node.function.text
        if name in self.e.world.relations:
            return self._reach(node, env)
        maker: Callable[[s.Call, Env], Typed] = getattr(self, "_" + name)
        return maker(node, env)

    def _wrong(self, node: s.Call) -> Typed:
        usage = FUNCTIONS.get(node.function.text, f"{node.function.text}(S), (S, n) or (S, n, inside)")
        return self.e.complain(
            Code.WRONG_ARGUMENTS, f"`{node.function.text}` is not used like this", node.span, hint=f"write {usage}"
        )

    def _board_of(self, found: Typed, node: s.Expr) -> ir.BoardDecl | None:
        element = types.element_of(found.type)
        if isinstance(element, ir.ThingType) and element.sort is ir.Sort.CELL:
            return self.e.world.boards[element.name]
        if found.type is not None:
            self.e.complain(Code.NO_CELLS, f"expected cells of a board, found {types.show(found.type)}", node.span)
        return None

    def _relation(self, node: s.Expr, board: ir.BoardDecl | None = None) -> tuple[str, ir.RelationDecl] | None:
        """Return the relation an argument names."""
        if isinstance(node, s.Name) and node.text in self.e.world.relations:
            found = self.e.world.relations[node.text]
            if board is None or found[0] == board.name:
                return found
        self.e.complain(
            Code.NO_RELATION,
            "expected the name of a relation",
            node.span,
            hint=nearest(node.span.text, self.e.world.relations) or "relations: " + ", ".join(self.e.world.relations),
        )
        return None

    def direction(self, text: str, wanted: ir.ThingType) -> Typed | None:
        """Return the direction a word names on a board."""
        board = self.e.world.boards[wanted.name]
        if text in directions(board.grid):
            return Typed(ir.Direction(wanted.name, text), replace(wanted, maybe=False), 1)
        return None

    # ---- boards

    def _reach(self, node: s.Call, env: Env) -> Typed:
        board_name, relation = self.e.world.relations[node.function.text]
        if not 1 <= len(node.arguments) <= 3:
            return self._wrong(node)
        cell = ir.ThingType(ir.Sort.CELL, board_name)
        whole = ir.SetType(cell, self.e.world.size(cell))
        of = self.e.fitting(node.arguments[0], env, whole, f"the set given to `{relation.name}`")
        steps = Typed(ir.Number(1), ir.NumberType(1, 1), 0)
        if len(node.arguments) > 1:
            steps = self.e.number(node.arguments[1], env)
        inside = None
        if len(node.arguments) > 2:
            inside = self.e.fitting(node.arguments[2], env, whole, "the set to stay inside")
        if not isinstance(of.type, ir.SetType) or steps.type is None or (inside and inside.type is None):
            return ERROR
        most = whole.most
        if len(node.arguments) == 1:
            most = min(most, of.type.most * 8)
        reach = ir.Reach(board_name, relation.name, of.node, steps.node, inside.node if inside else None)
        cost = of.cost + steps.cost + (inside.cost if inside else 0) + most * 8
        return Typed(reach, ir.SetType(cell, most), cost)

    def _regions(self, node: s.Call, env: Env) -> Typed:
        if not 1 <= len(node.arguments) <= 2:
            return self._wrong(node)
        of = self.e.set(node.arguments[0], env)
        board = self._board_of(of, node.arguments[0])
        if board is None or not isinstance(of.type, ir.SetType):
            return ERROR
        relation = board.relations[0].name
        if len(node.arguments) == 2:
            found = self._relation(node.arguments[1], board)
            if found is None:
                return ERROR
            relation = found[1].name
        type_ = ir.SetType(of.type, of.type.most)
        return Typed(ir.Regions(board.name, relation, of.node), type_, of.cost + of.type.most * 8)

    def _span(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 1:
            return self._wrong(node)
        of = self.e.set(node.arguments[0], env)
        board = self._board_of(of, node.arguments[0])
        if board is None or of.type is None:
            return ERROR
        if not isinstance(board.grid, ir.Squares):
            return self.e.complain(Code.SQUARES_ONLY, "`span` measures squares, not hexagons", node.span)
        (x0, x1), (y0, y1) = board.grid.columns, board.grid.rows
        assert isinstance(of.type, ir.SetType)
        return Typed(ir.SpanOf(of.node), ir.NumberType(0, max(x1 - x0, y1 - y0) + 1), of.cost + of.type.most)

    def _direction_argument(self, node: s.Expr, env: Env, board: ir.BoardDecl) -> Typed:
        wanted = ir.ThingType(ir.Sort.DIRECTION, board.name)
        if isinstance(node, s.Name) and node.text not in env.locals:
            named = self.direction(node.text, wanted)
            if named is not None:
                return named
            if not self.e.lookup.resolves(node, env):
                return self.e.complain(
                    Code.NO_DIRECTION,
                    f"`{node.text}` is no direction here",
                    node.span,
                    hint=nearest(node.text, directions(board.grid))
                    or "directions: " + ", ".join(directions(board.grid)),
                )
        return self.e.fitting(node, env, wanted, "the direction")

    def _cell_argument(self, node: s.Expr, env: Env) -> tuple[Typed, ir.BoardDecl | None]:
        found = self.e.thing(node, env)
        return found, self._board_of(found, node)

    def _run(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 3:
            return self._wrong(node)
        start, board = self._cell_argument(node.arguments[0], env)
        if board is None:
            return ERROR
        direction = self._direction_argument(node.arguments[1], env, board)
        cell = ir.ThingType(ir.Sort.CELL, board.name)
        inside = self.e.fitting(node.arguments[2], env, ir.SetType(cell, self.e.world.size(cell)), "the set")
        if direction.type is None or inside.type is None:
            return ERROR
        longest = _longest(board)
        run = ir.Run(board.name, start.node, direction.node, inside.node)
        return Typed(run, ir.SetType(cell, longest), start.cost + direction.cost + inside.cost + longest)

    def _shift(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 2:
            return self._wrong(node)
        start, board = self._cell_argument(node.arguments[0], env)
        if board is None:
            return ERROR
        direction = self._direction_argument(node.arguments[1], env, board)
        if direction.type is None:
            return ERROR
        cell = ir.ThingType(ir.Sort.CELL, board.name, True)
        return Typed(ir.Shift(board.name, start.node, direction.node), cell, start.cost + direction.cost + 1)

    def _directions(self, node: s.Call, _env: Env) -> Typed:
        if len(node.arguments) != 1:
            return self._wrong(node)
        found = self._relation(node.arguments[0])
        if found is None:
            return ERROR
        board, relation = found
        most = {ir.Steps.ORTHOGONAL: 4, ir.Steps.KING: 8, ir.Steps.HEX: 6}[relation.steps]
        return Typed(ir.Directions(board, relation.name), ir.SetType(ir.ThingType(ir.Sort.DIRECTION, board), most), 1)

    def _heading(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 2:
            return self._wrong(node)
        start, board = self._cell_argument(node.arguments[0], env)
        end, other = self._cell_argument(node.arguments[1], env)
        if board is None or other is None:
            return ERROR
        type_ = ir.ThingType(ir.Sort.DIRECTION, board.name, True)
        return Typed(ir.Heading(board.name, start.node, end.node), type_, start.cost + end.cost + 1)

    def _distance(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 3:
            return self._wrong(node)
        found = self._relation(node.arguments[0])
        start, board = self._cell_argument(node.arguments[1], env)
        end, other = self._cell_argument(node.arguments[2], env)
        if found is None or board is None or other is None:
            return ERROR
        far = len(cells(board.grid))
        distance = ir.Distance(board.name, found[1].name, start.node, end.node)
        return Typed(distance, ir.NumberType(0, min(far, 2 * _longest(board))), start.cost + end.cost + 1)

    # ---- order

    def _first(self, node: s.Call, env: Env) -> Typed:
        if not 1 <= len(node.arguments) <= 2:
            return self._wrong(node)
        of = self.e.collection(node.arguments[-1], env)
        if not isinstance(of.type, ir.SetType | ir.BagType):
            return ERROR
        if len(node.arguments) == 2:
            count = self.e.number(node.arguments[0], env)
            if not isinstance(count.type, ir.NumberType):
                return ERROR
            most = max(0, min(of.type.most, count.type.high))
            return Typed(
                ir.First(of.node, count.node),
                replace(of.type, most=most),
                of.cost + count.cost + of.type.most,
            )
        return self._one_of(ir.First(of.node, None), of, of.cost + of.type.most)

    def _nth(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 2:
            return self._wrong(node)
        of = self.e.collection(node.arguments[0], env)
        place = self.e.number(node.arguments[1], env)
        if not isinstance(of.type, ir.SetType | ir.BagType) or place.type is None:
            return ERROR
        surely = isinstance(of.node, ir.Players) and isinstance(place.node, ir.Number)
        surely = surely and 1 <= place.node.value <= self.e.world.players  # type: ignore[union-attr]
        found = self._one_of(ir.Nth(of.node, place.node), of, of.cost + place.cost + of.type.most)
        if surely and isinstance(found.type, ir.ThingType):
            return replace(found, type=replace(found.type, maybe=False))
        return found

    def _one_of(self, node: ir.Expr, of: Typed, cost: int) -> Typed:
        element = types.element_of(of.type)
        match element:
            case ir.ThingType():
                surely = isinstance(of.node, ir.Players)
                return Typed(node, replace(element, maybe=not surely), cost)
            case ir.NumberType():
                return Typed(node, types.or_blank(element), cost)
            case _:
                return Typed(node, element, cost)

    # ---- players

    def _next_player(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 1:
            return self._wrong(node)
        of = self.e.fitting(node.arguments[0], env, types.PLAYER, "the player")
        if of.type is None:
            return ERROR
        return Typed(ir.NextPlayer(of.node), of.type, of.cost + 1)

    def _side(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 1:
            return self._wrong(node)
        of = self.e.fitting(node.arguments[0], env, types.PLAYER, "the player")
        if not isinstance(of.type, ir.ThingType):
            return ERROR
        if not self.e.world.has_sides:
            return of
        return Typed(ir.SideOf(of.node), replace(types.SIDE, maybe=of.type.maybe), of.cost + 1)

    def _total(self, node: s.Call, env: Env) -> Typed:
        if len(node.arguments) != 1:
            return self._wrong(node)
        wanted = types.SIDE if self.e.world.has_sides else types.PLAYER
        of = self.e.fitting(node.arguments[0], env, wanted, "the side")
        if of.type is None:
            return ERROR
        if not env.ranking:
            return self.e.complain(Code.TOTAL_HERE, "`total` can only be used in `rank`", node.span)
        return Typed(ir.Total(of.node), ir.NumberType(-1_000_000, 1_000_000), of.cost + 1)


def _longest(board: ir.BoardDecl) -> int:
    if isinstance(board.grid, ir.Squares):
        (x0, x1), (y0, y1) = board.grid.columns, board.grid.rows
        return max(x1 - x0, y1 - y0) + 1
    return 2 * board.grid.side - 1
