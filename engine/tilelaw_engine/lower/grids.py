"""Functions of the module for each board and relation: neighbours, what can be reached, regions, runs, extents.

They take and give sets by their addresses. Every cell has a bit, and one spare bit lies below each column, so that a
step in any direction is a plain shift of all words; one mask at the end takes away what fell off the board.
"""

from __future__ import annotations

from tilelaw_dsl.ir import geometry
from tilelaw_engine.lower.world import World, scratch_value, words_of
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code

MOST_SEEN = 56
"""A window shows at least one bit more than this."""

Offsets = tuple[tuple[int, int], ...]


def relation_steps(world: World, board: str, relation: str) -> Offsets:
    """Return the steps of a relation, as offsets."""
    offsets = geometry.DIRECTIONS[geometry.shape_of(world.boards[board].grid)]
    return tuple(offsets[name] for name in world.relation(board, relation).directions)


def _load(code: Code, address: Value, words: int) -> list[Value]:
    return [code.fresh("i64", f"(i64.load offset={8 * number} {address.text})") for number in range(words)]


def _save(code: Code, address: Value, words: list[Value]) -> None:
    for number, word in enumerate(words):
        code.store("i64.store", address, word, 8 * number)


def _moved(code: Code, words: list[Value], by: int) -> list[Value]:
    """Return a set with every bit moved up by so many places."""
    jump, bits = divmod(by, 64)
    found = []
    for number in range(len(words)):
        low, high = number - jump - 1, number - jump
        upper = words[high] if 0 <= high < len(words) else i64(0)
        lower = words[low] if 0 <= low < len(words) else i64(0)
        if bits == 0:
            found.append(upper)
            continue
        moved = code.op("i64.shl", upper, i64(bits))
        found.append(code.op("i64.or", moved, code.op("i64.shr_u", lower, i64(64 - bits))))
    return found


def _joined(code: Code, left: list[Value], right: list[Value]) -> list[Value]:
    return [code.op("i64.or", ours, theirs) for ours, theirs in zip(left, right, strict=True)]


def near_words(world: World, code: Code, board: str, relation: str, words: list[Value]) -> list[Value]:
    """Return the cells one step away from a set: first down the columns, then across; by pairs, looked up."""
    if world.relation(board, relation).pairs:
        return _looked_up(world, code, board, relation, words)
    column = world.board(board)["height"] + 1
    rows: dict[int, list[int]] = {}
    for dx, dy in relation_steps(world, board, relation):
        rows.setdefault(dx, []).append(dy)
    found = [i64(0)] * len(words)
    for dx, steps in rows.items():
        beside = [i64(0)] * len(words)
        for dy in steps:
            beside = _joined(code, beside, _moved(code, words, dy))
        found = _joined(code, found, _moved(code, beside, dx * column))
    mask = words_of(world.all_cells(board), len(words))
    return [code.op("i64.and", word, i64(bits)) for word, bits in zip(found, mask, strict=True)]


def _looked_up(world: World, code: Code, board: str, relation: str, words: list[Value]) -> list[Value]:
    """Return the cells one step away from a set, cell by cell."""
    found = [code.local("i64") for _ in words]
    for name in found:
        code.set(name, i64(0))
    row, left = code.local("i32"), code.local("i64")
    table = near_table(world, board, relation)
    for number, word in enumerate(words):
        code.set(left, word)
        with code.loop() as (out, _):
            code.line(f"(br_if {out} (i64.eqz (local.get {left})))")
            bit = f"(i32.add (i32.wrap_i64 (i64.ctz (local.get {left}))) (i32.const {64 * number}))"
            code.line(f"(local.set {row} (i32.mul {bit} (i32.const {8 * len(words)})))")
            code.line(f"(local.set {left} (i64.and (local.get {left}) (i64.sub (local.get {left}) (i64.const 1))))")
            for place, name in enumerate(found):
                beside = f"(i64.load offset={table + 8 * place} (local.get {row}))"
                code.line(f"(local.set {name} (i64.or (local.get {name}) {beside}))")
    return [code.get(name, "i64") for name in found]


