"""Checking JSON that came from outside: every function returns a typed value or raises MalformedError."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

JsonObject = dict[str, Any]
Cell = tuple[int, int]


class MalformedError(Exception):
    """What was sent makes no sense: it is answered with error -32602."""


def read_object(value: object, what: str, known: Collection[str]) -> JsonObject:
    """Return a JSON object that has no other keys than the known ones."""
    if not isinstance(value, dict):
        raise MalformedError(f"{what} is no object")
    for key in value:
        if key not in known:
            raise MalformedError(f"{what} has an unknown part: {key}")
    return value


def read_list(value: object, what: str, longest: int | None = None) -> list[Any]:
    """Return a JSON list, perhaps of a limited length."""
    if not isinstance(value, list):
        raise MalformedError(f"{what} is no list")
    if longest is not None and len(value) > longest:
        raise MalformedError(f"{what} is too long")
    return value


def read_integer(value: object, what: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number within bounds; true, false and 1.0 are none."""
    if type(value) is not int:
        raise MalformedError(f"{what} is no whole number")
    if (least is not None and value < least) or (most is not None and value > most):
        raise MalformedError(f"{what} is out of bounds: {value}")
    return value


def read_boolean(value: object, what: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise MalformedError(f"{what} is neither true nor false")
    return value


def read_name(value: object, what: str, names: Sequence[str]) -> str:
    """Return one of some names."""
    if not isinstance(value, str) or value not in names:
        raise MalformedError(f"{what} is none of {', '.join(names)}")
    return value


def read_cell(value: object, what: str, players: int) -> tuple[Cell, int | None]:
    """Return a cell such as [2, -1] and, if a third number says so, whose territory it is on."""
    numbers = read_list(value, what, longest=3)
    if len(numbers) < 2:
        raise MalformedError(f"{what} is no cell")
    cell = (read_integer(numbers[0], what), read_integer(numbers[1], what))
    if len(numbers) == 2:
        return cell, None
    return cell, read_integer(numbers[2], what, 0, players - 1)
