"""What can be known of a value before anybody plays: an estimate covers every value that an expression can have.

A flag may hold or fail; a number lies in a range; a thing may be nothing, and perhaps only some things are possible;
of a set the least and the most number of elements are known, and what each of them can be. Unknown is `None`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from tilelaw_dsl import ir

MANY = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Truth:
    """What a condition can come to."""

    can_hold: bool
    can_fail: bool

    @property
    def is_certain(self) -> bool:
        """Say whether it always comes to the same."""
        return self.can_hold != self.can_fail


OPEN = Truth(True, True)
ALWAYS = Truth(True, False)
NEVER = Truth(False, True)


@dataclass(frozen=True, slots=True)
class Range:
    """A number between two bounds."""

    low: int
    high: int

    def meet(self, other: Range) -> Range:
        """Return what is in both; it may be empty."""
        return Range(max(self.low, other.low), min(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        """Say whether no number is in it."""
        return self.low > self.high


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing, or nothing; `among` has the names of all members that it can be, if only some are possible."""

    can_be_nothing: bool
    can_be_something: bool = True
    among: frozenset[str | int] | None = None

    @property
    def is_possible(self) -> bool:
        """Say whether there is anything that it can be."""
        return self.can_be_nothing or (self.can_be_something and self.among != frozenset())


@dataclass(frozen=True, slots=True)
class Many:
    """A set or the pieces of a zone: how many there are, and what each of them can be."""

    least: int
    most: int
    each: Estimate | None = None


Estimate: TypeAlias = Truth | Range | Thing | Many

NOTHING = Thing(True, False)
EMPTY = Many(0, 0)


def of_type(type_: ir.Type | None) -> Estimate | None:
    """Return what a type says of its values."""
    match type_:
        case ir.FlagType():
            return OPEN
        case ir.NumberType(low, high):
            return Range(low, high)
        case ir.ThingType():
            return Thing(type_.maybe)
        case ir.SetType(of, most) | ir.BagType(of, most):
            return Many(0, most, of_type(of))
        case ir.ListType(most):
            return Many(0, most)
        case _:
            return None


def blank(value: Estimate | None) -> Estimate | None:
    """Return what is found where there is no value of a sort."""
    match value:
        case Truth():
            return NEVER
        case Range():
            return Range(0, 0)
        case Many():
            return EMPTY
        case _:
            return NOTHING


def or_blank(value: Estimate | None) -> Estimate | None:
    """Return what a value can be that is blank where something is asked of nothing."""
    match value:
        case Truth():
            return replace(value, can_fail=True)
        case Range(low, high):
            return Range(min(low, 0), max(high, 0))
        case Thing():
            return replace(value, can_be_nothing=True)
        case Many():
            return replace(value, least=0)
        case None:
            return None


def either(a: Estimate | None, b: Estimate | None) -> Estimate | None:
    """Return what a value can be that is one of two."""
    match a, b:
        case Truth(), Truth():
            return Truth(a.can_hold or b.can_hold, a.can_fail or b.can_fail)
        case Range(), Range():
            return Range(min(a.low, b.low), max(a.high, b.high))
        case Thing(), Thing():
            some = [x for x in (a, b) if x.can_be_something]
            known = [x.among for x in some if x.among is not None]
            among = frozenset[str | int]().union(*known) if some and len(known) == len(some) else None
            return Thing(a.can_be_nothing or b.can_be_nothing, bool(some), among)
        case Many(), Many():
            each = b.each if a.most == 0 else a.each if b.most == 0 else either(a.each, b.each)
            return Many(min(a.least, b.least), max(a.most, b.most), each)
        case _:
            return None


def have_common(a: Estimate | None, b: Estimate | None) -> bool:
    """Say whether two values can be the same thing or number."""
    match a, b:
        case Range(), Range():
            return not a.meet(b).is_empty
        case Thing(), Thing():
            is_known = a.among is not None and b.among is not None
            return (
                a.can_be_something
                and b.can_be_something
                and not (is_known and not (a.among or set()) & (b.among or set()))
            )
        case _:
            return True


