"""Positions and moves that are JSON data as records, by the layout alone.

`encode` reads what `to_json` writes; `plain` sees whether what people write is that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from tilelaw_engine.shapes import (
    DUE,
    PLAYER,
    BoardLayout,
    Layout,
    NamedSpot,
    RestLayout,
    Spot,
    TypeLayout,
    VariableLayout,
    ZoneLayout,
)
from tilelaw_engine.to_json import (
    WORD_BYTES,
    CodecError,
    Json,
    board_named,
    place_at,
    planes_of,
    records_named,
    zone_places,
)


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
        for plane in planes_of(field, number):
            record[start + plane * board["words"] * WORD_BYTES + place // 8] |= 1 << place % 8


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
            board = board_named(layout, type_)
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
            board = board_named(layout, type_)
            x, y, holder = (*(_whole(number) for number in _list(value)), owner or 0)[:3]
            place = place_at(board, x, y)
            _below(holder, 0, layout["players"])
            return place + board["stride"] * holder if place and board["owned"] else place
        case "direction":
            return 1 + _place_among(layout["directions"][type_.get("of", "")], value)
        case "record":
            return 1 + _place_among(records_named(layout, type_), value)
        case "side":
            return 1 + _below(_whole(value), 0, layout["sides"])
        case _:
            return 1 + _below(_whole(value), 0, layout["players"])


def _place_among(names: Sequence[Json], value: Json) -> int:
    try:
        place = names.index(value)
    except ValueError:
        raise CodecError(f"nothing is called {value!r}") from None
    if type(names[place]) is not type(value):  # a flag equals a number
        raise CodecError(f"nothing is called {value!r}")
    return place


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


def encode_move(layout: Layout, move: Mapping[str, Json], player: int) -> bytes:
    """Return a player's move as its numbers; a cell that is not on the board is nothing."""
    ((name, given),) = move.items()
    number = [action["name"] for action in layout["actions"]].index(name)
    found = bytearray(layout["move"])
    _write(found, 0, 2, number)
    for argument in layout["actions"][number]["arguments"]:
        _write_value(layout, argument, _object(given)[argument["name"]], player, found)
    return bytes(found)
