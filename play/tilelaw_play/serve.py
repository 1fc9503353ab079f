"""Both engines as implementations like any other: the protocol on standard input and output.

    python -m tilelaw_play.serve [evaluator | compiled]

JSON-RPC 2.0, one message a line. Stateless: every request carries its position, as a state or as a history.
An illegal answer is `{"legal": false}` from `judge` and error 1001 from `apply`; what is malformed is -32602.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from io import TextIOWrapper
from typing import IO, Any, NoReturn, Protocol, TypeAlias

from tilelaw_play.engines import EngineName
from tilelaw_play.library import Ruleset, RulesetError, load, names
from tilelaw_reference import (
    IllegalMove,
    Json,
    JsonObject,
    NotationError,
    RulesError,
    ShuffleDue,
    State,
    components,
)

PROTOCOL = 1
NAMES = {EngineName.EVALUATOR: "tilelaw-reference", EngineName.COMPILED: "tilelaw-compiled"}
ILLEGAL = 1001
BROKEN_RULES = 1002
PARSE_ERROR, INVALID_REQUEST, NO_SUCH_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
MAX_DEPTH = 6
MOST_LOOKED_AT = {EngineName.EVALUATOR: 20_000, EngineName.COMPILED: 2_000_000}
"""How many positions `perft` looks at for one answer."""

Params: TypeAlias = JsonObject


class Find(Protocol):
    """Finds a ruleset that an engine plays by its name."""

    def __call__(self, name: str, /, *, engine: EngineName) -> Ruleset: ...


Result: TypeAlias = dict[str, Any]
"""What a method answers: JSON data, of the shape that the protocol gives it."""


class RequestError(Exception):
    """A request that breaks the protocol; it is answered with an error."""

    def __init__(self, code: int, message: str, data: Json = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class Server:
    """Answers the protocol's methods."""

    def __init__(
        self, engine: EngineName = EngineName.EVALUATOR, find: Find = load, known: Callable[[], list[str]] = names
    ) -> None:
        self.engine = engine
        self.find = find
        self.known = known
        self.rulesets: dict[str, Ruleset] = {}
        self.has_ended = False
        """Whether `bye` has been said."""
        self.methods: dict[str, Callable[[Params], Result]] = {
            "hello": self.hello,
            "components": self.components,
            "start": self.start,
            "moves": self.moves,
            "judge": self.judge,
            "apply": self.apply,
            "score": self.score,
            "rank": self.rank,
            "observe": self.observe,
            "perft": self.perft,
            "bye": self.bye,
        }

    # ---- methods

    def hello(self, _params: Params) -> Result:
        """Say who answers and what can be asked."""
        return {
            "name": NAMES[self.engine],
            "version": version("tilelaw"),
            "protocol": PROTOCOL,
            "rulesets": [
                {"name": name, "players": list(self._ruleset(name).counts), "layers": self._ruleset(name).options}
                for name in self.known()
            ],
            "methods": list(self.methods),
            "levels": ["legality", "transitions", "results", "observations", "reasons"],
            "positions": ["state", "history"],
            "steps": "ask",
        }

    def components(self, params: Params) -> Result:
        """Return the components of a ruleset."""
        engine = self._ruleset(_text(params, "ruleset")).engine(_number(params, "players"))
        return {"components": components(engine.rules)}

    def start(self, params: Params) -> Result:
        """Return the first position, after as many shuffles as orders are given."""
        ruleset = self._ruleset(_text(params, "ruleset"))
        seed = _number(params, "seed") if "seed" in params else None
        shuffles = [_as_list(order, f"shuffles[{i}]") for i, order in enumerate(_list(params, "shuffles"))]
        state = ruleset.start(_number(params, "players"), seed=seed, shuffles=shuffles)
        return {"state": state.to_json()}

    def moves(self, params: Params) -> Result:
        """Return all legal moves in canonical order."""
        return {"moves": [move.to_json() for move in self._position(params).moves()]}

    def judge(self, params: Params) -> Result:
        """Return whether a move is legal, and if not, which rules it breaks."""
        rules = self._position(params).refused_by(_object(params, "move"))
        return {"legal": False, "rules": rules} if rules else {"legal": True}

    def apply(self, params: Params) -> Result:
        """Return the position after some answers."""
        state = self._position(params)
        for answer in _list(params, "answers"):
            state = state.apply(answer)
        return {"state": state.to_json()}

    def score(self, params: Params) -> Result:
        """Return the score lines of all sides."""
        return {"sides": self._position(params).score()}

    def rank(self, params: Params) -> Result:
        """Return the sides in groups, best first."""
        return {"groups": self._position(params).ranking()}

    def observe(self, params: Params) -> Result:
        """Return what a player may know of a position."""
        state = self._position(params)
        return {"observation": state.observe(_player(params, state))}

    def perft(self, params: Params) -> Result:
        """Return the number of sequences of this many moves."""
        depth = _number(params, "depth")
        if not 0 <= depth <= MAX_DEPTH:
            raise RequestError(INVALID_PARAMS, f"depth: expected 0 to {MAX_DEPTH}")
        state = self._position(params)
        for less in range(1, depth):  # each depth looks at the positions that the one before has counted
            if state.perft(less) > MOST_LOOKED_AT[self.engine]:
                raise RequestError(INVALID_PARAMS, f"depth: expected at most {less}, for there are too many positions")
        return {"nodes": state.perft(depth)}

    def bye(self, _params: Params) -> Result:
        """End the conversation."""
        self.has_ended = True
        return {}

    # ---- positions

    def _ruleset(self, name: str) -> Ruleset:
        if name.endswith(".rules") or "+." in name or "+/" in name:
            raise RequestError(INVALID_PARAMS, "ruleset: expected a name, not a file")
        if name not in self.rulesets:
            self.rulesets[name] = self.find(name, engine=self.engine)
        return self.rulesets[name]

    def _position(self, params: Params) -> State:
        position = _object(params, "position")
        if "state" in position:
            state = _object(position, "state")
            return self._ruleset(_text(state, "ruleset")).state(state)
        history = _object(position, "history")
        start = _object(history, "start")
        engine = self._ruleset(_text(start, "ruleset")).engine(_number(start, "players"))
        return engine.play(history | {"start": start | {"ruleset": engine.game.name}})

    # ---- messages

    def answer(self, line: str) -> Result | None:
        """Return the answer to one line, or nothing to a notification."""
        try:
            request = _DECODER.decode(line.strip())
        except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
            return _failure(None, PARSE_ERROR, f"not JSON: {error}")
        if not isinstance(request, dict) or request.get("jsonrpc") != "2.0" or "method" not in request:
            return _failure(None, INVALID_REQUEST, "expected a JSON-RPC 2.0 request")
        id_ = request.get("id")
        try:
            result = self._call(request)
        except RequestError as error:
            return _failure(id_, error.code, error.message, error.data)
        except IllegalMove as illegal:
            return _failure(id_, ILLEGAL, str(illegal), {"rules": [r.rule for r in illegal.rejections]})
        except (NotationError, ShuffleDue, RulesetError) as error:
            return _failure(id_, INVALID_PARAMS, str(error))
        except RulesError as error:
            return _failure(id_, BROKEN_RULES, str(error))
        return None if "id" not in request else {"jsonrpc": "2.0", "id": id_, "result": result}

    def _call(self, request: JsonObject) -> Result:
        name = request["method"]
        method = self.methods.get(name) if isinstance(name, str) else None
        if method is None:
            raise RequestError(NO_SUCH_METHOD, f"no method is called {name!r}")
        params = request.get("params", {})
        if not isinstance(params, dict):
            raise RequestError(INVALID_PARAMS, "params: expected an object")
        return method(params)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number of JSON")


