"""Whether a case holds when its position is spelled as a history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tilelaw_conformance.cases.expectation import Case, encode
from tilelaw_conformance.protocol.messages import Call, ErrorAnswer, read_hello, read_result, request
from tilelaw_conformance.run.conversation import converse
from tilelaw_conformance.run.plan import Planner
from tilelaw_reach.playing import Data


class Prover:
    """Puts cases to an implementation that is right, as if it took histories only."""

    def __init__(self, answer: Callable[[str], Any]) -> None:
        self._answer = answer
        hello = read_hello(self._reply(Call("hello", b'{"protocol":1}')))
        self._hello = replace(hello, positions=frozenset({"history"}))

    def holds(self, case: Case, answers: Sequence[Data]) -> bool:
        """Say whether everything that a case expects holds after some answers."""
        plan = Planner(self._hello, lambda _: tuple(map(encode, answers))).plan(case)
        if not plan.checks or plan.notes:
            return False
        conversation = converse(case, plan, reasons=True)
        try:
            call = next(conversation)
            while True:
                try:
                    reply = self._reply(call)
                except ErrorAnswer as error:
                    call = conversation.throw(error)
                else:
                    call = conversation.send(reply)
        except StopIteration as end:
            return not end.value.differences and not end.value.not_judged
        except ErrorAnswer:
            return False

    def _reply(self, call: Call) -> dict[str, Any]:
        return read_result(self._answer(request(1, call).decode()), call.method)
