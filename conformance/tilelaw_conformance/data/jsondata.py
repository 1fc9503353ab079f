"""The types of JSON data, and of what is known about a ruleset.

What an implementation sends may have any shape: that is `Json`, and whoever reads it narrows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = Mapping[str, Json]

Manifest: TypeAlias = Mapping[str, Any]
"""What is known about a ruleset: its rules, editions, schemas, actions. We have made it, so nobody checks its shape."""

Manifests: TypeAlias = Callable[[str, int], Manifest | None]
"""Returns the manifest of a ruleset for a number of players, if there is one."""


def replaced(data: Json, old: str | int | None, new: str | None) -> Json:
    """Return data in which one value, at any depth, is replaced by another."""
    if isinstance(data, dict):
        return {name: replaced(value, old, new) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [replaced(value, old, new) for value in data]
    return new if data == old else data
