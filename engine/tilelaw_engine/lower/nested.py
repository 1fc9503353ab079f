"""Lowers sets of sets: what `regions` gives, combined and compared."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import folds, sets
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import NotLowered, Record, Set, Sets, Term
from tilelaw_engine.text.atoms import Value, i32


class RecordSet:
    """Sets of records."""

    @staticmethod
    def of(_b: Body, _term: Record, _there: Value) -> Term:
        """Return the set of one record."""
        raise NotLowered("a set of records")


def has(b: Body, of: Sets, element: Term) -> Value:
    """Return whether a set is among some sets."""
    assert isinstance(element, Set), "only sets are among sets"
    one = element
    code = b.code
    found = code.local("i32")
    code.set(found, i32(0))
    with folds.each_set(b, of) as (other, _, out, _):
        equal = sets.is_equal(b, one, other)
        code.line(f"(if {equal.text} (then (local.set {found} (i32.const 1)) (br {out})))")
    return code.get(found, "i32")


def is_subset(b: Body, left: Term, right: Term) -> Value:
    """Return whether every set of one is in another."""
    if not isinstance(left, Sets):
        return ONE
    code = b.code
    found = code.local("i32")
    code.set(found, ONE)
    with folds.each_set(b, left) as (one, _, out, _):
        inside = has(b, right, one) if isinstance(right, Sets) else i32(0)
        code.line(f"(if (i32.eqz {inside.text}) (then (local.set {found} (i32.const 0)) (br {out})))")
    return code.get(found, "i32")


def meets(b: Body, left: Term, right: Term) -> Value:
    """Return whether two have a set in common."""
    if not isinstance(left, Sets) or not isinstance(right, Sets):
        return i32(0)
    code = b.code
    found = code.local("i32")
    code.set(found, i32(0))
    with folds.each_set(b, left) as (one, _, out, _):
        inside = has(b, right, one)
        code.line(f"(if {inside.text} (then (local.set {found} (i32.const 1)) (br {out})))")
    return code.get(found, "i32")


def is_equal(b: Body, left: Term, right: Term) -> Value:
    """Return whether two have the same sets."""
    ours = left.count if isinstance(left, Sets) else i32(0)
    theirs = right.count if isinstance(right, Sets) else i32(0)
    return b.both(b.op("i32.eq", ours, theirs), is_subset(b, left, right))


def combined(b: Body, operator: ir.SetOperator, left: Term, right: Term) -> Term:
    """Return two sets of sets combined."""
    match operator:
        case ir.SetOperator.INTERSECTION | ir.SetOperator.EXCEPT:
            wants = operator is ir.SetOperator.INTERSECTION
            if not isinstance(left, Sets):
                return left
            if not isinstance(right, Sets):
                return folds.kept_sets(b, left, lambda _: i32(not wants))
            other = right
            return folds.kept_sets(b, left, lambda one: b.op("i32.eq", has(b, other, one), i32(wants)))
        case ir.SetOperator.UNION:
            if not isinstance(left, Sets) or not isinstance(right, Sets):
                return left if isinstance(left, Sets) else right
            raise NotLowered("a union of sets of sets")
