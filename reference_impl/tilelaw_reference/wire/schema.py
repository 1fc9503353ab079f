"""JSON Schemas (draft 2020-12) of a game's positions and moves, made from its declarations.

A schema says what is well-formed, so that other programs can generate types from it. It cannot say that a piece
lies in one place only or that an index is listed once; reading a position checks those.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.model.grid import DIRECTIONS
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject
from tilelaw_reference.model.values import is_player
from tilelaw_reference.wire.write import row_key

Schema: TypeAlias = JsonObject

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def position_schema(rules: Rules) -> Schema:
    """Return the schema of a game's positions; every part may be left out."""
    game, writer = rules.game, _SchemaWriter(rules)
    parts: Schema = {"ruleset": {"const": game.name}, "players": {"const": game.players}}
    parts |= {zone.written: writer.zones(zone) for zone in game.zones}
    parts |= {board.written: writer.boards(board) for board in game.boards}
    parts |= {
        variable.name: writer.by_index(variable.indices, writer.value(variable.type)) for variable in game.variables
    }
    asks = [*map(writer.ask, writer.rules.asks.values()), *writer.shuffles()]
    parts["asks"] = _array({"oneOf": asks}) if asks else {"const": []}
    return {"$schema": DRAFT, "title": f"A position of {game.title}", **_object(parts)}


def move_schema(rules: Rules) -> Schema:
    """Return the schema of a game's moves, one alternative for each action."""
    game, writer = rules.game, _SchemaWriter(rules)
    actions = [
        _object({action.name: arguments_schema(rules, action), "player": writer.player}, [action.name])
        for action in game.actions
    ]
    return {"$schema": DRAFT, "title": f"A move of {game.title}", "oneOf": actions}


def arguments_schema(rules: Rules, action: ir.Action) -> Schema:
    """Return the schema of an action's arguments."""
    writer = _SchemaWriter(rules)
    arguments = {argument.name: writer.value(argument.type) for argument in action.arguments}
    return _object(arguments, list(arguments))


class _SchemaWriter:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.player = _number(0, rules.game.players - 1)

    def value(self, kind: ir.Type) -> Schema:
        match kind:
            case ir.FlagType():
                return {"type": "boolean"}
            case ir.NumberType(low, high):
                return _number(low, high)
            case ir.ThingType():
                return self.thing(kind)
            case ir.SetType(of):
                return _array(self.value(of)) | {"uniqueItems": True}
            case ir.BagType(of):
                return _array(self.value(of))
            case ir.ListType():
                return _array({"type": "integer"})

    def thing(self, kind: ir.ThingType) -> Schema:
        match kind.sort:
            case ir.Sort.KIND | ir.Sort.DIRECTION:
                return {"enum": self.names(kind)}
            case ir.Sort.PLAYER:
                return self.player
            case ir.Sort.SIDE:
                return _number(0, self.rules.side_count - 1)
            case ir.Sort.CELL:
                return self.cell(kind.name)
            case ir.Sort.RECORD:
                fields = self.rules.records[kind.name].fields
                return _object({field.name: self.value(field.type) for field in fields})

    def names(self, kind: ir.ThingType) -> list[str | int]:
        """Return the names of the members of a kind, or of the directions of a shape of grid."""
        if kind.sort is ir.Sort.KIND:
            return [member.name for member in self.rules.members[kind.name]]
        return list(DIRECTIONS[kind.name])

    def cell(self, board: str) -> Schema:
        is_owned = self.rules.grids[board].board.owned
        numbers: list[Json] = [{"type": "integer"}, {"type": "integer"}, *([self.player] if is_owned else [])]
        return {"type": "array", "prefixItems": numbers, "items": False, "minItems": 2}

    def zones(self, zone: ir.ZoneDecl) -> Schema:
        """Return the schema of a zone with that of all its owners."""
        if zone.owner is None:
            return self.zone(zone)
        if is_player(zone.owner):
            return self.each_player(self.zone(zone))
        return self.by_index((zone.owner,), self.zone(zone))

    def boards(self, board: ir.BoardDecl) -> Schema:
        """Return the schema of a board, or of all players' boards."""
        return self.each_player(self.board(board)) if board.owned else self.board(board)

    def each_player(self, one: Schema) -> Schema:
        return _array(one) | {"maxItems": self.rules.game.players}

    def zone(self, zone: ir.ZoneDecl) -> Schema:
        piece = self.value(zone.of)
        if zone.order is not ir.Order.ROW:
            return _array(piece)
        marks = {m.name: self.value(m.type) for m in self.rules.game.marks if m.kind == zone.of.name}
        key = row_key(zone)
        return _array({"oneOf": [_object({key: piece} | marks, [key]), piece]})

    def board(self, board: ir.BoardDecl) -> Schema:
        fields = {field.name: self.value(field.type) for field in board.fields if not field.is_printed}
        return _array(_object({"at": self.cell(board.name)} | fields, ["at"]))

    def by_index(self, indices: tuple[ir.Type, ...], one: Schema) -> Schema:
        """Return the schema of something for each value of some indices: an object in an object."""
        if not indices:
            return one
        inner = self.by_index(indices[1:], one)
        keys = self.keys(indices[0])
        if keys is None:
            return {"type": "object", "additionalProperties": inner}
        return _object(dict.fromkeys(keys, inner))

    def keys(self, index: ir.Type) -> list[str] | None:
        """Return the keys an index can be written as; cells are too many to list."""
        match index:
            case ir.FlagType():
                return ["false", "true"]
            case ir.NumberType(low, high):
                return [str(number) for number in range(low, high + 1)]
            case ir.ThingType(ir.Sort.KIND | ir.Sort.DIRECTION):
                return [str(name) for name in self.names(index)]
            case ir.ThingType(ir.Sort.PLAYER):
                return [str(player) for player in range(self.rules.game.players)]
            case ir.ThingType(ir.Sort.SIDE):
                return [str(side) for side in range(self.rules.side_count)]
            case _:
                return None

    def ask(self, ask: ir.Ask) -> Schema:
        bound = {binding.name: self.value(binding.type) for binding in ask.carries}
        return _object({"ask": {"const": ask.name}, "player": self.player, **bound}, ["ask", "player"])

    def shuffles(self) -> list[Schema]:
        return [
            self.shuffle(zone, self.rules.steps[name])
            for zone in self.rules.game.zones
            for name in self.rules.steps_that_shuffle(zone.name)
        ]

    def shuffle(self, zone: ir.ZoneDecl, step: ir.Step) -> Schema:
        names: Schema = {"shuffle": {"const": zone.name}}
        if zone.owner is not None:
            names["owner"] = self.thing(zone.owner)
        needed = list(names)
        names["step"] = {"const": step.name}
        if len(self.rules.steps_that_shuffle(zone.name)) > 1:
            needed.append("step")
        return _object(names | {binding.name: self.value(binding.type) for binding in step.carries}, needed)


def _object(properties: Mapping[str, Json], required: list[str] | None = None) -> Schema:
    needed: Schema = {"required": required} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}
