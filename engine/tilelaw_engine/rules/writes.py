"""Writes values to places of a position: fields of cells, marks and variables; and finds clashes.

Where only one effect can give a value to a store, it is simply written. Else every place has a stamp, by which it is
known whether an effect of the same moment has been there before, and of which rule. What is added to a place is
gathered beside it and written at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_engine.lower import stored
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Cell, Set, Term
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.to_json import plane_numbers

TWO_VALUES, SET_AND_ADDED, FROM_OLD = -1, -2, -3
"""Errors; see docs/engine.md."""


@dataclass(frozen=True, slots=True)
class Store:
    """What a place belongs to, and how many entries it has."""

    key: ir.Store
    entries: int
    type: ir.Type


@dataclass(frozen=True, slots=True)
class Sum:
    """What is added to a place, and what bounds the sum."""

    amount: Value
    most: Value | None
    least: Value | None


def store_of(b: Body, effect: ir.SetCell | ir.SetMark | ir.SetVariable | ir.Put, field: str = "") -> Store:
    """Return the store that an effect changes."""
    match effect:
        case ir.SetCell(board, name):
            return cell_store(b, board, name)
        case ir.Put(board):
            return cell_store(b, board, field)
        case ir.SetMark(mark):
            decl = next(one for one in b.world.game.marks if one.name == mark)
            return Store(("mark", mark), len(b.world.kind(decl.kind).members) + 1, decl.type)
        case ir.SetVariable(name):
            at = b.world.variable(name)
            entries = 1
            for size in at["sizes"]:
                entries *= size
            return Store(("variable", name), entries + 1, b.world.variable_decl(name).type)


def cell_store(b: Body, board: str, field: str) -> Store:
    """Return the store of a field of cells; its entries are the places of all owners."""
    entries = b.world.board(board)["places"] * b.world.owners(board)
    return Store(("cell", board, field), entries, b.world.field_decl(board, field).type)


def cell_entry(b: Body, cell: Cell) -> Value:
    """Return the entry of a cell in the store of a field."""
    return b.op("i32.add", cell.place, b.times(b.plus(cell.owner, -1), b.world.board(cell.board)["places"]))


def read(b: Body, store: Store, entry: Value, record: Value) -> Value:
    """Return the number that an entry has now, in a record that changes."""
    match store.key:
        case "cell", board, field:
            owner = b.op("i32.div_u", entry, i32(b.world.board(board)["places"]))
            place = b.op("i32.sub", entry, b.times(owner, b.world.board(board)["places"]))
            return _read_cell(b, board, field, place, b.plus(owner, 1), record)
        case "mark", name:
            at = next(one for one in b.world.layout["marks"] if one["name"] == name)
            return _now(b, at["width"], at["signed"], record, b.times(entry, at["width"]), at["offset"])
        case _, name:
            one = b.world.variable(name)
            return _now(b, one["width"], one["signed"], record, b.times(entry, one["width"]), one["offset"])
        case _:
            raise AssertionError("only these are stores")


def _now(b: Body, width: int, signed: bool, record: Value, index: Value, offset: int) -> Value:
    name = {1: "i32.load8_", 2: "i32.load16_", 4: "i32.load"}[width] + ("s" if signed else "u") * (width < 4)
    return b.code.fresh("i32", f"({name} offset={offset} (i32.add {record.text} {index.text}))")


def _read_cell(b: Body, board: str, field: str, place: Value, owner: Value, record: Value) -> Value:
    at = b.world.field(board, field)
    base = _base(b, board, owner, record)
    if not at["planes"]:
        return _now(b, at["width"], at["signed"], base, b.times(place, at["width"]), at["offset"])
    size = 8 * b.world.board(board)["words"]
    total = i32(0)
    for plane, number in enumerate(plane_numbers(at)):
        if number:
            byte = _now(b, 1, False, base, b.op("i32.shr_u", place, i32(3)), at["offset"] + plane * size)
            bit = b.both(b.op("i32.shr_u", byte, b.both(place, i32(7))), ONE)
            total = b.op("i32.add", total, b.op("i32.mul", bit, i32(number)))
    return total


def _base(b: Body, board: str, owner: Value, record: Value) -> Value:
    if not b.world.boards[board].owned:
        return record
    return b.op("i32.add", record, b.times(b.plus(owner, -1), b.world.board(board)["size"]))


def write(b: Body, store: Store, entry: Value, value: Value, record: Value) -> None:
    """Write a number to an entry."""
    match store.key:
        case "cell", board, field:
            owner = b.op("i32.div_u", entry, i32(b.world.board(board)["places"]))
            place = b.op("i32.sub", entry, b.times(owner, b.world.board(board)["places"]))
            write_cell(b, field, Cell(board, place, b.plus(owner, 1), False), value, record)
        case "mark", name:
            at = next(one for one in b.world.layout["marks"] if one["name"] == name)
            b.store(at["width"], b.op("i32.add", record, b.times(entry, at["width"])), value, at["offset"])
        case _, name:
            one = b.world.variable(name)
            b.store(one["width"], b.op("i32.add", record, b.times(entry, one["width"])), value, one["offset"])
        case _:
            raise AssertionError("only these are stores")


def write_cell(b: Body, field: str, cell: Cell, value: Value, record: Value) -> None:
    """Write a number to a field of a cell."""
    at = b.world.field(cell.board, field)
    base = _base(b, cell.board, cell.owner, record)
    if not at["planes"]:
        address = b.op("i32.add", base, b.times(cell.place, at["width"]))
        b.store(at["width"], address, value, at["offset"])
        return
    size = 8 * b.world.board(cell.board)["words"]
    address = b.op("i32.add", base, b.op("i32.shr_u", cell.place, i32(3)))
    shift = b.both(cell.place, i32(7))
    others = b.op("i32.xor", b.op("i32.shl", ONE, shift), i32(-1))
    for plane, number in enumerate(plane_numbers(at)):
        offset = at["offset"] + plane * size
        flag = b.op("i32.eq", value, i32(number)) if number else b.some(value)
        now = f"(i32.load8_u offset={offset} {address.text})"
        if flag.constant == 0:
            text = f"(i32.and {now} {others.text})"
        else:
            text = f"(i32.or (i32.and {now} {others.text}) {b.op('i32.shl', flag, shift).text})"
        b.code.line(f"(i32.store8 offset={offset} {address.text} {text})")


def write_cells(b: Body, board: str, field: str, found: Set, value: Value, record: Value) -> None:
    """Write a number to a field of all cells of a set on one board."""
    at = b.world.field(board, field)
    base = _base(b, board, found.owner, record)
    if not at["planes"]:
        with b.each(found) as (cell, _, _):
            assert isinstance(cell, Cell), "a set of cells"
            write_cell(b, field, cell, value, record)
        return
    words = b.world.board(board)["words"]
    bits = [found.word(number) for number in range(words)]
    for plane, number in enumerate(plane_numbers(at)):
        mask = b.mask(b.op("i32.eq", value, i32(number)) if number else b.some(value))
        for place, word in enumerate(bits):
            if word.constant == 0:
                continue
            offset = at["offset"] + 8 * (plane * words + place)
            others = b.op("i64.xor", word, i64(-1))
            now = f"(i64.and (i64.load offset={offset} {base.text}) {others.text})"
            b.code.line(f"(i64.store offset={offset} {base.text} (i64.or {now} {b.op('i64.and', word, mask).text}))")


def fail(b: Body, status: int, first: str, second: str) -> str:
    """Return the text that ends the function with an error about two rules, given as numbers in the text format."""
    error = b.world.area("error", 16).text
    said = f"(i32.store16 {error} {first}) (i32.store16 offset=2 {error} {second})"
    return f"{said} (call $forget) (return (i32.const {status}))"


def stamp(b: Body, store: Store, entry: Value, name: str) -> Value:
    """Return the address of the stamp of an entry."""
    area = b.world.area("_".join((name, *_numbers(b, store))), 8 * store.entries)
    return b.op("i32.add", area, b.times(entry, 8))


def _numbers(b: Body, store: Store) -> tuple[str, ...]:
    """Return a name for a store; no word of an author stands in the module."""
    match store.key:
        case "cell", board, field:
            names = [one.name for one in b.world.boards[board].fields]
            return "cell", str(list(b.world.boards).index(board)), str(names.index(field))
        case "mark", name:
            return "mark", str([one.name for one in b.world.game.marks].index(name))
        case _, name:
            return "variable", str([one.name for one in b.world.game.variables].index(name))
        case _:
            raise AssertionError("only these are stores")


def give(b: Body, store: Store, entry: Value, value: Value, rule: int, record: Value, *, reads: bool) -> None:
    """Give a place a value, unless another effect of this moment gives it another."""
    at = stamp(b, store, entry, "stamp")
    is_second = f"(i64.ge_u (i64.load {at.text}) (global.get $moment))"
    other = f"(i32.wrap_i64 (i64.sub (i64.load {at.text}) (global.get $moment)))"
    added = stamp(b, store, entry, "added")
    is_added = b.code.fresh("i32", f"(i64.ge_u (i64.load {added.text}) (global.get $moment))")
    adder = f"(i32.wrap_i64 (i64.sub (i64.load {added.text}) (global.get $moment)))"
    b.code.line(f"(if {is_added.text} (then {fail(b, SET_AND_ADDED, f'(i32.const {rule})', adder)}))")
    second = b.code.fresh("i32", is_second)
    with b.code.when(second):
        now = read(b, store, entry, record)
        differs = b.op("i32.ne", now, value if value.type == "i32" else b.op("i32.wrap_i64", value))
        b.code.line(f"(if {differs.text} (then {fail(b, TWO_VALUES, other, f'(i32.const {rule})')}))")
        if reads:
            b.code.line(fail(b, FROM_OLD, other, f"(i32.const {rule})"))
    with b.code.when(b.negate(second)):
        b.code.line(f"(i64.store {at.text} (i64.add (global.get $moment) (i64.const {rule})))")
        write(b, store, entry, value, record)


def add(b: Body, store: Store, entry: Value, added: Sum, rule: int) -> None:
    """Note what is added to a place."""
    at = stamp(b, store, entry, "added")
    setter = stamp(b, store, entry, "stamp")
    other = f"(i32.wrap_i64 (i64.sub (i64.load {setter.text}) (global.get $moment)))"
    is_set = f"(i64.ge_u (i64.load {setter.text}) (global.get $moment))"
    b.code.line(f"(if {is_set} (then {fail(b, SET_AND_ADDED, other, f'(i32.const {rule})')}))")
    total, most, least = (stamp(b, store, entry, name) for name in ("sum", "most", "least"))
    first = b.code.fresh("i32", f"(i64.lt_u (i64.load {at.text}) (global.get $moment))")
    with b.code.when(first):
        b.code.line(f"(i64.store {at.text} (i64.add (global.get $moment) (i64.const {rule})))")
        b.code.line(f"(i64.store {total.text} (i64.const 0))")
        b.code.line(f"(i64.store {most.text} (i64.const {(1 << 63) - 1}))")
        b.code.line(f"(i64.store {least.text} (i64.const {-(1 << 63)}))")
        count = b.world.area("_".join(("adds", *_numbers(b, store))), 8 * store.entries + 8)
        index = b.code.fresh("i32", f"(i32.load {count.text})")
        b.code.line(f"(i32.store offset=4 (i32.add {count.text} (i32.shl {index.text} (i32.const 2))) {entry.text})")
        b.code.line(f"(i32.store {count.text} (i32.add {index.text} (i32.const 1)))")
    b.code.line(f"(i64.store {total.text} (i64.add (i64.load {total.text}) {b.wide(added.amount).text}))")
    for bound, address, compare in ((added.most, most, "i64.lt_s"), (added.least, least, "i64.gt_s")):
        if bound is not None:
            wide = b.wide(bound)
            now = b.code.fresh("i64", f"(i64.load {address.text})")
            better = b.select(b.op(compare, wide, now), wide, now)
            b.code.line(f"(i64.store {address.text} {better.text})")


def add_up(b: Body, store: Store, old: Value, record: Value) -> None:
    """Give every place that is added to its sum; `old` is the record that has the old values."""
    code = b.code
    count = b.world.area("_".join(("adds", *_numbers(b, store))), 8 * store.entries + 8)
    at = code.local("i32")
    code.set(at, i32(0))
    with code.loop() as (out, _):
        code.line(f"(br_if {out} (i32.ge_u (local.get {at}) (i32.load {count.text})))")
        where = f"(i32.add {count.text} (i32.shl (local.get {at}) (i32.const 2)))"
        entry = code.fresh("i32", f"(i32.load offset=4 {where})")
        code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))")
        before = b.wide(read(b, store, entry, old))
        total, most, least = (
            code.fresh("i64", f"(i64.load {stamp(b, store, entry, name).text})") for name in ("sum", "most", "least")
        )
        value = b.op("i64.add", before, total)
        value = b.select(b.op("i64.lt_s", most, value), most, value)
        value = b.select(b.op("i64.gt_s", least, value), least, value)
        write(b, store, entry, b.op("i32.wrap_i64", value), record)
    code.line(f"(i32.store {count.text} (i32.const 0))")


def added_once(b: Body, old: Value, added: Sum) -> Value:
    """Return the new value of a place to which one effect adds."""
    value = b.op("i64.add", b.wide(old), b.wide(added.amount))
    if added.most is not None:
        most = b.wide(added.most)
        value = b.select(b.op("i64.lt_s", most, value), most, value)
    if added.least is not None:
        least = b.wide(added.least)
        value = b.select(b.op("i64.gt_s", least, value), least, value)
    return b.op("i32.wrap_i64", value)


def number(b: Body, term: Term, type_: ir.Type) -> Value:
    """Return the number that is stored for a value of a type."""
    value = stored.number_of(b, stored.typed(term, type_))
    return value if value.type == "i32" else b.op("i32.wrap_i64", value)
