"""Between terms and the numbers that records, tables and moves hold."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import lists, sets
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Cell, Flag, NotLowered, Num, Part, Set, Sets, Term, Thing
from tilelaw_engine.lower.world import words_of
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.to_json import plane_numbers


def term_of(b: Body, type_: ir.Type, value: Value) -> Term:
    """Return the value that a stored number stands for."""
    match type_:
        case ir.FlagType():
            return Flag(value)
        case ir.NumberType():
            return Num(value, *b.world.range_of(type_))
        case ir.ThingType(ir.Sort.CELL, board, maybe):
            if not b.world.boards[board].owned:
                return Cell(board, value, ONE, maybe)
            stride = b.world.board(board)["stride"]
            owner = b.plus(b.op("i32.shr_u", value, i32(stride.bit_length() - 1)), 1)
            return Cell(board, b.both(value, i32(stride - 1)), owner, maybe)
        case ir.ThingType(sort, name, maybe):
            return Thing(value, sort.value, name, maybe)
        case _:
            raise AssertionError("the checker stores only flags, numbers and things")


def number_of(b: Body, term: Term) -> Value:
    """Return the number by which a value is stored."""
    match term:
        case Flag(value) | Thing(value) | Num(value):
            return value
        case Cell(board, place, owner, maybe):
            if not b.world.boards[board].owned:
                return place
            whole = b.op("i32.add", place, b.times(b.plus(owner, -1), b.world.board(board)["stride"]))
            return b.select(b.some(place), whole, i32(0)) if maybe else whole
        case _:
            raise AssertionError("the checker stores only flags, numbers and things")


def nothing_of(type_: ir.Type) -> Term:
    """Return the blank of a type."""
    match type_:
        case ir.FlagType():
            return Flag(i32(0))
        case ir.NumberType():
            return Num(i32(0), 0, 0)
        case ir.ThingType(ir.Sort.CELL, board):
            return Cell(board, i32(0), ONE, True)
        case ir.ThingType(sort, name):
            return Thing(i32(0), sort.value, name, True)
        case ir.SetType():
            return sets.EMPTY
        case _:
            raise AssertionError("the checker has no other blank")


def typed(term: Term, type_: ir.Type) -> Term:
    """Return a term, nothing as it stands as nothing of a type."""
    return nothing_of(type_) if isinstance(term, Thing) and not term.sort else term


def guarded(b: Body, flag: Value, term: Term) -> Term:
    """Return a term, or under a false flag its blank."""
    if flag.constant == 1:
        return term
    match term:
        case Flag(value):
            return Flag(b.both(value, flag))
        case Num(value, low, high, there):
            zero = i32(0) if value.type == "i32" else i64(0)
            is_there = flag if there is None else b.both(there, flag)
            return Num(b.select(flag, value, zero), min(low, 0), max(high, 0), None if there is None else is_there)
        case Thing(value, sort, of):
            return Thing(b.select(flag, value, i32(0)), sort, of, True)
        case Cell(board, place, owner, _, assumed):
            return Cell(board, b.select(flag, place, i32(0)), owner, True, assumed)
        case Set():
            return sets.masked(b, term, flag)
        case Bag(sort, of, address, count, width, most, after, low, high):
            return Bag(sort, of, address, b.select(flag, count, i32(0)), width, most, after, low, high)
        case Sets(universe, owner, address, count, most, after):
            return Sets(universe, owner, address, b.select(flag, count, i32(0)), most, after)


def chosen(b: Body, condition: Value, left: Term, right: Term) -> Term:
    """Return one of two terms of one type."""
    if condition.constant is not None:
        return left if condition.constant else right
    match left, right:
        case Thing(sort=""), _ if not isinstance(right, Thing) or right.sort:
            return guarded(b, b.negate(condition), right)
        case _, Thing(sort=""):
            return guarded(b, condition, left)
        case Flag(ours), Flag(theirs):
            return Flag(b.select(condition, ours, theirs))
        case Num(), Num():
            return _chosen_number(b, condition, left, right)
        case Thing(ours, sort, of, maybe), Thing(theirs, _, _, also):
            return Thing(b.select(condition, ours, theirs), sort, of, maybe or also)
        case Cell(board, ours, owner, maybe), Cell(_, theirs, other, also):
            place = b.select(condition, ours, theirs)
            return Cell(board, place, b.select(condition, owner, other), maybe or also)
        case Set(), Set() if lists.are_far(left, right):
            return _chosen_bag(b, condition, lists.listed(b, left), lists.listed(b, right))
        case Set(), Set():
            return sets.chosen(b, condition, left, right)
        case Bag(), Bag():
            return _chosen_bag(b, condition, left, right)
        case Sets(), Sets():
            return Sets(
                left.universe,
                b.select(condition, left.owner, right.owner),
                b.select(condition, left.address, right.address),
                b.select(condition, left.count, right.count),
                max(left.most, right.most),
                b.code.token(),
            )
        case (Bag(sort="number"), Set()) | (Set(), Bag(sort="number")):
            return _chosen_bag(b, condition, lists.listed(b, left), lists.listed(b, right))
        case Sets(), Set():
            return guarded(b, condition, left)
        case Set(), Sets():
            return guarded(b, b.negate(condition), right)
        case _:
            raise NotLowered(f"a choice between {type(left).__name__} and {type(right).__name__}")


def _chosen_number(b: Body, condition: Value, left: Num, right: Num) -> Num:
    ours, theirs = left.value, right.value
    if ours.type != theirs.type:
        ours, theirs = b.wide(ours), b.wide(theirs)
    there = None
    if left.there is not None or right.there is not None:
        there = b.select(condition, left.there or ONE, right.there or ONE)
    return b.num(b.select(condition, ours, theirs), min(left.low, right.low), max(left.high, right.high), there)


def _chosen_bag(b: Body, condition: Value, left: Bag, right: Bag) -> Bag:
    assert left.width == right.width, "pieces of one type are equally wide"
    return Bag(
        left.sort,
        left.of,
        b.select(condition, left.address, right.address),
        b.select(condition, left.count, right.count),
        left.width,
        max(left.most, right.most),
        b.code.token() if left.after is not None or right.after is not None else None,
        min(left.low, right.low),
        max(left.high, right.high),
    )


def datum(b: Body, type_: ir.Type, value: ir.Datum) -> int:
    """Return the number of a value that stands in a declaration."""
    match type_, value:
        case _, None:
            return 0
        case ir.ThingType(ir.Sort.KIND, name), str() | int():
            return b.world.member(name, value)
        case ir.ThingType(ir.Sort.DIRECTION, name), str():
            return b.world.direction(name, value)
        case ir.ThingType(ir.Sort.CELL, name), (int(x), int(y)):
            return b.world.place(name, x, y)
        case ir.ThingType(ir.Sort.RECORD, name), tuple():
            return b.world.record_number(name, value)
        case ir.ThingType(), int():
            return value + 1
        case _, int():
            return int(value)
        case _:
            raise AssertionError("the checker has compared all data with their types")


def looked_up(b: Body, type_: ir.Type, data: list[ir.Datum], index: Value) -> Term:
    """Return an entry of declared data, the first of which is blank."""
    value = b.table([datum(b, type_, one) for one in data], index)
    if isinstance(type_, ir.NumberType):
        numbers = [datum(b, type_, one) for one in data] if value.constant is None else [value.constant]
        return Num(value, min(numbers), max(numbers))
    return term_of(b, ir.ThingType(type_.sort, type_.name, True) if isinstance(type_, ir.ThingType) else type_, value)


def record_field(b: Body, record: str, field: str, of: Term) -> Term:
    """Return a field of a record."""
    decl = b.world.record_decl(record)
    column = [one.name for one in decl.fields].index(field)
    assert isinstance(of, Thing), "records are things"
    data = [None, *(one[column] if isinstance(one, tuple) else None for one in b.world.records[record])]
    return looked_up(b, decl.fields[column].type, data, of.value)


def field_base(b: Body, board: str, owner: Value) -> Value:
    """Return the address to which offsets of a board's fields are added."""
    if not b.world.boards[board].owned:
        return b.record
    return b.op("i32.add", b.record, b.times(b.plus(owner, -1), b.world.board(board)["size"]))


