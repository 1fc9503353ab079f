"""A game on a shared board as far as it is planned: what lies on the board, where the counters stand, whose turn it is.

It follows what has been learned about counters and asks the engine only about the first placements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_reach.deck import Deck, Face, Placement
from tilelaw_reach.fragments import empty_fragment, placed
from tilelaw_reach.play.data import Cell, Path
from tilelaw_reach.play.game import Game
from tilelaw_reach.script import Step
from tilelaw_reach.shared_board.counters import Counters
from tilelaw_reach.shared_board.cover import FreeCells, oriented
from tilelaw_reach.shared_board.lines import Grid, Lines

Side: TypeAlias = Path
"""The path to the counters that a player raises; players of one team share it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a counter may stand."""

    low: int
    high: int | None
    """Nothing if there is no limit."""

    def holds(self, counter: int) -> bool:
        """Say whether a counter stands within the span."""
        return self.low <= counter and self.allows(counter)

    def allows(self, counter: int) -> bool:
        """Say whether a counter can still come to stand within the span: it only rises."""
        return self.high is None or counter <= self.high


Spans: TypeAlias = Mapping[str, Span]
"""Where the counters of a side may stand, by their words."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same in many plans for a target."""

    game: Game
    deck: Deck
    counters: Counters
    grid: Grid
    free: FreeCells
    faces: Mapping[tuple[str, ...], Face]
    """The faces by the words on their halves."""
    stock: Counter[Face]
    """How many pieces of each face can be placed."""
    sides: list[Side]
    """The side of each player."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The counters of the player after a placement, and how many further placements the player is owed."""

    counters: dict[str, int]
    owed: int


class Simulation:
    """A planned game."""

    def __init__(self, setting: Setting, named: list[Placement], words: list[str]) -> None:
        self._setting = setting
        self._counters = setting.counters
        self._words_on = {face: pair for pair, face in setting.faces.items()}
        self.left = named
        """The named placements that have not been made; their pieces are not in the stock."""
        self.lines = Lines(setting.grid)
        self.counters = {side: dict.fromkeys(words, 0) for side in setting.sides}
        self.steps: list[Step] = []
        self.mover, self.in_turn, self.owed = 0, 0, 0
        self._stock = setting.stock - Counter(placement.face for placement in named)

    def copy(self) -> Simulation:
        """Return a copy that can be changed independently."""
        found = copy(self)
        found.left, found.steps = list(self.left), list(self.steps)
        found.lines, found.counters = self.lines.copy(), dict(self.counters)
        found._stock = self._stock.copy()
        return found

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return self._setting.sides[self.mover]

    @property
    def mine(self) -> dict[str, int]:
        """The counters of that side."""
        return self.counters[self.side]

    @property
    def is_opening(self) -> bool:
        """Whether some player has placed nothing yet: rules may restrict where first pieces lie."""
        return len(self.steps) < len(self._setting.sides)

    def halves(self, placement: Placement) -> list[tuple[Cell, str]]:
        """Return the cells of a placement with the words that come to them."""
        return list(zip(placement.cells, self._words_on[placement.face], strict=True))

    def raised(self, at: Cell, word: str) -> int:
        """Return the counter of a word after half a piece with it is placed on an empty cell."""
        return self._counters.raised(self.mine[word], self.lines.gains[at].get(word, 0))

    def place(self, placement: Placement) -> None:
        """Make a placement."""
        effect = self.effect(placement)
        self.counters[self.side] = effect.counters
        for at, word in self.halves(placement):
            self.lines.place(at, word)
        if placement in self.left:
            self.left.remove(placement)
        else:
            self._stock[placement.face] -= 1
        self.steps.append(Step(self.mover, placement, ()))
        self.owed, self.in_turn = effect.owed, self.in_turn + 1
        if not self.owed:
            self.mover, self.in_turn = (self.mover + 1) % len(self._setting.sides), 0

    def effect(self, placement: Placement) -> Effect:
        """Return what a placement does."""
        mine = dict(self.mine)
        owed = max(self.owed - 1, 0)
        for at, word in self.halves(placement):
            now = self._counters.raised(mine[word], self.lines.gains[at].get(word, 0))
            owed += self._counters.is_owed(mine[word], now)
            mine[word] = now
        return Effect(mine, owed)

    def is_sound(self, placement: Placement, effect: Effect, spans: Spans) -> bool:
        """Say whether a placement raises no counter too far and lets the game go on."""
        if not all(span.allows(effect.counters[word]) for word, span in spans.items()):
            return False
        stops = self._counters.stops
        if stops and all(counter == stops[-1] for counter in effect.counters.values()):
            return False
        is_double = len(set(self._words_on[placement.face])) == 1
        if is_double and len(stops) > 1 and self.effect(Placement(placement.face, placement.cells[::-1])) != effect:
            return False  # it matters which half is counted first, and a script does not say that
        empty = self.lines.empty.difference(placement.cells)
        return any(mate in empty for at in empty for mate in self._setting.grid.around[at])

    def placement(self, at: Cell, mate: Cell, first: str, second: str) -> Placement | None:
        """Return the placement of two words on two cells, if such a piece is left."""
        found = oriented(self._setting.faces, at, mate, first, second)
        return found if found is not None and self._stock[found.face] > 0 else None

    def is_legal(self, placement: Placement) -> bool:
        """Ask the engine whether a placement is legal."""
        deck, printed = self._setting.deck, self._setting.grid.printed
        position = empty_fragment(deck, Counter())
        position[deck.place.board] = [
            {"at": list(at), deck.place.field: word} for at, word in self.lines.words.items() if at not in printed
        ]
        return placed(self._setting.game, deck, position, self.mover, placement) is not None
