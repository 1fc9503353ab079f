"""Lowers cells, directions and connections between cells."""

from __future__ import annotations

from collections.abc import Callable

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry
from tilelaw_engine.lower import nested, sets
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.grid import extents, relations
from tilelaw_engine.lower.terms import Cell, Env, Num, Part, Set, Sets, Term, Thing, as_num
from tilelaw_engine.lower.world import words_of
from tilelaw_engine.text.atoms import Value, i32, i64

ReachOne = Callable[[Set, Set | None], Set]

MOST_WRITTEN_OUT = 6
"""On small boards neighbours are worked out in place where moves are listed."""

MOST_TABLE = 1024
"""On larger boards the neighbours of a cell are worked out and not looked up."""


def as_cell(term: Term, board: str) -> Cell:
    """Return a cell; nothing as it stands becomes no cell of the board."""
    if isinstance(term, Thing):
        assert not term.sort, "only nothing stands for a cell"
        return Cell(board, i32(0), ONE, True)
    assert isinstance(term, Cell), f"a cell, not {type(term).__name__}"
    return term


def as_cells(b: Body, term: Term, board: str) -> Set:
    """Return cells as a set: a set of them, one cell, or nothing."""
    if isinstance(term, Set):
        return term if term.universe is not None else sets.constant_set(b.world.universe("cell", board), 0)
    return sets.single(b, b.world.universe("cell", board), as_cell(term, board))


def cells(b: Body, node: ir.Cells, env: Env) -> Set:
    """Lower all cells of a board."""
    universe = b.world.universe("cell", node.board)
    every = words_of(b.world.all_cells(node.board), universe.words)
    if node.owner is None:
        return Set(universe, ONE, lambda part: b.constant_bits(every, part))
    owner = b.expr(node.owner, env)
    assert isinstance(owner, Thing), "players own boards"
    if not owner.maybe:
        return Set(universe, owner.value, lambda part: b.constant_bits(every, part))
    there = b.some(owner.value)
    holder = b.select(there, owner.value, ONE)
    return sets.masked(b, Set(universe, holder, lambda part: b.constant_bits(every, part)), there)


def coordinate(b: Body, node: ir.Coordinate, env: Env) -> Num:
    """Lower a coordinate of a cell."""
    cell = b.expr(node.of, env)
    return coordinate_of(b, cell, node.axis) if isinstance(cell, Cell) else Num(i32(0), 0, 0)


def coordinate_of(b: Body, cell: Cell, axis: int) -> Num:
    """Return a coordinate of a cell; of nothing it is 0."""
    numbers = relations.coordinate(b.world, cell.board, axis)
    return Num(b.table(numbers, cell.place), min(numbers), max(numbers))


def owner_of(b: Body, node: ir.CellOwner, env: Env) -> Thing:
    """Lower the owner of a cell."""
    cell = b.expr(node.of, env)
    if not isinstance(cell, Cell) or not b.world.boards[cell.board].owned:
        return Thing(i32(0), "player", "", True)
    if not cell.maybe:
        return Thing(cell.owner, "player", "", False)
    return Thing(b.select(b.some(cell.place), cell.owner, i32(0)), "player", "", True)


def reach(b: Body, node: ir.Reach, env: Env) -> Set:
    """Lower what can be reached from a set of cells."""
    of = as_cells(b, b.expr(node.of, env), node.board)
    steps = as_num(b.expr(node.steps, env))
    if node.inside is None and steps.value.constant == 1:
        return near(b, node.board, node.relation, of)
    inside = None if node.inside is None else as_cells(b, b.expr(node.inside, env), node.board)
    if inside is not None:
        same = sets.is_same_owner(b, of, inside)
        inside = sets.masked(b, inside, same)
    return _by_board(b, of, inside, lambda one, within: _reach(b, node, one, steps, within))


