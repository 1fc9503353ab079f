"""The conversation: one JSON-RPC request a line comes in, one answer a line goes out, nothing is remembered."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

from components import catalogue
from game import IllegalError, apply, perft, shuffle, shuffle_with, start
from judging import options, refusals
from moves import read_answer, read_answer_or_order, write_move
from position import Position, Shuffle
from position_json import observe, read_position, write_position
from reading import JsonObject, MalformedError, read_integer, read_list, read_object
from rulesets import claims, find_ruleset
from scoring import rank, score

ILLEGAL_ANSWER = 1001
PARSE_ERROR, INVALID_REQUEST, NO_SUCH_METHOD, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603


def _read_params_position(params: JsonObject) -> Position:
    """Read a position, which is either a state or a history."""
    said = read_object(params.get("position"), "the position", ("state", "history"))
    if len(said) != 1:
        raise MalformedError("a position is either a state or a history")
    if "state" in said:
        return read_position(said["state"])
    history = read_object(said["history"], "the history", ("start", "answers"))
    beginning = history.get("start")
    if isinstance(beginning, dict) and beginning.keys() <= {"ruleset", "players"}:
        position = start(find_ruleset(beginning.get("ruleset"), beginning.get("players")))
    else:
        position = read_position(beginning)
    return _apply_all(position, history.get("answers", []))


def _apply_all(position: Position, answers: object) -> Position:
    for answer in read_list(answers, "answers"):
        position = apply(position, read_answer_or_order(answer, position.ruleset))
    return position


# Methods


def _hello(_: JsonObject) -> JsonObject:
    return {
        "name": "python-kingdomino",
        "version": "1.0",
        "protocol": 1,
        "rulesets": claims(),
        "methods": list(METHODS),
        "levels": ["legality", "transitions", "results", "observations", "reasons"],
        "positions": ["state", "history"],
        "steps": "ask",
    }


def _components(params: JsonObject) -> JsonObject:
    return {"components": catalogue(find_ruleset(params.get("ruleset"), params.get("players")))}


def _start(params: JsonObject) -> JsonObject:
    """Start a game; given orders come first, a seed deals the rest, and without both the first shuffle is due."""
    position = start(find_ruleset(params.get("ruleset"), params.get("players")))
    for given in read_list(params.get("shuffles", []), "shuffles"):
        order = given.get("order") if isinstance(given, dict) else given
        shuffle(position, read_list(order, "an order"))
    if "seed" in params:
        dealer = Random(read_integer(params["seed"], "seed"))
        while isinstance(position.due, Shuffle):
            shuffle_with(position, lambda things: dealer.sample(things, len(things)))
    return {"state": write_position(position)}


def _moves(params: JsonObject) -> JsonObject:
    return {"moves": [write_move(move) for move in options(_read_params_position(params))]}


def _judge(params: JsonObject) -> JsonObject:
    position = _read_params_position(params)
    rules = refusals(position, read_answer(params.get("move"), position.ruleset))
    return {"legal": False, "rules": rules} if rules else {"legal": True}


def _apply(params: JsonObject) -> JsonObject:
    return {"state": write_position(_apply_all(_read_params_position(params), params.get("answers")))}


def _score(params: JsonObject) -> JsonObject:
    return {"sides": score(_read_params_position(params))}


def _rank(params: JsonObject) -> JsonObject:
    return {"groups": rank(_read_params_position(params))}


def _observe(params: JsonObject) -> JsonObject:
    position = _read_params_position(params)
    player = read_integer(params.get("player"), "player", 0, position.ruleset.players - 1)
    return {"observation": observe(position, player)}


def _perft(params: JsonObject) -> JsonObject:
    position = _read_params_position(params)
    return {"nodes": perft(position, read_integer(params.get("depth"), "depth", least=0))}


def _bye(_: JsonObject) -> JsonObject:
    return {}


METHODS: dict[str, Callable[[JsonObject], JsonObject]] = {
    "hello": _hello,
    "components": _components,
    "start": _start,
    "moves": _moves,
    "judge": _judge,
    "apply": _apply,
    "score": _score,
    "rank": _rank,
    "observe": _observe,
    "perft": _perft,
    "bye": _bye,
}


# Messages


def _error(code: int, message: str, rules: list[str] | None = None) -> JsonObject:
    error: JsonObject = {"code": code, "message": message}
    if rules is not None:
        error["data"] = {"rules": rules}
    return {"error": error}


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


def _parse(line: bytes) -> Any:
    return json.loads(line.decode("utf-8"), parse_constant=_no_number)


def respond(line: bytes) -> JsonObject:
    """Answer one line, whatever it holds."""
    try:
        request = _parse(line)
    except (ValueError, RecursionError):
        return {"jsonrpc": "2.0", "id": None, **_error(PARSE_ERROR, "the line is no JSON")}
    identity = request.get("id") if isinstance(request, dict) else None
    if isinstance(identity, bool) or not isinstance(identity, int | str):
        # Every request of this protocol is answered, so a request without an id is none.
        return {"jsonrpc": "2.0", "id": None, **_error(INVALID_REQUEST, "the line is no request with an id")}
    return {"jsonrpc": "2.0", "id": identity, **_outcome(request)}


def _outcome(request: JsonObject) -> JsonObject:
    method, params = request.get("method"), request.get("params", {})
    if request.get("jsonrpc") != "2.0" or not isinstance(method, str):
        return _error(INVALID_REQUEST, "the line is no request")
    if method not in METHODS:
        return _error(NO_SUCH_METHOD, f"there is no method {method}")
    if not isinstance(params, dict):
        return _error(INVALID_PARAMS, "the parameters are no object")
    try:
        return {"result": METHODS[method](params)}
    except IllegalError as error:
        return _error(ILLEGAL_ANSWER, str(error), error.rules)
    except MalformedError as error:
        return _error(INVALID_PARAMS, str(error))
    except Exception as error:  # a mistake of ours; the conversation goes on all the same
        return _error(INTERNAL_ERROR, f"{type(error).__name__}: {error}")


def serve() -> None:
    """Answer line by line until somebody says goodbye or the input ends."""
    for line in sys.stdin.buffer:
        answer = respond(line)
        sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sys.stdout.flush()
        if answer.get("result") == {}:  # only bye answers so
            return
