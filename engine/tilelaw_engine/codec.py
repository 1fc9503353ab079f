"""Positions and moves as JSON data, to records and back, by the layout alone.

`decode` writes a position exactly as the evaluator does. `encode` reads what `decode` writes; `plain` sees whether what
people write is that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from tilelaw_engine.layout import (
    DUE,
    PLAYER,
    BoardLayout,
    FieldLayout,
    Layout,
    NamedSpot,
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
    """Return the position in a record as canonical JSON data."""
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
            return _cell_of(_board_named(layout, type_), number, owner)
        case "direction":
            return layout["directions"][type_.get("of", "")][number - 1]
        case "record":
            return _records_of(layout, type_)[number - 1]
        case _:
            return number - 1


def _records_of(layout: Layout, type_: TypeLayout) -> Sequence[Json]:
    return next(one["values"] for one in layout["records"] if one["name"] == type_.get("of"))


def _board_named(layout: Layout, type_: TypeLayout) -> BoardLayout:
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


def _pieces(layout: Layout, zone: ZoneLayout, record: bytes, owner: int) -> list[Json]:
    numbers = pieces_of(zone, owner, record)
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
        board = _board_named(layout, type_)
        owner, place = divmod(entry, board["places"] - 1)
        return ",".join(map(str, _cell_of(board, owner * board["stride"] + place + 1, None)))
    return str(value_of(layout, type_, entry + 1))


def encode(layout: Layout, position: Mapping[str, Json]) -> bytes:
    """Return the record of a position."""
    record = bytearray(layout["size"])
    for zone in layout["zones"]:
        _write_zone(layout, zone, position.get(zone["key"], ()), record)
    for board in layout["boards"]:
        for owner, cells in _copies(board["owned"], position.get(board["key"], ())):
            for cell in cells:
                _write_cell(layout, board, owner, _object(cell), record)
    for variable in layout["variables"]:
        if variable["name"] in position:
            _write_variable(layout, variable, position[variable["name"]], record)
    _write_asks(layout, [_object(ask) for ask in _list(position.get("asks", ()))], record)
    return bytes(record)


def _list(value: Json) -> Sequence[Json]:
    if isinstance(value, list | Sequence) and not isinstance(value, str):
        return value
    raise CodecError(f"expected a list, found {value!r}")


def _object(value: Json) -> Mapping[str, Json]:
    if isinstance(value, dict | Mapping):  # the first is seen at once, the second is any other
        return value
    raise CodecError(f"expected an object, found {value!r}")


def _copies(owned: bool, value: Json) -> Iterator[tuple[int, Sequence[Json]]]:
    """Yield the entries of each owner."""
    if owned:
        yield from ((owner, _list(entries)) for owner, entries in enumerate(_list(value)))
    else:
        yield 0, _list(value)


def _write(record: bytearray, offset: int, width: int, number: int) -> None:
    record[offset : offset + width] = (number & (1 << 8 * width) - 1).to_bytes(width, "little")


def _write_zone(layout: Layout, zone: ZoneLayout, value: Json, record: bytearray) -> None:
    key = zone["type"].get("of") or zone["type"]["sort"]
    copies = _copies(zone["owned"], value)
    if "owner" in zone:
        of = zone["owner"]
        copies = ((_entry(layout, of, name), _list(entries)) for name, entries in _object(value or {}).items())
    for owner, entries in copies:
        numbers = []
        for entry in entries:
            named = entry[key] if isinstance(entry, dict) else entry
            numbers.append(number_of(layout, zone["type"], named))
            if not numbers[-1]:
                raise CodecError(f"nothing is no piece of {zone['name']!r}")
            if isinstance(entry, dict):
                _write_marks(layout, entry, numbers[-1], record)
        write_pieces(zone, owner, numbers, record)


def write_pieces(zone: ZoneLayout, owner: int, numbers: list[int], record: bytearray) -> None:
    """Write the pieces of a zone, by number; a row and a hand are put into their order."""
    if zone["order"] != "pile":
        ranks = zone.get("ranks")
        numbers = sorted(numbers, key=lambda number: (ranks[number - 1] if ranks else 0, number))
    if len(numbers) > zone["capacity"]:
        raise CodecError(f"there are only {zone['capacity']} pieces for {zone['name']!r}")
    start = zone["offsets"][owner]
    _write(record, start, 2, len(numbers))
    width, size = zone["width"], zone["capacity"] * zone["width"]
    written = b"".join(number.to_bytes(width, "little") for number in numbers)
    record[start + 2 : start + 2 + size] = written.ljust(size, b"\0")


def _write_marks(layout: Layout, entry: Mapping[str, Json], member: int, record: bytearray) -> None:
    for mark in layout["marks"]:
        if mark["name"] in entry:
            number = number_of(layout, mark["type"], entry[mark["name"]])
            _write(record, mark["offset"] + member * mark["width"], mark["width"], number)


def _write_cell(layout: Layout, board: BoardLayout, owner: int, cell: Mapping[str, Json], record: bytearray) -> None:
    x, y = (_whole(number) for number in _list(cell["at"]))
    place = place_at(board, x, y)
    if not place:
        raise CodecError(f"{cell['at']!r} is not on the board")
    for field in board["fields"]:
        if field["name"] not in cell:
            continue
        number = number_of(layout, field["type"], cell[field["name"]], owner)
        start = field["offset"] + owner * board["size"]
        if not field["planes"]:
            _write(record, start + place * field["width"], field["width"], number)
            continue
        meanings = plane_numbers(field) if number else []
        for meaning in (0, number):
            if meaning in meanings:
                byte = start + meanings.index(meaning) * board["words"] * WORD_BYTES + place // 8
                record[byte] |= 1 << place % 8


def _write_variable(layout: Layout, variable: VariableLayout, value: Json, record: bytearray) -> None:
    for entry, given in _entries(layout, variable, value, 0):
        number = number_of(layout, variable["type"], given)
        _write(record, variable["offset"] + (entry + 1) * variable["width"], variable["width"], number)


def _entries(layout: Layout, variable: VariableLayout, value: Json, depth: int) -> Iterator[tuple[int, Json]]:
    if depth == len(variable["indices"]):
        yield 0, value
        return
    rest = prod(variable["sizes"][depth + 1 :])
    for key, inner in _object(value).items():
        entry = _entry(layout, variable["indices"][depth], key)
        yield from ((entry * rest + at, given) for at, given in _entries(layout, variable, inner, depth + 1))


def _entry(layout: Layout, type_: TypeLayout, key: str) -> int:
    match type_["sort"]:
        case "number":
            return int(key) - type_.get("low", 0)
        case "cell":
            board = _board_named(layout, type_)
            x, y, owner = (*map(int, key.split(",")), 0)[:3]
            return owner * (board["places"] - 1) + place_at(board, x, y) - 1
        case "kind":
            return [str(name) for name in layout["kinds"][type_.get("of", "")]].index(key)
        case "direction":
            return layout["directions"][type_.get("of", "")].index(key)
        case _:
            return int(key)


def number_of(layout: Layout, type_: TypeLayout, value: Json, owner: int | None = None) -> int:
    """Return the number that stands for a value, in a text about this owner's things."""
    match type_["sort"]:
        case "flag":
            return int(_flag(value))
        case "number":
            return _below(_whole(value), min(type_.get("low", 0), 0), max(type_.get("high", 0), 0) + 1)
        case _ if value is None:
            return 0
        case "kind":
            return 1 + _place_among(layout["kinds"][type_.get("of", "")], value)
        case "cell":
            board = _board_named(layout, type_)
            x, y, holder = (*(_whole(number) for number in _list(value)), owner or 0)[:3]
            place = place_at(board, x, y)
            _below(holder, 0, layout["players"])
            return place + board["stride"] * holder if place and board["owned"] else place
        case "direction":
            return 1 + _place_among(layout["directions"][type_.get("of", "")], value)
        case "record":
            return 1 + _place_among(_records_of(layout, type_), value)
        case "side":
            return 1 + _below(_whole(value), 0, layout["sides"])
        case _:
            return 1 + _below(_whole(value), 0, layout["players"])


