"""The usual faults of adapters, told from what they write, in plain words.

`fault_in` looks at the raw lines that came instead of one answer and names the first fault it recognises. It is a
doctor's list: most of what is wrong with an adapter is one of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tilelaw_conformance.data import schema
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.messages import ErrorAnswer, ProtocolError, Result, cut, read_reply, read_result


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and what to do about it."""

    told: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came after a request: whole lines, the beginning of another, and the request itself."""

    id: int
    method: str
    request: bytes
    lines: Sequence[bytes]
    unfinished: bytes = b""

    @property
    def all(self) -> bytes:
        """Everything that came."""
        return b"\n".join([*self.lines, self.unfinished])


def fault_in(heard: Heard) -> Fault | None:
    """Return what is wrong with the answer to one request, or nothing if it is a proper one."""
    for look in (_encoding, _framing, _lines):
        fault = look(heard)
        if fault is not None:
            return fault
    return _reply(heard, heard.lines[0])


def answer_in(heard: Heard) -> Result | ErrorAnswer:
    """Return the result, or the error, in a proper answer."""
    try:
        return _result(heard.lines[0], heard.method)
    except ErrorAnswer as error:
        return error


def _result(line: bytes, method: str) -> Result:
    reply = read_reply(line)
    if method in schema.load("protocol")["$defs"]["method"]["enum"] or "error" in reply:
        return read_result(reply, method)
    return reply["result"]  # of a method that nobody knows, and so in any form


def _encoding(heard: Heard) -> Fault | None:
    data = heard.all
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data.count(b"\0") > len(data) // 4:
        return Fault("it writes UTF-16", "write UTF-8")
    if data.startswith(b"\xef\xbb\xbf"):
        return Fault("its output begins with a byte order mark", "write UTF-8 without one")
    try:
        data.decode()
    except UnicodeDecodeError:
        return Fault(f"what it writes is not UTF-8: {cut(data, 60)}", "write UTF-8")
    return None


def _framing(heard: Heard) -> Fault | None:
    if heard.all.lower().startswith(b"content-length:"):
        return Fault("it writes headers before its messages", "a message is one line, without headers")
    if not heard.lines and _parsed(heard.unfinished) is not None:
        return Fault("there is no line end after its answer", "write a line end after each message, and flush")
    if heard.lines and heard.lines[0].strip() == heard.request.strip():
        return Fault("it repeats the request instead of answering it", "is the program really the adapter?")
    return None


def _lines(heard: Heard) -> Fault | None:
    """Name what is wrong when the first line is no JSON."""
    if not heard.lines:
        return Fault(f"only the beginning of a line came: {cut(heard.unfinished, 60)}", "write whole lines, and flush")
    first = heard.lines[0]
    if _parsed(first) is not None:
        return None
    if not first.strip():
        return Fault("it writes blank lines between its messages", "write nothing but messages on standard output")
    if _parsed(heard.all) is not None or (first.strip() in (b"{", b"[") and len(heard.lines) > 1):
        return Fault("its JSON goes over several lines", "write each message on one line")
    if any(_is_reply(line) for line in heard.lines[1:]):
        return Fault(
            f"it writes other things than messages on standard output: {cut(first, 80)}",
            "write what people should read on the error output",
        )
    if _holds_several(first):
        return Fault("it writes several messages on one line", "write a line end after each message")
    if first.lstrip().startswith((b"{'", b'{"')) and (b"': " in first or b"True" in first or b"None" in first):
        return Fault("it writes Python dicts, not JSON", "write json.dumps(answer)")
    return Fault(f"this line is no JSON: {cut(first, 80)}", "write nothing but messages on standard output")


def _reply(heard: Heard, line: bytes) -> Fault | None:
    """Name what is wrong with a line of JSON as an answer."""
    data = _parsed(line)
    for is_so, fault in _SIGNS:
        if is_so(data, heard):
            return fault
    try:
        _result(line, heard.method)
    except ErrorAnswer:
        pass
    except ProtocolError as error:
        return Fault(str(error))
    if data["id"] != heard.id:
        told = f"it answers request {heard.id} with the id {shown(data['id'])}"
        return Fault(told, "answer with the id that was sent, unchanged")
    return None


def _is_bare(data: Any, _heard: Heard) -> bool:
    return isinstance(data, dict) and not data.keys() & {"result", "error", "method"}


def _is_twice_encoded(data: Any, _heard: Heard) -> bool:
    result = data.get("result") if isinstance(data, dict) else None
    return isinstance(result, str) and isinstance(_parsed(result.encode()), dict)


_SIGNS: tuple[tuple[Callable[[Any, Heard], bool], Fault], ...] = (
    (
        lambda data, _: isinstance(data, list),
        Fault("it answers with a list of messages", "answer each request with one message, an object"),
    ),
    (lambda data, _: not isinstance(data, dict), Fault("its answer is no object", "answer with an object")),
    (
        lambda data, _: "method" in data,
        Fault("it sends requests or notifications of its own", "send nothing but answers"),
    ),
    (_is_bare, Fault("it answers with the bare result", 'wrap it: {"jsonrpc": "2.0", "id": …, "result": …}')),
    (lambda data, _: "id" not in data, Fault("its answers have no id", "answer with the id of the request")),
    (
        lambda data, heard: isinstance(data["id"], str) and data["id"] == str(heard.id),
        Fault("it answers with the id as a text", "ids are numbers: answer with what was sent, unchanged"),
    ),
    (
        lambda data, _: isinstance(data["id"], float),
        Fault("it answers with the id as a fraction", "ids are whole numbers: answer with what was sent, unchanged"),
    ),
    (
        lambda data, _: data["id"] is None and "error" in data,
        Fault("it cannot read a request that is proper JSON", "read line by line, as UTF-8, without a limit on length"),
    ),
    (
        lambda data, _: data.get("jsonrpc") != "2.0",
        Fault('its answers do not say "jsonrpc": "2.0"', "say so in every message"),
    ),
    (
        _is_twice_encoded,
        Fault("its result is a text with JSON in it", "it is encoded twice: put the object itself there"),
    ),
)


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _is_reply(line: bytes) -> bool:
    data = _parsed(line)
    return isinstance(data, dict) and bool(data.keys() & {"jsonrpc", "result", "error"})


def _holds_several(line: bytes) -> bool:
    try:
        _, end = json.JSONDecoder().raw_decode(line.decode())
    except (ValueError, RecursionError):
        return False
    return line.decode()[end:].lstrip().startswith("{")
