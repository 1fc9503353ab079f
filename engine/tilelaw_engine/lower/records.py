"""Records: each that stands in the tables of a game has a number, from 1 on in canonical order.

Rules make no records of their own, so a record is a thing like any other, and sets of them are words. Only in a
position its fields stand by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_engine.layout import Spot
from tilelaw_engine.lower import stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Term, Thing
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code


def field_of(b: Body, record: str, field: str, of: Term) -> Term:
    """Return a field of a record."""
    decl = b.world.record_decl(record)
    column = [one.name for one in decl.fields].index(field)
    assert isinstance(of, Thing), "records are things"
    data = [None, *(stored.part_of(one, column) for one in b.world.records[record])]
    return stored.looked_up(b, decl.fields[column].type, data, of.value)


def read(b: Body, name: str, spot: Spot) -> Thing:
    """Return the record whose fields lie in a position; nothing if no table has it."""
    leaves = [b.load(leaf["width"], leaf["signed"], b.record, leaf["offset"]) for leaf in _leaves(spot)]
    finder = b.world.function(f"record_{name}", lambda: _finder(b, name, len(leaves)))
    call = f"(call {finder} {' '.join(leaf.text for leaf in leaves)})"
    found = b.once(("record", name), leaves, lambda: Thing(b.code.fresh("i32", call), "record", name, True))
    assert isinstance(found, Thing), "a key stands for one sort of term"
    return found


def _leaves(spot: Spot) -> Iterator[Spot]:
    """Yield where the numbers lie that tell a record: whether it is something, and those of its fields."""
    yield spot
    for field in spot.get("fields", ()):
        yield from _leaves(field)


def _finder(b: Body, name: str, width: int) -> Code:
    """Return the function that gives the number of the record with these numbers, 0 if there is none."""
    type_ = ir.ThingType(ir.Sort.RECORD, name)
    known = b.world.records[name]
    table = b.world.table([number for one in known for number in _numbers(b, type_, one)], 4)
    code = Code(f"record_{name}", ["i32"] * width, "i32")
    at = code.local("i32")
    code.set(at, i32(0))
    with code.loop() as (out, following):
        code.line(f"(br_if {out} (i32.ge_u (local.get {at}) (i32.const {len(known)})))")
        start = code.get(at, "i32")
        code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))")
        row = code.op("i32.add", code.op("i32.mul", start, i32(4 * width)), i32(table))
        for place, wanted in enumerate(code.parameters):
            differs = code.op("i32.ne", code.load("i32.load", row, 4 * place), wanted)
            code.line(f"(br_if {following} {differs.text})")
        code.line(f"(return (local.get {at}))")
    code.line("(i32.const 0)")
    return code


def _numbers(b: Body, type_: ir.Type, value: ir.Datum) -> Iterator[int]:
    """Yield the numbers that a value of a table has in a position."""
    if not isinstance(type_, ir.ThingType) or type_.sort is not ir.Sort.RECORD:
        yield stored.datum(b, type_, value)
        return
    yield int(value is not None)
    for column, field in enumerate(b.world.record_decl(type_.name).fields):
        yield from _numbers(b, field.type, stored.part_of(value, column))


def write(b: Body, spot: Spot, number: Value) -> None:
    """Write the fields of a record to a position."""
    if "fields" not in spot:
        b.store(spot["width"], b.record, number, spot["offset"])
        return
    name = spot["type"].get("of", "")
    b.store(1, b.record, b.some(number), spot["offset"])
    for field, inner in zip(b.world.record_decl(name).fields, spot["fields"], strict=True):
        write(b, inner, stored.number_of(b, field_of(b, name, field.name, Thing(number, "record", name, True))))
