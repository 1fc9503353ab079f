"""From the declarations of a merged text to the tables of a `World`, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.boards import declare_board
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.declare.kinds import declare_kinds_data, declare_kinds_list, declare_record, shape_written
from tilelaw_dsl.check.declare.stores import declare_mark, declare_param, declare_variable, declare_zone
from tilelaw_dsl.check.expressions.functions import RESERVED
from tilelaw_dsl.check.world import DataFile, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, Severity
from tilelaw_dsl.layers.merged import Merged

Item = TypeVar("Item")
UNREAD = (Code.NO_DATA_FILE, Code.BAD_DATA)
"""What is said of a table that cannot be read, or not to its end."""


def declare(merged: Merged, data: DataFile, report: Report) -> Draft | None:
    """Return the tables of a text, ready to be asked for the types that it names.

    Without the members of a table there is nothing: whoever speaks of them would be blamed for it.
    """
    items = list(merged.declarations.values())
    clauses = [clause for rule in merged.rules.values() for clause in rule.clauses]
    sides = next(iter(_of(s.Sides, clauses)), None)
    world = World(merged.players, sides is not None, len(sides.sides) if sides else 0)
    world.declared = frozenset(i.name.text for i in items if isinstance(i, s.Param | s.Zone | s.Var))
    loops = [node for item in merged.flow for node in s.walk(item)]
    world.bound = frozenset(x.name.text for x in loops if isinstance(x, s.Binding))
    world.arguments = {a.name.text: c.name.text for c in clauses if isinstance(c, s.Action) for a in c.arguments}
    world.bound |= {x.element.text for x in loops if isinstance(x, s.Each)}
    draft = Draft(merged, world, data, report)
    _check_reserved(items, report)
    world.shapes = tuple(dict.fromkeys(shape_written(board.grid) for board in _of(s.Board, items)))
    for board in _of(s.Board, items):  # names of cell types first: fields and variables may be cells
        world.cell_types[board.cell.text] = board.name.text
    for kinds in _of(s.KindsList, items):
        declare_kinds_list(draft, kinds)
    for need in _of(s.NeedsKinds, merged.missing):
        world.kinds[need.name.text] = ir.KindDecl(need.name.text, (), ())
    for record in _of(s.RecordDecl, items):
        declare_record(draft, record)
    for table in _of(s.KindsData, items):
        declare_kinds_data(draft, table)
    if any(item.code in UNREAD and item.severity is Severity.ERROR for item in report.items):
        return None
    for board in _of(s.Board, items):
        declare_board(draft, board)
    for param in _of(s.Param, items):
        declare_param(draft, param)
    for zone in _of(s.Zone, items):
        declare_zone(draft, zone)
    for mark in _of(s.Mark, items):
        declare_mark(draft, mark)
    for variable in _of(s.Var, items):
        declare_variable(draft, variable)
    for define in _of(s.Define, [*items, *clauses]):
        _declare_define(draft, define)
    return draft


def _of(sort: type[Item], items: Iterable[s.Node]) -> list[Item]:
    return [item for item in items if isinstance(item, sort)]


def _check_reserved(items: list[s.Declaration], report: Report) -> None:
    for item in items:
        if item.name.text in RESERVED:
            message = f"`{item.name.text}` has a meaning of its own"
            report.add(Code.KEPT_WORD, message, item.name.span, hint="choose another name")


def _declare_define(draft: Draft, item: s.Define) -> None:
    name, world = item.name.text, draft.world
    known = draft.merged.declarations.get(name)
    first = known if known is not None and known is not item else world.defines.get(name)
    if first is not None and first is not item:
        draft.report.add(
            Code.DECLARED_TWICE,
            f"`{name}` is declared already",
            item.name.span,
            labels=[(first.name.span, "first here")],
        )
    elif name in world.relations or (name in RESERVED and known is not item):
        message = f"`{name}` has a meaning already"
        draft.report.add(Code.KEPT_WORD, message, item.name.span, hint="choose another name")
    world.defines[name] = item
