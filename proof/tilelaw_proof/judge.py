"""Cases put to the reference, as any implementation is judged, in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilelaw_conformance import CANNOT_HOLD, Answer, Case, InProcess, Options, TurnForm, Verdict, encode, run_cases
from tilelaw_play import load, names
from tilelaw_play.serve import Find, Params, RequestError, Result, Server
from tilelaw_reference import State


class Judge:
    """The reference, to which positions are sent as states, or as histories."""

    def __init__(self, find: Find = load, known: Callable[[], list[str]] = names) -> None:
        self.find = find
        self._server = Server(find=find, known=known)
        self._replaying = _Replaying(find=find, known=known)
        self._by_turns = _ByTurns(find=find, known=known)
        self._replaying_by_turns = _ReplayingByTurns(find=find, known=known)

    def holds(self, cases: Sequence[Case]) -> list[bool]:
        """Say of each case whether everything that it expects holds, where positions are sent as states."""
        return _passed(cases, self._server, Options())

    def holds_by_turns(self, cases: Sequence[Case]) -> list[bool]:
        """Say of cases that were put into whole turns whether they hold where a turn cannot be divided."""
        return _passed(cases, self._by_turns, Options(), is_all_judged=False)

    def replays_by_turns(self, case: Case, answers: Sequence[Answer], form: TurnForm) -> bool:
        """Say the same of one case where the game is sent that leads to where its turn begins."""
        history = tuple(map(encode, answers[: form.get("history", len(answers))]))
        options = Options(witness=lambda _case: history)
        return _passed([case], self._replaying_by_turns, options, is_all_judged=False) == [True]

    def all_replay_by_turns(self, cases: Sequence[Case], games: Mapping[str, Sequence[Answer]]) -> list[bool]:
        """Say the same of many cases; `games` lead to where their turns begin, by their ids."""
        options = Options(witness=lambda case: tuple(map(encode, games[case.id])))
        return _passed(cases, self._replaying_by_turns, options, is_all_judged=False)

    def replays(self, cases: Sequence[Case], answers: Callable[[Case], Sequence[Answer] | None]) -> list[bool]:
        """Say the same where positions are sent as the games that lead to them."""

        def witness(case: Case) -> tuple[bytes, ...] | None:
            found = answers(case)
            return None if found is None else tuple(map(encode, found))

        return _passed(cases, self._replaying, Options(witness=witness))


class _Replaying(Server):
    """The reference as if it took histories only."""

    def hello(self, params: Params) -> Result:
        return {**super().hello(params), "positions": ["history"]}


class _ByTurns(Server):
    """The reference as if its moves were whole turns."""

    def hello(self, params: Params) -> Result:
        return {**super().hello(params), "steps": "turn"}


class _ReplayingByTurns(Server):
    """The reference as if it took histories of whole turns only: it has no place for the middle of one."""

    def hello(self, params: Params) -> Result:
        return {**super().hello(params), "positions": ["history"], "steps": "turn"}

    def _position(self, params: Params) -> State:
        state = super()._position(params)
        if state.history["answers"] and not state.begins_turn:
            raise RequestError(CANNOT_HOLD, "this is the middle of a turn")
        return state


def _passed(cases: Sequence[Case], server: Server, options: Options, *, is_all_judged: bool = True) -> list[bool]:
    if not cases:
        return []
    judged = run_cases(cases, InProcess("reference", server.answer), options=options).judged
    return [each.verdict is Verdict.PASSED and not (is_all_judged and each.not_judged) for each in judged]
