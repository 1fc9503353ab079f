"""A program that only scores: what the territories of Kingdomino Origins, Discovery, are worth, and who has won.

It keeps no rules about moves, knows nothing of the box and the rows, and reads no more of a position than the
territories. It claims no more than that, so it is judged on nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

Cell = tuple[int, int]
Territory = dict[Cell, tuple[str, int]]
"""The terrain of each square, and its flames, printed and on tokens."""

HELLO = {
    "name": "scorer-python",
    "version": "1.0",
    "protocol": 1,
    "rulesets": [{"name": "origins/discovery", "players": [2, 3, 4]}],
    "methods": ["hello", "score", "rank", "bye"],
    "levels": ["results"],
    "positions": ["state"],
    "steps": "ask",
}
PARSE_ERROR, NO_SUCH_METHOD, INVALID_PARAMS = -32700, -32601, -32602


def read_territories(params: dict[str, Any]) -> list[Territory]:
    """Return the territories of all players; those that are absent are empty."""
    state = params["position"]["state"]
    if state["ruleset"] != "origins/discovery":
        raise ValueError("only origins/discovery is scored here")
    found: list[Territory] = []
    for squares in state.get("territories", []):
        found.append({(s["at"][0], s["at"][1]): (s["terrain"], s.get("flames", 0) + s.get("fire", 0)) for s in squares})
    return found + [{} for _ in range(state["players"] - len(found))]


def regions(land: Territory) -> list[tuple[str, int, int]]:
    """Return the terrain, the number of squares and the flames of each region; the hut belongs to none."""
    found = []
    seen: set[Cell] = set()
    for start, (terrain, _) in land.items():
        if start in seen:
            continue
        seen.add(start)
        region = [start]
        for x, y in region:  # grows while it is walked through
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in land and cell not in seen and land[cell][0] == terrain:
                    seen.add(cell)
                    region.append(cell)
        found.append((terrain, len(region), sum(land[cell][1] for cell in region)))
    return found


def result(land: Territory) -> list[int]:
    """Return what players are compared by, in this order: points, squares of the largest region, flames."""
    parts = regions(land)
    points = sum(size * flames for terrain, size, flames in parts if terrain != "volcano")
    return [points, max((size for _, size, _ in parts), default=0), sum(flames for _, _, flames in parts)]


def score(params: dict[str, Any]) -> dict[str, Any]:
    """Return the points of each player."""
    results = map(result, read_territories(params))
    return {"sides": [{"side": side, "total": each[0], "result": each} for side, each in enumerate(results)]}


def rank(params: dict[str, Any]) -> dict[str, Any]:
    """Return the players in groups, best first; who is equal in everything shares a place."""
    results = [result(land) for land in read_territories(params)]
    places = sorted({tuple(each) for each in results}, reverse=True)
    return {"groups": [{"sides": [i for i, each in enumerate(results) if tuple(each) == place]} for place in places]}


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "hello": lambda _: HELLO,
    "score": score,
    "rank": rank,
    "bye": lambda _: {},  # the program ends with its input
}


def answer(line: str) -> dict[str, Any]:
    """Return the answer to a line."""
    try:
        request = json.loads(line)
        number, method = request["id"], str(request["method"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return {"id": None, "error": {"code": PARSE_ERROR, "message": "this is no request"}}
    if method not in METHODS:
        return {"id": number, "error": {"code": NO_SUCH_METHOD, "message": f"there is no method {method}"}}
    try:
        return {"id": number, "result": METHODS[method](request.get("params", {}))}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return {"id": number, "error": {"code": INVALID_PARAMS, "message": f"{type(error).__name__}: {error}"}}


if __name__ == "__main__":
    for text in sys.stdin:
        print(json.dumps({"jsonrpc": "2.0", **answer(text)}), flush=True)
