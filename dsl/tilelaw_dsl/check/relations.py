"""Relations by a condition: which cells of a board are neighbours, found once, when the rules are compiled.

It comes after the declarations, because a condition may speak of all that is fixed, and before everything that is typed
by how many neighbours a cell can have.
"""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.constants import Constants, NotFixed
from tilelaw_dsl.check.costs.count import written_out
from tilelaw_dsl.check.costs.sizes import Sizes
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.scope import Env, Scope, check_fresh
from tilelaw_dsl.check.world import MAX_PAIRS
from tilelaw_dsl.codes import Code
from tilelaw_dsl.ir.geometry import cells
from tilelaw_dsl.source import Span

MAX_STEPS = 10_000_000
"""How much work the cells of one relation may be to find."""


def settle_relations(scope: Scope, boards: list[s.Board]) -> None:
    """Find the neighbours of all relations that are declared by a condition, in the order of their declaration."""
    world = scope.world
    written = [(board, item, item.by) for board in boards for item in board.relations]
    pending = {item.name.text for _, item, by in written if isinstance(by, s.RelationWhen)}
    for board, item, by in written:
        if isinstance(by, s.RelationWhen):
            found = ir.RelationDecl(item.name.text, (), _pairs(scope, board, by, pending))
            decl = world.boards[board.name.text]
            others = tuple(found if r.name == found.name else r for r in decl.relations)
            world.boards[decl.name] = replace(decl, relations=others)
            world.relations[found.name] = (decl.name, found)
            pending.discard(found.name)


def _pairs(
    scope: Scope, board: s.Board, written: s.RelationWhen, pending: set[str]
) -> tuple[tuple[int, int, int, int], ...]:
    """Return the pairs of different cells for which the condition holds; none after a report."""
    names = [word.text for word in written.cells]
    if len(set(names)) != 2 or len(names) != 2:
        message = "a condition is about two cells, each with a name of its own"
        span = written.cells[0].span.to(written.cells[-1].span)
        scope.error(Code.WRONG_ARGUMENTS, message, span, hint="write `relation NAME = a, b when …`")
        return ()
    for word in written.cells:
        check_fresh(scope, word)
    cell = ir.ThingType(ir.Sort.CELL, board.name.text)
    typed = expect.condition(scope, written.condition, Env(dict.fromkeys(names, cell)))
    if typed.type is None:
        return ()
    spots = cells(scope.world.boards[board.name.text].grid)
    defines = {
        name: ir.Define(name, known.parameters, known.type, known.body)
        for name, known in scope.signatures.items()
        if known.type is not None
    }
    sizes = Sizes(scope.notes, defines, scope.world.boards)
    if written_out(sizes, defines, typed.node) * len(spots) ** 2 > MAX_STEPS:
        message = f"for all pairs of cells this takes more than {MAX_STEPS} steps"
        scope.error(Code.TOO_COSTLY, message, written.condition.span, hint="list the pairs in a table: `pairs from`")
        return ()
    try:
        holds = Constants(scope, pending).function(typed.node)
    except NotFixed as fault:
        is_open = fault.name in scope.needs and fault.name not in scope.world.defines
        if not is_open:  # else the neighbours are found when a layer above has given it
            _report(scope, written.condition, fault.name)
        return ()
    a, b = names
    found = [(*one, *other) for one in spots for other in spots if one != other and holds({a: one, b: other})]
    if len(found) > MAX_PAIRS:
        message = f"{len(found)} pairs of cells are neighbours; there can be {MAX_PAIRS}"
        scope.error(Code.TOO_MANY_ELEMENTS, message, written.condition.span)
        return ()
    return tuple(found)


def _report(scope: Scope, condition: s.Expr, name: str) -> None:
    """Report what only a position can tell, where the condition mentions it."""
    shown = f"`{name}`" if name else "this"
    scope.error(
        Code.NOT_FIXED,
        f"a relation is fixed before anybody plays, so {shown} cannot decide it",
        _mention(condition, name) or condition.span,
        hint="use coordinates, printed fields, parameters, members, directions and relations declared above",
    )


def _mention(condition: s.Expr, name: str) -> Span | None:
    for part in s.walk(condition):
        match part:
            case s.Name(text=text) if text == name:
                return part.span
            case s.Call(function=word) | s.Field(field=word) if word.text == name:
                return word.span
    return None
