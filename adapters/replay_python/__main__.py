"""Kingdomino Origins and classic Kingdomino, as an engine that can only play games from the start.

Many engines are like this and cannot be handed a position. They hold one game, which changes with each answer, and
nothing can be set up. So this one claims `"positions": ["history"]`, and for each request it begins a new game and
plays all that was answered since.

The rules themselves are those of python_kingdomino; only what a game is, and how it is reached, differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python_kingdomino"))

from game import IllegalError, carry_out, is_due, shuffle, start
from judging import options, refusals
from moves import Order, read_answer, read_answer_or_order, write_move
from position_json import observe, write_position
from reading import JsonObject, MalformedError, read_integer, read_list, read_object
from rulesets import claims, find_ruleset
from scoring import rank, score

METHODS = ["hello", "moves", "judge", "apply", "score", "rank", "observe", "bye"]
HELLO = {
    "name": "replay-python",
    "version": "1.0",
    "protocol": 1,
    "rulesets": claims(),
    "methods": METHODS,
    "levels": ["legality", "transitions", "results", "observations"],
    "positions": ["history"],
    "steps": "ask",
}


class Game:
    """One game, from its start to wherever the answers have taken it."""

    def __init__(self, name: object, players: object) -> None:
        self.table = start(find_ruleset(name, players))

    def play(self, said: object) -> None:
        """Change the game as an answer does."""
        answer = read_answer_or_order(said, self.table.ruleset)
        if not isinstance(answer, Order):
            rules = refusals(self.table, answer)
            if rules:
                raise IllegalError(rules, f"refused by {', '.join(rules)}")
            carry_out(self.table, answer.move)
        elif is_due(self.table, answer):
            shuffle(self.table, answer.order)
        else:
            raise IllegalError(["turn.not-asked"], f"the {answer.zone} is not to be shuffled")


def played(params: JsonObject) -> Game:
    """Play the game that the position of a request tells."""
    position = read_object(params.get("position"), "the position", ("history",))
    history = read_object(position.get("history"), "the history", ("start", "answers"))
    beginning = read_object(history.get("start"), "the start of a game", ("ruleset", "players"))
    game = Game(beginning.get("ruleset"), beginning.get("players"))
    for each in read_list(history.get("answers"), "answers"):
        game.play(each)
    return game


def result_of(method: str, params: JsonObject) -> JsonObject:
    """Return the result of a method."""
    if method == "hello":
        return HELLO
    if method == "bye":
        return {}
    game = played(params)
    match method:
        case "moves":
            return {"moves": [write_move(move) for move in options(game.table)]}
        case "judge":
            return {"legal": not refusals(game.table, read_answer(params.get("move"), game.table.ruleset))}
        case "apply":
            for each in read_list(params.get("answers"), "answers"):
                game.play(each)
            return {"state": write_position(game.table)}
        case "score":
            return {"sides": score(game.table)}
        case "rank":
            return {"groups": rank(game.table)}
        case _:
            player = read_integer(params.get("player"), "player", 0, game.table.ruleset.players - 1)
            return {"observation": observe(game.table, player)}


def error(number: Any, code: int, message: str) -> JsonObject:
    """Return an answer that is no result."""
    return {"id": number, "error": {"code": code, "message": message}}


def answer(line: str) -> JsonObject:
    """Return the answer to a line."""
    try:
        request = json.loads(line)
        number, method, params = request["id"], request["method"], request.get("params", {})
    except (ValueError, KeyError, TypeError, RecursionError):
        return error(None, -32700, "this is no request")
    if method not in METHODS:
        return error(number, -32601, f"there is no method {method}")
    try:
        return {"id": number, "result": result_of(method, params)}
    except IllegalError as illegal:
        return error(number, 1001, str(illegal))
    except (MalformedError, AttributeError) as malformed:
        return error(number, -32602, str(malformed))


if __name__ == "__main__":
    for text in sys.stdin:
        print(json.dumps({"jsonrpc": "2.0", **answer(text)}), flush=True)
