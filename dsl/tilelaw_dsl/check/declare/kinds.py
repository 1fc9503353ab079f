"""Kinds, records and the types that name them.

A type may name a kind or a record that is declared further down; it is then read at once, before its turn.
"""

from __future__ import annotations

from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.declare.tables import Columns, check_all_read, lines_of, members
from tilelaw_dsl.check.types import PLAYER, SIDE, show
from tilelaw_dsl.check.world import KEPT, MAX_NUMBER
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead, respelt
from tilelaw_dsl.ir.geometry import HEXAGON, SQUARES
from tilelaw_dsl.source import Span

TYPES_ELSEWHERE: dict[str, Hint] = {
    **dict.fromkeys(["bool", "boolean", "truth", "yesno"], instead("flag")),
    **dict.fromkeys(["int", "integer", "number", "num"], "a number has a range, such as `0..9`"),
    **dict.fromkeys(["float", "double", "decimal"], "all numbers are whole and have a range, such as `0..9`"),
    **dict.fromkeys(["string", "str", "text"], "there are no texts in play; declare `kinds` with what it can be"),
}
"""What other languages call types."""


def type_of(draft: Draft, node: s.Type) -> ir.Type | None:
    """Return the type that a type expression names; nothing after a report."""
    match node:
        case s.FlagType():
            return ir.FlagType()
        case s.IntType():
            return _number(draft, node.low, node.high, node.span)
        case s.MaybeType():
            inner = type_of(draft, node.of)
            if isinstance(inner, ir.ThingType):
                return ir.ThingType(inner.sort, inner.name, True)
            if inner is not None:
                draft.report.add(
                    Code.OPTIONAL_NUMBER,
                    "only things can be nothing: numbers start at 0, flags at no",
                    node.span,
                    hint=Edit("leave out the `?`", node.of.span.text),
                )
            return inner
        case s.SetType():
            inner = type_of(draft, node.of)
            if isinstance(inner, ir.ThingType | ir.NumberType):
                return ir.SetType(inner, draft.world.size(inner))
            if inner is not None:
                draft.report.add(Code.NO_ELEMENT, f"{show(inner)} cannot be an element", node.of.span)
            return None
        case s.NamedType():
            return _named(draft, node.name) if node.board is None else _direction_of(draft, node, node.board)
        case _:
            assert_never(node)


def _named(draft: Draft, name: s.Word) -> ir.Type | None:
    world = draft.world
    if name.text == "player":
        return PLAYER
    if name.text == "side":
        return SIDE if world.has_sides else PLAYER
    if name.text == "direction":
        return _direction(draft, name)
    if name.text in world.kinds:
        return ir.ThingType(ir.Sort.KIND, name.text)
    if name.text in world.records:
        return ir.ThingType(ir.Sort.RECORD, name.text)
    if name.text in world.cell_types:
        return ir.ThingType(ir.Sort.CELL, world.cell_types[name.text])
    declared = draft.merged.declarations.get(name.text)
    if isinstance(declared, s.KindsData):
        declare_kinds_data(draft, declared)
        return ir.ThingType(ir.Sort.KIND, name.text)
    if isinstance(declared, s.RecordDecl):
        return _record_below(draft, declared, name)
    known = [*world.kinds, *world.records, *world.cell_types, "player", "side", "flag", "direction"]
    written = "a type is `flag`, a range such as `0..9`, `player`, a kind, a record or a cell"
    hint = TYPES_ELSEWHERE.get(name.text) or respelt(name.text, known, written)
    draft.report.add(Code.UNKNOWN_TYPE, f"no type is called `{name.text}`", name.span, hint=hint)
    return None


def shape_written(grid: s.SquareGrid | s.HexGrid) -> str:
    """Return the shape of a grid as it is written."""
    return SQUARES if isinstance(grid, s.SquareGrid) else HEXAGON


def _direction(draft: Draft, name: s.Word) -> ir.Type | None:
    shapes = draft.world.shapes
    if len(shapes) == 1:
        return ir.ThingType(ir.Sort.DIRECTION, shapes[0])
    message = "boards of squares and of hexagons have different directions" if shapes else "no board has directions"
    hint = "say of which board: `direction of BOARD`" if shapes else ""
    draft.report.add(Code.UNKNOWN_TYPE, message, name.span, hint=hint)
    return None


def _direction_of(draft: Draft, node: s.NamedType, board: s.Word) -> ir.Type | None:
    """Return the type `direction of BOARD`."""
    boards = {name: one for name, one in draft.merged.declarations.items() if isinstance(one, s.Board)}
    if node.name.text != "direction":
        message = "only a direction is `of` a board"
        draft.report.add(Code.UNKNOWN_TYPE, message, node.span, hint=instead(node.name.text))
    elif board.text not in boards:
        hint = respelt(board.text, boards)
        draft.report.add(Code.UNKNOWN_TYPE, f"no board is called `{board.text}`", board.span, hint=hint)
    else:
        return ir.ThingType(ir.Sort.DIRECTION, shape_written(boards[board.text].grid))
    return None


