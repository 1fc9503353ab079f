"""Relations of boards as they are declared: by relations of the grid and directions, or by a table of pairs.

Those by a condition are declared without neighbours here; `check.relations` finds them when all names are known.
"""

from __future__ import annotations

from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.data import NUMBER
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.declare.tables import Line, check_all_read, lines_of
from tilelaw_dsl.check.expressions.functions import RESERVED
from tilelaw_dsl.check.world import MAX_PAIRS
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS, RELATIONS, Spot, cells, shape_of

Grid = ir.Squares | ir.Hexagon


def declare_relation(draft: Draft, board: str, item: s.Relation, grid: Grid) -> ir.RelationDecl:
    """Declare a relation of a board."""
    name, world = item.name.text, draft.world
    if name in RESERVED:
        message = f"`{name}` has a meaning of its own"
        draft.report.add(Code.KEPT_WORD, message, item.name.span, hint="choose another name")
    if name in world.relations or name in draft.merged.declarations:
        draft.report.add(Code.DECLARED_TWICE, f"`{name}` is declared already", item.name.span)
    match item.by:
        case s.RelationSteps():
            declared = ir.RelationDecl(name, _directions(draft, item.by, grid))
        case s.RelationPairs():
            declared = ir.RelationDecl(name, (), _pairs(draft, item.by, grid))
        case s.RelationWhen():
            declared = ir.RelationDecl(name, ())
        case _:
            assert_never(item.by)
    world.relations[name] = (board, declared)
    return declared


def _directions(draft: Draft, written: s.RelationSteps, grid: Grid) -> tuple[str, ...]:
    """Return the directions that are listed, in canonical order; after a report those of the grid."""
    shape = shape_of(grid)
    known = RELATIONS[shape] | {name: (name,) for name in DIRECTIONS[shape]}
    found: set[str] = set()
    for word in written.words:
        if word.text not in known:
            message = f"`{word.text}` is no relation of this grid, and no direction"
            choice = " or ".join(f"`{name}`" for name in RELATIONS[shape])
            hint = respelt(word.text, known, f"write {choice}, or directions: {', '.join(DIRECTIONS[shape])}")
            draft.report.add(Code.NO_RELATION_OF_GRID, message, word.span, hint=hint)
            return next(iter(RELATIONS[shape].values()))
        if not found.isdisjoint(known[word.text]):
            draft.report.add(Code.DECLARED_TWICE, f"`{word.text}` is listed already", word.span)
        found |= set(known[word.text])
    return tuple(name for name in DIRECTIONS[shape] if name in found)


def _pairs(draft: Draft, written: s.RelationPairs, grid: Grid) -> tuple[tuple[int, int, int, int], ...]:
    """Return the pairs that a table lists, both ways unless it is said otherwise; none after a report."""
    file = written.file
    on_board = set(cells(grid))
    found: dict[tuple[Spot, Spot], int] = {}
    lines = lines_of(draft, file, MAX_PAIRS)
    check_all_read(draft, lines, set(_columns(grid)))
    for line in lines:
        pair = _pair(draft, grid, line)
        if pair is None:
            return ()
        start, end = pair
        wrong = next((f"cell {x},{y} is not on the board" for x, y in pair if (x, y) not in on_board), "")
        if start == end:
            wrong = wrong or "a cell is no neighbour of itself"
        first = found.get((start, end), 0 if written.one_way else found.get((end, start), 0))
        if first:
            wrong = wrong or f"the pair stands in line {first} already"
        if wrong:
            draft.report.add(Code.BAD_DATA, f"line {line.number} of `{file.text}`: {wrong}", file.span)
            return ()
        found[start, end] = line.number
    both = [*found, *((end, start) for start, end in found if not written.one_way)]
    return tuple(sorted((*start, *end) for start, end in both))


def _columns(grid: Grid) -> tuple[str, ...]:
    return ("x1", "y1", "x2", "y2") if isinstance(grid, ir.Squares) else ("q1", "r1", "q2", "r2")


def _pair(draft: Draft, grid: Grid, line: Line) -> tuple[Spot, Spot] | None:
    """Return the two cells of a line; nothing after a report."""
    file, row = line.file, line.row
    columns = _columns(grid)
    numbers = []
    for column in columns:
        if column not in row:
            hint = f"the columns are {', '.join(columns)}"
            draft.report.add(Code.BAD_DATA, f"`{file.text}` has no column `{column}`", file.span, hint=hint)
            return None
        value = row[column].strip()
        if not NUMBER.fullmatch(value):
            shown = "".join(c if c.isprintable() else "\ufffd" for c in value[:40])
            message = f"line {line.number} of `{file.text}` has `{shown}` under `{column}`"
            draft.report.add(Code.BAD_DATA, message, file.span, hint="expected a number")
            return None
        numbers.append(int(value))
    x1, y1, x2, y2 = numbers
    return (x1, y1), (x2, y2)
