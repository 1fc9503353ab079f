"""A game on a board that is nobody's own, as far as it is planned: what lies there, and where numbers stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_reach.own_boards.cover import Deck, Face, Laid
from tilelaw_reach.own_boards.sequences import Step, beginning, fragment
from tilelaw_reach.play.game import Game
from tilelaw_reach.play.parts import Cell
from tilelaw_reach.shared_board.counters import Path, Rises
from tilelaw_reach.shared_board.lines import Ground, Sight

Side: TypeAlias = Path
"""Where the numbers are that players move together."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a number may stand."""

    low: int
    high: int | None
    """Nothing if it may stand anywhere above."""

    def holds(self, number: int) -> bool:
        """Say whether a number may stand there."""
        return self.low <= number and self.allows(number)

    def allows(self, number: int) -> bool:
        """Say whether a number may still come to stand there: it only rises."""
        return self.high is None or number <= self.high


Spans: TypeAlias = Mapping[str, Span]
"""Where the numbers of a side may stand, by their words."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is the same in all plans for a target."""

    game: Game
    deck: Deck
    rises: Rises
    ground: Ground
    free: Mapping[Cell, set[str]]
    """The cells that are free for other pieces; each with the words that must not lie there."""
    faces: Mapping[tuple[str, ...], Face]
    stock: Counter[Face]
    """How many pieces of each face can be laid."""
    sides: list[Side]
    """The side of each player."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a laying does to the numbers of its player, and how many pieces are owed then."""

    numbers: dict[str, int]
    owed: int


class State:
    """What lies on the board, where numbers stand, and whose turn it is."""

    def __init__(self, table: Table, left: list[Laid], words: list[str]) -> None:
        self._table = table
        self._rises = table.rises
        self._halves = {face: pair for pair, face in table.faces.items()}
        self.left = left
        """What is named and not laid yet; other pieces are not taken from it."""
        self.sight = Sight(table.ground)
        self.numbers = {side: dict.fromkeys(words, 0) for side in table.sides}
        self.steps: list[Step] = []
        self.mover, self.in_turn, self.owed = 0, 0, 0
        self._stock = table.stock - Counter(laid.face for laid in left)

    def copy(self) -> State:
        """Return the same, to be changed apart."""
        found = copy(self)
        found.left, found.steps = list(self.left), list(self.steps)
        found.sight, found.numbers = self.sight.copy(), dict(self.numbers)
        found._stock = self._stock.copy()
        return found

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return self._table.sides[self.mover]

    @property
    def mine(self) -> dict[str, int]:
        """Where the numbers of that side stand."""
        return self.numbers[self.side]

    @property
    def is_opening(self) -> bool:
        """Whether somebody has laid nothing yet: rules may have a say in where first pieces lie."""
        return len(self.steps) < len(self._table.sides)

    def words_of(self, laid: Laid) -> list[tuple[Cell, str]]:
        """Return what a laying brings to which cells."""
        return list(zip(laid.cells, self._halves[laid.face], strict=True))

    def risen(self, at: Cell, word: str) -> int:
        """Return where the number of a word stands if half a piece with it is laid on a bare cell."""
        return self._rises.risen(self.mine[word], self.sight.gains[at].get(word, 0))

    def lay(self, laid: Laid) -> None:
        """Lay a piece."""
        effect = self.effect(laid)
        self.numbers[self.side] = effect.numbers
        for at, word in self.words_of(laid):
            self.sight.lay(at, word)
        if laid in self.left:
            self.left.remove(laid)
        else:
            self._stock[laid.face] -= 1
        self.steps.append(Step(self.mover, laid, ()))
        self.owed, self.in_turn = effect.owed, self.in_turn + 1
        if not self.owed:
            self.mover, self.in_turn = (self.mover + 1) % len(self._table.sides), 0

    def effect(self, laid: Laid) -> Effect:
        """Return what comes of a laying."""
        mine = dict(self.mine)
        owed = max(self.owed - 1, 0)
        for at, word in self.words_of(laid):
            now = self._rises.risen(mine[word], self.sight.gains[at].get(word, 0))
            owed += self._rises.is_owed(mine[word], now)
            mine[word] = now
        return Effect(mine, owed)

    def is_sound(self, laid: Laid, effect: Effect, spans: Spans) -> bool:
        """Say whether a laying takes no number too far and keeps the game going."""
        if not all(span.allows(effect.numbers[word]) for word, span in spans.items()):
            return False
        stops = self._rises.stops
        if stops and all(number == stops[-1] for number in effect.numbers.values()):
            return False
        is_double = len(set(self._halves[laid.face])) == 1
        if is_double and len(stops) > 1 and self.effect(Laid(laid.face, laid.cells[::-1])) != effect:
            return False  # it matters which half is counted first, and that is left to chance
        bare = self.sight.bare.difference(laid.cells)
        return any(mate in bare for at in bare for mate in self._table.ground.around[at])

    def piece(self, at: Cell, mate: Cell, first: str, second: str) -> Laid | None:
        """Return a laying of two words, if there is such a piece left."""
        face, cells = self._table.faces.get((first, second)), (at, mate)
        if face is None:
            face, cells = self._table.faces.get((second, first)), (mate, at)
        return Laid(face, cells) if face is not None and self._stock[face] > 0 else None

    def is_legal(self, laid: Laid) -> bool:
        """Ask the rules about a laying."""
        deck = self._table.deck
        laying = deck.laying
        shown = self._table.ground.shown
        data = beginning(deck.customs, Counter())
        data[laying.board] = [
            {"at": list(at), laying.field: word} for at, word in self.sight.words.items() if at not in shown
        ]
        piece = deck.pieces[laid.face][0]
        here = self._table.game.read(fragment(deck.customs, laying, data, self.mover, [piece, *deck.others(piece)]))
        cells = dict(zip(laying.cells, laid.cells, strict=True))
        return here is not None and here.after(laying.move(piece, cells)) is not None
