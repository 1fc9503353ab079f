"""What is drawn over the cells of a board: highlighted cells, outlined regions with their labels, ticks and crosses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tilelaw_draw.looks.style import Grid
from tilelaw_draw.pictures.canvas import STRONG, TEXT, Block, number, rect, text, text_width
from tilelaw_draw.pictures.shapes import Point, border
from tilelaw_draw.values import Spot
from tilelaw_draw.view import Outline

_RIGHT, _WRONG = "#1f7a3a", "#c01f2e"


def highlighted(paths: Iterable[str]) -> str:
    """Return outlines that are seen on every ground, in print too."""
    d = "".join(paths)
    both = f'<path d="{d}" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>'
    return both + f'<path d="{d}" fill="none" stroke="{STRONG}" stroke-width="3" stroke-dasharray="6 3"/>'


def outlined(
    outlines: Sequence[Outline], grid: Grid, spots: Mapping[Spot, Point], size: float, room: tuple[float, float]
) -> str:
    """Return regions, each with a line along its border and its label, which stays within a width and a height."""
    shown = [(each, [at for at in each.cells if at in spots]) for each in outlines]
    shown = [(each, cells) for each, cells in shown if cells]
    if not shown:
        return ""
    d = "".join(border(grid, cells, spots.__getitem__, size, 3, 6) for _, cells in shown)
    body = f'<path d="{d}" fill="none" stroke="#fff" stroke-width="5"/>'
    body += f'<path d="{d}" fill="none" stroke="{TEXT}" stroke-width="2.5"/>'
    used: list[tuple[float, float, float, float]] = []
    for each, cells in sorted(shown, key=lambda pair: len(pair[1])):  # small regions have the least choice
        if each.label:
            place = _best(each.label, cells, spots, size, room, used)
            used.append(place)
            body += _label(each.label, place)
    return body


def _label(words: str, place: tuple[float, float, float, float]) -> str:
    x, y, width, height = place
    card = rect(x, y, width, height, "#fff", round_=height / 2, line=TEXT)
    return card + text(x + width / 2, y + height * 0.74, words, size=12, bold=True, at="middle")


def _best(
    words: str,
    cells: Sequence[Spot],
    spots: Mapping[Spot, Point],
    size: float,
    room: tuple[float, float],
    used: Sequence[tuple[float, float, float, float]],
) -> tuple[float, float, float, float]:
    """Return the place of a label: in the region, near its middle, and on no other label."""
    width, height = text_width(words, 12, bold=True) + 10, 17.0
    middle_x = sum(spots[at][0] for at in cells) / len(cells)
    middle_y = sum(spots[at][1] for at in cells) / len(cells)
    inside = {spots[at] for at in cells}

    def cost(place: tuple[float, float, float, float]) -> float:
        x, y, _, _ = place
        hidden = sum(_overlap(place, other) for other in used)
        beside = sum(
            _overlap(place, (cx - size / 2, cy - size / 2, size, size))
            for cx, cy in spots.values()
            if (cx, cy) not in inside
        )
        away = abs(x + width / 2 - middle_x) + abs(y + height / 2 - middle_y)
        return hidden * 10 + beside + away * 2

    return min(_places(cells, spots, size, (width, height), room), key=cost)


def _places(
    cells: Sequence[Spot],
    spots: Mapping[Spot, Point],
    size: float,
    card: tuple[float, float],
    room: tuple[float, float],
) -> Iterator[tuple[float, float, float, float]]:
    """Yield places for a label: low on each cell, and between it and the next."""
    width, height = card
    for at in sorted(cells):
        x, y = spots[at]
        for dx in (0.0, 0.5) if (at[0] + 1, at[1]) in cells else (0.0,):
            for dy in (0.27, -0.05, -0.3):
                left = min(max(x + dx * size - width / 2, 1), room[0] - width - 1)
                top = min(max(y + dy * size - height / 2, 1), room[1] - height - 1)
                yield left, top, width, height


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
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