def _by_board(b: Body, of: Set, inside: Set | None, make: ReachOne) -> Set:
    """Return what a function makes of a set of cells; of cells of all boards, board by board."""
    assert of.universe is not None, "the board is known"
    if of.universe.sort == "cell" and (inside is None or _is_narrow(inside)):
        return make(of, inside)
    wide = b.world.universe("cells", of.universe.of)
    ours = sets.aligned(b, of, wide)
    theirs = None if inside is None else sets.aligned(b, inside, wide)
    narrow = b.world.universe("cell", of.universe.of)
    parts = []
    for owner in range(b.world.owners(of.universe.of)):
        start = owner * narrow.words
        part = Set(narrow, i32(owner + 1), _later(ours, start))
        within = None if theirs is None else Set(narrow, i32(owner + 1), _later(theirs, start))
        parts.append(make(part, within))

    def word(part: Part) -> Value:
        number, rest = divmod(sets.as_number(part), narrow.words)
        return parts[number].word(rest)

    return Set(wide, ONE, word)


def _later(word: sets.Words, start: int) -> sets.Words:
    """Return some words from a later one on."""
    return lambda part: word(start + sets.as_number(part))


def _is_narrow(found: Set) -> bool:
    return found.universe is not None and found.universe.sort == "cell"


def _reach(b: Body, node: ir.Reach, of: Set, steps: Num, inside: Set | None) -> Set:
    function = relations.reach(b.world, node.board, node.relation)
    start, written = b.kept(of)
    within = None if inside is None else b.kept(inside)
    count = steps.value if steps.value.type == "i32" else b.op("i32.wrap_i64", steps.value)
    operands = [start, written, count, *(within or ())]

    def make() -> Set:
        address = b.scratch(8 * b.world.board(node.board)["words"])
        limit = "(i32.const 0)" if within is None else within[0].text
        b.code.line(f"(call {function} {start.text} {address.text} {count.text} {limit})")
        return b.at(of.universe, of.owner, address, b.code.token())

    return b.set_once(("reach", node.board, node.relation), operands, make)


def near(b: Body, board: str, relation: str, of: Set) -> Set:
    """Return the cells one step away from a set."""
    if of.single is not None and len(b.world.cells(board)) <= MOST_TABLE:
        words = b.world.board(board)["words"]
        row = b.plus(b.times(of.single.place, 8 * words), relations.near_table(b.world, board, relation))
        return Set(of.universe, of.owner, lambda part: b.bits(row, 0, part))
    return _by_board(b, of, None, lambda one, _: _near(b, board, relation, one))


def _near(b: Body, board: str, relation: str, of: Set) -> Set:
    words = b.world.board(board)["words"]
    if b.is_listing and words <= MOST_WRITTEN_OUT and not b.world.relation(board, relation).pairs:
        found = relations.near_words(b.world, b.code, board, relation, [of.word(number) for number in range(words)])
        return _kept_when_needed(b, Set(of.universe, of.owner, lambda part: found[sets.as_number(part)]))
    function = relations.near(b.world, board, relation)
    start, written = b.kept(of)

    def make() -> Set:
        address = b.scratch(8 * b.world.board(board)["words"])
        b.code.line(f"(call {function} {start.text} {address.text})")
        return b.at(of.universe, of.owner, address, b.code.token())

    return b.set_once(("near", board, relation), [start, written], make)


def _kept_when_needed(b: Body, found: Set) -> Set:
    """Return a set of words that are known; for a window they are written to memory."""

    def word(part: Part) -> Value:
        if isinstance(part, int):
            return found.word(part)
        address, after = b.kept(found)
        return b.bits(address, 0, part, after)

    return Set(found.universe, found.owner, word)


def regions(b: Body, node: ir.Regions, env: Env) -> Sets:
    """Lower the connected parts of a set of cells."""
    of = as_cells(b, b.expr(node.of, env), node.board)
    if _is_narrow(of):
        return _regions(b, node, of)
    narrow = b.world.universe("cell", node.board)
    found: Sets | None = None
    for owner in range(b.world.owners(node.board)):
        part = Set(narrow, i32(owner + 1), _later(of.word, owner * narrow.words))
        one = nested.widened(b, _regions(b, node, part))
        found = one if found is None else nested.merged(b, found, one)
    assert found is not None, "somebody owns a board"
    return found


