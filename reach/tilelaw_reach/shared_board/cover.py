"""Covers the named cells of a shared board with pieces, by a randomised search that is repeated with a small budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import TypeAlias

from tilelaw_reach.deck import Face, Placement
from tilelaw_reach.play.data import Cell
from tilelaw_reach.shared_board.lines import Grid

FreeCells: TypeAlias = Mapping[Cell, set[str]]
"""The cells on which other pieces may lie, each with the words that must not lie there."""

TRIES = 20
"""How often the search is started."""
NODES, NODES_FOR_EACH = 20, 3
"""How many nodes of the search tree each start visits: a fixed number, and some more for each cell."""


class Cover:
    """Covers the named cells; a piece may extend to a free cell only if there is no other way."""

    def __init__(self, grid: Grid, words: Mapping[Cell, str], faces: Mapping[tuple[str, ...], Face]) -> None:
        self._grid = grid
        self._words = words
        self._faces = faces
        self._nodes = 0

    def find(self, stock: Counter[Face], free: FreeCells, chance: Random) -> list[Placement] | None:
        """Return placements that cover all named cells, or nothing if none are found."""
        for extension in ({}, free):
            for _ in range(TRIES):
                self._nodes = NODES_FOR_EACH * len(self._words) + NODES
                found = self._find({*self._words}, Counter(stock), extension, [], chance)
                if found is not None:
                    return found
        return None

    def _find(
        self, uncovered: set[Cell], stock: Counter[Face], free: FreeCells, done: list[Placement], chance: Random
    ) -> list[Placement] | None:
        if not uncovered:
            return done
        self._nodes -= 1
        if self._nodes < 0:
            return None
        taken = {cell for placement in done for cell in placement.cells}
        options = {at: self._options(at, uncovered, stock, free, taken) for at in uncovered}
        least = min(map(len, options.values()))
        at = chance.choice(sorted(at for at, listed in options.items() if len(listed) == least))
        # Faces with many pieces come first, so that rare ones are left for cells that need them.
        listed = sorted(
            options[at], key=lambda each: (stock[each.face] + 2 * chance.random(), each.cells), reverse=True
        )
        for placement in listed:
            left = stock.copy()
            left[placement.face] -= 1
            found = self._find(uncovered.difference(placement.cells), left, free, [*done, placement], chance)
            if found is not None or self._nodes < 0:
                return found
        return None

    def _options(
        self, at: Cell, uncovered: set[Cell], stock: Counter[Face], free: FreeCells, taken: set[Cell]
    ) -> list[Placement]:
        """Return the placements that cover a cell."""
        found: list[Placement] = []
        for mate in self._grid.around[at]:
            if mate in uncovered:
                others = [self._words[mate]]
            elif mate in free and mate not in taken:
                others = sorted({word for pair in self._faces for word in pair if word not in free[mate]})
            else:
                continue
            for other in others:
                placement = oriented(self._faces, at, mate, self._words[at], other)
                if placement is not None and stock[placement.face] > 0:
                    found.append(placement)
        return found


def oriented(faces: Mapping[tuple[str, ...], Face], at: Cell, mate: Cell, word: str, other: str) -> Placement | None:
    """Return the placement of two words on two cells, the halves as they are on the piece, if there is such a face."""
    face = faces.get((word, other))
    if face is not None:
        return Placement(face, (at, mate))
    face = faces.get((other, word))
    return Placement(face, (mate, at)) if face is not None else None
