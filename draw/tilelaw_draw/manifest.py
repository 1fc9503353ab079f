"""What drawings want to know of a ruleset, read from its manifest.

A manifest is made by our own programs, so it is not checked here. An empty one is allowed: then nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilelaw_draw.values import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts about positions that a manifest gives."""

    title: str | None
    questions: Mapping[str, str]
    """The words of each ask."""
    kinds: frozenset[str]
    """The kinds of pieces."""
    pieces: Mapping[tuple[str, str], Mapping[str, Json]]
    """What is on a piece, by its kind and its name."""
    zones: frozenset[str]
    boards: frozenset[str]
    variables: frozenset[str]
    owned: frozenset[str]
    """The zones and boards of which each player has one."""
    sides: Mapping[str, tuple[str, ...]]
    """The sides that a variable may have an entry for."""


def read_manifest(manifest: Mapping[str, Any]) -> Facts:
    """Return the facts about positions."""
    components = manifest.get("components", [])
    parts = manifest.get("parts", {})
    zones, boards, variables = (parts.get(name, []) for name in ("zones", "boards", "variables"))
    schemas = manifest.get("schemas", {}).get("position", {}).get("properties", {})
    return Facts(
        title=manifest.get("title"),
        questions={ask["name"]: ask.get("question", "") for ask in manifest.get("asks", [])},
        kinds=frozenset(kind["kind"] for kind in components),
        pieces={
            (kind["kind"], str(member["name"])): member.get("data", {})
            for kind in components
            for member in kind["members"]
        },
        zones=frozenset(part["key"] for part in zones),
        boards=frozenset(part["key"] for part in boards),
        variables=frozenset(part["key"] for part in variables),
        owned=frozenset(part["key"] for part in (*zones, *boards) if part["owned"]),
        sides={key: tuple(schema["properties"]) for key, schema in schemas.items() if "properties" in schema},
    )
