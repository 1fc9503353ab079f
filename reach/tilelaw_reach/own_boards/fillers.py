"""Which pieces change little when they are laid, or cannot be laid: they fill the time until a position is met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tilelaw_reach.learn import Customs
from tilelaw_reach.own_boards.cover import Deck, Laid
from tilelaw_reach.own_boards.sequences import beginning, cells_of, fragment
from tilelaw_reach.play.game import Data, Game, due_in
from tilelaw_reach.play.parts import Piece

ASKED, CHANGED = 4, 2
"""How much it weighs that something is asked, and that a variable changes; what lies on the cells afterwards is 1."""


def weights(game: Game, deck: Deck) -> dict[Piece, int]:
    """Return for each piece how much changes when it is the first that somebody lays."""
    chance = Random(0)
    by_face = {face: _weight(game, deck, pieces[0], chance) for face, pieces in deck.pieces.items()}
    return {piece: by_face[face] for piece, face in deck.face_of.items()}


def _weight(game: Game, deck: Deck, piece: Piece, chance: Random) -> int:
    customs, laying = deck.customs, deck.laying
    here = game.read(fragment(customs, laying, beginning(customs, Counter()), 0, [piece]))
    move = here.some_move(chance) if here is not None else None
    after = here.after(move) if here is not None and move is not None else None
    if here is None or after is None:
        return 0
    board = customs.parts.board(after.data, laying.board, 0)
    lies = sum(len(content) - 1 for content in board.values())
    is_asked = bool((due_in(after.data) or {}).get("ask", "") != customs.calm)
    return lies + ASKED * is_asked + CHANGED * _changed(customs, here.data, after.data)


def _changed(customs: Customs, before: Data, after: Data) -> int:
    """Return how many variables have changed."""
    names = {*before, *after} - {*customs.parts.zones, *customs.parts.boards, "asks"}
    return sum(before.get(name) != after.get(name) for name in names)


def misfits(game: Game, deck: Deck, player: int, laid: Sequence[Laid]) -> Iterator[Piece]:
    """Yield the pieces that a player cannot lay who has laid some."""
    parts, laying = deck.customs.parts, deck.laying
    cells = cells_of(laid)
    boards = [cells if owner == player else [] for owner in range(parts.players)]
    data = {**beginning(deck.customs, Counter()), laying.board: boards}
    for pieces in deck.pieces.values():
        here = game.read(fragment(deck.customs, laying, data, player, pieces[:1]))
        move = here.some_move(Random(0)) if here is not None else None
        if move is not None and laying.action not in move:
            yield from pieces
