"""How much of a position a picture shows, and what is drawn over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tilelaw_draw.values import TIMES, Json, Spot, entries, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """Cells outlined as one region, with a label in it; `board` is the key of the board where there are several."""

    cells: tuple[Spot, ...]
    label: str = ""
    owner: int | None = None
    board: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seam:
    """Cells that one piece covers: they are drawn joined, with a gap around them."""

    cells: tuple[Spot, ...]
    owner: int | None = None
    board: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What is shown of a position, and how."""

    crop: bool = False
    """Show only what matters: the boards with marks or outlines, or else of the player asked, and the zones that the
    answer chooses from."""
    parts: tuple[tuple[str, int | None], ...] = ()
    """Show only these: keys of the position, each with a player or for all of them."""
    ghost: bool = False
    """Draw the answer as the piece itself, half transparent, on its cells."""
    legend: bool = True
    head: bool = True
    """Show the title and what is asked."""
    coordinates: bool = True
    """Show the numbers of rows and columns."""
    outlines: tuple[Outline, ...] = ()
    seams: tuple[Seam, ...] = ()
    tick: bool | None = None
    """Put a tick or a cross on the picture: whether what it shows is right."""


def score_outlines(
    lines: Iterable[Mapping[str, Any]], owner: int | None = None, *, rules: Iterable[str] = (), zeros: bool = False
) -> tuple[Outline, ...]:
    """Return the parts of score lines as outlines, labelled with their factors and points.

    `lines` are those of `State.score_parts`; `owner` is whose cells they are where a cell does not say; with `rules`
    only their lines count; parts without points are left out unless `zeros` are wanted.
    """
    wanted = {*rules}
    found = []
    for line in lines:
        if wanted and line["rule"] not in wanted:
            continue
        for part in map(fields, entries(line.get("parts", []))):
            if not (part["points"] or zeros):
                continue
            cells = [_cell(cell) for cell in entries(part["cells"])]
            whose = next((cell[2] for cell in cells if len(cell) > 2), owner)
            spots = tuple((cell[0], cell[1]) for cell in cells)
            board = str(part.get("board", ""))
            found.append(Outline(cells=spots, label=_sum(part), owner=whose, board=board))
    return tuple(found)


def _sum(part: Mapping[str, Json]) -> str:
    factors = [str(factor) for factor in entries(part.get("factors", []))]
    return f"{f' {TIMES} '.join(factors)} = {part['points']}" if len(factors) > 1 else str(part["points"])


def seams_of(laid: Iterable[Mapping[str, Any]]) -> tuple[Seam, ...]:
    """Return what was laid together as seams: each has `cells`, and an `owner` and a `board` where there are such."""
    return tuple(
        Seam(
            cells=tuple((cell[0], cell[1]) for cell in map(_cell, entries(each["cells"]))),
            owner=owner if type(owner := each.get("owner")) is int else None,
            board=str(each.get("board", "")),
        )
        for each in laid
    )


def _cell(value: Json) -> tuple[int, ...]:
    return tuple(part for part in entries(value) if type(part) is int)
