"""A way to cover what is named on a board with pieces, found by trying again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from tilelaw_reach.own_boards.cover import Face, Laid
from tilelaw_reach.play.parts import Cell
from tilelaw_reach.shared_board.lines import Ground

TRIES, NODES = 20, 3
"""So often it is tried, and so many pieces are tried each time for each cell."""


class Cover:
    """Covers some cells; pieces may reach out to bare cells where others may lie, if there is no other way."""

    def __init__(self, ground: Ground, words: Mapping[Cell, str], faces: Mapping[tuple[str, ...], Face]) -> None:
        self._ground = ground
        self._words = words
        self._faces = faces
        self._nodes = 0

    def find(self, stock: Counter[Face], outside: Mapping[Cell, set[str]], chance: Random) -> list[Laid] | None:
        """Return layings that cover all cells; on the cells `outside` some words must not lie."""
        for reach in ({}, outside):
            for _ in range(TRIES):
                self._nodes = NODES * len(self._words) + 20
                found = self._find({*self._words}, Counter(stock), reach, [], chance)
                if found is not None:
                    return found
        return None

    def _find(
        self, bare: set[Cell], stock: Counter[Face], outside: Mapping[Cell, set[str]], done: list[Laid], chance: Random
    ) -> list[Laid] | None:
        if not bare:
            return done
        self._nodes -= 1
        if self._nodes < 0:
            return None
        taken = {cell for laid in done for cell in laid.cells}
        options = {at: self._options(at, bare, stock, outside, taken) for at in bare}
        least = min(map(len, options.values()))
        at = chance.choice(sorted(at for at, listed in options.items() if len(listed) == least))
        listed = sorted(
            options[at], key=lambda laid: (stock[laid.face] + 2 * chance.random(), laid.cells), reverse=True
        )
        for laid in listed:
            left = stock.copy()
            left[laid.face] -= 1
            found = self._find(bare.difference(laid.cells), left, outside, [*done, laid], chance)
            if found is not None or self._nodes < 0:
                return found
        return None

    def _options(
        self, at: Cell, bare: set[Cell], stock: Counter[Face], outside: Mapping[Cell, set[str]], taken: set[Cell]
    ) -> list[Laid]:
        found: list[Laid] = []
        for mate in self._ground.around[at]:
            if mate in bare:
                others = [self._words[mate]]
            elif mate in outside and mate not in taken:
                others = [word for word in {each for pair in self._faces for each in pair} if word not in outside[mate]]
                others.sort()
            else:
                continue
            for other in others:
                face, cells = self._faces.get((self._words[at], other)), (at, mate)
                if face is None:
                    face, cells = self._faces.get((other, self._words[at])), (mate, at)
                if face is not None and stock[face] > 0:
                    found.append(Laid(face, cells))
        return found
