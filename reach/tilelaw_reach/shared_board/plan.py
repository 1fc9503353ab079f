"""Plans one game on a shared board, placement by placement, without asking the engine.

It is a beam search. In each turn every possible placement gets a worth, the best sound ones are made, and the most
promising variants of the game are kept. When all named pieces lie on the board and the counters stand where they
should before the last turn, a depth-first search with a budget looks for placements that make up that turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from tilelaw_reach.deck import Placement
from tilelaw_reach.play.clock import Clock
from tilelaw_reach.play.data import Cell
from tilelaw_reach.script import Step
from tilelaw_reach.shared_board.simulation import Effect, Setting, Side, Simulation, Spans

MOST_PLACEMENTS = 120
"""A plan with more placements is given up."""
WORDS_FOR_CELL = 3
"""How many words are considered for a cell, the best ones."""
EXAMINED = 60
"""How many of the best placements are examined for soundness."""
BRANCHES = 4
"""How many ways to go on are followed for each variant of a plan, if several variants are kept."""
MOST_ENDINGS, ENDING_NODES = 6, 150
"""A plan is given up when its last turn has failed this often; each time this many nodes are visited."""
NAMED_FIRST = 1.0
"""The worth of placing a named piece; a counter that rises by one is worth 1."""
SMALL_NEED = 2
"""A player who needs at most this much of a word needs a small gain rather than a large one."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a plan is to reach."""

    player: int
    """Whose turn the last one is; -1 if it may be anybody's."""
    before: Mapping[Side, Spans]
    """Where the counters are to stand when the last turn begins."""
    after: Mapping[Side, Spans]
    """Where they are to stand at the end."""
    pieces: int
    """How many pieces are placed in the last turn; 0 if the position comes between two turns."""
    owed: int
    """How many further placements are owed at the end."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much prospects count; a counter that rises by one counts 1."""

    empty_beside: float
    """For each empty cell beside a word that is needed."""
    gain_beside: float
    """For the largest gain that such a cell then offers."""
    small_need: float
    """For each empty cell beside a word of which little is needed."""
    next_gains: float
    """For the largest gain that the board offers for each word, when variants are compared."""
    lost_gain: float
    """Against a gain that the cell offered for another word."""


def random_weights(chance: Random) -> Weights:
    """Return random weights; no fixed ones are good for all positions."""
    return Weights(*(chance.uniform(0, most) for most in (0.2, 0.5, 0.2, 0.55, 0.5)))


