"""Sets as words: making them, bringing them to one universe, combining them, asking about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilelaw_dsl import ir
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Cell, NotLowered, NoWindow, Num, Part, Set, Term, Thing, Universe, Window
from tilelaw_engine.lower.world import words_of
from tilelaw_engine.text.atoms import Value, i32, i64

MOST_WORDS = 64
"""A set of numbers with a longer span than this is no set of words."""

Words = Callable[[Part], Value]
EMPTY = Set(None, ONE, lambda _: i64(0))


def numbers(low: int, high: int) -> Universe:
    """Return what a set of numbers of a range can have in it."""
    if high - low >= 64 * MOST_WORDS:
        raise NotLowered(f"a set of numbers {low}..{high}")
    return Universe("number", "", low, max(high - low + 1, 1))


def constant_set(universe: Universe, bits: int, owner: Value = ONE) -> Set:
    """Return a set that is known."""
    words = words_of(bits, universe.words)

    def word(part: Part) -> Value:
        if not isinstance(part, int):
            raise NoWindow
        return i64(words[part])

    return Set(universe, owner, word)


def aligned(b: Body, found: Set, universe: Universe) -> Words:
    """Return the words that a set has in a wider universe."""
    own = found.universe
    if own is None:
        return lambda _: i64(0)
    if own == universe:
        return found.word
    if own.sort == "number":
        return lambda part: _shifted(b, found.word, own.words, 64 * as_number(part) - (own.low - universe.low))
    assert (own.sort, universe.sort) == ("cell", "cells"), "only cells of one board become cells of all"
    size = own.words

    def word(part: Part) -> Value:
        number = as_number(part)
        owner = b.op("i32.eq", found.owner, i32(number // size + 1))
        return b.op("i64.and", found.word(number % size), b.mask(owner))

    return word


def as_number(part: Part) -> int:
    """Return the number of a word, of a set that has nothing else."""
    if isinstance(part, int):
        return part
    raise NoWindow


def _shifted(b: Body, word: Words, words: int, start: int) -> Value:
    """Return the 64 bits that begin at a bit of some words; before and behind them there is nothing."""
    number, bit = divmod(start, 64)
    low = word(number) if 0 <= number < words else i64(0)
    if bit == 0:
        return low
    high = word(number + 1) if 0 <= number + 1 < words else i64(0)
    return b.op("i64.or", b.op("i64.shr_u", low, i64(bit)), b.op("i64.shl", high, i64(64 - bit)))


def is_same_owner(b: Body, left: Set, right: Set) -> Value:
    """Return whether two sets of cells, each on one board, lie on the same; other sets always do."""
    if not _are_narrow(left, right):
        return ONE
    return b.op("i32.eq", left.owner, right.owner)


def hull(b: Body, left: Universe | None, right: Universe | None, *, is_one_board: bool = True) -> Universe | None:
    """Return a universe for the elements of two."""
    if left is None or right is None:
        return left or right
    if left.sort == "number":
        low, high = min(left.low, right.low), max(left.low + left.bits, right.low + right.bits) - 1
        return numbers(low, high)
    if left.sort == "cell" and right.sort == "cell" and is_one_board:
        return left
    return b.world.universe("cells", left.of) if left.sort in ("cell", "cells") else left


def combined(b: Body, operator: ir.SetOperator, left: Set, right: Set) -> Set:
    """Return two sets combined."""
    same = is_same_owner(b, left, right)
    is_one = operator is not ir.SetOperator.UNION or same.constant == 1
    universe = hull(b, left.universe, right.universe, is_one_board=is_one)
    if universe is None:
        return EMPTY
    ours, theirs = aligned(b, left, universe), aligned(b, right, universe)
    is_narrow = universe.sort == "cell"
    owner = right.owner if left.universe is None else left.owner
    mask = b.mask(same) if is_narrow else i64(-1)

    def word(number: Part) -> Value:
        match operator:
            case ir.SetOperator.UNION:
                return b.op("i64.or", ours(number), theirs(number))
            case ir.SetOperator.INTERSECTION:
                return b.op("i64.and", b.op("i64.and", ours(number), theirs(number)), mask)
            case ir.SetOperator.EXCEPT:
                other = b.op("i64.and", theirs(number), mask)
                return b.op("i64.and", ours(number), b.op("i64.xor", other, i64(-1)))

    return Set(universe, owner, b.word_once(word))


def _are_narrow(left: Set, right: Set) -> bool:
    return all(one.universe is not None and one.universe.sort == "cell" for one in (left, right))


def is_empty(b: Body, found: Set) -> Value:
    """Return whether a set has no element."""
    if found.universe is None:
        return ONE
    if found.single is not None:
        return b.op("i32.eqz", found.single.place)
    every = i64(0)
    for number in range(found.universe.words):
        every = b.op("i64.or", every, found.word(number))
    return b.op("i64.eqz", every)


def size(b: Body, found: Set) -> Num:
    """Return how many elements a set has."""
    if found.universe is None:
        return Num(i32(0), 0, 0)
    total = i64(0)
    for number in range(found.universe.words):
        total = b.op("i64.add", total, b.op("i64.popcnt", found.word(number)))
    return Num(b.op("i32.wrap_i64", total), 0, most_of(b, found.universe))


def most_of(b: Body, universe: Universe) -> int:
    """Return how many elements a set can have."""
    if universe.sort in ("cell", "cells"):
        cells = len(b.world.cells(universe.of))
        return cells * (b.world.owners(universe.of) if universe.sort == "cells" else 1)
    return universe.bits - (universe.sort != "number")


def is_equal(b: Body, left: Set, right: Set) -> Value:
    """Return whether two sets have the same elements."""
    same = is_same_owner(b, left, right)
    universe = hull(b, left.universe, right.universe)
    if universe is None:
        return ONE
    ours, theirs = aligned(b, left, universe), aligned(b, right, universe)
    difference = i64(0)
    for number in range(universe.words):
        difference = b.op("i64.or", difference, b.op("i64.xor", ours(number), theirs(number)))
    equal = b.op("i64.eqz", difference)
    if same.constant == 1:
        return equal
    nothing = b.both(is_empty(b, left), is_empty(b, right))
    return b.select(same, equal, nothing)


def bit_of(b: Body, universe: Universe, element: Term) -> tuple[Value, Value]:
    """Return the bit of an element, and whether it is an element of the universe at all; a bit of no element is 0."""
    match element:
        case Thing(value, _, _, maybe):
            return value, b.some(value) if maybe else ONE
        case Num(value, low, high, there):
            inside = ONE
            if low < universe.low or high >= universe.low + universe.bits:
                bits = b.wide(value)
                inside = b.both(
                    b.op("i64.ge_s", bits, i64(universe.low)),
                    b.op("i64.lt_s", bits, i64(universe.low + universe.bits)),
                )
            number = value if value.type == "i32" else b.op("i32.wrap_i64", value)
            index = b.plus(number, -universe.low)
            return index, inside if there is None else b.both(inside, there)
        case Cell(_, place, owner, maybe):
            there = b.some(place) if maybe else ONE
            if universe.sort == "cell":
                return place, there
            size_ = b.world.board(universe.of)["words"] * 64
            return b.op("i32.add", place, b.times(b.plus(owner, -1), size_)), there
        case _:
            raise AssertionError("the checker takes only things and numbers as elements")


def has(b: Body, found: Set, element: Term) -> Value:
    """Return whether an element is in a set."""
    universe = found.universe
    if universe is None:
        return i32(0)
    index, there = bit_of(b, universe, element)
    if isinstance(element, Cell) and universe.sort == "cell":
        there = b.both(there, b.op("i32.eq", element.owner, found.owner))
    if universe.words == 1:
        bit = b.op("i32.wrap_i64", b.op("i64.shr_u", found.word(0), b.word(index)))
        return b.both(b.both(bit, ONE), there)
    if index.constant is not None and 0 <= index.constant < universe.bits:
        word = found.word(index.constant // 64)
        bit = b.op("i32.wrap_i64", b.op("i64.shr_u", word, i64(index.constant % 64)))
        return b.both(b.both(bit, ONE), there)
    address, after = b.kept(found)
    index = index if there.constant == 1 else b.select(there, index, i32(0))
    byte = b.load(1, False, b.op("i32.add", address, b.op("i32.shr_u", index, i32(3))), 0, after)
    bit = b.op("i32.shr_u", byte, b.both(index, i32(7)))
    return b.both(b.both(bit, ONE), there)


def single(b: Body, universe: Universe, element: Term) -> Set:
    """Return the set of one element, empty if that is nothing."""
    index, there = bit_of(b, universe, element)
    mask = b.mask(there)

    def word(number: Part) -> Value:
        if not isinstance(number, int):
            return _single_seen(b, index, number, mask)
        bit = b.op("i64.shl", i64(1), b.word(index))
        if universe.words > 1:
            bit = b.op("i64.and", bit, b.mask(b.op("i32.eq", b.op("i32.shr_u", index, i32(6)), i32(number))))
        return b.op("i64.and", bit, mask)

    owner = element.owner if isinstance(element, Cell) else ONE
    one = element if isinstance(element, Cell) and universe.sort == "cell" else None
    return Set(universe, owner, word, single=one)


def _single_seen(b: Body, index: Value, window: Window, mask: Value) -> Value:
    """Return one bit as it is seen in a window."""
    at = b.op("i32.sub", index, window.start)
    bit = b.op("i64.shl", i64(1), b.word(at))
    return b.op("i64.and", b.op("i64.and", bit, mask), b.mask(b.op("i32.lt_u", at, i32(57))))


def universe_of(b: Body, element: Term) -> Universe:
    """Return the smallest universe that has an element."""
    match element:
        case Num(_, low, high):
            return numbers(low, high)
        case Thing(_, sort, of):
            return b.world.universe(sort, of)
        case Cell(board):
            return b.world.universe("cell", board)
        case _:
            raise AssertionError("the checker takes only things and numbers as elements")


def set_of(b: Body, elements: Sequence[Term]) -> Set:
    """Return the set of some elements; nothing adds nothing."""
    found = EMPTY
    for element in elements:
        if isinstance(element, Thing) and not element.sort:  # nothing as it stands
            continue
        one = single(b, universe_of(b, element), element)
        found = one if found is EMPTY else combined(b, ir.SetOperator.UNION, found, one)
    return found


def first_bit(b: Body, found: Set) -> tuple[Value, Value]:
    """Return the bit of the first element of a set, and whether there is one; of none the bit is 0."""
    assert found.universe is not None, "an empty set has no first"
    bit, there = i32(0), i32(0)
    for number in reversed(range(found.universe.words)):
        word = found.word(number)
        here = b.op("i64.ne", word, i64(0))
        at = b.plus(b.op("i32.wrap_i64", b.op("i64.ctz", word)), 64 * number)
        bit, there = b.select(here, at, bit), b.either(here, there)
    return bit, there


def masked(b: Body, found: Set, flag: Value) -> Set:
    """Return a set, or under a false flag the empty one."""
    if flag.constant == 1:
        return found
    mask = b.mask(flag)
    return Set(found.universe, found.owner, lambda number: b.op("i64.and", found.word(number), mask))


def chosen(b: Body, condition: Value, left: Set, right: Set) -> Set:
    """Return one of two sets."""
    if left.universe is None or right.universe is None:
        known = right if left.universe is None else left
        return masked(b, known, b.negate(condition) if left.universe is None else condition)
    universe = hull(b, left.universe, right.universe)
    assert universe is not None, "both are known"
    ours, theirs = aligned(b, left, universe), aligned(b, right, universe)
    owner = b.select(condition, left.owner, right.owner)
    return Set(universe, owner, b.word_once(lambda number: b.select(condition, ours(number), theirs(number))))
