"""Boards as rows of words, one word for each cell, spaces between them.

    .  .  D0 D0 G0            at 1,0
    D0 V1 J0 .  .             D0 G0
    .  H  .  .  .             .  L1

Squares: every row has the same number of words. A word that the board shows only once (`H`) fixes the
coordinates; without one, a first line `at x,y` gives those of the first word.

Hexes: the rows of a hexagon around 0,0, each half a cell further in than the longer one beside it; spaces at the
beginning of a line mean nothing, the number of words does. After a first line `at q,r` all rows begin in the same
column q instead.

`write_board` shows what lies there and what is printed; `read_board` returns the cells as in a position, sorted
by coordinates. An error is a `NotationError` with its line and column, both counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tilelaw_draw.looks.style import BoardLook, Frame, Grid, Printed
from tilelaw_draw.values import Cell, Json, Spot, cells_by_spot
from tilelaw_draw.word import WordError, read_word, write_word

LARGEST, LARGEST_OF_SEVERAL = 26, 11
"""A board with more rows or columns is drawn as far as it is used; of several, one for each player, a smaller one."""
_WORD = re.compile(r"\S+")
_AT = re.compile(r"\s*at\s+(-?\d+)\s*,\s*(-?\d+)\s*")


class NotationError(ValueError):
    """A board that cannot be read; `message` says what is wrong at `line` and `column`."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message


# ---- writing ----------------------------------------------------------------------------------------------------


