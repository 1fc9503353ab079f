"""The directions of grids, in canonical order, the relations that every grid has, and ways over an empty board.

Squares: x to the right, y down. Hexagons: axial q and r, r down. Directions belong to a shape of grid, not to a board:
those of two boards of squares are the same. Checker and engines share these names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tilelaw_dsl.ir import BoardDecl, Hexagon, RelationDecl, Squares

Spot: TypeAlias = tuple[int, int]
"""The coordinates of a cell."""

SQUARES = "squares"
HEXAGON = "hexagon"
DIRECTIONS: dict[str, dict[str, Spot]] = {
    SQUARES: {
        "up": (0, -1),
        "right": (1, 0),
        "down": (0, 1),
        "left": (-1, 0),
        "up_right": (1, -1),
        "down_right": (1, 1),
        "down_left": (-1, 1),
        "up_left": (-1, -1),
    },
    HEXAGON: {
        "east": (1, 0),
        "northeast": (1, -1),
        "northwest": (0, -1),
        "west": (-1, 0),
        "southwest": (-1, 1),
        "southeast": (0, 1),
    },
}
"""By the shape of the grid, the offset of each direction."""
RELATIONS: dict[str, dict[str, tuple[str, ...]]] = {
    SQUARES: {
        "orthogonal": tuple(DIRECTIONS[SQUARES])[:4],
        "diagonal": tuple(DIRECTIONS[SQUARES])[4:],
        "king": tuple(DIRECTIONS[SQUARES]),
    },
    HEXAGON: {"hex": tuple(DIRECTIONS[HEXAGON])},
}
"""By the shape of the grid, the directions of each relation that has a name of its own."""


def shape_of(grid: Squares | Hexagon) -> str:
    """Return the shape of a grid, to which its directions belong."""
    return SQUARES if isinstance(grid, Squares) else HEXAGON


def opposite(shape: str, direction: str) -> str:
    """Return the direction that leads back."""
    dx, dy = DIRECTIONS[shape][direction]
    return next(name for name, offset in DIRECTIONS[shape].items() if offset == (-dx, -dy))


def cells(grid: Squares | Hexagon) -> list[Spot]:
    """Return all cells of a grid in canonical order: by the first coordinate, then the second."""
    if isinstance(grid, Squares):
        return [
            (x, y) for x in range(grid.columns[0], grid.columns[1] + 1) for y in range(grid.rows[0], grid.rows[1] + 1)
        ]
    far = grid.side - 1
    return [(q, r) for q in range(-far, far + 1) for r in range(-far, far + 1) if abs(q + r) <= far]


def neighbours(board: BoardDecl, relation: RelationDecl) -> dict[Spot, list[Spot]]:
    """Return for each cell of a board the cells one step away."""
    found: dict[Spot, list[Spot]] = {spot: [] for spot in cells(board.grid)}
    offsets = [DIRECTIONS[shape_of(board.grid)][name] for name in relation.directions]
    for x, y in found:
        found[x, y] = [(x + dx, y + dy) for dx, dy in offsets if (x + dx, y + dy) in found]
    for x, y, to_x, to_y in relation.pairs:
        found[x, y].append((to_x, to_y))
    return found


def is_mutual(board: BoardDecl, relation: RelationDecl) -> bool:
    """Say whether every step of a relation can be taken back."""
    shape, pairs = shape_of(board.grid), set(relation.pairs)
    back = {opposite(shape, name) for name in relation.directions}
    return back == set(relation.directions) and pairs == {(c, d, a, b) for a, b, c, d in pairs}


def distances(beside: Mapping[Spot, list[Spot]], start: Spot) -> dict[Spot, int]:
    """Return the number of steps from a cell to every cell that can be reached from it."""
    found: dict[Spot, int] = {}
    edge, steps = {start}, 0
    while edge:
        found |= dict.fromkeys(edge, steps)
        edge = {to for at in edge for to in beside[at]} - found.keys()
        steps += 1
    return found


def farthest(board: BoardDecl, relation: RelationDecl) -> int:
    """Return the largest distance between two cells of a board; where no way leads, that is the number of its cells."""
    beside = neighbours(board, relation)
    found = [distances(beside, start) for start in beside]
    return max(len(beside) if len(ways) < len(beside) else max(ways.values()) for ways in found)


def most_regions(board: BoardDecl, relation: RelationDecl) -> int:
    """Return how many parts a set of cells can have at most: cells that are all neighbours of each other lie in one."""
    beside = neighbours(board, relation)
    left = dict.fromkeys(beside)
    groups = 0
    while left:
        groups += 1
        cell, _ = left.popitem()
        group = [cell]
        for other in beside[cell]:
            if other in left and all(other in beside[one] for one in group):
                group.append(other)
                del left[other]
    return groups
