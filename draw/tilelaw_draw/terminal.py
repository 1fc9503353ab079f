"""Whole positions drawn as text for a terminal.

Boards stand side by side as far as the width allows. Coordinates stand around square boards and before each row of
hexes, so that a move can be read off and typed in.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilelaw_draw import scene
from tilelaw_draw.looks.style import BoardLook, Grid, MarkKind
from tilelaw_draw.notation import frame, hex_layout, view
from tilelaw_draw.paint import Brush, Piece, beside, wrapped
from tilelaw_draw.scene import Scene, read_scene
from tilelaw_draw.values import Cell, Json, Spot, short
from tilelaw_draw.word import write_word


def draw_position(
    position: Mapping[str, Json],
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    *,
    colour: bool,
    names: Sequence[str] | None = None,
    width: int = 80,
) -> str:
    """Return a position as text; `names` are the players', `width` how many columns there are."""
    return _Drawing(read_scene(position, manifest, look, names), Brush(colour), width).text()


@dataclass(frozen=True, slots=True)
class _Cell:
    at: Spot
    word: str
    colour: int | None


class _Drawing:
    def __init__(self, scene: Scene, brush: Brush, width: int) -> None:
        self.scene = scene
        self.brush = brush
        self.width = width

    def text(self) -> str:
        paragraphs = [
            "\n".join(self._zones()),
            self._boards(),
            "\n".join(line for variable in self.scene.variables() for line in self._variable(variable)),
            "\n".join(wrapped("", [entry for key in self.scene.board_keys for entry in self._legend(key)], self.width)),
            textwrap.fill(self.scene.due, self.width, subsequent_indent="  "),
        ]
        return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)

    # ---- zones

    def _zones(self) -> list[str]:
        zones = list(self.scene.zones())
        margin = max((len(self.scene.title_of(zone)) for zone in zones), default=0) + 2
        lines = []
        for zone in zones:
            pieces = [Piece.plain(str(zone.count))] if zone.pieces is None else [self._piece(p) for p in zone.pieces]
            lines += wrapped(self.scene.title_of(zone).ljust(margin), pieces, self.width)
        return lines

    def _piece(self, piece: scene.Piece) -> Piece:
        """Return a piece as words: its name, its parts as cells, whose it is, and any other marks on it."""
        words = [Piece.plain(piece.title)] if piece.title else []
        if piece.cells and not piece.look.mark:
            board = self.scene.look.board(piece.look.board)
            cells = [
                self.brush.on(_colour(cell, None, board), write_word(cell, None, board, short=True))
                for cell in piece.cells
            ]
            words.append(Piece.joined([Piece.plain("["), Piece.joined(cells, " "), Piece.plain("]")], ""))
        if piece.owner is not None:
            words.append(Piece.plain(self.scene.name(piece.owner)))
        words += [Piece.plain(word) for word in piece.rest]
        return Piece.joined(words, " ")

    # ---- boards

    def _boards(self) -> str:
        blocks = []
        for board in self.scene.boards():
            lines = self._hexes(board) if board.look.grid is Grid.HEXES else self._squares(board)
            if heading := self.scene.heading(board):
                is_asked = board.owner is not None and board.owner == self.scene.due_player
                lines = [self.brush.bold(f"{'>' if is_asked else ' '} {heading}"), *lines]
            blocks.append(lines)
        return beside(blocks, self.width)

    def _cells(self, board: scene.Board) -> list[list[_Cell]]:
        corner = (0, self.scene.radius(board.look))
        is_ringed = bool(board.look.rings)
        rows = frame([*board.lying, corner], board.look) if is_ringed else view([*board.lying], board.look)
        return [
            [
                _Cell(at, write_word(cell, at, board.look, short=True), _colour(cell, at, board.look))
                for at in row
                for cell in [board.lying.get(at, {})]
            ]
            for row in rows
        ]

    def _squares(self, board: scene.Board) -> list[Piece]:
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

    def _hexes(self, board: scene.Board) -> list[Piece]:
        rows = self._cells(board)
        pitch, indents = hex_layout([[cell.word for cell in row] for row in rows])
        margin = max(len(_pair(row[0].at)) for row in rows)
        lines = []
        for indent, row in zip(indents, rows, strict=True):
            side = self.brush.dim(_pair(row[0].at).rjust(margin) + "  " + indent)
            lines.append(Piece.joined([side, *self._painted(row, [pitch] * len(row))], ""))
        return [*lines, self.brush.dim("Before each row its first cell; to the right the first number grows.")]

    def _painted(self, row: Sequence[_Cell], widths: Sequence[int]) -> list[Piece]:
        """Return the cells of a row; their ground goes on to the next, so that areas of a colour hang together."""
        return [self.brush.on(cell.colour, cell.word.ljust(width)) for cell, width in zip(row, widths, strict=True)]

    # ---- the rest

    def _variable(self, variable: scene.Variable) -> Iterator[str]:
        look = variable.look
        if look.is_by_side:
            yield from self._table(variable)
            return
        mark = variable.board.mark(look.keys)
        sign = mark.sign if mark and mark.kind is MarkKind.NUMBER else ""
        for row in variable.rows:
            title = f"{look.title} {row.heading}".strip() + "  "
            if [key for key, _ in row.entries] == [""]:
                yield title + self.scene.value(row.entries[0][1], look)
                continue
            entries = [
                Piece.plain(f"{sign}{key}" if part is True else f"{sign}{key}: {self.scene.value(part, look)}")
                for key, part in row.entries
            ]
            yield from wrapped(title, entries, self.width, between=", ")

    def _table(self, variable: scene.Variable) -> Iterator[str]:
        """Yield a line for each side, its numbers below the names of their columns."""
        look = variable.look
        columns = list(dict.fromkeys(key for row in variable.rows for key, _ in row.entries))
        margin = max(len(look.title), *(len(row.heading) for row in variable.rows))
        yield "  ".join([look.title.ljust(margin), *columns])
        for row in variable.rows:
            entries = dict(row.entries)
            cells = [self.scene.value(entries.get(key, 0), look).rjust(len(key)) for key in columns]
            yield "  ".join([row.heading.ljust(margin), *cells])

    def _legend(self, key: str) -> Iterator[Piece]:
        """Yield what the letters and signs that occur on a board or its pieces stand for."""
        look = self.scene.look.board(key)
        cells = self.scene.shown_cells(key)
        used = {str(cell.get(look.main)) for cell in cells}
        members = [member for member in look.members.values() if member.name in used]
        for member in members:
            yield Piece.joined([self.brush.on(member.terminal, member.letter), Piece.plain(member.title)], " ")
        titles = {printed.word: printed.title for printed in look.printed}
        if len(titles) > 3:  # one by one they would be longer than all the rest
            yield Piece.plain(f"{' '.join(titles)} printed on the board")
        else:
            yield from (Piece.plain(f"{word} {title}") for word, title in titles.items())
        counted = {member.number: member.letter for member in reversed(members) if member.number}
        for number, letter in reversed(counted.items()):
            title = look.numbers[number].title if number in look.numbers else number
            yield Piece.plain(f"{letter}2 with 2 {title}")
        for mark in look.marks:
            found = {short(cell[mark.field]) for cell in cells if mark in look.marks_on(cell)}
            if found and not mark.members:
                yield Piece.plain(f"{mark.sign} {mark.title}")
            for member in mark.members.values():
                if member.name in found:
                    sign = member.letter or mark.sign + (member.short or member.name)
                    yield Piece.plain(f"{sign} {member.title}")


def _colour(cell: Cell, at: Spot | None, look: BoardLook) -> int | None:
    member = look.member_of(cell)
    if member is not None:
        return member.terminal
    printed = None if at is None else look.printed_at(at)
    return printed.terminal if printed else None


def _pair(at: Spot) -> str:
    return f"{at[0]},{at[1]}"
