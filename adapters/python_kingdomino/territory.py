"""One player's territory: what lies on it, where a domino may be placed, and its regions.

The hut stands on (0, 0). It is no square of a domino, so it is listed only when lava may land on it and did.
"""

from __future__ import annotations

from typing import NamedTuple

from reading import Cell

HUT: Cell = (0, 0)


class Square(NamedTuple):
    """What is printed on one square and what lies on it."""

    terrain: str  # empty only for the hut
    symbols: int = 0  # printed flames or crowns
    craters: int = 0
    fire: int = 0  # flames of a fire token
    vent: bool = False  # a volcano just laid that has yet to erupt
    leads: bool = False  # the one its owner chose to erupt first
    resource: str = ""
    caveman: str = ""

    @property
    def flames(self) -> int:
        """Printed symbols and those of a token together."""
        return self.symbols + self.fire


Territory = dict[Cell, Square]
Halves = tuple[Square, Square]


def beside(cell: Cell) -> list[Cell]:
    """List the four orthogonal neighbours."""
    x, y = cell
    return [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)]


def around(cell: Cell) -> list[Cell]:
    """List the eight surrounding cells."""
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


# Placing


def _connects(land: Territory, halves: Halves, cells: tuple[Cell, Cell]) -> bool:
    for half, cell in zip(halves, cells, strict=True):
        for neighbour in beside(cell):
            if neighbour == HUT:  # the joker
                return True
            if neighbour in land and land[neighbour].terrain == half.terrain:
                return True
    return False


def _corners(cells: list[Cell]) -> list[Cell]:
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return [(min(xs), min(ys)), (max(xs), max(ys))]


def _fits(cells: list[Cell], size: int) -> bool:
    (left, top), (right, bottom) = _corners(cells)
    return right - left < size and bottom - top < size


def place_faults(land: Territory, halves: Halves, a: Cell, b: Cell, size: int) -> list[str]:
    """Name every rule against laying the halves on a and b, each judged as if it were the only one."""
    faults = []
    if HUT in (a, b) or a in land or b in land:
        faults.append("place.empty")
    if b not in beside(a):
        faults.append("place.shape")
    if not _connects(land, halves, (a, b)):
        faults.append("place.connects")
    if not _fits([HUT, a, b, *land], size):
        faults.append("place.fits")
    return faults


def placings(land: Territory, halves: Halves, size: int) -> list[tuple[Cell, Cell]]:
    """List where the halves may be laid, in order; of two equal halves the first lies on the smaller cell."""
    # A connected domino has a half beside the hut or a laid square, so only those cells and theirs are tried.
    edge = {cell for laid in (HUT, *land) for cell in beside(laid) if cell != HUT and cell not in land}
    corners = _corners([HUT, *land])
    found = set()
    for one in edge:
        for other in beside(one):
            if other == HUT or other in land or not _fits([one, other, *corners], size):
                continue
            for a, b in ((one, other), (other, one)):
                if _connects(land, halves, (a, b)):
                    found.add(canonical_place(halves, a, b))
    return sorted(found)


def canonical_place(halves: Halves, a: Cell, b: Cell) -> tuple[Cell, Cell]:
    """Spell a placing in the one way that is listed: nobody could tell two equal halves apart afterwards."""
    return (b, a) if halves[0] == halves[1] and b < a else (a, b)


# Regions


def regions(land: Territory) -> list[tuple[str, set[Cell]]]:
    """List the orthogonally connected areas of one terrain, volcanoes too; the hut belongs to none."""
    found = []
    left = {cell for cell, square in land.items() if square.terrain}
    while left:
        start = left.pop()
        region, waiting = {start}, [start]
        while waiting:
            for cell in beside(waiting.pop()):
                if cell in left and land[cell].terrain == land[start].terrain:
                    left.remove(cell)
                    region.add(cell)
                    waiting.append(cell)
        found.append((land[start].terrain, region))
    return found


def kinds_of_resources(land: Territory) -> set[str]:
    """Collect the kinds of wooden resources lying on a territory."""
    return {square.resource for square in land.values() if square.resource}
