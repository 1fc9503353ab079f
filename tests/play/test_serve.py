"""The protocol's server answers anything with an answer: nonsense gets an error that names the field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tilelaw_play.serve import Server

SERVER = Server()
START = {"ruleset": "origins/discovery", "players": 3}
STATE = {**START, "row": [{"tile": 6, "by": 0}], "asks": [{"ask": "place", "player": 0}]}
HERE = {"state": STATE}


def ask(method: Any, params: Any) -> dict[str, Any]:
    """Return the server's answer to one request."""
    answer = SERVER.answer(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
    assert answer is not None
    assert answer["id"] == 1
    return answer


@pytest.mark.parametrize(
    ("method", "params", "part"),
    [
        ("judge", {"position": HERE}, "move"),
        ("judge", {"position": HERE, "move": {"place": {}}}, "place.a"),
        ("judge", {"position": HERE, "move": {"place": {"a": [1, 0], "b": [2, 0]}, "player": 7}}, "player"),
        ("judge", {"position": {}, "move": {}}, "history"),
        ("judge", {"position": {"state": []}, "move": {}}, "state"),
        ("start", {"ruleset": "../secret.rules", "players": 3}, "ruleset"),
        ("start", {**START, "players": 7}, "players"),
        ("start", {**START, "seed": "x"}, "seed"),
        ("start", {**START, "shuffles": "abc"}, "shuffles"),
        ("start", {**START, "shuffles": [5]}, "shuffles[0]"),
        ("apply", {"position": HERE, "answers": 5}, "answers"),
        ("apply", {"position": HERE, "answers": [[1]]}, ""),
        ("observe", {"position": HERE, "player": 7}, "player"),
        ("perft", {"position": HERE, "depth": 99}, "depth"),
        ("moves", {"position": {"history": {"start": START, "answers": [[1]]}}}, "too few"),
        ("moves", [], "params"),
    ],
)
def test_nonsense_is_named(method: str, params: Any, part: str) -> None:
    assert part in ask(method, params)["error"]["message"]


def test_an_illegal_answer_has_a_code_of_its_own() -> None:
    move = {"place": {"a": [5, 5], "b": [6, 5]}}
    assert ask("judge", {"position": HERE, "move": move})["result"] == {
        "legal": False,
        "rules": ["place.connects", "place.fits"],
    }
    assert ask("apply", {"position": HERE, "answers": [move]})["error"]["code"] == 1001


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.sampled_from(["place", "box", "lake", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*STATE, "state", "at", "a"]), inner),
    max_leaves=8,
)
METHODS = st.sampled_from(["components", "start", "moves", "judge", "apply", "score", "rank", "observe", "perft"])


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(METHODS, st.sampled_from(["position", "move", "answers", "player", "depth", "shuffles", "seed"]), JSON)
def test_any_value_anywhere_is_answered(method: str, field: str, value: Any) -> None:
    params = {**START, "position": HERE, "move": {"discard": {}}, "answers": [], "player": 0, "depth": 1, field: value}
    assert {"result", "error"} & set(ask(method, params))


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from([*STATE, "territories", "next", "box", "taken"]), JSON)
def test_any_part_of_a_position_is_answered(field: str, value: Any) -> None:
    state = {**STATE, field: value}
    assert {"result", "error"} & set(ask("moves", {"position": {"state": state}}))
