"""What pictures are put together from: texts, glyphs, painted grounds, and blocks that know their size.

A picture has colours of its own, a light paper under everything, so that it reads the same in light and in dark
surroundings and on a printer. Shapes used more than once are defined once; their names are made from what they are,
so that several pictures in one page do not disturb each other. Numbers have one decimal at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape
from zlib import crc32

from tilelaw_draw.looks.glyphs import BOX, INK, NONE, Glyph, Pattern, Stroke
from tilelaw_draw.looks.style import Picture

PAPER = "#fcfaf5"
EDGE = "#d3cbbb"
TEXT = "#26231f"
FAINT = "#6d675c"
EMPTY = "#efeade"
PLAIN = "#e0d8c6"
STRONG = "#d6006c"
"""The colour of outlines that must be seen on every other colour."""

FONT = "Arial,Helvetica,sans-serif"

_ROUND = ' stroke-linejoin="round" stroke-linecap="round"'
_NARROW, _BROAD = "iljtfrI.,:;'()- ", "mwMW"


def written(words: str) -> str:
    """Return words so that they may stand between tags."""
    return escape("".join(c if c.isprintable() else " " for c in words))


def name_of(content: str) -> str:
    """Return a name for a definition, the same for the same content."""
    return f"t{crc32(content.encode()):08x}"


def number(value: float) -> str:
    """Return a number with one decimal at most."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text_width(words: str, size: float = 13, *, bold: bool = False) -> float:
    """Return about how wide a text is: fonts differ, and a picture has no way to ask."""
    wide = sum(0.33 if c in _NARROW else 0.86 if c in _BROAD else 0.7 if c.isupper() else 0.56 for c in words)
    return wide * size * (1.08 if bold else 1)


def text(x: float, y: float, words: str, *, size: int = 13, fill: str = TEXT, bold: bool = False, at: str = "") -> str:
    """Return a line of text on a base line; `at` is `middle` or `end` where x is not its beginning."""
    size_ = "" if size == 13 else f' font-size="{size}"'
    fill_ = "" if fill == TEXT else f' fill="{fill}"'
    bold_ = ' font-weight="700"' if bold else ""
    at_ = f' text-anchor="{at}"' if at else ""
    return f'<text x="{number(x)}" y="{number(y)}"{size_}{fill_}{bold_}{at_}>{written(words)}</text>'


def texts(
    found: Iterable[tuple[float, float, str]], *, size: int, fill: str = TEXT, at: str, bold: bool = False
) -> str:
    """Return several texts of the same look, each with its place."""
    body = "".join(f'<text x="{number(x)}" y="{number(y)}">{written(words)}</text>' for x, y, words in found)
    bold_ = ' font-weight="700"' if bold else ""
    return f'<g font-size="{size}" fill="{fill}" text-anchor="{at}"{bold_}>{body}</g>' if body else ""


def rect(x: float, y: float, width: float, height: float, fill: str, *, round_: float = 0, line: str = "") -> str:
    """Return a rectangle, with round corners and an edge if wanted."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    round__ = f' rx="{number(round_)}"' if round_ else ""
    line_ = f' stroke="{line}"' if line else ""
    return f'<rect {place}{round__} fill="{fill}"{line_}/>'


def badge(x: float, y: float, words: str, fill: str = TEXT) -> str:
    """Return a letter or a number on a small disc."""
    disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="{fill}" stroke="#fff"/>'
    return disc + text(x, y + 3.3, words, size=9, fill="#fff", bold=True, at="middle")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a picture, as large as it says, drawn from its upper left corner."""

    width: float
    height: float
    body: str

    def put(self, x: float, y: float) -> str:
        """Return the block at a place."""
        if not self.body or (number(x), number(y)) == ("0", "0"):
            return self.body
        return f'<g transform="translate({number(x)} {number(y)})">{self.body}</g>\n'


