"""Whole positions drawn as text for a terminal.

What is drawn comes from the position alone: every key of it is a board, a zone or a variable. The look gives
titles, letters and colours, the manifest what is on the pieces and the words of the questions; without them the
same things are drawn plainly. Boards stand side by side as far as the width allows. Coordinates stand around
square boards, so that a move can be read off and typed in.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilelaw_draw.look import (
    BoardLook,
    Colour,
    Grid,
    Look,
    MarkKind,
    PieceLook,
    Show,
    VariableLook,
    ZoneLook,
    read_look,
)
from tilelaw_draw.notation import frame
from tilelaw_draw.paint import Brush, Piece, beside, wrapped
from tilelaw_draw.word import write_word

Cells = Sequence[Mapping[str, Any]]


def draw_position(
    position: Mapping[str, Any],
    manifest: Mapping[str, Any] | None,
    look: Mapping[str, Any],
    *,
    colour: bool,
    names: Sequence[str] | None = None,
    width: int = 80,
) -> str:
    """Return a position as text; `names` are the players', `width` how many columns there are."""
    return _Drawing(position, manifest or {}, read_look(look), Brush(colour), names, width).text()


@dataclass(frozen=True, slots=True)
class _Board:
    """One board to draw: its heading, its look and what lies on it."""

    heading: str
    look: BoardLook
    cells: Cells


@dataclass(frozen=True, slots=True)
class _Cell:
    at: tuple[int, int]
    word: str
    colour: Colour


