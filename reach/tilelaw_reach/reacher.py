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
from tilelaw_reach.heirs import HeirOf
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

    def _know(self, ruleset: str, players: int, written_for: tuple[str, int] | None) -> Knowledge:
        return Knowledge(self._verifier.game(ruleset, players, written_for))

    def search(self, case: Case, seconds: float, origin: Case | None = None) -> Found:
        """Search for a game that leads to the position of a case; an heir is from another one."""
        return search(self._known(case, origin), case, self._verifier, seconds)

    def _known(self, case: Case, origin: Case | None) -> Knowledge:
        return self._knowledge(case.ruleset, case.players, (origin.ruleset, origin.players) if origin else None)

    def fault(self, case: Case, answers: Sequence[Data], origin: Case | None = None) -> str:
        """Return what is wrong with the witness of a case, or an empty text; an heir is from another case."""
        there = self._verifier.game(case.ruleset, case.players).replay(answers)
        if there is None:
            return "an answer of its witness is illegal"
        if not self.is_met(case, there.data, origin):
            return "its witness leads to another position"
        if not self._verifier.holds(case, answers):
            return "what it expects does not hold where its witness leads"
        return ""

    def is_met(self, case: Case, position: Data, origin: Case | None = None) -> bool:
        """Say whether a position has what a case names; an heir is from another case."""
        knowledge = self._known(case, origin)
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
    heirs: bool = False
    """Whether to search for missing games of heirs, too."""
    jobs: int = 1
    """The number of processes."""

    def is_worth(self, case: Case) -> bool:
        """Say whether a game is searched for where there is none."""
        return self.seconds > 0 and (self.again or not case.constructed)


@dataclass(frozen=True, slots=True)
class _Task:
    """A case, or an heir of one, with the answers that lead to its position, if they are known."""

    case: Case
    answers: Sequence[Data] | None
    origin: Case | None = None
    """The case that an heir is from."""


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
    heirs: Sequence[HeirOf] = (),
    everything: bool = True,
    on_done: Callable[[int, int, str], None] = lambda _done, _all, _id: None,
) -> Reached:
    """Check the witnesses of cases, search for missing ones, write what is found, and return a survey.

    `heirs` are those that may have games of their own; that they have none is no problem. `everything` says that there
    are no other cases. `on_done` is called after each case with the number of cases that are done, the number of all,
    and the id. Raises `WitnessError` and `CannotWrite`.
    """
    tasks: list[_Task] = []
    for case in cases:
        answers = witnesses.game(case.id)
        if case.given is Given.POSITION and (answers is not None or effort.is_worth(case)):
            tasks.append(_Task(case, answers))
    for heir, origin in heirs:
        answers = witnesses.game(heir.id)
        if answers is not None or (effort.heirs and effort.is_worth(origin)):
            tasks.append(_Task(heir, answers, origin))
    faults: dict[str, str] = {}
    for done, result in enumerate(_results(tasks, effort), start=1):
        on_done(done, len(tasks), result.id)
        if result.fault:
            faults[result.id] = result.fault
        if effort.seconds:
            witnesses.put({result.id: result.answers})
    return survey(cases, witnesses.ids(), faults, everything, {heir.id for heir, _ in heirs})


def _results(tasks: Sequence[_Task], effort: Effort) -> Iterator[_Result]:
    work = partial(_work, effort=effort)
    if effort.jobs == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(effort.jobs, len(tasks))) as pool:
        yield from pool.map(work, tasks)


def _work(task: _Task, effort: Effort) -> _Result:
    case, answers, origin = task.case, task.answers, task.origin
    fault = "" if answers is None else _reacher().fault(case, answers, origin)
    kept = None if fault else answers
    is_searched = effort.seconds and (effort.again or kept is None) and (effort.heirs or origin is None)
    if not is_searched:
        return _Result(case.id, kept, fault)
    found = _reacher().search(case, effort.seconds, origin)
    return _Result(case.id, found.answers or kept, "" if kept is not None else str(found.failure or ""))


@cache
def _reacher() -> Reacher:
    """Return the reacher of this process."""
    return Reacher()
