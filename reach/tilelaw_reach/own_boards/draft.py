"""How pieces are drafted: rows are drawn from a pile, players mark the pieces of a row and place them in its order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilelaw_reach.deck import Deck
from tilelaw_reach.play.data import ask_in, due_in
from tilelaw_reach.play.game import Game, Position
from tilelaw_reach.play.parts import Zone


@dataclass(frozen=True, slots=True)
class Draft:
    """How pieces are drafted in a game."""

    source: Zone
    """The row from which pieces are placed."""
    offer: Zone
    """The row from which pieces are picked for the next round."""
    size: int
    """The number of pieces in a row."""
    each: int
    """How many pieces of a row each player gets."""
    rounds: int
    """The number of rows in a game."""
    openings: frozenset[tuple[int, ...]]
    """The possible owners of the pieces of the first row, in the order of the row."""

    @property
    def mark(self) -> str:
        """The mark that names the player who gets a piece; empty if pieces have none."""
        return self.source.marks[0] if self.source.marks else ""


def learn_draft(game: Game, deck: Deck) -> Draft | None:
    """Return how pieces are drafted, or nothing if they are not."""
    parts, place = game.parts, deck.place
    source = parts.zones[place.zone]
    offers = [zone for zone in parts.zones.values() if zone.is_row and zone.kind == place.kind and zone != source]
    if not source.is_row or not offers:
        return None
    first = _first_ask(game, 0).data
    size = len(parts.names(first, offers[0].name))
    piles = [name for name, zone in parts.zones.items() if zone.is_pile and zone.kind == place.kind]
    left = sum(len(parts.names(first, name)) for name in piles)
    if not size:
        return None
    openings = frozenset(_openings(game, source, place.ask))
    return Draft(source, offers[0], size, size // parts.players, left // size + 1, openings)


def _openings(game: Game, source: Zone, place_ask: str) -> Iterator[tuple[int, ...]]:
    """Yield the possible owners of the first row: the marks on it when a player is first asked to place a piece."""
    for first in range(game.parts.players):
        waiting = [_first_ask(game, first)]
        while waiting:
            position = waiting.pop()
            if ask_in(position.data) == place_ask:
                yield tuple(entry.marks[source.marks[0]] for entry in game.parts.entries(position.data, source.name))
                continue
            waiting += filter(None, (position.after(move) for move in position.moves()))


def _first_ask(game: Game, first: int) -> Position:
    """Return the first position of a game with an ask; if players are shuffled, the given one comes first."""
    position = game.start()
    while (due := due_in(position.data)) is not None and due.shuffle:
        order = sorted(game.parts.names(position.data, due.shuffle), key=lambda piece: piece != first)
        following = position.after({**due.data, "order": order})
        if following is None:
            break
        position = following
    return position
