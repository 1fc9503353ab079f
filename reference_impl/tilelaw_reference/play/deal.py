"""The dealer, who answers shuffles at once. A dealer is no part of a position.

What he deals depends only on the seed and on what he has dealt before, so that playing two moves from one state, or one
move twice, never changes what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilelaw_reference.model.json_values import Json
from tilelaw_reference.play.generator import shuffled


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the given orders in turn, then at random; without either he deals nothing."""

    orders: tuple[Json, ...] = ()
    chance: int | None = None
    """The state of the generator: at the beginning the seed."""

    def deal(self, pieces: Sequence[Json]) -> tuple[Json, Dealer]:
        """Return an order of the pieces, or nothing if there is none, and the dealer who goes on."""
        if self.orders:
            return self.orders[0], replace(self, orders=self.orders[1:])
        if self.chance is None:
            return None, self
        chance, order = shuffled(self.chance, pieces)
        return order, replace(self, chance=chance)
