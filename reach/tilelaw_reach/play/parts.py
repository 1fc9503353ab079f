"""What the positions of a ruleset are made of, read from its manifest: zones, boards and kinds of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tilelaw_reach.play.game import Data

Piece: TypeAlias = str | int
Cell: TypeAlias = tuple[int, ...]
Content: TypeAlias = dict[str, Any]
Board: TypeAlias = dict[Cell, Content]
"""What lies on the cells of one board; cells on which nothing lies are left out."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where pieces lie."""

    name: str
    kind: str
    """The kind of its pieces; empty for players."""
    is_owned: bool
    """Whether each player has one."""
    is_pile: bool
    """Whether it is shuffled, so that its pieces have an order."""
    is_row: bool
    """Whether its pieces carry marks."""
    marks: tuple[str, ...]
    """The marks that name a player."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A board, or a board of each player."""

    name: str
    is_owned: bool
    flags: frozenset[str]
    """The fields of its cells that only say yes."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The zones, boards and pieces of a ruleset."""

    ruleset: str
    players: int
    zones: Mapping[str, Zone]
    boards: Mapping[str, BoardPart]
    copies: Mapping[str, Mapping[Piece, int]]
    """For each kind its pieces, in their order, and how many there are of each."""
    printed: Mapping[str, Mapping[Piece, Mapping[str, Any]]]
    """For each kind what is printed on its pieces."""

    def pieces(self, data: Mapping[str, Any], zone: str) -> Iterator[tuple[int, Data]]:
        """Yield the pieces in a zone with their owners (-1 if it is nobody's), each as an object with its marks."""
        here = self.zones[zone]
        lists = data.get(zone, []) if here.is_owned else [data.get(zone, [])]
        for owner, pieces in enumerate(lists):
            for piece in pieces:
                entry = piece if isinstance(piece, dict) else {here.kind: piece}
                yield owner if here.is_owned else -1, entry

    def names(self, data: Mapping[str, Any], zone: str, owner: int = -1) -> list[Piece]:
        """Return the names of the pieces in a zone of one owner."""
        kind = self.zones[zone].kind
        return [entry[kind] for whose, entry in self.pieces(data, zone) if whose == owner]

    def board(self, data: Mapping[str, Any], name: str, owner: int = -1) -> Board:
        """Return what lies on a board, flags left out."""
        part = self.boards[name]
        cells = data.get(name, [])
        if part.is_owned:
            cells = cells[owner] if owner < len(cells) else []
        found = {tuple(cell["at"][:2]): _content(cell, part.flags) for cell in cells}
        return {at: content for at, content in found.items() if content}

    def set_of(self, kind: str) -> Counter[Piece]:
        """Return all pieces of a kind."""
        return Counter(self.copies[kind])


def arguments(answers: Iterable[Data]) -> Iterator[Any]:
    """Yield the arguments of answers."""
    for answer in answers:
        for given in answer.values():
            if isinstance(given, dict):
                yield from given.values()


def cells_named(answers: Iterable[Data]) -> set[Cell]:
    """Return the cells that answers name."""
    return {tuple(value[:2]) for value in arguments(answers) if isinstance(value, list) and len(value) >= 2}


def _content(cell: Mapping[str, Any], flags: frozenset[str]) -> Content:
    return {name: value for name, value in cell.items() if name != "at" and name not in flags}


def read_parts(manifest: Mapping[str, Any]) -> Parts:
    """Return the parts of the positions that a manifest describes."""
    members = {kind["kind"]: kind["members"] for kind in manifest["components"]}
    copies = {kind: {each["name"]: each["copies"] for each in listed} for kind, listed in members.items()}
    printed = {kind: {each["name"]: each.get("data", {}) for each in listed} for kind, listed in members.items()}
    zones: dict[str, Zone] = {}
    boards: dict[str, BoardPart] = {}
    fields_of_positions = manifest["schemas"]["position"]["properties"]
    due = fields_of_positions["asks"]["items"]["oneOf"]
    piles = {each["properties"]["shuffle"]["const"] for each in due if "shuffle" in each["properties"]}
    for name, part in fields_of_positions.items():
        if name == "asks" or part.get("type") != "array":
            continue
        items = part["items"]
        is_owned = items.get("type") == "array"
        items = items["items"] if is_owned else items
        fields = items.get("properties", {})
        if "at" in fields:
            flags = frozenset(field for field, is_ in fields.items() if is_.get("type") == "boolean")
            boards[name] = BoardPart(name, is_owned, flags)
        else:
            zones[name] = _zone(name, items, is_owned, name in piles, copies)
    return Parts(manifest["name"], manifest["players"], zones, boards, copies, printed)


def _zone(
    name: str, items: Mapping[str, Any], is_owned: bool, is_pile: bool, copies: Mapping[str, Mapping[Piece, int]]
) -> Zone:
    if "oneOf" in items:
        kind, *marks = items["oneOf"][0]["properties"].items()
        by = tuple(mark for mark, is_ in marks if is_.get("type") == "integer")
        return Zone(name, kind[0], is_owned, is_pile, True, by)
    kinds = [kind for kind, pieces in copies.items() if list(pieces) == items.get("enum")]
    return Zone(name, kinds[0] if kinds else "", is_owned, is_pile, False, ())
