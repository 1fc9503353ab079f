"""How a game's positions look: which letters, signs and colours stand for what.

Look data lie beside the rules (`look.yaml`) and come in as plain data; `read_look` turns them into a `Look` and
refuses what would make the notation ambiguous. Boards, zones and variables that the data do not name get a plain
look, so anything can be written and drawn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, NoReturn

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


class Show(StrEnum):
    """How much of a zone is drawn."""

    PIECES = "pieces"
    NUMBER = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Colour:
    """One colour, for a terminal of 256 colours and for pictures."""

    terminal: int | None = None
    fill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What the board itself shows on one cell."""

    at: tuple[int, int]
    word: str
    title: str
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One value of a field: its letter or its short name, and the field whose number follows the letter."""

    name: str
    letter: str = ""
    short: str = ""
    number: str = ""
    colour: Colour = Colour()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A field that is written after the letter."""

    field: str
    kind: MarkKind
    sign: str = ""
    title: str = ""
    members: Mapping[str, Member] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLook:
    """How the cells of a board are written; `main` is the field whose member gives the letter."""

    grid: Grid = Grid.SQUARES
    is_each_players: bool = False
    nothing: str = "."
    printed: tuple[Printed, ...] = ()
    main: str = ""
    members: Mapping[str, Member] = dataclasses.field(default_factory=dict)
    marks: tuple[Mark, ...] = ()

    def printed_at(self, at: tuple[int, int]) -> Printed | None:
        """Return what the board shows on a cell."""
        return next((printed for printed in self.printed if printed.at == at), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a piece as a cell: all fields of a record of the piece, and single fields of the cell by the
    field or mark of the piece they come from."""

    record: str = ""
    fields: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceLook:
    """How a piece is drawn: its parts as cells of a board, and the mark that says whose it is."""

    board: str = ""
    parts: tuple[Part, ...] = ()
    owner: str = ""
    is_named: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneLook:
    """How a zone is drawn."""

    title: str
    piece: str = ""
    show: Show = Show.PIECES


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableLook:
    """How a variable is drawn."""

    title: str
    is_player: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Everything that is known about the look of a game's positions."""

    boards: Mapping[str, BoardLook] = dataclasses.field(default_factory=dict)
    pieces: Mapping[str, PieceLook] = dataclasses.field(default_factory=dict)
    zones: Mapping[str, ZoneLook] = dataclasses.field(default_factory=dict)
    variables: Mapping[str, VariableLook] = dataclasses.field(default_factory=dict)

    def board(self, key: str) -> BoardLook:
        """Return the look of the board under a key of positions, a plain one if none is given."""
        return self.boards.get(key, BoardLook())


class LookError(ValueError):
    """Look data that cannot be used; `path` names the field."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


def read_look(data: Mapping[str, Any]) -> Look:
    """Return the look that plain data describe."""
    top = _Fields(data, "", ("boards", "pieces", "zones", "variables"))
    return Look(
        boards={key: _board(fields) for key, fields in top.inner("boards", _BOARD)},
        pieces={key: _piece(fields) for key, fields in top.inner("pieces", _PIECE)},
        zones={
            key: ZoneLook(
                title=fields.text("title", key), piece=fields.text("piece"), show=Show(fields.word("show", Show))
            )
            for key, fields in top.inner("zones", ("title", "piece", "show"))
        },
        variables={
            key: VariableLook(
                title=fields.text("title", key), is_player=fields.word("of", ("value", "player")) == "player"
            )
            for key, fields in top.inner("variables", ("title", "of"))
        },
    )


_BOARD = ("each", "grid", "nothing", "printed", "main", "marks")
_PIECE = ("board", "parts", "owner", "named")
_COLOUR = ("terminal", "fill")


def _board(fields: _Fields) -> BoardLook:
    main = _Fields(fields.data.get("main", {}), f"{fields.path}.main", ("field", "members"))
    board = BoardLook(
        grid=Grid(fields.word("grid", Grid)),
        is_each_players=fields.word("each", ("table", "player")) == "player",
        nothing=fields.text("nothing", "."),
        printed=tuple(_printed(each) for each in fields.listed("printed", ("at", "word", "title", *_COLOUR))),
        main=main.text("field"),
        members=_members(main),
        marks=tuple(_mark(each) for each in fields.listed("marks", ("field", "kind", "sign", "title", "members"))),
    )
    _check_distinct(board, fields)
    return board


def _printed(fields: _Fields) -> Printed:
    at = fields.data.get("at")
    if not isinstance(at, list) or [type(part) for part in at] != [int, int]:
        fields.fail("at", "expected a cell such as [0, 0]")
    word = fields.text("word")
    if not word:
        fields.fail("word", "expected a word")
    return Printed(at=(at[0], at[1]), word=word, title=fields.text("title", word), colour=_colour(fields))


def _members(fields: _Fields) -> dict[str, Member]:
    known = ("letter", "short", "number", *_COLOUR)
    return {
        name: Member(
            name=name,
            letter=each.text("letter"),
            short=each.text("short"),
            number=each.text("number"),
            colour=_colour(each),
        )
        for name, each in fields.inner("members", known)
    }


def _mark(fields: _Fields) -> Mark:
    kind = MarkKind(fields.word("kind", MarkKind))
    sign = fields.text("sign")
    if (len(sign) == 1) is (kind is MarkKind.LETTER):
        fields.fail("sign", "letters need no sign" if sign else "expected one character")
    return Mark(
        field=fields.text("field"),
        kind=kind,
        sign=sign,
        title=fields.text("title", fields.text("field")),
        members=_members(fields),
    )


def _colour(fields: _Fields) -> Colour:
    terminal = fields.data.get("terminal")
    if terminal is not None and not (type(terminal) is int and 0 <= terminal <= 255):
        fields.fail("terminal", "expected a colour from 0 to 255")
    return Colour(terminal=terminal, fill=fields.text("fill"))


def _piece(fields: _Fields) -> PieceLook:
    parts = []
    for part in fields.listed("parts", ("record", "fields")):
        given = part.data.get("fields", {})
        if not isinstance(given, dict):
            part.fail("fields", "expected an object")
        parts.append(Part(record=part.text("record"), fields={str(to): str(of) for to, of in given.items()}))
    named = fields.data.get("named", True)
    if not isinstance(named, bool):
        fields.fail("named", "expected true or false")
    return PieceLook(board=fields.text("board"), parts=tuple(parts), owner=fields.text("owner"), is_named=named)


def _check_distinct(board: BoardLook, fields: _Fields) -> None:
    """Refuse two meanings for one beginning of a word, or for one character of the marks after it."""
    signs = [mark.sign for mark in board.marks if mark.sign]
    letters = [m.letter for mark in board.marks if mark.kind is MarkKind.LETTER for m in mark.members.values()]
    first = [board.nothing, *sorted({p.word for p in board.printed}), *(m.letter for m in board.members.values())]
    later = [FIELD_SIGN, *signs, *letters]
    for where, used in (("main", first), ("marks", later)):
        for text in used:
            if not text or any(c.isspace() for c in text):
                fields.fail(where, "every member needs a letter or a sign without blanks")
            if used.count(text) > 1:
                fields.fail(where, f"`{text}` stands for two things")
    for text in later:
        if len(text) != 1 or text.isdigit():
            fields.fail("marks", f"`{text}` must be one character and no digit")
    for word in first:
        if word.startswith(tuple(later)):
            fields.fail("main", f"`{word}` begins like a mark")
        others = [other for other in first if other != word and other.startswith(word)]
        if others:
            fields.fail("main", f"`{word}` is the beginning of `{others[0]}`")


class _Fields:
    """An object of the data, with the path to it."""

    def __init__(self, data: Any, path: str, known: tuple[str, ...]) -> None:
        self.path = path
        if not isinstance(data, dict):
            raise LookError(path, "expected an object")
        self.data: dict[str, Any] = data
        for name in data:
            if name not in known:
                close = get_close_matches(str(name), known, n=1)
                hint = f"; did you mean `{close[0]}`?" if close else f"; there are {', '.join(known)}"
                self.fail(str(name), f"there is no such field{hint}")

    def fail(self, name: str, message: str) -> NoReturn:
        raise LookError(f"{self.path}.{name}".lstrip("."), message)

    def text(self, name: str, default: str = "") -> str:
        found = self.data.get(name, default)
        if not isinstance(found, str):
            self.fail(name, f"expected a text, found `{found}` (put it in quotes)")
        return found

    def word(self, name: str, known: type[StrEnum] | tuple[str, ...]) -> str:
        """Return one of some words, the first if there is none."""
        words = [str(word) for word in known]
        found = self.text(name, words[0])
        if found not in words:
            self.fail(name, f"expected one of {', '.join(words)}, found `{found}`")
        return found

    def inner(self, name: str, known: tuple[str, ...]) -> list[tuple[str, _Fields]]:
        """Return the objects in the object under a name."""
        entries = self.data.get(name, {})
        path = f"{self.path}.{name}".lstrip(".")
        if not isinstance(entries, dict):
            raise LookError(path, "expected an object")
        return [(str(key), _Fields(entry, f"{path}.{key}", known)) for key, entry in entries.items()]

    def listed(self, name: str, known: tuple[str, ...]) -> list[_Fields]:
        """Return the objects in the list under a name."""
        entries = self.data.get(name, [])
        if not isinstance(entries, list):
            self.fail(name, "expected a list")
        return [_Fields(entry, f"{self.path}.{name}[{i}]", known) for i, entry in enumerate(entries)]