def _regions(b: Body, node: ir.Regions, of: Set) -> Sets:
    assert of.universe is not None, "the board is known"
    universe = of.universe
    start, written = b.kept(of)
    most = len(b.world.cells(node.board))

    def make() -> Sets:
        address = b.scratch(8 * universe.words * most)
        function = relations.regions(b.world, node.board, node.relation)
        count = b.code.fresh("i32", f"(call {function} {start.text} {address.text})")
        return Sets(universe, of.owner, address, count, most, b.code.token())

    made = b.once(("regions", node.board, node.relation), [start, written, of.owner], make)
    assert isinstance(made, Sets), "a key stands for one sort of term"
    return made


def run(b: Body, node: ir.Run, env: Env) -> Set:
    """Lower the run of cells that begins beside a cell; or the cell with the runs on both its sides."""
    if not node.through:
        return _run(b, node, env, is_back=False)
    start, direction = as_cell(b.expr(node.start, env), node.board), b.expr(node.direction, env)
    assert isinstance(direction, Thing), "directions are things"
    both = sets.combined(b, ir.SetOperator.UNION, _run(b, node, env, is_back=False), _run(b, node, env, is_back=True))
    one = sets.single(b, b.world.universe("cell", node.board), start)
    here = sets.masked(b, one, b.some(direction.value))
    return sets.combined(b, ir.SetOperator.UNION, both, here)


def _opposite(b: Body, board: str, direction: Thing) -> Thing:
    shape = geometry.shape_of(b.world.boards[board].grid)
    names = b.world.layout["directions"][shape]
    back = [0, *(b.world.direction(shape, geometry.opposite(shape, name)) for name in names)]
    return Thing(b.table(back, direction.value), direction.sort, direction.of, direction.maybe)


def _run(b: Body, node: ir.Run, env: Env, *, is_back: bool) -> Set:
    start = as_cell(b.expr(node.start, env), node.board)
    direction = b.expr(node.direction, env)
    assert isinstance(direction, Thing), "directions are things"
    if is_back:
        direction = _opposite(b, node.board, direction)
    inside = as_cells(b, b.expr(node.inside, env), node.board)
    universe = b.world.universe("cell", node.board)
    if not _is_narrow(inside):
        size = universe.words
        wide = inside
        inside = sets.constant_set(universe, 0, start.owner)
        for owner in range(b.world.owners(node.board)):
            part = Set(universe, start.owner, _later(wide.word, owner * size))
            inside = sets.chosen(b, b.op("i32.eq", start.owner, i32(owner + 1)), part, inside)
    inside = sets.masked(b, inside, b.op("i32.eq", start.owner, inside.owner))
    address, written = b.kept(inside)
    function = relations.run(b.world, node.board)

    def make() -> Set:
        to = b.scratch(8 * universe.words)
        b.code.line(f"(call {function} {start.place.text} {direction.value.text} {address.text} {to.text})")
        return b.at(universe, start.owner, to, b.code.token())

    operands = [start.place, direction.value, address, written, start.owner]
    found = b.set_once(("run", node.board, int(is_back)), operands, make)
    return sets.masked(b, found, b.both(b.some(start.place), b.some(direction.value)))


def shift(b: Body, node: ir.Shift, env: Env) -> Cell:
    """Lower the cell beside a cell in a direction."""
    cell = as_cell(b.expr(node.of, env), node.board)
    direction = b.expr(node.direction, env)
    assert isinstance(direction, Thing), "directions are things"
    return Cell(node.board, beside(b, cell, direction.value), cell.owner, True)


