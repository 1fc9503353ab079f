"""How boards, pieces, zones and variables look: which letters, signs, colours and shapes stand for what.

A style that is not given is a plain one, so anything can be written and drawn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tilelaw_draw.values import Cell, Json, Spot

FIELD_SIGN = "+"
"""Begins a field that the look has no sign for: `+snow=2`."""


class Grid(StrEnum):
    """The shape of a board's cells."""

    SQUARES = "squares"
    HEXES = "hexes"


class MarkKind(StrEnum):
    """How the value of a field is written after a cell's letter."""

    NUMBER = "number"
    LETTER = "letter"
    NAME = "name"
    FLAG = "flag"
    PLAYER = "player"


class Frame(StrEnum):
    """How much of a board is drawn: as much as there is, unless it is very large, or as much as is used."""

    WHOLE = "whole"
    USED = "used"


class Show(StrEnum):
    """How much of a zone is drawn."""

    PIECES = "pieces"
    NUMBER = "number"


class Chip(StrEnum):
    """What a mark stands on in pictures."""

    BARE = "bare"
    DISC = "disc"
    CARD = "card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """How something is shown in pictures: a ground with a pattern in the ink, and a glyph or a text on it."""

    fill: str = ""
    ink: str = ""
    pattern: str = ""
    glyph: str = ""
    text: str = ""


NO_PICTURE = Picture()


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What the board itself shows on one cell; `terminal` is one of 256 colours."""

    at: Spot
    word: str
    title: str
    terminal: int | None = None
    picture: Picture = NO_PICTURE


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One value of a field: its letter or its short name, and the field whose number follows the letter."""

    name: str
    title: str
    value: Json = None
    """What positions have, where it is not the name: players and some pieces are numbers."""
    letter: str = ""
    short: str = ""
    number: str = ""
    terminal: int | None = None
    picture: Picture = NO_PICTURE


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A field that is written after the letter."""

    field: str
    kind: MarkKind
    sign: str = ""
    title: str = ""
    chip: Chip = Chip.BARE
    picture: Picture = NO_PICTURE
    members: Mapping[str, Member] = dataclasses.field(default_factory=dict)

    def member(self, value: Json) -> Member | None:
        """Return the member that is a value of the field."""
        return self.members.get(value) if isinstance(value, str) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """The cells of a hexagon up to a radius, which belong to the game from a number of players on."""

    radius: int
    players: int
    fill: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A number that goes with a letter: what is counted, and its picture."""

    title: str
    picture: Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLook:
    """How the cells of a board are written; `main` is the field whose member gives the letter."""

    grid: Grid = Grid.SQUARES
    frame: Frame = Frame.WHOLE
    rows: tuple[tuple[Spot, ...], ...] = ()
    """All cells, row by row, where they are known."""
    is_each_players: bool = False
    nothing: str = "."
    rings: tuple[Ring, ...] = ()
    printed: tuple[Printed, ...] = ()
    main: str = ""
    members: Mapping[str, Member] = dataclasses.field(default_factory=dict)
    numbers: Mapping[str, Counted] = dataclasses.field(default_factory=dict)
    marks: tuple[Mark, ...] = ()

    def printed_at(self, at: Spot) -> Printed | None:
        """Return what the board shows on a cell."""
        return next((printed for printed in self.printed if printed.at == at), None)

    def member_of(self, cell: Cell) -> Member | None:
        """Return the member that gives a cell its letter."""
        return self.members.get(str(cell.get(self.main, "")))

    def marks_on(self, cell: Cell) -> list[Mark]:
        """Return the marks that are not blank on a cell; the first player counts, although JSON calls it 0."""
        return [mark for mark in self.marks if cell.get(mark.field) or _is_player(mark, cell.get(mark.field))]

    def mark(self, field: str) -> Mark | None:
        """Return the mark for a field."""
        return next((mark for mark in self.marks if mark.field == field), None)


def _is_player(mark: Mark, value: Json) -> bool:
    return mark.kind is MarkKind.PLAYER and type(value) is int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a piece as a cell: all fields of a record of the piece, and single fields of the cell by the
    field or mark of the piece they come from. A piece with the mark `bare` carries nothing on this part."""

    record: str = ""
    fields: Mapping[str, str] = dataclasses.field(default_factory=dict)
    bare: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What lies on the parts of a piece where the rules have such a kind: by the value of one field, unless
    another field is above 0. The kind is also the field in which cells keep it."""

    kind: str
    by: str
    unless: str
    members: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceLook:
    """How a piece is drawn: its parts as cells of a board or itself as a mark on one, and whose it is."""

    board: str = ""
    parts: tuple[Part, ...] = ()
    load: Load | None = None
    mark: str = ""
    owner: str = ""
    is_named: bool = True
    unsure: frozenset[str] = frozenset()
    """The names of members about which the sources are not certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLook:
    """How a zone is drawn."""

    title: str
    piece: str = ""
    show: Show = Show.PIECES


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableLook:
    """How a variable is drawn. Its keys may be sides, then values of a field of a board; a track shows its numbers."""

    title: str
    is_player: bool = False
    is_by_side: bool = False
    is_always: bool = False
    keys: str = ""
    track: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersLook:
    """How players are shown in pictures: a glyph, and a colour for each."""

    glyph: str = ""
    fills: tuple[str, ...] = ()
