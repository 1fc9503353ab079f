"""Works out operations whose operands are known, and those that leave an operand as it is."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from tilelaw_engine.text.atoms import MASK32, MASK64, Value, i32, i64

SIGNED: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt_s": operator.lt,
    "gt_s": operator.gt,
    "le_s": operator.le,
    "ge_s": operator.ge,
}
NEUTRAL = {"add": 0, "sub": 0, "or": 0, "xor": 0, "shl": 0, "shr_u": 0, "mul": 1, "and": -1, "div_s": 1}
"""What on the right leaves the left as it is."""

SYMMETRIC = ("add", "or", "xor", "mul", "and")


def folded(name: str, operands: Sequence[Value]) -> Value | None:
    """Return the result of an operation if it need not be written."""
    if name == "select":
        return _selected(*operands)
    kind, operation = name.split(".")
    make = i64 if kind == "i64" else i32
    known = [operand.constant for operand in operands]
    if len(operands) == 1:
        return None if known[0] is None else _unary(kind, operation, known[0])
    left, right = known
    if left is not None and right is not None:
        return _binary(kind, operation, left, right)
    if right is not None and NEUTRAL.get(operation) == right:
        return operands[0]
    if left is not None and operation in SYMMETRIC and NEUTRAL[operation] == left:
        return operands[1]
    if operation in ("and", "mul") and 0 in (left, right):
        return make(0)
    if operation == "or" and -1 in (left, right):
        return make(-1)
    if operands[0] is operands[1]:
        return _of_itself(operation, operands[0], make)
    return None


def _of_itself(operation: str, operand: Value, make: Callable[[int], Value]) -> Value | None:
    if operation in ("and", "or"):
        return operand
    if operation in ("xor", "sub"):
        return make(0)
    if operation in ("eq", "le_s", "ge_s"):
        return i32(1)
    if operation in ("ne", "lt_s", "gt_s"):
        return i32(0)
    return None


def _selected(first: Value, second: Value, condition: Value) -> Value | None:
    if condition.constant is not None:
        return first if condition.constant else second
    if first is second or (first.constant is not None and first.constant == second.constant):
        return first
    return None


def _unary(kind: str, operation: str, number: int) -> Value | None:
    bits = number & (MASK64 if kind == "i64" else MASK32)
    match operation:
        case "eqz":
            return i32(bits == 0)
        case "popcnt":
            return i64(bits.bit_count()) if kind == "i64" else i32(bits.bit_count())
        case "ctz":
            size = 64 if kind == "i64" else 32
            found = (bits & -bits).bit_length() - 1 if bits else size
            return i64(found) if kind == "i64" else i32(found)
        case "wrap_i64":
            return i32(number)
        case "extend_i32_u":
            return i64(number & MASK32)
        case "extend_i32_s":
            return i64(number)
        case _:
            return None


def _binary(kind: str, operation: str, left: int, right: int) -> Value | None:
    make, size = (i64, 64) if kind == "i64" else (i32, 32)
    mask = (1 << size) - 1
    compares = operation.split("_")[0] in ("eq", "ne", "lt", "gt", "le", "ge")
    if operation in SIGNED:
        result = SIGNED[operation](left, right)
        return i32(result) if compares else make(result)
    match operation:
        case "shl":
            return make(left << (right % size))
        case "shr_u":
            return make((left & mask) >> (right % size))
        case "lt_u":
            return i32((left & mask) < (right & mask))
        case "ge_u":
            return i32((left & mask) >= (right & mask))
        case "gt_u":
            return i32((left & mask) > (right & mask))
        case "le_u":
            return i32((left & mask) <= (right & mask))
        case "div_s" if right != 0 and left >= 0 and right > 0:
            return make(left // right)
        case "rem_s" if right != 0 and left >= 0 and right > 0:
            return make(left % right)
        case _:
            return None
