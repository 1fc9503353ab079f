"""Whether data that came back agree with what was expected of them.

An expectation names only what it is about: an object agrees when every name in it agrees, a list when it is as long
and every entry agrees; a list of lists has one for each player, and the players after its last are not looked at. A
board, a list of cells, agrees when the same cells hold the same things, in any order. What is absent equals what is
empty; `NOTHING` expects that. To know other ways to write the same takes a manifest (`protocol/canonical.py`). What
comes back may have any shape, and none may stop the comparison.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import NOTHING_WORD, Answer
from tilelaw_conformance.data.document import Path
from tilelaw_conformance.data.jsondata import Json, JsonObject, replaced
from tilelaw_conformance.data.schema import path_text, plain, shown

_Cell: TypeAlias = tuple[str, JsonObject]
"""Its place as text, and what it holds. As a number a place could be made to collide with thousands of others."""


NOTHING = None
"""The expectation of something that is absent or empty."""


class Difference(NamedTuple):
    """What was expected and what came instead, in words."""

    expected: str
    got: str
    surplus: Answer | None = None
    """The move that is listed although it is illegal, if that is the difference."""
    is_about_neighbour: bool = False
    """Whether a legal neighbour of the refused move is refused as well."""
    is_about_sides: bool = False
    """Whether a side is missing, there is none such, or it is named twice."""


def position_differences(expected: JsonObject, got: Json, boards: Collection[str]) -> Iterator[Difference]:
    """Yield where a position does not agree with an expectation; `boards` are the names under which it has boards."""
    if not (got is None or isinstance(got, dict)):
        yield from differences(expected, got)
        return
    there = got or {}
    for name, part in expected.items():
        compare = _board_differences if name in boards else differences
        yield from compare(part, there.get(name), (name,))


def differences(expected: Json, got: Json, path: Path = ()) -> Iterator[Difference]:
    """Yield where data without boards do not agree with an expectation."""
    if isinstance(expected, dict) and (got is None or isinstance(got, dict)):
        for name, part in expected.items():
            yield from differences(part, (got or {}).get(name), (*path, name))
    elif _is_empty(got) and _is_empty(expected):
        return
    elif isinstance(expected, list) and (got is None or isinstance(got, list)):
        yield from _list_differences(expected, got or [], path)
    elif type(expected) is not type(got) or expected != got:
        yield Difference(f"{path_text(path)} {_word(replaced(expected, NOTHING, NOTHING_WORD))}", _word(got))


def _is_empty(data: Json) -> bool:
    """Say whether data are absent or empty; 0 is neither, for it may be the first player."""
    if isinstance(data, list):
        return all(each is None or each == [] for each in data)  # one for each player, if there are any
    if isinstance(data, dict):
        return all(map(_is_empty, data.values()))
    return data is None or data is False


def _word(data: Json) -> str:
    return NOTHING_WORD if data is None or data == NOTHING_WORD else shown(data)


def _list_differences(expected: Sequence[Json], got: Sequence[Json], path: Path) -> Iterator[Difference]:
    if expected and all(isinstance(part, list) for part in expected):
        for i, part in enumerate(expected):
            yield from differences(part, got[i] if i < len(got) else None, (*path, i))
    elif len(expected) != len(got):
        yield Difference(f"{path_text(path)} {shown(replaced(expected, NOTHING, NOTHING_WORD))}", shown(got))
    else:
        for i, (left, right) in enumerate(zip(expected, got, strict=True)):
            yield from differences(left, right, (*path, i))


# ---- boards


def _board_differences(expected: Json, got: Json, path: Path) -> Iterator[Difference]:
    """Yield where a board, or a list with one for each player, differs; what is no board is compared as it is."""
    if _is_empty(expected) and _is_empty(got):
        return
    if not isinstance(expected, list) or not (got is None or isinstance(got, list)):
        yield from differences(expected, got, path)
        return
    there = got or []
    if expected and all(isinstance(part, list) for part in expected):
        for i, part in enumerate(expected):
            yield from _board_differences(part, there[i] if i < len(there) else None, (*path, i))
        return
    wanted, found = _cells(expected), _cells(there)
    if wanted is None or found is None:
        yield from _list_differences(expected, there, path)
    else:
        yield from _cell_differences(wanted, found, path)


def _cells(board: Sequence[Json]) -> list[_Cell] | None:
    """Return the cells of a board, each with its place and what it holds, or nothing if there is something else."""
    cells: list[_Cell] = []
    for entry in board:
        at = entry.get("at") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(at, list) or not all(type(number) is int for number in at):
            return None
        content = {name: value for name, value in entry.items() if name != "at" and not _is_empty(value)}
        if content:
            cells.append((",".join(map(shown, at)), content))
    return cells


def _cell_differences(expected: Sequence[_Cell], got: Sequence[_Cell], path: Path) -> Iterator[Difference]:
    wanted, found = dict(expected), dict(got)
    for at in {**wanted, **found}:
        left, right = wanted.get(at), found.get(at)
        if as_text(left) != as_text(right):  # as texts, because to Python true equals 1
            where = f"{path_text(path)} at {at}"
            yield Difference(f"{where}: {_content(left)}", f"{where}: {_content(right)}")
    for at, number in Counter(at for at, _ in got).items():
        if number > 1:
            yield Difference(f"{path_text(path)}: every cell once", f"{at} {number} times")


def _content(cell: JsonObject | None) -> str:
    if cell is None:
        return NOTHING_WORD
    return plain(", ".join(f"{name} {shown(value)}" for name, value in cell.items()))


def as_text(data: Json) -> str:
    """Return data as a text that is the same for the same data."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)
