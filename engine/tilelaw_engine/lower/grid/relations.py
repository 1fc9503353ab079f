"""Functions of the module for each board and relation: neighbours, what can be reached, regions, runs, distances.

They take and give sets by their addresses. Every cell has a bit, and one spare bit lies below each column, so that a
step in any direction is a plain shift of all words; one mask at the end takes away what fell off the board.
"""

from __future__ import annotations

from tilelaw_dsl.ir import geometry
from tilelaw_engine.lower.world import World, scratch_value, words_of
from tilelaw_engine.text.atoms import Value, i64
from tilelaw_engine.text.code import Code

MOST_SEEN = 56
"""A window shows at least one bit more than this."""

Offsets = tuple[tuple[int, int], ...]


def relation_steps(world: World, board: str, relation: str) -> Offsets:
    """Return the steps of a relation, as offsets."""
    offsets = geometry.DIRECTIONS[geometry.shape_of(world.boards[board].grid)]
    return tuple(offsets[name] for name in world.relation(board, relation).directions)


def load_words(code: Code, address: Value, words: int) -> list[Value]:
    """Return the words of a set as they are now."""
    return [code.fresh("i64", f"(i64.load offset={8 * number} {address.text})") for number in range(words)]


def _save(code: Code, address: Value, words: list[Value]) -> None:
    for number, word in enumerate(words):
        code.store("i64.store", address, word, 8 * number)


def moved(code: Code, words: list[Value], by: int) -> list[Value]:
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


def joined(code: Code, left: list[Value], right: list[Value]) -> list[Value]:
    """Return all that two sets have."""
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
            beside = joined(code, beside, moved(code, words, dy))
        found = joined(code, found, moved(code, beside, dx * column))
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
        words = load_words(code, code.parameters[0], world.board(board)["words"])
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
            words = load_words(code, edge, at["words"])
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
