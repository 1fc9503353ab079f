"""Writes what is answered about a position as JSON: why a move is refused, scores, the ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NotRequired, TypedDict

from tilelaw_reference.evaluate import parts, scoring
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.json_values import Json, json_value
from tilelaw_reference.model.move import Rejection

MOST_SHOWN = 30
"""The longest list that is written out unasked: nobody reads a whole board."""


class Fact(TypedDict):
    """The value of a part of what a rule requires; of a long list perhaps only the `count`."""

    text: str
    value: NotRequired[Json]
    count: NotRequired[int]


class JsonRejection(TypedDict):
    """A reason why a move is refused."""

    rule: str
    action: str
    text: str
    argument: NotRequired[str]
    facts: NotRequired[list[Fact]]


class JsonJudgement(TypedDict):
    """Whether a move is legal; if not, every reason."""

    legal: bool
    rejections: NotRequired[list[JsonRejection]]


class ScoreLine(TypedDict):
    """The points of one score line, and the element they are for if the line has elements."""

    rule: str
    key: NotRequired[Json]
    points: int


class ScorePart(TypedDict):
    """Cells of a board that bring points, and the numbers whose product these are if they are one."""

    board: str
    cells: list[Json]
    points: int
    factors: NotRequired[list[int]]


class PartedLine(ScoreLine):
    """A score line with its parts, which add up to its points; none where it cannot be taken apart."""

    parts: list[ScorePart]


class SideScore(TypedDict):
    """The score of one side; `result` is what sides are ranked by."""

    side: int
    players: list[int]
    lines: list[ScoreLine]
    total: int
    result: list[int]


class RankGroup(TypedDict):
    """Sides that rank the same, and the place in the result that beat the next group."""

    sides: list[int]
    decided_by: NotRequired[int]


def json_rejection(rejection: Rejection, *, whole: bool = False) -> JsonRejection:
    """Return a rejection as JSON data; what is absent is left out, and long lists too unless the `whole` is wanted."""
    data: JsonRejection = {"rule": rejection.rule, "action": rejection.action, "text": rejection.text}
    if rejection.argument is not None:
        data["argument"] = rejection.argument
    facts = json_facts(rejection, whole=whole)
    if facts:
        data["facts"] = facts
    return data


def json_facts(rejection: Rejection, *, whole: bool = False) -> list[Fact]:
    """Return the facts of a rejection as JSON data."""
    return [_fact(text, json_value(value, rejection.player), whole) for text, value in rejection.facts]


def _fact(text: str, value: Json, whole: bool) -> Fact:
    if isinstance(value, list) and len(value) > MOST_SHOWN and not whole:
        return {"text": text, "count": len(value)}
    return {"text": text, "value": value}


def json_score(here: Evaluator) -> list[SideScore]:
    """Return lines, total and result of every side as JSON data."""
    return [
        {
            "side": side,
            "players": sorted(players),
            "lines": [_line(here, side, line) for line in scoring.lines(here, side)],
            "total": scoring.total(here, side),
            "result": scoring.result(here, side),
        }
        for side, players in enumerate(here.sides)
    ]


def _line(here: Evaluator, side: int, line: scoring.Line) -> ScoreLine:
    if line.key is None:
        return {"rule": line.rule, "points": line.points}
    owner = side if here.rules.game.sides is None else None
    return {"rule": line.rule, "key": json_value(line.key, owner), "points": line.points}


def json_score_parts(here: Evaluator, side: int) -> list[PartedLine]:
    """Return the lines of a side, each with its parts, as JSON data."""
    boards = {board.name: board.written for board in here.rules.game.boards}
    owner = side if here.rules.game.sides is None else None
    return [
        {**_line(here, side, line), "parts": [_part(part, boards, owner) for part in found]}
        for line, found in zip(scoring.lines(here, side), parts.line_parts(here, side), strict=True)
    ]


def _part(part: parts.Part, boards: Mapping[str, str], owner: int | None) -> ScorePart:
    data: ScorePart = {
        "board": boards[part.board],
        "cells": [json_value(cell, owner) for cell in part.cells],
        "points": part.points,
    }
    return {**data, "factors": list(part.factors)} if part.factors else data


def json_ranking(here: Evaluator) -> list[RankGroup]:
    """Return the sides in groups, best first, as JSON data."""
    return _json_groups(scoring.ranking(here))


def json_ranking_by(results: Sequence[list[int]]) -> list[RankGroup]:
    """Return sides in groups by their results, best first, as JSON data."""
    return _json_groups(scoring.grouped(results))


def _json_groups(groups: Iterable[scoring.Group]) -> list[RankGroup]:
    return [
        {"sides": list(group.sides)}
        if group.decided_by is None
        else {"sides": list(group.sides), "decided_by": group.decided_by}
        for group in groups
    ]