def _place_among(names: Sequence[Json], value: Json) -> int:
    if value in names:
        place = names.index(value)
        if type(names[place]) is type(value):  # a flag equals a number
            return place
    raise CodecError(f"nothing is called {value!r}")


def _whole(value: Json) -> int:
    if isinstance(value, int) and type(value) is int:
        return value
    raise CodecError(f"expected a number, found {value!r}")


def _flag(value: Json) -> bool:
    if isinstance(value, bool):
        return value
    raise CodecError(f"expected true or false, found {value!r}")


def _below(number: int, low: int, end: int) -> int:
    if low <= number < end:
        return number
    raise CodecError(f"expected a number from {low} to {end - 1}, found {number}")


def _write_asks(layout: Layout, due: list[Mapping[str, Json]], record: bytearray) -> None:
    if not due:
        return
    first = due[0]
    if "ask" in first:
        number = [ask["name"] for ask in layout["asks"]].index(str(first["ask"]))
        player = _below(_whole(first["player"]), 0, layout["players"])
        _write(record, DUE, 2, number + 1)
        _write(record, PLAYER, 2, player + 1)
        _write_carried(layout, layout["asks"][number], first, player, record)
        return
    places = [(zone["name"], owner) for zone, owner in zone_places(layout)]
    for place, one in enumerate(due):
        number = places.index((str(one["shuffle"]), _owner(layout, one)))
        _write(record, layout["pending"] + 2 * place, 2, number + 1)
    zone = next(zone for zone in layout["zones"] if zone["name"] == first["shuffle"])
    step = [step["name"] for step in layout["steps"]].index(str(first.get("step", zone["shuffled_at"][0])))
    _write(record, DUE, 2, len(layout["asks"]) + step + 1)
    _write_carried(layout, layout["steps"][step], first, None, record)


