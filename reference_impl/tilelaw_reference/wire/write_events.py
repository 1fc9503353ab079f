"""Writes events as JSON: the rule, the kind of event, what it is about, and who sees it."""

from __future__ import annotations

from typing import assert_never

from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject, json_value
from tilelaw_reference.model.position import CellPlace, MarkPlace, Place, VariablePlace, ZonePlace
from tilelaw_reference.model.values import SHARED, Value
from tilelaw_reference.play.events import (
    AnswerEvent,
    EndEvent,
    Event,
    MoveEvent,
    PutEvent,
    RemoveEvent,
    SetEvent,
    ShowEvent,
    ShuffleEvent,
    SkipEvent,
)


def json_event(rules: Rules, event: Event) -> JsonObject:
    """Return an event as JSON data; what is nothing is left out."""
    seen: Json = "all"
    if isinstance(event, AnswerEvent | SetEvent | MoveEvent | RemoveEvent) and len(event.seen_by) < rules.game.players:
        seen = sorted(event.seen_by)
    said = {name: detail for name, detail in _details(event).items() if detail is not None}
    return {"rule": event.rule, **said, "seen_by": seen}


def _details(event: Event) -> JsonObject:
    match event:
        case AnswerEvent(_, move):
            return {"event": "answer", "player": move.player, **move.to_json()}
        case SkipEvent(_, item):
            return {"event": "skip", "item": item}
        case SetEvent(_, place, was, value):
            return {"event": "set", **_place(place), "was": json_value(was), "value": json_value(value)}
        case PutEvent(_, board, cell, record):
            return {"event": "put", "board": board, "at": json_value(cell), "value": json_value(record)}
        case MoveEvent(_, pieces, source, target):
            return {"event": "move", "pieces": _written(pieces), **_zone("from", source), **_zone("to", target)}
        case RemoveEvent(_, pieces, source):
            return {"event": "remove", "pieces": _written(pieces), **_zone("from", source)}
        case ShuffleEvent(_, zone):
            return {"event": "shuffle", **_zone("zone", zone)}
        case ShowEvent(_, what):
            return {"event": "show", "what": json_value(what)}
        case EndEvent():
            return {"event": "end"}
        case _:
            assert_never(event)


def _place(place: Place) -> JsonObject:
    match place:
        case CellPlace(board, field, cell):
            return {"board": board, "at": json_value(cell), "field": field}
        case MarkPlace(mark, piece):
            return {"mark": mark, "piece": json_value(piece)}
        case VariablePlace(variable, indices):
            return {"variable": variable, "index": _written(indices) or None}


def _written(values: tuple[Value, ...]) -> list[Json]:
    return [json_value(value) for value in values]


def _zone(name: str, place: ZonePlace) -> JsonObject:
    owner: JsonObject = {} if place.owner == SHARED else {f"{name}_owner": json_value(place.owner)}
    return {name: place.zone, **owner}
