"""What the positions of a game are made of, read from its typed rules: zones, boards and kinds of pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_reach.play.data import Cell, Content, Data, Json, Piece, cell, fields, items, piece
from tilelaw_reference import manifest

Board: TypeAlias = dict[Cell, Content]
"""The cells of one board that hold something."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place where pieces lie; `name` is its key in a position."""

    name: str
    kind: str
    """The kind of its pieces; empty for a zone of players."""
    is_owned: bool
    """Whether each player has one."""
    is_pile: bool
    """Whether its pieces have an order, which a shuffle decides."""
    is_row: bool
    """Whether its pieces carry marks."""
    marks: tuple[str, ...]
    """The marks that name a player."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A board, or one board for each player; `name` is its key in a position."""

    name: str
    is_owned: bool
    flags: frozenset[str]
    """The fields of its cells that are true or false."""
    free: frozenset[str] = frozenset()
    """The fields of its cells that the rules of a case do not have, so that it cannot name them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece in a zone."""

    owner: int
    """Whose zone it lies in; -1 if the zone belongs to nobody."""
    name: Piece
    marks: Mapping[str, int]
    """The players that its marks name."""
    data: Data
    """The piece as an object, even where a position has only its name."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The zones, boards and pieces of a ruleset for a number of players."""

    ruleset: str
    players: int
    zones: Mapping[str, Zone]
    boards: Mapping[str, BoardPart]
    copies: Mapping[str, Mapping[Piece, int]]
    """For each kind its pieces in their order, with the number of copies."""
    printed: Mapping[str, Mapping[Piece, Data]]
    """For each kind what is printed on its pieces."""

    def owners(self, part: Zone | BoardPart) -> range | list[int]:
        """Return the owners of a zone or board: all players, or -1 if it belongs to nobody."""
        return range(self.players) if part.is_owned else [-1]

    def entries(self, position: Data, zone: str) -> Iterator[Entry]:
        """Yield the pieces in a zone of all owners."""
        here = self.zones[zone]
        lists = items(position.get(zone)) if here.is_owned else [position.get(zone)]
        for owner, pieces in enumerate(lists):
            for each in items(pieces):
                data = each if isinstance(each, Mapping) else {here.kind: each}
                marks = {name: player for name in here.marks if isinstance(player := data.get(name), int)}
                yield Entry(owner if here.is_owned else -1, piece(data[here.kind]), marks, data)

    def names(self, position: Data, zone: str, owner: int = -1) -> list[Piece]:
        """Return the names of the pieces in a zone of one owner."""
        return [entry.name for entry in self.entries(position, zone) if entry.owner == owner]

    def board(self, position: Data, name: str, owner: int = -1) -> Board:
        """Return what lies on a board of one owner, flags and what is free left out."""
        part = self.boards[name]
        cells = items(position.get(name))
        if part.is_owned:
            cells = items(cells[owner]) if owner < len(cells) else []
        found = {cell(each["at"]): _content(each, part.flags | part.free) for each in map(fields, cells)}
        return {at: content for at, content in found.items() if content}


def _content(data: Data, left_out: frozenset[str]) -> Content:
    return {name: value for name, value in data.items() if name != "at" and name not in left_out}


def parts_of(game: ir.Game, written_for: ir.Game | None = None) -> Parts:
    """Return the parts of the positions of a game, for cases that may be written for another one."""
    kinds: dict[str, list[dict[str, Json]]] = {kind["kind"]: kind["members"] for kind in manifest(game)["components"]}
    copies = {kind: {piece(each["name"]): _copies(each) for each in listed} for kind, listed in kinds.items()}
    printed = {
        kind: {piece(each["name"]): fields(each.get("data")) for each in listed} for kind, listed in kinds.items()
    }
    zones = {zone.written: _zone(game, zone) for zone in game.zones}
    there = {board.written: _fields(board) for board in (written_for or game).boards}
    boards = {
        board.written: BoardPart(
            board.written, board.owned, _flags(board), _fields(board) - there.get(board.written, _fields(board))
        )
        for board in game.boards
    }
    return Parts(game.name, game.players, zones, boards, copies, printed)


def _copies(member: Data) -> int:
    copies = member["copies"]
    assert isinstance(copies, int), "a manifest counts copies"
    return copies


def _zone(game: ir.Game, zone: ir.ZoneDecl) -> Zone:
    is_row = zone.order is ir.Order.ROW
    is_owned = zone.owner is not None and _is_player(zone.owner)
    there = (mark for mark in game.marks if is_row and mark.kind == zone.of.name)
    marks = tuple(mark.name for mark in there if _is_player(mark.type))
    return Zone(zone.written, zone.of.name, is_owned, zone.order is ir.Order.PILE, is_row, marks)


def _is_player(type_: ir.Type) -> bool:
    return isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.PLAYER


def _fields(board: ir.BoardDecl) -> frozenset[str]:
    return frozenset(field.name for field in board.fields)


def _flags(board: ir.BoardDecl) -> frozenset[str]:
    return frozenset(
        field.name for field in board.fields if not field.is_printed and isinstance(field.type, ir.FlagType)
    )
