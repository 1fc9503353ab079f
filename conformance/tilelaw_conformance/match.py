"""Whether what came back agrees with what was expected, part by part.

An expectation names only what it is about: an object agrees when every name in it agrees, a list when it is as long
and every entry agrees; a list of lists has one for each player, and the players after its last are not looked at. A
board, a list of cells, agrees when the same cells hold the same things, in any order. What is absent equals what is
empty.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilelaw_conformance.document import Path
from tilelaw_conformance.schema import path_text, shown


class Difference(NamedTuple):
    """What was expected and what came instead, in words."""

    expected: str
    got: str


def differences(expected: Any, got: Any, path: Path = ()) -> Iterator[Difference]:
    """Yield where data do not agree with an expectation."""
    if isinstance(expected, dict) and (got is None or isinstance(got, dict)):
        for name, part in expected.items():
            yield from differences(part, (got or {}).get(name), (*path, name))
    elif isinstance(expected, list) and (got is None or isinstance(got, list)):
        yield from _list_differences(expected, got or [], path)
    elif type(expected) is not type(got) or expected != got:
        yield Difference(f"{path_text(path)} {shown(expected)}", "nothing" if got is None else shown(got))


def _list_differences(expected: list[Any], got: list[Any], path: Path) -> Iterator[Difference]:
    if all(isinstance(cell, dict) and "at" in cell for cell in [*expected, *got]):
        yield from _board_differences(expected, got, path)
    elif expected and all(isinstance(part, list) for part in expected):
        for i, part in enumerate(expected):
            yield from differences(part, got[i] if i < len(got) else None, (*path, i))
    elif len(expected) != len(got):
        yield Difference(f"{path_text(path)} {shown(expected)}", shown(got))
    else:
        for i, (left, right) in enumerate(zip(expected, got, strict=True)):
            yield from differences(left, right, (*path, i))


def _board_differences(expected: list[Any], got: list[Any], path: Path) -> Iterator[Difference]:
    wanted, found = ({tuple(cell["at"]): cell for cell in cells} for cells in (expected, got))
    for at in sorted({*wanted, *found}):
        left, right = wanted.get(at), found.get(at)
        if left != right:
            where = f"{path_text(path)} at {','.join(map(str, at))}"
            yield Difference(f"{where}: {_cell(left)}", f"{where}: {_cell(right)}")


def _cell(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return "nothing"
    return ", ".join(f"{name} {shown(value)}" for name, value in cell.items() if name != "at")


def move_differences(expected: Sequence[Any], got: Sequence[Any]) -> Iterator[Difference]:
    """Yield the moves that are missing, too many, or listed twice; their order does not matter."""
    wanted, found = ({_text(move): move for move in moves} for moves in (expected, got))
    for text, move in wanted.items():
        if text not in found:
            yield Difference(f"{shown(move)} among the moves", "it is not")
    for text, move in found.items():
        if text not in wanted:
            yield Difference("no such move", shown(move))
    for text, number in Counter(_text(move) for move in got).items():
        if number > 1:
            yield Difference("every move once", f"{text} {number} times")


def score_differences(expected: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    """Yield where the score of one side differs; lines that an implementation does not give are not looked at."""
    name = f"side {expected['side']}"
    side = next((side for side in sides if side["side"] == expected["side"]), None)
    if side is None:
        yield Difference(f"a score of {name}", f"sides {', '.join(str(side['side']) for side in sides)}")
        return
    if "lines" in side:
        for line in expected.get("lines", []):
            points = _points(line, side["lines"])
            if points != line["points"]:
                about = f"{name}: {line['rule']} {_key(line)}".rstrip()
                yield Difference(f"{about} {line['points']}", str(points))
    if "total" in expected and expected["total"] != side["total"]:
        yield Difference(f"{name}: total {expected['total']}", str(side["total"]))
    if "result" in expected and "result" in side and expected["result"] != side["result"]:
        yield Difference(f"{name}: result {shown(expected['result'])}", shown(side["result"]))


def _points(line: Mapping[str, Any], lines: Sequence[Mapping[str, Any]]) -> int:
    """Return the points given for the rule and key of a line; several lines add up, none is 0."""
    wanted = line["rule"], _text(line.get("key"))
    return sum(other["points"] for other in lines if (other["rule"], _text(other.get("key"))) == wanted)


def _key(line: Mapping[str, Any]) -> str:
    key = line.get("key", "")
    return key if isinstance(key, str) else shown(key)


def rank_differences(expected: Sequence[Sequence[int]], groups: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    """Yield how a ranking differs; the sides of one group have no order."""
    wanted = [sorted(group) for group in expected]
    found = [sorted(group["sides"]) for group in groups]
    if wanted != found:
        yield Difference(f"ranking {_ranking(wanted)}", _ranking(found))


def _ranking(groups: Sequence[Sequence[int]]) -> str:
    return ", then ".join(" and ".join(f"side {side}" for side in group) for group in groups) or "nobody"


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
