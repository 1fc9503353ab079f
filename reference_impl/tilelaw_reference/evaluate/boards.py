"""Handlers for cells, directions and connections between cells."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import NO_HANDLERS, Evaluator
from tilelaw_reference.model.grid import span
from tilelaw_reference.model.values import SHARED, Cell, Direction, Env, as_cell, as_cells, as_direction, as_player


def _cells(here: Evaluator, node: ir.Cells, env: Env) -> frozenset[Cell]:
    owner = SHARED if node.owner is None else as_player(here.value(node.owner, env))
    return frozenset() if owner is None else here.rules.grids[node.board].cells[owner]


def _cell_at(here: Evaluator, node: ir.CellAt, env: Env) -> Cell | None:
    owner = SHARED if node.owner is None else as_player(here.value(node.owner, env))
    if owner is None:
        return None
    return here.rules.grids[node.board].at(owner, here.number(node.x, env), here.number(node.y, env))


def _coordinate(here: Evaluator, node: ir.Coordinate, env: Env) -> int:
    cell = as_cell(here.value(node.of, env))
    if cell is None:
        return 0
    return cell.x if node.axis == 0 else cell.y


def _cell_owner(here: Evaluator, node: ir.CellOwner, env: Env) -> int | None:
    cell = as_cell(here.value(node.of, env))
    return None if cell is None or cell.owner == SHARED else cell.owner


def _reach(here: Evaluator, node: ir.Reach, env: Env) -> frozenset[Cell]:
    inside = None if node.inside is None else as_cells(here.value(node.inside, env))
    start, steps = as_cells(here.value(node.of, env)), here.number(node.steps, env)
    return here.rules.grids[node.board].reach(node.relation, start, steps, inside)


def _regions(here: Evaluator, node: ir.Regions, env: Env) -> frozenset[frozenset[Cell]]:
    return here.rules.grids[node.board].regions(node.relation, as_cells(here.value(node.of, env)))


def _span_of(here: Evaluator, node: ir.SpanOf, env: Env) -> int:
    return span(as_cells(here.value(node.of, env)))


def _run(here: Evaluator, node: ir.Run, env: Env) -> frozenset[Cell]:
    start, direction = as_cell(here.value(node.start, env)), as_direction(here.value(node.direction, env))
    if start is None or direction is None:
        return frozenset()
    grid, inside = here.rules.grids[node.board], as_cells(here.value(node.inside, env))
    return frozenset((grid.line if node.through else grid.run)(start, direction, inside))


def _shift(here: Evaluator, node: ir.Shift, env: Env) -> Cell | None:
    cell, direction = as_cell(here.value(node.of, env)), as_direction(here.value(node.direction, env))
    if cell is None or direction is None:
        return None
    return here.rules.grids[node.board].shift(cell, direction)


def _heading(here: Evaluator, node: ir.Heading, env: Env) -> Direction | None:
    start, end = as_cell(here.value(node.start, env)), as_cell(here.value(node.end, env))
    if start is None or end is None:
        return None
    return here.rules.grids[node.board].heading(start, end)


def _distance(here: Evaluator, node: ir.Distance, env: Env) -> int:
    start, end = as_cell(here.value(node.start, env)), as_cell(here.value(node.end, env))
    if start is None or end is None:
        return 0
    return here.rules.grids[node.board].distance(node.relation, start, end)


HANDLERS = (
    NO_HANDLERS.on(ir.Cells, _cells)
    .on(ir.CellAt, _cell_at)
    .on(ir.Coordinate, _coordinate)
    .on(ir.CellOwner, _cell_owner)
    .on(ir.Reach, _reach)
    .on(ir.Regions, _regions)
    .on(ir.SpanOf, _span_of)
    .on(ir.Run, _run)
    .on(ir.Shift, _shift)
    .on(ir.Heading, _heading)
    .on(ir.Distance, _distance)
)
