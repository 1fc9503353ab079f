"""What an expectation and a position that came back say, as far as the manifest of their ruleset tells.

The same position can be written in several ways. A blank may be written out; 0 is one where a number is meant, but not
where a player is. What may be swapped in an action may be swapped where an ask has bound it, if both spellings were one
move; where that depends on the position, only the rules know it, and they are asked. And a cell that is told by an ask
need not be told by its flags as well, nor the other way round. Here both sides are brought to one way of writing. What
comes back may have any shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from tilelaw_conformance.data.jsondata import Json, JsonObject, Manifest

MaySwap: TypeAlias = Callable[[JsonObject, str, str], bool]
"""Says whether the move that bound two things in an ask could as well have been spelled with them swapped."""

_EACH = ""
"""The name of the entries of a list, which have none."""


class _Place(NamedTuple):
    """Where a cell is in a position."""

    board: str
    owner: int | None
    """Whose board it is, where each player has one."""
    at: Sequence[Json]

    def is_of(self, cell: Json) -> bool:
        """Say whether a cell is the one that is here."""
        return isinstance(cell, dict) and isinstance(cell.get("at"), list) and cell["at"][:2] == self.at


def canonical(
    expected: JsonObject, got: JsonObject, manifest: Manifest, may_swap: MaySwap
) -> tuple[JsonObject, JsonObject]:
    """Return an expectation and a position that came back, both written in the same way where they say the same."""
    pairs = set(_swappable(expected, manifest, may_swap))
    wanted, found = (_in_order(_without_blanks(each, manifest), pairs) for each in (expected, got))
    for name, where in _cells_bound(wanted, manifest):
        wanted, found = _told_once(wanted, found, name, where)
    return wanted, found


# ---- blanks


def _without_blanks(position: JsonObject, manifest: Manifest) -> JsonObject:
    """Return a position with nothing where a number is 0."""
    zeros = dict(_zeros(manifest["parts"]))
    return {name: _blank(part, name, zeros[name]) if name in zeros else part for name, part in position.items()}


def _zeros(parts: Manifest) -> Iterator[tuple[str, Callable[[str], bool]]]:
    """Yield, for the parts of a position, under which names in it a 0 is a blank."""
    marks = {mark["key"] for mark in parts["marks"] if mark["type"] == "number"}
    for zone in parts["zones"]:  # instead of pieces that a player does not see stands their number
        yield zone["key"], ({zone["key"], *marks} | ({_EACH} if zone["owned"] else set())).__contains__
    for board in parts["boards"]:
        yield board["key"], {field["name"] for field in board["fields"] if field["type"] == "number"}.__contains__
    for variable in parts["variables"]:
        if variable["type"] == "number":
            yield variable["key"], lambda _name: True


def _blank(data: Json, name: str, is_number: Callable[[str], bool]) -> Json:
    if isinstance(data, dict):
        return {each: _blank(value, each, is_number) for each, value in data.items()}
    if isinstance(data, list):
        return [_blank(value, _EACH, is_number) for value in data]
    return None if type(data) is int and data == 0 and is_number(name) else data


# ---- asks


def _swappable(expected: JsonObject, manifest: Manifest, may_swap: MaySwap) -> Iterator[tuple[str, str]]:
    """Yield the pairs that the first ask that is expected has bound and that have no order there."""
    ask = _first_ask(expected)
    for same in (same for action in manifest["actions"] for same in action["same"]):
        one, other = same["swapped"]
        if one in ask and other in ask and (same["always"] or may_swap(ask, one, other)):
            yield one, other


def _in_order(position: JsonObject, pairs: set[tuple[str, str]]) -> JsonObject:
    """Return a position in whose first ask what may be swapped stands in order."""
    ask = _first_ask(position)
    if not pairs or not ask:
        return position
    asks: Any = position["asks"]
    return {**position, "asks": [_ordered(ask, pairs), *asks[1:]]}


def _ordered(ask: JsonObject, pairs: set[tuple[str, str]]) -> JsonObject:
    found = dict(ask)
    for one, other in pairs:
        if one in found and other in found:
            found[one], found[other] = sorted((found[one], found[other]), key=repr)
    return found


def _cells_bound(position: JsonObject, manifest: Manifest) -> Iterator[tuple[str, _Place]]:
    """Yield the cells that the first ask of a position has bound: each by its name, and where it is."""
    ask = _first_ask(position)
    boards = {board["name"]: board for board in manifest["parts"]["boards"]}
    bound: Manifest = next((each["bound"] for each in manifest["asks"] if each["name"] == ask.get("ask")), {})
    for name, type_ in bound.items():
        at = ask.get(name)
        if type_["type"] == "cell" and type_["of"] in boards and isinstance(at, list):
            board = boards[type_["of"]]
            owner: Any = at[2] if len(at) > 2 else ask.get("player")
            yield name, _Place(board["key"], owner if board["owned"] else None, at[:2])


def _told_once(expected: JsonObject, got: JsonObject, name: str, where: _Place) -> tuple[JsonObject, JsonObject]:
    """Return both without what the flags of a cell say beside the ask that has bound it, or the other way round."""
    wanted, found = _first_ask(expected), _first_ask(got)
    if found.get(name) == wanted.get(name):
        return _without_flags(expected, where), _without_flags(got, where)
    if found.get(name) is None and _has_flags(expected, where):  # whether the flags are there is compared anyway
        asks: Any = expected["asks"]
        return {**expected, "asks": [{**wanted, name: None}, *asks[1:]]}, got
    return expected, got


def _first_ask(position: JsonObject) -> JsonObject:
    asks = position.get("asks")
    first = asks[0] if isinstance(asks, list) and asks else None
    return first if isinstance(first, dict) else {}


def _has_flags(position: JsonObject, where: _Place) -> bool:
    """Say whether the cell at a place has flags."""
    board: Any = position.get(where.board)
    if where.owner is not None:
        board = board[where.owner] if isinstance(board, list) and where.owner < len(board) else []
    cells = [cell for cell in board if where.is_of(cell)] if isinstance(board, list) else []
    return any(value is True for cell in cells for value in cell.values())


def _without_flags(position: JsonObject, where: _Place) -> JsonObject:
    """Return a position without the flags of the cell at a place."""

    def plain(board: Json) -> Json:
        if not isinstance(board, list):
            return board
        return [
            {name: None if value is True else value for name, value in cell.items()} if where.is_of(cell) else cell
            for cell in board
        ]

    board = position.get(where.board)
    if not isinstance(board, list):
        return position
    if where.owner is None:
        return {**position, where.board: plain(board)}
    return {
        **position,
        where.board: [plain(each) if owner == where.owner else each for owner, each in enumerate(board)],
    }
