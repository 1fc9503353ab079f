"""Plans one game on a board that is nobody's own, piece by piece, without asking the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from tilelaw_reach.own_boards.cover import Laid
from tilelaw_reach.own_boards.sequences import Step
from tilelaw_reach.play.game import Clock
from tilelaw_reach.play.parts import Cell
from tilelaw_reach.shared_board.simulation import Effect, Side, Spans, State, Table

TURNS = 120
"""After so many pieces a plan is given up."""
BEST = 3
"""So many words are thought of for a cell."""
LOOKED_AT = 60
"""So many of the best layings are looked at more closely."""
BRANCHES = 4
"""So many ways to go on are followed for each variant of a plan."""
ENDS, END_NODES = 6, 150
"""A plan is given up when its last turn has failed so often; each time pieces are looked for so often."""
NAMED_FIRST = 1.0
"""What it is worth to lay a piece that is named, against a number that rises by one."""
FEW = 2
"""Who lacks no more than this needs a small gain, not a large one."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a game is to lead."""

    player: int
    """Whose turn it is then; -1 if it may be anybody's."""
    before: Mapping[Side, Spans]
    """Where numbers stand when the last turn begins."""
    after: Mapping[Side, Spans]
    """Where they stand at the end."""
    pieces: int
    """How many pieces are laid in the last turn."""
    owed: int
    """How many are owed at the end."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How much worth is laid on what comes later, against a number that rises by one."""

    open: float
    """A bare cell beside a word that is lacked."""
    ahead: float
    """What can be gained beside it then."""
    few: float
    """A bare cell beside a word of which little is lacked."""
    promise: float
    """The most that can be gained of a word."""
    spoil: float
    """What could have been gained on a cell, and now cannot."""


def some_taste(chance: Random) -> Taste:
    """Return a taste; no single one is good for all positions."""
    return Taste(*(chance.uniform(0, most) for most in (0.2, 0.5, 0.2, 0.55, 0.5)))