def near(world: World, board: str, relation: str) -> str:
    """Return the function that writes the cells one step away from a set: (from, to)."""

    def make() -> Code:
        code = Code(name, ["i32", "i32"], "")
        words = _load(code, code.parameters[0], world.board(board)["words"])
        _save(code, code.parameters[1], near_words(world, code, board, relation, words))
        return code

    name = f"near_{_index(world, board, relation)}"
    return world.function(name, make)


def _index(world: World, board: str, relation: str) -> str:
    """Return a name for a relation; no word of an author stands in the module."""
    names = [one.name for one in world.boards[board].relations]
    return f"{list(world.boards).index(board)}_{names.index(relation)}"


def reach(world: World, board: str, relation: str) -> str:
    """Return the function that writes what can be reached in some steps: (from, to, steps, inside or 0)."""

    def make() -> Code:
        code = Code(name, ["i32", "i32", "i32", "i32"], "")
        count = world.board(board)["words"]
        start, to, steps, inside = code.parameters
        edge = [code.local("i64") for _ in range(count)]
        within = [code.local("i64") for _ in range(count)]
        reached = [code.local("i64") for _ in range(count)]
        for number in range(count):
            code.line(f"(local.set {edge[number]} (i64.load offset={8 * number} {start.text}))")
            load = f"(i64.load offset={8 * number} {inside.text})"
            code.line(f"(local.set {within[number]} (i64.const -1))")
            code.line(f"(if {inside.text} (then (local.set {within[number]} {load})))")
        left = code.local("i32")
        code.set(left, steps)
        with code.loop() as (out, _):
            code.line(f"(br_if {out} (i32.le_s (local.get {left}) (i32.const 0)))")
            code.line(f"(local.set {left} (i32.sub (local.get {left}) (i32.const 1)))")
            words = [code.get(name_, "i64") for name_ in edge]
            some = i64(0)
            for number, word in enumerate(near_words(world, code, board, relation, words)):
                known = code.get(reached[number], "i64")
                fresh = code.op("i64.and", word, code.op("i64.xor", known, i64(-1)))
                fresh = code.op("i64.and", fresh, code.get(within[number], "i64"))
                code.set(edge[number], fresh)
                code.set(reached[number], code.op("i64.or", known, fresh))
                some = code.op("i64.or", some, fresh)
            code.line(f"(br_if {out} (i64.eqz {some.text}))")
        _save(code, to, [code.get(name_, "i64") for name_ in reached])
        return code

    name = f"reach_{_index(world, board, relation)}"
    return world.function(name, make)


def regions(world: World, board: str, relation: str) -> str:
    """Return the function that writes the connected parts of a set one after the other: (from, to), their number."""

    def make() -> Code:
        code = Code(name, ["i32", "i32"], "i32")
        count = world.board(board)["words"]
        start, to = code.parameters
        left = [code.local("i64") for _ in range(count)]
        region = [code.local("i64") for _ in range(count)]
        for number in range(count):
            code.line(f"(local.set {left[number]} (i64.load offset={8 * number} {start.text}))")
        at, found = code.local("i32"), code.local("i32")
        code.set(at, to)
        with code.loop() as (out, _):
            _take_seed(code, left, region, out)
            with code.loop() as (grown, _):
                words = [code.get(one, "i64") for one in region]
                more = i64(0)
                for number, word in enumerate(near_words(world, code, board, relation, words)):
                    fresh = code.op("i64.and", word, code.get(left[number], "i64"))
                    more = code.op("i64.or", more, fresh)
                    code.set(region[number], code.op("i64.or", words[number], fresh))
                    code.set(left[number], code.op("i64.xor", code.get(left[number], "i64"), fresh))
                code.line(f"(br_if {grown} (i64.eqz {more.text}))")
            for number in range(count):
                code.line(f"(i64.store offset={8 * number} (local.get {at}) (local.get {region[number]}))")
            code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const {8 * count})))")
            code.line(f"(local.set {found} (i32.add (local.get {found}) (i32.const 1)))")
        code.line(f"(local.get {found})")
        return code

    name = f"regions_{_index(world, board, relation)}"
    return world.function(name, make)


