"""Golomb's pentomino game on a chessboard, with squares as bits.

The table of forms beside the rules was written from these shapes; that they are right shows in the number of
openings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from strangers.brute import Answer

Cells: TypeAlias = tuple[tuple[int, int], ...]

SHAPES = {
    "f": ".XX/XX./.X.",
    "i": "XXXXX",
    "l": "X./X./X./XX",
    "n": ".X/.X/XX/X.",
    "p": "XX/XX/X.",
    "t": "XXX/.X./.X.",
    "u": "X.X/XXX",
    "v": "X../X../XXX",
    "w": "X../XX./.XX",
    "x": ".X./XXX/.X.",
    "y": ".X/XX/.X/.X",
    "z": "XX./.X./.XX",
}


class Place(NamedTuple):
    piece: str
    form: str
    corner: tuple[int, int]
    squares: int


def forms(shape: str) -> list[Cells]:
    """Return the ways a shape can lie."""
    cells = [(x, y) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == "X"]
    found = set()
    for _ in range(2):
        for _ in range(4):
            left, top = min(x for x, _ in cells), min(y for _, y in cells)
            found.add(tuple(sorted((x - left, y - top) for x, y in cells)))
            cells = [(y, -x) for x, y in cells]
        cells = [(-x, y) for x, y in cells]
    return sorted(found)


def _places() -> list[Place]:
    return [
        Place(name, f"{name}{number}", (left, top), sum(1 << (y + top) * 8 + x + left for x, y in form))
        for name, shape in SHAPES.items()
        for number, form in enumerate(forms(shape), start=1)
        for top in range(8 - max(y for _, y in form))
        for left in range(8 - max(x for x, _ in form))
    ]


PLACES = _places()


@dataclass(frozen=True, slots=True)
class Pentomino:
    covered: int = 0
    used: str = ""

    def moves(self) -> list[Place]:
        return [place for place in PLACES if not place.squares & self.covered and place.piece not in self.used]

    def after(self, move: Place) -> Self:
        return type(self)(self.covered | move.squares, self.used + move.piece)

    def answer(self, move: Place) -> Answer:
        return {"lay": {"what": move.form, "corner": list(move.corner)}}

    def result(self) -> list[int]:
        last = (len(self.used) - 1) % 2
        return [int(player == last) for player in (0, 1)]


def up_to_symmetry(place: Place) -> Cells:
    """Return the squares of a place, or of the one of its eight images that comes first."""
    cells = [(bit % 8, bit // 8) for bit in range(64) if place.squares >> bit & 1]
    images = []
    for _ in range(2):
        for _ in range(4):
            images.append(tuple(sorted(cells)))
            cells = [(7 - y, x) for x, y in cells]
        cells = [(7 - x, y) for x, y in cells]
    return min(images)
