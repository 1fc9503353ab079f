"""A function in which expressions are lowered: its code, where it reads the position, and small things all need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_engine.lower.terms import Cell, Env, Num, Part, Set, Term, Thing, Universe, Window, values_of
from tilelaw_engine.lower.world import World, scratch_value
from tilelaw_engine.text.atoms import Block, Value, i32, i64
from tilelaw_engine.text.code import Code, TooLarge

Key: TypeAlias = tuple[str | int, ...]
Lower: TypeAlias = Callable[["Body", ir.Expr, Env], Term]

MOST_CLEARED = 16
"""Few words are written one by one: a call costs more."""

MOST_TRIED = 200_000
"""A function of so many operations is not written; the evaluator plays such rules."""

INT32 = range(-(1 << 31), 1 << 31)
NO_ENV: Env = {}
ONE = i32(1)


class Body:
    """A function that is being lowered. `record` is where it reads the position."""

    def __init__(self, world: World, code: Code, record: Value, lower: Lower, ask: ir.Ask | None = None) -> None:
        self.world = world
        self.code = code
        self.record = record
        self.ask = ask
        """The ask that is due, where that is known."""
        self.is_listing = False
        """Whether moves are listed here: then speed matters more than size."""
        self.listed: frozenset[str] = frozenset()
        """The actions whose moves have just been counted."""
        self.lower = lower
        self.tried = 0
        """How many operations and expressions were to be written."""
        self.asked: dict[tuple[str | int, ...], tuple[object, Callable[[Part], Value] | None]] = {}
        """What calls with a cell that is looked for were turned into; see `probes`."""
        self._memo: dict[tuple[int, Key], tuple[Block, Term, list[Value]]] = {}

    def op(self, name: str, *operands: Value) -> Value:
        """Return the result of an operation."""
        self.note_work()
        return self.code.op(name, *operands)

    def note_work(self) -> None:
        """Give up on rules that would keep the compiler busy for ever."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise TooLarge(f"a function with more than {MOST_TRIED} operations, for {self.code.about}")

    def word_once(self, word: Callable[[Part], Value]) -> Callable[[Part], Value]:
        """Return what gives a word of a set, so that it is not worked out again where it can be seen.

        A set that is joined with itself, and so on, would else double the work of the compiler every time.
        """
        known: dict[tuple[int, int], tuple[Part, Block, Value]] = {}

        def once(part: Part) -> Value:
            block = self.code.block
            key = (part if isinstance(part, int) else id(part), id(block))
            if key not in known:
                known[key] = part, block, word(part)
            return known[key][2]

        return once

    def scratch(self, size: int) -> Value:
        """Return the address of some scratch memory for the open block."""
        return scratch_value(self.code.name, self.code.scratch(size))

    def once(self, key: Key, operands: list[Value], make: Callable[[], Term]) -> Term:
        """Return what `make` writes for a key, writing it once, and as far out as its operands allow."""
        key = (*key, *(operand.text or id(operand) for operand in operands))
        block: Block | None = self.code.block
        while block is not None:
            found = self._memo.get((id(block), key))
            if found is not None:
                return found[1]
            block = block.parent
        home = self.code.home(*operands)
        with self.code.inside(home):
            made = make()
        self._memo[id(home), key] = home, made, operands
        return made

    def set_once(self, key: Key, operands: list[Value], make: Callable[[], Set]) -> Set:
        """Return the set that `make` writes for a key, as `once` does."""
        made = self.once(key, operands, make)
        assert isinstance(made, Set), "a key stands for one sort of term"
        return made

    def node_once(self, node: ir.Expr, env: Env, make: Callable[[], Term], *parts: Term) -> Term:
        """Return what `make` writes for a node, the values of the names it reads, and parts that are known already."""
        operands = [value for name in sorted(ir.names_read(node)) for value in values_of(env[name])]
        operands += [value for part in parts for value in values_of(part)]
        return self.once(("node", id(node)), operands, make)

    def expr(self, node: ir.Expr, env: Env) -> Term:
        """Return what an expression becomes here."""
        self.note_work()
        return self.lower(self, node, env)

    # Small operations.

    def both(self, left: Value, right: Value) -> Value:
        """Return whether two flags are true."""
        return self.op("i32.and", left, right)

    def either(self, left: Value, right: Value) -> Value:
        """Return whether one of two flags is true."""
        return self.op("i32.or", left, right)

    def negate(self, flag: Value) -> Value:
        """Return the contrary of a flag."""
        return self.op("i32.eqz", flag)

    def some(self, value: Value) -> Value:
        """Return whether a number of 32 bits is not 0."""
        return self.op("i32.ne", value, i32(0))

    def select(self, condition: Value, then: Value, otherwise: Value) -> Value:
        """Return one of two values."""
        return self.op("select", then, otherwise, condition)

    def plus(self, value: Value, number: int) -> Value:
        """Return a value of 32 bits plus a constant."""
        return self.op("i32.add", value, i32(number))

    def times(self, value: Value, number: int) -> Value:
        """Return a value of 32 bits times a constant."""
        if number > 0 and number & (number - 1) == 0:
            return self.op("i32.shl", value, i32(number.bit_length() - 1))
        return self.op("i32.mul", value, i32(number))

    def wide(self, value: Value) -> Value:
        """Return a number as 64 bits."""
        return value if value.type == "i64" else self.op("i64.extend_i32_s", value)

    def word(self, value: Value) -> Value:
        """Return a small number that is not negative as 64 bits."""
        return self.op("i64.extend_i32_u", value)

    def mask(self, flag: Value) -> Value:
        """Return all ones for a true flag, else 0."""
        return self.op("i64.sub", i64(0), self.op("i64.extend_i32_u", flag))

    def num(self, value: Value, low: int, high: int, there: Value | None = None) -> Num:
        """Return a number with its bounds, as 32 bits if they allow it."""
        if value.type == "i64" and low in INT32 and high in INT32:
            value = self.op("i32.wrap_i64", value)
        return Num(value, low, high, there)

    def load(self, width: int, signed: bool, address: Value, offset: int = 0, after: Value | None = None) -> Value:
        """Return a stored number."""
        name = {1: "i32.load8_", 2: "i32.load16_", 4: "i32.load"}[width]
        return self.code.load(name + ("s" if signed else "u") * (width < 4), address, offset, after)

    def store(self, width: int, address: Value, value: Value, offset: int = 0) -> None:
        """Write a number to memory."""
        name = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[width]
        if value.type == "i64":
            value = self.op("i32.wrap_i64", value)
        self.code.store(name, address, value, offset)

    def table(self, numbers: list[int], index: Value) -> Value:
        """Return an entry of a constant table."""
        if index.constant is not None and 0 <= index.constant < len(numbers):
            return i32(numbers[index.constant])
        if len(set(numbers)) == 1:
            return i32(numbers[0])
        address, width, signed = self.world.number_table(numbers)
        return self.load(width, signed, self.plus(self.times(index, width), address))

    def clear(self, address: Value, words: int) -> None:
        """Write zeros to some words of memory."""
        if words > MOST_CLEARED:
            self.code.line(f"(memory.fill {address.text} (i32.const 0) (i32.const {8 * words}))")
            return
        for number in range(words):
            self.code.store("i64.store", address, i64(0), 8 * number)

    # Elements.

    def element(self, universe: Universe, owner: Value, bit: Value) -> Term:
        """Return the element of a universe that has a bit."""
        match universe.sort:
            case "number":
                low, high = universe.low, universe.low + universe.bits - 1
                return Num(self.plus(bit, universe.low), low, high)
            case "cell":
                return Cell(universe.of, bit, owner, False)
            case "cells":
                size = self.world.board(universe.of)["words"] * 64
                holder = self.op("i32.div_u", bit, i32(size))
                place = self.op("i32.sub", bit, self.times(holder, size))
                return Cell(universe.of, place, self.plus(holder, 1), False)
            case sort:
                return Thing(bit, sort, universe.of, False)

    @contextmanager
    def each_seen(self, seen: Value, window: Window, board: str, owner: Value) -> Iterator[tuple[Term, str, str]]:
        """Write a loop over the cells that are seen in a window, as `each` does."""
        code = self.code
        left = code.local("i64")
        code.set(left, seen)
        with code.loop() as (out, following):
            code.line(f"(br_if {out} (i64.eqz (local.get {left})))")
            bit = f"(i32.wrap_i64 (i64.ctz (local.get {left})))"
            place = code.fresh("i32", f"(i32.add {window.start.text} {bit})")
            code.line(f"(local.set {left} (i64.and (local.get {left}) (i64.sub (local.get {left}) (i64.const 1))))")
            yield Cell(board, place, owner, False), out, following

    @contextmanager
    def each(self, found: Set) -> Iterator[tuple[Term, str, str]]:
        """Write a loop over the elements of a set in canonical order; yields the element and the labels of the loop."""
        universe = found.universe
        assert universe is not None, "an empty set has no elements"
        code = self.code
        left = code.local("i64")
        if universe.words == 1:
            code.set(left, found.word(0))
            with code.loop() as (out, following):
                code.line(f"(br_if {out} (i64.eqz (local.get {left})))")
                bit = code.fresh("i32", f"(i32.wrap_i64 (i64.ctz (local.get {left})))")
                code.line(f"(local.set {left} (i64.and (local.get {left}) (i64.sub (local.get {left}) (i64.const 1))))")
                yield self.element(universe, found.owner, bit), out, following
            return
        address, _ = self.kept(found)
        at = code.local("i32")
        end = i32(8 * universe.words)
        code.set(at, i32(-8))
        code.set(left, i64(0))
        with code.loop() as (out, following):
            there, find = code.label(), code.label()
            code.line(f"(block {there} (loop {find} (br_if {there} (i64.ne (local.get {left}) (i64.const 0)))")
            code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 8)))")
            code.line(f"(br_if {out} (i32.ge_u (local.get {at}) {end.text}))")
            code.line(f"(local.set {left} (i64.load (i32.add {address.text} (local.get {at})))) (br {find})))")
            low = f"(i32.wrap_i64 (i64.ctz (local.get {left})))"
            bit = code.fresh("i32", f"(i32.add (i32.shl (local.get {at}) (i32.const 3)) {low})")
            code.line(f"(local.set {left} (i64.and (local.get {left}) (i64.sub (local.get {left}) (i64.const 1))))")
            yield self.element(universe, found.owner, bit), out, following

    def kept(self, found: Set) -> tuple[Value, Value]:
        """Return where the words of a set lie in memory, and what stands for their being written."""
        if found.kept is not None:
            return found.kept
        assert found.universe is not None, "an empty set is not kept"
        words = [found.word(number) for number in range(found.universe.words)]

        def make() -> Set:
            address = self.scratch(8 * len(words))
            for number, word in enumerate(words):
                self.code.store("i64.store", address, word, 8 * number)
            return self.at(found.universe, found.owner, address, self.code.token())

        made = self.set_once(("kept",), words, make)
        assert made.kept is not None, "it was just kept"
        return made.kept

    def at(self, universe: Universe | None, owner: Value, address: Value, after: Value) -> Set:
        """Return the set whose words lie at an address, after something was written."""

        return Set(universe, owner, lambda part: self.bits(address, 0, part, after), (address, after))

    def bits(self, address: Value, offset: int, part: Part, after: Value | None = None) -> Value:
        """Return a part of a set in memory."""
        if isinstance(part, int):
            return self.code.load("i64.load", address, offset + 8 * part, after)
        byte = self.op("i32.add", address, self.op("i32.shr_s", part.start, i32(3)))
        word = self.code.load("i64.load", byte, offset, after)
        return self.op("i64.shr_u", word, self.word(self.both(part.start, i32(7))))

    def constant_bits(self, words: list[int], part: Part) -> Value:
        """Return a part of a set that is known."""
        if isinstance(part, int):
            return i64(words[part])
        return self.bits(i32(self.world.table(words, 8)), 0, part)
