"""Sets of numbers too far apart for words: lists in memory, in order, each number once.

A list is a bag of numbers. What a set of numbers becomes, words or a list, depends on its bounds alone.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, sets
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Bag, NotLowered, Num, Set, Term
from tilelaw_engine.text.atoms import Value, i32

MOST_NUMBERS = 1 << 21


def is_far(low: int, high: int) -> bool:
    """Return whether numbers between two bounds are too far apart for words."""
    return high - low >= 64 * sets.MOST_WORDS


def bounds(term: Term) -> tuple[int, int] | None:
    """Return the bounds of the numbers in a set; nothing if it is no set of numbers, or empty."""
    match term:
        case Bag(sort="number", low=low, high=high):
            return low, high
        case Set(universe) if universe is not None and universe.sort == "number":
            return universe.low, universe.low + universe.bits - 1
        case Num(_, low, high):
            return low, high
        case _:
            return None


def are_far(*terms: Term) -> bool:
    """Return whether some numbers, or sets of numbers, can only be put together as a list."""
    known = [found for found in map(bounds, terms) if found is not None]
    if any(isinstance(term, Bag) and term.sort == "number" for term in terms):
        return True
    return bool(known) and is_far(min(low for low, _ in known), max(high for _, high in known))


def room(b: Body, most: int) -> Value:
    """Return scratch memory for some numbers."""
    if most > MOST_NUMBERS:
        raise NotLowered(f"a set of up to {most} numbers in {b.code.about}")
    return b.scratch(8 * max(most, 1))


def of_numbers(b: Body, numbers: list[Num]) -> Bag:
    """Return the set of some numbers."""
    code = b.code
    address = room(b, len(numbers))
    count = code.local("i32")
    code.set(count, i32(0))
    low, high = min(one.low for one in numbers), max(one.high for one in numbers)
    for one in numbers:
        found = Bag("number", "", address, code.get(count, "i32"), 8, len(numbers), code.token(), low, high)
        fresh = b.negate(has(b, found, one))
        with code.when(fresh if one.there is None else b.both(fresh, one.there)):
            goal = b.op("i32.add", address, b.times(code.get(count, "i32"), 8))
            code.store("i64.store", goal, b.wide(one.value))
            code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")
    found = Bag("number", "", address, code.get(count, "i32"), 8, len(numbers), code.token(), low, high)
    bags.sorted_numbers(b, found)
    return Bag("number", "", address, found.count, 8, len(numbers), code.token(), low, high)


def listed(b: Body, term: Term) -> Bag:
    """Return a set of numbers as a list."""
    if isinstance(term, Bag):
        return term
    assert isinstance(term, Set), "a set of numbers"
    if term.universe is None:
        return Bag("number", "", b.scratch(8), i32(0), 8, 0, b.code.token())
    code = b.code
    low, high = term.universe.low, term.universe.low + term.universe.bits - 1
    address = room(b, term.universe.bits)
    count = code.local("i32")
    code.set(count, i32(0))
    with b.each(term) as (element, _, _):
        assert isinstance(element, Num), "a set of numbers"
        goal = b.op("i32.add", address, b.times(code.get(count, "i32"), 8))
        code.store("i64.store", goal, b.wide(element.value))
        code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")
    most = term.universe.bits
    return Bag("number", "", address, code.get(count, "i32"), 8, most, code.token(), low, high)


def has(b: Body, of: Bag, element: Num) -> Value:
    """Return whether a number is in a list."""
    code = b.code
    wanted = b.wide(element.value)
    found = code.local("i32")
    code.set(found, i32(0))
    with bags.each_piece(b, of) as (piece, _, out, _):
        assert isinstance(piece, Num), "a list of numbers"
        same = b.op("i64.eq", b.wide(piece.value), wanted)
        code.line(f"(if {same.text} (then (local.set {found} (i32.const 1)) (br {out})))")
    result = code.get(found, "i32")
    return result if element.there is None else b.both(result, element.there)


def combined(b: Body, operator: ir.SetOperator, left: Bag, right: Bag) -> Bag:
    """Return two lists combined."""

    def is_there(piece: Term) -> Value:
        assert isinstance(piece, Num), "a list of numbers"
        return has(b, right, piece)

    match operator:
        case ir.SetOperator.INTERSECTION:
            return bags.filtered(b, left, is_there)
        case ir.SetOperator.EXCEPT:
            return bags.filtered(b, left, lambda piece: b.negate(is_there(piece)))
        case ir.SetOperator.UNION:
            return _joined(b, left, right)


def _joined(b: Body, left: Bag, right: Bag) -> Bag:
    code = b.code
    low, high = min(left.low, right.low), max(left.high, right.high)
    most = min(left.most + right.most, high - low + 1)
    address = room(b, most)
    size = b.times(left.count, 8)
    code.line(f"(memory.copy {address.text} {left.address.text} {size.text})")
    count = code.local("i32")
    code.set(count, left.count)
    with bags.each_piece(b, right) as (piece, _, _, following):
        assert isinstance(piece, Num), "a list of numbers"
        code.line(f"(br_if {following} {has(b, left, piece).text})")
        goal = b.op("i32.add", address, b.times(code.get(count, "i32"), 8))
        code.store("i64.store", goal, b.wide(piece.value))
        code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")
    found = Bag("number", "", address, code.get(count, "i32"), 8, most, code.token(), low, high)
    bags.sorted_numbers(b, found)
    return Bag("number", "", address, found.count, 8, most, code.token(), low, high)


def is_subset(b: Body, part: Bag, of: Bag) -> Value:
    """Return whether every number of one list is in another."""
    return b.op("i32.eqz", combined(b, ir.SetOperator.EXCEPT, part, of).count)
