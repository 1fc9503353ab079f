"""The directions of grids, in canonical order, and which of them each relation uses.

Squares: x to the right, y down. Hexes: axial q and r, r down. Checker and engines share these names.
"""

from __future__ import annotations

from tilelaw_dsl.ir import Hexagon, Squares, Steps

SQUARE_DIRECTIONS: dict[str, tuple[int, int]] = {
    "up": (0, -1),
    "right": (1, 0),
    "down": (0, 1),
    "left": (-1, 0),
    "up_right": (1, -1),
    "down_right": (1, 1),
    "down_left": (-1, 1),
    "up_left": (-1, -1),
}
HEX_DIRECTIONS: dict[str, tuple[int, int]] = {
    "east": (1, 0),
    "northeast": (1, -1),
    "northwest": (0, -1),
    "west": (-1, 0),
    "southwest": (-1, 1),
    "southeast": (0, 1),
}
STEPS_OF: dict[Steps, dict[str, tuple[int, int]]] = {
    Steps.ORTHOGONAL: dict(list(SQUARE_DIRECTIONS.items())[:4]),
    Steps.KING: SQUARE_DIRECTIONS,
    Steps.HEX: HEX_DIRECTIONS,
}


def directions(grid: Squares | Hexagon) -> dict[str, tuple[int, int]]:
    """Return all directions of a grid by name, with their offsets."""
    return SQUARE_DIRECTIONS if isinstance(grid, Squares) else HEX_DIRECTIONS


def cells(grid: Squares | Hexagon) -> list[tuple[int, int]]:
    """Return all cells of a grid in canonical order: by the first coordinate, then the second."""
    if isinstance(grid, Squares):
        return [
            (x, y) for x in range(grid.columns[0], grid.columns[1] + 1) for y in range(grid.rows[0], grid.rows[1] + 1)
        ]
    far = grid.side - 1
    return [(q, r) for q in range(-far, far + 1) for r in range(-far, far + 1) if abs(q + r) <= far]


def distance(steps: Steps, start: tuple[int, int], end: tuple[int, int]) -> int:
    """Return the number of steps between two cells of an empty, endless grid."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if steps is Steps.ORTHOGONAL:
        return abs(dx) + abs(dy)
    if steps is Steps.KING:
        return max(abs(dx), abs(dy))
    return max(abs(dx), abs(dy), abs(dx + dy))
