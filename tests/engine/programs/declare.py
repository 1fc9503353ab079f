"""Declarations of a random program: what the rest of it speaks of, a little of everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

from engine.programs.world import FLAG, PLAYER, SIDE, Board, Field, Relation, Store, World, Zone
from tilelaw_dsl import ir

SQUARE_WAYS = ("up", "right", "down", "left", "up_right", "down_right", "down_left", "up_left")
HEX_WAYS = ("east", "northeast", "northwest", "west", "southwest", "southeast")


def declare(chance: Random) -> tuple[World, list[str]]:
    """Return what a program declares, and the lines in which it does."""
    players = chance.choice((2, 3, 1, 4, 2, 3, 4, 9))
    world = World(chance, players, has_sides=players > 2 and chance.random() < 0.4)
    lines = [*_kinds(world), *_boards(world), *_record(world), *_data_kind(world)]
    lines += [*_zones(world), *_marks(world), *_variables(world), *_params(world)]
    return world, lines


def _some(world: World, low: int, high: int) -> range:
    return range(world.chance.randint(low, high))


def _kinds(world: World) -> Iterator[str]:
    for _ in _some(world, 1, 2):
        name = world.name("kind")
        world.members[name] = tuple(world.name("m") for _ in _some(world, 1, 4))
        yield f"kinds {name}: {', '.join(world.members[name])}"


def _range(world: World) -> ir.NumberType:
    """A range that holds 0; sometimes a wide one."""
    low, high = world.chance.choice(((0, 3), (0, 9), (-3, 4), (0, 1), (-9, 0), (0, 300), (0, 70_000), (-1_000_000, 9)))
    return ir.NumberType(low, high)


def _value_type(world: World) -> ir.Type:
    """The type of something that is stored."""
    which = world.chance.randrange(4)
    if which == 0:
        return FLAG
    return _range(world) if which == 1 else replace(world.chance.choice(world.things()), maybe=True)


def _boards(world: World) -> Iterator[str]:
    for _ in _some(world, 1, 2):
        yield from _board(world)


def _board(world: World) -> Iterator[str]:
    chance = world.chance
    name, cell, owned = world.name("board"), world.name("cell"), chance.random() < 0.4
    is_hexagon = chance.random() < 0.35
    yield f"board {name}{' of player' if owned else ''}{chance.choice(('', f' written {name}s'))}"
    if is_hexagon:
        side = chance.choice((2, 1, 3, 2, 3, 5))
        corners = [(0, 0), (side - 1, 0), (1 - side, side - 1)]
        yield f"    grid hexagon {side}"
    else:
        (x0, x1), (y0, y1) = (chance.choice(((0, 2), (0, 0), (-1, 2), (1, 4), (-1, 1), (-4, 5))) for _ in range(2))
        corners = [(x0, y0), (x1, y1), (x0, y1)]
        yield f"    grid squares {x0}..{x1} by {y0}..{y1}"
    corners = list(dict.fromkeys(corners))
    first = world.name("near")
    relations, lines = [Relation(first)], [f"relation {first} = {_built_in(world, is_hexagon)}"]
    for _ in _some(world, 0, 2):
        relation, written = _relation(world, first, is_hexagon, corners)
        relations.append(relation)
        lines.append(f"relation {relation.name} = {written}")
    ways = HEX_WAYS if is_hexagon else SQUARE_WAYS
    world.boards.append(Board(name, cell, owned, is_hexagon, tuple(relations), ways))
    yield from (f"    {line}" for line in lines)
    yield f"    cell {cell}"
    for _ in _some(world, 1, 3):
        yield "        " + _cell_field(world, world.boards[-1].type, corners)


def _built_in(world: World, is_hexagon: bool) -> str:
    return "hex" if is_hexagon else world.chance.choice(("orthogonal", "king", "diagonal"))


def _relation(world: World, first: str, is_hexagon: bool, corners: list[tuple[int, int]]) -> tuple[Relation, str]:
    """A relation of one of the forms in which authors make their own."""
    chance, name = world.chance, world.name("near")
    axis = "q" if is_hexagon else "x"
    match chance.randrange(5):
        case 0:
            return Relation(name), _built_in(world, is_hexagon)
        case 1:
            ways = chance.sample(HEX_WAYS if is_hexagon else SQUARE_WAYS, chance.randint(1, 3))
            return Relation(name, is_two_way=False), ", ".join(ways)
        case 2:
            condition = chance.choice((f"distance({first}, a, b) = 2", f"a.{axis} = b.{axis}", "some heading(a, b)"))
            return Relation(name, has_ways=False), f"a, b when {condition}"
        case 3:
            condition = chance.choice((f"a.{axis} < b.{axis}", f"b in {first}(a) and a.{axis} > 0"))
            return Relation(name, is_two_way=False, has_ways=False), f"a, b when {condition}"
        case _:
            axes = "q1,r1,q2,r2" if is_hexagon else "x1,y1,x2,y2"
            pairs = [f"{x},{y},{u},{v}" for (x, y), (u, v) in pairwise(corners)]
            world.data[f"{name}.csv"] = "\n".join([axes, *pairs]) + "\n"
            if not pairs:
                return Relation(name), _built_in(world, is_hexagon)
            one_way = chance.choice(("", " one way"))
            return Relation(name, is_two_way=not one_way, has_ways=False), f'pairs from "{name}.csv"{one_way}'


def _cell_field(world: World, cell: ir.ThingType, corners: list[tuple[int, int]]) -> str:
    chance, name = world.chance, world.name("f")
    if chance.random() < 0.7:
        type_ = _value_type(world)
        world.fields.append(Field(name, cell, type_, can_change=True))
        return f"{name}: {world.written(type_)}"
    kind = chance.choice(list(world.members))
    type_ = chance.choice((FLAG, ir.NumberType(0, 9), ir.ThingType(ir.Sort.KIND, kind, maybe=True)))
    world.fields.append(Field(name, cell, type_))
    places = chance.sample(corners, chance.randint(1, len(corners)))
    printed = []
    for x, y in places:
        value = "" if isinstance(type_, ir.FlagType) else f"{chance.choice(world.members[kind])} "
        printed.append(f"{value}at {x},{y}")
    if isinstance(type_, ir.NumberType):  # numbers cannot be printed: words only
        world.fields[-1] = Field(name, cell, FLAG)
        printed, type_ = [f"at {x},{y}" for x, y in places], FLAG
    return f"{name}: {world.written(type_)} printed {', '.join(printed)}"


def _record(world: World) -> Iterator[str]:
    """A record that can be put on a cell: it has fields that cells have."""
    copied = [f for f in world.fields if f.can_change and _can_stand_in_tables(f.type)]
    if not copied or world.chance.random() < 0.2:
        return
    name = world.name("record")
    world.records.append(name)
    of = ir.ThingType(ir.Sort.RECORD, name)
    board = world.chance.choice(copied).of
    yield f"record {name}"
    shared = [replace(f, of=of, can_change=False) for f in copied if f.of == board][:2]
    own = Field(world.name("f"), of, world.chance.choice((FLAG, ir.NumberType(1, 6))))
    world.fields += [*shared, own]
    yield from (f"    {f.name}: {world.written(f.type)}" for f in (*shared, own))


def _can_stand_in_tables(type_: ir.Type) -> bool:
    return not isinstance(type_, ir.ThingType) or type_.sort is ir.Sort.KIND


def _data_kind(world: World) -> Iterator[str]:
    """A kind from a table, with fields of every type that a table can hold."""
    chance = world.chance
    if chance.random() < 0.2:
        return
    name = world.name("kind")
    world.data_kinds.append(name)
    of = ir.ThingType(ir.Sort.KIND, name)
    kind = ir.ThingType(ir.Sort.KIND, chance.choice(list(world.members)), maybe=chance.random() < 0.6)
    types: list[ir.Type] = [ir.NumberType(0, 9), kind, FLAG, ir.NumberType(-2, 300)]
    types += [ir.ThingType(ir.Sort.RECORD, record) for record in world.records]
    fields = [Field(world.name("f"), of, type_) for type_ in chance.sample(types, chance.randint(1, len(types)))]
    world.fields += fields
    has_copies = chance.random() < 0.4
    if not has_copies:
        world.single.add(name)
    columns = [column for f in fields for column in _columns(world, f.name, f.type)]
    rows = [["name", *(["copies"] if has_copies else []), *(column for column, _ in columns)]]
    for number in range(chance.choice((2, 3, 4, 5, 3, 4, 70))):  # 70: more than a word has bits
        member = str(number + 1) if chance.random() < 0.3 else f"{name}x{number}"
        copies = [str(chance.choice((1, 2, 3)))] if has_copies else []
        rows.append([member, *copies, *(_datum(world, type_) for _, type_ in columns)])
    world.data[f"{name}.csv"] = "\n".join(",".join(row) for row in rows) + "\n"
    yield f'kinds {name} from "{name}.csv"'
    yield from (f"    {f.name}: {world.written(f.type)}" for f in fields)


def _columns(world: World, name: str, type_: ir.Type) -> list[tuple[str, ir.Type]]:
    if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD:
        return [(f"{name}_{f.name}", f.type) for f in world.fields if f.of == type_]
    return [(name, type_)]


def _datum(world: World, type_: ir.Type) -> str:
    chance = world.chance
    match type_:
        case ir.NumberType(low, high):
            return str(chance.choice([n for n in (0, 1, low, high) if low <= n <= high]))
        case ir.ThingType() if type_.name in world.members:
            return chance.choice([*world.members[type_.name], *[""] * type_.maybe])
        case ir.ThingType():
            return ""
        case _:
            return chance.choice(("true", "false", ""))


def _zones(world: World) -> Iterator[str]:
    """A pile to draw from, and places for what is drawn."""
    chance = world.chance
    for kind in [*world.data_kinds, *chance.sample(list(world.members), 1)]:
        of = ir.ThingType(ir.Sort.KIND, kind)
        starts = chance.choice(("all", "2 of each", "all"))
        if starts != "all":
            world.single.discard(kind)
        yield _zone(world, of, ir.Order.PILE, None, f", starts with {starts}")
        for _ in _some(world, 1, 2):
            order = chance.choice((ir.Order.HAND, ir.Order.ROW, ir.Order.PILE))
            owners = [None, PLAYER, PLAYER, ir.ThingType(ir.Sort.KIND, chance.choice(world.kinds))]
            yield _zone(world, of, order, chance.choice(owners), "")
    if chance.random() < 0.3:
        yield _zone(world, PLAYER, chance.choice((ir.Order.PILE, ir.Order.HAND)), None, ", starts with all")


def _zone(world: World, of: ir.ThingType, order: ir.Order, owner: ir.ThingType | None, starts: str) -> str:
    chance, name = world.chance, world.name("zone")
    world.zones.append(Zone(name, owner, order, of))
    by = [f.name for f in world.fields if f.of == of and not isinstance(f.type, ir.ThingType)]
    sorted_by = f" by {chance.choice(by)}" if by and order is ir.Order.ROW and chance.random() < 0.6 else ""
    viewers = [
        "",
        ", seen by nobody",
        ", seen by all",
        *([", seen by owner", ", seen by team"] if owner == PLAYER else []),
    ]
    kind = of.name or "player"
    of_each = "" if owner is None else f" of {world.written(owner)}"
    return f"zone {name}{of_each}: {order} of {kind}{sorted_by}{starts}{chance.choice(viewers)}"


def _marks(world: World) -> Iterator[str]:
    for kind in sorted(world.single):
        name, type_ = world.name("mark"), _value_type(world)
        world.fields.append(Field(name, ir.ThingType(ir.Sort.KIND, kind), type_, can_change=True))
        yield f"mark {name} on {kind}: {world.written(type_)}"


def _variables(world: World) -> Iterator[str]:
    chance = world.chance
    for _ in _some(world, 2, 5):
        name, type_ = world.name("v"), _value_type(world)
        possible: list[ir.Type] = [*world.things(), ir.NumberType(1, 3), ir.NumberType(-1, 1)]
        indices = tuple(chance.choice(possible) for _ in range(chance.choice((0, 1, 1, 2))))
        world.variables.append(Store(name, indices, type_))
        brackets = f"({', '.join(map(world.written, indices))})" if indices else ""
        viewers = ["", "", " seen by nobody"] + [" seen by owner", " seen by team"] * (indices[:1] == (PLAYER,))
        yield f"var {name}{brackets}: {world.written(type_)}{chance.choice(viewers)}"
    if world.has_sides:
        world.variables.append(Store(world.name("v"), (SIDE,), ir.NumberType(0, 20)))
        yield f"var {world.variables[-1].name}(side): 0..20"


def _params(world: World) -> Iterator[str]:
    chance = world.chance
    for _ in _some(world, 1, 3):
        name, type_ = world.name("p"), chance.choice((ir.NumberType(1, 6), _listed(world), FLAG, ir.NumberType(-2, 2)))
        kind = ir.ThingType(ir.Sort.KIND, chance.choice(list(world.members)))
        index = chance.choice((None, ir.NumberType(1, 3), kind, PLAYER))
        world.tables.append(Store(name, () if index is None else (index,), type_))
        places = _places(world, index)
        values = ", ".join(_constant(world, type_) for _ in range(places))
        if index == kind and chance.random() < 0.5:
            values = (
                f"{chance.choice(world.members[kind.name])}: {_constant(world, type_)}, else: {values.split(',')[0]}"
            )
        by = f" by {world.written(index)}" if index is not None else ""
        yield f"param {name}{by}: {world.written(type_)} = {values}"


def _places(world: World, index: ir.Type | None) -> int:
    match index:
        case None:
            return 1
        case ir.ThingType(ir.Sort.KIND, name):
            return len(world.members[name])
        case _:
            return world.players if index == PLAYER else 3


def _listed(world: World) -> ir.ThingType:
    return ir.ThingType(ir.Sort.KIND, world.chance.choice(list(world.members)), maybe=world.chance.random() < 0.5)


def _constant(world: World, type_: ir.Type) -> str:
    chance = world.chance
    match type_:
        case ir.NumberType(low, high):
            return str(chance.randint(max(low, 0), high))
        case ir.ThingType():
            return chance.choice([*world.members[type_.name], *["none"] * type_.maybe])
        case _:
            return chance.choice(("true", "false"))
