"""The protocol: what is said on the lines, and whether what comes back may be said.

Requests are made of texts that were encoded before. A line that comes back is read into a reply, and a reply into
the result of its method; both fit `schemas/protocol.json` or are a `ProtocolError`. An error that the implementation
answers with is an `ErrorAnswer`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, NoReturn, NotRequired, TypeAlias, TypedDict

from tilelaw_conformance.data import schema
from tilelaw_conformance.data.jsondata import Json
from tilelaw_conformance.data.schema import Problem

VERSION = 1
VERSIONS = (VERSION,)
"""All versions that are offered to an implementation, the newest first."""
ILLEGAL = 1001
CANNOT_HOLD = 1003
"""The position is one that the implementation has no place for."""
NO_SUCH_METHOD = -32601
INVALID_PARAMS = -32602

PAGE = "docs/protocol.md"
"""Where the protocol is explained; `mkdocs.yml` has no address of the site yet."""

MOST_ELEMENTS = 200_000
"""The most things in one answer; the largest that a game has needs a few thousand."""
LONGEST_POSITION = 128 * 1024
"""The most characters of a position: those of all open cases are kept."""
LONGEST_NUMBER = 4000
"""The most digits of a number; Python refuses to read much longer ones."""


class ErrorAnswer(Exception):
    """The implementation answers that it cannot answer."""

    def __init__(self, code: int, message: str, rules: tuple[str, ...] = ()) -> None:
        self.code = code
        self.message = schema.plain(message)
        super().__init__(f"error {schema.shown(code)}: {self.message}")
        self.rules = rules


class ProtocolError(Exception):
    """What the protocol does not allow: what was expected, what arrived, and the id it was meant for, if known."""

    def __init__(self, expected: str, arrived: str, id_: int | None = None) -> None:
        super().__init__(f"expected {expected}, got {arrived}")
        self.expected = expected
        self.arrived = arrived
        self.id = id_


Result: TypeAlias = dict[str, Any]
"""The result of a method; it fits the schema of that method's results."""


class Reply(TypedDict):
    """A reply of JSON-RPC 2.0: with a `result`, or with an `error`."""

    id: Json
    """The id of the request; in an error it may be anything."""
    result: NotRequired[Result]
    error: NotRequired[Mapping[str, Any]]


class Call(NamedTuple):
    """A method and its parameters as JSON text."""

    method: str
    params: bytes


@dataclass(frozen=True, slots=True)
class Claim:
    """A ruleset that an implementation knows, and what may be added behind its name."""

    name: str
    players: frozenset[int]
    layers: frozenset[str] = frozenset()
    methods: frozenset[str] | None = None
    """The methods it supports here; nothing means all it supports."""
    actions: frozenset[str] | None = None
    """The actions it knows here; nothing means all."""

    def covers(self, ruleset: str) -> bool:
        """Say whether a ruleset is this one, perhaps with additions."""
        base, *additions = ruleset.split("+")
        own_base, *own = self.name.split("+")
        if base != own_base:
            return False
        game = base.split("/")[0]
        named, mine, free = ({_short(layer, game) for layer in layers} for layers in (additions, own, self.layers))
        return mine <= named and named - mine <= free


def check_game(result: Result, ruleset: str, players: int) -> None:
    """Raise if a position that comes back is one of another ruleset or number of players than it was asked about.

    From then on another game would be played. Layers may stand in any order, and need not name their game.
    """
    for state in (result[name] for name in ("state", "observation") if name in result):
        found, number = state.get("ruleset", ruleset), state.get("players", players)
        if not isinstance(found, str) or _layers(found) != _layers(ruleset) or number != players:
            raise ProtocolError(
                f"a position of {ruleset} for {players} players",
                f"one of {schema.plain(schema.shown(found), 80)} for {schema.shown(number)}",
            )


def _layers(ruleset: str) -> tuple[str, frozenset[str]]:
    base, *additions = ruleset.split("+")
    return base, frozenset(_short(each, base.split("/")[0]) for each in additions)


