"""Everything a ruleset declares, as tables: what names can mean.

`declare` turns the declarations of a merged text into `ir` declarations and reports what is wrong with them.
Component data come from CSV texts, which the caller supplies: the language itself reads no files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.ir.geometry import DIRECTIONS, cells
from tilelaw_dsl.source import Span

MAX_CELLS = 2_500
MAX_PAIRS = 20_000
MAX_MEMBERS = 1_000
MAX_NUMBER = 1_000_000
MAX_SETS = 1_000_000_000
"""There are more different sets than anybody counts."""

KEPT = frozenset({"you", "it", "true", "false", "no", "none", "players", "sides"}) | {
    "if",
    "not",
    "some",
    "every",
    "one",
    "count",
    "sum",
    "most",
    "least",
    "union",
    "sorted",
    "match",
}
"""Words that mean the same wherever they begin an expression; nothing else can be called so."""
DataFile = Callable[[str, Span], str | None]
"""Returns the text of a data file that a place in a rules text names, or nothing."""


@dataclass
class World:
    """All declarations of a ruleset by name."""

    players: int
    has_sides: bool
    side_count: int = 0
    shapes: tuple[str, ...] = ()
    """The shapes of the grids that boards have."""
    kinds: dict[str, ir.KindDecl] = field(default_factory=dict)
    records: dict[str, ir.RecordDecl] = field(default_factory=dict)
    tables: dict[str, ir.TableDecl] = field(default_factory=dict)
    boards: dict[str, ir.BoardDecl] = field(default_factory=dict)
    cell_types: dict[str, str] = field(default_factory=dict)
    """Name of a cell type to the name of its board."""
    relations: dict[str, tuple[str, ir.RelationDecl]] = field(default_factory=dict)
    """Name of a relation to its board and itself."""
    zones: dict[str, ir.ZoneDecl] = field(default_factory=dict)
    marks: dict[str, ir.MarkDecl] = field(default_factory=dict)
    variables: dict[str, ir.VariableDecl] = field(default_factory=dict)
    defines: dict[str, s.Define] = field(default_factory=dict)
    declared: frozenset[str] = frozenset()
    """The names of all parameters, zones and variables, also of those that are wrong and stand in no table; and of
    fields that are wrong."""

    bound: frozenset[str] = frozenset()
    """The names that loops of the flow bind, wherever they are known."""

    arguments: dict[str, str] = field(default_factory=dict)
    """The names of the arguments of answers, with an action that has them."""

    def is_spoilt(self, name: str) -> bool:
        """Say whether something of this name is declared wrongly, which was reported: it stands in no table."""
        right = (self.tables, self.zones, self.variables)
        return name in self.declared and not any(name in table for table in right)

    def size(self, type_: ir.Type | None) -> int:
        """Return how many different values a type has."""
        match type_:
            case ir.FlagType():
                return 2
            case ir.NumberType():
                return type_.high - type_.low + 1
            case ir.ThingType(sort=ir.Sort.PLAYER):
                return self.players
            case ir.ThingType(sort=ir.Sort.SIDE):
                return self.side_count or self.players
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.kinds:
                return len(self.kinds[name].members)
            case ir.ThingType(sort=ir.Sort.CELL, name=name) if name in self.boards:
                board = self.boards[name]
                return len(cells(board.grid)) * (self.players if board.owned else 1)
            case ir.ThingType(sort=ir.Sort.DIRECTION, name=shape):
                return len(DIRECTIONS[shape])
            case ir.SetType():
                return MAX_SETS
            case _:
                return 1_000

    def pieces(self, zone: ir.ZoneDecl) -> int:
        """Return how many pieces of a zone's kind there can be: its copies, or, if more, what zones start with."""
        copies = self.players
        if zone.of.sort is ir.Sort.KIND and zone.of.name in self.kinds:
            copies = sum(m.copies for m in self.kinds[zone.of.name].members) or 1
        alike = [z for z in self.zones.values() if z.of == zone.of]
        started = sum(n * (self.size(z.owner) if z.owner else 1) for z in alike for _, n in z.starts)
        return max(copies, started)

    def owner_of(self, name: str) -> ir.ThingType | None:
        """Return of what there is a zone or board for each."""
        if name in self.zones:
            return self.zones[name].owner
        return ir.ThingType(ir.Sort.PLAYER) if self.boards[name].owned else None

    def members_named(self, name: str) -> list[str]:
        """Return the kinds that have a member of this name."""
        return [k.name for k in self.kinds.values() if any(m.name == name for m in k.members)]

    def field_names(self, type_: ir.Type | None) -> list[str]:
        """Return the fields of a thing."""
        match type_:
            case ir.ThingType(sort=ir.Sort.CELL, name=name):
                board = self.boards[name]
                axes = ["x", "y"] if isinstance(board.grid, ir.Squares) else ["q", "r"]
                return [f.name for f in board.fields] + axes + (["owner"] if board.owned else [])
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.kinds:
                marks = [m.name for m in self.marks.values() if m.kind == name]
                return [f.name for f in self.kinds[name].fields] + marks
            case ir.ThingType(sort=ir.Sort.RECORD, name=name):
                return [f.name for f in self.records[name].fields]
            case _:
                return []

    def fields_holding(self, type_: ir.Type | None, wanted: ir.Type | None) -> list[str]:
        """Return the fields of a thing in which things of a sort are kept or printed."""
        held: list[tuple[str, ir.Type]] = []
        match type_:
            case ir.ThingType(sort=ir.Sort.CELL, name=name):
                held = [(f.name, f.type) for f in self.boards[name].fields]
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.kinds:
                held = [(f.name, f.type) for f in self.kinds[name].fields]
                held += [(m.name, m.type) for m in self.marks.values() if m.kind == name]
            case ir.ThingType(sort=ir.Sort.RECORD, name=name):
                held = [(f.name, f.type) for f in self.records[name].fields]
            case _:
                pass
        sort = (wanted.sort, wanted.name) if isinstance(wanted, ir.ThingType) else None
        return [name for name, t in held if isinstance(t, ir.ThingType) and (t.sort, t.name) == sort]

    def has_field(self, type_: ir.Type | None, name: str) -> bool:
        """Say whether things of a type have a field."""
        return name in self.field_names(type_)