def beside(b: Body, cell: Cell, direction: Value) -> Value:
    """Return the place beside a cell in a direction, 0 beyond the edge."""
    row = b.times(direction, b.world.board(cell.board)["places"])
    index = b.times(b.op("i32.add", row, cell.place), 2)
    return b.load(2, False, b.plus(index, relations.step_table(b.world, cell.board)))


def cell_at(b: Body, node: ir.CellAt, env: Env) -> Cell:
    """Lower the cell at two coordinates."""
    at = b.world.board(node.board)
    x, y = (b.wide(as_num(b.expr(one, env)).value) for one in (node.x, node.y))
    column, row = b.op("i64.sub", x, i64(at["left"])), b.op("i64.sub", y, i64(at["top"]))
    there = b.both(b.op("i64.lt_u", column, i64(at["width"])), b.op("i64.lt_u", row, i64(at["height"])))
    if at["hexagon"]:
        far = at["width"] // 2
        there = b.both(there, b.op("i64.lt_u", b.op("i64.add", b.op("i64.add", x, y), i64(far)), i64(2 * far + 1)))
    place = b.op("i64.add", b.op("i64.mul", column, i64(at["height"] + 1)), b.op("i64.add", row, i64(1)))
    owner = ONE
    if node.owner is not None:
        holder = b.expr(node.owner, env)
        assert isinstance(holder, Thing), "players own boards"
        there = b.both(there, b.some(holder.value))
        owner = b.select(b.some(holder.value), holder.value, ONE)
    return Cell(node.board, b.select(there, b.op("i32.wrap_i64", place), i32(0)), owner, True)


def heading(b: Body, node: ir.Heading, env: Env) -> Thing:
    """Lower the direction from one cell to its neighbour."""
    start = as_cell(b.expr(node.start, env), node.board)
    end = as_cell(b.expr(node.end, env), node.board)
    shape = geometry.shape_of(b.world.boards[node.board].grid)
    there = b.both(b.some(end.place), b.op("i32.eq", start.owner, end.owner))
    found = i32(0)
    for number in reversed(range(1, len(b.world.layout["directions"][shape]) + 1)):
        leads = b.op("i32.eq", beside(b, start, i32(number)), end.place)
        found = b.select(b.both(leads, there), i32(number), found)
    return Thing(found, "direction", shape, True)


def distance(b: Body, node: ir.Distance, env: Env) -> Num:
    """Lower the number of steps from one cell to another."""
    start = as_cell(b.expr(node.start, env), node.board)
    end = as_cell(b.expr(node.end, env), node.board)
    function = relations.distance(b.world, node.board, node.relation)

    def make() -> Num:
        call = f"(call {function} {start.place.text} {end.place.text})"
        return Num(b.code.fresh("i32", call), 0, len(b.world.cells(node.board)))

    steps = as_num(b.once(("distance", node.board, node.relation), [start.place, end.place], make))
    there = b.both(b.some(start.place), b.some(end.place))
    return Num(b.select(there, steps.value, i32(0)), 0, steps.high)


def span(b: Body, node: ir.SpanOf, env: Env) -> Num:
    """Lower the longer side of the rectangle around some cells."""
    low_x, high_x, low_y, high_y = _extent(b, node.of, env)

    def longer(left: Value, right: Value) -> Value:
        return b.select(b.op("i32.gt_s", left, right), left, right)

    wide, high = b.op("i32.sub", high_x, low_x), b.op("i32.sub", high_y, low_y)
    return Num(longer(b.plus(longer(wide, high), 1), i32(0)), 0, 4096)


Extent = tuple[Value, Value, Value, Value]


