"""The dealer, who answers shuffles at once. A dealer is no part of a position.

The order he deals depends only on the seed and on how many orders he has dealt before, so that playing two
moves from one state, or one move twice, never changes what comes later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tilelaw_reference.model.json_values import Json


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the given orders in turn, then by seed; without either he deals nothing."""

    orders: tuple[Json, ...] = ()
    seed: int | None = None
    dealt: int = 0

    def deal(self, pieces: Sequence[Json]) -> tuple[Json, Dealer]:
        """Return an order of the pieces, or nothing if there is none, and the dealer who goes on."""
        if self.orders:
            return self.orders[0], replace(self, orders=self.orders[1:])
        if self.seed is None:
            return None, self
        order = list(pieces)
        Random(f"{self.seed}/{self.dealt}").shuffle(order)
        return order, replace(self, dealt=self.dealt + 1)
