"""What is to happen in a game: who lays what and when, and which pieces come out of the piles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from tilelaw_reach.own_boards.sequences import Pause, Step
from tilelaw_reach.play.parts import Cell, Piece

Plans: TypeAlias = dict[int, list[Step | Pause]]
"""For each player what is laid, in order."""


@dataclass(slots=True)
class Script:
    """A plan of a game; what it leaves open is left to chance."""

    steps: Plans
    """What players lay on boards that are named; under -1, what is laid on a board that is nobody's own."""
    pieces: dict[int, list[Piece]]
    """The pieces they lay, one for each step."""
    rows: list[list[Piece]] = field(default_factory=list)
    """What comes into rows, one drawing after the other."""
    owners: dict[Piece, int] = field(default_factory=dict)
    """Who takes a piece out of a row, by the mark on it."""
    hands: dict[tuple[str, int], list[Piece]] = field(default_factory=dict)
    """What comes into other zones, in order; by the zone and its owner."""
    players: list[int] = field(default_factory=list)
    """The order in which players come out of a pile of players."""
    kept: dict[str, list[Piece]] = field(default_factory=dict)
    """What lies in piles at the end, in order."""

    last: int = 0
    """The round in which the game is over."""
    spared: set[Cell] = field(default_factory=set)
    """Cells on which nothing is laid aside."""

    def needed(self) -> Counter[Piece]:
        """Return the pieces that have their place in the plan still before them."""
        found: Counter[Piece] = Counter()
        for pieces in (*self.rows, *self.hands.values(), *self.kept.values()):
            found.update(pieces)
        return found
