"""The record of a position: which bytes hold what, worked out from the declarations alone.

A layout is plain JSON data (`shapes`), so that a host in any language can read and write records: `to_json` and
`to_record` need nothing else.
Every value that is stored is one *number*:

    flag        0 or 1                  player, side    its place + 1
    number      itself                  cell            its place on the board, + `stride` for each owner before its own
    member      its place + 1           direction       its place + 1

so that 0 is blank everywhere. The place of a cell is (x - left) * (height + 1) + (y - top) + 1: one spare place lies
before each column, the first of which is the place of nothing.

A field of cells with few values is kept as *planes*, sets of places in words of 64 bits: for things `some`, then one
for each thing; for numbers one for each value but 0; for a flag one. Other fields are arrays by place. Variables are
arrays with one blank entry in front; what has several indices lies in rows, the last index running fastest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry
from tilelaw_engine.data import record_json, records_of, sort_key
from tilelaw_engine.shapes import (
    HEADER,
    ActionLayout,
    ArgumentLayout,
    BoardLayout,
    FieldLayout,
    Layout,
    MarkLayout,
    NamedSpot,
    RestLayout,
    ScoreLayout,
    Spot,
    TypeLayout,
    VariableLayout,
    ZoneLayout,
)

MOST_PLANES = 16
"""A field with more values than this is an array."""

WORD = 64


class Room:
    """Hands out the bytes of a record."""

    def __init__(self) -> None:
        self.used = 0

    def take(self, size: int, align: int) -> int:
        """Return where `size` more bytes lie."""
        offset = -(-self.used // align) * align
        self.used = offset + size
        return offset


def layout(game: ir.Game) -> Layout:
    """Return the layout of a game's records and moves."""
    room = Room()
    room.take(HEADER, 2)
    shuffled = {zone.name: _steps_that_shuffle(game, zone.name) for zone in game.zones}
    places = sum(zone_owners(game, zone) for zone in game.zones if shuffled[zone.name])
    pending = room.take(2 * places, 2)
    slots = _slots(game, room)
    asks = [item for item in items_of(game.flow) if isinstance(item, ir.Ask)]
    steps = [item for item in items_of(game.flow) if isinstance(item, ir.Step)]
    firsts = accumulate((zone_owners(game, zone) for zone in game.zones), initial=0)
    zones = [
        _zone(game, zone, place, shuffled[zone.name], room) for zone, place in zip(game.zones, firsts, strict=False)
    ]
    marks = [_mark(game, mark, room) for mark in game.marks]
    variables = [_variable(game, variable, room) for variable in game.variables]
    boards = [_board(game, board, room) for board in game.boards]
    actions = [_action(game, action) for action in game.actions]
    return {
        "ruleset": game.name,
        "players": game.players,
        "sides": side_count(game),
        "teams": _teams(game),
        "sided": game.sides is not None,
        "size": room.take(0, 8),
        "move": max([8, *(-(-(2 + sum(a["width"] for a in one["arguments"])) // 8) * 8 for one in actions)]),
        "pending": pending,
        "shuffles": places,
        "kinds": {kind.name: [member.name for member in kind.members] for kind in game.kinds},
        "copies": {kind.name: _copies(game, kind) for kind in game.kinds},
        "directions": {shape: list(names) for shape, names in geometry.DIRECTIONS.items()},
        "records": [
            {
                "name": one.name,
                "fields": [(field.name, type_layout(field.type)) for field in one.fields],
                "values": [record_json(game, one, value) for value in records_of(game, one.name)],
            }
            for one in game.records
        ],
        "asks": [_rest(game, ask, slots, ask.actions) for ask in asks],
        "steps": [_rest(game, step, slots, ()) for step in steps],
        "actions": actions,
        "rules": [rule.id for rule in game.rules],
        "scores": [_score(line) for line in game.scores],
        "ranks": _ranks(game),
        "invariants": [one.rule for one in game.invariants],
        "zones": zones,
        "marks": marks,
        "variables": variables,
        "boards": boards,
    }


def _score(line: ir.ScoreLine) -> ScoreLayout:
    if line.each is None:
        return {"rule": line.rule}
    return {"rule": line.rule, "key": type_layout(line.each.type)}


def _ranks(game: ir.Game) -> list[str]:
    found: list[str] = []
    for line in game.ranks:
        if isinstance(line, ir.RankShared):
            break
        found.append(line.rule)
    return found


def items_of(flow: Iterable[ir.FlowItem]) -> Iterator[ir.FlowItem]:
    """Yield every item of the flow, each followed by those inside it."""
    for item in flow:
        yield item
        match item:
            case ir.Ask(branches=branches):
                for branch in branches:
                    yield from items_of(branch.items)
            case ir.Repeat(items=items) | ir.Each(items=items):
                yield from items_of(items)
            case ir.Step():
                pass


def _teams(game: ir.Game) -> list[list[int]]:
    """Return the players of each side, which the checker has seen written out."""
    if game.sides is None:
        return [[player] for player in range(game.players)]
    places = [[one for one in ir.walk(side) if isinstance(one, ir.Nth)] for side in game.sides.sides]
    return [sorted(one.place.value - 1 for one in each if isinstance(one.place, ir.Number)) for each in places]


def side_count(game: ir.Game) -> int:
    """Return the number of sides."""
    return game.players if game.sides is None else len(game.sides.sides)


def type_layout(type_: ir.Type) -> TypeLayout:
    """Return what sort of value a number of this type stands for."""
    match type_:
        case ir.FlagType():
            return {"sort": "flag"}
        case ir.NumberType(low, high):
            return {"sort": "number", "low": low, "high": high}
        case ir.ThingType(sort, name):
            return {"sort": sort.value, "of": name} if name else {"sort": sort.value}
        case _:
            raise AssertionError("the checker stores only flags, numbers and things")


def frame_of(grid: ir.Squares | ir.Hexagon) -> tuple[int, int, int, int]:
    """Return left, top, width and height of the rectangle around a grid."""
    match grid:
        case ir.Squares((left, right), (top, bottom)):
            return left, top, right - left + 1, bottom - top + 1
        case ir.Hexagon(side):
            return 1 - side, 1 - side, 2 * side - 1, 2 * side - 1


def places_of(grid: ir.Squares | ir.Hexagon) -> int:
    """Return how many places a grid has, those of no cell included."""
    _, _, width, height = frame_of(grid)
    return width * (height + 1) + 1


def stride_of(grid: ir.Squares | ir.Hexagon) -> int:
    """Return by how much the numbers of a cell differ on the boards of neighbours: a power of two."""
    return 1 << (places_of(grid) - 1).bit_length()


def number_range(game: ir.Game, type_: ir.Type) -> tuple[int, int]:
    """Return the smallest and largest number that a stored value of a type can have."""
    match type_:
        case ir.FlagType():
            return 0, 1
        case ir.NumberType(low, high):
            return min(low, 0), max(high, 0)
        case ir.ThingType(ir.Sort.KIND, name):
            return 0, sum(len(kind.members) for kind in game.kinds if kind.name == name)
        case ir.ThingType(ir.Sort.PLAYER):
            return 0, game.players
        case ir.ThingType(ir.Sort.SIDE):
            return 0, side_count(game)
        case ir.ThingType(ir.Sort.CELL, name):
            board = next(board for board in game.boards if board.name == name)
            return 0, stride_of(board.grid) * (game.players if board.owned else 1) - 1
        case ir.ThingType(ir.Sort.DIRECTION, name):
            return 0, len(geometry.DIRECTIONS[name])
        case ir.ThingType(ir.Sort.RECORD, name):
            return 0, len(records_of(game, name))
        case _:
            raise AssertionError("the checker stores only flags, numbers and things")


def width_of(low: int, high: int) -> tuple[int, bool]:
    """Return the bytes that hold every number of a range, and whether they are signed."""
    for width in (1, 2):
        if low >= 0 and high < 1 << 8 * width:
            return width, False
        if low >= -1 << 8 * width - 1 and high < 1 << 8 * width - 1:
            return width, True
    return 4, True


def spot(game: ir.Game, type_: ir.Type, room: Room) -> Spot:
    """Return room for one value."""
    width, signed = width_of(*number_range(game, type_))
    return {"offset": room.take(width, width), "width": width, "signed": signed, "type": type_layout(type_)}


Slots = dict[tuple[str, ir.Type], Spot]


def binding_spots(game: ir.Game) -> Slots:
    """Return where each binding of the flow lies in a record."""
    places = sum(zone_owners(game, zone) for zone in game.zones if _steps_that_shuffle(game, zone.name))
    room = Room()
    room.take(HEADER + 2 * places, 2)
    return _slots(game, room)


def _slots(game: ir.Game, room: Room) -> Slots:
    """Return room for every binding of the flow; bindings of one name and type share it, for they never meet."""
    slots: Slots = {}
    for name, type_ in bindings_of(game):
        if (name, type_) not in slots:
            slots[name, type_] = spot(game, type_, room)
    return slots


def bindings_of(game: ir.Game) -> Iterator[tuple[str, ir.Type]]:
    """Yield name and type of everything that the flow binds."""
    actions = {action.name: action for action in game.actions}
    for item in items_of(game.flow):
        match item:
            case ir.Repeat(bindings=bindings):
                yield from ((binding.name, binding.type) for binding in bindings)
            case ir.Each(element=element, type=type_):
                yield element, type_
            case ir.Ask(branches=branches):
                for branch in branches:
                    yield from ((one.name, one.type) for one in actions[branch.action].arguments)
            case ir.Step():
                pass


def _rest(game: ir.Game, item: ir.Ask | ir.Step, slots: Slots, actions: Iterable[str]) -> RestLayout:
    numbers = {action.name: number for number, action in enumerate(game.actions)}
    carries: list[NamedSpot] = []
    for one in item.carries:
        named: NamedSpot = {"name": one.name, "hidden_in": one.hidden_in, **slots[one.name, one.type]}
        carries.append(named)
    return {"name": item.name, "actions": [numbers[action] for action in actions], "carries": carries}


def _action(game: ir.Game, action: ir.Action) -> ActionLayout:
    requirements = [one for one in game.requirements if one.action == action.name]
    room = Room()
    room.take(2, 2)  # the number of the action
    return {
        "name": action.name,
        "rule": action.rule,
        "arguments": [_argument(game, one, room) for one in action.arguments],
        "requirements": [one.rule for one in requirements],
        "asks": [one.ask for one in requirements],
    }


def _argument(game: ir.Game, argument: ir.Argument, room: Room) -> ArgumentLayout:
    width = 2 * argument_slots(game, argument.type)
    return {
        "name": argument.name,
        "offset": room.take(width, 2),
        "width": width,
        "signed": number_range(game, argument.type)[0] < 0,
        "type": type_layout(argument.type),
    }


def argument_slots(game: ir.Game, type_: ir.Type) -> int:
    """Return how many numbers of 16 bits an argument needs."""
    width, _ = width_of(*number_range(game, type_))
    return max(1, width // 2)


def zone_owners(game: ir.Game, zone: ir.ZoneDecl) -> int:
    """Return how many zones of a name there are."""
    return 1 if zone.owner is None else number_range(game, zone.owner)[1]


def _steps_that_shuffle(game: ir.Game, zone: str) -> list[str]:
    steps: dict[str, None] = {}
    for one in game.consequences:
        shuffles = [node for node in ir.walk(one) if isinstance(node, ir.ShuffleZone) and node.zone.zone == zone]
        if isinstance(one.trigger, ir.AtStep) and shuffles:
            steps[one.trigger.step] = None
    return list(steps)


def _zone(game: ir.Game, zone: ir.ZoneDecl, place: int, shuffled_at: list[str], room: Room) -> ZoneLayout:
    width, _ = width_of(*number_range(game, zone.of))
    capacity = zone_capacity(game, zone.of)
    size = -(-(2 + capacity * width) // 2) * 2
    found: ZoneLayout = {
        "name": zone.name,
        "key": zone.written,
        "place": place,
        "owned": zone.owner is not None and zone.owner.sort is ir.Sort.PLAYER,
        "order": zone.order.value,
        "type": type_layout(zone.of),
        "offsets": [room.take(size, 2) for _ in range(zone_owners(game, zone))],
        "width": width,
        "capacity": capacity,
        "marks": [mark.name for mark in game.marks if zone.order is ir.Order.ROW and mark.kind == zone.of.name],
        "shuffled_at": shuffled_at,
    }
    if zone.owner is not None and zone.owner.sort is ir.Sort.KIND:
        found["owner"] = type_layout(zone.owner)
    if zone.order is ir.Order.ROW and zone.by:
        found["ranks"] = ranks(game, zone)
    return found


def zone_capacity(game: ir.Game, of: ir.ThingType) -> int:
    """Return how many pieces there can be in a zone: pieces never become more than there are."""
    if of.sort is ir.Sort.KIND:
        return sum(_copies(game, next(kind for kind in game.kinds if kind.name == of.name)))
    return max(game.players, sum(_started(game, of).values()))


def _copies(game: ir.Game, kind: ir.KindDecl) -> list[int]:
    """Return how many of each member there are: its copies, or what the zones start with if that is more."""
    started = _started(game, ir.ThingType(ir.Sort.KIND, kind.name))
    return [max(member.copies, started[member.name]) for member in kind.members]


def _started(game: ir.Game, of: ir.ThingType) -> Counter[str | int]:
    """Return with how many of each piece all zones start."""
    started: Counter[str | int] = Counter()
    for zone in game.zones:
        if zone.of == of:
            started.update({name: number * zone_owners(game, zone) for name, number in zone.starts})
    return started


def ranks(game: ir.Game, zone: ir.ZoneDecl) -> list[int]:
    """Return the place of each member in a row that is sorted by a field; equal members keep component order."""
    kind = next(kind for kind in game.kinds if kind.name == zone.of.name)
    column = [field.name for field in kind.fields].index(zone.by)
    type_ = kind.fields[column].type
    keys = [sort_key(game, type_, member.data[column]) for member in kind.members]
    order = sorted(range(len(keys)), key=lambda place: (keys[place], place))
    found = [0] * len(keys)
    for rank, place in enumerate(order):
        found[place] = rank
    return found


def _mark(game: ir.Game, mark: ir.MarkDecl, room: Room) -> MarkLayout:
    width, signed = width_of(*number_range(game, mark.type))
    members = next(len(kind.members) for kind in game.kinds if kind.name == mark.kind)
    return {
        "name": mark.name,
        "kind": mark.kind,
        "offset": room.take((members + 1) * width, width),
        "width": width,
        "signed": signed,
        "type": type_layout(mark.type),
    }


def index_size(game: ir.Game, type_: ir.Type) -> int:
    """Return how many entries an index has; the entries of a cell's index are its places, owner after owner."""
    match type_:
        case ir.NumberType(low, high):
            return high - low + 1
        case ir.ThingType(ir.Sort.CELL, name):
            board = next(board for board in game.boards if board.name == name)
            return (places_of(board.grid) - 1) * (game.players if board.owned else 1)
        case _:
            return number_range(game, type_)[1]


def _variable(game: ir.Game, variable: ir.VariableDecl, room: Room) -> VariableLayout:
    width, signed = width_of(*number_range(game, variable.type))
    sizes = [index_size(game, index) for index in variable.indices]
    entries = 1
    for size in sizes:
        entries *= size
    return {
        "name": variable.name,
        "indices": [type_layout(index) for index in variable.indices],
        "sizes": sizes,
        "offset": room.take((entries + 1) * width, width),
        "width": width,
        "signed": signed,
        "type": type_layout(variable.type),
        "seen_by": variable.seen_by.value,
    }


def _board(game: ir.Game, board: ir.BoardDecl, room: Room) -> BoardLayout:
    left, top, width, height = frame_of(board.grid)
    places = places_of(board.grid)
    words = -(-places // WORD)
    start = room.take(0, 8)
    stored = [field for field in board.fields if not field.is_printed]
    fields = [_field(game, field, places, words, room) for field in stored]
    size = room.take(0, 8) - start
    room.take(size * (game.players - 1 if board.owned else 0), 8)
    return {
        "name": board.name,
        "key": board.written,
        "owned": board.owned,
        "hexagon": isinstance(board.grid, ir.Hexagon),
        "left": left,
        "top": top,
        "width": width,
        "height": height,
        "words": words,
        "places": places,
        "stride": stride_of(board.grid),
        "size": size,
        "fields": fields,
    }


def _field(game: ir.Game, field: ir.CellFieldDecl, places: int, words: int, room: Room) -> FieldLayout:
    low, high = number_range(game, field.type)
    width, signed = width_of(low, high)
    planes = high - low + isinstance(field.type, ir.ThingType)
    if planes > MOST_PLANES:
        planes = 0
    offset = room.take(words * 8 * planes, 8) if planes else room.take(places * width, width)
    return {
        "name": field.name,
        "offset": offset,
        "planes": planes,
        "width": width,
        "signed": signed,
        "type": type_layout(field.type),
    }
