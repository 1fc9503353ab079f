"""Searches for a game that leads to the position of one case.

The stages are those of the package: cover the named boards, put the placements in order, schedule them, play, verify.
Each stage yields many candidates, and the search goes through them until a game is good enough or time runs out.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from random import Random

from tilelaw_conformance import Case
from tilelaw_reach.deck import Deck, Placement
from tilelaw_reach.knowledge import Knowledge
from tilelaw_reach.own_boards.cover import covers
from tilelaw_reach.own_boards.rounds import Mode, NoSchedule
from tilelaw_reach.own_boards.sequences import SequenceSearch
from tilelaw_reach.perform import Performance
from tilelaw_reach.play.clock import Clock, OutOfTime
from tilelaw_reach.play.data import Data, cells_named
from tilelaw_reach.play.verify import Verifier
from tilelaw_reach.schedule import Scheduler
from tilelaw_reach.script import Plans, Script
from tilelaw_reach.shared_board.attempts import Attempts
from tilelaw_reach.shared_board.counters import Counters
from tilelaw_reach.target import Agreement, Target, make_target

MODES = (
    Mode(more_pieces=False, more_turns=False, more_cells=False),
    Mode(more_pieces=True, more_turns=False, more_cells=False),
    Mode(more_pieces=True, more_turns=True, more_cells=False),
    Mode(more_pieces=True, more_turns=True, more_cells=True),
)
"""The modes in which a game is tried, from the strictest to the most permissive."""
GAMES = 2
"""How many games are played for one set of plans in each mode."""
DRAFTS = 20
"""How many times a script is drafted before the plans are taken not to fit into rounds."""
REFUTED_IN_GAME = 6
"""After this many positions of one game that meet the target while the case does not hold, the game is given up."""
REFUTED_IN_MODE = 8
"""A mode is skipped while it has led to this many more refuted positions than the most permissive mode."""
COVERS = 12
"""How many covers of the boards are tried before the search for covers starts again in another random order."""
SEQUENCES = 4
"""How many orders of the placements are tried for one cover."""
FRUITLESS = 6
"""After this many searches for covers in a row that led to no order of placements, there is taken to be none."""
SHARED_BOARD_PLANS = 8
"""How many plans for a shared board are played."""


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


_PROGRESS = [
    Failure.OUT_OF_TIME,
    Failure.NO_COVER,
    Failure.NO_ORDER,
    Failure.NO_ROUNDS,
    Failure.NOT_MET,
    Failure.NOT_HELD,
]
"""Failures by how far the search came; the furthest one is reported."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game that leads to a position, or why there is none."""

    answers: tuple[Data, ...] = ()
    agreement: Agreement = Agreement.NONE
    failure: Failure | None = None


def search(knowledge: Knowledge, case: Case, verifier: Verifier, seconds: float) -> Found:
    """Return the best game for a case that is found in time."""
    deck = knowledge.deck
    if deck is None:
        return Found(failure=Failure.NO_LAYING)
    target = make_target(knowledge.game, case.position, deck.place.zone)
    if target is None:
        return Found(failure=Failure.UNREADABLE)
    scheduler, counters = Scheduler(knowledge, deck, target), knowledge.counters
    # Learning about the game comes before the clock starts.
    return _Search(knowledge, case, verifier, deck, target, scheduler, Clock(seconds)).run(counters)