def _take_seed(code: Code, left: list[str], region: list[str], out: str) -> None:
    """Take the lowest bit out of what is left as the beginning of a region; branch out if there is none."""
    done = code.label()
    code.line(f"(block {done}")
    for number, name in enumerate(left):
        others = "".join(f"(local.set {region[other]} (i64.const 0))" for other in range(len(left)) if other != number)
        lowest = f"(i64.and (local.get {name}) (i64.sub (i64.const 0) (local.get {name})))"
        take = f"(local.set {name} (i64.xor (local.get {name}) (local.get {region[number]})))"
        taken = f"(local.set {region[number]} {lowest}) {others} {take} (br {done})"
        code.line(f"(if (i64.ne (local.get {name}) (i64.const 0)) (then {taken}))")
    code.line(f"(br {out}))")


def step_table(world: World, board: str) -> int:
    """Return the address of the table of steps: for each direction, from 0 for nothing, the place beside each place."""
    decl = world.boards[board]
    at = world.board(board)
    places = {(x, y): place for x, y, place in world.cells(board)}
    numbers = [0] * at["places"]
    for dx, dy in geometry.DIRECTIONS[geometry.shape_of(decl.grid)].values():
        row = [0] * at["places"]
        for (x, y), place in places.items():
            row[place] = places.get((x + dx, y + dy), 0)
        numbers += row
    return world.table(numbers, 2)


def near_table(world: World, board: str, relation: str) -> int:
    """Return the address of the table of the neighbours of each place."""
    count = world.board(board)["words"]
    places = {(x, y): place for x, y, place in world.cells(board)}
    rows = [0] * world.board(board)["places"]
    for spot, beside in geometry.neighbours(world.boards[board], world.relation(board, relation)).items():
        for other in beside:
            rows[places[spot]] |= 1 << places[other]
    return world.table([word for row in rows for word in words_of(row, count)], 8)


def window_table(world: World, board: str, relation: str) -> tuple[int, int] | None:
    """Return the address of the table of the neighbours of each place as they are seen in a window, and how far before
    the place the window begins; nothing if no window shows them all."""
    column = world.board(board)["height"] + 1
    if world.relation(board, relation).pairs:
        return None
    offsets = [dx * column + dy for dx, dy in relation_steps(world, board, relation)]
    back = max([0, *(-offset for offset in offsets)])
    if back + max([0, *offsets]) > MOST_SEEN:
        return None
    places = {(x, y): place for x, y, place in world.cells(board)}
    rows = [0] * world.board(board)["places"]
    for spot, beside in geometry.neighbours(world.boards[board], world.relation(board, relation)).items():
        for other in beside:
            rows[places[spot]] |= 1 << (places[other] - places[spot] + back)
    return world.table(rows, 8), back


def run(world: World, board: str) -> str:
    """Return the function that writes the run of cells beside a cell: (place, direction, inside, to)."""

    def make() -> Code:
        code = Code(name, ["i32", "i32", "i32", "i32"], "")
        place, direction, inside, to = (value.text for value in code.parameters)
        at = world.board(board)
        for number in range(at["words"]):
            code.line(f"(i64.store offset={8 * number} {to} (i64.const 0))")
        here = code.local("i32")
        row = f"(i32.mul {direction} (i32.const {at['places']}))"
        code.line(f"(local.set {here} {place})")
        with code.loop() as (out, _):
            index = f"(i32.shl (i32.add {row} (local.get {here})) (i32.const 1))"
            code.line(f"(local.set {here} (i32.load16_u offset={step_table(world, board)} {index}))")
            byte = f"(i32.shr_u (local.get {here}) (i32.const 3))"
            bit = f"(i32.shl (i32.const 1) (i32.and (local.get {here}) (i32.const 7)))"
            code.line(f"(br_if {out} (i32.eqz (local.get {here})))")
            code.line(f"(br_if {out} (i32.eqz (i32.and {bit} (i32.load8_u (i32.add {inside} {byte})))))")
            goal = f"(i32.add {to} {byte})"
            code.line(f"(i32.store8 {goal} (i32.or {bit} (i32.load8_u {goal})))")
        return code

    name = f"run_{list(world.boards).index(board)}"
    return world.function(name, make)


