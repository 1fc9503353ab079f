"""What is drawn over the cells of a board: highlighted cells, outlined regions with their labels, ticks and crosses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_draw.looks.style import Grid
from tilelaw_draw.pictures.canvas import STRONG, TEXT, Block, number, rect, text_width, texts
from tilelaw_draw.pictures.shapes import Point, border
from tilelaw_draw.values import Spot
from tilelaw_draw.view import Outline

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_RIGHT, _WRONG = "#1f7a3a", "#c01f2e"


def highlighted(paths: Iterable[str]) -> str:
    """Return outlines that are seen on every ground, in print too."""
    d = "".join(paths)
    both = f'<path d="{d}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>'
    return both + f'<path d="{d}" fill="none" stroke="{STRONG}" stroke-width="3" stroke-dasharray="6 3"/>'


@dataclass(frozen=True, slots=True)
class Field:
    """The cells that are drawn, with their centres and their size; on the `busy` ones something lies."""

    grid: Grid
    spots: Mapping[Spot, Point]
    size: float
    width: float
    height: float
    busy: Collection[Spot] = ()


def ringed(paths: Iterable[str]) -> str:
    """Return lines around cells that an answer is about."""
    d = "".join(paths)
    return _lined(d, 4, 2, STRONG)


def _lined(d: str, halo: float, width: float, colour: str) -> str:
    """Return a path as a line with a white one beneath, so that it is seen on every ground."""
    under = f'<path d="{d}" fill="none" stroke="#fff" stroke-width="{number(halo)}"/>'
    return under + f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'


def outlined(outlines: Sequence[Outline], field: Field) -> str:
    """Return regions, each with a line along its border and its label."""
    shown = [(each, [at for at in each.cells if at in field.spots]) for each in outlines]
    shown = [(each, cells) for each, cells in shown if cells]
    if not shown:
        return ""
    d = "".join(border(field.grid, cells, field.spots.__getitem__, field.size, 3, 6) for _, cells in shown)
    body = _lined(d, 6, 3, TEXT)
    words: list[tuple[float, float, str]] = []
    used: list[Box] = []
    for each, cells in sorted(shown, key=lambda pair: len(pair[1])):  # small regions have the least choice
        if each.label:
            place = _best(each.label, cells, field, used)
            used.append(place)
            words.append((place[0] + place[2] / 2, place[1] + place[3] * 0.74, each.label))
            body += rect(*place, "#fff", round_=place[3] / 2, line=TEXT)
    return body + texts(words, size=12, at="middle", bold=True)


def _best(words: str, cells: Sequence[Spot], field: Field, used: Sequence[Box]) -> Box:
    """Return the place of a label: in the region, near its middle, on no other label and on little else."""
    width, height, size = text_width(words, 12, bold=True) + 10, 17.0, field.size
    middle_x = sum(field.spots[at][0] for at in cells) / len(cells)
    middle_y = sum(field.spots[at][1] for at in cells) / len(cells)

    def cost(place: Box) -> float:
        hidden = sum(_overlap(place, other) for other in used)
        covered = beside = 0.0
        for at, (x, y) in field.spots.items():
            covered += _overlap(place, (x - size / 2, y - size / 2, size * 0.5, size * 0.4))  # numbers stand there
            if at in field.busy:
                covered += 3 * _overlap(place, (x - size * 0.33, y - size * 0.27, size * 0.66, size * 0.66))
            if at not in cells:
                beside += _overlap(place, (x - size / 2, y - size / 2, size, size))
        away = abs(place[0] + width / 2 - middle_x) + abs(place[1] + height / 2 - middle_y)
        return hidden * 10 + beside + covered + away * 2

    return min(_places(cells, field, width, height), key=cost)


def _places(cells: Sequence[Spot], field: Field, width: float, height: float) -> Iterator[Box]:
    """Yield places for a label on each cell and between it and the next: low, on the edge, in the middle, high."""
    for at in sorted(cells):
        x, y = field.spots[at]
        for dx in (0.0, 0.5) if (at[0] + 1, at[1]) in cells else (0.0,):
            for dy in (0.32, 0.5, 0.0, -0.32):
                left = min(max(x + dx * field.size - width / 2, 1), field.width - width - 1)
                top = min(max(y + dy * field.size - height / 2, 1), field.height - height / 2)
                yield left, top, width, height


def _overlap(a: Box, b: Box) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def ghostly(body: str, grid: Grid, cells: Iterable[Spot], place: Callable[[Spot], Point], size: float) -> str:
    """Return what would lie on cells, half transparent, with a dashed line around all of them."""
    return f'<g opacity=".7">{body}</g>{highlighted([border(grid, cells, place, size, 1.5, 5)])}'


def tick(is_right: bool) -> Block:
    """Return a tick on a disc, or a cross on an octagon: told apart by their shapes, too."""
    if is_right:
        body = f'<circle cx="14" cy="14" r="13" fill="{_RIGHT}" stroke="#fff" stroke-width="2"/>'
        line = "M7.5 14.5l4.5 5 8.5-10.5"
    else:
        body = f'<path d="M9 1.5h10l7.5 7.5v10L19 26.5H9L1.5 19V9z" fill="{_WRONG}" stroke="#fff" stroke-width="2"/>'
        line = "M9 9l10 10M19 9L9 19"
    return Block(
        28,
        28,
        f'{body}<path d="{line}" fill="none" stroke="#fff" stroke-width="{number(3.5)}" stroke-linecap="round"/>',
    )
