"""A case as a conversation: what is asked, and what the answers come to.

`converse` is a generator. It yields calls, is sent the results, and returns what it has found. An error that the
implementation answers with is thrown into it; only error 1001 means something here, that an answer is refused, and
all others fly on. It knows nothing of processes, time or other cases.

The answers of the case are walked from check to check. A position sent as a state is carried along by `apply`, so a
long game is sent once; one sent as a history only grows. Where the implementation refuses a legal answer on the way,
nothing can be said of the position behind it: the first such answer is looked for, and that is what was found. A game
that is sent as a history is played to its end first, before anything is asked about the position: otherwise who refuses
the game would seem to refuse the move in question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Answer, Case, Given, Part, encode
from tilelaw_conformance.data.jsondata import JsonObject, Manifest, Manifests
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.messages import ILLEGAL, LONGEST_POSITION, Call, ErrorAnswer, ProtocolError, Result
from tilelaw_conformance.run.claims import Spelling
from tilelaw_conformance.run.holding import contradiction
from tilelaw_conformance.run.match import Difference
from tilelaw_conformance.run.parts import Asking, Check, judge
from tilelaw_conformance.run.plan import Plan, TurnStarts, no_manifest, no_turns
from tilelaw_conformance.run.verdict import Refused

MOST_DIFFERENCES = 20
"""More differences than this are not told one by one."""


class CaseResult(NamedTuple):
    """What a conversation has found: differences, parts that turned out not to be answered, where the way ended."""

    differences: tuple[Difference, ...] = ()
    not_judged: tuple[str, ...] = ()
    refused: Refused | None = None


Conversation: TypeAlias = Generator[Call, Result, CaseResult]
_Asking: TypeAlias = Generator[Call, Result, ErrorAnswer | None]
"""Asks whether answers are accepted, and returns the refusal if they are not."""


Respelled: TypeAlias = Callable[[Case, Sequence[bytes], Answer], Answer]
"""Returns a move as it is listed where a case looks at moves, given the game that has led to its position."""


IsSame: TypeAlias = Callable[[Case, Sequence[bytes], int, Answer, Answer], bool]
"""Says whether two moves are one after so many answers: of the game that leads to a case, and of the case."""


def as_spelled(_case: Case, _history: Sequence[bytes], move: Answer) -> Answer:
    """Return a move as it is: nothing is known of other spellings."""
    return move


def is_equal(_case: Case, _history: Sequence[bytes], _number: int, one: Answer, other: Answer) -> bool:
    """Say whether two moves are written alike: nothing is known of other spellings."""
    return one == other


OnlyAnswer: TypeAlias = Callable[[Case, Sequence[bytes], int], bool]
"""Says whether one answer only is legal after so many answers: of the game that leads to a case, then of the case."""


def no_only_answer(_case: Case, _history: Sequence[bytes], _before: int) -> bool:
    """Know nothing of what is legal."""
    return False


class Knowledge(NamedTuple):
    """What is known about rulesets; it is asked for only where something seems to be wrong."""

    respelled: Respelled = as_spelled
    manifest: Manifests = no_manifest
    turn_starts: TurnStarts = no_turns
    is_same: IsSame = is_equal
    only_answer: OnlyAnswer = no_only_answer


def converse(case: Case, plan: Plan, *, reasons: bool, knowledge: Knowledge = Knowledge()) -> Conversation:  # noqa: B008  (it is immutable)
    """Put a case to an implementation; `reasons` says whether it claims to name the rules that refuse a move."""
    walk = _Walk(case, plan, reasons, knowledge)
    try:
        for check in plan.checks:
            found = yield from walk.check(check)
            if found:  # what comes after a difference follows from it
                return CaseResult(tuple(_at(check, case, found)), tuple(walk.not_judged))
    except _EndOfTheWay as end:
        return CaseResult((), tuple(walk.not_judged), end.refused)
    return CaseResult((), tuple(walk.not_judged))


def _at(check: Check, case: Case, found: list[Difference]) -> Iterator[Difference]:
    where = f"after {check.after} answers: " if case.checkpoints else ""
    for difference in islice(found, MOST_DIFFERENCES):
        yield difference._replace(expected=where + difference.expected)
    if len(found) > MOST_DIFFERENCES:
        yield Difference("nothing else that differs", f"{len(found) - MOST_DIFFERENCES} more differences")


class _EndOfTheWay(Exception):
    """A legal answer on the way is refused."""

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused


class _Walk:
    """One way through the answers of a case."""

    def __init__(self, case: Case, plan: Plan, has_reasons: bool, knowledge: Knowledge) -> None:
        self.case = case
        self._knowledge = knowledge
        self.plan = plan
        self.has_reasons = has_reasons
        self.not_judged: list[str] = []
        self._at = 0
        self._played = -1
        """How many answers of a game that is sent as a history are known to be accepted; -1 if nobody has asked."""
        self._state: JsonObject | None = None
        self._wire = case.wire.state
        self._asked = ""
        """The method that was last asked about the position."""

    @property
    def methods(self) -> frozenset[str]:
        """The methods that the implementation claims here."""
        return self.plan.methods

    @property
    def is_divisible(self) -> bool:
        """Whether answers may be given one at a time, and not only by whole turns."""
        return self.plan.is_divisible

    def check(self, check: Check) -> Asking:
        """Walk to where something is checked, and return what differs there."""
        found: list[Difference] = []
        for part in check.parts:
            to = check.before if part is Part.LEGAL else check.after
            if part is not Part.COMPONENTS and not self._is_at(to):
                try:
                    yield from self._go(to)
                except _EndOfTheWay as end:
                    if end.refused.number <= self._before + max(0, check.before):
                        raise
                    # What is refused is the answer in question itself.
                    return [Difference(f"{shown(end.refused.answer)} can be played", _illegal(end.refused))]
            try:
                found += yield from judge(part, check, self)
            except ErrorAnswer as error:
                if error.code != ILLEGAL:
                    raise (yield from contradiction(part, check, self, error, asked=self._asked)) from error
                # Only in a history can a method other than `apply` meet an answer that it finds illegal.
                if self.plan.spelling is not Spelling.HISTORY:
                    raise
                low = max(0, self._played) if self._played < self._before + self._at else 0
                raise (yield from self._end(low, self._before + self._at, error, self._refuses)) from error
            if found and part is Part.LEGAL:
                break  # an answer that is judged wrongly leads nowhere
        return found

    def call(self, method: str, more: bytes = b"") -> Call:
        """Return a call about the position, with more parameters as JSON text."""
        self._asked = method
        return Call(method, self._position(self._at) + more + b"}")

    def respelled(self, move: Answer) -> Answer:
        """Return a move as it is listed, if it is another spelling of that."""
        listed = next((each["listed"] for each in self.case.spellings if each["move"] == move), None)
        return self._knowledge.respelled(self.case, self.plan.history, move) if listed is None else listed

    def may_swap(self, ask: JsonObject, one: str, other: str) -> bool:
        """Say whether the answer that bound two things in an ask could as well have been spelled with them swapped.

        Where no answer is known that bound them, they stand as they were sent.
        """
        answers: list[Answer] = [*map(json.loads, self._sent(self._before + self._at))]
        pair = ask[one], ask[other]
        for number, move in reversed([*enumerate(answers)]):
            for action, arguments in move.items():
                if not isinstance(arguments, dict):
                    continue
                if (arguments.get(one), arguments.get(other)) in (pair, pair[::-1]):
                    swapped = {**move, action: {**arguments, one: arguments[other], other: arguments[one]}}
                    return self._is_same(number, move, swapped)
        return False

    def _is_same(self, number: int, one: Answer, other: Answer) -> bool:
        spelled = [(each["move"], each["listed"]) for each in self.case.spellings]
        if (one, other) in spelled or (other, one) in spelled:
            return True
        return self._knowledge.is_same(self.case, self.plan.history, number, one, other)

    def state(self) -> JsonObject:
        """Return the position as the implementation tells it."""
        assert self._state is not None, "a case looks at a position only after an answer, or after a start"
        return self._state

    def manifest(self) -> Manifest | None:
        """Return what is known about the ruleset, if anything is."""
        return self._knowledge.manifest(self.case.ruleset, self.case.players)

    # ---- the way

    @property
    def _before(self) -> int:
        """How many answers lead to where the answers of the case begin."""
        return len(self.plan.history)

    def _position(self, at: int) -> bytes:
        if self.plan.spelling is not Spelling.HISTORY:
            return b'{"position":{"state":%b}' % self._wire
        return self._history(self._before + at)

    def _history(self, length: int) -> bytes:
        """Return the first so many answers since the start of the game as a position."""
        answers = _list(self._sent(length))
        start = encode(self.case.start)
        return b'{"position":{"history":{"start":%b,"answers":%b}}' % (start, answers)

    def _is_at(self, to: int) -> bool:
        if self.plan.spelling is Spelling.HISTORY:
            return self._played == self._before + to
        return self._at == to and (self.plan.spelling is not Spelling.START or self._state is not None)

    def _go(self, to: int) -> Generator[Call, Result, None]:
        """Walk on, until `to` answers have been given."""
        if self.plan.spelling is Spelling.START and self._state is None:
            yield from self._start()
        if self.plan.spelling is Spelling.HISTORY:
            self._at = to
            yield from self._play(self._before + to)
        elif to > self._at:
            result = yield from self._apply(to)
            self._now(result, to)

    def _start(self) -> Generator[Call, Result, None]:
        orders = [answer["order"] for answer in self.case.answers[: self.plan.covered]]
        shuffles: JsonObject = {"shuffles": orders} if orders else {}
        try:
            result = yield Call("start", encode({**self.case.start, **shuffles}))
        except ErrorAnswer as error:
            if error.code != ILLEGAL or not orders:
                raise
            raise self._refused(len(orders), error) from error  # which of them it is, it need not say
        self._now(result, self.plan.covered)

    def _now(self, result: Result, at: int) -> None:
        self._state = result["state"]
        self._wire = _encoded(self._state)
        self._at = at

    def _apply(self, to: int) -> Generator[Call, Result, Result]:
        try:
            return (yield self._application(to))
        except ErrorAnswer as error:
            if error.code != ILLEGAL:
                raise
            refused = error
        raise (yield from self._end(self._at, to, refused, lambda at: _refusal_of(self._application(at))))

    def _application(self, to: int) -> Call:
        answers = _list(self.case.wire.answers[self._at : to])
        return Call("apply", self._position(self._at) + b',"answers":' + answers + b"}")

    def _end(
        self, low: int, high: int, refused: ErrorAnswer, refuses: Callable[[int], _Asking]
    ) -> Generator[Call, Result, _EndOfTheWay]:
        """Find the first answer or turn that is refused, given that `low` answers are accepted and `high` are not."""
        stops = self._stops(low, high)
        first, last = 0, len(stops) - 1
        while last - first > 1:
            middle = (first + last) // 2
            found = yield from refuses(stops[middle])
            first, last, refused = (middle, last, refused) if found is None else (first, middle, found)
        # Where turns are not known, all that is known is that the last answer is not accepted.
        is_turn = not self.plan.is_divisible and len(stops) > 2
        return self._refused(stops[last], refused, stops[first] if is_turn else stops[last] - 1)

    def _stops(self, low: int, high: int) -> Sequence[int]:
        """Return after how many answers the way may be asked about: after each, or after each turn."""
        if self.plan.is_divisible:
            return range(low, high + 1)
        case, is_game = self.case, self.plan.spelling is Spelling.HISTORY
        here = None if is_game or case.given is Given.START else case.position
        answers = [*map(json.loads, self._sent(high))]
        starts = self._knowledge.turn_starts(case.ruleset, case.players, here, answers)
        return [low, *sorted(start for start in starts if low < start < high), high]

    def _refused(self, number: int, refused: ErrorAnswer, before: int | None = None) -> _EndOfTheWay:
        """Return that an answer, given its number, is where the way ends, or a turn that begins `before` so many."""
        turn: list[Answer] = [*map(json.loads, self._sent(number)[number - 1 if before is None else before :])]
        of = self._before + len(self.case.answers)
        is_whole = len(turn) > 1
        is_only = not is_whole and self._knowledge.only_answer(self.case, self.plan.history, number - 1)
        told = Refused(number, of, turn[-1], refused.message, refused.rules, tuple(turn) if is_whole else (), is_only)
        return _EndOfTheWay(told)

    # ---- games that are sent as histories

    def _play(self, length: int) -> Generator[Call, Result, None]:
        """See to it that a game is accepted so far, where there is a method that shows it."""
        refused: ErrorAnswer | None = None
        if self.plan.probe == "apply":
            try:
                result = yield self._nothing_more(length)
                self._state = result["state"]
                _encoded(self._state)
            except ErrorAnswer as error:
                if error.code != ILLEGAL:
                    raise
                refused = error
        elif self.plan.probe:
            refused = yield from self._refuses(length)
        if refused is not None:
            raise (yield from self._end(max(0, self._played), length, refused, self._refuses))
        self._played = length

    def _nothing_more(self, length: int) -> Call:
        """Return the request for what is there after so many answers of a game."""
        return Call("apply", self._history(length) + b',"answers":[]}')

    def _refuses(self, length: int) -> _Asking:
        """Return the refusal of a game of so many answers, if it is refused."""
        if self.plan.probe == "apply":
            return _refusal_of(self._nothing_more(length))
        if self.plan.probe == "judge":
            return self._refuses_last(length)
        return _refusal_of(Call(self.plan.probe, self._history(length) + b"}"))

    def _refuses_last(self, length: int) -> _Asking:
        """Return the refusal of the last move of a game, as `judge` tells it; orders cannot be judged."""
        while length and "shuffle" in json.loads(self._sent(length)[-1]):
            length -= 1
        if not length:
            return None
        move = self._sent(length)[-1]
        try:
            result = yield Call("judge", self._history(length - 1) + b',"move":' + move + b"}")
        except ErrorAnswer as error:
            return error if error.code == ILLEGAL else None
        rules = tuple(result.get("rules", ()))
        return None if result["legal"] else ErrorAnswer(ILLEGAL, "judged to be illegal", rules)

    def _sent(self, length: int) -> list[bytes]:
        """Return the first so many answers, those that lead to the position among them."""
        return [*self.plan.history, *self.case.wire.answers][:length]


def _refusal_of(call: Call) -> _Asking:
    try:
        yield call
    except ErrorAnswer as error:
        return error if error.code == ILLEGAL else None
    return None


def _encoded(state: JsonObject) -> bytes:
    """Return a position that came back as text, if it has a reasonable size."""
    text = encode(state)
    if len(text) > LONGEST_POSITION:
        raise ProtocolError(f"a position of at most {LONGEST_POSITION} characters", f"one of {len(text)}")
    return text


def _illegal(refused: Refused) -> str:
    return f"illegal ({refused.message})"


def _list(texts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"