def cell_field(b: Body, field: str, cell: Cell) -> Term:
    """Return a field of a cell."""
    if cell.assumed is not None and field in cell.assumed:
        return cell.assumed[field]
    decl = b.world.field_decl(cell.board, field)
    if decl.is_printed:
        data: list[ir.Datum] = [None] * b.world.board(cell.board)["places"]
        for x, y, value in decl.printed:
            data[b.world.place(cell.board, x, y)] = value
        return looked_up(b, decl.type, data, cell.place)
    at = b.world.field(cell.board, field)
    base = field_base(b, cell.board, cell.owner)
    if not at["planes"]:
        address = b.op("i32.add", base, b.times(cell.place, at["width"]))
        return term_of(b, decl.type, b.load(at["width"], at["signed"], address, at["offset"]))
    size = 8 * b.world.board(cell.board)["words"]
    address = b.op("i32.add", base, b.op("i32.shr_u", cell.place, i32(3)))
    bit = b.both(cell.place, i32(7))
    total = i32(0)
    for plane, number in enumerate(plane_numbers(at)):
        if number:
            byte = b.load(1, False, address, at["offset"] + plane * size)
            one = b.both(b.op("i32.shr_u", byte, bit), ONE)
            total = b.op("i32.add", total, b.op("i32.mul", one, i32(number)))
    return term_of(b, decl.type, total)


