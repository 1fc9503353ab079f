"""What drawings want to know of a ruleset, read from its manifest.

A manifest is made by our own programs, so it is not checked here. An empty one is allowed: then nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilelaw_draw.values import Json, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """What a value is: a `flag`, a `number`, a `player`, a member of the `kind` called `of`, …"""

    sort: str = ""
    of: str = ""


UNKNOWN = Type()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFacts:
    """A field of cells; of a printed one, what is printed where."""

    name: str
    type: Type
    printed: Mapping[Spot, Json] | None
    low: int = 0
    high: int = 0
    """The bounds of numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFacts:
    """A board: whether each player has one, its cells row by row, and what they hold."""

    is_owned: bool
    is_hexagon: bool
    rows: tuple[tuple[Spot, ...], ...]
    fields: tuple[FieldFacts, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableFacts:
    """A variable: what its keys are, and its values."""

    indices: tuple[Type, ...]
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts about positions that a manifest gives."""

    title: str | None
    players: int
    questions: Mapping[str, str]
    """The words of each ask."""
    bound: Mapping[str, Type]
    """What the names are that asks carry along."""
    kinds: Mapping[str, tuple[Json, ...]]
    """The members of each kind."""
    pieces: Mapping[tuple[str, str], Mapping[str, Json]]
    """What is on a piece, by its kind and its name."""
    zones: Mapping[str, Type]
    """What lies in each zone."""
    boards: Mapping[str, BoardFacts]
    variables: Mapping[str, VariableFacts]
    marks: Mapping[str, Type]
    """What marks on pieces are."""
    owned: frozenset[str]
    """The zones and boards of which each player has one."""
    sides: Mapping[str, tuple[str, ...]]
    """The sides that a variable may have an entry for."""
    copies: Mapping[tuple[str, str], int]
    """How many there are of a piece, by its kind and its name."""
    names: Mapping[str, str]
    """What parts are called in the rules, by their keys in positions."""

    def name(self, key: str) -> str:
        """Return what a part is called in the rules."""
        return self.names.get(key, key)


def read_manifest(manifest: Mapping[str, Any]) -> Facts:
    """Return the facts about positions."""
    components = manifest.get("components", [])
    parts = manifest.get("parts", {})
    zones, boards, variables, marks = (parts.get(name, []) for name in ("zones", "boards", "variables", "marks"))
    schemas = manifest.get("schemas", {}).get("position", {}).get("properties", {})
    asks = manifest.get("asks", [])
    return Facts(
        title=manifest.get("title"),
        players=manifest.get("players", 0),
        questions={ask["name"]: ask.get("question", "") for ask in asks},
        bound={name: _type(type_) for ask in asks for name, type_ in ask.get("bound", {}).items()},
        kinds={kind["kind"]: tuple(member["name"] for member in kind["members"]) for kind in components},
        pieces={
            (kind["kind"], str(member["name"])): member.get("data", {})
            for kind in components
            for member in kind["members"]
        },
        zones={part["key"]: _type(part["pieces"]) for part in zones},
        boards={part["key"]: _board(part) for part in boards},
        variables={
            part["key"]: VariableFacts(indices=tuple(_type(index) for index in part["indices"]), type=_type(part))
            for part in variables
        },
        marks={part["key"]: _type(part) for part in marks},
        owned=frozenset(part["key"] for part in (*zones, *boards) if part["owned"]),
        sides={key: tuple(schema["properties"]) for key, schema in schemas.items() if "properties" in schema},
        copies={
            (kind["kind"], str(member["name"])): member.get("copies", 1)
            for kind in components
            for member in kind["members"]
        },
        names={part["key"]: part.get("name", part["key"]) for part in (*zones, *boards, *variables, *marks)},
    )


def _type(part: Mapping[str, Any]) -> Type:
    return Type(sort=part["type"], of=part.get("of", ""))


def _board(part: Mapping[str, Any]) -> BoardFacts:
    grid = part["grid"]
    return BoardFacts(
        is_owned=part["owned"],
        is_hexagon=grid["grid"] == "hexagon",
        rows=_hexagon(grid["side"] - 1) if grid["grid"] == "hexagon" else _squares(*grid["columns"], *grid["rows"]),
        fields=tuple(
            FieldFacts(
                name=field["name"],
                type=_type(field),
                printed={(cell["at"][0], cell["at"][1]): cell["value"] for cell in field.get("cells", [])}
                if field["printed"]
                else None,
                low=field.get("low", 0),
                high=field.get("high", 0),
            )
            for field in part["fields"]
        ),
    )


def _squares(left: int, right: int, top: int, bottom: int) -> tuple[tuple[Spot, ...], ...]:
    return tuple(tuple((x, y) for x in range(left, right + 1)) for y in range(top, bottom + 1))


def _hexagon(far: int) -> tuple[tuple[Spot, ...], ...]:
    return tuple(tuple((q, r) for q in range(max(-far, -far - r), min(far, far - r) + 1)) for r in range(-far, far + 1))
