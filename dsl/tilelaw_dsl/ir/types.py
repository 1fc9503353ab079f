"""The types of values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.ir.node import Node


class Sort(StrEnum):
    """What sort of thing a thing is."""

    KIND = "kind"
    RECORD = "record"
    PLAYER = "player"
    SIDE = "side"
    CELL = "cell"
    DIRECTION = "direction"


@dataclass(frozen=True, slots=True)
class FlagType(Node):
    """True or false."""


@dataclass(frozen=True, slots=True)
class NumberType(Node):
    """A number that is proved to lie between two bounds."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ThingType(Node):
    """A thing; `name` is the kind's, the record's or, of a cell, the board's; of a direction the shape of the grid
    (see `geometry`); empty for players and sides."""

    sort: Sort
    name: str = ""
    maybe: bool = False
    """Whether it may be nothing."""


@dataclass(frozen=True, slots=True)
class SetType(Node):
    """A set with at most `most` elements."""

    of: ThingType | NumberType | SetType
    most: int


@dataclass(frozen=True, slots=True)
class BagType(Node):
    """Pieces of a kind (or player markers), in order, at most `most`."""

    of: ThingType
    most: int


@dataclass(frozen=True, slots=True)
class ListType(Node):
    """Numbers in order."""

    most: int


Type: TypeAlias = FlagType | NumberType | ThingType | SetType | BagType | ListType