def spanning(b: Body, node: ir.Expr, limit: Num, env: Env, board: str) -> sets.Words:
    """Return the cells that can join some cells without their span becoming more than a limit."""
    at = b.world.board(board)
    words = at["words"]
    most = limit.value if limit.value.type == "i32" else b.op("i32.wrap_i64", limit.value)
    low_x, high_x, low_y, high_y = _extent(b, node, env)
    rows = []
    for low, high, size, axis in ((low_x, high_x, at["width"], 0), (low_y, high_y, at["height"], 1)):
        first = b.plus(b.op("i32.sub", high, most), 1)
        first = b.select(b.op("i32.gt_s", first, i32(0)), first, i32(0))
        first = b.select(b.op("i32.lt_s", first, i32(size)), first, i32(size))
        last = b.plus(b.op("i32.add", low, most), -1)
        last = b.select(b.op("i32.lt_s", last, i32(size)), last, i32(size))
        last = b.plus(b.select(b.op("i32.gt_s", last, i32(-1)), last, i32(-1)), 1)
        for table, index in zip(extents.bands(b.world, board, axis), (first, last), strict=True):
            rows.append(b.plus(b.times(index, 8 * words), table))
    mask = b.mask(b.op("i32.ge_s", most, i32(1)))

    def word(part: Part) -> Value:
        found = mask
        for row in rows:
            found = b.op("i64.and", found, b.bits(row, 0, part))
        return found

    return word


def _extent(b: Body, node: ir.Expr, env: Env) -> Extent:
    """Return the first and last column and row of some cells; parts of a union are joined, so that each is worked out
    where it is known."""
    match node:
        case ir.SetAlgebra(ir.SetOperator.UNION, left, right):
            return _joined(b, _extent(b, left, env), _extent(b, right, env))
        case ir.SetOf(elements):
            return _cells_extent(b, [b.expr(element, env) for element in elements])
        case ir.AsSet(of):
            return _set_extent(b, b.expr(of, env))
        case _:
            return _set_extent(b, b.expr(node, env))


NOWHERE: Extent = (i32(0x7FFF), i32(0), i32(0x7FFF), i32(0))


def _joined(b: Body, left: Extent, right: Extent) -> Extent:
    found = []
    for place, (ours, theirs) in enumerate(zip(left, right, strict=True)):
        compare = "i32.gt_s" if place % 2 else "i32.lt_s"
        found.append(b.select(b.op(compare, ours, theirs), ours, theirs))
    return found[0], found[1], found[2], found[3]


def _cells_extent(b: Body, terms: list[Term]) -> Extent:
    extent = NOWHERE
    for cell in terms:
        if not isinstance(cell, Cell):
            continue
        column = b.world.board(cell.board)["height"] + 1
        numbers = range(b.world.board(cell.board)["places"])
        x = b.table([max(place - 1, 0) // column for place in numbers], cell.place)
        y = b.table([max(place - 1, 0) % column for place in numbers], cell.place)
        one: Extent = (x, x, y, y)
        if cell.maybe:
            there = b.some(cell.place)
            picked = [b.select(there, ours, none) for ours, none in zip(one, NOWHERE, strict=True)]
            one = picked[0], picked[1], picked[2], picked[3]
        extent = _joined(b, extent, one)
    return extent


def _set_extent(b: Body, found: Term) -> Extent:
    if isinstance(found, Cell):
        return _cells_extent(b, [found])
    if not isinstance(found, Set) or found.universe is None:
        return NOWHERE
    universe = found.universe
    board = universe.of
    if universe.sort == "cells":
        narrow = b.world.universe("cell", board).words
        parts = [_later(found.word, start) for start in range(0, universe.words, narrow)]

        def every(number: Part) -> Value:
            word = i64(0)
            for part in parts:
                word = b.op("i64.or", word, part(number))
            return word

        found = Set(b.world.universe("cell", board), ONE, every)
    address, written = b.kept(found)

    def make() -> Num:
        function = extents.extent(b.world, board)
        return Num(b.code.fresh("i64", f"(call {function} {address.text})"), 0, 0)

    packed = as_num(b.once(("extent", board), [address, written], make)).value
    parts_ = [
        b.both(b.op("i32.wrap_i64", b.op("i64.shr_u", packed, i64(16 * place))), i32(0xFFFF)) for place in range(4)
    ]
    return parts_[0], parts_[1], parts_[2], parts_[3]
