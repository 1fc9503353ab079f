"""Outlines of cells and of groups of cells, on squares and on hexes.

A cell is given by its coordinates and drawn around a centre; all outlines run clockwise, so what is enclosed lies to
the right of every side, and an outline can be drawn a little inside. Corners are rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from tilelaw_draw.looks.style import Grid
from tilelaw_draw.pictures.canvas import number
from tilelaw_draw.values import Spot

Point: TypeAlias = tuple[float, float]

_CORNERS: Mapping[Grid, tuple[Point, ...]] = {
    Grid.SQUARES: ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),
    Grid.HEXES: ((0, -0.577), (0.5, -0.289), (0.5, 0.289), (0, 0.577), (-0.5, 0.289), (-0.5, -0.289)),
}
_ACROSS: Mapping[Grid, tuple[Spot, ...]] = {
    Grid.SQUARES: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    Grid.HEXES: ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
"""The cell on the other side of the line from each corner to the next."""


def outline(grid: Grid, x: float, y: float, size: float) -> str:
    """Return the path around a cell of a width, given its centre."""
    if grid is Grid.SQUARES:
        return f"M{number(x - size / 2)} {number(y - size / 2)}h{number(size)}v{number(size)}h{number(-size)}z"
    wide, high = number(size / 2), number(size * 0.289)
    side = number(size * 0.577)
    return f"M{number(x)} {number(y - size * 0.577)}l{wide} {high}v{side}l-{wide} {high}-{wide}-{high}v-{side}z"


def centre(grid: Grid, at: Spot, size: float) -> Point:
    """Return the centre of a cell when the cell 0,0 has its centre at 0,0."""
    if grid is Grid.SQUARES:
        return at[0] * size, at[1] * size
    return (at[0] + at[1] / 2) * size, at[1] * size * 0.866


def neighbours(grid: Grid, at: Spot) -> list[Spot]:
    """Return the cells beside a cell."""
    return [(at[0] + dx, at[1] + dy) for dx, dy in _ACROSS[grid]]


def rounded(
    grid: Grid, at: Spot, middle: Point, size: float, group: Collection[Spot], inset: float, radius: float
) -> str:
    """Return the path around one cell of a group: open sides stay where they are, outer ones move inwards."""
    corners = [(middle[0] + dx * size, middle[1] + dy * size) for dx, dy in _CORNERS[grid]]
    depths = [0.0 if beside in group else inset for beside in neighbours(grid, at)]
    sharp = [
        not (depths[i - 1] and depths[i])  # where the group goes on, its edge must not be broken
        for i in range(len(corners))
    ]
    return _drawn(_moved(corners, depths), [0.0 if plain else radius for plain in sharp])


def border(
    grid: Grid, cells: Iterable[Spot], place: Callable[[Spot], Point], size: float, inset: float, radius: float
) -> str:
    """Return the path around a group of cells, around each part and each hole of it."""
    group = {*cells}
    starts: dict[Spot, list[tuple[Point, Point, Spot]]] = {}
    for at in sorted(group):
        x, y = place(at)
        corners = [(x + dx * size, y + dy * size) for dx, dy in _CORNERS[grid]]
        for i, beside in enumerate(neighbours(grid, at)):
            if beside not in group:
                start, end = corners[i], corners[(i + 1) % len(corners)]
                starts.setdefault(_key(start), []).append((start, end, at))
    path = ""
    while starts:
        path += _loop(starts, inset, radius)
    return path


def _key(point: Point) -> Spot:
    return round(point[0] * 4), round(point[1] * 4)


def _loop(starts: dict[Spot, list[tuple[Point, Point, Spot]]], inset: float, radius: float) -> str:
    """Return the path along sides that follow each other, and take them out."""
    points = []
    key, cell = next(iter(starts)), None
    while key in starts:
        sides = starts[key]
        # Where two cells touch in a corner, the way goes on around the same one.
        side = next((side for side in sides if side[2] == cell), sides[0])
        sides.remove(side)
        if not sides:
            del starts[key]
        points.append(side[0])
        key, cell = _key(side[1]), side[2]
    moved = _moved(points, [inset] * len(points))
    return _drawn(moved, [radius] * len(moved))


def _moved(points: Sequence[Point], depths: Sequence[float]) -> list[Point]:
    """Return a polygon with each side (from the point of its number) so much further in; straight points vanish."""
    found = []
    for i, (x, y) in enumerate(points):
        before, after = _inwards(points[i - 1], (x, y)), _inwards((x, y), points[(i + 1) % len(points)])
        turn = before[0] * after[1] - before[1] * after[0]
        if abs(turn) < 0.01:
            continue
        first, second = depths[i - 1], depths[i]
        found.append(
            (x + (first * after[1] - second * before[1]) / turn, y + (second * before[0] - first * after[0]) / turn)
        )
    return found


def _inwards(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1
    return -dy / length, dx / length


def _drawn(points: Sequence[Point], radii: Sequence[float]) -> str:
    """Return the path through points with rounded corners."""
    parts: list[str] = []
    for i, (point, radius) in enumerate(zip(points, radii, strict=True)):
        command = "L" if parts else "M"
        if not radius:
            parts.append(f"{command}{_pair(point)}")
            continue
        before = _towards(point, points[i - 1], radius)
        after = _towards(point, points[(i + 1) % len(points)], radius)
        parts.append(f"{command}{_pair(before)}Q{_pair(point)} {_pair(after)}")
    return "".join(parts) + "z" if parts else ""


def _towards(start: Point, end: Point, distance: float) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1
    part = min(distance / length, 0.5)
    return start[0] + dx * part, start[1] + dy * part


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
