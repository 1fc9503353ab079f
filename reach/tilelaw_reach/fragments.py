"""Fragments of positions, just large enough to ask the engine whether a piece can be placed on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilelaw_reach.deck import Deck, Placement, content_of
from tilelaw_reach.play.data import Data, Json, Piece
from tilelaw_reach.play.game import Game, Position
from tilelaw_reach.play.parts import Parts


def board_cells(placements: Sequence[Placement]) -> list[Json]:
    """Return the cells on which pieces lie, as a position writes them."""
    return [
        {"at": list(at), **content_of(half)}
        for placement in placements
        for at, half in zip(placement.cells, placement.face, strict=True)
    ]


def own_boards(parts: Parts, player: int, cells: list[Json]) -> list[Json]:
    """Return the boards of all players when only one of them is not empty."""
    return [cells if owner == player else [] for owner in range(parts.players)]


def empty_fragment(deck: Deck, kept: Counter[Piece]) -> dict[str, Json]:
    """Return a fragment with empty boards, in which pieces of other kinds lie where they can be taken.

    If such a kind has several zones, each gets one piece of every name; the `kept` pieces stay in the last zone.
    """
    parts = deck.habits.parts
    found: dict[str, Json] = {"ruleset": parts.ruleset, "players": parts.players}
    for kind, copies in parts.copies.items():
        zones = [zone for zone in parts.zones.values() if zone.kind == kind and not zone.is_row and not zone.is_owned]
        if not zones or kind == deck.place.kind:
            continue
        left = Counter(copies)
        for zone in zones[:-1]:
            one = Counter({piece: 1 for piece, number in left.items() if number > kept[piece]})
            found[zone.name] = list(one.elements())
            left -= one
        found[zones[-1].name] = list(left.elements())
    return found


def place_fragment(deck: Deck, position: Data, player: int, pieces: Sequence[Piece]) -> dict[str, Json]:
    """Return a fragment like a position in which a player is asked to place a piece.

    Where pieces are drafted from rows, the first piece lies in the row and another one is on offer; otherwise the
    player holds all of them.
    """
    parts, place = deck.habits.parts, deck.place
    found: dict[str, Json] = {
        name: part
        for name, part in position.items()
        if name != "asks" and (name not in parts.zones or parts.zones[name].kind != place.kind)
    }
    source = parts.zones[place.zone]
    spare = next(each for each in parts.copies[place.kind] if each != pieces[0])
    for zone in parts.zones.values():
        if zone.kind == place.kind and zone.is_row:
            marked: dict[str, Json] = {zone.kind: pieces[0], **dict.fromkeys(zone.marks, player)}
            found[zone.name] = [marked if zone == source else {zone.kind: spare}]
    if source.is_owned:
        found[source.name] = own_boards(parts, player, list(pieces))
    found["asks"] = [{"ask": place.ask, "player": player}]
    return found


def placed(game: Game, deck: Deck, position: Data, player: int, placement: Placement) -> Position | None:
    """Return the position after a placement on the boards of another position, or nothing if it is illegal."""
    piece = deck.pieces[placement.face][0]
    here = game.read(place_fragment(deck, position, player, [piece, *deck.others(piece)]))
    return here.after(deck.place.move(piece, placement.cells)) if here is not None else None
