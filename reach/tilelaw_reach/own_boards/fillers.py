"""Pieces for the turns that do not matter: those that change little when they are placed, or cannot be placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tilelaw_reach.deck import Deck, Placement
from tilelaw_reach.fragments import board_cells, empty_fragment, own_boards, place_fragment
from tilelaw_reach.play.data import Data, Piece, ask_in
from tilelaw_reach.play.game import Game

UNUSUAL_ASK, CHANGED_VARIABLE = 4, 2
"""What an unusual ask after a placement, and each changed variable, adds to the impact of a piece; a field on its cells
besides the first adds 1."""


def impacts(game: Game, deck: Deck) -> dict[Piece, int]:
    """Return for each piece how much changes when it is the first that a player places."""
    chance = Random(0)
    by_face = {face: _impact(game, deck, pieces[0], chance) for face, pieces in deck.pieces.items()}
    return {piece: by_face[face] for piece, face in deck.face_of.items()}


def _impact(game: Game, deck: Deck, piece: Piece, chance: Random) -> int:
    here = game.read(place_fragment(deck, empty_fragment(deck, Counter()), 0, [piece]))
    move = here.some_move(chance) if here is not None else None
    after = here.after(move) if here is not None and move is not None else None
    if here is None or after is None:
        return 0
    board = game.parts.board(after.data, deck.place.board, 0)
    fields = sum(len(content) - 1 for content in board.values())
    is_unusual = ask_in(after.data) != deck.habits.usual_ask
    return fields + UNUSUAL_ASK * is_unusual + CHANGED_VARIABLE * _changed_variables(game, here.data, after.data)


def _changed_variables(game: Game, before: Data, after: Data) -> int:
    names = {*before, *after} - {*game.parts.zones, *game.parts.boards, "asks"}
    return sum(before.get(name) != after.get(name) for name in names)


def unplaceable(game: Game, deck: Deck, player: int, placements: Sequence[Placement]) -> Iterator[Piece]:
    """Yield the pieces that a player cannot place on a board with these placements."""
    boards = own_boards(game.parts, player, board_cells(placements))
    position = {**empty_fragment(deck, Counter()), deck.place.board: boards}
    for pieces in deck.pieces.values():
        here = game.read(place_fragment(deck, position, player, pieces[:1]))
        move = here.some_move(Random(0)) if here is not None else None
        if move is not None and deck.place.action not in move:
            yield from pieces
