"""The cells of one board and how they are connected: geometry without any position.

Every player's copy of an owned board has the same cells, told apart by `Cell.owner`; no step leads from one
copy to another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry
from tilelaw_reference.model.values import SHARED, Cell, Direction

DIRECTIONS = {
    shape: {name: Direction(place, name, dx, dy) for place, (name, (dx, dy)) in enumerate(offsets.items())}
    for shape, offsets in geometry.DIRECTIONS.items()
}
"""By the shape of the grid, the directions by name."""


class Grid:
    """A board's cells, directions and relations."""

    def __init__(self, board: ir.BoardDecl, players: int) -> None:
        spots = geometry.cells(board.grid)
        owners = range(players) if board.owned else (SHARED,)
        self.board = board
        self.cells = {owner: frozenset(Cell(owner, x, y) for x, y in spots) for owner in owners}
        self._directions = DIRECTIONS[geometry.shape_of(board.grid)]
        self._relations = {relation.name: relation for relation in board.relations}
        self._beside: dict[str, dict[geometry.Spot, list[geometry.Spot]]] = {}
        self._distances: dict[tuple[str, int, int], dict[geometry.Spot, int]] = {}
        self._spots = frozenset(spots)

    def at(self, owner: int, x: int, y: int) -> Cell | None:
        """Return the cell at two coordinates, or nothing off the board."""
        return Cell(owner, x, y) if (x, y) in self._spots else None

    def shift(self, cell: Cell, direction: Direction) -> Cell | None:
        """Return the cell beside a cell, or nothing beyond the edge."""
        return self.at(cell.owner, cell.x + direction.dx, cell.y + direction.dy)

    def heading(self, start: Cell, end: Cell) -> Direction | None:
        """Return the direction that leads from one cell to its neighbour."""
        return next((d for d in self._directions.values() if self.shift(start, d) == end), None)

    def distance(self, relation: str, start: Cell, end: Cell) -> int:
        """Return the number of steps between two cells of the empty board; if none lead there, that of all cells.

        A cell beside the board is as good as none.
        """
        if not {start[1:], end[1:]} <= self._spots:
            return 0
        key = (relation, start.x, start.y)
        if key not in self._distances:
            self._distances[key] = geometry.distances(self._neighbours(relation), (start.x, start.y))
        return self._distances[key].get((end.x, end.y), len(self._spots))

    def neighbours(self, relation: str, cells: Iterable[Cell]) -> set[Cell]:
        """Return the cells one step away from any of some cells."""
        decl = self._relations[relation]
        if decl.pairs:
            beside = self._neighbours(relation)
            return {Cell(cell.owner, *spot) for cell in cells for spot in beside.get((cell.x, cell.y), ())}
        # By directions even a cell beside the board, as an answer may name it, has neighbours.
        directions = [self._directions[name] for name in decl.directions]
        found = (self.shift(cell, direction) for cell in cells for direction in directions)
        return {cell for cell in found if cell is not None}

    def _neighbours(self, relation: str) -> dict[geometry.Spot, list[geometry.Spot]]:
        """Return the neighbours of all cells, found when they are first asked for."""
        if relation not in self._beside:
            self._beside[relation] = geometry.neighbours(self.board, self._relations[relation])
        return self._beside[relation]

    def reach(
        self, relation: str, start: frozenset[Cell], steps: int, inside: frozenset[Cell] | None
    ) -> frozenset[Cell]:
        """Return the cells one to `steps` steps away, never stepping outside `inside`.

        The starting cells count as reached only when a step leads to them.
        """
        reached: set[Cell] = set()
        edge: Iterable[Cell] = start
        for _ in range(steps):
            edge = self.neighbours(relation, edge) - reached
            if inside is not None:
                edge &= inside
            if not edge:
                break
            reached |= edge
        return frozenset(reached)

    def regions(self, relation: str, cells: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
        """Return the connected parts of a set of cells."""
        found = set()
        left = set(cells)
        while left:
            seed = frozenset({left.pop()})
            region = seed | self.reach(relation, seed, len(cells), cells)
            found.add(region)
            left -= region
        return frozenset(found)

    def line(self, start: Cell, direction: Direction, inside: frozenset[Cell]) -> Iterator[Cell]:
        """Yield a cell with the unbroken runs on both its sides."""
        yield start
        yield from self.run(start, direction, inside)
        yield from self.run(start, direction._replace(dx=-direction.dx, dy=-direction.dy), inside)

    def run(self, start: Cell, direction: Direction, inside: frozenset[Cell]) -> Iterator[Cell]:
        """Yield the unbroken run of cells that begins beside a cell."""
        cell = self.shift(start, direction)
        while cell in inside:
            assert cell is not None
            yield cell
            cell = self.shift(cell, direction)


def span(cells: frozenset[Cell]) -> int:
    """Return the longer side of the smallest upright rectangle around some cells."""
    if not cells:
        return 0
    columns = {cell.x for cell in cells}
    rows = {cell.y for cell in cells}
    return max(max(columns) - min(columns), max(rows) - min(rows)) + 1