def _number(draft: Draft, low: int, high: int, span: Span) -> ir.NumberType | None:
    if low > high:
        hint = instead(f"{high}..{low}")
        draft.report.add(Code.EMPTY_RANGE, f"the range {low}..{high} is empty", span, hint=hint)
        return None
    if max(abs(low), abs(high)) > MAX_NUMBER:
        draft.report.add(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", span)
        return None
    return ir.NumberType(low, high)


def declare_kinds_list(draft: Draft, item: s.KindsList) -> None:
    """Declare a kind whose members are listed."""
    seen: dict[str, s.Word] = {}
    for member in item.members:
        if member.text in seen:
            draft.report.add(
                Code.DECLARED_TWICE,
                f"`{member.text}` is listed twice",
                member.span,
                labels=[(seen[member.text].span, "first here")],
            )
        if member.text in KEPT:
            message = f"`{member.text}` has a meaning of its own"
            draft.report.add(Code.KEPT_WORD, message, member.span, hint="choose another name")
        seen[member.text] = member
    listed = tuple(ir.MemberDecl(name, 1, ()) for name in seen)
    draft.world.kinds[item.name.text] = ir.KindDecl(item.name.text, (), listed)


def declare_record(draft: Draft, item: s.RecordDecl) -> None:
    """Declare a record, unless a type above has named it already."""
    name = item.name.text
    if name not in draft.world.records:
        draft.world.records[name] = ir.RecordDecl(name, _fields(draft.inside(name), item.fields))


def _record_below(draft: Draft, item: s.RecordDecl, name: s.Word) -> ir.Type | None:
    """Return a record that is declared further down as a type."""
    if name.text in draft.open_records:
        circle = " -> ".join([*draft.open_records[draft.open_records.index(name.text) :], name.text])
        draft.report.add(Code.DEFINED_BY_ITSELF, f"`{name.text}` is defined by itself: {circle}", name.span)
        return None
    declare_record(draft, item)
    return ir.ThingType(ir.Sort.RECORD, name.text)


def declare_kinds_data(draft: Draft, item: s.KindsData) -> None:
    """Declare a kind whose members stand in a data file, unless a type above has named it already."""
    name = item.name.text
    if name in draft.world.kinds:
        return
    draft.world.kinds[name] = ir.KindDecl(name, (), ())
    fields = _fields(draft, item.fields + tuple(field for table in item.more for field in table.fields))
    draft.world.kinds[name] = ir.KindDecl(name, fields, ())
    columns: dict[str, Columns] = {}
    for table in item.more:
        if table.file is not None and table.fields:
            lines = lines_of(draft, table.file)
            named = {field.name.text for field in table.fields}
            check_all_read(draft, lines, named)
            columns |= dict.fromkeys(named, Columns(table.file, {line.key: line for line in lines}))
    draft.world.kinds[name] = ir.KindDecl(name, fields, members(draft, item, fields, columns))


def _fields(draft: Draft, items: tuple[s.FieldDecl, ...]) -> tuple[ir.FieldDecl, ...]:
    result: dict[str, ir.FieldDecl] = {}
    for item in items:
        check_field_name(draft, item, items)
        if item.printed:
            message = "only cells of a board have something printed on them"
            draft.report.add(Code.PRINTED_ON_NO_CELL, message, item.span)
        type_ = type_of(draft, item.type)
        if isinstance(type_, ir.SetType):
            hint = "use a flag or a number instead"
            draft.report.add(Code.NOT_STORABLE, "sets cannot be stored", item.type.span, hint=hint)
        elif type_ is not None:
            result[item.name.text] = ir.FieldDecl(item.name.text, type_)
    return tuple(result.values())


def check_field_name(draft: Draft, item: s.FieldDecl, items: tuple[s.FieldDecl, ...]) -> None:
    """Report a field that has the name of one before it."""
    first = next(other for other in items if other.name.text == item.name.text)
    if first is not item:
        draft.report.add(
            Code.DECLARED_TWICE,
            f"field `{item.name.text}` is declared already",
            item.name.span,
            labels=[(first.name.span, "first here")],
        )


def check_has_blank(draft: Draft, type_: ir.Type, node: s.Type) -> None:
    """Report a type whose values cannot be stored, or lack the one with which every place starts."""
    if isinstance(type_, ir.SetType) or (isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD):
        draft.report.add(
            Code.NOT_STORABLE,
            "sets and records cannot be stored",
            node.span,
            hint="store a flag, a number or a thing; use an index for several",
        )
        return
    if isinstance(type_, ir.ThingType) and not type_.maybe:
        message = "this starts as nothing, so it must be allowed to be nothing"
        draft.report.add(Code.NO_START, message, node.span, hint=instead(f"{node.span.text}?"))
    if isinstance(type_, ir.NumberType) and not type_.low <= 0 <= type_.high:
        message = f"this starts at 0, which {type_.low}..{type_.high} does not contain"
        text = f"{min(type_.low, 0)}..{max(type_.high, 0)}"
        draft.report.add(Code.NO_START, message, node.span, hint=Edit(f"let the range contain 0: `{text}`", text))
