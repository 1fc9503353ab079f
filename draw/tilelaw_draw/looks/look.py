"""The look of a game's positions: the look data that lie beside its rules, laid over each other, read and checked.

`merge_looks` lays the look of a layer over those beneath. `read_look` turns plain data into a `Look`; it
refuses what would make the notation ambiguous, and names of glyphs and patterns that there are not.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tilelaw_draw.looks.fields import Fields, LookError, meant
from tilelaw_draw.looks.glyphs import Glyph, Pattern, read_glyphs, read_patterns
from tilelaw_draw.looks.style import (
    FIELD_SIGN,
    NO_PICTURE,
    BoardLook,
    Chip,
    Counted,
    Frame,
    Grid,
    Load,
    Mark,
    MarkKind,
    Member,
    Part,
    Picture,
    PieceLook,
    PlayersLook,
    Printed,
    Ring,
    Show,
    VariableLook,
    ZoneLook,
)
from tilelaw_draw.values import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Everything that is known about the look of a game's positions."""

    glyphs: Mapping[str, Glyph] = dataclasses.field(default_factory=dict)
    patterns: Mapping[str, Pattern] = dataclasses.field(default_factory=dict)
    players: PlayersLook = dataclasses.field(default_factory=PlayersLook)
    boards: Mapping[str, BoardLook] = dataclasses.field(default_factory=dict)
    pieces: Mapping[str, PieceLook] = dataclasses.field(default_factory=dict)
    zones: Mapping[str, ZoneLook] = dataclasses.field(default_factory=dict)
    variables: Mapping[str, VariableLook] = dataclasses.field(default_factory=dict)

    def board(self, key: str) -> BoardLook:
        """Return the look of the board under a key of positions, a plain one if none is given."""
        return self.boards.get(key, BoardLook())


_CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
_TOP = ("glyphs", "patterns", "players", "boards", "pieces", "zones", "variables")
_PICTURE = ("fill", "ink", "pattern", "glyph", "text")
_BOARD = ("each", "grid", "frame", "nothing", "rings", "printed", "main", "numbers", "marks")
_PRINTED = ("word", "title", "terminal", *_PICTURE)
_MEMBER = ("title", "letter", "short", "number", "terminal", *_PICTURE)
_MARK = ("kind", "sign", "title", "members", "chip", *_PICTURE)
_PIECE = ("board", "parts", "load", "mark", "owner", "named", "unsure")
_VARIABLE = ("title", "of", "by", "keys", "track", "always")


