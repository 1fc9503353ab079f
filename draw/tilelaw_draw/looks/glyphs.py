"""Shapes that pictures are made of: glyphs in a box of 24 by 24, and patterns that fill a ground.

Both are data, outlines written as in an SVG path. A colour `ink` is the one that the user of the shape gives, so
that one outline serves in many colours. Outlines are checked before they go into a picture: letters of commands,
numbers and spaces, nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilelaw_draw.looks.fields import Fields

BOX = 24
"""The width and height of the box that a glyph is drawn in."""

INK = "ink"
NONE = "none"

_OUTLINE = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 .,-]+")
_STROKE = ("path", "fill", "line", "width")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """One outline, filled and drawn in two colours: a colour, `ink` or `none`."""

    path: str
    fill: str
    line: str
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """A small picture, from the back to the front."""

    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Outlines that are repeated over a ground, in boxes of a size."""

    size: tuple[int, int]
    strokes: tuple[Stroke, ...]


def read_glyphs(top: Fields) -> dict[str, Glyph]:
    """Return the glyphs that the data describe: each a list of outlines."""
    entries = top.data.get("glyphs", {})
    if not isinstance(entries, dict):
        top.fail("glyphs", "expected an object")
    inner = Fields(entries, (*top.path, "glyphs"), entries.keys())
    return {str(name): Glyph(strokes=_strokes(inner, str(name), INK, NONE)) for name in entries}


def read_patterns(top: Fields) -> dict[str, Pattern]:
    """Return the patterns that the data describe: each a size and a list of outlines."""
    found = {}
    for name, fields in top.inner("patterns", ("size", "strokes")):
        size = fields.pair("size", "a width and a height such as [20, 10]")
        if min(size) < 1:
            fields.fail("size", "expected a width and a height such as [20, 10]")
        found[name] = Pattern(size=size, strokes=_strokes(fields, "strokes", NONE, INK))
    return found


def _strokes(fields: Fields, name: str, fill: str, line: str) -> tuple[Stroke, ...]:
    strokes = []
    for each in fields.listed(name, _STROKE):
        path = each.text("path")
        if not _OUTLINE.fullmatch(path):
            each.fail("path", "expected the outline of a shape such as `M2 12h20`")
        strokes.append(
            Stroke(
                path=path,
                fill=each.colour("fill", (INK, NONE), fill),
                line=each.colour("line", (INK, NONE), line),
                width=each.number("width", 1),
            )
        )
    if not strokes:
        fields.fail(name, "expected a list of outlines")
    return tuple(strokes)
