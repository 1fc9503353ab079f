"""What is known about a game, the same for all of its cases: each part is learned when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tilelaw_reach.deck import Deck
from tilelaw_reach.learn import Habits, PlaceAction, learn, learn_place_action
from tilelaw_reach.own_boards.draft import Draft, learn_draft
from tilelaw_reach.own_boards.fillers import impacts
from tilelaw_reach.play.data import Piece
from tilelaw_reach.play.game import Game
from tilelaw_reach.shared_board.counters import Counters, learn_counters


class Knowledge:
    """What is known about one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def place(self) -> PlaceAction | None:
        """The action that places a piece; faster to learn than all habits."""
        return learn_place_action(self.game)

    @cached_property
    def habits(self) -> Habits:
        """How pieces get onto boards, and what happens on boards besides."""
        return learn(self.game)

    @cached_property
    def deck(self) -> Deck | None:
        """The pieces that can be placed; nothing in a game without such pieces."""
        return Deck(self.habits, self.habits.place) if self.habits.place is not None else None

    @cached_property
    def draft(self) -> Draft | None:
        """How pieces are drafted; nothing in a game in which they are not."""
        return learn_draft(self.game, self.deck) if self.deck is not None else None

    @cached_property
    def impacts(self) -> Mapping[Piece, int]:
        """How much each piece changes when it is placed."""
        return impacts(self.game, self.deck) if self.deck is not None else {}

    @cached_property
    def counters(self) -> Counters | None:
        """How numbers rise when pieces are placed on a shared board; nothing if players have their own boards."""
        is_shared = self.deck is not None and not self.deck.place.is_owned
        return learn_counters(self.game, self.deck) if self.deck is not None and is_shared else None