def _once(pairs: list[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a name twice")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_once)


def serve(server: Server, source: IO[str] = sys.stdin, target: IO[str] = sys.stdout) -> int:
    """Answer requests until `bye` or the end of input."""
    if isinstance(source, TextIOWrapper):
        source.reconfigure(errors="backslashreplace")  # what is not UTF-8 is no JSON either, and is told so
    for line in source:
        if not line.strip():
            continue
        answer = server.answer(line)
        if answer is not None:
            target.write(json.dumps(answer, separators=(",", ":")) + "\n")
            target.flush()
        if server.has_ended:
            break
    return 0


def _failure(id_: Json, code: int, message: str, data: Json = None) -> Result:
    error: JsonObject = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": id_, "error": error}


def _object(params: Params, name: str) -> JsonObject:
    value = params.get(name)
    if not isinstance(value, dict):
        raise RequestError(INVALID_PARAMS, f"{name}: expected an object")
    return value


def _list(params: Params, name: str) -> list[Json]:
    return _as_list(params.get(name, []), name)


def _as_list(value: Json, name: str) -> list[Json]:
    if not isinstance(value, list):
        raise RequestError(INVALID_PARAMS, f"{name}: expected a list")
    return value


def _player(params: Params, state: State) -> int:
    player = _number(params, "player")
    last = state.engine.game.players - 1
    if not 0 <= player <= last:
        raise RequestError(INVALID_PARAMS, f"player: expected 0 to {last}")
    return player


def _text(params: Params, name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise RequestError(INVALID_PARAMS, f"{name}: expected a text")
    return value


def _number(params: Params, name: str) -> int:
    value = params.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RequestError(INVALID_PARAMS, f"{name}: expected a number")
    return value


if __name__ == "__main__":
    sys.exit(serve(Server(EngineName(sys.argv[1] if len(sys.argv) > 1 else EngineName.EVALUATOR))))
