"""A second engine, reached as strangers reach one: a program that speaks the protocol. And whether it agrees."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from play.rule_counts import near_misses
from tilelaw_reference import State

ADAPTERS = Path(__file__).parents[2] / "adapters"
COMMANDS = {
    "kingdomino": [sys.executable, str(ADAPTERS / "python_kingdomino")],
    "origins": [sys.executable, str(ADAPTERS / "python_kingdomino")],
    "ingenious": ["node", str(ADAPTERS / "node_ingenious" / "engine.js")],
}
Json: TypeAlias = dict[str, Any]
Question: TypeAlias = tuple[str, Json, Json]
"""A method, its parameters, and what the reference answers."""


class SecondEngine:
    """A running program; requests are written together and answers matched by id."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._last = 0
        self.answered = 0

    def agrees(self, state: State, questions: list[Question]) -> None:
        """Fail where an answer is not what the reference answers."""
        replies = self._call([(method, params) for method, params, _ in questions])
        for (method, params, ours), reply in zip(questions, replies, strict=True):
            self.answered += 1
            theirs = reply.get("result", reply)
            told = (method, params.get("move"), state.to_text())
            if method == "judge" and not ours["legal"]:
                assert theirs.get("legal") is False, told
                # Off the board one reason is enough, though an engine may look for more.
                assert set(ours["rules"]) <= set(theirs["rules"]), told
                assert len(ours["rules"]) == 1 or len(ours["rules"]) == len(theirs["rules"]), told
            else:
                assert theirs == ours, (told, theirs, ours)

    def after(self, ruleset: str, players: int, answers: Sequence[Mapping[str, Any]]) -> Json:
        """Return the position to which answers lead from the start of a game."""
        start = {"ruleset": ruleset, "players": players}
        position = {"history": {"start": start, "answers": list(answers)}}
        (reply,) = self._call([("apply", {"position": position, "answers": []})])
        state: Json = reply["result"]["state"]
        return state

    def _call(self, requests: list[tuple[str, Json]]) -> list[Json]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        first = self._last + 1
        for method, params in requests:
            self._last += 1
            request = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": params}
            self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        replies = [json.loads(self._process.stdout.readline()) for _ in requests]
        found = {reply["id"]: reply for reply in replies}
        return [found[number] for number in range(first, self._last + 1)]


@contextmanager
def second_engine(game: str) -> Iterator[SecondEngine]:
    """Start the second engine of a game, and end it."""
    with subprocess.Popen(COMMANDS[game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield SecondEngine(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def transition(before: State, after: State) -> Question:
    """Ask for what a walk has just played."""
    answers = after.history["answers"][len(before.history["answers"]) :]
    params = {"position": {"state": before.to_json()}, "answers": answers}
    return "apply", params, {"state": after.to_json()}


def standing(state: State) -> Iterator[Question]:
    """Ask for the score, the ranking, and what each player sees."""
    at = {"position": {"state": state.to_json()}}
    yield "score", at, {"sides": state.score()}
    yield "rank", at, {"groups": state.ranking()}
    for player in range(state.engine.game.players):
        yield "observe", {**at, "player": player}, {"observation": state.observe(player)}


def choices(state: State, chance: random.Random) -> Iterator[Question]:
    """Ask for the moves, and for judgements of answers that are nearly legal."""
    at = {"position": {"state": state.to_json()}}
    moves = state.moves()
    yield "moves", at, {"moves": [move.to_json() for move in moves]}
    for move in near_misses(state, tuple(chance.sample(moves, min(3, len(moves)))), chance):
        judgement = state.judge(move)
        refused = sorted({rejection.rule for rejection in judgement.rejections})
        ours: Json = {"legal": True} if judgement.legal else {"legal": False, "rules": refused}
        yield "judge", {**at, "move": {**move.to_json(), "player": move.player}}, ours
