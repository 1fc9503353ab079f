"""Sets of records: as many records as the rules write down, each with whether it is in the set.

A record that is written twice is in the set once: where it stands first.
"""

from __future__ import annotations

from collections.abc import Callable

from tilelaw_dsl import ir
from tilelaw_engine.lower import stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Num, Record, Records, Term, as_flag
from tilelaw_engine.text.atoms import Value, i32


def same_fields(b: Body, left: Record, right: Record) -> Value:
    """Return whether two records that are something are the same in all fields; nothing is as good as nothing here."""
    decl = next(one for one in b.world.game.records if one.name == left.name)
    found = i32(1)
    for field in decl.fields:
        ours, theirs = left.field(field.name), right.field(field.name)
        if isinstance(ours, Record) and isinstance(theirs, Record):
            both = b.op("i32.eq", ours.there, theirs.there)
            inner = b.either(same_fields(b, ours, theirs), b.negate(ours.there))
            found = b.both(found, b.both(both, inner))
            continue
        numbers = (b.wide(stored.number_of(b, one)) for one in (ours, theirs))
        found = b.both(found, b.op("i64.eq", *numbers))
    return found


def record_set(b: Body, records: list[tuple[Value, Record]]) -> Records:
    """Return the set of some records, each perhaps left out."""
    kept: list[tuple[Value, Record]] = []
    for flag, record in records:
        there = b.both(flag, record.there)
        for before, other in kept:
            there = b.both(there, b.negate(b.both(before, same_fields(b, other, record))))
        kept.append((there, record))
    return Records(tuple(kept))


def has(b: Body, of: Records, record: Record) -> Value:
    """Return whether a record is in a set."""
    found = i32(0)
    for flag, one in of.items:
        found = b.either(found, b.both(flag, same_fields(b, one, record)))
    return b.both(found, record.there)


def size(b: Body, of: Records) -> Num:
    """Return how many records a set has."""
    total = i32(0)
    for flag, _ in of.items:
        total = b.op("i32.add", total, flag)
    return Num(total, 0, len(of.items))


def combined(b: Body, operator: ir.SetOperator, left: Records, right: Records) -> Records:
    """Return two sets combined."""
    match operator:
        case ir.SetOperator.UNION:
            return record_set(b, [*left.items, *right.items])
        case ir.SetOperator.INTERSECTION:
            return Records(tuple((b.both(flag, has(b, right, one)), one) for flag, one in left.items))
        case ir.SetOperator.EXCEPT:
            return Records(tuple((b.both(flag, b.negate(has(b, right, one))), one) for flag, one in left.items))


def is_subset(b: Body, part: Records, of: Records) -> Value:
    """Return whether every record of one set is in another."""
    return b.op("i32.eqz", size(b, combined(b, ir.SetOperator.EXCEPT, part, of)).value)


def is_equal(b: Body, left: Records, right: Records) -> Value:
    """Return whether two sets have the same records."""
    return b.both(is_subset(b, left, right), is_subset(b, right, left))


def narrowed(b: Body, of: Records, holds: Callable[[Term], Term]) -> Records:
    """Return the records for which a condition holds."""
    return Records(tuple((b.both(flag, as_flag(holds(_sure(one)))), one) for flag, one in of.items))


def _sure(record: Record) -> Record:
    return Record(record.name, i32(1), record.field, record.source)


def elements(of: Records) -> list[tuple[Term, Value]]:
    """Return the records of a set, each with whether it is in it."""
    return [(_sure(one), flag) for flag, one in of.items]


def first(b: Body, of: Records) -> Term:
    """Return the record of a set that comes first in canonical order."""
    found: Record | None = None
    there = i32(0)
    for flag, one in of.items:
        if found is None:
            found, there = one, flag
            continue
        earlier = b.both(flag, b.either(b.negate(there), _comes_before(b, one, found)))
        chosen = stored.chosen(b, earlier, one, found)
        assert isinstance(chosen, Record), "one of two records"
        found, there = chosen, b.either(there, flag)
    assert found is not None, "a set of records has been written down"
    return stored.guarded(b, there, Record(found.name, i32(1), found.field, found.source))


def _comes_before(b: Body, left: Record, right: Record) -> Value:
    """Return whether a record comes before another, field by field, nothing first."""
    decl = next(one for one in b.world.game.records if one.name == left.name)
    less, equal = i32(0), i32(1)
    for field in decl.fields:
        ours, theirs = left.field(field.name), right.field(field.name)
        if isinstance(ours, Record) and isinstance(theirs, Record):
            deeper = b.both(b.both(ours.there, theirs.there), _comes_before(b, ours, theirs))
            here = b.either(b.op("i32.lt_s", ours.there, theirs.there), deeper)
            same = b.both(b.op("i32.eq", ours.there, theirs.there), same_fields(b, ours, theirs))
        else:
            one, other = (b.wide(stored.number_of(b, term)) for term in (ours, theirs))
            here, same = b.op("i64.lt_s", one, other), b.op("i64.eq", one, other)
        less = b.either(less, b.both(equal, here))
        equal = b.both(equal, same)
    return less
