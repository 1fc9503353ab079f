"""Whether a case holds at the end of a game: it is put to the reference as if that took histories only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from tilelaw_conformance import (
    Call,
    Case,
    CaseResult,
    Conversation,
    ErrorAnswer,
    Planner,
    Result,
    converse,
    encode,
    read_hello,
    read_reply,
    read_result,
    request,
)
from tilelaw_play import load
from tilelaw_play.serve import Server
from tilelaw_reach.play.data import Data
from tilelaw_reach.play.game import Game
from tilelaw_reference import Engine


class Verifier:
    """The reference, which plays and judges with the same engines.

    An engine remembers the last game that it replayed, so judging a case right after its game has been replayed is
    fast.
    """

    def __init__(self) -> None:
        self._server = Server()
        hello = read_hello(self._reply(Call("hello", b'{"protocol":1}')))
        self._hello = replace(hello, positions=frozenset({"history"}))
        self.game = cache(self._game)
        """Returns the game of a ruleset and a number of players, for cases that may be written for another."""

    def _game(self, ruleset: str, players: int, written_for: tuple[str, int] | None = None) -> Game:
        engine = self._engine(ruleset, players)
        return Game(engine, self._engine(*written_for) if written_for else None)

    def _engine(self, ruleset: str, players: int) -> Engine:
        return self._server.rulesets.setdefault(ruleset, load(ruleset, engine="evaluator")).engine(players)

    def holds(self, case: Case, answers: Sequence[Data]) -> bool:
        """Say whether everything that a case expects holds after these answers."""
        plan = Planner(self._hello, lambda _: tuple(map(encode, answers))).plan(case)
        if not plan.checks or plan.notes:
            return False
        finding = self._finish(converse(case, plan, reasons=True))
        return finding is not None and not finding.differences and not finding.not_judged

    def _finish(self, conversation: Conversation) -> CaseResult | None:
        """Return what a conversation finds, or nothing if it ends in an error."""
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
            finding: CaseResult = end.value
            return finding
        except ErrorAnswer:
            return None

    def _reply(self, call: Call) -> Result:
        reply = self._server.answer(request(1, call).decode())
        return read_result(read_reply(encode(reply)), call.method)
