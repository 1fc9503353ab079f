"""Pieces of terminal text that know their width, so that colours do not disturb the layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_RESET = "\x1b[0m"
_GAP = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """Text on one line and the number of columns it takes."""

    text: str
    width: int

    @classmethod
    def plain(cls, text: str) -> Piece:
        """Return text without colours."""
        return cls(text, len(text))

    @classmethod
    def joined(cls, pieces: Iterable[Piece], between: str) -> Piece:
        """Return pieces one after the other."""
        parts = list(pieces)
        width = sum(part.width for part in parts) + len(between) * max(0, len(parts) - 1)
        return cls(between.join(part.text for part in parts), width)

    def padded(self, width: int) -> Piece:
        """Return the piece with spaces after it, up to a width."""
        return Piece(self.text + " " * (width - self.width), max(width, self.width))


@dataclass(frozen=True, slots=True)
class Brush:
    """Colours text, or leaves it as it is."""

    has_colour: bool

    def on(self, colour: int | None, text: str) -> Piece:
        """Return text on a coloured ground, dark or light so that it can be read."""
        if colour is None:
            return Piece.plain(text)
        front = 16 if _is_light(colour) else 231
        return self._styled(f"38;5;{front};48;5;{colour}", text)

    def bold(self, text: str) -> Piece:
        """Return text in bold."""
        return self._styled("1", text)

    def dim(self, text: str) -> Piece:
        """Return text that steps back."""
        return self._styled("2", text)

    def _styled(self, code: str, text: str) -> Piece:
        return Piece(f"\x1b[{code}m{text}{_RESET}" if self.has_colour else text, len(text))


def _is_light(colour: int) -> bool:
    """Return whether one of the 256 colours is nearer to white than to black."""
    if colour < 16:
        return colour in (7, 10, 11, 13, 14, 15)
    if colour >= 232:
        return colour >= 244
    red, green, blue = (colour - 16) // 36, (colour - 16) // 6 % 6, (colour - 16) % 6
    return 3 * red + 6 * green + blue >= 18


def beside(blocks: Sequence[Sequence[Piece]], width: int) -> str:
    """Return blocks of lines side by side, as many in a row as fit, with an empty line between the rows."""
    rows: list[list[Sequence[Piece]]] = []
    used = 0
    for block in blocks:
        needed = max(line.width for line in block)
        if rows and used + _GAP + needed <= width:
            rows[-1].append(block)
            used += _GAP + needed
        else:
            rows.append([block])
            used = needed
    return "\n\n".join(_side_by_side(row) for row in rows)


def _side_by_side(blocks: Sequence[Sequence[Piece]]) -> str:
    widths = [max(line.width for line in block) for block in blocks]
    lines = []
    for i in range(max(len(block) for block in blocks)):
        parts = [
            (block[i] if i < len(block) else Piece.plain("")).padded(width)
            for block, width in zip(blocks, widths, strict=True)
        ]
        lines.append(Piece.joined(parts, " " * _GAP).text.rstrip())
    return "\n".join(lines)


def wrapped(title: str, entries: Sequence[Piece], width: int, *, between: str = "  ") -> list[str]:
    """Return a title and entries after it, broken into lines that begin below the first entry."""
    lines: list[list[Piece]] = [[]]
    used = len(title)
    for entry in entries:
        if lines[-1] and used + entry.width > width:
            lines.append([])
            used = len(title)
        lines[-1].append(entry)
        used += entry.width + len(between)
    starts = [title, *[" " * len(title)] * (len(lines) - 1)]
    tails = [between.rstrip()] * (len(lines) - 1) + [""]
    return [
        (start + Piece.joined(line, between).text + tail).rstrip()
        for start, line, tail in zip(starts, lines, tails, strict=True)
    ]
