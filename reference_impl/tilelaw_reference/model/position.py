"""A position: immutable data, nothing else.

Zones hold their pieces. Everything that can be given a value (a field of a cell, a mark, a variable) is a
*place*; a place that is not listed is blank, and no place is listed with a blank value, so that equal
positions are equal data. `asks` says where play rests: the first is due, and none means that the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.values import Bag, Cell, Env, Owner, Value


class CellPlace(NamedTuple):
    """A field of a cell."""

    board: str
    field: str
    cell: Cell


class MarkPlace(NamedTuple):
    """A mark on a piece."""

    mark: str
    piece: Value


class VariablePlace(NamedTuple):
    """A variable at its indices."""

    variable: str
    indices: tuple[Value, ...]


Place: TypeAlias = CellPlace | MarkPlace | VariablePlace


class ZonePlace(NamedTuple):
    """One zone: of its owner, or shared."""

    zone: str
    owner: Owner


@dataclass(frozen=True, slots=True)
class Question:
    """A player must answer an ask; `bindings` are the carried ones."""

    ask: str
    player: int
    bindings: Env


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The order of a zone must be given, at a step."""

    step: str
    zone: ZonePlace
    bindings: Env


@dataclass(frozen=True, slots=True)
class Position:
    """All that can be known of a game at rest."""

    zones: Mapping[ZonePlace, Bag]
    values: Mapping[Place, Value]
    asks: tuple[Question | Shuffling, ...] = ()

    @property
    def due(self) -> Question | Shuffling | None:
        """What must be answered now."""
        return self.asks[0] if self.asks else None


def type_of(rules: Rules, place: Place) -> ir.Type:
    """Return the type of the values a place can have."""
    match place:
        case CellPlace(board, field):
            return rules.cell_types[board, field]
        case MarkPlace(mark):
            return rules.marks[mark].type
        case VariablePlace(variable):
            return rules.variables[variable].type


def changes(before: Position, after: Position) -> set[ir.Store]:
    """Return the stores in which two positions differ."""
    found: set[ir.Store] = {ir.EVERYTHING}
    found |= {store_of(place) for place, _ in before.values.items() ^ after.values.items()}
    return found | {("zone", place.zone) for place, pieces in before.zones.items() if pieces != after.zones[place]}


def store_of(place: Place) -> ir.Store:
    """Return the store a place belongs to."""
    match place:
        case CellPlace(board, field):
            return "cell", board, field
        case MarkPlace(mark):
            return "mark", mark
        case VariablePlace(variable):
            return "variable", variable


def zone_places(rules: Rules) -> list[ZonePlace]:
    """Return every zone of every owner, in declaration order."""
    return [ZonePlace(zone.name, owner) for zone in rules.game.zones for owner in rules.zone_owners(zone)]


def before_play(rules: Rules) -> Position:
    """Return the position before the first step: every zone with the pieces it starts with."""
    zones = {}
    for place in zone_places(rules):
        decl = rules.zones[place.zone]
        pieces = [_piece(rules, decl, name) for name, number in decl.starts for _ in range(number)]
        zones[place] = rules.arranged(place.zone, pieces)
    return Position(zones, {})


def _piece(rules: Rules, zone: ir.ZoneDecl, name: str | int) -> Value:
    if zone.of.sort is ir.Sort.KIND:
        return rules.named[zone.of.name, name]
    assert isinstance(name, int), "the checker allows only members and players as pieces"
    return name
