"""Tells a broken adapter from a broken engine, step by step.

Whether an answer is right does not matter here: only whether it comes, in time, in the right form, to the right
request. What fails after that is the engine's. Each step talks to a child process; one that is lost is started again
for the next step.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_conformance.cases.expectation import Case, encode
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.deck import deck_message
from tilelaw_conformance.protocol.messages import (
    BYE,
    CANNOT_HOLD,
    HELLO,
    ILLEGAL,
    INVALID_PARAMS,
    NO_SUCH_METHOD,
    Call,
    ErrorAnswer,
    Hello,
    read_hello,
    request,
)
from tilelaw_conformance.run.connector import CannotStart, Ended
from tilelaw_conformance.run.conversation import converse
from tilelaw_conformance.run.plan import Planner
from tilelaw_conformance.run.process import ChildProcess
from tilelaw_conformance.run.run import Options
from tilelaw_conformance.smoke.faults import Fault, Heard, answer_in, fault_in

_PATIENCE = 2.0
_SETTLING = 0.2
_MANY = 20
_TRIES = 5
"""So many positions are tried until one can be held."""
_ENOUGH_TO_FILL_A_BUFFER = 400
_LONG = 1_000_000
_ODD_IDS = (7, 3, 2**31 + 5, 2**53 - 1, 100)
_LEVELS = {
    "legality": {"judge", "moves", "apply", "perft"},
    "transitions": {"apply", "start"},
    "results": {"score", "rank"},
    "observations": {"observe"},
    "reasons": {"judge"},
}


class Mark(StrEnum):
    """What came of a step."""

    FINE = "ok"
    FAULT = "FAULT"
    NOTE = "note"
    UNTRIED = "not tried"


@dataclass(frozen=True, slots=True)
class Step:
    """A step and what it has shown."""

    name: str
    mark: Mark
    told: str = ""
    advice: str = ""
    stderr: str = ""


_Steps: TypeAlias = Iterator[Step]


class _Stop(Exception):
    """Nothing more can be tried."""


def smoke_test(
    child: ChildProcess,
    cases: Sequence[Case],
    seconds: float = 10.0,
    options: Options = Options(),  # noqa: B008  (it is frozen)
) -> _Steps:
    """Yield the steps as they are taken; `seconds` is how long each answer may take, `options` say what cases need."""
    doctor = _Doctor(child, cases, seconds, options)
    try:
        yield from doctor.steps()
    except _Stop:
        yield from (Step(name, Mark.UNTRIED) for name in doctor.left())
    finally:
        child.restart()


def questions(cases: Sequence[Case], hello: Hello, options: Options) -> dict[str, list[Call]]:
    """Return, for each method that cases begin with, some requests that the implementation claims to understand."""
    found: dict[str, list[Call]] = {}
    planner = Planner(hello, options.witness, options.turn_starts, options.manifest)
    for case in options.prepare(hello, cases):
        planned = planner.plan(case)
        if planned.checks:
            call = next(converse(case, planned, reasons=False))
            calls = found.setdefault(call.method, [])
            calls += [call] if len(calls) < _TRIES else []
    return found


class _Doctor:
    def __init__(self, child: ChildProcess, cases: Sequence[Case], seconds: float, options: Options) -> None:
        self._child = child
        self._cases = cases
        self._options = options
        self._seconds = seconds
        self._id = 0
        self._hello: Hello | None = None
        self._is_alive = False
        self._ending = ""
        self._todo: list[tuple[str, Callable[[], _Steps]]] = [
            ("it starts", self._starts),
            ("it says hello", self._says_hello),
            ("its claims fit together", self._claims),
            ("it answers every method it claims", self._answers),
            ("it keeps up when requests come together", self._keeps_up),
            ("it answers with the ids it was sent", self._ids),
            ("it takes long lines", self._long_lines),
            ("it refuses an unknown method with -32601", self._unknown_method),
            ("it refuses parameters that make no sense with -32602", self._nonsense),
            ("it goes on after a line that is no JSON", self._no_json),
            ("it ends after bye", self._bye),
            ("it ends with its input", self._end_of_input),
        ]

    def left(self) -> list[str]:
        """Return the steps that were not reached."""
        return [name for name, _ in self._todo]

    def steps(self) -> _Steps:
        """Take one step after the other."""
        while self._todo:
            name, take = self._todo.pop(0)
            told = False
            for step in take():
                told = True
                yield Step(name, step.mark, step.told, step.advice, step.stderr)
                if step.mark is Mark.FAULT and not step.name:
                    raise _Stop
            if not told:
                yield Step(name, Mark.FINE)

    # ---- steps: each yields what is not fine; a fault without a name ends everything

    def _starts(self) -> _Steps:
        try:
            self._child.start()
            self._is_alive = True
        except CannotStart as error:
            yield Step("", Mark.FAULT, str(error), "check the command and the path")

    def _says_hello(self) -> _Steps:
        heard = self._ask(HELLO)
        if not heard.lines and not heard.unfinished:
            yield self._fatal(self._why_silent())
            return
        fault = fault_in(heard)
        if fault is not None:
            yield self._fatal(fault)
            return
        answer = answer_in(heard)
        if isinstance(answer, ErrorAnswer):
            yield self._fatal(Fault(f"it answers hello with {answer}", "say who it is and what it can do"))
            return
        self._hello = read_hello(answer)
        yield from self._takes_deck()
        if any(line.endswith(b"\r") for line in heard.lines):
            yield Step("crlf", Mark.NOTE, "its lines end with CR LF; that does no harm, LF alone is enough")

    def _takes_deck(self) -> _Steps:
        """Hand over the components, if it is to be given them: whoever has not taken them knows no piece."""
        if self._hello is None or self._hello.deck != "given":
            return
        cases = self._options.prepare(self._hello, self._cases)
        heard = self._ask(deck_message(self._hello, cases, self._options.manifest))
        fault = self._fault(heard)
        answer = None if fault else answer_in(heard)
        advice = "each of `decks` has the `components` of one ruleset and number of players; answer with {}"
        if fault is not None:
            yield self._fatal(Fault(f"`deck`: {fault.told}", fault.advice or advice))
        elif isinstance(answer, ErrorAnswer):
            yield self._fatal(Fault(f"`deck`: it answers a proper request with {answer}", advice))

    def _claims(self) -> _Steps:
        hello = self._known()
        for level, methods in _LEVELS.items():
            if level in hello.levels and not methods & hello.methods:
                told = f"it claims the level {level}, but none of the methods {', '.join(sorted(methods))}"
                yield Step("level", Mark.NOTE, told, "what is not claimed is not judged")
        for method in sorted(hello.methods & set().union(*_LEVELS.values())):
            levels = [level for level, methods in _LEVELS.items() if method in methods]
            if not hello.levels & set(levels):
                told = f"it claims the method {method}, but not the level {' or '.join(levels)}"
                yield Step("method", Mark.NOTE, told, "what is not claimed is not judged")
        if not self._questions():
            rulesets = ", ".join(claim.name for claim in hello.rulesets) or "none"
            told = f"no case can be judged: it claims the rulesets {rulesets}"
            yield Step("nothing", Mark.FAULT, told, "claim a ruleset, a method and a level that go together")

    def _answers(self) -> _Steps:
        for method, calls in self._questions().items():
            for call in calls:
                heard = self._ask(call)
                fault = self._fault(heard)
                if fault is not None:
                    yield self._step(Fault(f"`{method}`: {fault.told}", fault.advice))
                    break
                answer = answer_in(heard)
                if isinstance(answer, ErrorAnswer) and answer.code == CANNOT_HOLD:
                    continue  # perhaps it can hold another position
                if isinstance(answer, ErrorAnswer) and answer.code != ILLEGAL:
                    told = f"`{method}`: it answers a proper request with {answer}"
                    yield self._step(Fault(told, "the position is of a ruleset that it claims"))
                break
            else:
                told = f"`{method}`: it cannot hold any of {len(calls)} positions"
                yield Step("holding", Mark.NOTE, told, "what it cannot hold is not judged")

    def _keeps_up(self) -> _Steps:
        self._greeted()
        call = next((calls[0] for calls in self._questions().values()), HELLO)
        ids = [self._next_id() for _ in range(_MANY)]
        self._child.send(b"".join(request(id_, call) for id_ in ids))
        answered = [_id_in(line) for line in self._collect(self._seconds, _MANY)]
        advice = "several requests may come at once: read line by line, and answer every line once"
        if len(answered) < _MANY:
            yield self._step(Fault(f"of {_MANY} requests that came together it answered {len(answered)}", advice))
        elif sorted(map(str, answered)) != sorted(map(str, ids)):
            yield self._step(Fault("its answers to requests that came together have other ids", advice))
        if answered != ids:
            self._restart()

    def _ids(self) -> _Steps:
        for id_ in _ODD_IDS:
            fault = self._fault(self._ask(HELLO, id_))
            if fault is not None:
                yield self._step(Fault(f"id {id_}: {fault.told}", fault.advice))

    def _long_lines(self) -> _Steps:
        call = Call("tilelaw.long", encode({"text": "x" * _LONG}))
        fault = self._fault(self._ask(call))
        if fault is not None:
            told = f"after a request of {_LONG} characters: {fault.told}"
            yield self._step(Fault(told, "read lines without a limit on their length"))

    def _unknown_method(self) -> _Steps:
        yield from self._refusal(Call("tilelaw.no-such-method", b"{}"), "an unknown method", NO_SUCH_METHOD)

    def _nonsense(self) -> _Steps:
        hello = self._known()
        for method in sorted(hello.methods - {"hello", "bye"}):
            params: JsonObject = {
                "position": 5,
                "move": [],
                "answers": "x",
                "ruleset": [],
                "players": "x",
                "depth": "x",
            }
            yield from self._refusal(Call(method, encode(params)), f"nonsense for `{method}`", INVALID_PARAMS)

    def _no_json(self) -> _Steps:
        self._greeted()
        id_ = self._next_id()
        self._child.send(b'{"jsonrpc": "2.0", "id": 1, "meth\n' + request(id_, HELLO))
        lines = self._collect(self._seconds, 1)
        if id_ not in map(_id_in, lines):
            lines = self._collect(_PATIENCE, 1)
        if id_ not in map(_id_in, lines):
            self._restart()
            yield Step("json", Mark.NOTE, "after a line that is no JSON it answers nothing any more")

    def _bye(self) -> _Steps:
        self._greeted()
        self._ask(BYE)
        yield from self._ends("after bye and the end of its input", "end the program when `bye` comes")

    def _end_of_input(self) -> _Steps:
        self._restart()
        self._greeted()
        yield from self._ends("after the end of its input", "end the program when standard input ends")

    def _ends(self, when: str, advice: str) -> _Steps:
        with contextlib.suppress(Ended, OSError):
            self._child.close_input()
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._child.wait(0) is None:
            with contextlib.suppress(Ended):
                self._child.receive(0.02)
        if self._child.wait(0) is None:
            yield self._step(Fault(f"it still runs {_PATIENCE:g} seconds {when}", advice))
        self._restart()

    def _refusal(self, call: Call, what: str, code: int) -> _Steps:
        heard = self._ask(call)
        fault = self._fault(heard)
        if fault is not None:
            yield self._step(Fault(f"{what}: {fault.told}", fault.advice or f"answer with error {code}"))
            return
        answer = answer_in(heard)
        if not isinstance(answer, ErrorAnswer):
            yield self._step(Fault(f"{what}: it answers {shown(answer)}", f"answer with error {code}"))
        elif answer.code != code:
            yield self._step(Fault(f"{what}: it answers with error {answer.code}", f"answer with error {code}"))

    # ---- talking

    def _known(self) -> Hello:
        assert self._hello is not None, "what comes after hello is tried only after it"
        return self._hello

    def _questions(self) -> Mapping[str, Sequence[Call]]:
        return questions(self._cases, self._known(), self._options)

    def _next_id(self) -> int:
        self._id += 3
        return self._id

    def _restart(self) -> None:
        self._child.restart()
        self._is_alive = False

    def _greeted(self) -> None:
        """See to it that somebody is there who has been greeted."""
        if not self._is_alive:
            self._child.start()
            self._is_alive = True
            self._child.send(request(self._next_id(), HELLO))
            self._collect(self._seconds, 1)
            self._give_deck()

    def _give_deck(self) -> None:
        """Hand over the components, if it is to be given them."""
        if self._hello is not None and self._hello.deck == "given":
            self._child.send(request(self._next_id(), deck_message(self._hello, self._cases, self._options.manifest)))
            self._collect(self._seconds, 1)

    def _ask(self, call: Call, id_: int | None = None) -> Heard:
        if self._hello is not None:
            self._greeted()
        id_ = self._next_id() if id_ is None else id_
        line = request(id_, call)
        self._child.send(line)
        lines = self._collect(self._seconds, 1)
        if lines and _id_in(lines[0]) != id_:  # what else comes may tell what is wrong
            lines += self._collect(_SETTLING, _MANY)
        return Heard(id_, call.method, line, lines, self._child.unfinished())

    def _collect(self, seconds: float, wanted: int) -> list[bytes]:
        """Return what comes, until there are `wanted` lines or the time is over; an end leaves nobody alive."""
        lines: list[bytes] = []
        deadline = time.monotonic() + seconds
        while len(lines) < wanted and self._is_alive:
            try:
                lines += self._child.receive(max(0.0, min(0.05, deadline - time.monotonic())))
            except Ended as error:
                self._is_alive = False
                self._ending = str(error)
            if time.monotonic() >= deadline:
                break
        return lines

    def _fault(self, heard: Heard) -> Fault | None:
        """Return what is wrong with an answer; if none came, why. Who has made a mistake is started again."""
        if heard.lines or heard.unfinished:
            fault = fault_in(heard)
        else:
            told = f"no answer within {self._seconds:g} seconds" if self._is_alive else self._ending
            fault = Fault(told)
        if fault is not None:
            self._restart()
        return fault

    def _why_silent(self) -> Fault:
        """Find out why nothing at all has come, by asking more and then by closing the input."""
        if not self._is_alive:
            return Fault(f"{self._ending} before it answered", "its error output may say why")
        self._child.send(request(self._next_id(), HELLO) * _ENOUGH_TO_FILL_A_BUFFER)
        if self._collect(_PATIENCE, 1):
            return _NOT_FLUSHED
        with contextlib.suppress(OSError):
            self._child.close_input()
        if self._collect(_PATIENCE, 1):
            return _AT_THE_END
        return Fault(f"it says nothing within {self._seconds:g} seconds, not even when its input ends")

    def _step(self, fault: Fault) -> Step:
        return Step("fault", Mark.FAULT, fault.told, fault.advice, self._child.stderr())

    def _fatal(self, fault: Fault) -> Step:
        return Step("", Mark.FAULT, fault.told, fault.advice, self._child.stderr())


_NOT_FLUSHED = Fault(
    "its output is not flushed: answers come only when many have been written",
    "flush after each line (Python: print(…, flush=True); C: fflush(stdout))",
)
_AT_THE_END = Fault(
    "it answers only when its input is closed: its output is not flushed, or it reads all its input before it answers",
    "flush after each line (Python: print(…, flush=True); C: fflush(stdout)), and read line by line",
)


def _id_in(line: bytes) -> int | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    id_ = data.get("id") if isinstance(data, dict) else None
    return id_ if type(id_) is int else None
