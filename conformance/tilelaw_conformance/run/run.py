"""Runs cases against one implementation.

`hello` comes first; without a proper answer to it nothing can be judged. Then a window of cases at a time. When the
implementation is lost, every case that was open is repeated by itself; one that is lost again, as the first of a fresh
life, is to blame, and the others get the verdict they earn. If nobody is to blame the loss is told all the same: then
something is carried over from one case to another. There is an end to restarting: after a number of losses in a row
the rest is skipped.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.data.jsondata import Manifests
from tilelaw_conformance.protocol.deck import deck_message
from tilelaw_conformance.protocol.messages import PAGE, Call, Hello
from tilelaw_conformance.run.connector import Connector
from tilelaw_conformance.run.conversation import (
    IsSame,
    Knowledge,
    OnlyAnswer,
    Respelled,
    as_spelled,
    converse,
    is_equal,
    no_only_answer,
)
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.plan import Planner, TurnStarts, Witness, no_manifest, no_turns, no_witness
from tilelaw_conformance.run.verdict import Judged, Verdict
from tilelaw_conformance.run.window import CannotJudge, Loss, OpenCase, Validator, Window

Prepare: TypeAlias = Callable[[Hello, Sequence[Case]], Sequence[Case]]
"""Returns cases as they are put to an implementation, the inherited ones among them."""

_WAYS_TO_BE_LOST = "crashed, timed out or broke the protocol"
_EXPLAINING = frozenset({Verdict.ERRORED, Verdict.CRASHED, Verdict.TIMED_OUT})
_LONGEST_SILENCE = 60.0
"""More seconds than this, lost to time-outs in a row, end the run as well."""
_MOST_NAMED = 5
_REPEATED = frozenset({Verdict.FAILED, Verdict.NOT_REACHED, Verdict.ERRORED})
_MOST_REPEATED = 5
_FEW = 3
"""Fewer failures than this are repeated by nobody: each names the command that does."""
_MOST_NOTES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run has found."""

    name: str
    """What the implementation was reached by."""
    hello: Hello | None = None
    judged: tuple[Judged, ...] = ()
    """The verdicts in the order of the cases."""
    problem: str = ""
    """Why nothing, or not everything, could be judged."""
    stderr: str = ""
    notes: tuple[str, ...] = ()
    """What went wrong without being the fault of one case."""
    left_behind: tuple[str, ...] = ()
    """The processes that it has started and that could not be ended."""
    known: frozenset[str] = frozenset()
    """The ids of cases that are known to fail, where they are written or where they are inherited."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases got each verdict."""
        return Counter(judged.verdict for judged in self.judged)

    @property
    def failures(self) -> tuple[Judged, ...]:
        """The cases that went wrong and were not known to."""
        return tuple(judged for judged in self.judged if judged.is_wrong and judged.case.origin not in self.known)

    @property
    def surprises(self) -> tuple[Judged, ...]:
        """The cases that are known to fail, but passed, as did all that is inherited from them; one for each origin."""
        mended = self.known - {judged.case.origin for judged in self.judged if judged.is_wrong}
        passed: dict[str, Judged] = {}
        for judged in self.judged:
            if judged.verdict is Verdict.PASSED and judged.case.origin in mended:
                passed.setdefault(judged.case.origin, judged)
        return tuple(passed.values())

    @property
    def status(self) -> int:
        """The exit status: 0 all is well, 1 something is not, 2 the run itself went wrong."""
        if self.problem or not self.counts.keys() - {Verdict.SKIPPED}:
            return 2
        return 1 if self.failures or self.surprises or self.notes or self.left_behind else 0


