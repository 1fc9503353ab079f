"""Records of positions, and moves, as JSON data, by the layout alone: exactly as the evaluator writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from tilelaw_engine.shapes import (
    DUE,
    PLAYER,
    BoardLayout,
    FieldLayout,
    Layout,
    RestLayout,
    Spot,
    TypeLayout,
    VariableLayout,
    ZoneLayout,
)

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
JsonObject: TypeAlias = dict[str, Json]

WORD_BYTES = 8


class CodecError(ValueError):
    """What cannot be written into a record: a name, a cell or a number that the layout does not know."""


def decode(layout: Layout, record: bytes) -> JsonObject:
    """Return the position in a record as canonical JSON data, or what an observation shows of it."""
    parts: JsonObject = {zone["key"]: _zone(layout, zone, record) for zone in layout["zones"]}
    parts |= {board["key"]: _board(layout, board, record) for board in layout["boards"]}
    parts |= {variable["name"]: _variable(layout, variable, record) for variable in layout["variables"]}
    parts["asks"] = asks(layout, record)
    whole: JsonObject = {"ruleset": layout["ruleset"], "players": layout["players"]}
    return whole | {name: part for name, part in parts.items() if part is not None and part != []}


def asks(layout: Layout, record: bytes) -> list[JsonObject]:
    """Return what is due, as it stands under `asks`."""
    due = _read(record, DUE, 2)
    if due == 0:
        return []
    if due <= len(layout["asks"]):
        player = _read(record, PLAYER, 2) - 1
        ask = layout["asks"][due - 1]
        return [{"ask": ask["name"], "player": player, **_carried(layout, ask, record, player)}]
    step = layout["steps"][due - 1 - len(layout["asks"])]
    return [
        {**_shuffle(layout, step, number), **_carried(layout, step, record, None)} for number in pending(layout, record)
    ]


def pending(layout: Layout, record: bytes) -> list[int]:
    """Return the zone places whose order is due, by number."""
    numbers = [_read(record, layout["pending"] + 2 * place, 2) for place in range(layout["shuffles"])]
    return [number - 1 for number in numbers if number]


def zone_places(layout: Layout) -> list[tuple[ZoneLayout, int]]:
    """Return every zone of every owner (0 for a shared one), in the order of their numbers."""
    return [(zone, owner) for zone in layout["zones"] for owner in range(len(zone["offsets"]))]


def _shuffle(layout: Layout, step: RestLayout, number: int) -> JsonObject:
    zone, owner = zone_places(layout)[number]
    written: JsonObject = {"shuffle": zone["name"]}
    if zone["owned"]:
        written["owner"] = owner
    elif "owner" in zone:
        written["owner"] = value_of(layout, zone["owner"], owner + 1)
    if len(zone["shuffled_at"]) > 1:
        written["step"] = step["name"]
    return written


def _carried(layout: Layout, item: RestLayout, record: bytes, asked: int | None) -> JsonObject:
    found: JsonObject = {}
    for one in item["carries"]:
        value = _value(layout, one, record, asked)
        is_said = one["type"]["sort"] == "player" and value == asked
        if not is_said and value is not None and value is not False and not _is_zero(one, value):
            found[one["name"]] = value
    return found


def _is_zero(one: Spot, value: Json) -> bool:
    return one["type"]["sort"] == "number" and value == 0


def _read(record: bytes, offset: int, width: int, signed: bool = False) -> int:
    return int.from_bytes(record[offset : offset + width], "little", signed=signed)


def _value(layout: Layout, at: Spot, record: bytes, owner: int | None) -> Json:
    number = _read(record, at["offset"], at["width"], at["signed"])
    return value_of(layout, at["type"], number, owner)


def value_of(layout: Layout, type_: TypeLayout, number: int, owner: int | None = None) -> Json:
    """Return the value that a number stands for, in a text about this owner's things; nothing for nothing."""
    match type_["sort"]:
        case "flag":
            return bool(number)
        case "number":
            return number
        case _ if number == 0:
            return None
        case "kind":
            return layout["kinds"][type_.get("of", "")][number - 1]
        case "cell":
            return _cell_of(board_named(layout, type_), number, owner)
        case "direction":
            return layout["directions"][type_.get("of", "")][number - 1]
        case "record":
            return records_named(layout, type_)[number - 1]
        case _:
            return number - 1


def records_named(layout: Layout, type_: TypeLayout) -> Sequence[Json]:
    """Return the records of a type, in the order of their numbers."""
    return next(one["values"] for one in layout["records"] if one["name"] == type_.get("of"))


def board_named(layout: Layout, type_: TypeLayout) -> BoardLayout:
    """Return the board on which cells of a type lie."""
    return next(board for board in layout["boards"] if board["name"] == type_.get("of"))


def _cell_of(board: BoardLayout, number: int, owner: int | None) -> list[int]:
    holder, place = divmod(number, board["stride"])
    column, row = divmod(place - 1, board["height"] + 1)
    at = [column + board["left"], row + board["top"]]
    return [*at, holder] if board["owned"] and holder != owner else at


def place_at(board: BoardLayout, x: int, y: int) -> int:
    """Return the place of a cell, 0 if it is not on the board."""
    column, row = x - board["left"], y - board["top"]
    if not (0 <= column < board["width"] and 0 <= row < board["height"]):
        return 0
    if board["hexagon"] and abs(x + y) > board["width"] // 2:
        return 0
    return column * (board["height"] + 1) + row + 1


def _zone(layout: Layout, zone: ZoneLayout, record: bytes) -> Json:
    written = [_pieces(layout, zone, record, owner) for owner in range(len(zone["offsets"]))]
    if not any(written):
        return None
    if "owner" in zone:
        keys = [_key(layout, zone["owner"], owner) for owner in range(len(written))]
        return {key: pieces for key, pieces in zip(keys, written, strict=True) if pieces}
    return written if zone["owned"] else written[0]