class _Drawing:
    def __init__(
        self,
        position: Mapping[str, Any],
        manifest: Mapping[str, Any],
        look: Look,
        brush: Brush,
        names: Sequence[str] | None,
        width: int,
    ) -> None:
        self.position = position
        self.look = look
        self.brush = brush
        self.width = width
        self.players = int(position.get("players", 0))
        self.names = names or [f"player {i + 1}" for i in range(self.players)]
        self.questions = {ask["name"]: ask.get("question", "") for ask in manifest.get("asks", [])}
        self.pieces = {
            (kind["kind"], member["name"]): member.get("data", {})
            for kind in manifest.get("components", [])
            for member in kind["members"]
        }

    def text(self) -> str:
        zones, boards, variables = self._sorted_keys()
        paragraphs = [
            "\n".join(self._zones(zones)),
            self._boards([board for key in boards for board in self._boards_of(key)]),
            "\n".join(line for key in variables for line in self._variable(key)),
            self._legend(boards),
            self._due(),
        ]
        return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)

    def _sorted_keys(self) -> tuple[list[str], list[str], list[str]]:
        """Return the keys of zones, boards and variables: those of the look in its order, then all others."""
        zones = [key for key in self.look.zones if key in self.position]
        boards = list(self.look.boards)
        variables = [key for key in self.look.variables if key in self.position]
        for key, value in self.position.items():
            if key in ("ruleset", "players", "asks", *zones, *boards, *variables):
                continue
            if _is_board(value):
                boards.append(key)
            elif isinstance(value, list):
                zones.append(key)
            else:
                variables.append(key)
        return zones, boards, variables

    def _name(self, player: Any) -> str:
        is_known = type(player) is int and 0 <= player < len(self.names)
        return self.names[player] if is_known else f"player {player}"

    # ---- zones

    def _zones(self, keys: Iterable[str]) -> list[str]:
        titled = [entry for key in keys for entry in self._titled(key)]
        margin = max((len(title) for title, _ in titled), default=0) + 2
        return [line for title, pieces in titled for line in wrapped(title.ljust(margin), pieces, self.width)]

    def _titled(self, key: str) -> list[tuple[str, list[Piece]]]:
        """Return the pieces of a zone under its title, or of each player's."""
        zone = self.look.zones.get(key, ZoneLook(title=key))
        value = self.position[key]
        if not (isinstance(value, list) and any(isinstance(part, list) for part in value)):
            return [(zone.title, self._pieces(zone, value))]
        return [(f"{zone.title} of {self._name(i)}", self._pieces(zone, part)) for i, part in enumerate(value)]

    def _pieces(self, zone: ZoneLook, value: Any) -> list[Piece]:
        """Return the pieces of one zone, or their number where no more is shown or known."""
        if isinstance(value, int) or zone.show is Show.NUMBER:
            return [Piece.plain(str(value if isinstance(value, int) else len(value)))]
        return [self._piece(zone.piece, entry) for entry in value]

    def _piece(self, kind: str, entry: Any) -> Piece:
        """Return a piece as words: its name, its parts as cells, whose it is, and any other marks on it."""
        look = self.look.pieces.get(kind, PieceLook())
        marks = dict(entry) if isinstance(entry, dict) else {kind: entry}
        name = marks.pop(kind, None)
        if name is None and len(marks) == 1:
            name = marks.popitem()[1]
        data = self.pieces.get((kind, name), {})
        words = [Piece.plain(str(name))] if name is not None and (look.is_named or not data) else []
        if look.parts and data:
            words.append(self._parts(look, data, marks))
            for part in look.parts:
                for source in part.fields.values():
                    marks.pop(source, None)
        if look.owner in marks:
            words.append(Piece.plain(self._name(marks.pop(look.owner))))
        words += [Piece.plain(f"{mark}={_short(value)}") for mark, value in marks.items()]
        return Piece.joined(words, " ")

    def _parts(self, look: PieceLook, data: Mapping[str, Any], marks: Mapping[str, Any]) -> Piece:
        board = self.look.board(look.board)
        cells = []
        for part in look.parts:
            cell = dict(data.get(part.record, {})) if part.record else {}
            for to, source in part.fields.items():
                found = marks.get(source, data.get(source))
                if found is not None:
                    cell[to] = found
            cells.append(self.brush.on(_colour(cell, None, board), write_word(cell, None, board, short=True)))
        return Piece.joined([Piece.plain("["), Piece.joined(cells, " "), Piece.plain("]")], "")

    # ---- boards

    def _boards_of(self, key: str) -> list[_Board]:
        look = self.look.board(key)
        value = self.position.get(key, [])
        is_each_players = look.is_each_players or any(isinstance(part, list) for part in value)
        if not is_each_players:
            return [_Board("" if len(self.look.boards) == 1 else key, look, value)]
        owners = range(max(self.players, len(value)))
        return [_Board(self._name(i), look, value[i] if i < len(value) else []) for i in owners]

    def _boards(self, boards: Iterable[_Board]) -> str:
        due = self._due_player()
        asked = None if due is None else self._name(due)
        blocks = []
        for board in boards:
            lines = self._hexes(board) if board.look.grid is Grid.HEXES else self._squares(board)
            if board.heading:
                heading = f"> {board.heading}" if board.heading == asked else f"  {board.heading}"
                lines = [self.brush.bold(heading), *lines]
            blocks.append(lines)
        return beside(blocks, self.width)

    def _cells(self, board: _Board) -> list[list[_Cell]]:
        lying = {(cell["at"][0], cell["at"][1]): cell for cell in board.cells}
        return [
            [
                _Cell(at, write_word(cell, at, board.look, short=True), _colour(cell, at, board.look))
                for at in row
                for cell in [lying.get(at, {})]
            ]
            for row in frame(lying, board.look)
        ]

    def _squares(self, board: _Board) -> list[Piece]:
        rows = self._cells(board)
        heads = [str(cell.at[0]) for cell in rows[0]]
        widths = [max(len(head), *(len(row[i].word) for row in rows)) + 1 for i, head in enumerate(heads)]
        margin = max(len(str(row[0].at[1])) for row in rows)
        top = "".join(head.ljust(width) for head, width in zip(heads, widths, strict=True))
        lines = [self.brush.dim(" " * (margin + 2) + top)]
        for row in rows:
            side = self.brush.dim(str(row[0].at[1]).rjust(margin) + "  ")
            lines.append(Piece.joined([side, *self._painted(row, widths)], ""))
        return lines

    def _hexes(self, board: _Board) -> list[Piece]:
        rows = self._cells(board)
        pitch = max(len(cell.word) for row in rows for cell in row) + 1
        pitch += pitch % 2
        longest = max(len(row) for row in rows)
        margin = max(len(_short([*row[0].at])) for row in rows)
        lines = []
        for row in rows:
            indent = " " * ((longest - len(row)) * pitch // 2)
            side = self.brush.dim(_short([*row[0].at]).rjust(margin) + "  " + indent)
            lines.append(Piece.joined([side, *self._painted(row, [pitch] * len(row))], ""))
        return lines

    def _painted(self, row: Sequence[_Cell], widths: Sequence[int]) -> list[Piece]:
        """Return the cells of a row; their ground goes on to the next, so that areas of a colour hang together."""
        return [self.brush.on(cell.colour, cell.word.ljust(width)) for cell, width in zip(row, widths, strict=True)]

    # ---- the rest

    def _variable(self, key: str) -> list[str]:
        look = self.look.variables.get(key, VariableLook(title=key))
        value = self.position[key]

        return list(self._entries(look.title, value, look.is_player))

    def _entries(self, title: str, value: Any, is_player: bool) -> Iterator[str]:
        """Yield the lines of a value; where it is a table of tables, those of each inner one."""
        if not isinstance(value, dict):
            yield f"{title}  {self._value(value, is_player)}"
        elif any(isinstance(part, dict) for part in value.values()):
            for name, part in value.items():
                yield from self._entries(f"{title} {name}", part, is_player)
        else:
            entries = [Piece.plain(f"{name}: {self._value(part, is_player)}") for name, part in value.items()]
            yield from wrapped(f"{title}  ", entries, self.width, between=", ")

    def _value(self, value: Any, is_player: bool) -> str:
        return self._name(value) if is_player else _short(value)

    def _legend(self, boards: Iterable[str]) -> str:
        """Return what the letters and signs that occur stand for."""
        entries: list[Piece] = []
        for key in boards:
            look = self.look.board(key)
            cells = [cell for board in self._boards_of(key) for cell in board.cells]
            entries += self._legend_of(look, cells)
        return "\n".join(wrapped("", entries, self.width)) if entries else ""

    def _legend_of(self, look: BoardLook, cells: Cells) -> list[Piece]:
        used = {str(cell.get(look.main)) for cell in cells}
        entries = [
            Piece.joined([self.brush.on(member.colour, member.letter), Piece.plain(member.name)], " ")
            for member in look.members.values()
            if member.name in used
        ]
        if look.grid is Grid.SQUARES:
            entries += [Piece.plain(f"{printed.word} {printed.title}") for printed in look.printed]
        for mark in look.marks:
            found = {cell[mark.field] for cell in cells if cell.get(mark.field)}
            if found and mark.kind in (MarkKind.NUMBER, MarkKind.FLAG):
                entries.append(Piece.plain(f"{mark.sign} {mark.title}"))
            for member in mark.members.values():
                if member.name in found:
                    sign = member.letter or mark.sign + (member.short or member.name)
                    entries.append(Piece.plain(f"{sign} {member.name}"))
        return entries

    def _due_player(self) -> int | None:
        asks = self.position.get("asks") or [{}]
        player = asks[0].get("player")
        return player if type(player) is int else None

    def _due(self) -> str:
        asks = self.position.get("asks")
        if not asks:
            return "Nothing is asked: the game is over."
        due = dict(asks[0])
        if "shuffle" in due:
            return f"The order of {due['shuffle']} must be given."
        name = due.pop("ask", "?")
        who = self._name(due.pop("player", "?"))
        question = self.questions.get(name)
        bound = ", ".join(f"{key} {_short(value)}" for key, value in due.items())
        text = f"{who} is asked: {question or name}" + (f" ({bound})" if bound else "")
        return textwrap.fill(text, self.width, subsequent_indent="  ")


def _is_board(value: Any) -> bool:
    """Return whether a value of a position is the cells of a board, or of each player's."""
    entries = value if isinstance(value, list) else []
    inner = [entry for part in entries for entry in (part if isinstance(part, list) else [part])]
    return bool(inner) and all(isinstance(entry, dict) and "at" in entry for entry in inner)


def _colour(cell: Mapping[str, Any], at: tuple[int, int] | None, look: BoardLook) -> Colour:
    member = look.members.get(str(cell.get(look.main, "")))
    if member is not None:
        return member.colour
    printed = None if at is None else look.printed_at(at)
    return printed.colour if printed else Colour()


def _short(value: Any) -> str:
    if isinstance(value, list) and value and all(type(part) is int for part in value):
        return ",".join(str(part) for part in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