def _short(layer: str, game: str) -> str:
    return layer.removeprefix(f"{game}/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What an implementation says about itself; nothing else is judged."""

    name: str
    version: str
    rulesets: tuple[Claim, ...]
    methods: frozenset[str]
    levels: frozenset[str]
    positions: frozenset[str]
    keeps: frozenset[str] | None = None
    """The parts of a position it keeps; nothing means all."""
    steps: str = "ask"
    ranking: str = "all"
    """Whether it ranks all sides, or knows the `winners` only."""
    deck: str = "own"
    """Whether it has components of its own, or is `given` them."""
    actions: frozenset[str] | None = None
    """The actions it knows in one ruleset; nothing means all."""

    def at(self, ruleset: str, players: int) -> Hello | None:
        """Return what is claimed for one ruleset and number of players, or nothing if it is not played."""
        found = [claim for claim in self.rulesets if players in claim.players and claim.covers(ruleset)]
        if not found:
            return None
        methods = frozenset[str]().union(*(self.methods if each.methods is None else each.methods for each in found))
        actions = [each.actions for each in found if each.actions is not None]
        known = frozenset[str]().union(*actions) if len(actions) == len(found) else None
        return replace(self, methods=methods & self.methods, actions=known)


def read_hello(said: Result) -> Hello:
    """Return what a result of `hello` claims."""
    return Hello(
        name=schema.plain(said["name"], 80),
        version=schema.plain(said["version"], 40),
        rulesets=tuple(
            Claim(
                entry["name"],
                frozenset(entry["players"]),
                frozenset(entry.get("layers", ())),
                frozenset(entry["methods"]) if "methods" in entry else None,
                frozenset(entry["actions"]) if "actions" in entry else None,
            )
            for entry in said["rulesets"]
        ),
        methods=frozenset(said["methods"]),
        levels=frozenset(said["levels"]),
        positions=frozenset(said["positions"]),
        keeps=frozenset(said["keeps"]) if "keeps" in said else None,
        steps=said["steps"],
        ranking=said.get("ranking", "all"),
        deck=said.get("deck", "own"),
    )


HELLO = Call("hello", b'{"protocol":%d,"protocols":[%b]}' % (VERSION, b",".join(b"%d" % each for each in VERSIONS)))
BYE = Call("bye", b"{}")


def request(id_: int, call: Call) -> bytes:
    """Return the line of a request."""
    return b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":%b}\n' % (id_, call.method.encode(), call.params)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


class _Repeated(ValueError):
    """A name that an object has twice; which of the two counts, no two programs agree on."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise _Repeated(name)
    return found


_DECODER = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_object)


def read_reply(line: bytes) -> Reply:
    """Return what a line says, if it is a reply of JSON-RPC 2.0 with whole numbers only."""
    if line.count(b",") + line.count(b"[") + line.count(b"{") > MOST_ELEMENTS:
        raise ProtocolError(f"an answer with fewer than {MOST_ELEMENTS} things in it", cut(line))
    try:
        text = line.decode()
        reply, end = _DECODER.raw_decode(text)
        if end != len(text):  # spaces around a message are allowed
            reply = _DECODER.decode(text)
    except _Repeated as error:
        data = _read_again(line, error)  # what is wrong behind that name is told first
        arrived = f"`{schema.plain(str(error), 60)}` twice in {cut(line)}"
        raise ProtocolError("every name once in an object", arrived, _id(data)) from error
    except (ValueError, RecursionError) as error:
        reply = _read_again(line, error)
    if problems := schema.of_message("reply")(reply):
        raise _broken("a reply of JSON-RPC 2.0", reply, problems, _id(reply))
    found: Reply = reply
    return found


def read_result(reply: Reply, method: str) -> Result:
    """Return the result in a reply to a method; an error in it is raised."""
    if "error" in reply:
        error = reply["error"]
        raise ErrorAnswer(error["code"], error["message"], _rules(error.get("data")))
    result = reply["result"]
    if method == "hello":
        _check_version(result)
    if problems := schema.of_message(f"{method}.result")(result):
        raise _broken(f"a result of `{method}`", result, problems, whole_id(reply["id"]))
    return result


def _check_version(said: Result) -> None:
    """Raise if an implementation speaks none of our versions; what else it says may then have any shape."""
    version = said.get("protocol")
    if version is not None and (type(version) is not int or version not in VERSIONS):
        ours = " or ".join(map(str, VERSIONS))
        raise ProtocolError(f"protocol {ours}, which this runner speaks", f"protocol {schema.shown(version)}")


def check_request(call: Call) -> None:
    """Raise if a request of ours breaks the protocol: a mistake in a case, or in this package."""
    params = json.loads(call.params)
    if problems := schema.of_message(f"{call.method}.params")(params):
        raise _broken(f"parameters of `{call.method}`", params, problems, None)


def _read_again(line: bytes, error: Exception) -> Json:
    """Return what a line says, after all; or say what is wrong with it, and whom it was meant for."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise ProtocolError("a line in UTF-8", cut(line)) from error
    odd: list[str] = []

    def note(number: str) -> str:
        odd.append(number)
        return number

    def whole(number: str) -> int | str:
        return int(number) if len(number) <= LONGEST_NUMBER else note(number)

    try:
        data: Json = json.JSONDecoder(parse_float=note, parse_constant=note, parse_int=whole).decode(text)
    except RecursionError:
        raise ProtocolError("an answer that is not nested so deep", cut(line)) from error
    except ValueError:
        raise ProtocolError("a line of JSON (anything else belongs on the error output)", cut(line)) from error
    if not odd:
        return data
    digits = max(len(number) for number in odd)
    arrived = f"one of {digits} digits" if digits > LONGEST_NUMBER else f"{odd[0]} in {cut(line)}"
    raise ProtocolError("whole numbers of a reasonable size", arrived, _id(data)) from error


def _broken(expected: str, data: Json, problems: Sequence[Problem], id_: int | None) -> ProtocolError:
    return ProtocolError(expected, f"{schema.shown(data, 200)} ({schema.problem_text(problems[0])})", id_)


def _id(reply: Json) -> int | None:
    return whole_id(reply.get("id")) if isinstance(reply, dict) else None


def whole_id(id_: Json) -> int | None:
    """Return an id if it can be one of ours."""
    return id_ if isinstance(id_, int) and not isinstance(id_, bool) else None


def _rules(data: Json) -> tuple[str, ...]:
    rules = data.get("rules", ()) if isinstance(data, dict) else ()
    return tuple(rule for rule in rules if isinstance(rule, str)) if isinstance(rules, list) else ()


def cut(line: bytes, limit: int = 200) -> str:
    """Return the beginning of a line as people can read it."""
    text = line[: 4 * limit].decode("utf-8", errors="backslashreplace").rstrip("\r\n")
    return f"`{schema.plain(text, limit)}`"