def both(found: Estimate | None, fact: Estimate) -> Estimate:
    """Return what is left of an estimate where a fact holds as well."""
    match found, fact:
        case Range(), Range():
            met = found.meet(fact)
            return fact if met.is_empty else met
        case Thing(), Thing():
            among = found.among if fact.among is None else fact.among
            if found.among is not None and fact.among is not None:
                among = found.among & fact.among
            nothing = found.can_be_nothing and fact.can_be_nothing
            return Thing(nothing, found.can_be_something and fact.can_be_something, among)
        case Many(), Many():
            return Many(max(found.least, fact.least), min(found.most, fact.most), fact.each or found.each)
        case _:
            return fact


def joined(operator: ir.SetOperator, a: Many, b: Many) -> Many:
    """Return what is known of two sets taken together."""
    match operator:
        case ir.SetOperator.UNION:
            each = b.each if a.most == 0 else a.each if b.most == 0 else either(a.each, b.each)
            return Many(max(a.least, b.least), a.most + b.most, each)
        case ir.SetOperator.INTERSECTION:
            return Many(0, min(a.most, b.most) if have_common(a.each, b.each) else 0, a.each)
        case ir.SetOperator.EXCEPT:
            return Many(max(0, a.least - b.most), a.most, a.each)


def compare(operator: ir.Comparison, a: Range, b: Range) -> Truth:
    """Return what a comparison of two numbers can come to."""
    match operator:
        case ir.Comparison.EQUAL:
            return Truth(not a.meet(b).is_empty, not (a == b and a.low == a.high))
        case ir.Comparison.LESS:
            return Truth(a.low < b.high, a.high >= b.low)
        case ir.Comparison.LESS_OR_EQUAL:
            return Truth(a.low <= b.high, a.high > b.low)
        case _:
            other = compare(OPPOSITE[operator], a, b)
            return Truth(other.can_fail, other.can_hold)


OPPOSITE = {
    ir.Comparison.EQUAL: ir.Comparison.DIFFERENT,
    ir.Comparison.DIFFERENT: ir.Comparison.EQUAL,
    ir.Comparison.LESS: ir.Comparison.GREATER_OR_EQUAL,
    ir.Comparison.GREATER_OR_EQUAL: ir.Comparison.LESS,
    ir.Comparison.GREATER: ir.Comparison.LESS_OR_EQUAL,
    ir.Comparison.LESS_OR_EQUAL: ir.Comparison.GREATER,
}
"""What holds where a comparison does not."""
SWAPPED = {
    ir.Comparison.EQUAL: ir.Comparison.EQUAL,
    ir.Comparison.DIFFERENT: ir.Comparison.DIFFERENT,
    ir.Comparison.LESS: ir.Comparison.GREATER,
    ir.Comparison.GREATER: ir.Comparison.LESS,
    ir.Comparison.LESS_OR_EQUAL: ir.Comparison.GREATER_OR_EQUAL,
    ir.Comparison.GREATER_OR_EQUAL: ir.Comparison.LESS_OR_EQUAL,
}
"""What a comparison says, read from the right."""


SIGNS = {
    ir.Comparison.EQUAL: {0},
    ir.Comparison.DIFFERENT: {-1, 1},
    ir.Comparison.LESS: {-1},
    ir.Comparison.LESS_OR_EQUAL: {-1, 0},
    ir.Comparison.GREATER: {1},
    ir.Comparison.GREATER_OR_EQUAL: {0, 1},
}
"""For which signs of the difference a comparison holds."""


def bounded(operator: ir.Comparison, by: Range) -> Range:
    """Return the numbers for which a comparison with another can hold."""
    match operator:
        case ir.Comparison.EQUAL:
            return by
        case ir.Comparison.LESS:
            return Range(-MANY, by.high - 1)
        case ir.Comparison.LESS_OR_EQUAL:
            return Range(-MANY, by.high)
        case ir.Comparison.GREATER:
            return Range(by.low + 1, MANY)
        case ir.Comparison.GREATER_OR_EQUAL:
            return Range(by.low, MANY)
        case ir.Comparison.DIFFERENT:
            return Range(-MANY, MANY)
