"""Grows a board that is nobody's own until numbers stand where they are named.

What is named on the board is laid among other pieces, which are laid elsewhere. Numbers only rise: whatever would take
one past where it is named is not done, and what brings them nearest is. A game is planned without asking the rules, by
what has been found out about them (`rises`); it must be played to see whether it is one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import cycle, islice, pairwise, product
from random import Random

from tilelaw_reach.learn import numbers
from tilelaw_reach.own_boards.cover import Deck, Face
from tilelaw_reach.own_boards.sequences import Step
from tilelaw_reach.play.game import Clock, Data, Game
from tilelaw_reach.play.parts import Board, Cell, arguments, cells_named
from tilelaw_reach.shared_board.counters import Path, Rises
from tilelaw_reach.shared_board.cover import Cover
from tilelaw_reach.shared_board.lines import Ground
from tilelaw_reach.shared_board.plan import Aim, Plan
from tilelaw_reach.shared_board.simulation import Side, Span, Table
from tilelaw_reach.target import Target, filled

NEAR_STOP = 5
"""A number that is to stop in the last turn stands at most so far below before."""
EXACT_TRIES, TRIES, WIDE_TRIES, ROUNDS = 2, 4, 6, 5
"""How often it is tried with nothing besides what is named, with a plan and with variants of it, and all this again."""
WIDE = 10
"""So many variants of a plan are followed at the same time."""


class Unnamed(Enum):
    """How numbers that are not named are read."""

    ZERO = auto()
    FREE_FOR_OTHERS = auto()
    """They are 0 for a side of which some number is named."""
    FREE = auto()


@dataclass(frozen=True, slots=True)
class _Last:
    """What must happen in the last turn: so many pieces are laid, and so many numbers stop."""

    pieces: int
    stops: int
    owed: int


class Growth:
    """Grows the board of one target."""

    def __init__(
        self, game: Game, deck: Deck, target: Target, answers: Sequence[Data], rises: Rises, clock: Clock
    ) -> None:
        self._target = target
        self._rises = rises
        self._laying = deck.laying
        self._clock = clock
        customs = deck.customs
        wanted: Board = target.boards.get((self._laying.board, -1), {})
        words = {at: str(content.get(self._laying.field)) for at, content in wanted.items()}
        ground = Ground({*customs.cells, *wanted}, customs.steps, rises.shown)
        faces: dict[tuple[str, ...], Face] = {
            tuple(str(json.loads(half).get(self._laying.field)) for half in face): face for face in deck.pieces
        }
        self._sides = [min(customs.moved.get(player, {("", str(player))})) for player in range(target.parts.players)]
        stock = deck.faces(target.reserved(self._laying.kind))
        self._tables = [
            Table(game, deck, rises, ground, free, faces, stock, self._sides)
            for free in _free(ground, words, cells_named(answers), _named_words(answers, rises))
        ]
        self._cover = Cover(ground, words, faces)
        self._words = sorted({word for pair in faces for word in pair})
        self._named: dict[Path, int] = dict(numbers(filled(target.variables)))
        self._last = self._last_turn()

    def plans(self, chance: Random) -> Iterator[list[Step]]:
        """Yield ways to lay what is named, and other pieces; one for each attempt that succeeds."""
        for table, unnamed, width in self._attempts():
            self._clock.check()
            layings = self._cover.find(table.stock, table.free, chance)
            aim = self._aim(unnamed, chance)
            if layings is not None and aim is not None:
                found = Plan(table, aim, chance, self._clock).run(layings, width)
                if found is not None:
                    yield found

    def _attempts(self) -> Iterator[tuple[Table, Unnamed, int]]:
        """Yield where other pieces may lie, what is not named, and how many variants of a plan are followed.

        First nothing lies there but what is named.
        """
        exact, apart, near = self._tables
        readings: list[Unnamed] = []
        for unnamed in Unnamed:
            if all(self._goals(unnamed) != self._goals(other) for other in readings):
                readings.append(unnamed)
        free = readings[1:] or readings
        yield from ((*way, 1) for way in product([exact] * EXACT_TRIES, readings))
        yield from ((*way, 1) for way in product([apart] * TRIES, readings))
        for _ in range(ROUNDS):
            yield from ((*way, WIDE) for way in islice(cycle(product([near, apart], free)), WIDE_TRIES))
            yield from ((*way, 1) for way in product([near, apart] * TRIES, free))

    def _last_turn(self) -> _Last:
        """Return what happens in the last turn: from how many pieces are in hand, one can tell how many were laid."""
        ask = self._target.ask
        owed = self._named.get((self._rises.owed,), 0)
        if ask is None or (ask.get("ask") == self._laying.ask and not owed):
            return _Last(0, 0, 0)
        named = self._target.named(self._laying.zone, ask.get("player", -1))
        pieces = 1 if named is None else max(1, self._rises.hand - len(named))
        return _Last(pieces, pieces - 1 + owed, owed)

    def _aim(self, unnamed: Unnamed, chance: Random) -> Aim | None:
        """Return where numbers are to stand before the last turn and after it."""
        ask = self._target.ask
        player = ask.get("player", -1) if ask is not None else -1
        goals = self._goals(unnamed)
        before = {side: dict(spans) for side, spans in goals.items()}
        if self._last.stops:
            mine = before[self._sides[player]]
            stopping = self._stopping(mine, self._last.stops, chance)
            if stopping is None:
                return None
            for word, stop in stopping.items():
                mine[word] = Span(stop - chance.randint(1, NEAR_STOP), stop - 1)
        return Aim(player, before, goals, self._last.pieces, self._last.owed)

    def _goals(self, unnamed: Unnamed) -> dict[Side, dict[str, Span]]:
        """Return where numbers are to stand at the end."""
        goals: dict[Side, dict[str, Span]] = {}
        for side in sorted(set(self._sides)):
            named = {path[-1]: number for path, number in self._named.items() if path[:-1] == side}
            is_free = unnamed is Unnamed.FREE or (unnamed is Unnamed.FREE_FOR_OTHERS and not named)
            free = Span(0, None) if is_free else Span(0, 0)
            goals[side] = {word: Span(named[word], named[word]) if word in named else free for word in self._words}
        return goals

    def _stopping(self, spans: dict[str, Span], number: int, chance: Random) -> dict[str, int] | None:
        """Choose the numbers that stop in the last turn, and where: rather those that are named."""
        stops = self._rises.stops
        named = [word for word, span in spans.items() if span.high in stops]
        free = [word for word, span in spans.items() if span.high is None]
        if len(named) + len(free) < number:
            return None
        chance.shuffle(named)
        chance.shuffle(free)
        return {word: spans[word].high or stops[0] for word in [*named, *free][:number]}


def _free(ground: Ground, words: Mapping[Cell, str], kept: set[Cell], laid: set[str]) -> Iterator[dict[Cell, set[str]]]:
    """Yield the cells that are free for other pieces, each with the words that must not lie there.

    First there are none; then nothing lies beside the cells of answers, then nothing like what they lay. Nothing
    continues a row that is named and that an answer looks at.
    """
    yield {}
    rows: dict[Cell, set[str]] = {at: set() for at in ground.cells if at not in words and at not in kept}
    for at in sorted(kept & ground.rays.keys()):
        for ray in ground.rays[at]:
            for cell, following in pairwise(ray):
                if cell in words and following in rows:
                    rows[following].add(words[cell])
    near = {cell for at in kept for cell in ground.around.get(at, ())}
    yield {at: joined for at, joined in rows.items() if at not in near}
    yield {at: joined | laid if at in near else joined for at, joined in rows.items()}


def _named_words(answers: Sequence[Data], rises: Rises) -> set[str]:
    """Return the words of the pieces that answers name."""
    named = (value for value in arguments(answers) if isinstance(value, str | int))
    return {word for piece in named for word in rises.words.get(str(piece), ())}
