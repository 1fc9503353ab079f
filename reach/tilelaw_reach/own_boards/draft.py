"""How pieces come, if they come in rows."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_reach.learn import Rows
from tilelaw_reach.own_boards.cover import Deck
from tilelaw_reach.play.game import Game, Position, due_in
from tilelaw_reach.play.parts import Zone


def rows_of(game: Game, deck: Deck) -> Rows | None:
    """Return how pieces come, if they come in rows."""
    if deck.customs.rows is None:
        deck.customs.rows = _learned(game, deck)
    return deck.customs.rows


def _learned(game: Game, deck: Deck) -> Rows | None:
    parts, laying = deck.customs.parts, deck.laying
    source = parts.zones[laying.zone]
    offers = [zone for zone in parts.zones.values() if zone.is_row and zone.kind == laying.kind and zone != source]
    if not source.is_row or not offers:
        return None
    first = _begun(game, 0).data
    size = len(parts.names(first, offers[0].name))
    left = sum(
        len(parts.names(first, name))
        for name, zone in parts.zones.items()
        if zone.kind and zone.is_pile and zone.kind == laying.kind
    )
    if not size:
        return None
    openings = frozenset(_openings(game, parts.players, source, laying.ask))
    return Rows(source, offers[0], size, size // parts.players, left // size + 1, openings)


def _openings(game: Game, players: int, source: Zone, laying_ask: str) -> Iterator[tuple[int, ...]]:
    """Yield whose marks may be on the pieces of the first row, when somebody is first asked to lay."""
    mark = source.marks[0]
    for first in range(players):
        due = [_begun(game, first)]
        while due:
            position = due.pop()
            if (due_in(position.data) or {}).get("ask") == laying_ask:
                yield tuple(piece[mark] for piece in position.data[source.name])
                continue
            due += filter(None, (position.after(move) for move in position.moves()))


def _begun(game: Game, first: int) -> Position:
    """Return the first position in which somebody is asked; if players are mixed, some player comes first."""
    position = game.start()
    while (due := due_in(position.data)) is not None and "shuffle" in due:
        order = sorted(position.data.get(due["shuffle"], []), key=lambda piece: piece != first)
        following = position.after({**due, "order": order})
        if following is None:
            break
        position = following
    return position
