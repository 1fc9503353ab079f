"""A board that is nobody's own, kept so that the gain of every half on every bare cell is known at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from tilelaw_reach.play.parts import Cell


class Ground:
    """Where pieces can lie, and what can be seen from where; the same for all games."""

    def __init__(self, cells: Iterable[Cell], steps: Iterable[tuple[int, ...]], shown: Mapping[Cell, str]) -> None:
        self.shown = dict(shown)
        self.cells = sorted({*cells} - self.shown.keys())
        everywhere = {*self.cells, *self.shown}
        directions = sorted(steps)
        self.back = [directions.index((-x, -y)) for x, y in directions]
        self.rays: dict[Cell, list[list[Cell]]] = {}
        """For each cell the cells that follow in each direction."""
        for at in everywhere:
            self.rays[at] = [self._ray(at, (step[0], step[1]), everywhere) for step in directions]
        self.ways = {(at, ray[0]): number for at, rays in self.rays.items() for number, ray in enumerate(rays) if ray}
        """The direction from a cell to one beside it."""
        self.around = {at: [ray[0] for ray in rays if ray] for at, rays in self.rays.items()}
        self.pairs = [(at, mate) for at in self.cells for mate in self.around[at] if mate not in self.shown]

    def _ray(self, at: Cell, step: tuple[int, int], everywhere: set[Cell]) -> list[Cell]:
        found: list[Cell] = []
        here = (at[0] + step[0], at[1] + step[1])
        while here in everywhere:
            found.append(here)
            here = (here[0] + step[0], here[1] + step[1])
        return found


class Sight:
    """What lies on the ground in one game."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.words: dict[Cell, str] = dict(ground.shown)
        self.bare: set[Cell] = set(ground.cells)
        self._runs: dict[Cell, list[tuple[str, int]]] = {}
        self.gains: dict[Cell, dict[str, int]] = {}
        """For each bare cell what halves of each word gain there; words that gain nothing are left out."""
        for at in ground.cells:
            self._runs[at] = [self._run(at, number) for number in range(len(ground.back))]
            self._add_up(at)

    def copy(self) -> Sight:
        """Return the same, to be changed apart."""
        found = copy(self)
        found.words = dict(self.words)
        found.bare = set(self.bare)
        found._runs = {at: list(runs) for at, runs in self._runs.items()}
        found.gains = dict(self.gains)
        return found

    def lay(self, at: Cell, word: str) -> None:
        """Lay half a piece."""
        self.words[at] = word
        self.bare.discard(at)
        self._look_again(at)

    def _look_again(self, at: Cell) -> None:
        """Count anew what is seen from the bare cells that see a cell."""
        for number, ray in enumerate(self.ground.rays[at]):
            for cell in ray:
                if cell in self.bare:
                    back = self.ground.back[number]
                    self._runs[cell][back] = self._run(cell, back)
                    self._add_up(cell)
                    break

    def _run(self, at: Cell, number: int) -> tuple[str, int]:
        """Return the word of the next cell in a direction, and how many like it lie there in a row."""
        found, length = "", 0
        for cell in self.ground.rays[at][number]:
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

    def bare_around(self, at: Cell) -> list[Cell]:
        """Return the bare cells beside a cell."""
        return [cell for cell in self.ground.around[at] if cell in self.bare]

    def gain_beside(self, at: Cell, new: Cell, word: str) -> int:
        """Return what a half would gain on a bare cell if another like it were laid beside that."""
        number = self.ground.ways[at, new]
        found, length = self._runs[new][number]
        return self.gains[at].get(word, 0) + 1 + (length if found == word else 0)
