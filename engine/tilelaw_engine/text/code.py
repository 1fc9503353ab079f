"""Writes one function in the text format of WebAssembly, every value of it once.

A `Value` is a constant or a local that is set in one place. An operation whose operands are known is worked out at
once; one that was written before, and can be seen from here, is not written again; any other is written in front of the
outermost loop that binds none of its operands. Loops are left so, conditionals are not: what they guard may be costly.

A block that is open is no part of the one around it until it is closed. So what is written to an outer block meanwhile
stands in front of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilelaw_engine.text.atoms import Block, Value
from tilelaw_engine.text.fold import folded

MOST_LOCALS = 50_000
"""Engines refuse functions with more locals."""


class TooLarge(Exception):
    """A function has more values than engines take, or keeps the compiler busy for too long; the text says so."""


class Code:
    """One function that is being written."""

    def __init__(self, name: str, parameters: list[str], result: str) -> None:
        self.name = name
        self.about = name
        """What is being written: a rule, as far as it is known."""
        self.root = Block(None, False)
        self.block = self.root
        self._open: list[Block] = [self.root]
        self.result = result
        self._parameters = parameters
        self._locals: list[str] = []
        self._labels = 0
        self.top = 0
        """The scratch memory that is in use."""
        self.most = 0
        self.parameters = [Value(type_, f"(local.get $p{place})", self.root) for place, type_ in enumerate(parameters)]

    def text(self) -> str:
        """Return the whole function."""
        parameters = "".join(f" (param $p{place} {type_})" for place, type_ in enumerate(self._parameters))
        result = f" (result {self.result})" if self.result else ""
        locals_ = "".join(f" (local $v{place} {type_})" for place, type_ in enumerate(self._locals))
        return "\n".join([f"(func ${self.name}{parameters}{result}{locals_}", *self.root.lines, ")"])

    def line(self, text: str) -> None:
        """Write a line here."""
        self.block.lines.append(text)

    def comment(self, text: str) -> None:
        """Write what people should know here: mostly the rule that follows."""
        self.about = text
        self.line(";; " + text.replace("\n", " "))

    def label(self) -> str:
        """Return a new label."""
        self._labels += 1
        return f"$l{self._labels}"

    def local(self, type_: str) -> str:
        """Return a new local that may be set more than once."""
        if len(self._locals) >= MOST_LOCALS:
            raise TooLarge(f"a function with more than {MOST_LOCALS} values, for {self.about}")
        self._locals.append(type_)
        return f"$v{len(self._locals) - 1}"

    def _fresh(self, type_: str, block: Block, text: str) -> Value:
        name = self.local(type_)
        block.lines.append(f"(local.set {name} {text})")
        return Value(type_, f"(local.get {name})", block)

    def home(self, *operands: Value) -> Block:
        """Return the outermost block to which something with these operands can be written."""
        bound = {id(operand.block) for operand in operands}
        block = self.block
        while block.is_loop and id(block) not in bound and block.parent is not None:
            block = block.parent
        return block

    def op(self, name: str, *operands: Value) -> Value:
        """Return the result of an operation without side effects."""
        known = folded(name, operands)
        if known is not None:
            return known
        text = f"({name} {' '.join(operand.text for operand in operands)})"
        return self._written((text,), result_type(name, operands), text, operands)

    def _written(self, key: tuple[str | int, ...], type_: str, text: str, operands: tuple[Value, ...]) -> Value:
        block: Block | None = self.block
        while block is not None:
            if key in block.known:
                return block.known[key]
            block = block.parent
        home = self.home(*operands)
        home.known[key] = self._fresh(type_, home, text)
        return home.known[key]

    def load(self, name: str, address: Value, offset: int = 0, after: Value | None = None) -> Value:
        """Return what lies at an address that nobody writes to meanwhile; `after` is what was written before."""
        where = f" offset={offset}" if offset else ""
        text = f"({name}{where} {address.text})"
        operands = (address,) if after is None else (address, after)
        key = (text,) if after is None else (text, id(after))
        return self._written(key, name[:3], text, operands)

    def fresh(self, type_: str, text: str) -> Value:
        """Return a value of this very moment."""
        return self._fresh(type_, self.block, text)

    def store(self, name: str, address: Value, value: Value, offset: int = 0) -> None:
        """Write a value to memory here."""
        where = f" offset={offset}" if offset else ""
        self.line(f"({name}{where} {address.text} {value.text})")

    def token(self) -> Value:
        """Return what stands for everything that has been written to memory here."""
        return Value("i32", "", self.block)

    def set(self, name: str, value: Value) -> None:
        """Give a local a value here."""
        self.line(f"(local.set {name} {value.text})")

    def get(self, name: str, type_: str) -> Value:
        """Return what a local that changes has now."""
        return self.fresh(type_, f"(local.get {name})")

    def scratch(self, size: int, align: int = 8) -> int:
        """Return the address, in the scratch memory of this function, of some bytes for the open block."""
        inner = self._open[self._open.index(self.block) + 1 :]
        # What is written in front of a loop stays while the loop goes round, and takes what is free now once more.
        free = max([self.top, *(block.used for block in inner)])
        start = -(-free // align) * align
        self.top = start + size
        self.block.high = max(self.block.high, self.top)
        self.block.used = max(self.block.used, self.top)
        self.most = max(self.most, self.top)
        return start

    @contextmanager
    def inside(self, block: Block) -> Iterator[None]:
        """Write to an outer block for a while: in front of what is open in it."""
        before, self.block = self.block, block
        yield
        self.block = before

    @contextmanager
    def opened(self, head: str, tail: str, *, is_loop: bool = False) -> Iterator[Block]:
        """Write a block inside the one that is open."""
        parent = self.block
        block = Block(parent, is_loop)
        self.block = block
        self._open.append(block)
        yield block
        self._open.remove(block)
        self.block = parent
        parent.used = max(parent.used, block.used)
        self.top = max(open_.high for open_ in self._open)
        parent.lines.append(head)
        parent.lines.extend(block.lines)
        parent.lines.append(tail)

    @contextmanager
    def when(self, condition: Value) -> Iterator[None]:
        """Write what is done only under a condition."""
        if condition.constant:
            yield
            return
        with self.opened(f"(if {condition.text} (then", "))"):
            yield

    @contextmanager
    def loop(self, head: str = "") -> Iterator[tuple[str, str]]:
        """Write a loop; its body goes round again by itself, until it branches to the first label.

        A branch to the second label ends the pass.
        """
        out, again, following = self.label(), self.label(), self.label()
        with self.opened(f"(block {out} (loop {again} (block {following} {head}", f") (br {again})))", is_loop=True):
            yield out, following


def result_type(name: str, operands: tuple[Value, ...]) -> str:
    """Return the type of an operation's result."""
    if name == "select":
        return operands[0].type
    kind, operator = name.split(".")
    if operator.split("_")[0] in ("eq", "ne", "lt", "gt", "le", "ge", "eqz"):
        return "i32"
    return kind