def _owner(layout: Layout, shuffle: Mapping[str, Json]) -> int:
    """Return whose zone is shuffled, counted from 0."""
    zone = next(zone for zone in layout["zones"] if zone["name"] == shuffle["shuffle"])
    if "owner" in zone:
        return number_of(layout, zone["owner"], shuffle["owner"]) - 1
    return _whole(shuffle.get("owner", 0))


def _write_carried(
    layout: Layout, item: RestLayout, given: Mapping[str, Json], asked: int | None, record: bytearray
) -> None:
    for one in item["carries"]:
        if one["name"] in given:
            _write_value(layout, one, given[one["name"]], asked, record)
        elif one["type"]["sort"] == "player" and asked is not None:
            _write(record, one["offset"], one["width"], asked + 1)


def _write_value(layout: Layout, at: Spot | NamedSpot, value: Json, owner: int | None, record: bytearray) -> None:
    _write(record, at["offset"], at["width"], number_of(layout, at["type"], value, owner))


def decode_move(layout: Layout, move: bytes, player: int) -> JsonObject:
    """Return a move of a player as JSON data."""
    action = layout["actions"][_read(move, 0, 2)]
    offset = 2
    values: JsonObject = {}
    for argument in action["arguments"]:
        width = 2 * argument["slots"]
        number = _read(move, offset, width, argument["type"].get("low", 0) < 0)
        values[argument["name"]] = value_of(layout, argument["type"], number, player)
        offset += width
    return {action["name"]: values}


def encode_move(layout: Layout, move: Mapping[str, Json], player: int) -> bytes:
    """Return a player's move as its numbers; a cell that is not on the board is nothing."""
    ((name, given),) = move.items()
    number = [action["name"] for action in layout["actions"]].index(name)
    found = bytearray(layout["move"])
    _write(found, 0, 2, number)
    offset = 2
    for argument in layout["actions"][number]["arguments"]:
        width = 2 * argument["slots"]
        value = _object(given)[argument["name"]]
        _write(found, offset, width, number_of(layout, argument["type"], value, player))
        offset += width
    return bytes(found)
