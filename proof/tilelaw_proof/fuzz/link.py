"""The implementation that is asked: cases go out by the runner, verdicts come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tilelaw_conformance import (
    CANNOT_HOLD,
    Answer,
    Case,
    ChildProcess,
    Hello,
    Judged,
    Knowledge,
    Limits,
    Options,
    Outcome,
    Part,
    Verdict,
    encode,
    run_cases,
)

_DISAGREES = frozenset({Verdict.FAILED, Verdict.NOT_REACHED, Verdict.CRASHED, Verdict.TIMED_OUT, Verdict.ERRORED})


_OF_MOVES = frozenset({Part.LEGAL, Part.MOVES})


def contradicted(judged: Sequence[Judged]) -> list[Judged]:
    """Return verdicts, where an illegal answer to which 1003 came counts if another answer there did not get that.

    A question has no neighbour of its own, but others are about the same position.
    """
    held = {
        each.case.wire.state
        for each in judged
        if each.verdict in (Verdict.PASSED, Verdict.FAILED) and _OF_MOVES & set(each.parts)
    }
    return [
        replace(
            each,
            verdict=Verdict.ERRORED,
            reason=f"{each.reason}; although it answers about other moves in the same position",
            misused=CANNOT_HOLD,
        )
        if each.link.endswith("#holding") and each.case.then.legal is False and each.case.wire.state in held
        else each
        for each in judged
    ]


class CannotFuzz(Exception):
    """The implementation cannot be asked at all; says why."""


class Link:
    """A way to put questions to an implementation."""

    def __init__(self, command: Sequence[str], seconds: float, knowledge: Knowledge) -> None:
        self._command = tuple(command)
        self._limits = Limits(seconds=seconds)
        self._knowledge = knowledge
        self.asked = 0
        """How many questions have been judged."""
        self._left_behind: dict[str, None] = {}

    def hello(self) -> Hello:
        """Return what the implementation claims."""
        found = self._run((), Options())
        if found.hello is None:
            raise CannotFuzz(found.problem)
        return found.hello

    def disagreements(self, cases: Sequence[Case], games: Mapping[str, Sequence[Answer]]) -> list[Judged]:
        """Return the cases on which the implementation disagrees; `games` lead to positions, by the ids of cases."""

        def witness(case: Case) -> tuple[bytes, ...] | None:
            answers = games.get(case.id)
            return None if answers is None else tuple(map(encode, answers))

        options = Options(
            witness=witness,
            turn_starts=self._knowledge.turn_starts,
            manifest=self._knowledge.manifest,
            respelled=self._knowledge.respelled,
            is_same=self._knowledge.is_same,
            only_answer=self._knowledge.only_answer,
        )
        found = self._run(cases, options)
        if found.problem:
            raise CannotFuzz(found.problem)
        all_judged = contradicted(found.judged)
        self.asked += sum(judged.verdict is not Verdict.SKIPPED for judged in all_judged)
        return [judged for judged in all_judged if judged.verdict in _DISAGREES]

    def _run(self, cases: Sequence[Case], options: Options) -> Outcome:
        found = run_cases(cases, ChildProcess(self._command), limits=self._limits, options=options)
        self._left_behind |= dict.fromkeys(found.left_behind)
        return found

    @property
    def left_behind(self) -> tuple[str, ...]:
        """The processes that the implementation has started and that could not be ended."""
        return tuple(self._left_behind)

    def agrees(self, case: Case, history: Sequence[Answer]) -> bool:
        """Say whether the implementation answers as a case expects; `history` leads to its position."""
        named = replace(case, id="fuzz/0")
        before = self.asked
        return not self.disagreements([named], {named.id: history} if history else {}) and self.asked > before

    def first(self, cases: Sequence[Case], is_meant: Callable[[Judged], bool]) -> Judged | None:
        """Return the first of some cases without games on which the implementation disagrees as is meant."""
        numbered = [replace(case, id=f"fuzz/{number}") for number, case in enumerate(cases)]
        return next((judged for judged in self.disagreements(numbered, {}) if is_meant(judged)), None)
