"""Attempts at a game on a shared board: what each of them aims for.

Everything named is placed, and other pieces elsewhere, until the counters stand where they are named. Counters only
rise, so nothing may raise one too far. The attempts begin with the strictest reading of the case (nothing lies on the
board but what is named) and become more permissive: other pieces farther from the cells in question, then near them;
counters that are not named at 0, then anywhere. A planned game may still break a rule that was not learned, which
shows when it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import cycle, islice, pairwise, product
from random import Random

from tilelaw_reach.deck import Deck, Face, content_of
from tilelaw_reach.play.clock import Clock
from tilelaw_reach.play.data import Cell, Data, Path, arguments, cells_named, numbers
from tilelaw_reach.play.game import Game
from tilelaw_reach.play.parts import Board
from tilelaw_reach.script import Step
from tilelaw_reach.shared_board.counters import Counters
from tilelaw_reach.shared_board.cover import Cover
from tilelaw_reach.shared_board.lines import Grid
from tilelaw_reach.shared_board.plan import Aim, Planner
from tilelaw_reach.shared_board.simulation import Setting, Side, Span
from tilelaw_reach.target import Target, with_zeros

NEAR_STOP = 5
"""How far below its stop a counter may stand before the turn in which it reaches it."""
EXACT_TRIES, TRIES, WIDE_TRIES, REPEATS = 2, 4, 6, 5
"""How often each attempt is made: with nothing but what is named, with other pieces, and with several variants of a
plan; and how often the last two are repeated."""
WIDTH = 10
"""How many variants of a plan are kept in a wide attempt."""


class Unnamed(Enum):
    """How counters that the case does not name are read."""

    ZERO = auto()
    FREE_FOR_OTHERS = auto()
    """At 0 for a side of which some counter is named, anywhere for the others."""
    FREE = auto()


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """What must happen in the last turn."""

    pieces: int
    """How many pieces are placed."""
    stops: int
    """How many counters reach a stop."""
    owed: int
    """How many further placements are owed at the end."""


class Attempts:
    """The attempts for one target."""

    def __init__(
        self, game: Game, deck: Deck, target: Target, answers: Sequence[Data], counters: Counters, clock: Clock
    ) -> None:
        self._target = target
        self._counters = counters
        self._place = deck.place
        self._clock = clock
        habits = deck.habits
        wanted: Board = target.boards.get((self._place.board, -1), {})
        words = {at: str(content.get(self._place.field)) for at, content in wanted.items()}
        grid = Grid({*habits.cells, *wanted}, habits.steps, counters.printed)
        faces: dict[tuple[str, ...], Face] = {
            tuple(str(content_of(half).get(self._place.field)) for half in face): face for face in deck.pieces
        }
        self._sides = [min(habits.counters.get(player, {("", str(player))})) for player in range(target.parts.players)]
        stock = deck.stock(target.reserved(self._place.kind))
        self._settings = [
            Setting(game, deck, counters, grid, free, faces, stock, self._sides)
            for free in _free_cells(grid, words, cells_named(answers), _words_in(answers, counters))
        ]
        self._cover = Cover(grid, words, faces)
        self._is_covered = not words.keys().isdisjoint(grid.printed)
        self._words = sorted({word for pair in faces for word in pair})
        self._named: dict[Path, int] = dict(numbers(with_zeros(target.variables)))
        self._last = self._last_turn()

    def plans(self, chance: Random) -> Iterator[list[Step]]:
        """Yield the steps of a planned game for each attempt that succeeds."""
        if self._is_covered:  # nothing is placed on what the board itself shows
            return
        for setting, unnamed, width in self._attempts():
            self._clock.check()
            placements = self._cover.find(setting.stock, setting.free, chance)
            aim = self._aim(unnamed, chance)
            if placements is not None and aim is not None:
                found = Planner(setting, aim, chance, self._clock).run(placements, width)
                if found is not None:
                    yield found

    def _attempts(self) -> Iterator[tuple[Setting, Unnamed, int]]:
        """Yield where other pieces may lie, how unnamed counters are read, and how many variants are kept."""
        exact, apart, near = self._settings
        readings: list[Unnamed] = []
        for unnamed in Unnamed:
            if all(self._goals(unnamed) != self._goals(other) for other in readings):
                readings.append(unnamed)
        free = readings[1:] or readings
        yield from ((*way, 1) for way in product([exact] * EXACT_TRIES, readings))
        yield from ((*way, 1) for way in product([apart] * TRIES, readings))
        for _ in range(REPEATS):
            yield from ((*way, WIDTH) for way in islice(cycle(product([near, apart], free)), WIDE_TRIES))
            yield from ((*way, 1) for way in product([near, apart] * TRIES, free))

    def _last_turn(self) -> _LastTurn:
        """Return what happens in the last turn; the size of the hand shows how many pieces have been placed in it."""
        due = self._target.due
        owed = self._named.get((self._counters.owed,), 0)
        if due is None or (due.ask == self._place.ask and not owed):
            return _LastTurn(0, 0, 0)
        named = self._target.named(self._place.zone, due.player)
        pieces = 1 if named is None else max(1, self._counters.hand - len(named))
        return _LastTurn(pieces, pieces - 1 + owed, owed)

    def _aim(self, unnamed: Unnamed, chance: Random) -> Aim | None:
        """Return where the counters are to stand before the last turn and after it, or nothing if that cannot be."""
        player = self._target.due.player if self._target.due is not None else -1
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
        """Return where the counters are to stand at the end."""
        goals: dict[Side, dict[str, Span]] = {}
        for side in sorted(set(self._sides)):
            named = {path[-1]: counter for path, counter in self._named.items() if path[:-1] == side}
            is_free = unnamed is Unnamed.FREE or (unnamed is Unnamed.FREE_FOR_OTHERS and not named)
            free = Span(0, None) if is_free else Span(0, 0)
            goals[side] = {word: Span(named[word], named[word]) if word in named else free for word in self._words}
        return goals

    def _stopping(self, spans: Mapping[str, Span], number: int, chance: Random) -> dict[str, int] | None:
        """Choose which counters reach a stop in the last turn, and which stop; named ones come first."""
        stops = self._counters.stops
        named = [word for word, span in spans.items() if span.high in stops]
        free = [word for word, span in spans.items() if span.high is None]
        if len(named) + len(free) < number:
            return None
        chance.shuffle(named)
        chance.shuffle(free)
        return {word: spans[word].high or stops[0] for word in [*named, *free][:number]}


def _free_cells(
    grid: Grid, words: Mapping[Cell, str], kept: set[Cell], words_in_question: set[str]
) -> Iterator[dict[Cell, set[str]]]:
    """Yield three choices of cells for other pieces, each cell with the words that must not lie there.

    `kept` are the cells that the answers of the case name. First there are no free cells; then all but those beside
    the kept ones; then those as well, but not for the words that the answers place. In no choice may another piece
    extend a named line that is seen from a kept cell.
    """
    yield {}
    free: dict[Cell, set[str]] = {at: set() for at in grid.cells if at not in words and at not in kept}
    for at in sorted(kept & grid.rays.keys()):
        for ray in grid.rays[at]:
            for cell, following in pairwise(ray):
                if cell in words and following in free:
                    free[following].add(words[cell])
    near = {cell for at in kept for cell in grid.around.get(at, ())}
    yield {at: barred for at, barred in free.items() if at not in near}
    yield {at: barred | words_in_question if at in near else barred for at, barred in free.items()}


def _words_in(answers: Sequence[Data], counters: Counters) -> set[str]:
    """Return the words of the pieces that answers name."""
    named = (value for value in arguments(answers) if isinstance(value, str | int))
    return {word for piece in named for word in counters.words.get(str(piece), ())}
