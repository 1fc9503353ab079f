"""What a random program has declared so far: all that its expressions can speak of.

Types are those of the typed rules; of a number only that it is one matters where it is read, and its range where it is
stored. Every name occurs once in a program, so that no name can hide another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from tilelaw_dsl import ir
from tilelaw_dsl.ir.geometry import HEXAGON, SQUARES

FLAG = ir.FlagType()
PLAYER = ir.ThingType(ir.Sort.PLAYER)
SIDE = ir.ThingType(ir.Sort.SIDE)
NUMBER = ir.NumberType(0, 0)
"""Some number, wherever the range does not matter."""


@dataclass(frozen=True, slots=True)
class Store:
    """A named value with indices: a variable, a parameter, or a definition with its parameters."""

    name: str
    indices: tuple[ir.Type, ...]
    type: ir.Type


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a thing; what is printed cannot be changed."""

    name: str
    of: ir.ThingType
    type: ir.Type
    can_change: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: whether it leads back as well as there, and whether it is made of directions."""

    name: str
    is_two_way: bool = True
    has_ways: bool = True


@dataclass(frozen=True, slots=True)
class Board:
    """A board, the type of its cells, and its relations."""

    name: str
    cell: str
    owned: bool
    is_hexagon: bool
    relations: tuple[Relation, ...]
    directions: tuple[str, ...]

    @property
    def type(self) -> ir.ThingType:
        """The type of its cells."""
        return ir.ThingType(ir.Sort.CELL, self.name)

    @property
    def direction(self) -> ir.ThingType:
        """The type of its directions, which belong to the shape of its grid."""
        return ir.ThingType(ir.Sort.DIRECTION, HEXAGON if self.is_hexagon else SQUARES)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone, what has one each, and what lies in it."""

    name: str
    owner: ir.ThingType | None
    order: ir.Order
    of: ir.ThingType


@dataclass
class World:
    """All declarations, and the lines that make them."""

    chance: Random
    players: int
    has_sides: bool
    members: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The members of each kind that can be written in an expression."""
    data_kinds: list[str] = field(default_factory=list)
    single: set[str] = field(default_factory=set)
    """Kinds with one piece of each, which can be marked."""
    records: list[str] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    variables: list[Store] = field(default_factory=list)
    tables: list[Store] = field(default_factory=list)
    defines: list[Store] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    data: dict[str, str] = field(default_factory=dict)
    """The tables that the text names, by file name."""
    _names: int = 0

    def name(self, prefix: str) -> str:
        """Return a name that nothing else has."""
        self._names += 1
        return f"{prefix}{self._names}"

    @property
    def kinds(self) -> list[str]:
        """All kinds."""
        return [*self.members, *self.data_kinds]

    @property
    def side(self) -> ir.ThingType:
        """The type of sides; without sides that of players."""
        return SIDE if self.has_sides else PLAYER

    def board_of(self, type_: ir.ThingType) -> Board:
        """Return the board on which a cell or a direction is."""
        sure = replace(type_, maybe=False)
        return next(board for board in self.boards if sure in (board.type, board.direction))

    def things(self) -> list[ir.ThingType]:
        """Return the types of things of which there are sets."""
        kinds = [ir.ThingType(ir.Sort.KIND, name) for name in self.kinds]
        boards = [board.type for board in self.boards]
        directions = list(dict.fromkeys(board.direction for board in self.boards))
        return [PLAYER, *kinds, *boards, *directions, *([SIDE] if self.has_sides else [])]

    def held_records(self) -> list[ir.ThingType]:
        """Return the types of records that members of kinds have."""
        types = [f.type for f in self.fields if isinstance(f.type, ir.ThingType)]
        return [type_ for type_ in types if type_.sort is ir.Sort.RECORD]

    def stores(self) -> Iterator[Store]:
        """Yield everything that is read by a name with indices."""
        yield from self.variables
        yield from self.tables
        yield from self.defines

    def written(self, type_: ir.Type) -> str:
        """Return a type as the language writes it."""
        match type_:
            case ir.FlagType():
                return "flag"
            case ir.NumberType(low, high):
                return f"{low}..{high}"
            case ir.SetType(of):
                return f"set of {self.written(of)}"
            case ir.ThingType(ir.Sort.CELL):
                return self.board_of(type_).cell + "?" * type_.maybe
            case ir.ThingType(ir.Sort.DIRECTION):
                return f"direction of {self.board_of(type_).name}{'?' * type_.maybe}"
            case ir.ThingType():
                return (type_.name or str(type_.sort)) + "?" * type_.maybe
            case _:
                raise AssertionError(f"nothing of type {type_} is declared")


def plain(type_: ir.Type) -> ir.Type:
    """Return a type without what does not matter when a value is wanted: whether it is there, and its range."""
    match type_:
        case ir.ThingType():
            return ir.ThingType(type_.sort, type_.name)
        case ir.NumberType():
            return NUMBER
        case ir.SetType(of):
            inner = plain(of)
            assert isinstance(inner, ir.ThingType | ir.NumberType | ir.SetType)
            return ir.SetType(inner, 0)
        case _:
            return type_


def set_of(type_: ir.ThingType | ir.NumberType | ir.SetType) -> ir.SetType:
    """Return the type of sets of something."""
    return ir.SetType(type_, 0)


def is_maybe(type_: ir.Type) -> bool:
    """Say whether a value may be nothing."""
    return isinstance(type_, ir.ThingType) and type_.maybe
