"""Oh Hell, one deal with sealed bids: hands are lists of cards, and a trick is a list of who played what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from strangers.brute import Answer

RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def suit(card: str) -> str:
    return card.partition("_of_")[2]


def height(card: str) -> int:
    return RANKS.index(card.partition("_of_")[0])


@dataclass(frozen=True, slots=True)
class Deal:
    """Players bid in order, then the first of them leads. A move is a number bid, or a card."""

    hands: tuple[tuple[str, ...], ...]
    trump: str
    bids: tuple[int, ...] = ()
    trick: tuple[tuple[int, str], ...] = ()
    taken: tuple[int, ...] = ()
    """Who took each trick."""
    mover: int = 0

    @classmethod
    def of(cls, order: Sequence[str], players: int, size: int) -> Self:
        """Deal a pack that lies in an order."""
        return cls(tuple(tuple(order[i * size : (i + 1) * size]) for i in range(players)), suit(order[players * size]))

    def moves(self) -> list[int | str]:
        if len(self.bids) < len(self.hands):
            return list(range(len(self.hands[0]) + 1))
        hand = self.hands[self.mover]
        following = [card for card in hand if self.trick and suit(card) == suit(self.trick[0][1])]
        return list(following or hand)

    def after(self, move: int | str) -> Self:
        if isinstance(move, int):
            return replace(self, bids=(*self.bids, move))
        hands = tuple(tuple(card for card in hand if card != move) for hand in self.hands)
        trick = (*self.trick, (self.mover, move))
        if len(trick) < len(hands):
            return replace(self, hands=hands, trick=trick, mover=(self.mover + 1) % len(hands))
        winner, best = trick[0]
        for player, card in trick[1:]:
            is_higher = suit(card) == suit(best) and height(card) > height(best)
            if is_higher or suit(card) == self.trump != suit(best):
                winner, best = player, card
        return replace(self, hands=hands, trick=(), taken=(*self.taken, winner), mover=winner)

    def answer(self, move: int | str) -> Answer:
        return {"bid": {"number": move}} if isinstance(move, int) else {"play": {"what": move}}

    def result(self) -> list[int]:
        tricks = [self.taken.count(player) for player in range(len(self.hands))]
        return [n + (10 if n == bid else 0) for n, bid in zip(tricks, self.bids, strict=True)]
