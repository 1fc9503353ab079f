"""What the sides have scored, and how they rank, if the game ended here.

A score is a list of lines. A result is a list of numbers made of the rank lines in order, compared from the
left, the more the better; a line that shares what is still tied ends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator, Handler
from tilelaw_reference.model.values import Env, Value, each
from tilelaw_reference.wire.write import json_value


@dataclass(frozen=True, slots=True)
class Line:
    """Points of one score line; `key` is the element they are for, nothing when the line has no elements."""

    rule: str
    text: str
    points: int
    key: Value = None


def lines(here: Evaluator, side: int) -> tuple[Line, ...]:
    """Return the score lines of a side, also those without points."""
    found: tuple[Line, ...] = here.once(("lines", side), lambda: _lines(here, side))
    return found


def _lines(here: Evaluator, side: int) -> tuple[Line, ...]:
    found = []
    for line in here.rules.game.scores:
        env = {"you": side}
        if line.each is None:
            found.append(Line(line.rule, line.text, here.number(line.points, env)))
            continue
        for key in each(here.value(line.each.over, env)):
            points = here.number(line.points, {**env, line.each.element: key})
            found.append(Line(line.rule, line.text, points, key))
    return tuple(found)


def total(here: Evaluator, side: int) -> int:
    """Return the sum of a side's lines."""
    return sum(line.points for line in lines(here, side))


def result(here: Evaluator, side: int) -> list[int]:
    """Return the numbers that rank a side."""
    numbers: list[int] = []
    for line in here.rules.game.ranks:
        match line:
            case ir.RankByNumber():
                numbers.append(here.number(line.value, {"you": side}))
            case ir.RankByList():
                numbers.extend(here.value(line.value, {"you": side}))
            case ir.RankShared():
                break
    return numbers


def deciding_rules(here: Evaluator) -> list[str]:
    """Return the rule behind each number of a result."""
    rules: list[str] = []
    for line in here.rules.game.ranks:
        match line:
            case ir.RankByNumber():
                rules.append(line.rule)
            case ir.RankByList():
                rules.extend([line.rule] * len(here.value(line.value, {"you": 0})))
            case ir.RankShared():
                break
    return rules


def score(here: Evaluator) -> list[dict[str, Any]]:
    """Return lines, total and result of every side as JSON data."""
    return [
        {
            "side": side,
            "players": sorted(players),
            "lines": [json_line(here, side, line) for line in lines(here, side)],
            "total": total(here, side),
            "result": result(here, side),
        }
        for side, players in enumerate(here.sides)
    ]


def json_line(here: Evaluator, side: int, line: Line) -> dict[str, Any]:
    """Return a score line as JSON data."""
    owner = side if here.rules.game.sides is None else None
    key = {} if line.key is None else {"key": json_value(line.key, owner)}
    return {"rule": line.rule, **key, "points": line.points}


def ranking(here: Evaluator) -> list[dict[str, Any]]:
    """Return the sides in groups, best first, each with the place in the result that beat the next."""
    results = {side: result(here, side) for side in range(here.rules.side_count)}
    best_first = sorted(results, key=lambda side: results[side], reverse=True)
    groups: list[dict[str, Any]] = [
        {"sides": sorted(sides)} for _, sides in groupby(best_first, key=lambda side: results[side])
    ]
    for group, following in pairwise(groups):
        group["decided_by"] = _first_difference(results[group["sides"][0]], results[following["sides"][0]])
    return groups


def _first_difference(left: list[int], right: list[int]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(left), len(right)))


def _total(here: Evaluator, node: ir.Total, env: Env) -> int:
    side = here.value(node.of, env)
    return 0 if side is None else total(here, side)


HANDLERS: dict[type, Handler] = {ir.Total: _total}
