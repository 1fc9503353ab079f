"""Learns how the counters of a game rise when pieces are placed on its shared board, by trying it out.

That half a piece gains the lines of its own word is assumed (`lines`). Learned are the words that cells of the board
show by themselves, the stops of a counter, whether a counter that reaches a stop earns its player another placement,
and where the very first piece can lie. Whatever else the rules do shows only when a planned game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from tilelaw_reach.deck import Deck
from tilelaw_reach.fragments import empty_fragment, place_fragment
from tilelaw_reach.play.data import Cell, Data, Json, Path, Piece, due_in, fields, number, numbers, step_from
from tilelaw_reach.play.game import Game, Position, transitions

Pair: TypeAlias = tuple[Cell, Cell]

HIGHEST = 99
"""No counter is tried beyond this number."""
TRIALS = 30
"""In how many random games, and in how many answers of each, a placement is looked for that raises a counter by more
than one."""


@dataclass(slots=True)
class Counters:
    """What has been learned about the counters of a game."""

    words: dict[str, tuple[str, ...]]
    """The words on the halves of each piece."""
    printed: dict[Cell, str] = field(default_factory=dict)
    """The words that cells of the board show by themselves."""
    stops: list[int] = field(default_factory=list)
    """The numbers at which a counter stops, however much it would gain; at the last one it stays."""
    owed: str = ""
    """The variable that counts further placements owed to a player whose counter has stopped; empty if none are."""
    first_pairs: frozenset[Pair] = frozenset()
    """Where the very first piece can lie."""
    hand: int = 0
    """How many pieces a player holds when first asked."""

    def raised(self, counter: int, gain: int) -> int:
        """Return a counter after a gain."""
        if not gain:
            return counter
        stop = next((stop for stop in self.stops if stop > counter), counter if self.stops else HIGHEST)
        return min(counter + gain, stop)

    def is_owed(self, before: int, after: int) -> bool:
        """Say whether a player is owed another placement for raising a counter."""
        return bool(self.owed) and after > before and after in self.stops


def learn_counters(game: Game, deck: Deck) -> Counters:
    """Return how counters rise in a game."""
    printed = game.parts.printed[deck.place.kind]
    words = {str(piece): tuple(str(each[name]) for name in deck.place.cells) for piece, each in printed.items()}
    trial = _Trial(game, deck, Counters(words))
    trial.run()
    return trial.counters


class _Trial:
    """Tries out placements."""

    def __init__(self, game: Game, deck: Deck, counters: Counters) -> None:
        self.counters = counters
        self._game = game
        self._deck = deck
        self._place = deck.place
        self._cells = deck.habits.cells
        self._steps = sorted(deck.habits.steps)

    def run(self) -> None:
        """Learn everything."""
        pieces = list(self._game.parts.copies[self._place.kind])
        start = empty_fragment(self._deck, Counter())
        empty = self._game.read(place_fragment(self._deck, start, 0, pieces))
        if empty is not None:
            pairs = [(at, mate) for at in sorted(self._cells) for mate in sorted(self._around(at) & self._cells)]
            legal = {pair for pair in pairs if empty.after(self._place.move(pieces[0], pair)) is not None}
            self.counters.first_pairs = frozenset(legal)
            self.counters.printed = dict(self._printed(empty, sorted(legal)))
        self._learn_stops()

    def _around(self, at: Cell) -> set[Cell]:
        return {step_from(at, step) for step in self._steps}

    # ---- printed words

    def _printed(self, empty: Position, pairs: Sequence[Pair]) -> Iterator[tuple[Cell, str]]:
        """Yield the words that cells show by themselves: on an empty board only they give a gain to a half."""
        mates = dict(pairs)
        for word, (piece, half) in self._unlike_pieces().items():
            gaining: set[Cell] = set()
            for at, mate in mates.items():
                after = empty.after(self._place.move(piece, (at, mate) if half == 0 else (mate, at)))
                if after is not None and any(path[-1] == word for path, _ in _raised({}, after.data)):
                    gaining.add(at)
            around = {cell for at in gaining for cell in self._around(at)} - self._cells
            beside = {cell: self._around(cell) & mates.keys() for cell in around}
            fitting = {cell: cells for cell, cells in beside.items() if cells <= gaining}
            unexplained = set(gaining)
            while unexplained and fitting:
                cell = max(fitting, key=lambda each: (len(fitting[each] & unexplained), each))
                if not fitting[cell] & unexplained:
                    break
                yield cell, word
                unexplained -= fitting.pop(cell)

    def _unlike_pieces(self) -> dict[str, tuple[Piece, int]]:
        """Return for each word a piece whose other half has another word, and which half has the word."""
        found: dict[str, tuple[Piece, int]] = {}
        for piece in self._game.parts.copies[self._place.kind]:
            words = self.counters.words[str(piece)]
            if len(set(words)) == len(words):
                for half, word in enumerate(words):
                    found.setdefault(word, (piece, half))
        return found

    # ---- stops

    def _learn_stops(self) -> None:
        """Find the stops of a counter by making the same placement with every number it can start from."""
        found = self._jump()
        if found is None:
            return
        position, move, path, gain = found
        for before in range(HIGHEST):
            here = self._game.read(_with(position, path, before))
            after = here.after(move) if here is not None else None
            if after is None:
                break
            now = _at(after.data, path)
            if now < before + gain and now not in self.counters.stops:
                self.counters.stops.append(now)
            owed = [
                name for name, value in after.data.items() if type(value) is int and value > number(position.get(name))
            ]
            if now > before and now in self.counters.stops:
                self.counters.owed = next(iter(owed), self.counters.owed)

    def _jump(self) -> tuple[Data, Data, Path, int] | None:
        """Return a position, a placement in it, a counter that the placement raises by more than one, and the gain."""
        for seed in range(TRIALS):
            for before, answer, after in islice(transitions(self._game, seed), TRIALS):
                self._learn_hand(before)
                if self._place.action not in answer:
                    continue
                piece = fields(answer[self._place.action]).get(self._place.argument)
                if len(set(self.counters.words.get(str(piece), ("", "")))) < 2:
                    continue
                for path, gain in _raised(before, after):
                    if gain > 1 and len(path) > 1:
                        return before, answer, path, gain
        return None

    def _learn_hand(self, position: Data) -> None:
        due = due_in(position)
        if not self.counters.hand and due is not None and due.ask == self._place.ask:
            self.counters.hand = len(self._game.parts.names(position, self._place.zone, due.player))


def _raised(before: Data, after: Data) -> Iterator[tuple[Path, int]]:
    """Yield the numbers that have become larger, and by how much."""
    earlier = dict(numbers(before))
    for path, now in numbers(after):
        if now > earlier.get(path, 0):
            yield path, now - earlier.get(path, 0)


def _with(position: Data, path: Path, counter: int) -> Data:
    """Return a position in which a counter stands at another number."""
    name, *rest = path
    part: Json = counter if not rest else _with(fields(position.get(name)), tuple(rest), counter)
    return {**position, name: part}


def _at(position: Data, path: Path) -> int:
    part: Json = position
    for name in path:
        part = fields(part).get(name)
    return number(part)
