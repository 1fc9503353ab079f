"""Checks the witnesses of a corpus and searches for those that are missing.

In go cases and the witnesses beside them; changed witnesses are written, and out comes a survey. Cases are worked on
in several processes, each with a `Reacher` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial

from tilelaw_conformance import Case, Given, Witnesses
from tilelaw_reach.knowledge import Knowledge
from tilelaw_reach.play.data import Data
from tilelaw_reach.play.verify import Verifier
from tilelaw_reach.search import Found, search
from tilelaw_reach.survey import Reached, survey
from tilelaw_reach.target import make_target


class Reacher:
    """Searches for games that lead to positions, and checks witnesses."""

    def __init__(self) -> None:
        self._verifier = Verifier()
        self._knowledge = cache(self._know)

    def _know(self, ruleset: str, players: int) -> Knowledge:
        return Knowledge(self._verifier.game(ruleset, players))

    def search(self, case: Case, seconds: float) -> Found:
        """Search for a game that leads to the position of a case."""
        return search(self._knowledge(case.ruleset, case.players), case, self._verifier, seconds)

    def fault(self, case: Case, answers: Sequence[Data]) -> str:
        """Return what is wrong with the witness of a case, or an empty text."""
        there = self._verifier.game(case.ruleset, case.players).replay(answers)
        if there is None:
            return "an answer of its witness is illegal"
        if not self.is_met(case, there.data):
            return "its witness leads to another position"
        if not self._verifier.holds(case, answers):
            return "what it expects does not hold where its witness leads"
        return ""

    def is_met(self, case: Case, position: Data) -> bool:
        """Say whether a position has what a case names."""
        knowledge = self._knowledge(case.ruleset, case.players)
        first_counts = knowledge.place.zone if knowledge.place is not None else ""
        target = make_target(knowledge.game, case.position, first_counts)
        return target is not None and bool(target.agreement(position))


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard missing witnesses are searched for."""

    seconds: float
    """The processor time for one case; 0 to search for nothing and to write nothing."""
    again: bool = False
    """Whether to search also where there is a witness, and for cases that are `constructed`."""
    jobs: int = 1
    """The number of processes."""


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of one case: a correct witness, or what is wrong."""

    id: str
    answers: Sequence[Data] | None
    fault: str


def reach(
    cases: Sequence[Case],
    witnesses: Witnesses,
    effort: Effort,
    *,
    everything: bool = True,
    on_done: Callable[[int, int, str], None] = lambda _done, _all, _id: None,
) -> Reached:
    """Check the witnesses of cases, search for missing ones, write what is found, and return a survey.

    `everything` says that there are no other cases. `on_done` is called after each case with the number of cases that
    are done, the number of all, and the id. Raises `WitnessError` and `CannotWrite`.
    """
    tasks: list[tuple[Case, Sequence[Data] | None]] = []
    for case in cases:
        answers = witnesses.answers(case)
        is_searched = effort.seconds and (effort.again or not case.constructed)
        if case.given is Given.POSITION and (answers is not None or is_searched):
            tasks.append((case, answers))
    faults: dict[str, str] = {}
    for done, result in enumerate(_results(tasks, effort), start=1):
        on_done(done, len(tasks), result.id)
        if result.fault:
            faults[result.id] = result.fault
        if effort.seconds:
            witnesses.put({result.id: result.answers})
    return survey(cases, witnesses.ids(), faults, everything)


def _results(tasks: Sequence[tuple[Case, Sequence[Data] | None]], effort: Effort) -> Iterator[_Result]:
    work = partial(_work, effort=effort)
    if effort.jobs == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(effort.jobs, len(tasks))) as pool:
        yield from pool.map(work, tasks)


def _work(task: tuple[Case, Sequence[Data] | None], effort: Effort) -> _Result:
    case, answers = task
    fault = "" if answers is None else _reacher().fault(case, answers)
    kept = None if fault else answers
    if not effort.seconds or (kept is not None and not effort.again):
        return _Result(case.id, kept, fault)
    found = _reacher().search(case, effort.seconds)
    return _Result(case.id, found.answers or kept, "" if kept is not None else str(found.failure or ""))


@cache
def _reacher() -> Reacher:
    """Return the reacher of this process."""
    return Reacher()
