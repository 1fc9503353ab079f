"""What the text of a function is made of: blocks of lines, and values that are each set once."""

from __future__ import annotations

from dataclasses import dataclass, field

MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1


@dataclass(eq=False, slots=True)
class Block:
    """A part of a function's text: its body, a loop, or what is done under a condition."""

    parent: Block | None
    is_loop: bool
    lines: list[str] = field(default_factory=list)
    known: dict[tuple[str | int, ...], Value] = field(default_factory=dict)
    high: int = 0
    """The end of the scratch memory that it has taken."""
    used: int = 0
    """The end of the scratch memory that it, or a block in it, has ever taken."""


@dataclass(eq=False, slots=True)
class Value:
    """A number of 32 or 64 bits: a constant, or a local that is set in a block."""

    type: str
    text: str
    block: Block | None = None
    constant: int | None = None


def i32(number: int) -> Value:
    """Return a constant of 32 bits."""
    number = ((number & MASK32) ^ 1 << 31) - (1 << 31)
    return Value("i32", f"(i32.const {number})", None, number)


def i64(number: int) -> Value:
    """Return a constant of 64 bits."""
    number = ((number & MASK64) ^ 1 << 63) - (1 << 63)
    return Value("i64", f"(i64.const {number})", None, number)
