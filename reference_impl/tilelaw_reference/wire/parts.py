"""What the positions of a game are made of, for programs that read positions and not rules.

Each part has its `key` in a position and its `name` in the rules. A type is `{"type": …}` with one of the words of
`json_type`, and what belongs to it: `low` and `high` of a number, `of` (a kind, a record, a board, or of a
direction the shape of the grid) of a thing.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_reference.model.json_values import Json, JsonObject
from tilelaw_reference.model.values import is_player


def parts(game: ir.Game) -> dict[str, list[JsonObject]]:
    """Return the zones, boards, variables and marks of a game's positions, in the order of their declaration."""
    return {
        "zones": [_zone(game, zone) for zone in game.zones],
        "boards": [_board(board) for board in game.boards],
        "variables": [
            {
                "key": one.name,
                "name": one.name,
                "indices": [json_type(index) for index in one.indices],
                **json_type(one.type),
                **({} if one.seen_by is ir.Viewers.ALL else {"seen_by": one.seen_by.value}),
            }
            for one in game.variables
        ],
        "marks": [
            {"key": mark.name, "name": mark.name, "on": mark.kind, **json_type(mark.type)} for mark in game.marks
        ],
    }


def _zone(game: ir.Game, zone: ir.ZoneDecl) -> JsonObject:
    is_row = zone.order is ir.Order.ROW
    return {
        "key": zone.written,
        "name": zone.name,
        "owned": zone.owner is not None and is_player(zone.owner),
        **({} if zone.owner is None or is_player(zone.owner) else {"owner": json_type(zone.owner)}),
        "order": zone.order.value,
        "seen_by": zone.seen_by.value,
        "pieces": json_type(zone.of),
        "marks": [mark.name for mark in game.marks if is_row and mark.kind == zone.of.name],
    }


def _board(board: ir.BoardDecl) -> JsonObject:
    return {
        "key": board.written,
        "name": board.name,
        "owned": board.owned,
        "cell": board.cell,
        "grid": _grid(board.grid),
        "fields": [_cell_field(field) for field in board.fields],
    }


def _cell_field(field: ir.CellFieldDecl) -> JsonObject:
    """Return a field of a board's cells; of a printed one also the cells on which it is not blank."""
    told: JsonObject = {"name": field.name, "printed": field.is_printed, **json_type(field.type)}
    if field.is_printed:
        told["cells"] = [{"at": [x, y], "value": _datum(value)} for x, y, value in field.printed]
    return told


def _datum(value: ir.Datum) -> Json:
    return [_datum(part) for part in value] if isinstance(value, tuple) else value


def _grid(grid: ir.Squares | ir.Hexagon) -> JsonObject:
    match grid:
        case ir.Squares(columns, rows):
            return {"grid": "squares", "columns": list(columns), "rows": list(rows)}
        case ir.Hexagon(side):
            return {"grid": "hexagon", "side": side}


def json_type(type_: ir.Type) -> JsonObject:
    """Return a type as JSON data."""
    match type_:
        case ir.FlagType():
            return {"type": "flag"}
        case ir.NumberType(low, high):
            return {"type": "number", "low": low, "high": high}
        case ir.ThingType(sort, name):
            return {"type": sort.value, **({"of": name} if name else {})}
        case ir.SetType(of):
            return {"type": "set", "elements": json_type(of)}
        case ir.BagType(of):
            return {"type": "pieces", "elements": json_type(of)}
        case ir.ListType():
            return {"type": "numbers"}
