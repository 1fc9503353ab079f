"""Zones whose order is due, in records: what lies in the first of them, and how an order is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilelaw_engine.shapes import Layout, ZoneLayout
from tilelaw_engine.to_json import CodecError, Json, JsonObject, asks, pending, pieces_of, value_of, zone_places
from tilelaw_engine.to_record import number_of


def pieces_due(layout: Layout, record: bytes) -> list[int]:
    """Return the pieces, by number, of the zone whose order is due first."""
    zone, owner = _due(layout, record)
    return pieces_of(zone, owner, record)


def with_order(layout: Layout, record: bytes, pieces: Sequence[int]) -> bytes:
    """Return the record with the same pieces of the zone that is due first in a new order."""
    zone, owner = _due(layout, record)
    start, width = zone["offsets"][owner] + 2, zone["width"]
    written = bytes(pieces) if width == 1 else b"".join(piece.to_bytes(width, "little") for piece in pieces)
    return record[:start] + written + record[start + len(written) :]


def order_answer(layout: Layout, record: bytes, pieces: Sequence[int]) -> JsonObject:
    """Return the answer that gives the zone which is due first an order."""
    zone, _ = _due(layout, record)
    said = asks(layout, record)[0]
    answer: JsonObject = {name: said[name] for name in ("shuffle", "owner", "step") if name in said}
    return answer | {"order": [value_of(layout, zone["type"], piece) for piece in pieces]}


def order_given(layout: Layout, record: bytes, answer: Json) -> list[int] | None:
    """Return the pieces, by number, of an answer that is just what is due; of any other nothing."""
    zone, _ = _due(layout, record)
    if isinstance(answer, Mapping):
        named = {name: value for name, value in answer.items() if name != "order"}
        if named != {name: value for name, value in order_answer(layout, record, ()).items() if name != "order"}:
            return None
        answer = answer.get("order")
    if not isinstance(answer, list | tuple) or any(isinstance(piece, bool) for piece in answer):
        return None
    try:
        pieces = [number_of(layout, zone["type"], piece) for piece in answer]
    except CodecError:
        return None
    return pieces if sorted(pieces) == sorted(pieces_due(layout, record)) else None


def _due(layout: Layout, record: bytes) -> tuple[ZoneLayout, int]:
    return zone_places(layout)[pending(layout, record)[0]]
