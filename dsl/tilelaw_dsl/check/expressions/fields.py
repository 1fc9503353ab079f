"""Fields of things: what is printed on or stored with a cell, a piece or a record."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions.foreign import meant_by_field
from tilelaw_dsl.check.expressions.scope import ERROR, Scope, Typed
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, respelt
from tilelaw_dsl.source import Span

BY_INDEX = "what belongs to a player is a variable, a zone or a board with an index: `NAME(you)`"


def field(scope: Scope, of: Typed, word: s.Word, span: Span) -> Typed:
    """Return a field of a thing."""
    if of.type is None:
        return ERROR
    name = word.text
    if isinstance(of.type, ir.ThingType) and scope.world.has_field(of.type, name):
        node, type_ = _field_node(scope.world, of.type, name, of.node)
        return Typed(node, types.or_blank(type_) if of.type.maybe else type_)
    if scope.world.is_spoilt(name) and not whose(scope.world, name):
        return ERROR  # its declaration was reported
    if types.is_collection(of.type):
        return scope.error(
            Code.FIELD_OF_SET,
            f"this is {types.show(of.type)}; a field belongs to one thing",
            span,
            hint=meant_by_field(span, word, _type_of_field(scope.world, of.type, name)),
        )
    hint = no_field(scope.world, of.type, word, span) or whose(scope.world, name)
    return scope.error(Code.UNKNOWN_FIELD, f"{types.show(of.type)} has no field `{name}`", word.span, hint=hint)


def no_field(world: World, of: ir.Type | None, word: s.Word, owner: Span) -> Hint:
    """Return what to write in place of a field that a thing does not have."""
    name, whole = word.text, owner.to(word.span)
    is_somebody = isinstance(of, ir.ThingType) and of.sort in (ir.Sort.PLAYER, ir.Sort.SIDE)
    if name in world.tables and world.tables[name].index is None:
        words = f"`{name}` is a parameter and belongs to nobody: write `{name}`"
        return Edit(words, name, whole, otherwise=words)
    if is_somebody and any(name in known for known in (world.tables, world.variables, world.zones, world.boards)):
        return Edit(f"write `{name}({owner.text})`", f"{name}({owner.text})", whole, otherwise=BY_INDEX)
    return BY_INDEX if is_somebody else respelt(name, world.field_names(of), _inside(world, of, word, owner))


def _inside(world: World, of: ir.Type | None, word: s.Word, owner: Span) -> Hint:
    """Return the hint for a field of a record that a thing has, or which fields there are."""
    names = sorted(world.field_names(of))
    if not isinstance(of, ir.ThingType) or of.sort not in (ir.Sort.KIND, ir.Sort.CELL, ir.Sort.RECORD) or not names:
        return ""
    types_ = {name: _field_node(world, of, name, ir.Local("it"))[1] for name in names}
    deeper = [
        name for name, type_ in types_.items() if isinstance(type_, ir.ThingType) and world.has_field(type_, word.text)
    ]
    if deeper:
        shown = " or ".join(f"`{owner.text}.{name}.{word.text}`" for name in deeper)
        return Edit(f"write {shown}", f"{owner.text}.{deeper[0]}.{word.text}", owner.to(word.span))
    return f"there are {', '.join(f'`{name}`' for name in names[:12])}"


def _type_of_field(world: World, of: ir.Type | None, name: str) -> ir.Type | None:
    """Return the type of a field that the elements of a set have, or nothing."""
    each = of.of if isinstance(of, ir.SetType | ir.BagType) else None
    if not isinstance(each, ir.ThingType) or not world.has_field(each, name):
        return None
    return _field_node(world, each, name, ir.Local("it"))[1]


def whose(world: World, name: str) -> str:
    """Return whose field a name is, or nothing."""
    owners = [f"`{kind}`" for kind in world.kinds if name in world.field_names(ir.ThingType(ir.Sort.KIND, kind))]
    owners += [f"`{board}`" for board in world.boards if name in world.field_names(ir.ThingType(ir.Sort.CELL, board))]
    return f"`{name}` is a field of {' and of '.join(owners)}" if owners else ""


def _field_node(world: World, type_: ir.ThingType, name: str, of: ir.Expr) -> tuple[ir.Expr, ir.Type | None]:
    match type_.sort:
        case ir.Sort.CELL:
            return _cell_field(world.boards[type_.name], name, of)
        case ir.Sort.KIND:
            for data_field in world.kinds[type_.name].fields:
                if data_field.name == name:
                    return ir.DataField(type_.name, name, of), data_field.type
            return ir.MarkOf(name, of), world.marks[name].type
        case _:
            fields = {f.name: f.type for f in world.records[type_.name].fields}
            return ir.RecordField(type_.name, name, of), fields[name]


def _cell_field(board: ir.BoardDecl, name: str, of: ir.Expr) -> tuple[ir.Expr, ir.Type | None]:
    for declared in board.fields:
        if declared.name == name:
            type_ = types.or_blank(declared.type) if declared.is_printed else declared.type
            return ir.CellField(board.name, name, of), type_
    if name == "owner":
        return ir.CellOwner(of), types.PLAYER
    axis = 0 if name in ("x", "q") else 1
    if isinstance(board.grid, ir.Squares):
        low, high = board.grid.columns if axis == 0 else board.grid.rows
    else:
        low, high = 1 - board.grid.side, board.grid.side - 1
    return ir.Coordinate(axis, of), ir.NumberType(low, high)