def as_they_are(_hello: Hello, cases: Sequence[Case]) -> Sequence[Case]:
    """Put cases as they are written, and inherit nothing."""
    return cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How cases are run."""

    window: int = 64
    """How many conversations are open at once."""
    isolate: bool = False
    """Whether every case gets a life of its own."""
    repeat: bool = False
    """Whether some failures are repeated in a fresh process each."""
    prepare: Prepare = as_they_are
    """Puts the cases as an implementation needs them, and adds those that it inherits."""
    witness: Witness = no_witness
    turn_starts: TurnStarts = no_turns
    manifest: Manifests = no_manifest
    respelled: Respelled = as_spelled
    is_same: IsSame = is_equal
    only_answer: OnlyAnswer = no_only_answer
    validator: Validator | None = None
    known: frozenset[str] = frozenset()

    @property
    def knowledge(self) -> Knowledge:
        """What is known about rulesets."""
        return Knowledge(self.respelled, self.manifest, self.turn_starts, self.is_same, self.only_answer)


def run_cases(
    cases: Sequence[Case],
    connector: Connector,
    *,
    limits: Limits = Limits(),  # noqa: B008  (it is frozen)
    give_up_after: int = 20,
    options: Options = Options(),  # noqa: B008  (it is frozen)
    on_judged: Callable[[Judged], None] = lambda _judged: None,
) -> Outcome:
    """Judge every case and close the connector.

    After `give_up_after` losses in a row the rest is skipped; 0 is for never. `on_judged` is called with each verdict
    as it comes.
    """
    start = time.monotonic()
    prepared = _Prepared(cases, options)
    window = Window(connector, limits, options.validator, prepared.deck)
    running = _Run(prepared, window, options, give_up_after, on_judged)
    try:
        running.run()
    finally:
        connector.restart()  # also when the run is interrupted: nothing is left behind
    outcome = running.outcome(time.monotonic() - start)
    return replace(outcome, left_behind=tuple(connector.left_behind()))


class _Prepared:
    """The cases as they are put to an implementation, which is known when it has said hello."""

    def __init__(self, cases: Sequence[Case], options: Options) -> None:
        self._cases = cases
        self._options = options
        self._done: Sequence[Case] | None = None

    def of(self, hello: Hello) -> Sequence[Case]:
        """Return the cases, the inherited ones among them."""
        if self._done is None:
            self._done = self._options.prepare(hello, self._cases)
        return self._done

    def deck(self, hello: Hello) -> Call:
        """Return the request that hands over the components of all of them."""
        return deck_message(hello, self.of(hello), self._options.manifest)


class _Run:
    def __init__(
        self,
        prepared: _Prepared,
        window: Window,
        options: Options,
        give_up_after: int,
        on_judged: Callable[[Judged], None],
    ) -> None:
        self._prepared = prepared
        self._cases: Sequence[Case] = ()
        self._window = window
        self._window.deliver = self._deliver
        self._options = options
        self._give_up_after = give_up_after
        self._on_judged = on_judged
        self._judged: dict[int, Judged] = {}
        self._hello: Hello | None = None
        self._planner: Planner | None = None
        self._gives_reasons = False
        self._problem = ""
        self._stderr = ""
        self._notes: list[str] = []
        self._losses = 0
        self._silence = 0.0
        """Seconds lost to time-outs in a row."""

    def outcome(self, seconds: float) -> Outcome:
        """Return what has been found."""
        return Outcome(
            name=self._window.connector.name,
            hello=self._hello,
            judged=tuple(self._judged[place] for place in sorted(self._judged)),
            problem=self._problem,
            stderr=self._stderr,
            notes=tuple(self._notes),
            known=self._options.known,
            seconds=seconds,
        )

    def run(self) -> None:
        """Judge everything, or find out that it cannot be done."""
        todo: deque[tuple[int, Case]] = deque()
        try:
            self._hello = self._window.greet()
            self._cases = self._prepared.of(self._hello)
            todo.extend(enumerate(self._cases))
            self._gives_reasons = "reasons" in self._hello.levels
            self._planner = Planner(
                self._hello, self._options.witness, self._options.turn_starts, self._options.manifest
            )
            while todo:
                if self._has_given_up():
                    self._skip_rest(todo, f"not run: the {self._losses} cases before it {_WAYS_TO_BE_LOST}")
                elif self._options.isolate:
                    self._isolated(*todo.popleft())
                else:
                    self._together(todo)
            if self._options.repeat and not self._options.isolate:
                self._repeat_some()
            self._window.goodbye()
        except CannotJudge as error:
            self._stderr = self._window.connector.stderr()
            self._problem = str(error)
            if self._hello is not None:
                self._problem = f"started again, it is no longer there: {error}"
                self._window.settle()
                left = ((place, case) for place, case in enumerate(self._cases) if place not in self._judged)
                self._skip_rest(deque(left), "not run: the program cannot be started any more")

    # ---- what is carried over

    def _repeat_some(self) -> None:
        """Repeat some failures, each in a fresh process: what passes there was spoilt by the cases before it."""
        self._window.settle()
        wrong = [
            place
            for place, judged in sorted(self._judged.items())
            if judged.verdict in _REPEATED and judged.case.origin not in self._options.known
        ]
        chosen = wrong[:: max(1, len(wrong) // _MOST_REPEATED)][:_MOST_REPEATED] if len(wrong) >= _FEW else []
        passed = [self._cases[place].id for place in chosen if self._passes_alone(place)]
        if passed:
            told = f"{len(passed)} of {len(chosen)} failures that were repeated pass in a fresh process"
            self._notes.append(f"{told}, so they may be no matter of rules: {', '.join(passed)}")

    def _passes_alone(self, place: int) -> bool:
        verdicts: list[Verdict] = []
        try:
            if self._window.is_alive:
                self._window.goodbye()
            self._window.greet()
            opened = self._opened(place, self._cases[place])
            if opened is None:
                return False
            self._window.deliver = lambda _place, judged: verdicts.append(judged.verdict)
            self._window.open(opened)
            while len(self._window):
                self._window.listen()
            self._window.settle()
        except Loss:
            self._window.end()
        except CannotJudge:
            return False  # it has been judged already
        finally:
            self._window.deliver = self._deliver
        return verdicts == [Verdict.PASSED]

    # ---- verdicts

    def _deliver(self, place: int, judged: Judged) -> None:
        self._judged[place] = judged
        if judged.verdict is not Verdict.SKIPPED:
            self._losses, self._silence = 0, 0.0
        self._on_judged(judged)

    def _skip_rest(self, todo: deque[tuple[int, Case]], reason: str) -> None:
        while todo:
            place, case = todo.popleft()
            skipped = Judged(case=case, verdict=Verdict.SKIPPED, reason=reason, link=f"{PAGE}#verdicts")
            self._deliver(place, skipped)

    def _has_given_up(self) -> bool:
        is_silent = self._silence > _LONGEST_SILENCE
        return self._give_up_after > 0 and (self._losses >= self._give_up_after or is_silent)

    # ---- cases

    def _opened(self, place: int, case: Case) -> OpenCase | None:
        """Return the conversation of a case, or nothing if there is nothing to judge; then it is skipped."""
        assert self._planner is not None, "the implementation has been greeted"
        planned = self._planner.plan(case)
        if not planned.checks:
            reason = "; ".join(note.text for note in planned.notes)
            link = planned.notes[0].link if planned.notes else ""
            self._deliver(place, Judged(case=case, verdict=Verdict.SKIPPED, reason=reason, link=link))
            return None
        conversation = converse(case, planned, reasons=self._gives_reasons, knowledge=self._options.knowledge)
        return OpenCase(place, case, planned, conversation)

    def _together(self, todo: deque[tuple[int, Case]]) -> None:
        """Judge cases a window at a time, until all are judged or the implementation is lost."""
        window, size = self._window, self._options.window
        try:
            while todo or len(window):
                # Refilled when half of it is done, and sent by halves: each side has one to work on.
                if len(window) <= size // 2:
                    while todo and len(window) < size:
                        if len(window) == size // 2:
                            window.send()
                        opened = self._opened(*todo.popleft())
                        if opened is not None:
                            if not window.is_alive:
                                window.greet()
                            window.open(opened)
                if len(window):
                    window.listen()
        except Loss as loss:
            self._find_who_is_to_blame(loss, todo)

    def _find_who_is_to_blame(self, loss: Loss, todo: deque[tuple[int, Case]]) -> None:
        was_alone = self._window.begun == 1
        suspects = self._window.end()
        if was_alone and len(suspects) == 1:
            self._blame(suspects[0].place, suspects[0].case, loss)
            return
        for i, suspect in enumerate(suspects):
            if self._has_given_up():
                todo.extendleft(reversed([(each.place, each.case) for each in suspects[i:]]))
                return
            self._alone(suspect.place, suspect.case)
        self._window.settle()
        if not any(self._judged[suspect.place].verdict in _EXPLAINING for suspect in suspects):
            self._note_unexplained(loss, [suspect.case.id for suspect in suspects])

    def _alone(self, place: int, case: Case) -> None:
        """Judge a case while nothing else is open; if the implementation is lost, it may be to blame.

        A life that has heard other cases before may be lost through them; only in a fresh one it is the case's own
        fault.
        """
        while True:
            opened = self._opened(place, case)
            if opened is None:
                return
            if not self._window.is_alive:
                self._window.greet()
            is_fresh = self._window.begun == 0
            self._window.open(opened)
            try:
                while len(self._window):
                    self._window.listen()
                return
            except Loss as loss:
                self._window.end()
                if is_fresh:
                    self._blame(place, case, loss)
                    return

    def _isolated(self, place: int, case: Case) -> None:
        if self._window.is_alive and self._window.begun:
            self._window.goodbye()
        self._alone(place, case)

    def _blame(self, place: int, case: Case, loss: Loss) -> None:
        losses = self._losses + 1
        silence = self._silence + (loss.seconds if loss.verdict is Verdict.TIMED_OUT else 0.0)
        stderr = self._window.connector.stderr()
        assert self._planner is not None, "nobody is blamed before hello"
        plan = self._planner.plan(case)
        judged = Judged(case, loss.verdict, reason=loss.reason, stderr=stderr, history=plan.history, parts=plan.parts)
        self._deliver(place, judged)
        self._losses, self._silence = losses, silence

    def _note_unexplained(self, loss: Loss, ids: list[str]) -> None:
        named = ", ".join(ids[:_MOST_NAMED]) + (f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else "")
        if len(self._notes) < _MOST_NOTES:
            self._notes.append(f"{loss.reason}, while these were open, none of which does it alone: {named}")