def extent(world: World, board: str) -> str:
    """Return the function that gives the extent of a set, in columns and rows from 0: (from), four numbers.

    They are the first and last column and the first and last row, as one number of 64 bits, 16 bits each; of no cell,
    the first ones are large and the last ones 0.
    """

    def make() -> Code:
        code = Code(name, ["i32"], "i64")
        at = world.board(board)
        if at["height"] < 62:
            _extent_of_words(world, board, code)
            return code
        names = [code.local("i32") for _ in range(4)]
        for name_, start in zip(names, (0x7FFF, 0, 0x7FFF, 0), strict=True):
            code.set(name_, i32(start))
        word, offset = code.local("i64"), code.local("i32")
        with code.loop() as (out, _):
            code.line(f"(br_if {out} (i32.ge_u (local.get {offset}) (i32.const {8 * at['words']})))")
            code.line(f"(local.set {word} (i64.load (i32.add {code.parameters[0].text} (local.get {offset}))))")
            with code.loop() as (done, _):
                code.line(f"(br_if {done} (i64.eqz (local.get {word})))")
                bit = f"(i32.wrap_i64 (i64.ctz (local.get {word})))"
                place = code.fresh("i32", f"(i32.add (i32.shl (local.get {offset}) (i32.const 3)) {bit})")
                code.line(f"(local.set {word} (i64.and (local.get {word}) (i64.sub (local.get {word}) (i64.const 1))))")
                cell = code.op("i32.sub", place, i32(1))
                column = code.op("i32.div_u", cell, i32(at["height"] + 1))
                row = code.op("i32.rem_u", cell, i32(at["height"] + 1))
                for name_, value, smaller in _bounds(names, column, row):
                    compare = "i32.lt_s" if smaller else "i32.gt_s"
                    now = code.get(name_, "i32")
                    code.set(name_, code.op("select", value, now, code.op(compare, value, now)))
            code.line(f"(local.set {offset} (i32.add (local.get {offset}) (i32.const 8)))")
        parts = [f"(i64.shl (i64.extend_i32_u (local.get {one})) (i64.const {16 * k}))" for k, one in enumerate(names)]
        code.line(f"(i64.or (i64.or {parts[0]} {parts[1]}) (i64.or {parts[2]} {parts[3]}))")
        return code

    name = f"extent_{list(world.boards).index(board)}"
    return world.function(name, make)


