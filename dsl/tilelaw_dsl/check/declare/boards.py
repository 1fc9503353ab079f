"""Boards: their grids, the relations of their cells, and what is printed on or stored with each cell."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.data import BAD, expected_datum, parse_datum
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.declare.kinds import check_field_name, check_has_blank, type_of
from tilelaw_dsl.check.declare.relations import declare_relation
from tilelaw_dsl.check.world import MAX_CELLS
from tilelaw_dsl.codes import Code
from tilelaw_dsl.ir.geometry import cells

KEPT_FIELDS = ("x", "y", "q", "r", "owner", "at")
"""What every cell knows of itself, and how rules speak of it."""


def declare_board(draft: Draft, item: s.Board) -> None:
    """Declare a board with its relations and the fields of its cells."""
    name = item.name.text
    owned = item.owner is not None
    if item.owner is not None and item.owner.text != "player":
        message = "only players have boards of their own"
        draft.report.add(Code.NO_OWNER_KIND, message, item.owner.span, hint="write `of player`")
    grid = _grid(draft, item.grid)
    relations = tuple(declare_relation(draft, name, x, grid) for x in item.relations)
    # The board must be known before its printed cells are read.
    draft.world.boards[name] = ir.BoardDecl(name, owned, "", item.cell.text, grid, relations, ())
    fields = tuple(f for f in (_cell_field(draft, x, grid) for x in item.fields) if f is not None)
    for one in item.fields:
        check_field_name(draft, one, item.fields)
        if one.name.text in KEPT_FIELDS:
            message = f"`{one.name.text}` has a meaning of its own"
            draft.report.add(Code.KEPT_WORD, message, one.name.span, hint="choose another name")
    written = item.written.text if item.written else name
    draft.world.boards[name] = ir.BoardDecl(name, owned, written, item.cell.text, grid, relations, fields)


def _grid(draft: Draft, written: s.SquareGrid | s.HexGrid) -> ir.Squares | ir.Hexagon:
    grid: ir.Squares | ir.Hexagon
    if isinstance(written, s.SquareGrid):
        grid = ir.Squares(written.columns, written.rows)
        (x0, x1), (y0, y1) = written.columns, written.rows
        count = max(0, x1 - x0 + 1) * max(0, y1 - y0 + 1)
    else:
        grid = ir.Hexagon(written.side)
        count = 3 * written.side * (written.side - 1) + 1 if written.side else 0
    if 0 < count <= MAX_CELLS:
        return grid
    message = f"this grid has {count} cells; a board has 1 to {MAX_CELLS}"
    draft.report.add(Code.TOO_MANY_ELEMENTS, message, written.span)
    # A plain board instead, so that what is said of cells of this one can be read.
    return ir.Squares((-5, 5), (-5, 5)) if isinstance(grid, ir.Squares) else ir.Hexagon(5)


def _cell_field(draft: Draft, item: s.FieldDecl, grid: ir.Squares | ir.Hexagon) -> ir.CellFieldDecl | None:
    type_ = type_of(draft, item.type)
    if type_ is None:
        draft.world.declared |= {item.name.text}  # whoever speaks of it is not to blame
        return None
    if not item.printed:
        check_has_blank(draft, type_, item.type)
    on_board = set(cells(grid))
    printed = []
    for one in item.printed:
        if one.at not in on_board:
            draft.report.add(Code.OFF_THE_BOARD, f"cell {one.at[0]},{one.at[1]} is not on the board", one.span)
        if one.value is not None:
            value = parse_datum(type_, one.value.text, draft.world)
        else:
            value = True if isinstance(type_, ir.FlagType) else BAD
        if value is BAD:
            draft.report.add(Code.NO_CONSTANT, f"expected {expected_datum(type_, draft.world)}", one.span)
            continue
        printed.append((*one.at, value))
    return ir.CellFieldDecl(item.name.text, type_, bool(item.printed), tuple(printed))
