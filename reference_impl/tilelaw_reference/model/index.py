"""A game with everything in it in reach by name: declarations, members and their data, printed fields,
tables, and the requirements and consequences of each action and step.

Built once for a game; never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilelaw_dsl import ir
from tilelaw_reference.model.flow_map import FlowMap
from tilelaw_reference.model.grid import DIRECTIONS, Grid
from tilelaw_reference.model.values import (
    SHARED,
    Bag,
    Cell,
    Member,
    Owner,
    Record,
    Shape,
    Value,
    blank,
    canonical,
    order,
)


class Rules:
    """A game, indexed."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.side_count = game.players if game.sides is None else len(game.sides.sides)
        self._names_read: dict[int, tuple[ir.Expr, frozenset[str]]] = {}
        self._secrets: dict[str, frozenset[str]] = {}
        self._requirements: dict[tuple[str, str], tuple[ir.Requirement, ...]] = {}
        self._stores_read: dict[int, tuple[ir.Expr, frozenset[ir.Store]]] = {}
        self._fields_judged: dict[int, tuple[ir.Expr, frozenset[tuple[str, str]] | None]] = {}
        self._shuffling = _shuffling(game)
        self.grids = {board.name: Grid(board, game.players) for board in game.boards}
        self.zones = {zone.name: zone for zone in game.zones}
        self.marks = {mark.name: mark for mark in game.marks}
        self.variables = {variable.name: variable for variable in game.variables}
        self.tables = {table.name: table for table in game.tables}
        self.defines = {define.name: define for define in game.defines}
        self.actions = {action.name: action for action in game.actions}
        self.flow = FlowMap(game.flow)
        self.asks = self.flow.asks
        self.steps = self.flow.steps
        self.infos = {rule.id: rule for rule in game.rules}
        self.records = {record.name: record for record in game.records}

        self.members = {
            kind.name: tuple(Member(kind.name, index, m.name) for index, m in enumerate(kind.members))
            for kind in game.kinds
        }
        self.named = {(m.kind, m.name): m for members in self.members.values() for m in members}
        self.shapes = {record.name: _shape(record) for record in game.records}

        self.data_types = {(kind.name, field.name): field.type for kind in game.kinds for field in kind.fields}
        self.record_types = {(r.name, field.name): field.type for r in game.records for field in r.fields}
        self.cell_types = {(b.name, field.name): field.type for b in game.boards for field in b.fields}

        self.data = {
            (self.members[kind.name][index], field.name): self.datum(value, field.type)
            for kind in game.kinds
            for index, member in enumerate(kind.members)
            for field, value in zip(kind.fields, member.data, strict=True)
        }
        self.printed = {
            (board.name, field.name): {(x, y): self.datum(value, field.type) for x, y, value in field.printed}
            for board in game.boards
            for field in board.fields
            if field.is_printed
        }
        self.printed_cells = {
            (board, field): frozenset(
                cell for cells in self.grids[board].cells.values() for cell in cells if cell[1:] in at
            )
            for (board, field), at in self.printed.items()
        }
        self.table_values = {
            table.name: tuple(self.datum(value, table.type) for value in table.values) for table in game.tables
        }

    def datum(self, value: ir.Datum, kind: ir.Type) -> Value:
        """Return the value that stands in a declaration."""
        match kind, value:
            case _, None:
                return blank(kind)
            case ir.ThingType(ir.Sort.KIND, name), str() | int():
                return self.named[name, value]
            case ir.ThingType(ir.Sort.DIRECTION, name), str():
                return DIRECTIONS[name][value]
            case ir.ThingType(ir.Sort.CELL), (int(x), int(y)):
                return Cell(SHARED, x, y)
            case ir.ThingType(ir.Sort.RECORD, name), tuple():
                parts = zip(self.records[name].fields, value, strict=True)
                return Record(self.shapes[name], tuple(self.datum(part, field.type) for field, part in parts))
            case ir.SetType(of), tuple():
                return frozenset(self.datum(part, of) for part in value)
            case _, int():
                return value
            case _:
                raise AssertionError("the checker has compared all data with their types")

    def owners(self, board: ir.BoardDecl) -> Sequence[int]:
        """Return who owns the copies of a board."""
        return range(self.game.players) if board.owned else (SHARED,)

    def zone_owners(self, zone: ir.ZoneDecl) -> Sequence[Owner]:
        """Return who owns the copies of a zone."""
        if zone.owner is None:
            return (SHARED,)
        return range(self.game.players) if zone.owner.sort is ir.Sort.PLAYER else self.members[zone.owner.name]

    def arranged(self, zone: str, pieces: Iterable[Value]) -> Bag:
        """Return pieces as a zone keeps them: a pile as given, a row sorted, a hand in component order."""
        decl = self.zones[zone]
        if decl.order is ir.Order.PILE:
            return Bag(pieces)
        in_order = canonical(pieces)
        if decl.order is ir.Order.ROW and decl.by:
            in_order.sort(key=lambda piece: order(self._printed_on(piece, decl.by)))
        return Bag(in_order)

    def _printed_on(self, piece: Value, field: str) -> Value:
        assert isinstance(piece, Member), "the checker sorts only rows of members by a field"
        return self.data[piece, field]

    def requirements(self, action: str, ask: str) -> tuple[ir.Requirement, ...]:
        """Return what is required of an action at an ask, in declaration order."""
        if (action, ask) not in self._requirements:
            self._requirements[action, ask] = tuple(
                requirement
                for requirement in self.game.requirements
                if requirement.action == action and requirement.ask in (None, ask)
            )
        return self._requirements[action, ask]

    def consequences(self, action: str, ask: str) -> Iterator[ir.Consequence]:
        """Yield what may follow from an action at an ask."""
        triggers = (ir.AfterAnswer(action, None), ir.AfterAnswer(action, ask))
        for consequence in self.game.consequences:
            if consequence.trigger in triggers:
                yield consequence

    def secrets(self, ask: str) -> frozenset[str]:
        """Return the variables that not everybody sees and answers to an ask come from or change."""
        if ask not in self._secrets:
            hidden = {one.name for one in self.game.variables if one.seen_by is not ir.Viewers.ALL}
            self._secrets[ask] = frozenset(hidden & self._variables_behind(ask)) if hidden else frozenset()
        return self._secrets[ask]

    def _variables_behind(self, ask: str) -> set[str]:
        found: set[str] = set()
        for action in self.asks[ask].actions:
            for argument in self.actions[action].arguments:
                stores = ir.stores_read(argument.domain, self.defines)
                found |= {name for sort, *names in stores if sort == "variable" for name in names}
            nodes = ir.walk(*self.consequences(action, ask))
            found |= {node.name for node in nodes if isinstance(node, ir.SetVariable)}
        return found

    def consequences_at(self, step: str) -> Iterator[ir.Consequence]:
        """Yield what may happen at a step."""
        for consequence in self.game.consequences:
            if consequence.trigger == ir.AtStep(step):
                yield consequence

    def names_read(self, node: ir.Expr) -> frozenset[str]:
        """Return the names an expression of this game reads that are bound outside it."""
        if id(node) not in self._names_read:
            # The node is kept beside its names: while it lives, no other has its id.
            self._names_read[id(node)] = node, ir.names_read(node)
        return self._names_read[id(node)][1]

    def names_required(self, requirement: ir.Requirement) -> frozenset[str]:
        """Return the names that decide whether a requirement holds."""
        names = self.names_read(requirement.condition)
        for let in reversed(requirement.lets):
            names = names - {let.name} | self.names_read(let.value)
        return names if requirement.when is None else names | self.names_read(requirement.when)

    def note(self, node: ir.Expr) -> None:
        """Find out what an expression reads, so that `stores_read` can tell."""
        if id(node) not in self._stores_read:
            sides = () if self.game.sides is None else self.game.sides.sides
            self._stores_read[id(node)] = node, ir.stores_read(node, self.defines, sides)

    def stores_read(self, node: int) -> frozenset[ir.Store]:
        """Return the stores that a noted expression, given by its id, reads."""
        return self._stores_read[node][1]

    def fields_judged(self, node: ir.Expr, element: str) -> frozenset[tuple[str, str]] | None:
        """Return the fields by which an expression judges a cell, or nothing when it looks at more of it."""
        if id(node) not in self._fields_judged:
            self._fields_judged[id(node)] = node, ir.fields_judged(node, element)
        return self._fields_judged[id(node)][1]

    def steps_that_shuffle(self, zone: str) -> Sequence[str]:
        """Return the steps at which a zone is shuffled."""
        return self._shuffling.get(zone, ())


def _shape(record: ir.RecordDecl) -> Shape:
    return Shape(tuple(field.name for field in record.fields), tuple(blank(field.type) for field in record.fields))


def _shuffling(game: ir.Game) -> dict[str, list[str]]:
    """Return the steps at which each zone is shuffled that is shuffled at all."""
    found: dict[str, dict[str, None]] = {}
    for consequence in game.consequences:
        if isinstance(consequence.trigger, ir.AtStep):
            for node in ir.walk(consequence):
                if isinstance(node, ir.ShuffleZone):
                    found.setdefault(node.zone.zone, {})[consequence.trigger.step] = None
    return {zone: list(steps) for zone, steps in found.items()}