class Planner:
    """Plans one game."""

    def __init__(self, setting: Setting, aim: Aim, chance: Random, clock: Clock) -> None:
        self._setting = setting
        self._aim = aim
        self._chance = chance
        self._clock = clock
        self._weights = random_weights(chance)
        self._nodes = 0

    def run(self, named: list[Placement], width: int = 1) -> list[Step] | None:
        """Return the steps of a game with the named placements, or nothing if the plan fails.

        `width` is the number of variants that are kept at the same time.
        """
        variants = [Simulation(self._setting, named, sorted(self._aim.before[self._setting.sides[0]]))]
        endings = 0
        for _ in range(MOST_PLACEMENTS):
            for state in variants:
                if self._is_ready(state):
                    endings += 1
                    self._nodes = ENDING_NODES
                    ended = self._end(state, self._aim.pieces)
                    if ended is not None:
                        return ended.steps
            if not variants or endings >= MOST_ENDINGS:
                return None
            following = [after for state in variants for after in self._following(state, 1 if width == 1 else BRANCHES)]
            if width > 1:
                ranked = sorted(
                    ((self._prospect(state), number) for number, state in enumerate(following)), reverse=True
                )
                following = [following[number] for _, number in ranked[:width]]
            variants = following
        return None

    def _is_ready(self, state: Simulation) -> bool:
        """Say whether the last turn can begin."""
        if state.left or (self._aim.player >= 0 and (state.in_turn or state.mover != self._aim.player)):
            return False
        return all(
            span.holds(state.counters[side][word])
            for side, spans in self._aim.before.items()
            for word, span in spans.items()
        )

    def _needs(self, state: Simulation) -> dict[str, int]:
        """Return how much is needed of each word, by the side that needs the most."""
        found: dict[str, int] = {}
        for side, spans in self._aim.after.items():
            for word, span in spans.items():
                found[word] = max(found.get(word, 0), span.low - state.counters[side][word])
        return found

    def _prospect(self, state: Simulation) -> float:
        """Return how good a variant is: what can be gained next, minus what is missing."""
        needs = self._needs(state)
        missing = sum(
            max(span.low - state.counters[side][word], 0)
            for side, spans in self._aim.before.items()
            for word, span in spans.items()
        )
        best = dict.fromkeys(needs, 0)
        for at in state.lines.empty:
            if at in self._setting.free:
                for word, gain in state.lines.gains[at].items():
                    if needs[word] >= gain > best[word]:
                        best[word] = gain
        return self._weights.next_gains * sum(best.values()) - missing + self._chance.random() / 5

    # ---- the next placement

    def _following(self, state: Simulation, number: int) -> Iterator[Simulation]:
        """Yield the games after this many of the best placements; a single one is made in the game itself."""
        for placement in islice(self._best(state), number):
            after = state if number == 1 else state.copy()
            after.place(placement)
            yield after

    def _best(self, state: Simulation) -> Iterator[Placement]:
        """Yield the sound placements, the best first."""
        self._clock.check()
        spans = self._aim.before[state.side]
        ranked = sorted(self._ranked(state, spans), key=lambda each: each[0], reverse=True)
        for _, placement in ranked[:EXAMINED]:
            is_sound = state.is_sound(placement, state.effect(placement), spans)
            if is_sound and (not state.is_opening or state.is_legal(placement)):
                yield placement

    def _ranked(self, state: Simulation, spans: Spans) -> Iterator[tuple[float, Placement]]:
        """Yield the possible placements, each with its worth."""
        first_pairs = self._setting.counters.first_pairs if state.is_opening else None
        needs = self._needs(state)
        for named in state.left:
            worths = [self._worth(state, at, word, spans, needs) for at, word in state.halves(named)]
            known = [worth for worth in worths if worth is not None]
            if len(known) == len(worths) and (first_pairs is None or named.cells in first_pairs):
                yield sum(known) + NAMED_FIRST + self._chance.random(), named
        best: dict[Cell, list[tuple[float, str]]] = {}
        for at, barred in self._setting.free.items():
            if at in state.lines.empty:
                each = ((self._worth(state, at, word, spans, needs), word) for word in spans if word not in barred)
                listed = [(worth + self._chance.random() / 5, word) for worth, word in each if worth is not None]
                best[at] = sorted(listed, reverse=True)[:WORDS_FOR_CELL]
        for at, mate in self._setting.grid.pairs:
            if at in best and mate in best and at < mate and (first_pairs is None or (at, mate) in first_pairs):
                for one, first in best[at]:
                    for other, second in best[mate]:
                        placement = state.placement(at, mate, first, second)
                        if placement is not None:
                            yield one + other, placement

    def _worth(self, state: Simulation, at: Cell, word: str, spans: Spans, needs: Mapping[str, int]) -> float | None:
        """Return how good half a piece is on a cell, or nothing if it raises a counter too far."""
        counter, span, now = state.mine[word], spans[word], state.raised(at, word)
        if not span.allows(now):
            return None
        gains = state.lines.gains[at]
        worth = float(max(min(now, span.low) - counter, 0))
        lost = max((min(gain, needs[other]) for other, gain in gains.items()), default=0)
        worth -= self._weights.lost_gain * max(lost - worth, 0)
        if needs[word]:
            beside = [cell for cell in state.lines.empty_around(at) if cell in self._setting.free]
            if needs[word] <= SMALL_NEED:
                worth += self._weights.small_need * (len(beside) - gains.get(word, 0))
            elif beside:
                next_gain = max(state.lines.gain_beside(cell, at, word) for cell in beside)
                weights = self._weights
                worth += weights.empty_beside * len(beside) + weights.gain_beside * min(next_gain, needs[word])
        return worth

    # ---- the last turn

    def _end(self, state: Simulation, pieces: int) -> Simulation | None:
        """Return the game after its last turn, in which this many pieces are still to be placed."""
        if not pieces:
            return state
        self._clock.check()
        self._nodes -= 1
        spans = self._aim.after[state.side]
        for placement, effect in self._endings(state, spans):
            if self._nodes < 0:
                return None
            if not self._may_end(effect, spans, pieces) or not state.is_sound(placement, effect, spans):
                continue
            after = state.copy()
            after.place(placement)
            ended = self._end(after, pieces - 1)
            if ended is not None:
                return ended
        return None

    def _may_end(self, effect: Effect, spans: Spans, pieces: int) -> bool:
        """Say whether the last turn goes on after a placement, or ends as wanted if it is the last one."""
        if pieces > 1:
            return effect.owed > 0
        return effect.owed == self._aim.owed and all(span.holds(effect.counters[word]) for word, span in spans.items())

    def _endings(self, state: Simulation, spans: Spans) -> list[tuple[Placement, Effect]]:
        """Return the placements of the last turn, first those after which the most is owed."""
        words: dict[Cell, list[str]] = {}
        for at, barred in self._setting.free.items():
            if at in state.lines.empty:
                fitting = [word for word, span in spans.items() if word not in barred]
                now = {word: state.raised(at, word) for word in fitting if spans[word].allows(state.raised(at, word))}
                stopping = [word for word in now if self._setting.counters.is_owed(state.mine[word], now[word])]
                others = [word for word in now if word not in stopping]
                words[at] = [*stopping, *self._chance.sample(others, min(len(others), 2))]
        found: list[tuple[int, float, Placement, Effect]] = []
        for at, mate in self._setting.grid.pairs:
            if at in words and mate in words and at < mate:
                for first in words[at]:
                    for second in words[mate]:
                        placement = state.placement(at, mate, first, second)
                        if placement is not None:
                            effect = state.effect(placement)
                            found.append((effect.owed, self._chance.random(), placement, effect))
        found.sort(key=lambda each: each[:2], reverse=True)
        return [(placement, effect) for _, _, placement, effect in found]
