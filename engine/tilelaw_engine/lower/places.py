"""Lowers what is taken from a collection by its place: the first, the first few, the one at a place."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, nested, sets, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Bag, Cell, Env, Num, Set, Sets, Term, Thing, as_num
from tilelaw_engine.text.atoms import Value, i32


def first(b: Body, node: ir.First, env: Env) -> Term:
    """Lower the first of a collection, or the first few."""
    of = b.expr(node.of, env)
    if isinstance(of, Thing | Cell | Num):
        return of
    assert isinstance(of, Set | Bag | Sets), "only collections have a first"
    if node.count is not None:
        return _few(b, node, of, as_num(b.expr(node.count, env)), env)
    match of:
        case Set(None):
            return Thing(i32(0), "", "", True)
        case Set():
            return _first_of_set(b, of)
        case Bag():
            return _piece(b, of, i32(0), b.some(of.count))
        case Sets():
            return sets.masked(b, nested.set_at(b, of, i32(0)), b.some(of.count))


def _first_of_set(b: Body, of: Set) -> Term:
    assert of.universe is not None, "an empty set has no first"
    bit, there = sets.first_bit(b, of)
    return _maybe(b, b.element(of.universe, of.owner, bit), there)


def _maybe(b: Body, element: Term, there: Value) -> Term:
    """Return an element that is nothing unless it is there; its number is 0 then, but for a number's."""
    match element:
        case Thing(value, sort, of):
            return Thing(value, sort, of, there.constant != 1)
        case Cell(board, place, owner):
            return Cell(board, place, owner, there.constant != 1)
        case Num(value, low, high):
            if there.constant == 1:
                return element
            return Num(b.select(there, value, i32(0)), min(low, 0), max(high, 0), there)
        case _:
            return stored.guarded(b, there, element)


def _piece(b: Body, bag: Bag, index: Value, there: Value) -> Term:
    """Return the piece at a place, or nothing."""
    piece = bags.piece_at(b, bag, b.select(there, index, i32(0)))
    match piece:
        case Thing(value, sort, of):
            return Thing(b.select(there, value, i32(0)), sort, of, True)
        case _:
            return _maybe(b, stored.guarded(b, there, piece), there)


def _few(b: Body, node: ir.First, of: Set | Bag | Sets, count: Num, env: Env) -> Term:
    number = count.value if count.value.type == "i32" else b.op("i32.wrap_i64", count.value)
    if count.low < 0:
        number = b.select(b.op("i32.gt_s", number, i32(0)), number, i32(0))
    match of:
        case Set(None):
            return of
        case Set():
            return b.node_once(node, env, lambda: _few_of_set(b, of, number), of, Num(number, 0, 0))
        case Bag(sort, name, address, size, width, most, after, low, high):
            less = b.select(b.op("i32.lt_s", number, size), number, size)
            return Bag(sort, name, address, less, width, most, after, low, high)
        case Sets(universe, owner, address, size, most, written):
            less = b.select(b.op("i32.lt_s", number, size), number, size)
            return Sets(universe, owner, address, less, most, written)


def _few_of_set(b: Body, of: Set, number: Value) -> Set:
    universe = of.universe
    assert universe is not None, "an empty set has no elements"
    code = b.code
    address = b.scratch(8 * universe.words)
    b.clear(address, universe.words)
    left = code.local("i32")
    code.set(left, number)
    with b.each(of) as (element, out, _):
        code.line(f"(br_if {out} (i32.le_s (local.get {left}) (i32.const 0)))")
        code.line(f"(local.set {left} (i32.sub (local.get {left}) (i32.const 1)))")
        bit, _ = sets.bit_of(b, universe, element)
        bags.set_bit(b, address, bit)
    return b.at(universe, of.owner, address, code.token())


def nth(b: Body, node: ir.Nth, env: Env) -> Term:
    """Lower the element at a place, counted from 1."""
    of = b.expr(node.of, env)
    place = as_num(b.expr(node.place, env))
    number = place.value if place.value.type == "i32" else b.op("i32.wrap_i64", place.value)
    if isinstance(of, Thing | Cell | Num):
        return stored.guarded(b, b.op("i32.eq", number, i32(1)), of)
    match of:
        case Set(None):
            return Thing(i32(0), "", "", True)
        case Set():
            return _nth_of_set(b, node, of, number, env)
        case Bag():
            there = b.both(b.op("i32.ge_s", number, i32(1)), b.op("i32.le_s", number, of.count))
            return _piece(b, of, b.plus(number, -1), there)
        case Sets():
            there = b.both(b.op("i32.ge_s", number, i32(1)), b.op("i32.le_s", number, of.count))
            index = b.select(there, b.plus(number, -1), i32(0))
            return sets.masked(b, nested.set_at(b, of, index), there)
        case _:
            raise AssertionError("only collections have places")


def _nth_of_set(b: Body, node: ir.Nth, of: Set, number: Value, env: Env) -> Term:
    universe = of.universe
    assert universe is not None, "an empty set has no elements"
    word = of.word(0) if universe.words == 1 else None
    if word is not None and word.constant is not None and number.constant is not None:
        bits = [bit for bit in range(universe.bits) if word.constant >> bit & 1]
        if not 1 <= number.constant <= len(bits):
            return _maybe(b, b.element(universe, of.owner, i32(0)), i32(0))
        return b.element(universe, of.owner, i32(bits[number.constant - 1]))

    def make() -> Num:
        code = b.code
        left, found = code.local("i32"), code.local("i32")
        code.set(left, number)
        code.set(found, i32(-1))
        with b.each(of) as (element, out, _):
            bit, _ = sets.bit_of(b, universe, element)
            code.line(f"(local.set {left} (i32.sub (local.get {left}) (i32.const 1)))")
            code.line(f"(if (i32.eqz (local.get {left})) (then (local.set {found} {bit.text}) (br {out})))")
        return Num(code.get(found, "i32"), -1, universe.bits)

    found = as_num(b.node_once(node, env, make, of, Num(number, 0, 0))).value
    there = b.op("i32.ge_s", found, i32(0))
    return _maybe(b, b.element(universe, of.owner, b.select(there, found, i32(0))), there)
