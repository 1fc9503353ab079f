"""Handlers for cells, directions and how cells hang together."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator, Handler
from tilelaw_reference.model.grid import span
from tilelaw_reference.model.values import SHARED, Cell, Direction, Env, each


def _cells(here: Evaluator, node: ir.Cells, env: Env) -> frozenset[Cell]:
    owner = SHARED if node.owner is None else here.value(node.owner, env)
    return frozenset() if owner is None else here.rules.grids[node.board].cells[owner]


def _coordinate(here: Evaluator, node: ir.Coordinate, env: Env) -> int:
    cell: Cell | None = here.value(node.of, env)
    if cell is None:
        return 0
    return cell.x if node.axis == 0 else cell.y


def _cell_owner(here: Evaluator, node: ir.CellOwner, env: Env) -> int | None:
    cell: Cell | None = here.value(node.of, env)
    return None if cell is None or cell.owner == SHARED else cell.owner


def _reach(here: Evaluator, node: ir.Reach, env: Env) -> frozenset[Cell]:
    inside = None if node.inside is None else _some(here, node.inside, env)
    steps = here.number(node.steps, env)
    return here.rules.grids[node.board].reach(node.relation, _some(here, node.of, env), steps, inside)


def _regions(here: Evaluator, node: ir.Regions, env: Env) -> frozenset[frozenset[Cell]]:
    return here.rules.grids[node.board].regions(node.relation, _some(here, node.of, env))


def _span_of(here: Evaluator, node: ir.SpanOf, env: Env) -> int:
    return span(_some(here, node.of, env))


def _some(here: Evaluator, node: ir.Expr, env: Env) -> frozenset[Cell]:
    """Return a set of cells."""
    return frozenset(each(here.value(node, env)))


def _run(here: Evaluator, node: ir.Run, env: Env) -> frozenset[Cell]:
    start, direction = here.value(node.start, env), here.value(node.direction, env)
    if start is None or direction is None:
        return frozenset()
    return frozenset(here.rules.grids[node.board].run(start, direction, _some(here, node.inside, env)))


def _shift(here: Evaluator, node: ir.Shift, env: Env) -> Cell | None:
    cell, direction = here.value(node.of, env), here.value(node.direction, env)
    if cell is None or direction is None:
        return None
    return here.rules.grids[node.board].shift(cell, direction)


def _directions(here: Evaluator, node: ir.Directions, _env: Env) -> frozenset[Direction]:
    return frozenset(here.rules.grids[node.board].directions_of(node.relation))


def _heading(here: Evaluator, node: ir.Heading, env: Env) -> Direction | None:
    start, end = here.value(node.start, env), here.value(node.end, env)
    if start is None or end is None:
        return None
    return here.rules.grids[node.board].heading(start, end)


def _distance(here: Evaluator, node: ir.Distance, env: Env) -> int:
    start, end = here.value(node.start, env), here.value(node.end, env)
    if start is None or end is None:
        return 0
    return here.rules.grids[node.board].distance(node.relation, start, end)


HANDLERS: dict[type, Handler] = {
    ir.Cells: _cells,
    ir.Coordinate: _coordinate,
    ir.CellOwner: _cell_owner,
    ir.Reach: _reach,
    ir.Regions: _regions,
    ir.SpanOf: _span_of,
    ir.Run: _run,
    ir.Shift: _shift,
    ir.Directions: _directions,
    ir.Heading: _heading,
    ir.Distance: _distance,
}
