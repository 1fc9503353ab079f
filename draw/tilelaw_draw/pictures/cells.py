"""Cells in pictures: the ground of squares and hexes, and what is printed or lies on them.

Numbers that go with the ground stand in the upper left corner, flags below; what lies on a cell
stands in the middle. A value without a picture is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilelaw_draw.looks.style import BoardLook, Chip, Mark, MarkKind, Picture
from tilelaw_draw.pictures.canvas import EDGE, PAPER, PLAIN, TEXT, Studio, badge, number, rect, text
from tilelaw_draw.values import Cell, Json, Spot, short

SIZE = 40
"""The width of a square."""


def grounds(paints: Mapping[str, Iterable[str]], *, line: str = EDGE, width: float = 1) -> str:
    """Return cells by their paint: for each the outlines that have it."""
    edge = "" if line == "none" else f' stroke="{line}" stroke-width="{number(width)}"'
    return "".join(f'<path d="{"".join(paths)}" fill="{fill}"{edge}/>' for fill, paths in paints.items() if paths)


class CellBrush:
    """Draws what is on cells."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    def ground(self, cell: Cell, at: Spot | None, look: BoardLook) -> str:
        """Return the paint of a cell, or nothing where nothing lies and nothing is printed."""
        member = look.member_of(cell)
        if member is not None:
            return self._studio.ground(member.picture)
        if cell.get(look.main) is not None:
            return PLAIN
        printed = None if at is None else look.printed_at(at)
        return self._studio.ground(printed.picture) if printed and printed.picture.fill else ""

    def contents(self, cell: Cell, at: Spot | None, look: BoardLook, x: float, y: float, size: float) -> str:
        """Return what is on a cell with its centre at x,y."""
        parts = []
        member = look.member_of(cell)
        printed = None if at is None else look.printed_at(at)
        drawn = {"at", look.main}
        written = []
        if member is not None:
            parts.append(self._studio.glyph(member.picture.glyph, x, y, size * 0.8, member.picture.ink))
            if member.picture.text and not member.picture.glyph:
                parts.append(self._letter(member.picture.text, look.marks_on(cell), x, y, size))
            drawn.add(member.number)
            parts.append(self._numbers(cell.get(member.number, 0), member.number, look, x, y, size))
        elif cell.get(look.main) is not None:
            written.append(short(cell[look.main]))
        elif printed is not None:
            parts.append(self._studio.glyph(printed.picture.glyph, x, y, size * 0.85, printed.picture.ink))
            if not printed.picture.glyph:
                written.append(printed.word)
        marks = look.marks_on(cell)
        drawn |= {mark.field for mark in marks}
        lying = [mark for mark in marks if mark.kind is not MarkKind.FLAG]
        for i, mark in enumerate(lying):
            place = x + size * (i + 0.5 - len(lying) / 2) / len(lying)
            parts.append(self.mark(mark, cell[mark.field], place, y + size * 0.06, size * 0.66 / len(lying) ** 0.5))
        for i, mark in enumerate(mark for mark in marks if mark.kind is MarkKind.FLAG):
            parts.append(self.mark(mark, True, x + size * (0.22 - i * 0.44), y + size * 0.22, size * 0.46))
        written += [f"{name}={short(value)}" for name, value in cell.items() if name not in drawn]
        for i, words in enumerate(written):
            base = y + 3 + 10 * (i - (len(written) - 1) / 2)
            parts.append(rect(x - size * 0.46, base - 7.5, size * 0.92, 10, PAPER))
            parts.append(text(x, base, words, size=8, at="middle"))
        return "".join(parts)

    def _letter(self, letter: str, marks: list[Mark], x: float, y: float, size: float) -> str:
        """Return a letter in the middle of a cell, or in its corner where marks need the room."""
        if marks:
            return text(x - size * 0.34, y - size * 0.2, letter, size=11, bold=True, at="middle")
        return text(x, y + size * 0.14, letter, size=round(size * 0.42), bold=True, at="middle")

    def _numbers(self, count: Json, field: str, look: BoardLook, x: float, y: float, size: float) -> str:
        """Return a glyph for each that is counted, in the upper left corner."""
        if type(count) is not int or count < 1 or field not in look.numbers:
            return ""
        picture = look.numbers[field].picture
        wide = size * (0.4 if count < 3 else 0.32)
        left, top = x - size * 0.48 + wide * 0.5, y - size * 0.48 + wide * 0.52
        if count > 3:
            return self._studio.glyph(picture.glyph, left, top, wide, picture.ink) + text(
                left + wide * 0.6, top + 4, f"x{count}", size=10, bold=True
            )
        places = [left + i * wide * 0.94 for i in range(count)]
        return "".join(self._studio.glyph(picture.glyph, place, top, wide, picture.ink) for place in places)

    def mark(self, mark: Mark, value: Json, x: float, y: float, size: float) -> str:
        """Return the picture of a mark with a value, so large, around a centre."""
        if mark.kind is MarkKind.PLAYER and type(value) is int:
            words = f"{mark.sign}{value + 1}"
            return self._chip(mark.chip, mark.picture, x, y, size) + _centred(words, x, y)
        if mark.kind is MarkKind.NUMBER and mark.picture.glyph:
            return self._chip(mark.chip, mark.picture, x, y, size) + self._several(mark.picture, value, x, y, size)
        member = mark.members.get(str(value))
        picture = member.picture if member else mark.picture
        chip = self._chip(mark.chip, picture, x, y, size)
        inside = size if mark.chip is Chip.BARE else size * 0.84
        if picture.glyph:
            chip += self._studio.glyph(picture.glyph, x, y, inside, picture.ink)
            if picture.text:
                chip += badge(x + size * 0.36, y + size * 0.34, picture.text)
            return chip
        words = picture.text or (
            mark.sign if value is True else (member.letter or member.short) if member else mark.sign + short(value)
        )
        return chip + _centred(words or str(value), x, y)

    def _chip(self, chip: Chip, picture: Picture, x: float, y: float, size: float) -> str:
        fill = picture.fill or "#fff"
        if chip is Chip.DISC:
            place = f'cx="{number(x)}" cy="{number(y)}" r="{number(size / 2)}"'
            return f'<circle {place} fill="{fill}" stroke="{TEXT}"/>'
        if chip is Chip.CARD:
            return rect(x - size / 2, y - size / 2, size, size, fill, round_=size / 6, line=TEXT)
        return ""

    def _several(self, picture: Picture, count: Json, x: float, y: float, size: float) -> str:
        """Return a glyph for each that is counted, side by side on a chip."""
        many = count if type(count) is int else 0
        if not 1 <= many <= 3 or not picture.glyph:
            return text(x, y + 4, short(count), size=11, bold=True, at="middle")
        wide = size * (0.74, 0.56, 0.46)[many - 1]
        spots = (((0.0, 0.0),), ((-0.21, 0.0), (0.21, 0.0)), ((-0.23, 0.12), (0.23, 0.12), (0.0, -0.2)))[many - 1]
        return "".join(
            self._studio.glyph(picture.glyph, x + dx * size, y + dy * size, wide, picture.ink) for dx, dy in spots
        )


def _centred(words: str, x: float, y: float) -> str:
    """Return words around a centre, smaller if there are many."""
    return text(x, y + 4, words, size=11 if len(words) < 4 else 8, bold=True, at="middle")
