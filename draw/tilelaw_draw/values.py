"""What positions are made of: JSON values, cells and their coordinates. Nothing here knows a game or a look.

The functions that take a value apart raise `ValueError` where a value is of another kind: such a position cannot be
drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
Cell: TypeAlias = Mapping[str, Json]
Spot: TypeAlias = tuple[int, int]

TIMES = "\N{MULTIPLICATION SIGN}"


def entries(value: Json) -> Sequence[Json]:
    """Return the entries of a list."""
    if isinstance(value, list | tuple):
        return value
    raise ValueError(f"expected a list, found {short(value)}")


def fields(value: Json) -> Mapping[str, Json]:
    """Return the fields of an object."""
    if isinstance(value, Mapping):
        return value
    raise ValueError(f"expected an object, found {short(value)}")


def cells_by_spot(value: Json) -> dict[Spot, Cell]:
    """Return the cells of a board by their coordinates."""
    return {_spot(cell.get("at")): cell for cell in map(fields, entries(value))}


def _spot(value: Json) -> Spot:
    match value:
        case [int(x), int(y), *_]:
            return x, y
    raise ValueError(f"expected the coordinates of a cell, found {short(value)}")


def short(value: Json) -> str:
    """Return a value in as few characters as can be read."""
    if isinstance(value, list) and value and all(type(part) is int for part in value):
        return ",".join(str(part) for part in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
