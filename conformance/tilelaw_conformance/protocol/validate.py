"""`--validate`: every message, both ways, looked at by its full schema, and positions and moves by their ruleset's.

Without this the runner checks what it relies on: the shape of replies and results. What it does not read, such as
the names inside a position, is looked at here. The schemas of positions and moves come from manifests. Who is judged
may have fields of its own in a position, and gets them back; a name much like a known one is taken for a mistake.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.jsondata import Json, Manifests
from tilelaw_conformance.data.schema import Validator
from tilelaw_conformance.protocol.messages import Call, ProtocolError, Result, check_request

MOST_MOVES = 2000
"""Of a list of moves so many are looked at here; what is wrong with others shows where moves are compared."""


class Validation:
    """Looks at messages by all schemas there are."""

    def __init__(self, manifest: Manifests) -> None:
        self._manifest = manifest
        self._shapes = cache(self._shapes_of)

    def request(self, call: Call, case: Case) -> None:
        """Look at a request: the protocol's schema, then the position and moves in it."""
        check_request(call)
        params = json.loads(call.params)
        position = params.get("position", {})
        parts = [("position", position["state"])] if "state" in position else []
        parts += [("move", params["move"])] if "move" in params else []
        answers = [*params.get("answers", []), *position.get("history", {}).get("answers", [])]
        parts += [("move", answer) for answer in answers if "order" not in answer]
        self._check(parts, case, "sent")

    def result(self, method: str, result: Result, case: Case) -> None:
        """Look at the positions and moves in a result."""
        if "state" in result:
            self._check([("position", result["state"])], case, f"in the result of `{method}`")
        if method == "moves":
            moves = result["moves"][:MOST_MOVES]
            self._check([("move", move) for move in moves], case, "in the result of `moves`")

    def _check(self, parts: list[tuple[str, Json]], case: Case, where: str) -> None:
        shapes = self._shapes(case.ruleset, case.players)
        for name, data in parts:
            if name in shapes and (problems := shapes[name](data)):
                arrived = f"{schema.shown(data, 200)} ({schema.problem_text(problems[0])})"
                raise ProtocolError(f"a {name} of {case.ruleset} {where}", arrived)

    def _shapes_of(self, ruleset: str, players: int) -> dict[str, Validator]:
        manifest = self._manifest(ruleset, players)
        schemas = manifest["schemas"] if manifest else {}
        if schemas:
            schemas = {**schemas, "position": _opened(schemas["position"], is_record=True)}
        return {name: schema.validator(schemas[name], schemas[name]) for name in ("position", "move") if schemas}


def _opened(part: Any, *, is_record: bool = False) -> Any:
    """Return a schema by which records, the position itself and the entries of lists, may have other fields as well.

    The names in other objects are members and players, and there are no others.
    """
    if isinstance(part, list):
        return [_opened(each, is_record=is_record) for each in part]
    if not isinstance(part, dict):
        return part
    found = {
        name: {key: _opened(each) for key, each in value.items()}
        if name == "properties"
        else _opened(value, is_record=name == "items" or (is_record and name in ("oneOf", "anyOf")))
        for name, value in part.items()
    }
    if is_record and found.get("additionalProperties") is False:
        del found["additionalProperties"]
        found[schema.MISSPELT] = True
    return found
