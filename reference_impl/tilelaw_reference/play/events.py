"""What happens in play, one class for each kind of event. Every event names the rule behind it.

Everybody sees an event unless it says who does (`seen_by`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_reference.model.move import Move
from tilelaw_reference.model.position import Place, ZonePlace
from tilelaw_reference.model.values import Cell, Record, Value


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """A player answered."""

    rule: str
    move: Move
    seen_by: frozenset[int]


@dataclass(frozen=True, slots=True)
class SkipEvent:
    """An item of the flow was passed over."""

    rule: str
    item: str


@dataclass(frozen=True, slots=True)
class SetEvent:
    """A place was given another value."""

    rule: str
    place: Place
    was: Value
    value: Value
    seen_by: frozenset[int]


@dataclass(frozen=True, slots=True)
class PutEvent:
    """A record was put on a cell."""

    rule: str
    board: str
    cell: Cell
    record: Record


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """Pieces went from one zone to another."""

    rule: str
    pieces: tuple[Value, ...]
    source: ZonePlace
    target: ZonePlace
    seen_by: frozenset[int]


@dataclass(frozen=True, slots=True)
class RemoveEvent:
    """Pieces left the game."""

    rule: str
    pieces: tuple[Value, ...]
    source: ZonePlace
    seen_by: frozenset[int]


@dataclass(frozen=True, slots=True)
class ShuffleEvent:
    """A zone must be put into a new order."""

    rule: str
    zone: ZonePlace


@dataclass(frozen=True, slots=True)
class ShowEvent:
    """Something was shown to everybody."""

    rule: str
    what: Value


@dataclass(frozen=True, slots=True)
class EndEvent:
    """The game ended."""

    rule: str


Event: TypeAlias = (
    AnswerEvent | SkipEvent | SetEvent | PutEvent | MoveEvent | RemoveEvent | ShuffleEvent | ShowEvent | EndEvent
)