def merge_looks(below: Json, above: Json) -> Json:
    """Return two looks as one: objects are joined name by name, anything else comes from above."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {name: merge_looks(below.get(name), part) for name, part in above.items()}


def read_look(data: Json) -> Look:
    """Return the look that plain data describe."""
    top = Fields(data, (), _TOP)
    reader = _Reader(read_glyphs(top), read_patterns(top))
    return Look(
        glyphs=reader.glyphs,
        patterns=reader.patterns,
        players=reader.players(top.one("players", ("glyph", "fills"))),
        boards={key: reader.board(fields) for key, fields in top.inner("boards", _BOARD)},
        pieces={key: _piece(fields) for key, fields in top.inner("pieces", _PIECE)},
        zones={
            key: ZoneLook(
                title=fields.text("title", key), piece=fields.text("piece"), show=Show(fields.word("show", Show))
            )
            for key, fields in top.inner("zones", ("title", "piece", "show"))
        },
        variables={key: _variable(fields, key) for key, fields in top.inner("variables", _VARIABLE)},
    )


class _Reader:
    """Reads what may name a glyph or a pattern."""

    def __init__(self, glyphs: Mapping[str, Glyph], patterns: Mapping[str, Pattern]) -> None:
        self.glyphs = glyphs
        self.patterns = patterns

    def _named(self, fields: Fields, name: str, known: Collection[str]) -> str:
        found = fields.text(name)
        if found and found not in known:
            fields.fail(name, f"there is no {name} `{found}`{meant(found, known)}")
        return found

    def picture(self, fields: Fields, base: Picture = NO_PICTURE) -> Picture:
        """Return a picture; what is not given is as in the base."""
        return Picture(
            fill=fields.colour("fill", default=base.fill),
            ink=fields.colour("ink", default=base.ink),
            pattern=self._named(fields, "pattern", self.patterns) or base.pattern,
            glyph=self._named(fields, "glyph", self.glyphs) or base.glyph,
            text=fields.text("text", base.text),
        )

    def players(self, fields: Fields) -> PlayersLook:
        """Return how players are shown."""
        fills = fields.data.get("fills", [])
        if not isinstance(fills, list):
            fields.fail("fills", "expected a list")
        path = (*fields.path, "fills")
        each = Fields({str(i): fill for i, fill in enumerate(fills)}, path, list(map(str, range(99))))
        return PlayersLook(
            glyph=self._named(fields, "glyph", self.glyphs), fills=tuple(each.colour(name) for name in each.data)
        )

    def board(self, fields: Fields) -> BoardLook:
        """Return the look of a board."""
        main = fields.one("main", ("field", "members"))
        board = BoardLook(
            grid=Grid(fields.word("grid", Grid)),
            frame=Frame(fields.word("frame", Frame)),
            is_each_players=fields.word("each", ("table", "player")) == "player",
            nothing=fields.text("nothing", "."),
            rings=tuple(
                Ring(radius=each.whole("radius", 0, 99), players=each.whole("players", 0, 99), fill=each.colour("fill"))
                for each in fields.listed("rings", ("radius", "players", "fill"))
            ),
            printed=tuple(self._printed(cell, each) for cell, each in fields.inner("printed", _PRINTED)),
            main=main.text("field"),
            members=self._members(main, NO_PICTURE),
            numbers={
                name: Counted(title=each.text("title", name), picture=self.picture(each))
                for name, each in fields.inner("numbers", ("title", *_PICTURE))
            },
            marks=tuple(self._mark(field, each) for field, each in fields.inner("marks", _MARK)),
        )
        _check_distinct(board, fields)
        return board

    def _printed(self, cell: str, fields: Fields) -> Printed:
        at = _CELL.fullmatch(cell)
        if at is None:
            raise LookError(fields.path, 'expected a cell such as "0,-5"')
        word = fields.text("word")
        if not word:
            fields.fail("word", "expected a word")
        return Printed(
            at=(int(at[1]), int(at[2])),
            word=word,
            title=fields.text("title", word),
            terminal=_terminal(fields),
            picture=self.picture(fields),
        )

    def _members(self, fields: Fields, base: Picture) -> dict[str, Member]:
        return {
            name: Member(
                name=name,
                title=each.text("title", name),
                letter=each.text("letter"),
                short=each.text("short"),
                number=each.text("number"),
                terminal=_terminal(each),
                picture=self.picture(each, base),
            )
            for name, each in fields.inner("members", _MEMBER)
        }

    def _mark(self, field: str, fields: Fields) -> Mark:
        kind = MarkKind(fields.word("kind", MarkKind))
        sign = fields.text("sign")
        if (len(sign) == 1) is (kind is MarkKind.LETTER):
            fields.fail("sign", "letters need no sign" if sign else "expected one character")
        picture = self.picture(fields)
        return Mark(
            field=field,
            kind=kind,
            sign=sign,
            title=fields.text("title", field),
            chip=Chip(fields.word("chip", Chip)),
            picture=picture,
            members=self._members(fields, picture),
        )


def _terminal(fields: Fields) -> int | None:
    found = fields.data.get("terminal")
    if found is not None and not (type(found) is int and 0 <= found <= 255):
        fields.fail("terminal", "expected a colour from 0 to 255")
    return found


def _piece(fields: Fields) -> PieceLook:
    load = fields.one("load", ("kind", "by", "unless", "members"))
    return PieceLook(
        board=fields.text("board"),
        parts=tuple(
            Part(record=part.text("record"), fields=part.texts("fields"), bare=part.text("bare"))
            for part in fields.listed("parts", ("record", "fields", "bare"))
        ),
        load=Load(kind=load.text("kind"), by=load.text("by"), unless=load.text("unless"), members=load.texts("members"))
        if load.data
        else None,
        mark=fields.text("mark"),
        owner=fields.text("owner"),
        is_named=fields.flag("named", True),
        unsure=_unsure(fields),
    )


def _unsure(fields: Fields) -> frozenset[str]:
    found = fields.data.get("unsure", [])
    if not isinstance(found, list):
        fields.fail("unsure", "expected a list of names")
    return frozenset(str(name) for name in found)


def _variable(fields: Fields, key: str) -> VariableLook:
    return VariableLook(
        title=fields.text("title", key),
        is_player=fields.word("of", ("value", "player")) == "player",
        is_by_side=fields.word("by", ("key", "side")) == "side",
        is_always=fields.flag("always"),
        keys=fields.text("keys"),
        track=fields.whole("track", 0, 999),
    )


def _check_distinct(board: BoardLook, fields: Fields) -> None:
    """Refuse two meanings for one beginning of a word, or for one character of the marks after it."""
    signs = [mark.sign for mark in board.marks if mark.sign]
    letters = [m.letter for mark in board.marks if mark.kind is MarkKind.LETTER for m in mark.members.values()]
    members = [member.letter for member in board.members.values() if member.letter]  # the others get one later
    first = [board.nothing, *sorted({p.word for p in board.printed}), *members]
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