def plane_values(b: Body, board: str, field: str) -> list[int] | None:
    """Return the numbers that a field of few values can have, 0 first; nothing if it has many."""
    decl = b.world.field_decl(board, field)
    if decl.is_printed:
        found = sorted({datum(b, decl.type, value) for _, _, value in decl.printed} - {0})
        is_record = isinstance(decl.type, ir.ThingType) and decl.type.sort is ir.Sort.RECORD
        return None if is_record or len(found) > 16 else [0, *found]
    at = b.world.field(board, field)
    return [0, *(number for number in plane_numbers(at) if number)] if at["planes"] else None


def plane(b: Body, board: str, field: str, owner: Value, number: int) -> Set:
    """Return the cells of a board in which a field has a value; of the blank, among the cells and elsewhere."""
    universe = b.world.universe("cell", board)
    decl = b.world.field_decl(board, field)
    if number == 0:
        some = some_plane(b, board, field, owner)
        return Set(universe, owner, lambda word: b.op("i64.xor", some.word(word), i64(-1)))
    if decl.is_printed:
        bits = 0
        for x, y, value in decl.printed:
            bits |= (datum(b, decl.type, value) == number) << b.world.place(board, x, y)
        words = words_of(bits, universe.words)
        return Set(universe, owner, lambda part: b.constant_bits(words, part))
    at = b.world.field(board, field)
    offset = at["offset"] + plane_numbers(at).index(number) * 8 * universe.words
    base = field_base(b, board, owner)
    return Set(universe, owner, lambda part: b.bits(base, offset, part))


def some_plane(b: Body, board: str, field: str, owner: Value) -> Set:
    """Return the cells of a board in which a field is not blank."""
    universe = b.world.universe("cell", board)
    decl = b.world.field_decl(board, field)
    if isinstance(decl.type, ir.ThingType) and not decl.is_printed:
        offset = b.world.field(board, field)["offset"]
        base = field_base(b, board, owner)
        return Set(universe, owner, lambda part: b.bits(base, offset, part))
    values = plane_values(b, board, field)
    assert values is not None, "only fields of few values have planes"
    planes = [plane(b, board, field, owner, number) for number in values if number]

    def every(word: Part) -> Value:
        found = i64(0)
        for one in planes:
            found = b.op("i64.or", found, one.word(word))
        return found

    return Set(universe, owner, every)


def plane_at(b: Body, board: str, field: str, owner: Value, thing: Thing) -> Set:
    """Return the cells in which a field has a thing that is known only in play; nothing is in none of them."""
    if thing.value.constant is not None:
        number = thing.value.constant
        found = plane(b, board, field, owner, number) if number else None
        return found or sets.constant_set(b.world.universe("cell", board), 0, owner)
    universe = b.world.universe("cell", board)
    decl = b.world.field_decl(board, field)
    size = 8 * universe.words
    if decl.is_printed:
        values = plane_values(b, board, field) or []
        top = max(values, default=0)
        rows = []
        for number in range(b.world.range_of(decl.type)[1] + 1):
            bits = 0
            for x, y, value in decl.printed:
                bits |= (0 < number <= top and datum(b, decl.type, value) == number) << b.world.place(board, x, y)
            rows += words_of(bits, universe.words)
        start = b.plus(b.times(thing.value, size), b.world.table(rows, 8))
        return Set(universe, owner, lambda part: b.bits(start, 0, part))
    at = b.world.field(board, field)
    start = b.op("i32.add", field_base(b, board, owner), b.times(thing.value, size))
    found = Set(universe, owner, lambda part: b.bits(start, at["offset"], part))
    return sets.masked(b, found, b.some(thing.value)) if thing.maybe else found
