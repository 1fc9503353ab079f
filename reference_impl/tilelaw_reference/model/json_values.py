"""How values are written as JSON data: the same in positions, moves and messages.

Values know what they are, so no types are needed: a member is its name, a cell its coordinates (and its owner,
unless that is the `owner` the text is about), a set the list of its elements in canonical order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tilelaw_reference.model.values import SHARED, Bag, Cell, Direction, Member, Record, Value, canonical

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""JSON data, as it is read and written."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object that is being made, or has been read."""

Given: TypeAlias = Json | Mapping[str, Any] | Sequence[Any]
"""JSON data, or their text, from a caller: nothing is known of them before they are read."""


def json_value(value: Value, owner: int | None = None) -> Json:
    """Return a value as JSON data, in a text about this owner's things."""
    match value:
        case Member() | Direction():
            return value.name
        case Cell():
            return [value.x, value.y] if value.owner in (SHARED, owner) else [value.x, value.y, value.owner]
        case Record():
            fields = zip(value.shape.names, value.values, value.shape.blanks, strict=True)
            return {name: json_value(part, owner) for name, part, blank in fields if part != blank}
        case frozenset():
            return [json_value(element, owner) for element in canonical(value)]
        case Bag():
            return [json_value(element, owner) for element in value]
        case _:
            return value


def json_key(value: Value) -> str:
    """Return an index of a variable as the key of an object."""
    match value:
        case bool():
            return str(value).lower()
        case Member() | Direction():
            return str(value.name)
        case Cell(owner, x, y):
            return f"{x},{y}" if owner == SHARED else f"{x},{y},{owner}"
        case _:
            return str(value)
