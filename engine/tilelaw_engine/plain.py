"""Reads positions that are plainly right, without the rules.

A position is plainly right if the codec makes a record of it from which the same position is written again. What this
does not show (more pieces than there are, something that an ask ought to tell) is looked at one by one. Whatever else
is written may be right too, or wrong: that is for the evaluator to say.
"""

from __future__ import annotations

from collections import Counter

from tilelaw_engine.shapes import DUE, Layout
from tilelaw_engine.to_json import CodecError, Json, JsonObject, decode, decode_move, pending, pieces_of, zone_places
from tilelaw_engine.to_record import encode, encode_move

ODD = (CodecError, LookupError, TypeError, ValueError, AttributeError, StopIteration)
"""What the codec raises about data of another shape than it knows."""


def read_plain(layout: Layout, position: Json) -> bytes | None:
    """Return the record of a position that is plainly right, or nothing."""
    if not isinstance(position, dict):
        return None
    try:
        whole = _whole(layout, position)
        record = encode(layout, whole)
        is_right = len(record) == layout["size"] and decode(layout, record) == whole
        return record if is_right and _has_pieces(layout, record) and _tells_all(layout, record) else None
    except ODD:
        return None


def read_plain_move(layout: Layout, move: Json, player: int) -> bytes | None:
    """Return the numbers of a player's move that is plainly right, or nothing; it may be against the rules."""
    if not isinstance(move, dict):
        return None
    try:
        data = encode_move(layout, move, player)
        return data if decode_move(layout, data, player) == move else None
    except ODD:
        return None


def _whole(layout: Layout, position: JsonObject) -> JsonObject:
    """Return a position as it is usually written: cells in their order, an entry for every player, nothing empty."""
    whole = dict(position)
    for board in layout["boards"]:
        if board["key"] in whole:
            cells = whole[board["key"]]
            whole[board["key"]] = list(map(_in_order, _lists(cells))) if board["owned"] else _in_order(cells)
    for part in (*layout["zones"], *layout["boards"]):
        if part["owned"] and part["key"] in whole:
            given = _lists(whole[part["key"]])
            if len(given) > layout["players"]:
                raise CodecError(f"{len(given)} players have one, of {layout['players']}")
            whole[part["key"]] = (
                [*given, *([] for _ in range(len(given), layout["players"]))] if any(map(_lists, given)) else []
            )
    emptied = ["asks", *(part["key"] for part in (*layout["zones"], *layout["boards"]))]
    return {name: part for name, part in whole.items() if part != [] or name not in emptied}


def _lists(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise CodecError(f"expected a list, found {value!r}")
    return value


def _in_order(cells: Json) -> list[Json]:
    return sorted(_lists(cells), key=_at)


def _at(cell: Json) -> tuple[int, ...]:
    if isinstance(cell, dict) and isinstance(at := cell["at"], list):
        return tuple(number for number in at if isinstance(number, int))
    raise CodecError(f"expected a cell, found {cell!r}")


def _has_pieces(layout: Layout, record: bytes) -> bool:
    """Return whether no piece lies there more often than it can."""
    lying: dict[str, Counter[int]] = {kind: Counter() for kind in layout["copies"]}
    for zone in layout["zones"]:
        if zone["type"]["sort"] == "kind":
            for owner in range(len(zone["offsets"])):
                lying[zone["type"].get("of", "")].update(pieces_of(zone, owner, record))
    return all(found <= Counter(dict(enumerate(layout["copies"][kind], 1))) for kind, found in lying.items())


def _tells_all(layout: Layout, record: bytes) -> bool:
    """Return whether things that are carried are said, and zones are shuffled where they can be."""
    due = int.from_bytes(record[DUE : DUE + 2], "little")
    if due == 0:
        return True
    rest = [*layout["asks"], *layout["steps"]][due - 1]
    things = [one for one in rest["carries"] if one["type"]["sort"] not in ("flag", "number")]
    zones = [zone_places(layout)[number][0] for number in pending(layout, record)]
    return all(any(record[one["offset"] : one["offset"] + one["width"]]) for one in things) and all(
        rest["name"] in zone["shuffled_at"] for zone in zones
    )
