"""One territory of Kingdomino Origins, Discovery mode: placing, lava and scoring, written from the rulebooks.

Part of the plain second engine in discovery.py, independent of spec/: it shares no code with spec/, only the
list of printed dominoes (a CSV file of facts). The hut stands on (0, 0) and is never listed.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Cell = tuple[int, int]
Position = dict[str, Any]
Grid = dict[Cell, dict[str, Any]]

DOMINOES_CSV = Path(__file__).parents[2] / "spec" / "tilelaw_spec" / "data" / "origins_dominoes.csv"
HUT: Cell = (0, 0)
VOLCANO = "volcano"
LAVA_RANGE = {1: 3, 2: 2, 3: 1}


class Half(NamedTuple):
    """One square of a domino as printed."""

    terrain: str
    flames: int
    craters: int


# The printed dominoes


def dominoes(path: Path = DOMINOES_CSV) -> dict[int, tuple[Half, Half]]:
    """Read the printed dominoes, by number, from a CSV file."""
    found: dict[int, tuple[Half, Half]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            a = Half(line["a_terrain"], int(line["a_flames"]), int(line["a_craters"]))
            b = Half(line["b_terrain"], int(line["b_flames"]), int(line["b_craters"]))
            found[int(line["number"])] = (a, b)
    return found


@cache
def printed() -> dict[int, tuple[Half, Half]]:
    """Return the printed dominoes of the project's own list, read once."""
    return dominoes(DOMINOES_CSV)


# Squares of a territory


def cell_of(at: Any) -> Cell:
    """Turn a JSON cell into a pair of numbers."""
    x, y = at
    return (int(x), int(y))


def _neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)]


def _grid(position: Position, player: int) -> Grid:
    grid: Grid = {}
    for square in position["territories"][player]:
        grid[cell_of(square["at"])] = square
    return grid


def _flames(square: dict[str, Any]) -> int:
    return int(square.get("flames", 0)) + int(square.get("fire", 0))


# Placing a domino


def _size_limit(position: Position) -> int:
    if position["players"] == 2:
        return 7
    return 5


def _is_empty(grid: Grid, a: Cell, b: Cell) -> bool:
    return HUT not in (a, b) and a not in grid and b not in grid


def _connects(grid: Grid, halves: tuple[Half, Half], a: Cell, b: Cell) -> bool:
    for half, cell in zip(halves, (a, b), strict=True):
        for neighbour in _neighbours(cell):
            if neighbour == HUT:
                return True
            if neighbour in grid and grid[neighbour]["terrain"] == half.terrain:
                return True
    return False


def _fits(grid: Grid, limit: int, a: Cell, b: Cell) -> bool:
    squares = [HUT, a, b, *grid]
    columns = [x for x, _ in squares]
    rows = [y for _, y in squares]
    return max(columns) - min(columns) < limit and max(rows) - min(rows) < limit


def failing_place_rules(position: Position, player: int, tile: int, a: Cell, b: Cell) -> list[str]:
    """Name the rules that this placing breaks, each judged by itself; an empty list means it is legal."""
    grid = _grid(position, player)
    halves = printed()[tile]
    a, b = cell_of(a), cell_of(b)
    failing: list[str] = []
    if not _is_empty(grid, a, b):
        failing.append("place.empty")
    if b not in _neighbours(a):
        failing.append("place.shape")
    if not _connects(grid, halves, a, b):
        failing.append("place.connects")
    if not _fits(grid, _size_limit(position), a, b):
        failing.append("place.fits")
    return failing


def canonical_place(halves: tuple[Half, Half], a: Cell, b: Cell) -> tuple[Cell, Cell]:
    """Spell a placing in the one listed way: of two equal halves, a is on the smaller cell."""
    if halves[0] == halves[1] and b < a:
        return (b, a)
    return (a, b)


def legal_places(position: Position, player: int, tile: int) -> set[tuple[Cell, Cell]]:
    """List the legal placings as (a, b), with the smaller cell as a when both halves are equal."""
    grid = _grid(position, player)
    limit = _size_limit(position)
    halves = printed()[tile]
    found: set[tuple[Cell, Cell]] = set()
    for x in range(-limit + 1, limit):
        for y in range(-limit + 1, limit):
            a = (x, y)
            for b in _neighbours(a):
                if _is_empty(grid, a, b) and _connects(grid, halves, a, b) and _fits(grid, limit, a, b):
                    found.add(canonical_place(halves, a, b))
    return found


# Lava


def _failing_lava(grid: Grid, source: Cell, craters: int, at: Cell) -> list[str]:
    failing: list[str] = []
    if max(abs(at[0] - source[0]), abs(at[1] - source[1])) > LAVA_RANGE[craters]:
        failing.append("lava.range")
    if at in grid and _flames(grid[at]) > 0:
        failing.append("lava.landing")
    if at not in grid and at != HUT:
        failing.append("lava.on-territory")
    if at in grid and grid[at]["terrain"] == VOLCANO:
        failing.append("lava.not-volcano")
    if at == HUT:
        failing.append("lava.not-hut")
    return failing


def failing_lava_rules(position: Position, player: int, source_cell: Cell, craters: int, at: Cell) -> list[str]:
    """Name the rules that this landing breaks, each judged by itself; an empty list means it is legal."""
    return _failing_lava(_grid(position, player), cell_of(source_cell), craters, cell_of(at))


def legal_landings(position: Position, player: int, source_cell: Cell, craters: int) -> set[Cell]:
    """List the squares on which the fire token of this volcano may land."""
    grid = _grid(position, player)
    return {at for at in grid if not _failing_lava(grid, cell_of(source_cell), craters, at)}


# Scoring


def regions(position: Position, player: int) -> list[tuple[str, set[Cell]]]:
    """List the connected areas of one terrain, volcanoes too, by their smallest cell."""
    grid = _grid(position, player)
    found: list[tuple[str, set[Cell]]] = []
    seen: set[Cell] = set()
    for start in sorted(grid):
        if start in seen:
            continue
        terrain = str(grid[start]["terrain"])
        region = {start}
        waiting = [start]
        while waiting:
            for neighbour in _neighbours(waiting.pop()):
                if neighbour in grid and neighbour not in region and grid[neighbour]["terrain"] == terrain:
                    region.add(neighbour)
                    waiting.append(neighbour)
        seen |= region
        found.append((terrain, region))
    return found


def region_points(position: Position, player: int) -> dict[str, int]:
    """Add up squares times flames of every region by terrain; terrains without points are left out."""
    grid = _grid(position, player)
    points: dict[str, int] = {}
    for terrain, cells in regions(position, player):
        worth = len(cells) * sum(_flames(grid[cell]) for cell in cells)
        if terrain != VOLCANO and worth > 0:
            points[terrain] = points.get(terrain, 0) + worth
    return points


def total(position: Position, player: int) -> int:
    """Return the player's points, without the optional bonuses."""
    return sum(region_points(position, player).values())


def result(position: Position, player: int) -> list[int]:
    """Return what players are compared by: total, squares of the largest region, flames in all."""
    largest = max((len(cells) for _, cells in regions(position, player)), default=0)
    flames = sum(_flames(square) for square in _grid(position, player).values())
    return [total(position, player), largest, flames]


def ranking(position: Position) -> list[list[int]]:
    """Group the players by equal results, best group first."""
    results = [result(position, player) for player in range(position["players"])]
    groups: list[list[int]] = []
    for best in sorted({tuple(each) for each in results}, reverse=True):
        groups.append([player for player, each in enumerate(results) if tuple(each) == best])
    return groups
