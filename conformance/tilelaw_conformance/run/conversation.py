"""A case as a conversation: what is asked, and what the answers come to.

`converse` is a generator. It yields calls, is sent the results, and returns what it has found. An error that the
implementation answers with is thrown into it; only error 1001 means something here, that an answer is refused, and
all others fly on. It knows nothing of processes, time or other cases.

The answers of the case are walked from look to look. A position spelled as a state is carried along by `apply`, so a
long game is sent once; one spelled as a history only grows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Case, encode
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.claims import Spelling
from tilelaw_conformance.protocol.messages import ILLEGAL, Call, ErrorAnswer
from tilelaw_conformance.run import match
from tilelaw_conformance.run.match import Difference
from tilelaw_conformance.run.plan import Look, Plan

MOST_DIFFERENCES = 20
"""More differences than this are not told one by one."""


class Finding(NamedTuple):
    """What a conversation has found: differences, and parts that turned out not to be answered."""

    differences: tuple[Difference, ...] = ()
    not_judged: tuple[str, ...] = ()


Conversation: TypeAlias = Generator[Call, dict[str, Any], Finding]
_Asking: TypeAlias = Generator[Call, dict[str, Any], list[Difference]]


def converse(case: Case, plan: Plan, *, reasons: bool) -> Conversation:
    """Put a case to an implementation; `reasons` says whether it claims to name the rules that refuse a move."""
    looks = plan.looks
    if len(looks) == 1 and plan.spelling is Spelling.STATE and _is_one_judgement(looks[0]):
        # Most cases are like this, and this is the same as below in a fraction of the time.
        wire = case.wire
        result = yield Call("judge", b'{"position":{"state":%b},"move":%b}' % (wire.state, wire.answers[0]))
        return Finding(_legality(case, looks[0], result["legal"], result.get("rules", ()), reasons))
    walk = _Walk(case, plan, reasons)
    for look in plan.looks:
        found = yield from walk.look(look)
        if found:  # what comes after a difference follows from it
            return Finding(tuple(_at(look, case, found)), tuple(walk.not_judged))
    return Finding((), tuple(walk.not_judged))


def _is_one_judgement(look: Look) -> bool:
    return look.parts == ("legal",) and look.before == 0 and look.by_judge


def _legality(case: Case, look: Look, is_legal: bool, rules: Sequence[str], reasons: bool) -> tuple[Difference, ...]:
    if is_legal is look.then.legal and (is_legal or not reasons):
        return ()
    return tuple(match.legality_differences(look.then, case.answers[look.after - 1], is_legal, rules, reasons))


def _at(look: Look, case: Case, found: list[Difference]) -> Iterator[Difference]:
    where = f"after {look.after} answers: " if case.checkpoints else ""
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

    def __init__(self, case: Case, plan: Plan, reasons: bool) -> None:
        self.case = case
        self.plan = plan
        self.reasons = reasons
        self.not_judged: list[str] = []
        self._at = 0
        self._state: Mapping[str, Any] | None = None
        self._wire = case.wire.state

    def look(self, look: Look) -> _Asking:
        """Walk to a look and return what differs there."""
        try:
            return (yield from self._look(look))
        except _Refused as refused:
            return [refused.difference]
        except ErrorAnswer as error:
            # Only in a history can a method other than `apply` meet an answer that it finds illegal.
            if error.code != ILLEGAL or self.plan.spelling is not Spelling.HISTORY:
                raise
            return [Difference("the answers that lead here can be played", f"illegal ({error.message})")]

    def _look(self, look: Look) -> _Asking:
        found: list[Difference] = []
        for part in look.parts:
            if part == "legal":
                found += yield from self._legal(look)
                if found:
                    return found
            elif part == "components":
                found += yield from self._components(look)
            else:
                yield from self._go(look.after)
                found += yield from self._part(part, look)
        return found

    def _part(self, part: str, look: Look) -> _Asking:
        then = look.then
        if part == "state":
            state = yield from self._state_here()
            return list(match.differences(then.state, state))
        if part == "over":
            return (yield from self._over(look))
        if part == "observe":
            found: list[Difference] = []
            for sight in then.observe or ():
                found += yield from self._sight(sight)
            return found
        if part == "perft":
            assert then.perft is not None, "a look has only parts that are expected"
            more = b',"depth":%d' % then.perft["depth"]
            nodes = (yield self._call("perft", more))["nodes"]
            return list(match.number_differences(f"perft {then.perft['depth']}", then.perft["nodes"], nodes))
        result = yield self._call(part)
        if part == "moves":
            return list(match.move_differences(then.moves or (), result["moves"]))
        if part == "rank":
            return list(match.rank_differences(then.rank or (), result["groups"]))
        return self._score(then.score or (), result["sides"])

    def _score(self, expected: Sequence[Mapping[str, Any]], sides: Sequence[Mapping[str, Any]]) -> list[Difference]:
        for name, what in (("lines", "it gives totals only"), ("result", "it gives no results to rank by")):
            if any(name in wanted for wanted in expected) and not any(name in side for side in sides):
                self.not_judged.append(f"score {name}: {what}")
        return [difference for wanted in expected for difference in match.score_differences(wanted, sides)]

    def _sight(self, sight: Mapping[str, Any]) -> _Asking:
        player = sight["player"]
        seen = (yield self._call("observe", b',"player":%d' % player))["observation"]
        found = match.differences(sight["sees"], seen)
        return [Difference(f"player {player} sees {each.expected}", each.got) for each in found]

    def _over(self, look: Look) -> _Asking:
        if look.over_in_state:
            state = yield from self._state_here()
            is_over = not state.get("asks")
        else:
            is_over = not (yield self._call("moves"))["moves"]
        words = {True: "the game is over", False: "the game goes on"}
        assert look.then.over is not None, "a look has only parts that are expected"
        return [] if is_over is look.then.over else [Difference(words[look.then.over], words[is_over])]

    def _components(self, look: Look) -> _Asking:
        params = encode({"ruleset": self.case.ruleset, "players": self.case.players})
        result = yield Call("components", params)
        return list(match.component_differences(look.then.components or {}, result["components"]))

    def _legal(self, look: Look) -> _Asking:
        """Ask whether the answers from `look.before` on are legal."""
        yield from self._go(look.before)
        answers = self.case.wire.answers[look.before : look.after]
        if look.by_judge:
            result = yield self._call("judge", b',"move":' + answers[0])
            is_legal, rules = result["legal"], tuple(result.get("rules", ()))
        else:
            is_legal, rules = True, ()
            try:
                yield self._call("apply", b',"answers":' + _list(answers))
            except ErrorAnswer as error:
                if error.code != ILLEGAL:
                    raise
                is_legal, rules = False, error.rules
        return list(_legality(self.case, look, is_legal, rules, self.reasons))

    # ---- the way

    def _position(self, at: int) -> bytes:
        if self.plan.spelling is not Spelling.HISTORY:
            return b'{"position":{"state":%b}' % self._wire
        answers = _list([*self.plan.history, *self.case.wire.answers[:at]])
        start = encode({"ruleset": self.case.ruleset, "players": self.case.players})
        return b'{"position":{"history":{"start":%b,"answers":%b}}' % (start, answers)

    def _call(self, method: str, more: bytes = b"") -> Call:
        return Call(method, self._position(self._at) + more + b"}")

    def _go(self, to: int) -> Generator[Call, dict[str, Any], None]:
        """Walk on, until so many answers have been given."""
        if self.plan.spelling is Spelling.START and self._state is None:
            yield from self._start()
        if self.plan.spelling is Spelling.HISTORY:
            self._at = to
        elif to > self._at:
            result = yield from self._apply(self._position(self._at), self._at, to)
            self._now(result, to)

    def _start(self) -> Generator[Call, dict[str, Any], None]:
        orders = [answer["order"] for answer in self.case.answers[: self.plan.covered]]
        params = {"ruleset": self.case.ruleset, "players": self.case.players}
        result = yield Call("start", encode({**params, "shuffles": orders} if orders else params))
        self._now(result, self.plan.covered)

    def _now(self, result: dict[str, Any], at: int) -> None:
        self._state = result["state"]
        self._wire = encode(self._state)
        self._at = at

    def _state_here(self) -> Generator[Call, dict[str, Any], Mapping[str, Any]]:
        if self.plan.spelling is Spelling.HISTORY:
            result = yield from self._apply(self._position(0), 0, self._at)
            state: Mapping[str, Any] = result["state"]
            return state
        return self._state or {}

    def _apply(self, position: bytes, start: int, end: int) -> _Applying:
        answers = self.case.wire.answers[start:end]
        try:
            return (yield Call("apply", position + b',"answers":' + _list(answers) + b"}"))
        except ErrorAnswer as error:
            if error.code != ILLEGAL:
                raise
            told = ", ".join(map(shown, self.case.answers[start:end])) if end - start <= 3 else f"{end - start} answers"
            raise _Refused(Difference(f"{told} can be played", f"illegal ({error.message})")) from error


_Applying: TypeAlias = Generator[Call, dict[str, Any], dict[str, Any]]


def _list(texts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(texts) + b"]"
