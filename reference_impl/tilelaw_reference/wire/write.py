"""Writes values, asks and positions as JSON.

Values say themselves how they are written, so no types are needed: a member is its name, a cell its
coordinates (and its owner, unless that is the `owner` the text is about), a set the list of its elements in
canonical order. What is blank is left out. A `View` says what a reader may see of a position.
"""

from __future__ import annotations

import json
from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.position import (
    CellPlace,
    MarkPlace,
    Position,
    Question,
    Shuffling,
    VariablePlace,
    ZonePlace,
)
from tilelaw_reference.model.values import (
    SHARED,
    Bag,
    Cell,
    Direction,
    Member,
    Record,
    Value,
    blank,
    canonical,
    is_player,
    order,
)


class View:
    """What a reader may see: everything."""

    def sees(self, zone: ZonePlace) -> bool:  # noqa: ARG002  (narrower views look at it)
        """Return whether the pieces of a zone are seen, and not only their number."""
        return True

    def knows(self, binding: ir.Carried, due: Question | Shuffling) -> bool:  # noqa: ARG002
        """Return whether a binding of an ask is known."""
        return True


EVERYTHING = View()


def text(data: Any) -> str:
    """Return JSON data as canonical text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_value(value: Value, owner: int | None = None) -> Any:
    """Return a value as JSON data, in a text about this owner's things."""
    match value:
        case Member() | Direction():
            return value.name
        case Cell():
            return [value.x, value.y] if value.owner in (SHARED, owner) else [value.x, value.y, value.owner]
        case Record():
            fields = zip(value.shape.names, value.values, value.shape.blanks, strict=True)
            return {name: json_value(part, owner) for name, part, blank in fields if part != blank}
        case frozenset():
            return [json_value(element, owner) for element in canonical(value)]
        case Bag():
            return [json_value(element, owner) for element in value]
        case _:
            return value


def json_key(value: Value) -> str:
    """Return an index of a variable as the key of an object."""
    match value:
        case bool():
            return str(value).lower()
        case Member() | Direction():
            return str(value.name)
        case Cell():
            return ",".join(map(str, json_value(value)))
        case _:
            return str(value)


def json_position(rules: Rules, position: Position, view: View = EVERYTHING) -> dict[str, Any]:
    """Return a position as JSON data with its keys in declaration order."""
    game = rules.game
    parts = {zone.written: _zone(rules, position, zone, view) for zone in game.zones}
    parts |= {board.written: _board(rules, position, board) for board in game.boards}
    parts |= {variable.name: _variable(position, variable) for variable in game.variables}
    parts["asks"] = json_asks(rules, position, view)
    return {"ruleset": game.name, "players": game.players} | {
        name: part for name, part in parts.items() if part is not None and part != []
    }


def _zone(rules: Rules, position: Position, zone: ir.ZoneDecl, view: View) -> Any:
    """Return the pieces of a zone or, unseen, their number; of every owner; or nothing if there are none."""
    places = [ZonePlace(zone.name, owner) for owner in rules.owners(zone)]
    if not any(position.zones[place] for place in places):
        return None
    written = [
        _pieces(rules, position, zone, place) if view.sees(place) else len(position.zones[place]) for place in places
    ]
    return written if zone.owned else written[0]


def _pieces(rules: Rules, position: Position, zone: ir.ZoneDecl, place: ZonePlace) -> list[Any]:
    pieces = position.zones[place]
    if zone.order is not ir.Order.ROW:
        return [json_value(piece) for piece in pieces]
    return [{row_key(zone): json_value(piece)} | _marks(rules, position, zone, piece) for piece in pieces]


def row_key(zone: ir.ZoneDecl) -> str:
    """Return the name under which a row's entries write the piece itself."""
    return zone.of.name or zone.of.sort.value


def _marks(rules: Rules, position: Position, zone: ir.ZoneDecl, piece: Value) -> dict[str, Any]:
    marks = {mark.name: MarkPlace(mark.name, piece) for mark in rules.game.marks if mark.kind == zone.of.name}
    return {name: json_value(position.values[place]) for name, place in marks.items() if place in position.values}


def _board(rules: Rules, position: Position, board: ir.BoardDecl) -> Any:
    """Return the cells of a board that are not blank; of every owner; or nothing if there are none."""
    used = {place.cell for place in position.values if isinstance(place, CellPlace) and place.board == board.name}
    if not used:
        return None
    written = [
        [_cell(position, board, cell) for cell in canonical(used) if cell.owner == owner]
        for owner in rules.owners(board)
    ]
    return written if board.owned else written[0]


def _cell(position: Position, board: ir.BoardDecl, cell: Cell) -> dict[str, Any]:
    fields = {field.name: CellPlace(board.name, field.name, cell) for field in board.fields}
    return {"at": json_value(cell, cell.owner)} | {
        name: json_value(position.values[place], cell.owner)
        for name, place in fields.items()
        if place in position.values
    }


def _variable(position: Position, variable: ir.VariableDecl) -> Any:
    """Return a variable's value, or an object of them nested by index; or nothing if it is blank."""
    listed = [
        place for place in position.values if isinstance(place, VariablePlace) and place.variable == variable.name
    ]
    if not variable.indices:
        return json_value(position.values[listed[0]]) if listed else None
    written: dict[str, Any] = {}
    for place in sorted(listed, key=lambda place: [order(index) for index in place.indices]):
        inner = written
        for index in place.indices[:-1]:
            inner = inner.setdefault(json_key(index), {})
        inner[json_key(place.indices[-1])] = json_value(position.values[place])
    return written or None


def json_asks(rules: Rules, position: Position, view: View = EVERYTHING) -> list[dict[str, Any]]:
    """Return what is due, as it stands under `asks`."""
    return [_ask(rules, due, view) for due in position.asks]


def _ask(rules: Rules, due: Question | Shuffling, view: View) -> dict[str, Any]:
    """Return an ask with its bindings; a player who is the one asked is not said again."""
    asked = None
    if isinstance(due, Question):
        asked = due.player
        carries = rules.asks[due.ask].carries
        written: dict[str, Any] = {"ask": due.ask, "player": due.player}
    else:
        carries = rules.steps[due.step].carries
        written = {"shuffle": due.zone.zone}
        if due.zone.owner != SHARED:
            written["owner"] = due.zone.owner
        if len(rules.steps_that_shuffle(due.zone.zone)) > 1:
            written["step"] = due.step
    for binding in carries:
        value = due.bindings[binding.name]
        is_said = is_player(binding.type) and value == asked
        if not is_said and value != blank(binding.type) and view.knows(binding, due):
            written[binding.name] = json_value(value, asked)
    return written
