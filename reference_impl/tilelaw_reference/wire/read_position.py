"""Reads positions from JSON data.

What a position leaves out is blank: no pieces, no marks, no values, nobody asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_reference.errors import PositionError
from tilelaw_reference.evaluate import evaluator
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject
from tilelaw_reference.model.position import (
    CellPlace,
    MarkPlace,
    Place,
    Position,
    Question,
    Shuffling,
    VariablePlace,
    ZonePlace,
    type_of,
    zone_places,
)
from tilelaw_reference.model.values import SHARED, Bag, Cell, Member, Owner, Value, blank, is_player, sure_owner
from tilelaw_reference.wire.read import Reader, inner, read_json, shown
from tilelaw_reference.wire.write import row_key


def read_position(rules: Rules, data: Json) -> Position:
    """Return the position that is written as JSON data or text."""
    return _PositionReader(rules).position(read_json(data, PositionError))


class _PositionReader(Reader):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, PositionError)
        self._zones: dict[ZonePlace, Bag] = {place: Bag() for place in zone_places(rules)}
        self._values: dict[Place, Value] = {}
        self._seen: Counter[Member] = Counter()

    def position(self, data: Json) -> Position:
        game = self.rules.game
        zones, boards = [zone.written for zone in game.zones], [board.written for board in game.boards]
        variables = [variable.name for variable in game.variables]
        given = self.fields(data, "", ["ruleset", "players", *zones, *boards, *variables, "asks"])
        for name, expected in (("ruleset", game.name), ("players", game.players)):
            if _in_order(given.get(name, expected)) != _in_order(expected):
                self.fail(name, f"these rules are for `{expected}`, found `{shown(given[name])}`")
        for zone in game.zones:
            if zone.written in given:
                self._zone(zone, given[zone.written])
        for board in game.boards:
            self._board(board, given.get(board.written, []))
        for variable in game.variables:
            if variable.name in given:
                self._variable(variable, (), given[variable.name], variable.name)
        return Position(self._zones, self._values, self._asks(given.get("asks", [])))

    def _give(self, place: Place, value: Value) -> None:
        if value != blank(type_of(self.rules, place)):
            self._values[place] = value

    def _each_player(self, data: Json, path: str) -> Iterator[tuple[int, str, Json]]:
        """Yield what each player has, with its path."""
        for owner, (where, entries) in enumerate(self.items(data, path)):
            if owner >= self.rules.game.players:
                self.fail(where, f"there are only {self.rules.game.players} players")
            yield owner, where, entries

    def _each_owner(self, zone: ir.ZoneDecl, data: Json) -> Iterator[tuple[Owner, str, Json]]:
        """Yield the copies of a zone with their owners and paths."""
        if zone.owner is None:
            yield SHARED, zone.written, data
        elif is_player(zone.owner):
            yield from self._each_player(data, zone.written)
        else:
            for key, path, entries in self._keyed(data, zone.written):
                yield sure_owner(self.index(key, zone.owner, path)), path, entries

    def _zone(self, zone: ir.ZoneDecl, data: Json) -> None:
        for owner, path, entries in self._each_owner(zone, data):
            pieces = [self._lying(zone, entry, where) for where, entry in self.items(entries, path)]
            self._zones[ZonePlace(zone.name, owner)] = self.rules.arranged(zone.name, pieces)

    def _lying(self, zone: ir.ZoneDecl, data: Json, path: str) -> Value:
        is_marked = zone.order is ir.Order.ROW and isinstance(data, dict)
        return self._marked_piece(zone, data, path) if is_marked else self._piece(zone, data, path)

    def _marked_piece(self, zone: ir.ZoneDecl, data: Json, path: str) -> Value:
        """Return a piece of a row that is written with its marks, and mark it."""
        key = row_key(zone)
        marks = [mark for mark in self.rules.game.marks if mark.kind == zone.of.name]
        given = self.fields(data, path, [key, *(mark.name for mark in marks)])
        if key not in given:
            self.fail(inner(path, key), f"expected a {key}")
        piece = self._piece(zone, given[key], inner(path, key))
        for mark in marks:
            if mark.name in given:
                value = self.value(given[mark.name], mark.type, None, inner(path, mark.name))
                self._give(MarkPlace(mark.name, piece), value)
        return piece

    def _piece(self, zone: ir.ZoneDecl, data: Json, path: str) -> Value:
        """Return a piece that is written by its name."""
        piece = self.value(data, zone.of, None, path)
        if isinstance(piece, Member):
            self._seen[piece] += 1
            most = self._number_of(piece)
            if self._seen[piece] > most:
                self.fail(path, f"`{shown(data)}` is here too, but there are {most} of it in all")
        return piece

    def _number_of(self, piece: Member) -> int:
        """Return how many of a piece there are: its copies, or what the zones start with if that is more."""
        game = self.rules.game
        copies = next(kind for kind in game.kinds if kind.name == piece.kind).members[piece.place].copies
        started = sum(
            number * len(self.rules.zone_owners(zone))
            for zone in game.zones
            if zone.of.name == piece.kind
            for name, number in zone.starts
            if name == piece.name
        )
        return max(copies, started)

    def _board(self, board: ir.BoardDecl, data: Json) -> None:
        fields = [field for field in board.fields if not field.is_printed]
        seen: set[Cell] = set()
        copies = self._each_player(data, board.written) if board.owned else [(SHARED, board.written, data)]
        listed = ((owner, *item) for owner, path, cells in copies for item in self.items(cells, path))
        for owner, path, entry in listed:
            given = self.fields(entry, path, ["at", *(field.name for field in fields)])
            where = inner(path, "at")
            cell = self.cell(given.get("at"), board.name, owner, where)
            if cell.owner != owner:
                self.fail(
                    where, f"expected a cell of player {owner + 1} ({owner} in JSON), found `{shown(given['at'])}`"
                )
            if cell in seen:
                self.fail(where, f"`{shown(given['at'])}` is listed twice")
            seen.add(cell)
            for field in fields:
                if field.name in given:
                    value = self.value(given[field.name], field.type, owner, inner(path, field.name))
                    self._give(CellPlace(board.name, field.name, cell), value)

    def _variable(self, variable: ir.VariableDecl, indices: tuple[Value, ...], data: Json, path: str) -> None:
        """Read a variable from its value, nested in an object for each index."""
        kinds = variable.indices[len(indices) :]
        if not kinds:
            value = self.value(data, variable.type, None, path)
            self._give(VariablePlace(variable.name, indices), value)
            return
        for key, where, entry in self._keyed(data, path):
            self._variable(variable, (*indices, self.index(key, kinds[0], where)), entry, where)

    def _keyed(self, data: Json, path: str) -> Iterator[tuple[str, str, Json]]:
        """Yield the entries of an object with their keys and paths."""
        if not isinstance(data, dict):
            self.fail(path, f"expected an object, found `{shown(data)}`")
        yield from ((key, inner(path, key), entry) for key, entry in data.items())

    def _asks(self, data: Json) -> tuple[Question | Shuffling, ...]:
        asks = tuple(self._ask(entry, path) for path, entry in self.items(data, "asks"))
        steps = {due.step if isinstance(due, Shuffling) else None for due in asks}
        if len(asks) > 1 and (None in steps or len(steps) > 1):
            self.fail("asks[1]", "only zones that are shuffled at one step are due together")
        return asks

    def _ask(self, data: Json, path: str) -> Question | Shuffling:
        if isinstance(data, dict) and "shuffle" in data:
            return self._shuffling(data, path)
        if not isinstance(data, dict) or "ask" not in data:
            self.fail(path, f"expected an object with `ask` or `shuffle`, found `{shown(data)}`")
        ask = self.word(data["ask"], inner(path, "ask"), self.rules.asks, "the name of an ask")
        given = self.fields(data, path, ["ask", "player", *(binding.name for binding in ask.carries)])
        if "player" not in given:
            self.fail(inner(path, "player"), "expected the player asked")
        player = self.player(given["player"], inner(path, "player"))
        return Question(ask.name, player, self._bindings(ask, given, player, path))

    def _shuffling(self, data: JsonObject, path: str) -> Shuffling:
        zone = self.word(data["shuffle"], inner(path, "shuffle"), self.rules.zones, "the name of a zone")
        names = self.rules.steps_that_shuffle(zone.name)
        if not names:
            self.fail(inner(path, "shuffle"), f"`{zone.name}` is never shuffled")
        if "step" not in data and len(names) > 1:
            self.fail(inner(path, "step"), f"expected one of {', '.join(names)}")
        steps = {name: self.rules.steps[name] for name in names}
        step = self.word(data.get("step", names[0]), inner(path, "step"), steps, "a step that shuffles this")
        bindings = [binding.name for binding in step.carries]
        given = self.fields(data, path, ["shuffle", "step", *(["owner"] if zone.owner else []), *bindings])
        owner = self.value(given.get("owner"), zone.owner, None, inner(path, "owner")) if zone.owner else SHARED
        bound = self._bindings(step, given, None, path)
        return Shuffling(step.name, ZonePlace(zone.name, sure_owner(owner)), bound)

    def _bindings(self, item: ir.Ask | ir.Step, given: JsonObject, player: int | None, path: str) -> dict[str, Value]:
        """Return what is bound at a resting place: as written, else the player asked, else as the position tells."""
        bound: dict[str, Value] = {}
        for binding in item.carries:
            where = inner(path, binding.name)
            if binding.name in given:
                bound[binding.name] = self.value(given[binding.name], binding.type, player, where)
            elif is_player(binding.type) and player is not None:
                bound[binding.name] = player
            elif isinstance(binding.type, ir.ThingType):
                bound[binding.name] = self._told_by_position(item, binding.name, bound)
                if bound[binding.name] is None:
                    self.fail(where, f"expected a {self.noun(binding.type)}")
            else:
                bound[binding.name] = blank(binding.type)
        return bound

    def _told_by_position(self, item: ir.FlowItem, name: str, bound: dict[str, Value]) -> Value:
        """Return what a loop around a resting place reads from the position for each pass, if it binds the name so."""
        around = self.rules.flow.around.get(item.name)
        while around is not None:
            if isinstance(around, ir.Repeat):
                for binding in around.bindings:
                    if binding.name == name and binding.then is None:
                        return evaluator(self.rules, Position(self._zones, self._values)).value(binding.value, bound)
            around = self.rules.flow.around.get(around.name)
        return None


def _in_order(name: Json) -> Json:
    """Return the name of a ruleset with its additions sorted: their order does not matter."""
    if not isinstance(name, str):
        return name
    mode, *additions = name.split("+")
    return [mode, *sorted(additions)]
