"""Reads values from JSON data, by their declared types.

Whatever cannot be read is an error that names the field by its path. A position is read strictly: its cells
must be on the board and its numbers in range. A move only has to be well-formed: a cell beside the board is a
matter for the rules, which refuse it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import NoReturn, TypeVar

from tilelaw_dsl import ir
from tilelaw_reference.errors import NotationError, PositionError, nearest
from tilelaw_reference.model.grid import DIRECTIONS
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject, json_key
from tilelaw_reference.model.values import SHARED, Bag, Cell, Record, Value, blank

Name = TypeVar("Name", str, str | int)
Named = TypeVar("Named")


class Reader:
    """Reads values; `error` is what it raises."""

    def __init__(self, rules: Rules, error: type[NotationError]) -> None:
        self.rules = rules
        self.error = error
        self._is_strict = error is PositionError

    def fail(self, path: str, message: str) -> NoReturn:
        """Raise the error for a field."""
        raise self.error(path, message)

    def fields(self, data: Json, path: str, known: Collection[str]) -> JsonObject:
        """Return an object that has no other than the known fields."""
        if not isinstance(data, dict):
            self.fail(path, f"expected an object, found `{shown(data)}`")
        for name in data:
            if name not in known:
                self.fail(inner(path, name), f"no such field{nearest(name, known)}")
        return data

    def items(self, data: Json, path: str, what: str = "a list") -> Iterator[tuple[str, Json]]:
        """Yield the entries of a list with their paths."""
        if not isinstance(data, list | tuple):
            self.fail(path, f"expected {what}, found `{shown(data)}`")
        for place, entry in enumerate(data):
            yield f"{path}[{place}]", entry

    def number(self, data: Json, path: str, bounds: range, what: str = "a number") -> int:
        """Return a whole number; in a position, one within its bounds."""
        if type(data) is not int or (self._is_strict and data not in bounds):
            span = f"{bounds.start} to {bounds.stop - 1}"
            self.fail(path, f"expected {what} from {span}, found `{shown(data)}`")
        return data

    def player(self, data: Json, path: str) -> int:
        """Return a player; one that does not exist is no value at all."""
        players = range(self.rules.game.players)
        if type(data) is not int or data not in players:
            self.fail(path, f"expected a player, in JSON from 0 to {players.stop - 1}, found `{shown(data)}`")
        return data

    def word(self, data: Json, path: str, known: Mapping[Name, Named], what: str) -> Named:
        """Return what a word, or a number as a name, stands for."""
        found = [named for name, named in known.items() if type(data) is type(name) and data == name]
        if not found:
            hint = nearest(data, known) if isinstance(data, str) else ""
            self.fail(path, f"expected {what}, found `{shown(data)}`{hint}")
        return found[0]

    def value(self, data: Json, kind: ir.Type, owner: int | None, path: str) -> Value:
        """Return a value of a type, in a text about this owner's things."""
        match kind:
            case ir.FlagType():
                if not isinstance(data, bool):
                    self.fail(path, f"expected true or false, found `{shown(data)}`")
                return data
            case ir.NumberType(low, high):
                return self.number(data, path, range(low, high + 1))
            case ir.ThingType():
                return self._thing(data, kind, owner, path)
            case ir.SetType(of):
                return frozenset(self._distinct(data, of, owner, path))
            case ir.BagType(of):
                return Bag(self.value(entry, of, owner, where) for where, entry in self.items(data, path))
            case ir.ListType():
                raise AssertionError("the checker allows lists of numbers nowhere in positions and moves")

    def _distinct(self, data: Json, kind: ir.Type, owner: int | None, path: str) -> list[Value]:
        found: list[Value] = []
        for where, entry in self.items(data, path):
            element = self.value(entry, kind, owner, where)
            if element in found:
                self.fail(where, f"`{shown(entry)}` is listed twice")
            found.append(element)
        return found

    def noun(self, kind: ir.ThingType) -> str:
        """Return what the author calls things of this type."""
        if kind.sort is ir.Sort.CELL:
            return self.rules.grids[kind.name].board.cell
        return kind.name if kind.name and kind.sort is not ir.Sort.DIRECTION else kind.sort.value

    def _thing(self, data: Json, kind: ir.ThingType, owner: int | None, path: str) -> Value:
        match kind.sort:
            case ir.Sort.KIND:
                members = {member.name: member for member in self.rules.members[kind.name]}
                return self.word(data, path, members, f"a {kind.name}")
            case ir.Sort.DIRECTION:
                return self.word(data, path, DIRECTIONS[kind.name], "a direction")
            case ir.Sort.PLAYER:
                return self.player(data, path)
            case ir.Sort.SIDE:
                return self.number(data, path, range(self.rules.side_count), "a side")
            case ir.Sort.CELL:
                return self.cell(data, kind.name, owner, path)
            case ir.Sort.RECORD:
                return self._record(data, self.rules.records[kind.name], owner, path)

    def cell(self, data: Json, board: str, owner: int | None, path: str) -> Cell:
        """Return a cell from its coordinates, with its owner as third number where the text does not tell."""
        grid = self.rules.grids[board]
        if not grid.board.owned:
            expected, lengths, owner = "[x, y]", range(2, 3), SHARED
        elif owner is None:
            expected, lengths, owner = "[x, y, owner]", range(3, 4), SHARED
        else:
            expected, lengths = "[x, y]", range(2, 4)
        numbers = [entry for _, entry in self.items(data, path, expected)]
        coordinates = [number for number in numbers if type(number) is int]
        if len(numbers) not in lengths or len(coordinates) < len(numbers):
            self.fail(path, f"expected {expected}, found `{shown(data)}`")
        x, y, owner = (*coordinates, owner)[:3]
        if self._is_strict and Cell(owner, x, y) not in grid.cells.get(owner, ()):
            self.fail(path, f"`{shown(data)}` is not on the board")
        return Cell(owner, x, y)

    def _record(self, data: Json, record: ir.RecordDecl, owner: int | None, path: str) -> Record:
        kinds = {field.name: field.type for field in record.fields}
        given = self.fields(data, path, kinds)
        values = (
            self.value(given[name], kind, owner, inner(path, name)) if name in given else blank(kind)
            for name, kind in kinds.items()
        )
        return Record(self.rules.shapes[record.name], tuple(values))

    def index(self, key: str, kind: ir.Type, path: str) -> Value:
        """Return an index of a variable from the key of an object."""
        if isinstance(kind, ir.ThingType) and kind.sort is ir.Sort.KIND:
            members = {str(member.name): member for member in self.rules.members[kind.name]}
            return self.word(key, path, members, f"a {kind.name}")
        if isinstance(kind, ir.ThingType) and kind.sort is ir.Sort.DIRECTION:
            return self.value(key, kind, None, path)
        try:
            numbers = json.loads(f"[{key}]")
        except ValueError:
            self.fail(path, f"`{key}` is no index here")
        is_cell = isinstance(kind, ir.ThingType) and kind.sort is ir.Sort.CELL
        index = self.value(numbers if is_cell or len(numbers) != 1 else numbers[0], kind, None, path)
        if json_key(index) != key:
            self.fail(path, f"write `{json_key(index)}`")
        return index


def read_json(data: Json, error: type[NotationError]) -> Json:
    """Return JSON data from its text; data is returned as it is."""
    if not isinstance(data, str):
        return data
    try:
        read: Json = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise error("", f"this is no JSON: {fault}") from None
    return read


def inner(path: str, name: str) -> str:
    """Return the path of a field of an object."""
    return f"{path}.{name}" if path else str(name)


def shown(data: Json) -> str:
    """Return JSON data as it was written, cut short."""
    try:
        written = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    except TypeError:
        written = str(data)
    return written if len(written) <= 60 else written[:57] + "..."
