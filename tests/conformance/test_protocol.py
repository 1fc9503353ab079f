"""What the reference says fits the schemas, and requests do too."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tilelaw_conformance import schema
from tilelaw_conformance.connector import InProcess
from tilelaw_conformance.protocol import Client, ErrorAnswer, ProtocolError
from tilelaw_reference.serve import Server

PROTOCOL = schema.load("protocol")
SERVER = Server()
STATE = {
    "ruleset": "origins/discovery",
    "players": 3,
    "row": [{"tile": 7, "by": 0}],
    "asks": [{"ask": "place", "player": 0}],
}
AT = {"position": {"state": STATE}}
MOVE = {"place": {"a": [1, 0], "b": [2, 0]}}
GAME = {"ruleset": "origins/discovery", "players": 3}
REQUESTS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 1},
    "components": GAME,
    "start": {**GAME, "seed": 3},
    "moves": AT,
    "judge": {**AT, "move": MOVE},
    "apply": {"position": {"history": {"start": STATE, "answers": []}}, "answers": [MOVE]},
    "score": AT,
    "rank": AT,
    "observe": {**AT, "player": 1},
    "perft": {**AT, "depth": 1},
    "bye": {},
}


def check(data: Any, name: str) -> None:
    """Judge data by a complete validator, not by the one of the package."""
    jsonschema.validate(data, {"$ref": f"#/$defs/{name}", "$defs": PROTOCOL["$defs"]})


def test_every_method_has_schemas_and_an_example() -> None:
    assert PROTOCOL["$defs"]["method"]["enum"] == list(REQUESTS)
    for method in REQUESTS:
        assert {f"{method}.params", f"{method}.result"} <= PROTOCOL["$defs"].keys()


@pytest.mark.parametrize("method", REQUESTS)
def test_the_reference_keeps_to_the_schemas(method: str) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": REQUESTS[method]}
    check(request, "request")
    check(REQUESTS[method], f"{method}.params")
    reply = SERVER.answer(json.dumps(request))
    check(reply, "reply")
    assert reply is not None
    check(reply["result"], f"{method}.result")


def test_an_illegal_answer_is_error_1001_with_its_rules() -> None:
    client = Client(InProcess("reference", SERVER.answer))
    with pytest.raises(ErrorAnswer) as caught:
        client.call("apply", {**AT, "answers": [{"discard": {}}]}, 1)
    assert (caught.value.code, caught.value.rules) == (1001, ("place.must",))


def test_an_unknown_method_is_an_error_answer() -> None:
    with pytest.raises(ErrorAnswer, match="error -32601"):
        Client(InProcess("reference", SERVER.answer)).call("dance", {}, 1)


@pytest.mark.parametrize(
    "reply",
    [
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "1.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 2, "result": {}},
        {"jsonrpc": "2.0", "id": None, "result": {}},
        {"jsonrpc": "2.0", "id": 5, "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "x"}},
        [],
        None,
    ],
)
def test_replies_that_are_none(reply: Any) -> None:
    with pytest.raises(ProtocolError):
        Client(InProcess("odd", lambda _line: reply)).call("bye", {}, 1)