class _Search:
    """The search for one case."""

    def __init__(
        self,
        knowledge: Knowledge,
        case: Case,
        verifier: Verifier,
        deck: Deck,
        target: Target,
        scheduler: Scheduler,
        clock: Clock,
    ) -> None:
        self._game = knowledge.game
        self._case = case
        self._verifier = verifier
        self._deck = deck
        self._target = target
        self._scheduler = scheduler
        self._clock = clock
        self._chance = Random(case.id)
        self._failure = Failure.OUT_OF_TIME
        self._best = Found()
        self._refuted: Counter[Mode] = Counter()
        """How many positions met the target in each mode while the case did not hold."""

    def run(self, counters: Counters | None) -> Found:
        """Search on own boards, or on a shared board if it is known how counters rise there."""
        with contextlib.suppress(OutOfTime):
            if counters is None:
                self._search_own_boards()
            else:
                self._search_shared_board(counters)
        return self._best if self._best.agreement else Found(failure=self._failure)

    # ---- plans

    def _search_own_boards(self) -> None:
        """Play games in which the named boards consist of the named cells only."""
        place = self._deck.place
        owners = [owner for name, owner in self._target.boards if name == place.board]
        boards = [self._target.boards[place.board, owner] for owner in owners]
        fruitless = 0
        while fruitless < FRUITLESS:
            fruitless += 1
            chance = Random(self._chance.random())
            stock = self._deck.stock(self._target.reserved(place.kind))
            for cover in islice(covers(self._deck, boards, stock, chance), COVERS):
                self._fail(Failure.NO_ORDER)
                for plans in self._plans(owners, cover, chance):
                    fruitless = 0
                    if self._play(plans, Agreement.EXACT):
                        return
        self._fail(Failure.NO_COVER)

    def _search_shared_board(self, counters: Counters) -> None:
        """Play games in which other pieces may lie elsewhere on the shared board."""
        self._fail(Failure.NO_ORDER)
        attempts = Attempts(self._game, self._deck, self._target, self._case.answers, counters, self._clock)
        for steps in islice(attempts.plans(self._chance), SHARED_BOARD_PLANS):
            if self._play({-1: [*steps]}, Agreement.MORE_CELLS, games=1):
                return

    def _plans(self, owners: Sequence[int], cover: Sequence[Sequence[Placement]], chance: Random) -> Iterator[Plans]:
        """Yield plans for all boards together; a board without another order keeps its latest one."""
        can_follow = self._scheduler.can_follow
        orders = {
            owner: SequenceSearch(self._game, self._deck, self._target, owner, self._clock, can_follow).run(
                placements, chance
            )
            for owner, placements in zip(owners, cover, strict=True)
        }
        latest: Plans = {}
        for _ in range(SEQUENCES):
            for owner, listed in orders.items():
                steps = next(listed, latest.get(owner))
                if steps is None:
                    return
                latest[owner] = steps
            yield {owner: [*steps] for owner, steps in latest.items()}

    # ---- games

    def _play(self, plans: Plans, best: Agreement, games: int = GAMES) -> bool:
        """Play games along plans, and say whether one is good enough; none can agree better than `best`."""
        for mode in MODES if self._deck.place.is_owned else MODES[-1:]:
            if self._refuted[mode] > self._refuted[MODES[-1]] + REFUTED_IN_MODE:
                continue
            for _ in range(games):
                self._clock.check()
                script = self._script(plans, mode)
                if script is None:
                    self._fail(Failure.NO_ROUNDS)
                    break
                self._fail(Failure.NOT_MET)
                self._refuted[mode] += self._perform(script)
                self._scheduler.games_played[script.last_round] += 1
                if self._best.agreement >= best:
                    return True
            if self._best.agreement:
                return True
        return False

    def _script(self, plans: Plans, mode: Mode) -> Script | None:
        for _ in range(DRAFTS):
            with contextlib.suppress(NoSchedule):
                script = self._scheduler.script(plans, self._chance, mode)
                script.spared = cells_named(self._case.answers)
                return script
        return None

    def _perform(self, script: Script) -> int:
        """Play a game and keep the best position of it; return how many positions were refuted."""
        performance = Performance(self._game, self._deck, script, self._chance, self._clock)
        open_piles = frozenset(script.pile_tops)
        refuted = 0
        for position in performance.play():
            if self._target.agreement(position, open_piles) <= self._best.agreement:
                continue
            refuted += not self._keep(performance.history())
            if refuted == REFUTED_IN_GAME:
                break
        return refuted

    def _keep(self, answers: list[Data]) -> bool:
        """Keep a game if it leads to a better position than before and the case holds there; say whether it does."""
        there = self._game.replay(answers)
        agreement = self._target.agreement(there.data) if there is not None else Agreement.NONE
        if agreement <= self._best.agreement:
            return False
        if not self._verifier.holds(self._case, answers):
            self._fail(Failure.NOT_HELD)
            return False
        self._best = Found(tuple(answers), agreement)
        return True

    def _fail(self, failure: Failure) -> None:
        self._failure = max(self._failure, failure, key=_PROGRESS.index)
