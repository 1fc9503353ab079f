"""Writes positions and asks as JSON: to the last detail, or what one player may see of them (`Eyes`).

What is blank is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.visibility import Eyes
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject, json_key, json_value
from tilelaw_reference.model.position import (
    CellPlace,
    MarkPlace,
    Position,
    Question,
    Shuffling,
    VariablePlace,
    ZonePlace,
)
from tilelaw_reference.model.values import SHARED, Cell, Value, blank, canonical, is_player, order


def text(data: Json) -> str:
    """Return JSON data as canonical text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_position(rules: Rules, position: Position, eyes: Eyes | None = None) -> dict[str, Any]:
    """Return a position as JSON data with its keys in declaration order.

    An unseen zone is the number of its pieces; an unseen value is left out.
    """
    game = rules.game
    parts: JsonObject = {zone.written: _zone(rules, position, zone, eyes) for zone in game.zones}
    parts |= {board.written: _board(rules, position, board) for board in game.boards}
    parts |= {variable.name: _variable(position, variable, eyes) for variable in game.variables}
    parts["asks"] = json_asks(rules, position, eyes)
    return {"ruleset": game.name, "players": game.players} | {
        name: part for name, part in parts.items() if part is not None and part != []
    }


def _zone(rules: Rules, position: Position, zone: ir.ZoneDecl, eyes: Eyes | None) -> Json:
    """Return the pieces of a zone or, unseen, their number; of every owner; or nothing if there are none."""
    places = [ZonePlace(zone.name, owner) for owner in rules.zone_owners(zone)]
    if not any(position.zones[place] for place in places):
        return None
    written: list[Json] = [
        _pieces(rules, position, zone, place) if eyes is None or eyes.sees(place) else len(position.zones[place])
        for place in places
    ]
    if zone.owner is None:
        return written[0]
    if is_player(zone.owner):
        return written
    return {json_key(place.owner): part for place, part in zip(places, written, strict=True) if position.zones[place]}


def _pieces(rules: Rules, position: Position, zone: ir.ZoneDecl, place: ZonePlace) -> list[Json]:
    pieces = position.zones[place]
    if zone.order is not ir.Order.ROW:
        return [json_value(piece) for piece in pieces]
    return [{row_key(zone): json_value(piece)} | _marks(rules, position, zone, piece) for piece in pieces]


def row_key(zone: ir.ZoneDecl) -> str:
    """Return the name under which a row's entries write the piece itself."""
    return zone.of.name or zone.of.sort.value


def _marks(rules: Rules, position: Position, zone: ir.ZoneDecl, piece: Value) -> JsonObject:
    marks = {mark.name: MarkPlace(mark.name, piece) for mark in rules.game.marks if mark.kind == zone.of.name}
    return {name: json_value(position.values[place]) for name, place in marks.items() if place in position.values}


def _board(rules: Rules, position: Position, board: ir.BoardDecl) -> Json:
    """Return the cells of a board that are not blank; of every owner; or nothing if there are none."""
    used = {place.cell for place in position.values if isinstance(place, CellPlace) and place.board == board.name}
    if not used:
        return None
    written = [
        [_cell(position, board, cell) for cell in canonical(used) if cell.owner == owner]
        for owner in rules.owners(board)
    ]
    return written if board.owned else written[0]


def _cell(position: Position, board: ir.BoardDecl, cell: Cell) -> JsonObject:
    fields = {field.name: CellPlace(board.name, field.name, cell) for field in board.fields}
    return {"at": json_value(cell, cell.owner)} | {
        name: json_value(position.values[place], cell.owner)
        for name, place in fields.items()
        if place in position.values
    }


def _variable(position: Position, variable: ir.VariableDecl, eyes: Eyes | None) -> Json:
    """Return a variable's value, or an object of them nested by index; or nothing if it is blank or unseen."""
    listed = [
        place
        for place in position.values
        if isinstance(place, VariablePlace)
        and place.variable == variable.name
        and (eyes is None or eyes.sees_value(place))
    ]
    if not variable.indices:
        return json_value(position.values[listed[0]]) if listed else None
    listed.sort(key=lambda place: [order(index) for index in place.indices])
    return _by_index(listed, 0, position) or None


def _by_index(listed: Iterable[VariablePlace], depth: int, position: Position) -> JsonObject:
    """Return values in an object by one of their indices, and nested in it by those after it."""
    written: JsonObject = {}
    for key, alike in groupby(listed, key=lambda place: json_key(place.indices[depth])):
        places = list(alike)
        is_last = depth + 1 == len(places[0].indices)
        written[key] = json_value(position.values[places[0]]) if is_last else _by_index(places, depth + 1, position)
    return written


def json_asks(rules: Rules, position: Position, eyes: Eyes | None = None) -> list[dict[str, Any]]:
    """Return what is due, as it stands under `asks`."""
    return [_ask(rules, due, eyes) for due in position.asks]


def _ask(rules: Rules, due: Question | Shuffling, eyes: Eyes | None) -> JsonObject:
    """Return an ask with its bindings; a player who is the one asked is not said again."""
    asked = None
    if isinstance(due, Question):
        asked = due.player
        carries = rules.asks[due.ask].carries
        written: JsonObject = {"ask": due.ask, "player": due.player}
    else:
        carries = rules.steps[due.step].carries
        written = {"shuffle": due.zone.zone}
        if due.zone.owner != SHARED:
            written["owner"] = json_value(due.zone.owner)
        if len(rules.steps_that_shuffle(due.zone.zone)) > 1:
            written["step"] = due.step
    for binding in carries:
        value = due.bindings[binding.name]
        is_said = is_player(binding.type) and value == asked
        is_known = eyes is None or eyes.knows(binding, due)
        if not is_said and value != blank(binding.type) and is_known:
            written[binding.name] = json_value(value, asked)
    return written
