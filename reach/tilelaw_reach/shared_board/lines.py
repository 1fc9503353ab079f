"""A shared board and the lines on it: what half a piece would gain on any empty cell is always known.

A gain is the number of cells with the same word in the straight lines that start beside the cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from tilelaw_reach.play.data import Cell, step_from


class Grid:
    """The cells of a shared board and the straight lines through them; the same in all games.

    `printed` are the words that cells of the board itself show; nothing is placed there.
    """

    def __init__(self, cells: Iterable[Cell], steps: Iterable[Cell], printed: Mapping[Cell, str]) -> None:
        self.printed = dict(printed)
        self.cells = sorted({*cells} - self.printed.keys())
        everywhere = {*self.cells, *self.printed}
        directions = sorted(steps)
        self.opposite = [directions.index((-x, -y)) for x, y in directions]
        """For each direction the number of the opposite one."""
        self.rays = {at: [_ray(at, step, everywhere) for step in directions] for at in everywhere}
        """For each cell and direction the cells that follow."""
        self.direction = {
            (at, ray[0]): number for at, rays in self.rays.items() for number, ray in enumerate(rays) if ray
        }
        """The number of the direction from a cell to one beside it."""
        self.around = {at: [ray[0] for ray in rays if ray] for at, rays in self.rays.items()}
        self.pairs = [(at, mate) for at in self.cells for mate in self.around[at] if mate not in self.printed]
        """The pairs of cells on which a piece can lie."""


def _ray(at: Cell, step: Cell, everywhere: set[Cell]) -> list[Cell]:
    found: list[Cell] = []
    here = step_from(at, step)
    while here in everywhere:
        found.append(here)
        here = step_from(here, step)
    return found


class Lines:
    """The words on a grid in one game, and what can be gained beside them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.words: dict[Cell, str] = dict(grid.printed)
        self.empty: set[Cell] = set(grid.cells)
        self._runs: dict[Cell, list[tuple[str, int]]] = {}
        """For each empty cell and direction the word that comes first, and how many of it lie in a line."""
        self.gains: dict[Cell, dict[str, int]] = {}
        """For each empty cell what half a piece gains there, by its word; words that gain nothing are left out."""
        for at in grid.cells:
            self._runs[at] = [self._run(at, number) for number in range(len(grid.opposite))]
            self._add_up(at)

    def copy(self) -> Lines:
        """Return a copy that can be changed independently."""
        found = copy(self)
        found.words = dict(self.words)
        found.empty = set(self.empty)
        found._runs = {at: list(runs) for at, runs in self._runs.items()}
        found.gains = dict(self.gains)
        return found

    def place(self, at: Cell, word: str) -> None:
        """Place half a piece, and count again what is seen from the nearest empty cell in each direction."""
        self.words[at] = word
        self.empty.discard(at)
        for number, ray in enumerate(self.grid.rays[at]):
            for cell in ray:
                if cell in self.empty:
                    back = self.grid.opposite[number]
                    self._runs[cell][back] = self._run(cell, back)
                    self._add_up(cell)
                    break

    def _run(self, at: Cell, number: int) -> tuple[str, int]:
        found, length = "", 0
        for cell in self.grid.rays[at][number]:
            word = self.words.get(cell, "")
            if not word or (found and word != found):
                break
            found, length = word, length + 1
        return found, length

    def _add_up(self, at: Cell) -> None:
        gains: dict[str, int] = {}
        for word, length in self._runs[at]:
            if word:
                gains[word] = gains.get(word, 0) + length
        self.gains[at] = gains

    def empty_around(self, at: Cell) -> list[Cell]:
        """Return the empty cells beside a cell."""
        return [cell for cell in self.grid.around[at] if cell in self.empty]

    def gain_beside(self, at: Cell, new: Cell, word: str) -> int:
        """Return what half a piece would gain on an empty cell if one of the same word lay on `new` beside it."""
        found, length = self._runs[new][self.grid.direction[at, new]]
        return self.gains[at].get(word, 0) + 1 + (length if found == word else 0)