def pieces_of(zone: ZoneLayout, owner: int, record: bytes) -> list[int]:
    """Return the pieces of a zone, by number."""
    start, width = zone["offsets"][owner], zone["width"]
    end = start + 2 + width * _read(record, start, 2)
    if width == 1:
        return list(record[start + 2 : end])
    return [_read(record, at, width) for at in range(start + 2, end, width)]


def _pieces(layout: Layout, zone: ZoneLayout, record: bytes, owner: int) -> Json:
    """Return the pieces of a zone, or how many there are if an observer sees no more."""
    numbers = pieces_of(zone, owner, record)
    if len(record) > layout["size"] and not record[layout["size"] + zone["place"] + owner]:
        return len(numbers)
    names = [value_of(layout, zone["type"], number) for number in numbers]
    if zone["order"] != "row":
        return names
    key = zone["type"].get("of") or zone["type"]["sort"]
    return [{key: name} | _marks(layout, zone, record, number) for name, number in zip(names, numbers, strict=True)]


def _marks(layout: Layout, zone: ZoneLayout, record: bytes, member: int) -> JsonObject:
    found: JsonObject = {}
    for mark in layout["marks"]:
        if mark["name"] in zone["marks"]:
            number = _read(record, mark["offset"] + member * mark["width"], mark["width"], mark["signed"])
            if number:
                found[mark["name"]] = value_of(layout, mark["type"], number)
    return found


def _board(layout: Layout, board: BoardLayout, record: bytes) -> Json:
    owners = range(layout["players"]) if board["owned"] else range(1)
    written = [_cells(layout, board, record, owner) for owner in owners]
    if not any(written):
        return None
    return written if board["owned"] else written[0]


def _cells(layout: Layout, board: BoardLayout, record: bytes, owner: int) -> list[Json]:
    found: dict[int, JsonObject] = {}
    start = board["fields"][0]["offset"] + owner * board["size"] if board["fields"] else 0
    if record.count(0, start, start + board["size"]) == board["size"]:
        return []
    for field in board["fields"]:
        for place, number in _field(board, field, record, owner):
            about = owner if board["owned"] else None
            found.setdefault(place, {})[field["name"]] = value_of(layout, field["type"], number, about)
    return [{"at": _cell_of(board, place + owner * board["stride"], owner), **found[place]} for place in sorted(found)]


def _field(board: BoardLayout, field: FieldLayout, record: bytes, owner: int) -> Iterator[tuple[int, int]]:
    """Yield the places at which a field is not blank, and the numbers there."""
    start = field["offset"] + owner * board["size"]
    if not field["planes"]:
        for place in range(board["places"]):
            number = _read(record, start + place * field["width"], field["width"], field["signed"])
            if number:
                yield place, number
        return
    size = board["words"] * WORD_BYTES
    for plane, number in enumerate(plane_numbers(field)):
        bits = _read(record, start + plane * size, size) if number else 0
        while bits:
            yield (bits & -bits).bit_length() - 1, number
            bits &= bits - 1


def plane_numbers(field: FieldLayout) -> list[int]:
    """Return the number for which each plane of a field stands; 0 is the plane of all that is something."""
    if field["type"]["sort"] == "number":
        low = min(field["type"].get("low", 0), 0)
        return [number for number in range(low, low + field["planes"] + 1) if number]
    return list(range(field["planes"])) if field["type"]["sort"] != "flag" else [1]


def planes_of(field: FieldLayout, number: int) -> tuple[int, ...]:
    """Return the planes of a field in which the bit of a place is set that has a number."""
    if number == 0:
        return ()
    match field["type"]["sort"]:
        case "flag":
            return (0,)
        case "number":
            return (number - min(field["type"].get("low", 0), 0) - (number > 0),)
        case _:
            return (0, number)


def _variable(layout: Layout, variable: VariableLayout, record: bytes) -> Json:
    width, signed, type_ = variable["width"], variable["signed"], variable["type"]
    if not variable["indices"]:
        number = _read(record, variable["offset"] + width, width, signed)
        return value_of(layout, type_, number) if number else None
    written: JsonObject = {}
    for entry, indices in enumerate(product(*(range(size) for size in variable["sizes"])), 1):
        number = _read(record, variable["offset"] + entry * width, width, signed)
        if number:
            keys = [_key(layout, index, at) for index, at in zip(variable["indices"], indices, strict=True)]
            _nested(written, keys, value_of(layout, type_, number))
    return written or None


def _nested(written: JsonObject, keys: list[str], value: Json) -> None:
    inner = written
    for key in keys[:-1]:
        following = inner.setdefault(key, {})
        assert isinstance(following, dict), "an index holds what it held before"
        inner = following
    inner[keys[-1]] = value


def _key(layout: Layout, type_: TypeLayout, entry: int) -> str:
    """Return the key of an entry, counted from 0, of an index."""
    if type_["sort"] == "number":
        return str(entry + type_.get("low", 0))
    if type_["sort"] == "cell":
        board = board_named(layout, type_)
        owner, place = divmod(entry, board["places"] - 1)
        return ",".join(map(str, _cell_of(board, owner * board["stride"] + place + 1, None)))
    return str(value_of(layout, type_, entry + 1))


def decode_move(layout: Layout, move: bytes, player: int) -> JsonObject:
    """Return a move of a player as JSON data."""
    action = layout["actions"][_read(move, 0, 2)]
    return {action["name"]: {one["name"]: _value(layout, one, move, player) for one in action["arguments"]}}