class Plan:
    """A game that is being planned."""

    def __init__(self, table: Table, aim: Aim, chance: Random, clock: Clock) -> None:
        self._table = table
        self._aim = aim
        self._chance = chance
        self._clock = clock
        self._taste = some_taste(chance)
        self._nodes = 0

    def run(self, layings: list[Laid], width: int = 1) -> list[Step] | None:
        """Return what is laid, some layings among others, or nothing if the plan fails.

        So many variants of the game are followed at the same time.
        """
        variants = [State(self._table, layings, sorted(self._aim.before[self._table.sides[0]]))]
        ends = 0
        for _ in range(TURNS):
            for state in variants:
                if self._is_ready(state):
                    ends += 1
                    self._nodes = END_NODES
                    ended = self._end(state, self._aim.pieces)
                    if ended is not None:
                        return ended.steps
            if not variants or ends >= ENDS:
                return None
            following = [after for state in variants for after in self._following(state, 1 if width == 1 else BRANCHES)]
            if width > 1:
                promises = [(self._promise(state), number) for number, state in enumerate(following)]
                following = [following[number] for _, number in sorted(promises, reverse=True)[:width]]
            variants = following
        return None

    def _is_ready(self, state: State) -> bool:
        """Say whether the last turn can begin."""
        if state.left or (self._aim.player >= 0 and (state.in_turn or state.mover != self._aim.player)):
            return False
        return all(
            span.holds(state.numbers[side][word])
            for side, spans in self._aim.before.items()
            for word, span in spans.items()
        )

    def _lacked(self, state: State) -> dict[str, int]:
        """Return how much is lacked of each word, by whoever lacks the most."""
        found: dict[str, int] = {}
        for side, spans in self._aim.after.items():
            for word, span in spans.items():
                found[word] = max(found.get(word, 0), span.low - state.numbers[side][word])
        return found

    def _promise(self, state: State) -> float:
        """Return how far a game has come, and what can be gained next."""
        lacked = self._lacked(state)
        missing = sum(
            max(span.low - state.numbers[side][word], 0)
            for side, spans in self._aim.before.items()
            for word, span in spans.items()
        )
        best = dict.fromkeys(lacked, 0)
        for at in state.sight.bare:
            if at in self._table.free:
                for word, gain in state.sight.gains[at].items():
                    if lacked[word] >= gain > best[word]:
                        best[word] = gain
        return self._taste.promise * sum(best.values()) - missing + self._chance.random() / 5

    # ---- what is laid

    def _following(self, state: State, number: int) -> Iterator[State]:
        """Yield how a game may go on, so many ways; if there is one only, it goes on itself."""
        for laid in islice(self._chosen(state), number):
            after = state if number == 1 else state.copy()
            after.lay(laid)
            yield after

    def _chosen(self, state: State) -> Iterator[Laid]:
        """Yield what may be laid next, the best that is sound first."""
        self._clock.check()
        spans = self._aim.before[state.side]
        ranked = sorted(self._ranked(state, spans), key=lambda each: each[0], reverse=True)
        for _, laid in ranked[:LOOKED_AT]:
            if state.is_sound(laid, state.effect(laid), spans) and (not state.is_opening or state.is_legal(laid)):
                yield laid

    def _ranked(self, state: State, spans: Spans) -> Iterator[tuple[float, Laid]]:
        """Yield what can be laid, each with its worth."""
        firsts = self._table.rises.firsts if state.is_opening else None
        lacked = self._lacked(state)
        for laid in state.left:
            worths = [self._worth(state, at, word, spans, lacked) for at, word in state.words_of(laid)]
            known = [worth for worth in worths if worth is not None]
            if len(known) == len(worths) and (firsts is None or laid.cells in firsts):
                yield sum(known) + NAMED_FIRST + self._chance.random(), laid
        best: dict[Cell, list[tuple[float, str]]] = {}
        for at, barred in self._table.free.items():
            if at in state.sight.bare:
                each = ((self._worth(state, at, word, spans, lacked), word) for word in spans if word not in barred)
                listed = [(worth + self._chance.random() / 5, word) for worth, word in each if worth is not None]
                best[at] = sorted(listed, reverse=True)[:BEST]
        for at, mate in self._table.ground.pairs:
            if at in best and mate in best and at < mate and (firsts is None or (at, mate) in firsts):
                for one, first in best[at]:
                    for other, second in best[mate]:
                        piece = state.piece(at, mate, first, second)
                        if piece is not None:
                            yield one + other, piece

    def _worth(self, state: State, at: Cell, word: str, spans: Spans, lacked: Mapping[str, int]) -> float | None:
        """Return how good half a piece is on a cell, or nothing if it takes a number too far."""
        number, span, now = state.mine[word], spans[word], state.risen(at, word)
        if not span.allows(now):
            return None
        gains = state.sight.gains[at]
        worth = float(max(min(now, span.low) - number, 0))
        lost = max((min(gain, lacked[other]) for other, gain in gains.items()), default=0)
        worth -= self._taste.spoil * max(lost - worth, 0)
        if lacked[word]:
            seen = [cell for cell in state.sight.bare_around(at) if cell in self._table.free]
            if lacked[word] <= FEW:
                worth += self._taste.few * (len(seen) - gains.get(word, 0))
            elif seen:
                ahead = max(state.sight.gain_beside(cell, at, word) for cell in seen)
                worth += self._taste.open * len(seen) + self._taste.ahead * min(ahead, lacked[word])
        return worth

    # ---- the last turn

    def _end(self, state: State, pieces: int) -> State | None:
        """Return a game after the last turn, in which so many pieces are still to be laid."""
        if not pieces:
            return state
        self._clock.check()
        self._nodes -= 1
        spans = self._aim.after[state.side]
        for laid, effect in self._endings(state, spans):
            if self._nodes < 0:
                return None
            if not self._may_end(effect, spans, pieces) or not state.is_sound(laid, effect, spans):
                continue
            after = state.copy()
            after.lay(laid)
            ended = self._end(after, pieces - 1)
            if ended is not None:
                return ended
        return None

    def _may_end(self, effect: Effect, spans: Spans, pieces: int) -> bool:
        """Say whether as much is owed after a laying as the pieces need that are to be laid."""
        if pieces > 1:
            return effect.owed > 0
        return effect.owed == self._aim.owed and all(span.holds(effect.numbers[word]) for word, span in spans.items())

    def _endings(self, state: State, spans: Spans) -> list[tuple[Laid, Effect]]:
        """Return what can be laid in the last turn: first what owes the most."""
        words: dict[Cell, list[str]] = {}
        for at, barred in self._table.free.items():
            if at in state.sight.bare:
                fitting = [word for word, span in spans.items() if word not in barred]
                now = {word: state.risen(at, word) for word in fitting if spans[word].allows(state.risen(at, word))}
                stopping = [word for word in now if self._table.rises.is_owed(state.mine[word], now[word])]
                others = [word for word in now if word not in stopping]
                words[at] = [*stopping, *self._chance.sample(others, min(len(others), 2))]
        found: list[tuple[int, float, Laid, Effect]] = []
        for at, mate in self._table.ground.pairs:
            if at in words and mate in words and at < mate:
                for first in words[at]:
                    for second in words[mate]:
                        laid = state.piece(at, mate, first, second)
                        if laid is not None:
                            effect = state.effect(laid)
                            found.append((effect.owed, self._chance.random(), laid, effect))
        found.sort(key=lambda each: each[:2], reverse=True)
        return [(laid, effect) for _, _, laid, effect in found]
