"""The values rules calculate with, and their one canonical order.

    flag        bool                    player, side    int
    number      int                     nothing         None
    member      Member                  set             frozenset
    cell        Cell                    bag, list       Bag
    direction   Direction               record          Record

All are immutable and compare by content. The checker has typed every expression, so no value is ever of the wrong
type: where one type is needed, the functions named `as_...` assert it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from tilelaw_dsl import ir

Value: TypeAlias = "bool | int | Member | Cell | Direction | frozenset[Value] | Bag | Record | None"
Elements: TypeAlias = "frozenset[Value] | Bag"
Key: TypeAlias = "tuple[Value | Key, ...]"
"""What values are sorted by."""

Some = TypeVar("Some", bound=Value)

Env: TypeAlias = Mapping[str, Value]
"""The values bound around an expression, by name."""

SHARED = -1
"""The owner of cells and zones that all players share."""


class Cell(NamedTuple):
    """A cell on the board of its owner."""

    owner: int
    x: int
    y: int


class Member(NamedTuple):
    """A member of a kind, and its place in the declaration."""

    kind: str
    place: int
    name: str | int


Owner: TypeAlias = int | Member
"""Whose zone it is: a player's, a member's of a kind, or all players' (`SHARED`)."""


class Direction(NamedTuple):
    """A direction of a grid, and its place in the grid's list."""

    place: int
    name: str
    dx: int
    dy: int


class Shape(NamedTuple):
    """What all records of a type share: the names of the fields and what they are when blank."""

    names: tuple[str, ...]
    blanks: tuple[Value, ...]


class Record(NamedTuple):
    """A record."""

    shape: Shape
    values: tuple[Value, ...]


class Bag(tuple[Value, ...]):
    """Pieces (or numbers) in order, with repetition."""

    __slots__ = ()


TYPED = "the checker typed this"


def as_number(value: Value) -> int:
    """Return a number; nothing, as the first of no numbers, is 0."""
    assert value is None or isinstance(value, int), TYPED
    return value or 0


def as_player(value: Value) -> int | None:
    """Return a player or a side, or nothing."""
    assert value is None or isinstance(value, int), TYPED
    return value


def as_owner(value: Value) -> Owner | None:
    """Return the owner of a zone, or nothing."""
    assert value is None or isinstance(value, int | Member), TYPED
    return value


def sure_owner(value: Value) -> Owner:
    """Return the owner of a zone that was named."""
    owner = as_owner(value)
    assert owner is not None, "what is read as an owner is somebody"
    return owner


def as_players(value: Value) -> frozenset[int]:
    """Return a set of players."""
    found = as_elements(value)
    players = frozenset([player for player in found if isinstance(player, int)])
    assert len(players) == len(found), TYPED
    return players


def as_cell(value: Value) -> Cell | None:
    """Return a cell, or nothing."""
    assert value is None or isinstance(value, Cell), TYPED
    return value


def as_direction(value: Value) -> Direction | None:
    """Return a direction, or nothing."""
    assert value is None or isinstance(value, Direction), TYPED
    return value


def as_member(value: Value) -> Member | None:
    """Return a member of a kind, or nothing."""
    assert value is None or isinstance(value, Member), TYPED
    return value


def as_record(value: Value) -> Record | None:
    """Return a record, or nothing."""
    assert value is None or isinstance(value, Record), TYPED
    return value


def as_elements(value: Value) -> Elements:
    """Return a set or a bag."""
    assert isinstance(value, frozenset | Bag), TYPED
    return value


def as_cells(value: Value) -> frozenset[Cell]:
    """Return cells as a set: a set of them, one cell, or nothing."""
    if value is None:
        return frozenset()
    if isinstance(value, Cell):
        return frozenset({value})
    found = as_elements(value)
    cells = frozenset([cell for cell in found if isinstance(cell, Cell)])
    assert len(cells) == len(found), TYPED
    return cells


def blank(kind: ir.Type) -> Value:
    """Return what an expression of this type gives when it is asked of nothing."""
    match kind:
        case ir.FlagType():
            return False
        case ir.NumberType():
            return 0
        case ir.ThingType():
            return None
        case ir.SetType():
            return frozenset()
        case ir.BagType() | ir.ListType():
            return Bag()


def is_within(value: Value, kind: ir.Type) -> bool:
    """Return whether a value can be an index of this type: something, and within the bounds of numbers."""
    if isinstance(kind, ir.NumberType):
        return value in range(kind.low, kind.high + 1)
    return value is not None


def is_player(kind: ir.Type) -> bool:
    """Return whether values of this type are players."""
    return isinstance(kind, ir.ThingType) and kind.sort is ir.Sort.PLAYER


def order(value: Value) -> Key:
    """Return the key that puts values of one type into canonical order.

    Members, cells and directions are tuples that compare as they should. Nothing comes first; records go
    field by field; sets by their elements, the smallest first.
    """
    if value is None:
        return ()
    if isinstance(value, Record):
        return (tuple(map(order, value.values)),)
    if isinstance(value, frozenset):
        return (tuple(sorted(map(order, value))),)
    return (value,)


def canonical(values: Iterable[Some]) -> list[Some]:
    """Return values in canonical order."""
    return sorted(values, key=order)


def each(value: Value) -> Iterable[Value]:
    """Return the things in a value: of a bag in its order, of a set in canonical order, a thing by itself."""
    if isinstance(value, Bag):
        return value
    if isinstance(value, frozenset):
        return canonical(value)
    return () if value is None else (value,)
