"""What the sides have scored, and how they rank, if the game ended here.

A score is a list of lines. A result is a list of numbers made of the rank lines in order, compared from the
left, the more the better; a line that shares what is still tied ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import NO_HANDLERS, Evaluator
from tilelaw_reference.model.values import Env, Value, as_elements, as_number, as_player, each


@dataclass(frozen=True, slots=True)
class Line:
    """Points of one score line; `key` is the element they are for, nothing when the line has no elements."""

    rule: str
    text: str
    points: int
    key: Value = None


@dataclass(frozen=True, slots=True)
class Group:
    """Sides that rank the same; `decided_by` is the place in the result that beat the next group, if there is one."""

    sides: tuple[int, ...]
    decided_by: int | None = None


def lines(here: Evaluator, side: int) -> tuple[Line, ...]:
    """Return the score lines of a side, also those without points."""
    return here.once(("lines", side), lambda: _lines(here, side))


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
                numbers.extend(map(as_number, as_elements(here.value(line.value, {"you": side}))))
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
                rules.extend([line.rule] * len(as_elements(here.value(line.value, {"you": 0}))))
            case ir.RankShared():
                break
    return rules


def ranking(here: Evaluator) -> list[Group]:
    """Return the sides in groups, best first."""
    return grouped([result(here, side) for side in range(here.rules.side_count)])


def grouped(results: Sequence[list[int]]) -> list[Group]:
    """Return sides in groups by their results, best first."""
    best_first = sorted(range(len(results)), key=lambda side: results[side], reverse=True)
    groups = [sorted(sides) for _, sides in groupby(best_first, key=lambda side: results[side])]
    decided = [_first_difference(results[sides[0]], results[beaten[0]]) for sides, beaten in pairwise(groups)]
    return [Group(tuple(sides), place) for sides, place in zip(groups, [*decided, None], strict=True)]


def _first_difference(left: list[int], right: list[int]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(left), len(right)))


def _total(here: Evaluator, node: ir.Total, env: Env) -> int:
    side = as_player(here.value(node.of, env))
    return 0 if side is None else total(here, side)


HANDLERS = NO_HANDLERS.on(ir.Total, _total)
