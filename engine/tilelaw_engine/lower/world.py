"""The game that is being compiled, and what all functions of the module share: constant tables and functions.

Scratch memory is static: each function has an area of its own, which is placed when all are written. Until then an
address in it is the name of the function and an offset (`@name:8`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry
from tilelaw_engine.data import SortKey, records_of, sort_key
from tilelaw_engine.layout import items_of, layout, number_range, side_count, width_of
from tilelaw_engine.lower.terms import OneByOne, Term, Universe
from tilelaw_engine.shapes import BoardLayout, FieldLayout, Layout, VariableLayout, ZoneLayout
from tilelaw_engine.text.atoms import Value
from tilelaw_engine.text.code import Code

TABLES = 1024
"""Where constant tables begin; what lies below is for the host."""


@dataclass(slots=True)
class Function:
    """A function of the module: its text, and the scratch memory it needs."""

    name: str
    text: str
    scratch: int


@dataclass(slots=True)
class World:
    """A game by name, and the module that is being made of it."""

    game: ir.Game
    is_shared: bool = False
    """Whether larger definitions are functions of their own."""
    layout: Layout = field(init=False)
    functions: dict[str, Function] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    shared: dict[tuple[object, ...], tuple[str, Term]] = field(default_factory=dict)
    """The functions of definitions, for each shape of their arguments: the name, and what is found."""
    data: bytearray = field(default_factory=bytearray)
    one_by_one: dict[OneByOne, None] = field(default_factory=dict)
    """What is right but slow, in the order of the rules."""
    _tables: dict[bytes, int] = field(default_factory=dict)
    boards: dict[str, ir.BoardDecl] = field(init=False)
    defines: dict[str, ir.Define] = field(init=False)
    asks: dict[str, ir.Ask] = field(init=False)
    rules: dict[str, int] = field(init=False)
    records: dict[str, list[ir.Datum]] = field(init=False)
    """The records of each type that stand in tables, in canonical order."""
    _record_numbers: dict[str, dict[SortKey, int]] = field(init=False)
    _layouts: dict[str, BoardLayout] = field(init=False)
    _cells: dict[str, Sequence[tuple[int, int, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = self.game
        self.layout = layout(game)
        self.boards = {board.name: board for board in game.boards}
        self._layouts = {board["name"]: board for board in self.layout["boards"]}
        self.defines = {define.name: define for define in game.defines}
        self.asks = {item.name: item for item in items_of(game.flow) if isinstance(item, ir.Ask)}
        self.rules = {rule: number for number, rule in enumerate(self.layout["rules"])}
        self.records = {record.name: records_of(game, record.name) for record in game.records}
        self._record_numbers = {
            name: {
                sort_key(game, ir.ThingType(ir.Sort.RECORD, name), one): number for number, one in enumerate(found, 1)
            }
            for name, found in self.records.items()
        }

    def table(self, numbers: Sequence[int], width: int) -> int:
        """Return the address of a constant table; equal tables are one."""
        mask = (1 << 8 * width) - 1
        written = b"".join((number & mask).to_bytes(width, "little") for number in numbers)
        if written not in self._tables:
            self.data.extend(bytes(-len(self.data) % 8))
            self._tables[written] = TABLES + len(self.data)
            self.data.extend(written)
        return self._tables[written]

    def number_table(self, numbers: Sequence[int]) -> tuple[int, int, bool]:
        """Return the address of a table of numbers in the smallest width, the width, and whether it is signed."""
        width, signed = width_of(min(numbers), max(numbers))
        return self.table(numbers, width), width, signed

    def function(self, name: str, make: Callable[[], Code]) -> str:
        """Return the name of a function, which is written when it is first wanted."""
        if name not in self.begun:
            self.begun.add(name)
            self.add(make())
        return f"${name}"

    def add(self, code: Code) -> None:
        """Add a function that has been written."""
        self.begun.add(code.name)
        self.functions[code.name] = Function(code.name, code.text(), code.most)

    def area(self, name: str, size: int) -> Value:
        """Return the address of memory that functions share, taken when it is first wanted."""
        if name not in self.functions:
            self.functions[name] = Function(name, "", size)
        return scratch_value(name, 0)

    def board(self, name: str) -> BoardLayout:
        """Return the layout of a board."""
        return self._layouts[name]

    def field(self, board: str, name: str) -> FieldLayout:
        """Return the layout of a field that is part of positions."""
        return next(field for field in self.board(board)["fields"] if field["name"] == name)

    def field_decl(self, board: str, name: str) -> ir.CellFieldDecl:
        """Return the declaration of a field of cells."""
        return next(one for one in self.boards[board].fields if one.name == name)

    def zone(self, name: str) -> ZoneLayout:
        """Return the layout of a zone."""
        return next(zone for zone in self.layout["zones"] if zone["name"] == name)

    def variable(self, name: str) -> VariableLayout:
        """Return the layout of a variable."""
        return next(one for one in self.layout["variables"] if one["name"] == name)

    def variable_decl(self, name: str) -> ir.VariableDecl:
        """Return the declaration of a variable."""
        return next(one for one in self.game.variables if one.name == name)

    def record_decl(self, name: str) -> ir.RecordDecl:
        """Return the declaration of a record."""
        return next(one for one in self.game.records if one.name == name)

    def record_number(self, name: str, value: ir.Datum) -> int:
        """Return the number of a record, from 1."""
        return self._record_numbers[name][sort_key(self.game, ir.ThingType(ir.Sort.RECORD, name), value)]

    def kind(self, name: str) -> ir.KindDecl:
        """Return the declaration of a kind."""
        return next(kind for kind in self.game.kinds if kind.name == name)

    def member(self, kind: str, name: str | int) -> int:
        """Return the number of a member."""
        members = self.layout["kinds"][kind]
        return 1 + next(p for p, one in enumerate(members) if type(one) is type(name) and one == name)

    def direction(self, shape: str, name: str) -> int:
        """Return the number of a direction."""
        return 1 + self.layout["directions"][shape].index(name)

    def relation(self, board: str, name: str) -> ir.RelationDecl:
        """Return the declaration of a relation."""
        return next(one for one in self.boards[board].relations if one.name == name)

    def place(self, board: str, x: int, y: int) -> int:
        """Return the place of a cell."""
        at = self.board(board)
        return (x - at["left"]) * (at["height"] + 1) + y - at["top"] + 1

    def cells(self, board: str) -> Sequence[tuple[int, int, int]]:
        """Return x, y and place of every cell of a board."""
        if board not in self._cells:
            cells = geometry.cells(self.boards[board].grid)
            self._cells[board] = tuple((x, y, self.place(board, x, y)) for x, y in cells)
        return self._cells[board]

    def all_cells(self, board: str) -> int:
        """Return the set of all cells of a board, as one number."""
        return sum(1 << place for _, _, place in self.cells(board))

    def owners(self, board: str) -> int:
        """Return how many copies of a board there are."""
        return self.game.players if self.boards[board].owned else 1

    def sides(self) -> int:
        """Return the number of sides."""
        return side_count(self.game)

    def universe(self, sort: str, of: str) -> Universe:
        """Return what a set of things of a sort can have in it."""
        match sort:
            case "cell":
                return Universe("cell", of, 0, self.board(of)["places"])
            case "cells":
                return Universe("cells", of, 0, self.board(of)["words"] * 64 * self.owners(of))
            case "kind":
                return Universe("kind", of, 0, len(self.kind(of).members) + 1)
            case "direction":
                return Universe("direction", of, 0, len(self.layout["directions"][of]) + 1)
            case "record":
                return Universe("record", of, 0, len(self.records[of]) + 1)
            case "player":
                return Universe("player", "", 0, self.game.players + 1)
            case _:
                return Universe("side", "", 0, self.sides() + 1)

    def range_of(self, type_: ir.Type) -> tuple[int, int]:
        """Return the smallest and largest number of a stored type."""
        return number_range(self.game, type_)


def words_of(bits: int, words: int) -> list[int]:
    """Return the words of a set that is written as one number."""
    return [(bits >> 64 * word) & ((1 << 64) - 1) for word in range(words)]


def scratch_value(function: str, offset: int) -> Value:
    """Return an address in the scratch memory of a function."""
    return Value("i32", f"(i32.const @{function}:{offset})")


def union_of(sets: Iterable[int]) -> int:
    """Return the union of sets that are written as numbers."""
    found = 0
    for one in sets:
        found |= one
    return found