def flow(blocks: Iterable[Block], width: float, gap: float = 12) -> Block:
    """Return blocks side by side, as many in a row as fit."""
    x = y = height = widest = 0.0
    parts = []
    for block in blocks:
        if x and x + block.width > width:
            x, y, height = 0.0, y + height + gap, 0.0
        parts.append(block.put(x, y))
        widest = max(widest, x + block.width)
        height = max(height, block.height)
        x += block.width + gap
    return Block(widest, y + height, "".join(parts))


def stack(blocks: Iterable[Block], gap: float = 12) -> Block:
    """Return blocks one below the other; empty ones take no place."""
    y = widest = 0.0
    parts = []
    for block in blocks:
        if block.body:
            parts.append(block.put(0, y))
            widest = max(widest, block.width)
            y += block.height + gap
    return Block(widest, max(0, y - gap), "".join(parts))


def lines(words: str, width: float, *, size: int = 13, fill: str = TEXT, bold: bool = False) -> Block:
    """Return a text broken into lines."""
    broken: list[str] = []
    for word in words.split():
        if broken and text_width(f"{broken[-1]} {word}", size, bold=bold) <= width:
            broken[-1] += f" {word}"
        else:
            broken.append(word)
    step = round(size * 1.35)
    body = "".join(text(0, size + i * step, line, size=size, fill=fill, bold=bold) for i, line in enumerate(broken))
    return Block(max((text_width(line, size, bold=bold) for line in broken), default=0), step * len(broken), body)


class Studio:
    """Makes glyphs and grounds, and keeps what they need to be defined."""

    def __init__(self, glyphs: Mapping[str, Glyph], patterns: Mapping[str, Pattern]) -> None:
        self._glyphs = glyphs
        self._patterns = patterns
        self._defined: dict[str, str] = {}

    def definitions(self) -> str:
        """Return what the parts made so far refer to."""
        return f"<defs>\n{''.join(self._defined.values())}</defs>\n" if self._defined else ""

    def glyph(self, name: str, x: float, y: float, size: float, ink: str = "") -> str:
        """Return a glyph around a centre."""
        if name not in self._glyphs:
            return ""
        body = f'viewBox="0 0 {BOX} {BOX}"{_ROUND}>{_outlines(self._glyphs[name].strokes, "currentColor")}</symbol>'
        id_ = self._define("symbol", body)
        corner = f'x="{number(x - size / 2)}" y="{number(y - size / 2)}"'
        colour = f' color="{ink}"' if ink else ""
        return f'<use href="#{id_}" {corner} width="{number(size)}" height="{number(size)}"{colour}/>'

    def ground(self, picture: Picture) -> str:
        """Return the paint of a ground: a colour, or a pattern on it."""
        fill = picture.fill or PLAIN
        if picture.pattern not in self._patterns:
            return fill
        pattern = self._patterns[picture.pattern]
        width, height = pattern.size
        outlines = _outlines(pattern.strokes, picture.ink or TEXT)
        body = f'width="{width}" height="{height}" patternUnits="userSpaceOnUse"{_ROUND}>'
        body += f'<path fill="{fill}" d="M0 0h{width}v{height}H0z"/>{outlines}</pattern>'
        return f"url(#{self._define('pattern', body)})"

    def _define(self, kind: str, body: str) -> str:
        id_ = name_of(kind + body)
        self._defined[id_] = f'<{kind} id="{id_}" {body}\n'
        return id_


def _outlines(strokes: Sequence[Stroke], ink: str) -> str:
    parts = []
    for stroke in strokes:
        fill = ink if stroke.fill == INK else stroke.fill
        line = ""
        if stroke.line != NONE:
            colour = ink if stroke.line == INK else stroke.line
            line = f' stroke="{colour}" stroke-width="{number(stroke.width)}"'
        parts.append(f'<path d="{stroke.path}" fill="{fill}"{line}/>')
    return "".join(parts)