def write_board(cells: Sequence[Cell], look: BoardLook) -> str:
    """Return the cells of a board as rows of words."""
    lying = cells_by_spot(cells)
    rows = frame(lying, look)
    words = [[write_word(lying.get(at, {}), at, look) for at in row] for row in rows]
    lines = []
    if look.grid is Grid.HEXES:
        pitch, indents = hex_layout(words)
        for indent, row in zip(indents, words, strict=True):
            lines.append((indent + "".join(word.ljust(pitch) for word in row)).rstrip())
        return "\n".join(lines)
    if not any(_anchors(read_word(word, look)[1], look) for row in words for word in row):
        lines.append(f"at {rows[0][0][0]},{rows[0][0][1]}")
    widths = [max(len(row[x]) for row in words) for x in range(len(words[0]))]
    for row in words:
        lines.append(" ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
    return "\n".join(lines)


def frame(lying: Iterable[Spot], look: BoardLook) -> list[list[Spot]]:
    """Return the coordinates to show, row by row: just enough for what lies there and what is printed."""
    shown = [*lying, *(printed.at for printed in look.printed)] or [(0, 0)]
    if look.grid is Grid.HEXES:
        far = max(max(abs(q), abs(r), abs(q + r)) for q, r in shown)
        return [[(q, r) for q in range(max(-far, -far - r), min(far, far - r) + 1)] for r in range(-far, far + 1)]
    columns = range(min(x for x, _ in shown), max(x for x, _ in shown) + 1)
    return [[(x, y) for x in columns] for y in range(min(y for _, y in shown), max(y for _, y in shown) + 1)]


def view(lying: Sequence[Spot], look: BoardLook) -> Sequence[Sequence[Spot]]:
    """Return the coordinates to draw, row by row: the whole board, unless it is very large or only a part matters."""
    largest = LARGEST_OF_SEVERAL if look.is_each_players else LARGEST
    is_small = max((len(look.rows), *map(len, look.rows))) <= largest
    if look.rows and look.frame is Frame.WHOLE and (is_small or not (lying or look.printed)):
        return look.rows
    return frame(lying, look)


def hex_layout(rows: Sequence[Sequence[str]]) -> tuple[int, list[str]]:
    """Return the columns for each word, an even number so that there is a half of it, and the indent of each row."""
    pitch = max(len(word) for row in rows for word in row) + 1
    pitch += pitch % 2
    longest = max(len(row) for row in rows)
    return pitch, [" " * ((longest - len(row)) * pitch // 2) for row in rows]


def _anchors(printed: Printed | None, look: BoardLook) -> bool:
    """Return whether a printed word fixes the coordinates: it stands on one cell only."""
    return printed is not None and sum(other.word == printed.word for other in look.printed) == 1


# ---- reading ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    line: int
    column: int
    fields: dict[str, Json]
    printed: Printed | None

    def wrong(self, message: str) -> NotationError:
        return NotationError(self.line, self.column, message)


def read_board(text: str, look: BoardLook) -> list[dict[str, Json]]:
    """Return the cells that a board in this notation shows."""
    lines = _lines(text)
    corner = None
    if lines and (given := _AT.fullmatch(lines[0][1])):
        corner = int(given[1]), int(given[2])
        lines = lines[1:]
    rows = [_words(line, number, look) for number, line in lines]
    if not rows:
        raise NotationError(1, 1, f"there is no row here; an empty board is `{_empty(look)}`")
    cells: dict[Spot, _Word] = dict(_placed(rows, corner, look))
    for at, word in cells.items():
        _check_printed(at, word, look)
    return [{"at": [*at], **cells[at].fields} for at in sorted(cells) if cells[at].fields]


def _empty(look: BoardLook) -> str:
    return look.printed[0].word if look.printed else look.nothing


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines with their numbers, without empty ones before and after."""
    lines = list(enumerate(text.splitlines(), start=1))
    while lines and not lines[-1][1].strip():
        lines.pop()
    while lines and not lines[0][1].strip():
        lines.pop(0)
    for number, line in lines:
        if not line.strip():
            raise NotationError(number, 1, "a blank line inside a board")
    return lines


def _words(line: str, number: int, look: BoardLook) -> list[_Word]:
    words = []
    for found in _WORD.finditer(line):
        column = found.start() + 1
        try:
            fields, printed = read_word(found[0], look)
        except WordError as error:
            raise NotationError(number, column + error.offset, error.message) from error
        words.append(_Word(found[0], number, column, fields, printed))
    return words


def _placed(rows: list[list[_Word]], corner: Spot | None, look: BoardLook) -> Iterator[tuple[Spot, _Word]]:
    if look.grid is Grid.HEXES and corner is None:
        yield from _hexagon(rows)
        return
    for row in rows:
        if look.grid is Grid.SQUARES and len(row) != len(rows[0]):
            place = row[min(len(row), len(rows[0]) + 1) - 1]
            raise place.wrong(
                f"this row has {_count(row)}, the first has {len(rows[0])}; write `{look.nothing}` where nothing lies"
            )
    left, top = corner if corner is not None else _corner(rows, look)
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            yield (left + x, top + y), word


def _hexagon(rows: list[list[_Word]]) -> Iterator[tuple[Spot, _Word]]:
    far = len(rows) // 2
    if len(rows) % 2 == 0:
        raise rows[-1][0].wrong(f"a hexagon has an odd number of rows, this has {len(rows)}")
    for r, row in enumerate(rows, start=-far):
        wanted = 2 * far + 1 - abs(r)
        if len(row) != wanted:
            message = f"this row has {_count(row)}, in a hexagon of {len(rows)} rows it has {wanted}"
            raise row[min(len(row), wanted + 1) - 1].wrong(message)
        for q, word in enumerate(row, start=max(-far, -far - r)):
            yield (q, r), word


def _corner(rows: list[list[_Word]], look: BoardLook) -> Spot:
    """Return the coordinates of the first word, by the first printed word that fixes them."""
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word.printed is not None and _anchors(word.printed, look):
                return word.printed.at[0] - x, word.printed.at[1] - y
    anchors = [f"`{printed.word}`" for printed in look.printed if _anchors(printed, look)]
    missing = f"no {' or '.join(anchors)} fixes the coordinates" if anchors else "nothing fixes the coordinates"
    raise rows[0][0].wrong(f"{missing}; begin with a line such as `at 1,0` for this first word")


def _check_printed(at: Spot, word: _Word, look: BoardLook) -> None:
    """Check that what is printed is shown where it is, and only there, unless something lies on it."""
    here = look.printed_at(at)
    if word.printed is not None and (here is None or here.word != word.printed.word):
        places = " or ".join(f"{p.at[0]},{p.at[1]}" for p in look.printed if p.word == word.printed.word)
        raise word.wrong(f"this `{word.printed.word}` comes to {at[0]},{at[1]}, but it is printed at {places}")
    if here is not None and word.printed is None and look.main not in word.fields:
        raise word.wrong(f"`{word.text}` comes to {at[0]},{at[1]}, where `{here.word}` is printed")


def _count(row: list[_Word]) -> str:
    return "1 word" if len(row) == 1 else f"{len(row)} words"
