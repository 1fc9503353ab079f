"""Puts one case to an implementation and judges the answers.

Each part of an expectation needs a method and a level; parts that the implementation does not claim in `hello` are
not judged. If that leaves nothing, the case is skipped, with the reason. Before the parts are looked at, the
answers of the case are given; the last one only if something after it is expected.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from tilelaw_conformance import match
from tilelaw_conformance.case import Case
from tilelaw_conformance.connector import CannotStart, Crashed, TimedOut
from tilelaw_conformance.match import Difference
from tilelaw_conformance.protocol import ILLEGAL, Client, ErrorAnswer, Hello, ProtocolError
from tilelaw_conformance.schema import shown


class Verdict(StrEnum):
    """What became of a case."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    SKIPPED = "skipped"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A case with its verdict and what there is to say about it."""

    case: Case
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    reason: str = ""
    """Why it was skipped, errored, crashed or timed out."""
    complaints: str = ""
    """The end of the implementation's error output, if it misbehaved."""
    not_judged: tuple[str, ...] = ()
    """Parts of the expectation that the implementation does not claim, with the reason."""
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the expectation, with what it takes to judge it."""

    name: str
    method: str
    level: str


_PARTS = (
    _Part("legal", "judge", "legality"),
    _Part("moves", "moves", "legality"),
    _Part("state", "apply", "transitions"),
    _Part("score", "score", "results"),
    _Part("rank", "rank", "results"),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an answer may take, and how long the first one after a start."""

    seconds: float = 10.0
    start_seconds: float = 30.0


def judge(case: Case, client: Client, hello: Hello, limits: Limits) -> Judged:
    """Return the verdict on one case."""
    start = time.monotonic()
    judged = _judge(case, client, hello, limits)
    return replace(judged, seconds=time.monotonic() - start)


def _judge(case: Case, client: Client, hello: Hello, limits: Limits) -> Judged:
    reason = _why_not_at_all(case, hello)
    if reason:
        return Judged(case=case, verdict=Verdict.SKIPPED, reason=reason)
    wanted = [part for part in _PARTS if getattr(case.then, part.name) is not None]
    missing = {part: why for part in wanted if (why := _why_not(part, case, hello))}
    parts = [part for part in wanted if part not in missing]
    notes = tuple(f"{part.name}: {why}" for part, why in missing.items())
    if not parts:
        return Judged(case=case, verdict=Verdict.SKIPPED, reason="; ".join(notes))
    exchanges = _Exchanges(case, client, hello, limits.seconds)
    try:
        client.greet(limits.start_seconds)
        found = tuple(exchanges.differences([part.name for part in parts]))
    except ErrorAnswer as error:
        return Judged(case=case, verdict=Verdict.ERRORED, reason=f"it answered with {error}", not_judged=notes)
    except ProtocolError as error:
        return _misbehaved(case, client, Verdict.ERRORED, str(error))
    except (Crashed, CannotStart) as error:
        return _misbehaved(case, client, Verdict.CRASHED, str(error))
    except TimedOut as error:
        return _misbehaved(case, client, Verdict.TIMED_OUT, str(error))
    verdict = Verdict.FAILED if found else Verdict.PASSED
    return Judged(case=case, verdict=verdict, differences=found, not_judged=(*notes, *exchanges.not_judged))


def _misbehaved(case: Case, client: Client, verdict: Verdict, reason: str) -> Judged:
    client.restart()
    return Judged(case=case, verdict=verdict, reason=reason, complaints=client.connector.complaints())


def _why_not_at_all(case: Case, hello: Hello) -> str:
    if case.ruleset not in hello.rulesets:
        return f"it does not claim {case.ruleset}"
    if case.players not in hello.rulesets[case.ruleset]:
        return f"it does not claim {case.ruleset} for {case.players} players"
    if "state" not in hello.positions:
        return "it does not take positions as states"
    return ""


def _why_not(part: _Part, case: Case, hello: Hello) -> str:
    if part.level not in hello.levels:
        return f"it does not claim the level {part.level}"
    leading = case.answers[:-1] if part.name == "legal" else case.answers
    needed = {part.method, *(["apply"] if leading else [])}
    absent = sorted(needed - hello.methods)
    return f"it does not claim the method {absent[0]}" if absent else ""


class _Exchanges:
    """The exchanges of one case."""

    def __init__(self, case: Case, client: Client, hello: Hello, seconds: float) -> None:
        self.case = case
        self.client = client
        self.hello = hello
        self.seconds = seconds
        self.not_judged: list[str] = []

    def differences(self, parts: list[str]) -> Iterator[Difference]:
        """Yield every difference in some parts of the expectation."""
        state = dict(self.case.position)
        answers = list(self.case.answers)
        then = self.case.then
        if then.legal is not None:
            *leading, last = answers
            if "legal" in parts:
                state, refused = self._after(state, leading)
                if refused:
                    yield refused
                    return
                yield from self._legality(state, last)
                answers = [last]
        later = [part for part in parts if part != "legal"]
        if not later:
            return
        state, refused = self._after(state, answers)
        if refused:
            yield refused
            return
        at = {"position": {"state": state}}
        for part in later:
            yield from self._part(part, state, at)

    def _part(self, part: str, state: Mapping[str, Any], at: Mapping[str, Any]) -> Iterator[Difference]:
        then = self.case.then
        if part == "state":
            yield from match.differences(then.state, state)
        elif part == "moves":
            yield from match.move_differences(then.moves or (), self._call("moves", at)["moves"])
        elif part == "score":
            sides = self._call("score", at)["sides"]
            if any("lines" in wanted for wanted in then.score or ()) and not any("lines" in side for side in sides):
                self.not_judged.append("score lines: it gives totals only")
            for expected in then.score or ():
                yield from match.score_differences(expected, sides)
        else:
            yield from match.rank_differences(then.rank or (), self._call("rank", at)["groups"])

    def _call(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return self.client.call(method, params, self.seconds)

    def _after(self, state: dict[str, Any], answers: list[dict[str, Any]]) -> tuple[dict[str, Any], Difference | None]:
        """Return the state after some answers; if they are refused, that is a difference."""
        if not answers:
            return state, None
        try:
            result = self._call("apply", {"position": {"state": state}, "answers": answers})
        except ErrorAnswer as error:
            if error.code != ILLEGAL:
                raise
            shown_answers = ", ".join(shown(answer) for answer in answers)
            return state, Difference(f"{shown_answers} can be played", f"illegal ({error.message})")
        after: dict[str, Any] = result["state"]
        return after, None

    def _legality(self, state: Mapping[str, Any], move: Mapping[str, Any]) -> Iterator[Difference]:
        then = self.case.then
        answer = self._call("judge", {"position": {"state": state}, "move": move})
        given = tuple(answer.get("rules", ()))
        got = "legal" if answer["legal"] else "illegal" + (f", refused by {', '.join(given)}" if given else "")
        if answer["legal"] is not then.legal:
            expected = "legal" if then.legal else f"illegal, refused by {', '.join(then.refused_by)}"
            yield Difference(f"{shown(move)} is {expected}", got)
        elif not then.legal and "reasons" in self.hello.levels and set(then.refused_by) - set(given):
            yield Difference(f"{shown(move)} is refused by {', '.join(then.refused_by)}", got)
