"""A case as a conversation: what is asked, and what the answers come to.

`converse` is a generator. It yields calls, is sent the results, and returns what it has found. An error that the
implementation answers with is thrown into it; only error 1001 means something here, that an answer is refused, and
all others fly on. It knows nothing of processes, time or other cases.

The answers of the case are walked from check to check. A position sent as a state is carried along by `apply`, so a
long game is sent once; one sent as a history only grows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Case, Part, encode
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.messages import ILLEGAL, Call, ErrorAnswer, Result
from tilelaw_conformance.run.claims import Spelling
from tilelaw_conformance.run.match import Difference
from tilelaw_conformance.run.parts import Asking, Check, judge
from tilelaw_conformance.run.plan import Plan

MOST_DIFFERENCES = 20
"""More differences than this are not told one by one."""


class CaseResult(NamedTuple):
    """What a conversation has found: differences, and parts that turned out not to be answered."""

    differences: tuple[Difference, ...] = ()
    not_judged: tuple[str, ...] = ()


Conversation: TypeAlias = Generator[Call, Result, CaseResult]


def converse(case: Case, plan: Plan, *, reasons: bool) -> Conversation:
    """Put a case to an implementation; `reasons` says whether it claims to name the rules that refuse a move."""
    walk = _Walk(case, plan, reasons)
    for check in plan.checks:
        found = yield from walk.check(check)
        if found:  # what comes after a difference follows from it
            return CaseResult(tuple(_at(check, case, found)), tuple(walk.not_judged))
    return CaseResult((), tuple(walk.not_judged))


def _at(check: Check, case: Case, found: list[Difference]) -> Iterator[Difference]:
    where = f"after {check.after} answers: " if case.checkpoints else ""
    for difference in islice(found, MOST_DIFFERENCES):
        yield Difference(where + difference.expected, difference.got)
    if len(found) > MOST_DIFFERENCES:
        yield Difference("nothing else that differs", f"{len(found) - MOST_DIFFERENCES} more differences")


class _Refused(Exception):
    """An answer on the way is refused; the difference that makes."""

    def __init__(self, difference: Difference) -> None:
        super().__init__()
        self.difference = difference


class _Walk:
    """One way through the answers of a case."""

    def __init__(self, case: Case, plan: Plan, has_reasons: bool) -> None:
        self.case = case
        self.plan = plan
        self.has_reasons = has_reasons
        self.not_judged: list[str] = []
        self._at = 0
        self._state: JsonObject | None = None
        self._wire = case.wire.state

    def check(self, check: Check) -> Asking:
        """Walk to where something is checked, and return what differs there."""
        found: list[Difference] = []
        try:
            for part in check.parts:
                to = check.before if part is Part.LEGAL else check.after
                if part is not Part.COMPONENTS and not self._is_at(to):
                    yield from self._go(to)
                found += yield from judge(part, check, self)
                if found and part is Part.LEGAL:
                    break  # an answer that is judged wrongly leads nowhere
        except _Refused as refused:
            return [refused.difference]
        except ErrorAnswer as error:
            # Only in a history can a method other than `apply` meet an answer that it finds illegal.
            if error.code != ILLEGAL or self.plan.spelling is not Spelling.HISTORY:
                raise
            return [Difference("the answers that lead here can be played", f"illegal ({error.message})")]
        return found

    def call(self, method: str, more: bytes = b"") -> Call:
        """Return a call about the position, with more parameters as JSON text."""
        return Call(method, self._position(self._at) + more + b"}")

    def state(self) -> Generator[Call, Result, JsonObject]:
        """Return the position as the implementation tells it."""
        if self.plan.spelling is Spelling.HISTORY:
            result = yield from self._apply(self._position(0), 0, self._at)
            state: JsonObject = result["state"]
            return state
        assert self._state is not None, "a case looks at a position only after an answer, or after a start"
        return self._state

    # ---- the way

    def _position(self, at: int) -> bytes:
        if self.plan.spelling is not Spelling.HISTORY:
            return b'{"position":{"state":%b}' % self._wire
        answers = _list([*self.plan.history, *self.case.wire.answers[:at]])
        start = encode(self.case.start)
        return b'{"position":{"history":{"start":%b,"answers":%b}}' % (start, answers)

    def _is_at(self, to: int) -> bool:
        return self._at == to and (self.plan.spelling is not Spelling.START or self._state is not None)

    def _go(self, to: int) -> Generator[Call, Result, None]:
        """Walk on, until `to` answers have been given."""
        if self.plan.spelling is Spelling.START and self._state is None:
            yield from self._start()
        if self.plan.spelling is Spelling.HISTORY:
            self._at = to
        elif to > self._at:
            result = yield from self._apply(self._position(self._at), self._at, to)
            self._now(result, to)

    def _start(self) -> Generator[Call, Result, None]:
        orders = [answer["order"] for answer in self.case.answers[: self.plan.covered]]
        shuffles: JsonObject = {"shuffles": orders} if orders else {}
        result = yield Call("start", encode({**self.case.start, **shuffles}))
        self._now(result, self.plan.covered)

    def _now(self, result: Result, at: int) -> None:
        self._state = result["state"]
        self._wire = encode(self._state)
        self._at = at

    def _apply(self, position: bytes, start: int, end: int) -> Generator[Call, Result, Result]:
        answers = self.case.wire.answers[start:end]
        try:
            return (yield Call("apply", position + b',"answers":' + _list(answers) + b"}"))
        except ErrorAnswer as error:
            if error.code != ILLEGAL:
                raise
            told = ", ".join(map(shown, self.case.answers[start:end])) if end - start <= 3 else f"{end - start} answers"
            raise _Refused(Difference(f"{told} can be played", f"illegal ({error.message})")) from error


def _list(texts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"
