"""The pieces that can be placed, grouped by what they show."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_reach.learn import Habits, PlaceAction
from tilelaw_reach.play.data import Cell, Content, Json, Piece

Face: TypeAlias = tuple[str, ...]
"""What a piece shows, half by half, each as JSON text; pieces with the same face are interchangeable."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of some face on cells, half by half."""

    face: Face
    cells: tuple[Cell, ...]


class Deck:
    """The pieces that can be placed, by their faces."""

    def __init__(self, habits: Habits, place: PlaceAction) -> None:
        self.habits = habits
        self.place = place
        self.pieces: dict[Face, list[Piece]] = {}
        self.face_of: dict[Piece, Face] = {}
        printed = habits.parts.printed[place.kind]
        for piece, copies in habits.parts.copies[place.kind].items():
            face = tuple(text(place.content(printed[piece][name])) for name in place.cells)
            self.face_of[piece] = face
            self.pieces.setdefault(face, []).extend([piece] * copies)

    def others(self, piece: Piece) -> list[Piece]:
        """Return a few other pieces, for a hand: a player who holds only one piece may be asked something else."""
        return [other for other in self.face_of if other != piece][:5]

    def stock(self, reserved: Mapping[Piece, int]) -> Counter[Face]:
        """Return how many pieces of each face there are besides the reserved ones."""
        found = Counter({face: len(pieces) for face, pieces in self.pieces.items()})
        for piece, number in reserved.items():
            found[self.face_of[piece]] -= number
        return found


def text(content: Mapping[str, Json]) -> str:
    """Return the content of a cell as text, so that it can be compared and hashed."""
    return json.dumps(content, sort_keys=True)


def content_of(half: str) -> Content:
    """Return the content that half a face stands for."""
    content: Content = json.loads(half)
    return content
