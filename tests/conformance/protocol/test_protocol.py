"""What the reference says fits the schemas, and requests do too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conformance import setting
from tilelaw_conformance.data import schema
from tilelaw_conformance.protocol.messages import (
    BYE,
    HELLO,
    PAGE,
    Call,
    Claim,
    ErrorAnswer,
    ProtocolError,
    Reply,
    read_hello,
    read_reply,
    read_result,
    request,
)
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.run import run_cases
from tilelaw_conformance.run.verdict import Verdict
from tilelaw_play.serve import Server

ROOT = Path(__file__).parents[3]
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
    "hello": {"protocol": 1, "protocols": [1]},
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
    methods = PROTOCOL["$defs"]["method"]["enum"]
    assert [name for name in methods if name != "deck"] == list(REQUESTS), "nobody gives the reference its components"
    for method in methods:
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


def reply_to(method: str, params: dict[str, Any]) -> Reply:
    line = request(7, Call(method, json.dumps(params).encode()))
    return read_reply(json.dumps(SERVER.answer(line.decode())).encode())


def test_an_illegal_answer_is_error_1001_with_its_rules() -> None:
    with pytest.raises(ErrorAnswer) as caught:
        read_result(reply_to("apply", {**AT, "answers": [{"discard": {}}]}), "apply")
    assert (caught.value.code, caught.value.rules) == (1001, ("place.must",))


def test_an_unknown_method_is_an_error_answer() -> None:
    with pytest.raises(ErrorAnswer, match="error -32601"):
        read_result(reply_to("dance", {}), "dance")


@pytest.mark.parametrize(
    "reply",
    [
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "1.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": None, "result": {}},
        {"jsonrpc": "2.0", "id": "1", "result": {}},
        {"jsonrpc": "2.0", "id": 1, "result": []},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "x"}},
        [],
        None,
        5,
    ],
)
def test_replies_that_are_none(reply: Any) -> None:
    with pytest.raises(ProtocolError):
        read_reply(json.dumps(reply).encode())


@pytest.mark.parametrize(
    ("line", "id_", "part"),
    [
        (b'{"jsonrpc":"2.0","id":4,"result":{"total":1.5}}', 4, "1.5"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"total":1e3}}', 4, "1e3"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"total":NaN}}', 4, "NaN"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"total":%b}}' % (b"1" * 5000), 4, "one of 5000 digits"),
        (b'{"jsonrpc":"2.0","id":4.0,"result":{}}', None, "4.0"),
        (b'{"jsonrpc":"2.0","id":4,"result":', None, "a line of JSON"),
        (b"\xef\xbb\xbf{}", None, "a line of JSON"),
        (b"\xff", None, "UTF-8"),
        (b"", None, "a line of JSON"),
        (b"[" * 200_000, None, "nested"),
        (b"\x1b[31mred\x1b[0m", None, "x1b"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"x":1,"y":1,"x":2}}', 4, "`x` twice"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"x":1,"x":2}, oh', None, "a line of JSON"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"x":1,"x":2},"y":%b' % (b"[" * 100_000), None, "nested"),
        (b'{"jsonrpc":"2.0","id":4,"result":{"x":1,"x":2},"y":%b}' % (b"1" * 5000), 4, "one of 5000 digits"),
    ],
)
def test_lines_that_cannot_be_read(line: bytes, id_: int | None, part: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_reply(line)
    assert caught.value.id == id_
    assert part in str(caught.value)
    assert str(caught.value).isprintable()


def test_requests_are_lines_that_fit_the_schemas() -> None:
    line = request(9, Call("judge", json.dumps(REQUESTS["judge"]).encode()))
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert json.loads(line) == {"jsonrpc": "2.0", "id": 9, "method": "judge", "params": REQUESTS["judge"]}
    check(json.loads(request(2, HELLO)), "request")
    check(json.loads(request(2, BYE)), "request")


@pytest.mark.parametrize(
    ("name", "layers", "ruleset", "is_covered"),
    [
        ("origins/totem", [], "origins/totem", True),
        ("origins/totem", ["centre"], "origins/totem", True),
        ("origins/totem", ["centre"], "origins/totem+centre", True),
        ("origins/totem", ["complete", "centre"], "origins/totem+centre+complete", True),
        ("origins/totem", ["origins/centre"], "origins/totem+centre", True),
        ("origins/totem", ["house/far-lava"], "origins/totem+house/far-lava", True),
        ("origins/totem+centre", [], "origins/totem+centre", True),
        ("origins/totem+centre", ["complete"], "origins/totem+complete+centre", True),
        ("origins/totem", ["complete"], "origins/totem+centre", False),
        ("origins/totem+centre", [], "origins/totem", False),
        ("origins/discovery", ["centre"], "origins/totem+centre", False),
        ("origins/totem", [], "origins/tot", False),
    ],
)
def test_additions_may_be_combined_behind_a_name(name: str, layers: list[str], ruleset: str, is_covered: bool) -> None:
    assert Claim(name, frozenset({3}), frozenset(layers)).covers(ruleset) is is_covered


def test_the_page_is_where_the_links_lead() -> None:
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "site_url" not in config, "links may now lead to the site: change `protocol.PAGE`"
    assert (ROOT / PAGE).is_file()
    titles = re.findall(r"^## (.*)$", (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    assert {"levels", "methods", "positions", "rulesets", "turns"} <= {title.lower() for title in titles}


def test_what_an_implementation_says_of_itself_is_shown_plainly() -> None:
    said = {
        "name": "\x1b[31mred\n" + "x" * 1000,
        "version": "\ud800",
        "rulesets": [],
        "methods": [],
        "levels": [],
        "positions": [],
        "steps": "ask",
    }
    hello = read_hello(said)
    assert hello.name.isprintable()
    assert len(hello.name) < 120
    assert hello.version == "\\ud800"
    error = ErrorAnswer(10**4000, "\x1b]0;title\x07" + "y" * 5000)
    assert str(error).isprintable()
    assert len(str(error)) < 300


def with_more(data: Any) -> Any:
    """Return data with a field more in every object, except where names are data."""
    if isinstance(data, list):
        return [with_more(each) for each in data]
    if not isinstance(data, dict):
        return data
    return {**{name: with_more(value) for name, value in data.items()}, "tomorrow": {"x": [1]}}


@pytest.mark.parametrize("method", [name for name in REQUESTS if name != "bye"])
def test_the_reference_ignores_parameters_of_later_versions(method: str) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": REQUESTS[method]}
    later = {**request, "params": {**REQUESTS[method], "tomorrow": 1}, "tomorrow": 1}
    check(later, "request")
    check(later["params"], f"{method}.params")
    assert SERVER.answer(json.dumps(later)) == SERVER.answer(json.dumps(request))


@pytest.mark.parametrize("method", [name for name in REQUESTS if name not in ("bye", "moves")])
def test_fields_of_later_versions_are_ignored_in_results(method: str) -> None:
    """In `moves` there are only moves, and a field more is another move."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": REQUESTS[method]}
    reply = SERVER.answer(json.dumps(request))
    assert reply is not None
    later = read_result(read_reply(json.dumps(with_more(reply)).encode()), method)
    assert later["tomorrow"] == {"x": [1]}
    if method == "hello":
        assert read_hello(later) == read_hello(reply["result"])


def test_an_unnamed_field_does_not_change_a_verdict() -> None:
    server = Server()
    cases = [*setting.picture(), setting.case("origins/score/pictured-territory-scores-32")]
    answer = InProcess("later", lambda line: with_more(server.answer(line)))
    assert run_cases(cases, answer).counts == {Verdict.PASSED: 4}


@pytest.mark.parametrize("version", ["2", "1", 2, [2], True])
def test_another_protocol_is_told_with_both_versions(version: Any) -> None:
    def answer(line: str) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {"protocol": version}}

    problem = run_cases([], InProcess("other", answer)).problem
    assert problem.endswith(f"expected protocol 1, which this runner speaks, got protocol {json.dumps(version)}")


def test_who_refuses_to_say_hello_is_told_what_was_offered() -> None:
    def answer(line: str) -> dict[str, Any]:
        error = {"code": -32602, "message": "I speak 2 only"}
        return {"jsonrpc": "2.0", "id": json.loads(line)["id"], "error": error}

    problem = run_cases([], InProcess("other", answer)).problem
    assert problem.endswith("error -32602: I speak 2 only; it was offered protocol 1")
