"""The script of a game: who places what and when, and which pieces come out of the piles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from tilelaw_reach.deck import Placement
from tilelaw_reach.play.data import Cell, Data, Piece


@dataclass(frozen=True, slots=True)
class FollowUp:
    """An answer to something that is asked after a placement, in the same turn."""

    ask: str
    move: Data
    taken: tuple[tuple[str, Piece], ...]
    """The pieces of other kinds that it takes out of zones."""


@dataclass(frozen=True, slots=True)
class Step:
    """A turn in which a certain piece is placed."""

    player: int
    placement: Placement
    follow_ups: tuple[FollowUp, ...]


@dataclass(frozen=True, slots=True)
class FreeStep:
    """A turn in which any piece is placed out of the way, or one that cannot be placed is discarded."""

    follow_ups: tuple[FollowUp, ...] = ()


Steps: TypeAlias = list[Step | FreeStep]
Plans: TypeAlias = dict[int, Steps]
"""For each player the steps in order; those on a shared board are under -1."""


@dataclass(slots=True)
class Script:
    """What is to happen in a game; whatever it leaves open is left to chance."""

    steps: Plans
    pieces: dict[int, list[Piece]]
    """The pieces that are placed, one for each step."""
    rows: list[list[Piece]] = field(default_factory=list)
    """The pieces that are drawn into rows, one row after the other."""
    owners: dict[Piece, int] = field(default_factory=dict)
    """Who takes a piece out of a row."""
    hands: dict[tuple[str, int], list[Piece]] = field(default_factory=dict)
    """The pieces that are drawn into other zones, in order, by zone and owner."""
    players: list[int] = field(default_factory=list)
    """The order in which players come out of a pile of players."""
    pile_tops: dict[str, list[Piece]] = field(default_factory=dict)
    """The pieces that lie on top of a pile at the end."""
    last_round: int = 0
    """The round in which the position is met."""
    spared: set[Cell] = field(default_factory=set)
    """Cells on which nothing else may be placed, because the answers of the case name them."""

    def needed(self) -> Counter[Piece]:
        """Return the pieces that are still to be drawn, or to be left in a pile."""
        found: Counter[Piece] = Counter()
        for pieces in (*self.rows, *self.hands.values(), *self.pile_tops.values()):
            found.update(pieces)
        return found
