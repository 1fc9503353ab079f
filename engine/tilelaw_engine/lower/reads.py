"""Lowers what is read from tables and from the position: members' data, marks, variables, zones."""

from __future__ import annotations

from math import prod

from tilelaw_dsl import ir
from tilelaw_engine.layout import index_size
from tilelaw_engine.lower import conditions, stored
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Cell, Env, Num, Term, Thing
from tilelaw_engine.text.atoms import Value, i32, i64


def _index(b: Body, type_: ir.Type, term: Term) -> tuple[Value, Value]:
    """Return the entry of an index, counted from 1, and whether it has one."""
    match term:
        case Num(value, low, high, there):
            assert isinstance(type_, ir.NumberType), "numbers are indices of ranges"
            inside = ONE
            if low < type_.low or high > type_.high:
                number = b.wide(value)
                above = b.op("i64.ge_s", number, i64(type_.low))
                inside = b.both(above, b.op("i64.le_s", number, i64(type_.high)))
            index = b.plus(value if value.type == "i32" else b.op("i32.wrap_i64", value), 1 - type_.low)
            return index, inside if there is None else b.both(inside, there)
        case Thing(value, _, _, maybe):
            return value, b.some(value) if maybe else ONE
        case Cell(board, place, owner, maybe):
            entry = place
            if b.world.boards[board].owned:
                entry = b.op("i32.add", place, b.times(b.plus(owner, -1), b.world.board(board)["places"] - 1))
            return entry, b.some(place) if maybe else ONE
        case _:
            raise AssertionError("the checker indexes by things and numbers")


def entry_of(b: Body, types: tuple[ir.Type, ...], indices: list[Term]) -> tuple[Value, Value]:
    """Return the entry of some indices, 0 if one of them has none, and whether all have one."""
    if not indices:
        return ONE, ONE
    found = [_index(b, type_, index) for type_, index in zip(types, indices, strict=True)]
    there = conditions.every(b, [flag for _, flag in found])
    sizes = [index_size(b.world.game, type_) for type_ in types]
    entry = found[-1][0]
    for place, (index, _) in enumerate(found[:-1]):
        entry = b.op("i32.add", entry, b.times(b.plus(index, -1), prod(sizes[place + 1 :])))
    is_blank_by_itself = len(indices) == 1 and not isinstance(indices[0], Num)
    return entry if is_blank_by_itself else b.select(there, entry, i32(0)), there


def table(b: Body, node: ir.Table, env: Env) -> Term:
    """Return an entry of a table."""
    decl = next(table for table in b.world.game.tables if table.name == node.name)
    if node.index is None or decl.index is None:
        return stored.looked_up(b, decl.type, [None, decl.values[0]], ONE)
    entry, _ = entry_of(b, (decl.index,), [stored.typed(b.expr(node.index, env), decl.index)])
    return stored.looked_up(b, decl.type, [None, *decl.values], entry)


def data_of(b: Body, kind: str, field: str, of: Term) -> Term:
    """Return what the table of a kind says of a member."""
    decl = b.world.kind(kind)
    column = [one.name for one in decl.fields].index(field)
    data: list[ir.Datum] = [None, *(member.data[column] for member in decl.members)]
    assert isinstance(of, Thing), "members are things"
    return stored.looked_up(b, decl.fields[column].type, data, of.value)


def mark_of(b: Body, mark: str, of: Term) -> Term:
    """Return what marks a piece."""
    at = next(one for one in b.world.layout["marks"] if one["name"] == mark)
    decl = next(one for one in b.world.game.marks if one.name == mark)
    assert isinstance(of, Thing), "pieces are things"
    address = b.op("i32.add", b.record, b.times(of.value, at["width"]))
    return stored.term_of(b, decl.type, b.load(at["width"], at["signed"], address, at["offset"]))


def variable(b: Body, name: str, indices: list[Term]) -> Term:
    """Return a variable."""
    at, decl = b.world.variable(name), b.world.variable_decl(name)
    typed = [stored.typed(index, type_) for index, type_ in zip(indices, decl.indices, strict=True)]
    entry, _ = entry_of(b, decl.indices, typed)
    address = b.op("i32.add", b.record, b.times(entry, at["width"]))
    if entry.constant is not None:
        return stored.term_of(
            b, decl.type, b.load(at["width"], at["signed"], b.record, at["offset"] + entry.constant * at["width"])
        )
    return stored.term_of(b, decl.type, b.load(at["width"], at["signed"], address, at["offset"]))


def zone_address(b: Body, zone: str, owner: Thing | None) -> tuple[Value, Value]:
    """Return the address of a zone's number of pieces, and whether there is such a zone."""
    at = b.world.zone(zone)
    if owner is None:
        return b.plus(b.record, at["offsets"][0]), ONE
    there = b.some(owner.value) if owner.maybe else ONE
    holder = b.select(there, owner.value, ONE)
    step = at["offsets"][1] - at["offsets"][0] if len(at["offsets"]) > 1 else 0
    return b.plus(b.op("i32.add", b.record, b.times(b.plus(holder, -1), step)), at["offsets"][0]), there


def zone_of(b: Body, zone: str, owner: Term | None) -> Bag:
    """Return the pieces in a zone."""
    assert owner is None or isinstance(owner, Thing), "players own zones"
    at = b.world.zone(zone)
    address, there = zone_address(b, zone, owner)
    count = b.select(there, b.load(2, False, address), i32(0))
    of = at["type"].get("of", "")
    return Bag(at["type"]["sort"], of, b.plus(address, 2), count, at["width"], at["capacity"], None)
