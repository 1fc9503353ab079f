"""The protocol: what is said on the lines, and whether what comes back may be said.

`Client` makes requests and returns results that fit `schemas/protocol.json`. What goes wrong is kept apart: an error
the implementation answers with is an `ErrorAnswer`; an answer that breaks the protocol is a `ProtocolError`; an
implementation that ends or is silent raises what the connector raises.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from tilelaw_conformance import schema
from tilelaw_conformance.connector import Connector, Crashed, TimedOut

VERSION = 1
ILLEGAL = 1001


class ErrorAnswer(Exception):
    """The implementation answers that it cannot answer."""

    def __init__(self, code: int, message: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(f"error {code}: {message}")
        self.code = code
        self.message = message
        self.rules = rules


class ProtocolError(Exception):
    """An answer that the protocol does not allow: what was expected, and what arrived."""

    def __init__(self, expected: str, arrived: str) -> None:
        super().__init__(f"expected {expected}, got {arrived}")
        self.expected = expected
        self.arrived = arrived


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What an implementation says about itself; nothing else is judged."""

    name: str
    version: str
    rulesets: Mapping[str, frozenset[int]]
    methods: frozenset[str]
    levels: frozenset[str]
    positions: frozenset[str]


class Client:
    """Speaks the protocol over a connector."""

    def __init__(self, connector: Connector) -> None:
        self.connector = connector
        self._last_id = 0
        self._is_greeted = False

    def hello(self, seconds: float) -> Hello:
        """Ask who is there."""
        said = self.call("hello", {"protocol": VERSION}, seconds)
        self._is_greeted = True
        return Hello(
            name=said["name"],
            version=said["version"],
            rulesets={entry["name"]: frozenset(entry["players"]) for entry in said["rulesets"]},
            methods=frozenset(said["methods"]),
            levels=frozenset(said["levels"]),
            positions=frozenset(said["positions"]),
        )

    def greet(self, seconds: float) -> None:
        """Say hello to an implementation that has been started afresh, so that starting takes nobody else's time."""
        if not self._is_greeted:
            self.hello(seconds)

    def goodbye(self, seconds: float) -> None:
        """Say goodbye, if somebody is there; what comes back no longer matters."""
        if self._is_greeted:
            with contextlib.suppress(ErrorAnswer, ProtocolError, Crashed, TimedOut):
                self.call("bye", {}, seconds)
        self.connector.close()

    def restart(self) -> None:
        """Let go of the implementation; the next one is greeted first."""
        self.connector.restart()
        self._is_greeted = False

    def call(self, method: str, params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the result of a method."""
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        line = self.connector.exchange(json.dumps(request, ensure_ascii=False, separators=(",", ":")), seconds)
        reply = _reply(line)
        if "error" in reply:
            error = reply["error"]
            if reply["id"] not in (self._last_id, None):
                _wrong(f"the answer to request {self._last_id}", f"one to request {schema.shown(reply['id'])}")
            raise ErrorAnswer(error["code"], error["message"], _rules(error.get("data")))
        if reply["id"] != self._last_id:
            _wrong(f"the answer to request {self._last_id}", f"one to request {reply['id']}")
        _check(reply["result"], f"{method}.result", f"a result of `{method}`")
        result: dict[str, Any] = reply["result"]
        return result


def _reply(line: str) -> dict[str, Any]:
    try:
        reply = json.loads(line, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        _wrong("a line of JSON (anything else belongs on the error output)", _cut(line))
    _check(reply, "reply", "a reply of JSON-RPC 2.0")
    found: dict[str, Any] = reply
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


def _check(data: Any, name: str, called: str) -> None:
    root = schema.load("protocol")
    found = schema.problems(data, root["$defs"][name], root)
    if found:
        path = schema.path_text(found[0].path)
        _wrong(called, f"{schema.shown(data, 200)} ({path + ': ' if path else ''}{found[0].message})")


def _wrong(expected: str, arrived: str) -> NoReturn:
    raise ProtocolError(expected, arrived)


def _cut(line: str) -> str:
    text = line.rstrip("\n")
    return f"`{text[:200]}...`" if len(text) > 200 else f"`{text}`"


def _rules(data: Any) -> tuple[str, ...]:
    rules = data.get("rules", ()) if isinstance(data, dict) else ()
    return tuple(rule for rule in rules if isinstance(rule, str)) if isinstance(rules, list) else ()
