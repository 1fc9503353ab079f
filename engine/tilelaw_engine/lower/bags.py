"""Lowers pieces in order: bags, and lists of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Num, Set, Term, Thing
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code


def piece_at(b: Body, bag: Bag, index: Value) -> Term:
    """Return the piece at a place, counted from 0, which must be there."""
    address = b.op("i32.add", bag.address, b.times(index, bag.width))
    if bag.sort == "number":
        return b.num(b.code.load("i64.load", address, 0, bag.after), bag.low, bag.high)
    return Thing(b.load(bag.width, False, address, 0, bag.after), bag.sort, bag.of, False)


@contextmanager
def each_piece(b: Body, bag: Bag) -> Iterator[tuple[Term, Value, str, str]]:
    """Write a loop over pieces in their order; yields the piece, its place, and the labels of the loop."""
    code = b.code
    at = code.local("i32")
    code.set(at, i32(0))
    with code.loop() as (out, following):
        code.line(f"(br_if {out} (i32.ge_u (local.get {at}) {bag.count.text}))")
        index = code.get(at, "i32")
        code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))")
        yield piece_at(b, bag, index), index, out, following


def filtered(b: Body, bag: Bag, keeps: Callable[[Term], Value]) -> Bag:
    """Write the pieces that are kept to scratch memory."""
    code = b.code
    address = b.scratch(max(bag.most * bag.width, 1))
    count = code.local("i32")
    code.set(count, i32(0))
    with each_piece(b, bag) as (piece, _, _, following):
        code.line(f"(br_if {following} (i32.eqz {keeps(piece).text}))")
        _append(b, address, count, piece, bag.width)
    after = code.token()
    return Bag(bag.sort, bag.of, address, code.get(count, "i32"), bag.width, bag.most, after, bag.low, bag.high)


def _append(b: Body, address: Value, count: str, piece: Term, width: int) -> None:
    place = b.times(b.code.get(count, "i32"), width)
    goal = b.op("i32.add", address, place)
    assert isinstance(piece, Thing | Num), "pieces are things or numbers"
    if width == 8:
        b.code.store("i64.store", goal, b.wide(piece.value))
    else:
        b.store(width, goal, piece.value)
    b.code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")


def to_set(b: Body, bag: Bag) -> Set:
    """Return the members that pieces have."""
    universe = b.world.universe(bag.sort, bag.of)
    operands = [bag.address, bag.count, *([] if bag.after is None else [bag.after])]

    def make() -> Set:
        if universe.words == 1:
            found = b.code.local("i64")
            b.code.set(found, i64(0))
            with each_piece(b, bag) as (piece, _, _, _):
                assert isinstance(piece, Thing), "pieces are things"
                bit = b.op("i64.shl", i64(1), b.word(piece.value))
                b.code.line(f"(local.set {found} (i64.or (local.get {found}) {bit.text}))")
            word = b.code.get(found, "i64")
            return Set(universe, ONE, lambda _: word)
        address = b.scratch(8 * universe.words)
        b.clear(address, universe.words)
        with each_piece(b, bag) as (piece, _, _, _):
            assert isinstance(piece, Thing), "pieces are things"
            set_bit(b, address, piece.value)
        return b.at(universe, ONE, address, b.code.token())

    return b.set_once(("members",), operands, make)


def set_bit(b: Body, address: Value, bit: Value) -> None:
    """Put an element into a set in memory."""
    goal = b.op("i32.add", address, b.op("i32.shr_u", bit, i32(3)))
    flag = b.op("i32.shl", ONE, b.both(bit, i32(7)))
    b.code.line(f"(i32.store8 {goal.text} (i32.or (i32.load8_u {goal.text}) {flag.text}))")


def is_equal(b: Body, left: Bag, right: Bag) -> Value:
    """Return whether two bags have the same pieces in the same order."""
    code = b.code
    equal = code.local("i32")
    code.set(equal, b.op("i32.eq", left.count, right.count))
    with code.when(code.get(equal, "i32")), each_piece(b, left) as (piece, index, out, _):
        other = piece_at(b, right, index)
        assert isinstance(piece, Thing | Num), "pieces are things or numbers"
        assert isinstance(other, Thing | Num), "pieces are things or numbers"
        differs = b.op("i64.ne", b.wide(piece.value), b.wide(other.value))
        code.line(f"(if {differs.text} (then (local.set {equal} (i32.const 0)) (br {out})))")
    return code.get(equal, "i32")


def sorted_numbers(b: Body, numbers: Bag) -> None:
    """Put numbers in memory into order, the lowest first."""
    name = b.world.function("sort", _sort)
    b.code.line(f"(call {name} {numbers.address.text} {numbers.count.text})")


def _sort() -> Code:
    code = Code("sort", ["i32", "i32"], "")
    start, count = (value.text for value in code.parameters)
    i, j, held = code.local("i32"), code.local("i32"), code.local("i64")
    at = f"(i32.add {start} (i32.shl (local.get {j}) (i32.const 3)))"
    code.line(f"(local.set {i} (i32.const 1))")
    with code.loop() as (out, _):
        code.line(f"(br_if {out} (i32.ge_s (local.get {i}) {count}))")
        code.line(f"(local.set {held} (i64.load (i32.add {start} (i32.shl (local.get {i}) (i32.const 3)))))")
        code.line(f"(local.set {j} (local.get {i}))")
        with code.loop() as (found, _):
            code.line(f"(br_if {found} (i32.eqz (local.get {j})))")
            code.line(f"(br_if {found} (i64.le_s (i64.load (i32.sub {at} (i32.const 8))) (local.get {held})))")
            code.line(f"(i64.store {at} (i64.load (i32.sub {at} (i32.const 8))))")
            code.line(f"(local.set {j} (i32.sub (local.get {j}) (i32.const 1)))")
        code.line(f"(i64.store {at} (local.get {held}))")
        code.line(f"(local.set {i} (i32.add (local.get {i}) (i32.const 1)))")
    return code


def as_set(b: Body, term: Term) -> Set:
    """Return a collection as a set."""
    if isinstance(term, Bag):
        return to_set(b, term)
    assert isinstance(term, Set), f"a set, not {type(term).__name__}"
    return term
