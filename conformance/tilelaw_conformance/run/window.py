"""Several conversations at once with one implementation.

Requests are written without waiting, and answers find their conversation by id, in any order. The clock of a request
starts at the later of its sending and the answer before it, so a slow case is not charged to its neighbours; the
times of all answers to a case are added up.

When the implementation ends, falls silent or says something that belongs to nobody, any open conversation may be the
cause: that is a `Loss`, and its `suspects` are theirs. Who is to blame is for the caller to find out.

A verdict is delivered when the next line has come, because that line may be a second answer to the same request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.data.jsondata import Json
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.messages import (
    BYE,
    CANNOT_HOLD,
    HELLO,
    PAGE,
    VERSIONS,
    Call,
    ErrorAnswer,
    Hello,
    ProtocolError,
    Reply,
    Result,
    check_game,
    cut,
    read_hello,
    read_reply,
    read_result,
    request,
    whole_id,
)
from tilelaw_conformance.run.connector import CannotStart, Connector, Ended
from tilelaw_conformance.run.conversation import CaseResult, Conversation
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.parts import Contradiction
from tilelaw_conformance.run.plan import Plan
from tilelaw_conformance.run.verdict import Judged, Verdict

_LONGEST_TICK = 0.05
_LAST_SECONDS = 2.0


class CannotJudge(Exception):
    """The implementation does not start, or gives no proper answer to `hello`; says why."""


class Loss(Exception):
    """The implementation is gone; any open conversation may be the cause."""

    def __init__(self, verdict: Verdict, reason: str, seconds: float = 0.0) -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.seconds = seconds
        """How long nothing has come."""


class Validator(Protocol):
    """Looks at messages more closely than is needed to judge; raises `ProtocolError`."""

    def request(self, call: Call, case: Case) -> None:
        """Look at a request."""

    def result(self, method: str, result: Result, case: Case) -> None:
        """Look at the result of a method."""


@dataclass(slots=True)
class OpenCase:
    """A case under way: its place in the run, and its conversation."""

    place: int
    case: Case
    plan: Plan
    conversation: Conversation
    method: str = ""
    sent: float = 0.0
    spent: float = field(default=0.0)


class Window:
    """The open conversations with one implementation, through all its lives."""

    def __init__(
        self,
        connector: Connector,
        limits: Limits,
        validator: Validator | None = None,
        deck: Callable[[Hello], Call | None] = lambda _hello: None,
    ) -> None:
        self.connector = connector
        self.deliver: Callable[[int, Judged], None] = lambda _place, _judged: None
        """Is called with the place and the verdict of each case."""
        self.begun = 0
        """How many conversations this life has been asked."""
        self.is_alive = False
        self._limits = limits
        self._tick = min(_LONGEST_TICK, limits.seconds / 4)
        self._validator = validator
        self._deck = deck
        self._last_id = 0
        self._open: dict[int, OpenCase] = {}
        self._unsent: list[bytes] = []
        self._early: list[bytes] = []
        """Lines that came together with the answer to hello."""
        self._last_answer = 0.0
        self._settling: tuple[int, int, Judged] | None = None
        """The id, the place and the verdict that the next line may still spoil."""

    def __len__(self) -> int:
        return len(self._open)

    # ---- lives

    def greet(self) -> Hello:
        """Begin a life and say hello; raises `CannotJudge`."""
        try:
            self.connector.start()
        except CannotStart as error:
            raise CannotJudge(str(error)) from error
        self.is_alive = True
        self.begun = 0
        call = HELLO
        try:
            hello = read_hello(self._exchange(HELLO, self._limits.start_seconds))
            deck = self._deck(hello) if hello.deck == "given" else None
            if deck is not None:
                call = deck
                self._exchange(deck, self._limits.start_seconds)
        except (Loss, ErrorAnswer, ProtocolError) as error:
            self.end()
            is_refused = isinstance(error, ErrorAnswer) and call is HELLO
            offered = f"; it was offered protocol {' or '.join(map(str, VERSIONS))}" if is_refused else ""
            raise CannotJudge(f"no proper answer to {call.method}: {error}{offered}") from error
        return hello

    def _exchange(self, call: Call, seconds: float) -> Result:
        """Return the answer to a request while nothing else is open."""
        self.connector.send(request(self._new_id(), call))
        deadline = time.monotonic() + seconds
        while True:
            lines = self._receive(min(_LONGEST_TICK, seconds / 4))
            if lines:
                self._early = lines[1:]
                self._last_answer = time.monotonic()
                return self._answer(lines[0], call)
            if time.monotonic() > deadline:
                raise Loss(Verdict.TIMED_OUT, f"no answer within {seconds:g} seconds{self._half()}")

    def _answer(self, line: bytes, call: Call) -> Result:
        reply = read_reply(line)
        if reply["id"] != self._last_id and not (reply["id"] is None and "error" in reply):
            raise ProtocolError(f"the answer to request {self._last_id}", f"one to request {shown(reply['id'])}")
        return read_result(reply, call.method)

    def end(self) -> list[OpenCase]:
        """End this life at once and return what was open in it."""
        self.settle()
        self.connector.restart()
        self.is_alive = False
        self._unsent.clear()
        self._early.clear()
        lost = list(self._open.values())
        self._open.clear()
        return lost

    def goodbye(self) -> None:
        """Say goodbye, if somebody is there; what comes back no longer matters, except second answers."""
        if self.is_alive:
            self._say_bye()
        self.settle()
        self.connector.close()
        self.is_alive = False

    def _say_bye(self) -> None:
        self.connector.send(request(self._new_id(), BYE))
        deadline = time.monotonic() + _LAST_SECONDS
        while time.monotonic() < deadline:
            try:
                for line in self._receive(_LONGEST_TICK):
                    id_ = read_reply(line)["id"]
                    if id_ == self._last_id:
                        return
                    self._is_second_answer(id_)
            except (Loss, ProtocolError):
                return

    # ---- conversations

    def open(self, opened: OpenCase) -> None:
        """Begin a conversation; its request is sent when the window listens."""
        self.begun += 1
        self._ask(opened, next(opened.conversation))

    def _ask(self, opened: OpenCase, call: Call) -> None:
        if self._validator is not None:
            try:
                self._validator.request(call, opened.case)
            except ProtocolError as error:
                self._finish(self._last_id, opened, Verdict.ERRORED, f"this request breaks the protocol: {error}")
                return
        self._unsent.append(request(self._new_id(), call))
        opened.method = call.method
        opened.sent = time.monotonic()
        self._open[self._last_id] = opened

    def _new_id(self) -> int:
        # The ids have gaps, so that an id which is off by one belongs to nobody instead of to a neighbour.
        self._last_id += 2 + self._last_id % 5
        return self._last_id

    def send(self) -> None:
        """Send what is to be sent."""
        if self._unsent:
            self.connector.send(b"".join(self._unsent))
            self._unsent.clear()

    def listen(self) -> None:
        """Send what is to be sent, and hear what comes; raises `Loss`."""
        self.send()
        lines = self._early or self._receive(self._tick)
        self._early = []
        now = time.monotonic()
        before = self._last_answer
        for line in lines:
            self._hear(line, now)
        if self._last_answer == before:
            self._check_clock(now)

    def _receive(self, seconds: float) -> list[bytes]:
        try:
            return self.connector.receive(seconds)
        except Ended as error:
            raise Loss(Verdict.CRASHED, str(error)) from error

    def _check_clock(self, now: float) -> None:
        limit = self._limits.seconds
        for opened in self._open.values():
            if now - max(opened.sent, self._last_answer) + opened.spent > limit:
                raise Loss(Verdict.TIMED_OUT, f"no answer within {limit:g} seconds{self._half()}", limit)

    def _half(self) -> str:
        begun = self.connector.unfinished()
        return f", only the beginning of a line: {cut(begun, 60)}" if begun else ""

    def _hear(self, line: bytes, now: float) -> None:
        try:
            reply = read_reply(line)
        except ProtocolError as error:
            opened = self._open.pop(error.id, None) if error.id is not None else None
            if opened is None:
                raise Loss(Verdict.ERRORED, str(error)) from error
            self._last_answer = now
            self._finish(error.id or 0, opened, Verdict.ERRORED, str(error))
            return
        id_ = whole_id(reply["id"])
        if reply["id"] is None and "error" in reply and len(self._open) == 1:
            (id_,) = self._open
        opened = self._open.pop(id_, None) if id_ is not None else None
        if id_ is None or opened is None:
            self._belongs_to_nobody(reply["id"])
            return
        opened.spent += now - (opened.sent if opened.sent > self._last_answer else self._last_answer)
        self._last_answer = now
        self._go_on(id_, opened, reply)

    def _belongs_to_nobody(self, id_: Json) -> None:
        if self._is_second_answer(id_):
            return
        waiting = list(self._open)
        wanted = f"the answer to request {waiting[0]}" if len(waiting) == 1 else "an answer to an open request"
        got = "one without an id" if id_ is None else f"one to request {shown(id_)}"
        raise Loss(Verdict.ERRORED, f"expected {wanted}, got {got}")

    def _is_second_answer(self, id_: Json) -> bool:
        """Take note of a second answer, if the verdict on the first can still be changed."""
        if self._settling is None or self._settling[0] != whole_id(id_):
            return False
        first, place, judged = self._settling
        reason = "it answered the same request twice"
        self._settling = first, place, replace(judged, verdict=Verdict.ERRORED, reason=reason)
        return True

    def _go_on(self, id_: int, opened: OpenCase, reply: Reply) -> None:
        """Hand an answer to its conversation."""
        try:
            try:
                result = read_result(reply, opened.method)
                check_game(result, opened.case.ruleset, opened.case.players)
                if self._validator is not None:
                    self._validator.result(opened.method, result, opened.case)
            except ErrorAnswer as error:
                call = opened.conversation.throw(error)
            else:
                call = opened.conversation.send(result)
        except StopIteration as stop:
            self._conclude(id_, opened, stop.value)
        except Contradiction as error:
            reason = f"it answered with {error}, although {error.against}"
            self._finish(id_, opened, Verdict.ERRORED, reason, misused=error.code)
        except ErrorAnswer as error:
            if error.code == CANNOT_HOLD:
                self._finish(id_, opened, Verdict.SKIPPED, f"it cannot hold the position: {error.message}", "holding")
            else:
                self._finish(id_, opened, Verdict.ERRORED, f"it answered with {error}")
        except ProtocolError as error:
            self._finish(id_, opened, Verdict.ERRORED, str(error))
        except RecursionError:
            self._finish(id_, opened, Verdict.ERRORED, "its answer is nested too deep to be looked at")
        else:
            self._ask(opened, call)

    def _conclude(self, id_: int, opened: OpenCase, result: CaseResult) -> None:
        verdict = Verdict.FAILED if result.differences else Verdict.PASSED
        judged = Judged(
            opened.case,
            Verdict.NOT_REACHED if result.refused else verdict,
            result.differences,
            not_judged=tuple(dict.fromkeys((*_texts(opened.plan), *result.not_judged))),
            history=opened.plan.history,
            parts=opened.plan.parts,
            hands_back=opened.plan.hands_back,
            refused=result.refused,
            seconds=opened.spent,
        )
        self._settle_later(id_, opened, judged)

    def _finish(
        self, id_: int, opened: OpenCase, verdict: Verdict, reason: str, chapter: str = "", misused: int = 0
    ) -> None:
        judged = Judged(
            opened.case,
            verdict,
            reason=reason,
            link=f"{PAGE}#{chapter}" if chapter else "",
            not_judged=_texts(opened.plan),
            history=opened.plan.history,
            parts=opened.plan.parts,
            hands_back=opened.plan.hands_back,
            misused=misused,
            seconds=opened.spent,
        )
        self._settle_later(id_, opened, judged)

    def _settle_later(self, id_: int, opened: OpenCase, judged: Judged) -> None:
        self.settle()
        self._settling = id_, opened.place, judged

    def settle(self) -> None:
        """Deliver the last verdict, whatever the next line may be."""
        if self._settling is not None:
            _, place, judged = self._settling
            self._settling = None
            self.deliver(place, judged)


def _texts(plan: Plan) -> tuple[str, ...]:
    return tuple([note.text for note in plan.notes]) if plan.notes else ()
