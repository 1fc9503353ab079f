"""The values rules calculate with, and their one canonical order.

    flag        bool                    player, side    int
    number      int                     nothing         None
    member      Member                  set             frozenset
    cell        Cell                    bag, list       Bag
    direction   Direction               record          Record

All are immutable and compare by content. The checker has typed every expression, so nothing here or in the
evaluator looks at types again: `Value` is any of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from tilelaw_dsl import ir

Value: TypeAlias = Any
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


def order(value: Value) -> tuple[Value, ...]:
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


def canonical(values: Iterable[Value]) -> list[Value]:
    """Return values in canonical order."""
    return sorted(values, key=order)


def each(value: Value) -> Iterable[Value]:
    """Return the things in a value: of a bag in its order, of a set in canonical order, a thing by itself."""
    if isinstance(value, Bag):
        return value
    if isinstance(value, frozenset):
        return canonical(value)
    return () if value is None else (value,)
