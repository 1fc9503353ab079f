"""All bundled implementations tell an illegal answer from a malformed one by the same codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tilelaw.bundled import bundled_implementations
from tilelaw_conformance import Call, ChildProcess, ErrorAnswer, encode, read_reply, read_result, request

NAMES = [name for name in bundled_implementations() if name != "scorer-python"]
ILLEGAL, MALFORMED = 1001, -32602


class Talk:
    """A conversation with an implementation, one request at a time."""

    def __init__(self, name: str) -> None:
        self.child = ChildProcess(bundled_implementations()[name].command)
        self.child.start()
        self.id = 0
        hello = self.ask("hello", {"protocol": 1})
        games = [claim["name"] for claim in hello["rulesets"]]
        self.ruleset = next(name for name in ("ingenious/standard", "kingdomino/classic") if name in games)
        self.positions = hello["positions"]
        self.methods = hello["methods"]

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.id += 1
        self.child.send(request(self.id, Call(method, encode(params))))
        lines: list[bytes] = []
        while not lines:
            lines = self.child.receive(60)
        return read_result(read_reply(lines[0]), method)

    def code(self, method: str, params: dict[str, Any]) -> int:
        with pytest.raises(ErrorAnswer) as refused:
            self.ask(method, params)
        return refused.value.code

    def position(self, *answers: Any) -> dict[str, Any]:
        return {"history": {"start": {"ruleset": self.ruleset, "players": 4}, "answers": list(answers)}}


@pytest.fixture(params=NAMES, scope="module")
def talk(request: pytest.FixtureRequest) -> Iterator[Talk]:
    found = Talk(request.param)
    yield found
    found.child.restart()


def test_answers_that_can_be_read_but_not_played_are_illegal(talk: Talk) -> None:
    start = talk.ask("apply", {"position": talk.position(), "answers": []})["state"]
    (due,) = start["asks"][:1]
    pile = start[due["shuffle"]]
    answer = {name: due[name] for name in ("shuffle", "owner", "step") if name in due}
    dealt = {**answer, "order": pile}
    for answers in (
        [{**answer, "order": pile[1:]}],
        [{**answer, "order": [*pile, pile[0]]}],
        [{**answer, "order": [pile[0], *pile[:-1]]}],
        [{**dealt, "step": "somewhere.else"}],
        [dealt, dealt],
        [{"place": {**({"tile": pile[0]} if talk.ruleset.startswith("ing") else {}), "a": [1, 0], "b": [2, 0]}}],
    ):
        assert talk.code("apply", {"position": talk.position(), "answers": answers}) == ILLEGAL, answers
        assert talk.code("apply", {"position": talk.position(*answers), "answers": []}) == ILLEGAL, answers
    if "start" in talk.methods:
        params = {"ruleset": talk.ruleset, "players": 4, "shuffles": [pile[1:]]}
        assert talk.code("start", params) == ILLEGAL


@pytest.mark.parametrize("answer", [5, {"shuffle": "bag"}, {"order": []}, {"dance": {}}, {}, {"place": {"a": 1}}, "x"])
def test_what_cannot_be_read_is_malformed(talk: Talk, answer: Any) -> None:
    assert talk.code("apply", {"position": talk.position(), "answers": [answer]}) == MALFORMED