def _extent_of_words(world: World, board: str, code: Code) -> None:
    """Write the extent of a set: columns by its first and last bit, rows by laying all columns upon each other."""
    at = world.board(board)
    column = at["height"] + 1
    words = _load(code, code.parameters[0], at["words"])
    first, last = _ends(code, words)
    rows = words
    for step in _halves(at["width"]):  # what lies above is laid upon what lies below, and forgotten
        kept = -(-(1 + step * column) // 64)
        rows = _joined(code, rows, _moved(code, rows, -step * column))[:kept]
    lowest = code.op("i64.and", rows[0], i64((1 << column) - 1 << 1))
    top, bottom = _ends(code, [lowest])
    one, size = i32(1), i32(column)
    parts = [
        code.op("i32.div_u", code.op("i32.sub", first, one), size),
        code.op("i32.div_u", code.op("i32.sub", last, one), size),
        code.op("i32.sub", top, one),
        code.op("i32.sub", bottom, one),
    ]
    packed = i64(0)
    for place, part in enumerate(parts):
        packed = code.op("i64.or", packed, code.op("i64.shl", code.op("i64.extend_i32_u", part), i64(16 * place)))
    some = i64(0)
    for word in words:
        some = code.op("i64.or", some, word)
    code.line(code.op("select", packed, i64(0x7FFF | 0x7FFF << 32), code.op("i64.ne", some, i64(0))).text)


def _halves(size: int) -> list[int]:
    """Return the powers of two below a size, the largest first."""
    return [1 << power for power in reversed(range((size - 1).bit_length()))]


def _ends(code: Code, words: list[Value]) -> tuple[Value, Value]:
    """Return the first and the last bit of a set."""
    first, last = i32(0), i32(0)
    for number in reversed(range(len(words))):
        here = code.op("i64.ne", words[number], i64(0))
        bit = code.op("i32.add", code.op("i32.wrap_i64", code.op("i64.ctz", words[number])), i32(64 * number))
        first = code.op("select", bit, first, here)
    for number, word in enumerate(words):
        here = code.op("i64.ne", word, i64(0))
        bit = code.op("i32.sub", i32(64 * number + 63), code.op("i32.wrap_i64", code.op("i64.clz", word)))
        last = code.op("select", bit, last, here)
    return first, last


def _bounds(names: list[str], column: Value, row: Value) -> list[tuple[str, Value, bool]]:
    return [(names[0], column, True), (names[1], column, False), (names[2], row, True), (names[3], row, False)]


def bands(world: World, board: str, axis: int) -> tuple[int, int]:
    """Return the addresses of two tables of sets: the cells from each column (or row) on, and those before each."""
    at = world.board(board)
    size = at["width"] if axis == 0 else at["height"]
    numbers = [((x - at["left"], y - at["top"])[axis], place) for x, y, place in world.cells(board)]
    behind = [sum(1 << place for number, place in numbers if number >= line) for line in range(size + 1)]
    before = [sum(1 << place for number, place in numbers if number < line) for line in range(size + 2)]
    tables = [[word for row in rows for word in words_of(row, at["words"])] for rows in (behind, before)]
    return world.table(tables[0], 8), world.table(tables[1], 8)


def coordinate(world: World, board: str, axis: int) -> list[int]:
    """Return the table of a coordinate by place; of nothing it is 0."""
    numbers = [0] * world.board(board)["places"]
    for x, y, place in world.cells(board):
        numbers[place] = (x, y)[axis]
    return numbers


def distance(world: World, board: str, relation: str) -> str:
    """Return the function that counts the steps from one place to another on the empty board: (from, to)."""

    def make() -> Code:
        code = Code(name, ["i32", "i32"], "i32")
        at = world.board(board)
        start, end = (value.text for value in code.parameters)
        edge = scratch_in(code, 8 * at["words"])
        seen = [code.local("i64") for _ in range(at["words"])]
        steps = code.local("i32")
        cells = len(world.cells(board))
        code.line(f"(if (i32.eq {start} {end}) (then (return (i32.const 0))))")
        code.line(f"(memory.fill {edge.text} (i32.const 0) (i32.const {8 * at['words']}))")
        byte, bit = _bit_at(edge.text, start)
        code.line(f"(i32.store8 {byte} {bit})")
        with code.loop() as (out, _):
            words = _load(code, edge, at["words"])
            some = i64(0)
            fresh = []
            for number, word in enumerate(near_words(world, code, board, relation, words)):
                before = code.op("i64.or", code.get(seen[number], "i64"), words[number])
                code.set(seen[number], before)
                fresh.append(code.op("i64.and", word, code.op("i64.xor", before, i64(-1))))
                some = code.op("i64.or", some, fresh[-1])
            _save(code, edge, fresh)
            code.line(f"(local.set {steps} (i32.add (local.get {steps}) (i32.const 1)))")
            byte, bit = _bit_at(edge.text, end)
            code.line(f"(if (i32.and (i32.load8_u {byte}) {bit}) (then (return (local.get {steps}))))")
            code.line(f"(br_if {out} (i64.eqz {some.text}))")
        code.line(f"(i32.const {cells})")
        return code

    name = f"distance_{_index(world, board, relation)}"
    return world.function(name, make)


def _bit_at(address: str, place: str) -> tuple[str, str]:
    """Return the texts of the byte and the bit of a place in a set in memory."""
    byte = f"(i32.add {address} (i32.shr_u {place} (i32.const 3)))"
    return byte, f"(i32.shl (i32.const 1) (i32.and {place} (i32.const 7)))"


def scratch_in(code: Code, size: int) -> Value:
    """Return the address of some scratch memory of a function."""
    return scratch_value(code.name, code.scratch(size))
