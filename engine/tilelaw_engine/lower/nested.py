"""Lowers sets of sets: what `regions` gives, combined and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tilelaw_dsl import ir
from tilelaw_engine.lower import sets
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import NotLowered, Set, Sets, Term, Universe
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code

MOST_ROOM = 1 << 24


@contextmanager
def each_set(b: Body, of: Sets) -> Iterator[tuple[Set, Value, str, str]]:
    """Write a loop over sets."""
    code = b.code
    at = code.local("i32")
    code.set(at, i32(0))
    with code.loop() as (out, following):
        code.line(f"(br_if {out} (i32.ge_u (local.get {at}) {of.count.text}))")
        index = code.get(at, "i32")
        code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 1)))")
        yield set_at(b, of, index), index, out, following


def set_at(b: Body, of: Sets, index: Value) -> Set:
    """Return one of some sets."""
    address = b.op("i32.add", of.address, b.times(index, 8 * of.universe.words))
    return b.at(of.universe, of.owner, address, of.after)


def kept_sets(b: Body, of: Sets, keeps: Callable[[Term], Value]) -> Sets:
    """Return the sets that are kept."""
    code = b.code
    size = 8 * of.universe.words
    address = b.scratch(of.most * size)
    count = code.local("i32")
    code.set(count, i32(0))
    with each_set(b, of) as (one, _, _, following):
        code.line(f"(br_if {following} (i32.eqz {keeps(one).text}))")
        goal = b.op("i32.add", address, b.times(code.get(count, "i32"), size))
        assert one.kept is not None, "it lies in memory"
        code.line(f"(memory.copy {goal.text} {one.kept[0].text} (i32.const {size}))")
        code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")
    return Sets(of.universe, of.owner, address, code.get(count, "i32"), of.most, code.token())


def has(b: Body, of: Sets, element: Term) -> Value:
    """Return whether a set is among some sets."""
    assert isinstance(element, Set), "only sets are among sets"
    one = element
    code = b.code
    found = code.local("i32")
    code.set(found, i32(0))
    with each_set(b, of) as (other, _, out, _):
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
    with each_set(b, left) as (one, _, out, _):
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
    with each_set(b, left) as (one, _, out, _):
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
                return kept_sets(b, left, lambda _: i32(not wants))
            other = right
            return kept_sets(b, left, lambda one: b.op("i32.eq", has(b, other, one), i32(wants)))
        case ir.SetOperator.UNION:
            if not isinstance(left, Sets) or not isinstance(right, Sets):
                return left if isinstance(left, Sets) else right
            return merged(b, *alike(b, left, right))


def alike(b: Body, left: Sets, right: Sets) -> tuple[Sets, Sets]:
    """Return two sets of sets in one universe."""
    is_one = left.universe == right.universe and b.op("i32.eq", left.owner, right.owner).constant == 1
    if is_one or left.universe.sort not in ("cell", "cells"):
        return left, right
    return widened(b, left), widened(b, right)


def widened(b: Body, of: Sets) -> Sets:
    """Return sets of cells of one board as sets of cells of all boards."""
    if of.universe.sort == "cells":
        return of
    universe = b.world.universe("cells", of.universe.of)
    size = 8 * universe.words
    address = room(b, of.most, universe)
    with each_set(b, of) as (one, index, _, _):
        goal = b.op("i32.add", address, b.times(index, size))
        words = sets.aligned(b, one, universe)
        for number in range(universe.words):
            b.code.store("i64.store", goal, words(number), 8 * number)
    return Sets(universe, ONE, address, of.count, of.most, b.code.token())


def room(b: Body, count: int, universe: Universe) -> Value:
    """Return scratch memory for some sets."""
    size = 8 * universe.words * max(count, 1)
    if size > MOST_ROOM:
        raise NotLowered(f"a set of up to {count} sets in {b.code.about}")
    return b.scratch(size)


def merged(b: Body, left: Sets, right: Sets) -> Sets:
    """Return the sets of two, in canonical order and each once."""
    most = left.most + right.most
    address = room(b, most, left.universe)
    function = merge(b, left.universe.words)
    lists = f"{left.address.text} {left.count.text} {right.address.text} {right.count.text}"
    count = b.code.fresh("i32", f"(call {function} {lists} {address.text})")
    return Sets(left.universe, left.owner, address, count, most, b.code.token())


def merge(b: Body, words: int) -> str:
    """Return the function that merges two lists of sets: (from, number, from, number, to), their number."""
    order = b.world.function(f"order_{words}", lambda: _order(words))
    text = MERGE.replace("ORDER", order).replace("SIZE", f"(i32.const {8 * words})")

    def make() -> Code:
        code = Code(f"merge_{words}", ["i32", "i32", "i32", "i32", "i32"], "i32")
        code.line(text)
        return code

    return b.world.function(f"merge_{words}", make)


def _order(words: int) -> Code:
    """Return the function that compares two sets by their elements, the smallest first: -1, 0 or 1."""
    code = Code(f"order_{words}", ["i32", "i32"], "i32")
    left, right = code.parameters
    for number in range(words):
        ours, theirs = (code.fresh("i64", f"(i64.load offset={8 * number} {one.text})") for one in (left, right))
        differing = code.op("i64.xor", ours, theirs)
        with code.when(code.op("i64.ne", differing, i64(0))):
            lowest = code.op("i64.and", differing, code.op("i64.sub", i64(0), differing))
            is_ours = code.op("i64.ne", code.op("i64.and", ours, lowest), i64(0))
            other = code.op("select", right, left, is_ours)
            above = code.op("i64.xor", code.op("i64.sub", code.op("i64.shl", lowest, i64(1)), i64(1)), i64(-1))
            more = code.op("i64.and", code.fresh("i64", f"(i64.load offset={8 * number} {other.text})"), above)
            for later in range(number + 1, words):
                more = code.op("i64.or", more, code.fresh("i64", f"(i64.load offset={8 * later} {other.text})"))
            is_less = code.op("i32.eq", is_ours, code.op("i64.ne", more, i64(0)))
            code.line(f"(return {code.op('select', i32(-1), i32(1), is_less).text})")
    code.line("(i32.const 0)")
    return code


MERGE = """(local $n i32) (local $which i32) (local $i i32) (local $j i32)
(block $out (loop $each
  (if (i32.ge_u (local.get $i) (local.get $p1))
    (then (br_if $out (i32.ge_u (local.get $j) (local.get $p3))) (local.set $which (i32.const 1)))
    (else (if (i32.ge_u (local.get $j) (local.get $p3))
      (then (local.set $which (i32.const -1)))
      (else (local.set $which (call ORDER (i32.add (local.get $p0) (i32.mul (local.get $i) SIZE))
        (i32.add (local.get $p2) (i32.mul (local.get $j) SIZE))))))))
  (memory.copy (i32.add (local.get $p4) (i32.mul (local.get $n) SIZE))
    (select (i32.add (local.get $p2) (i32.mul (local.get $j) SIZE))
      (i32.add (local.get $p0) (i32.mul (local.get $i) SIZE)) (i32.gt_s (local.get $which) (i32.const 0))) SIZE)
  (local.set $n (i32.add (local.get $n) (i32.const 1)))
  (if (i32.le_s (local.get $which) (i32.const 0)) (then (local.set $i (i32.add (local.get $i) (i32.const 1)))))
  (if (i32.ge_s (local.get $which) (i32.const 0)) (then (local.set $j (i32.add (local.get $j) (i32.const 1)))))
  (br $each)))
(local.get $n)"""
