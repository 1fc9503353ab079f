"""Looks for a game that leads to the position of a case."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from random import Random
from typing import TypeAlias

from tilelaw_conformance.cases.expectation import Case
from tilelaw_reach.learn import Customs
from tilelaw_reach.own_boards.cover import Deck, Laid, covers
from tilelaw_reach.own_boards.rounds import Mode, NoSchedule
from tilelaw_reach.own_boards.sequences import Follows, Orders
from tilelaw_reach.perform import Director
from tilelaw_reach.play.game import Clock, Data, Game, OutOfTime
from tilelaw_reach.play.parts import cells_named
from tilelaw_reach.schedule import Scheduler
from tilelaw_reach.script import Plans, Script
from tilelaw_reach.shared_board.attempts import Growth
from tilelaw_reach.shared_board.counters import Rises, find_out
from tilelaw_reach.target import Agreement, Target, make_target

Proof: TypeAlias = Callable[[Case, Sequence[Data]], bool]
"""Says whether a case holds after some answers."""

TRIES = 2
"""So many games are tried for one order of laying, in each mode."""
PROOFS = 6
"""So many positions of one game are put to the proof."""
VAIN = 8
"""When so many more games than with all freedom have met the position in vain in a mode, it waits."""
DRAFTS = 20
"""So many times it is tried to fit what is laid into rounds."""
MODES = (
    Mode(more_pieces=False, more_turns=False, more_cells=False),
    Mode(more_pieces=True, more_turns=False, more_cells=False),
    Mode(more_pieces=True, more_turns=True, more_cells=False),
    Mode(more_pieces=True, more_turns=True, more_cells=True),
)
"""First all must be as it is named; then there may be more."""
ORDERS = 4
"""So many orders are tried for one way to cover the boards."""
GROWN = 8
"""So many games are played in which a board has grown."""
EMPTY = 6
"""When all has been mixed anew so many times and no order of laying was found, none is expected."""
COVERS = 12
"""So many ways to cover the boards are tried before all is mixed anew."""


class Failure(StrEnum):
    """Why no game was found."""

    UNREADABLE = "the rules cannot read the position"
    NO_LAYING = "nothing is laid in this game"
    NO_COVER = "no pieces of the game cover a board that is named"
    NO_ORDER = "no order of laying makes a board that is named"
    NO_ROUNDS = "what lies on the boards does not fit into rounds"
    NOT_MET = "games were played, and none met the position"
    NOT_HELD = "the position was met, but what is expected does not hold there"
    OUT_OF_TIME = "the time was over before a game was played"


@dataclass(frozen=True, slots=True)
class Found:
    """A game that leads to a position, or why there is none."""

    answers: tuple[Data, ...] = ()
    agreement: Agreement = Agreement.NONE
    failure: Failure | None = None


class Search:
    """The search for one case."""

    def __init__(self, game: Game, customs: Customs, case: Case, proof: Proof, seconds: float) -> None:
        self._game = game
        self._customs = customs
        self._case = case
        self._proof = proof
        self._seconds = seconds
        self._clock = Clock(seconds)
        self._chance = Random(case.id)
        self._failure = Failure.OUT_OF_TIME
        self._best = Found()
        self._vain: Counter[Mode] = Counter()
        self._follows: Follows | None = None

    def run(self) -> Found:
        """Return a game, the best that is found in time."""
        if self._customs.laying is None:
            return Found(failure=Failure.NO_LAYING)
        target = make_target(self._customs.parts, self._game, self._case.position, self._customs.laying.zone)
        if target is None:
            return Found(failure=Failure.UNREADABLE)
        deck = Deck(self._customs, self._customs.laying)
        scheduler = Scheduler(self._game, deck, target)
        self._follows = scheduler.follows
        if not deck.laying.is_owned:
            _rises(self._game, deck)
        self._clock = Clock(self._seconds)
        with contextlib.suppress(OutOfTime):
            (self._look if deck.laying.is_owned else self._grow)(target, deck, scheduler)
        return self._best if self._best.agreement else Found(failure=self._failure)

    def _look(self, target: Target, deck: Deck, scheduler: Scheduler) -> None:
        owners = [owner for name, owner in target.boards if name == deck.laying.board]
        boards = [target.boards[deck.laying.board, owner] for owner in owners]
        empty = 0
        while empty < EMPTY:
            empty += 1
            chance = Random(self._chance.random())
            listed = covers(deck, boards, deck.faces(target.reserved(deck.laying.kind)), chance)
            for cover in islice(listed, COVERS):
                self._fail(Failure.NO_ORDER)
                for plans in self._plans(target, deck, owners, cover, chance):
                    empty = 0
                    if self._play(target, deck, scheduler, plans, Agreement.EXACT):
                        return
        self._fail(Failure.NO_COVER)

    def _grow(self, target: Target, deck: Deck, scheduler: Scheduler) -> None:
        """Look for games in which other pieces lie elsewhere on a board that is nobody's own."""
        self._fail(Failure.NO_ORDER)
        growth = Growth(self._game, deck, target, self._case.answers, _rises(self._game, deck), self._clock)
        for steps in islice(growth.plans(self._chance), GROWN):
            if self._play(target, deck, scheduler, {-1: [*steps]}, Agreement.MORE_CELLS, tries=1):
                return

    def _plans(
        self, target: Target, deck: Deck, owners: Sequence[int], cover: Sequence[Sequence[Laid]], chance: Random
    ) -> Iterator[Plans]:
        """Yield orders for all boards together."""
        orders = {
            owner: Orders(self._game, deck, target, owner, self._clock, self._follows).all(layings, chance)
            for owner, layings in zip(owners, cover, strict=True)
        }
        latest: Plans = {}
        for _ in range(ORDERS):
            for owner, listed in orders.items():
                steps = next(listed, latest.get(owner))
                if steps is None:
                    return
                latest[owner] = steps
            yield {owner: [*steps] for owner, steps in latest.items()}

    def _play(
        self, target: Target, deck: Deck, scheduler: Scheduler, plans: Plans, best: Agreement, tries: int = TRIES
    ) -> bool:
        """Play games along some plans; say whether one of them is good enough. None can be better than `best`."""
        for mode in MODES if deck.laying.is_owned else MODES[-1:]:
            if self._vain[mode] > self._vain[MODES[-1]] + VAIN:
                continue
            for _ in range(tries):
                self._clock.check()
                script = self._script(scheduler, plans, mode)
                if script is None:
                    self._fail(Failure.NO_ROUNDS)
                    break
                self._fail(Failure.NOT_MET)
                director = Director(self._game, self._customs, deck.laying, script, self._chance, self._clock)
                piles = frozenset(script.kept)
                vain = 0
                for data in director.play():
                    if target.agreement(data, piles) <= self._best.agreement:
                        continue
                    vain += not self._keep(target, director.history())
                    if vain == PROOFS:
                        break
                self._vain[mode] += vain
                scheduler.vain[script.last] += 1
                if self._best.agreement >= best:
                    return True
            if self._best.agreement:
                return True
        return False

    def _script(self, scheduler: Scheduler, plans: Plans, mode: Mode) -> Script | None:
        for _ in range(DRAFTS):
            with contextlib.suppress(NoSchedule):
                script = scheduler.script(plans, self._chance, mode)
                script.spared = cells_named(self._case.answers)
                return script
        return None

    def _fail(self, failure: Failure) -> None:
        self._failure = max(self._failure, failure, key=_RANK.index)

    def _keep(self, target: Target, answers: list[Data]) -> bool:
        """Keep a game if its last position is right and the case holds there; say whether it does."""
        there = self._game.replay(answers)
        agreement = target.agreement(there.data) if there is not None else Agreement.NONE
        if agreement <= self._best.agreement:
            return False
        if not self._proof(self._case, answers):
            self._fail(Failure.NOT_HELD)
            return False
        self._best = Found(tuple(answers), agreement)
        return True


_RANK = [
    Failure.OUT_OF_TIME,
    Failure.NO_COVER,
    Failure.NO_ORDER,
    Failure.NO_ROUNDS,
    Failure.NOT_MET,
    Failure.NOT_HELD,
]


_FOUND_OUT: dict[tuple[str, int], Rises] = {}


def _rises(game: Game, deck: Deck) -> Rises:
    """Return how numbers rise in a game; it is found out once."""
    name = deck.customs.parts.ruleset, deck.customs.parts.players
    if name not in _FOUND_OUT:
        _FOUND_OUT[name] = find_out(game, deck.customs, deck.laying)
    return _FOUND_OUT[name]
