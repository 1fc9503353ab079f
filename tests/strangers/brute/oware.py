"""Oware Abapa, sown seed by seed. Houses 0-5 are the first player's, 6-11 the second's, counter-clockwise."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Self

from strangers.brute import Answer

LIMIT = 100
"""So many sowings in a row without a capture end the game."""

ROWS = (range(6), range(6, 12))


@dataclass(frozen=True, slots=True)
class Oware:
    houses: tuple[int, ...] = (4,) * 12
    stores: tuple[int, int] = (0, 0)
    mover: int = 0
    quiet: int = 0
    is_over: bool = False
    may_slam: bool = False
    """Without the rule of the grand slam: to find positions in which it matters."""
    may_starve: bool = False
    """Without the rule that the rival is fed."""

    def moves(self) -> list[int]:
        if self.is_over:
            return []
        own = [i for i in ROWS[self.mover] if self.houses[i]]
        theirs = ROWS[1 - self.mover]
        if self.may_starve or any(self.houses[i] for i in theirs):
            return own
        return [i for i in own if any(sown(self.houses, i)[0][k] for k in theirs)]

    def after(self, move: int) -> Self:
        houses, at = sown(self.houses, move)
        theirs = ROWS[1 - self.mover]
        taken = []
        while at in theirs and houses[at] in (2, 3):
            taken.append(at)
            at -= 1
        if not self.may_slam and all(houses[k] == 0 or k in taken for k in theirs):
            taken = []
        stores = list(self.stores)
        for k in taken:
            stores[self.mover] += houses[k]
            houses[k] = 0
        quiet = 0 if taken else self.quiet + 1
        after = replace(self, houses=tuple(houses), stores=(stores[0], stores[1]), quiet=quiet)
        if stores[self.mover] >= 25:
            return replace(after, is_over=True)
        if quiet >= LIMIT:
            return after._ended(0, 1)
        after = replace(after, mover=1 - self.mover)
        return after if after.moves() else after._ended(after.mover)

    def _ended(self, *takers: int) -> Self:
        """Return the end at which players take what lies in their own rows."""
        kept = [sum(self.houses[i] for i in ROWS[p]) if p in takers else 0 for p in (0, 1)]
        return replace(self, stores=(self.stores[0] + kept[0], self.stores[1] + kept[1]), is_over=True)

    def answer(self, move: int) -> Answer:
        return {"sow": {"from": at(move)}}

    def result(self) -> list[int]:
        return list(self.stores)


def sown(houses: tuple[int, ...], start: int) -> tuple[list[int], int]:
    """Return the houses after a sowing, and where its last seed fell."""
    after, at = list(houses), start
    after[start] = 0
    for _ in range(houses[start]):
        at = (at + 1) % 12
        if at == start:
            at = (at + 1) % 12
        after[at] += 1
    return after, at


def at(house: int) -> list[int]:
    """Return the coordinates of a house."""
    return [house, 1] if house < 6 else [11 - house, 0]


def late(chance: random.Random) -> Oware:
    """Return a random position with few or heaped seeds, so that slams, laps, feeding and the end come up."""
    while True:
        houses = [0] * 12
        pots = chance.sample(range(12), chance.choice([2, 3, 5]))
        for _ in range(chance.choice([2, 3, 5, 8, 14, 30])):
            houses[chance.choice(pots)] += 1
        mover = chance.randrange(2)
        if chance.random() < 0.3:
            houses = [0 if i in ROWS[1 - mover] else seeds for i, seeds in enumerate(houses)]
        left = 48 - sum(houses)
        mine = chance.randint(max(0, left - 24), min(24, left))
        position = Oware(tuple(houses), (mine, left - mine), mover, chance.choice([0, 0, 97, 98]))
        if max(position.stores) <= 24 and position.moves():
            return position
