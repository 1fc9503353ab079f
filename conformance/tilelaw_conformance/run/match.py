"""Whether what came back agrees with what was expected, part by part.

An expectation names only what it is about: an object agrees when every name in it agrees, a list when it is as long
and every entry agrees; a list of lists has one for each player, and the players after its last are not looked at. A
board, a list of cells, agrees when the same cells hold the same things, in any order. What is absent equals what is
empty; the word `nothing` expects that. What comes back may have any shape, and none may stop the comparison.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilelaw_conformance.cases.expectation import Expectation
from tilelaw_conformance.data.document import Path
from tilelaw_conformance.data.schema import path_text, plain, shown


class Difference(NamedTuple):
    """What was expected and what came instead, in words."""

    expected: str
    got: str


NOTHING = "nothing"
"""The expectation of something that is absent or empty."""


def differences(expected: Any, got: Any, path: Path = ()) -> Iterator[Difference]:
    """Yield where data do not agree with an expectation."""
    if isinstance(expected, dict) and (got is None or isinstance(got, dict)):
        for name, part in expected.items():
            yield from differences(part, (got or {}).get(name), (*path, name))
    elif isinstance(expected, list) and (got is None or isinstance(got, list)):
        yield from _list_differences(expected, got or [], path)
    elif _is_empty(got) and (expected == NOTHING or expected is False):
        return
    elif type(expected) is not type(got) or expected != got:
        yield Difference(f"{path_text(path)} {_word(expected)}", _word(got))


def _is_empty(data: Any) -> bool:
    """Say whether data are absent or empty; 0 is neither, for it may be the first player."""
    return data is None or data is False or data == [] or data == {}


def _word(data: Any) -> str:
    return NOTHING if data is None or data == NOTHING else shown(data)


def _list_differences(expected: list[Any], got: list[Any], path: Path) -> Iterator[Difference]:
    if all(map(_is_cell, expected)) and all(map(_is_cell, got)):
        yield from _board_differences(expected, got, path)
    elif expected and all(isinstance(part, list) for part in expected):
        for i, part in enumerate(expected):
            yield from differences(part, got[i] if i < len(got) else None, (*path, i))
    elif len(expected) != len(got):
        yield Difference(f"{path_text(path)} {shown(expected)}", shown(got))
    else:
        for i, (left, right) in enumerate(zip(expected, got, strict=True)):
            yield from differences(left, right, (*path, i))


def _is_cell(data: Any) -> bool:
    at = data.get("at") if isinstance(data, dict) else None
    return isinstance(at, list) and all(type(number) is int for number in at)


def _board_differences(expected: list[Any], got: list[Any], path: Path) -> Iterator[Difference]:
    wanted, found = ({tuple(cell["at"]): _content(cell) for cell in cells} for cells in (expected, got))
    for at in sorted({*wanted, *found}):
        left, right = wanted.get(at), found.get(at)
        if _text(left) != _text(right):  # as texts, because to Python true equals 1
            where = f"{path_text(path)} at {','.join(map(str, at))}"
            yield Difference(f"{where}: {_cell(left)}", f"{where}: {_cell(right)}")
    for at, number in Counter(tuple(cell["at"]) for cell in got).items():
        if number > 1:
            yield Difference(f"{path_text(path)}: every cell once", f"{','.join(map(str, at))} {number} times")


def _content(cell: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in cell.items() if name != "at" and not _is_empty(value)}


def _cell(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return "nothing"
    return plain(", ".join(f"{name} {shown(value)}" for name, value in cell.items()))


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
            yield Difference("every move once", f"{plain(text, 100)} {number} times")


def score_differences(expected: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    """Yield where the score of one side differs; lines that an implementation does not give are not looked at."""
    name = f"side {expected['side']}"
    side = next((side for side in sides if side["side"] == expected["side"]), None)
    if side is None:
        yield Difference(f"a score of {name}", plain(f"sides {', '.join(str(side['side']) for side in sides)}"))
        return
    if "lines" in side:
        for line in expected.get("lines", []):
            points = _points(line, side["lines"])
            if points != line["points"]:
                about = f"{name}: {line['rule']} {_key(line)}".rstrip()
                yield Difference(f"{about} {line['points']}", shown(points))
    if "total" in expected and expected["total"] != side["total"]:
        yield Difference(f"{name}: total {expected['total']}", shown(side["total"]))
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
        yield Difference(f"ranking {_ranking(wanted)}", plain(_ranking(found)))


def _ranking(groups: Sequence[Sequence[int]]) -> str:
    return ", then ".join(" and ".join(f"side {side}" for side in group) for group in groups) or "nobody"


def legality_differences(
    then: Expectation, move: Mapping[str, Any], is_legal: bool, rules: Sequence[str], reasons: bool
) -> Iterator[Difference]:
    """Yield how the judgement of a move differs; the rules that refuse it are looked at only where it gives reasons."""
    got = "legal" if is_legal else "illegal" + (plain(f", refused by {', '.join(rules)}") if rules else "")
    wanted = ", ".join(then.refused_by)
    if is_legal is not then.legal:
        yield Difference(f"{shown(move)} is {'legal' if then.legal else f'illegal, refused by {wanted}'}", got)
    elif not then.legal and reasons:
        if set(then.refused_by) - set(rules):
            yield Difference(f"{shown(move)} is refused by {wanted}", got)
        elif then.only and set(rules) - set(then.refused_by):
            yield Difference(f"{shown(move)} is refused by {wanted} only", got)


def number_differences(name: str, expected: int, got: int) -> Iterator[Difference]:
    """Yield how a single number differs."""
    if expected != got:
        yield Difference(f"{name}: {expected}", shown(got))


def component_differences(expected: Mapping[str, Any], kinds: Sequence[Mapping[str, Any]]) -> Iterator[Difference]:
    """Yield how the components differ; kinds and members that are not named are not looked at."""
    known = {kind["kind"]: kind["members"] for kind in kinds}
    for kind, wanted in expected.items():
        if kind not in known:
            yield Difference(f"components of the kind {kind}", plain(f"kinds {', '.join(known)}"))
            continue
        members = known[kind]
        if "count" in wanted:
            copies = sum(member["copies"] for member in members)
            yield from number_differences(f"{kind}: copies in all", wanted["count"], copies)
        for member in wanted.get("members", ()):
            yield from _member_differences(kind, member, members)


def _member_differences(
    kind: str, wanted: Mapping[str, Any], members: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    name = wanted["name"]
    found = [member for member in members if type(member["name"]) is type(name) and member["name"] == name]
    if len(found) != 1:
        yield Difference(f"one {kind} {shown(name)}", f"{len(found)} of them")
        return
    data = {"copies": found[0]["copies"], **found[0].get("data", {})}
    for each in differences({key: value for key, value in wanted.items() if key != "name"}, data):
        yield Difference(f"{kind} {shown(name)}: {each.expected}", each.got)


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
