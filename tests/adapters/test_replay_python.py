"""The engine that can only replay, through its protocol: it tells whole games as the reference does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from play.walks import at_random, walk
from tilelaw_play import load

ADAPTER = Path(__file__).parents[2] / "adapters" / "replay_python"


def ask(requests: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Send requests all at once and return the answers."""
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params})
        for i, (method, params) in enumerate(requests)
    ]
    done = subprocess.run(
        [sys.executable, ADAPTER], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_replayed(players: int) -> None:
    states = list(walk(load("origins/discovery").start(players, seed=5), 5, at_random))
    requests: list[tuple[str, dict[str, Any]]] = []
    expected = []
    for state in states[::10] + states[-1:]:
        position = {"history": state.history}
        requests += [("apply", {"position": position, "answers": []}), ("moves", {"position": position})]
        expected += [{"state": state.to_json()}, {"moves": [move.to_json() for move in state.moves()]}]
        requests += [("score", {"position": position}), ("observe", {"position": position, "player": 1})]
        expected += [{"sides": state.score()}, {"observation": state.observe(1)}]
    assert [answer["result"] for answer in ask(requests)] == expected


def test_an_illegal_answer_in_a_history() -> None:
    start = {"ruleset": "origins/discovery", "players": 3}
    history = {"start": start, "answers": [{"discard": {}}]}
    other = {"start": {**start, "row": []}, "answers": []}
    answers = ask(
        [
            ("moves", {"position": {"history": history}}),
            ("moves", {"position": {"history": other}}),
            ("moves", {"position": {"state": start}}),
        ]
    )
    assert [answer["error"]["code"] for answer in answers] == [1001, -32602, -32602]
