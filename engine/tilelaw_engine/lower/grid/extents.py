"""How far a set of cells extends: the function that finds it, and the sets of cells within some columns or rows."""

from __future__ import annotations

from tilelaw_engine.lower.grid.relations import joined, load_words, moved
from tilelaw_engine.lower.world import World, words_of
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code


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
    words = load_words(code, code.parameters[0], at["words"])
    first, last = _ends(code, words)
    rows = words
    for step in _halves(at["width"]):  # what lies above is laid upon what lies below, and forgotten
        kept = -(-(1 + step * column) // 64)
        rows = joined(code, rows, moved(code, rows, -step * column))[:kept]
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
