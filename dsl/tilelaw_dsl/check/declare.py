"""From the declarations of a merged text to the tables of a `World`, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.data import BAD, Values, expected_datum, parse_datum
from tilelaw_dsl.check.types import PLAYER, SIDE, show
from tilelaw_dsl.check.world import KEPT, MAX_CELLS, MAX_MEMBERS, MAX_NUMBER, RESERVED, DataFile, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.ir.geometry import cells
from tilelaw_dsl.layers.merge import Merged
from tilelaw_dsl.source import Span


class Declarer:
    """Reads the declarations of a merged text."""

    def __init__(self, merged: Merged, data: DataFile, report: Report) -> None:
        sides = [c for rule in merged.rules.values() for c in rule.clauses if isinstance(c, s.Sides)]
        self.merged = merged
        self.world = World(merged.players, bool(sides), len(sides[0].sides) if sides else 0)
        self.data = data
        self.report = report
        self.values = Values(self.world, report)
        self._open_records: list[str] = []

    def run(self) -> World:
        """Return the tables of the text."""
        items = list(self.merged.declarations.values())
        self.world.declared = frozenset(i.name.text for i in items if isinstance(i, s.Param | s.Zone | s.Var))
        for item in items:
            if item.name.text in RESERVED:
                self.report.add(
                    Code.KEPT_WORD,
                    f"`{item.name.text}` has a meaning of its own",
                    item.name.span,
                    hint="choose another name",
                )
        for item in items:  # names of cell types first: fields and variables may be cells
            if isinstance(item, s.Board):
                self.world.cell_types[item.cell.text] = item.name.text
        for item in items:
            if isinstance(item, s.KindsList):
                self._kinds_list(item)
        for need in self.merged.missing:
            if isinstance(need, s.NeedsKinds):
                self.world.kinds[need.name.text] = ir.KindDecl(need.name.text, (), ())
        passes: list[tuple[type, Callable[[Any], None]]] = [
            (s.RecordDecl, self._record),
            (s.KindsData, self._kinds_data),
            (s.Board, self._board),
            (s.Param, self._param),
            (s.Zone, self._zone),
            (s.Mark, self._mark),
            (s.Var, self._var),
            (s.Define, self._define),
        ]
        for cls, declare_one in passes:
            for item in items:
                if isinstance(item, cls):
                    declare_one(item)
        for rule in self.merged.rules.values():
            for clause in rule.clauses:
                if isinstance(clause, s.Define):
                    self._define(clause)
        return self.world

    # ---- types

    def type(self, node: s.Type) -> ir.Type | None:
        """Return the type that a type expression names."""
        match node:
            case s.FlagType():
                return ir.FlagType()
            case s.IntType():
                return self._number(node.low, node.high, node.span)
            case s.MaybeType():
                inner = self.type(node.of)
                if isinstance(inner, ir.ThingType):
                    return ir.ThingType(inner.sort, inner.name, True)
                if inner is not None:
                    self.report.add(
                        Code.OPTIONAL_NUMBER,
                        "only things can be nothing: numbers start at 0, flags at no",
                        node.span,
                        hint="leave out the `?`",
                    )
                return inner
            case s.SetType():
                inner = self.type(node.of)
                if isinstance(inner, ir.ThingType | ir.NumberType):
                    return ir.SetType(inner, self.world.size(inner))
                if inner is not None:
                    self.report.add(Code.NO_ELEMENT, f"{show(inner)} cannot be an element", node.of.span)
                return None
            case s.NamedType():
                return self._named(node.name)

    def _named(self, name: s.Word) -> ir.Type | None:
        if name.text == "player":
            return PLAYER
        if name.text == "side":
            return SIDE if self.world.has_sides else PLAYER
        if name.text in self.world.kinds:
            return ir.ThingType(ir.Sort.KIND, name.text)
        if name.text in self.world.records:
            return ir.ThingType(ir.Sort.RECORD, name.text)
        if name.text in self.world.cell_types:
            return ir.ThingType(ir.Sort.CELL, self.world.cell_types[name.text])
        declared = self.merged.declarations.get(name.text)
        if isinstance(declared, s.KindsData):
            self._kinds_data(declared)
            return ir.ThingType(ir.Sort.KIND, name.text)
        if isinstance(declared, s.RecordDecl):
            return self._record_below(declared, name)
        known = [*self.world.kinds, *self.world.records, *self.world.cell_types, "player", "side", "flag"]
        self.report.add(
            Code.UNKNOWN_TYPE,
            f"no type is called `{name.text}`",
            name.span,
            hint=nearest(name.text, known)
            or "a type is `flag`, a range such as `0..9`, `player`, a kind, a record or a cell",
        )
        return None

    def _number(self, low: int, high: int, span: Span) -> ir.NumberType | None:
        if low > high:
            self.report.add(Code.EMPTY_RANGE, f"the range {low}..{high} is empty", span, hint=f"write `{high}..{low}`")
            return None
        if max(abs(low), abs(high)) > MAX_NUMBER:
            self.report.add(Code.NUMBER_TOO_LARGE, f"numbers are at most {MAX_NUMBER}", span)
            return None
        return ir.NumberType(low, high)

    # ---- kinds, records, data

    def _kinds_list(self, item: s.KindsList) -> None:
        seen: dict[str, s.Word] = {}
        for member in item.members:
            if member.text in seen:
                self.report.add(
                    Code.DECLARED_TWICE,
                    f"`{member.text}` is listed twice",
                    member.span,
                    labels=[(seen[member.text].span, "first here")],
                )
            if member.text in KEPT:
                self.report.add(
                    Code.KEPT_WORD, f"`{member.text}` has a meaning of its own", member.span, hint="choose another name"
                )
            seen[member.text] = member
        members = tuple(ir.MemberDecl(name, 1, ()) for name in seen)
        self.world.kinds[item.name.text] = ir.KindDecl(item.name.text, (), members)

    def _record(self, item: s.RecordDecl) -> None:
        if item.name.text not in self.world.records:
            self._open_records.append(item.name.text)
            fields = self._fields(item.fields)
            self._open_records.pop()
            self.world.records[item.name.text] = ir.RecordDecl(item.name.text, fields)

    def _record_below(self, item: s.RecordDecl, name: s.Word) -> ir.Type | None:
        """Return a record that is declared further down as a type."""
        if name.text in self._open_records:
            circle = " -> ".join([*self._open_records[self._open_records.index(name.text) :], name.text])
            self.report.add(Code.DEFINED_BY_ITSELF, f"`{name.text}` is defined by itself: {circle}", name.span)
            return None
        self._record(item)
        return ir.ThingType(ir.Sort.RECORD, name.text)

    def _fields(self, items: tuple[s.FieldDecl, ...]) -> tuple[ir.FieldDecl, ...]:
        result: dict[str, ir.FieldDecl] = {}
        for item in items:
            first = next(other for other in items if other.name.text == item.name.text)
            if first is not item:
                self._field_twice(item, first)
            if item.printed:
                self.report.add(
                    Code.PRINTED_ON_NO_CELL, "only cells of a board have something printed on them", item.span
                )
            type_ = self.type(item.type)
            if isinstance(type_, ir.SetType):
                self.report.add(
                    Code.NOT_STORABLE, "sets cannot be stored", item.type.span, hint="use a flag or a number instead"
                )
            elif type_ is not None:
                result[item.name.text] = ir.FieldDecl(item.name.text, type_)
        return tuple(result.values())

    def _field_twice(self, item: s.FieldDecl, first: s.FieldDecl) -> None:
        self.report.add(
            Code.DECLARED_TWICE,
            f"field `{item.name.text}` is declared already",
            item.name.span,
            labels=[(first.name.span, "first here")],
        )

    def _kinds_data(self, item: s.KindsData) -> None:
        name = item.name.text
        if name in self.world.kinds:  # read already, because something above is of this kind
            return
        self.world.kinds[name] = ir.KindDecl(name, (), ())
        fields = self._fields(item.fields)
        self.world.kinds[name] = ir.KindDecl(name, fields, ())
        text = self.data(item.file.text, item.file.span)
        if text is None:
            self.report.add(
                Code.NO_DATA_FILE,
                f"there is no data file `{item.file.text}`",
                item.file.span,
                hint="it is looked for beside the rules file, then among the bundled data",
            )
            return
        self.world.kinds[name] = ir.KindDecl(name, fields, self.values.members(item, fields, text))

    # ---- boards

    def _board(self, item: s.Board) -> None:
        name = item.name.text
        owned = self._owned(item.owner)
        grid: ir.Squares | ir.Hexagon
        if isinstance(item.grid, s.SquareGrid):
            grid = ir.Squares(item.grid.columns, item.grid.rows)
            (x0, x1), (y0, y1) = item.grid.columns, item.grid.rows
            count = max(0, x1 - x0 + 1) * max(0, y1 - y0 + 1)
        else:
            grid = ir.Hexagon(item.grid.side)
            count = 3 * item.grid.side * (item.grid.side - 1) + 1 if item.grid.side else 0
        if not 0 < count <= MAX_CELLS:
            self.report.add(
                Code.TOO_MANY_ELEMENTS, f"this grid has {count} cells; a board has 1 to {MAX_CELLS}", item.grid.span
            )
            grid = ir.Squares((0, 0), (0, 0)) if isinstance(grid, ir.Squares) else ir.Hexagon(1)
        relations = []
        for relation in item.relations:
            allowed = ["orthogonal", "king"] if isinstance(grid, ir.Squares) else ["hex"]
            if relation.steps.text not in allowed:
                shown = " or ".join(f"`{a}`" for a in allowed)
                self.report.add(
                    Code.NO_RELATION_OF_GRID,
                    f"`{relation.steps.text}` is no relation of this grid",
                    relation.steps.span,
                    hint=f"write {shown}",
                )
                continue
            declared = ir.RelationDecl(relation.name.text, ir.Steps(relation.steps.text))
            if relation.name.text in self.world.relations or relation.name.text in self.merged.declarations:
                self.report.add(Code.DECLARED_TWICE, f"`{relation.name.text}` is declared already", relation.name.span)
            self.world.relations[relation.name.text] = (name, declared)
            relations.append(declared)
        # The board must be known before its printed cells are read.
        self.world.boards[name] = ir.BoardDecl(name, owned, "", item.cell.text, grid, tuple(relations), ())
        fields = tuple(f for f in (self._cell_field(x, grid) for x in item.fields) if f is not None)
        for one in item.fields:
            first = next(other for other in item.fields if other.name.text == one.name.text)
            if first is not one:
                self._field_twice(one, first)
            if one.name.text in ("x", "y", "q", "r", "owner", "at"):
                self.report.add(
                    Code.KEPT_WORD,
                    f"`{one.name.text}` has a meaning of its own",
                    one.name.span,
                    hint="choose another name",
                )
        written = item.written.text if item.written else name
        self.world.boards[name] = ir.BoardDecl(name, owned, written, item.cell.text, grid, tuple(relations), fields)

    def _owned(self, owner: s.Word | None) -> bool:
        if owner is not None and owner.text != "player":
            self.report.add(
                Code.NO_OWNER_KIND,
                "only players have boards and zones of their own",
                owner.span,
                hint="write `of player`",
            )
        return owner is not None

    def _cell_field(self, item: s.FieldDecl, grid: ir.Squares | ir.Hexagon) -> ir.CellFieldDecl | None:
        type_ = self.type(item.type)
        if type_ is None:
            return None
        if not item.printed:
            self._must_have_blank(type_, item.type)
        on_board = set(cells(grid))
        printed = []
        for one in item.printed:
            if one.at not in on_board:
                self.report.add(Code.OFF_THE_BOARD, f"cell {one.at[0]},{one.at[1]} is not on the board", one.span)
            value: object = True
            if one.value is not None:
                value = parse_datum(type_, one.value.text, self.world)
            if value is BAD or (one.value is None and not isinstance(type_, ir.FlagType)):
                self.report.add(Code.NO_CONSTANT, f"expected {expected_datum(type_, self.world)}", one.span)
                continue
            printed.append((*one.at, value))
        return ir.CellFieldDecl(item.name.text, type_, bool(item.printed), tuple(printed))  # type: ignore[arg-type]

    def _must_have_blank(self, type_: ir.Type, node: s.Type) -> None:
        if isinstance(type_, ir.SetType) or (isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD):
            self.report.add(
                Code.NOT_STORABLE,
                "sets and records cannot be stored",
                node.span,
                hint="store a flag, a number or a thing; use an index for several",
            )
            return
        if isinstance(type_, ir.ThingType) and not type_.maybe:
            self.report.add(
                Code.NO_START,
                "this starts as nothing, so it must be allowed to be nothing",
                node.span,
                hint=f"write `{node.span.text}?`",
            )
        if isinstance(type_, ir.NumberType) and not type_.low <= 0 <= type_.high:
            self.report.add(
                Code.NO_START,
                f"this starts at 0, which {type_.low}..{type_.high} does not contain",
                node.span,
                hint="let the range begin at 0",
            )

    # ---- parameters, zones, marks, variables, definitions

    def _param(self, item: s.Param) -> None:
        type_ = self.type(item.type)
        index = self.type(item.index) if item.index else None
        if type_ is None or (item.index and index is None):
            return
        keys: list[str | int] = [""]
        if item.index is not None:
            found = self._index_values(index, item.index.span)
            if found is None:
                return
            keys = found
        values = self.values.table(item, keys, type_)
        if values is not None:
            self.world.tables[item.name.text] = ir.TableDecl(item.name.text, type_, index, tuple(values))

    def _index_values(self, index: ir.Type | None, span: Span) -> list[str | int] | None:
        match index:
            case ir.NumberType() if index.high - index.low < MAX_MEMBERS:
                return list(range(index.low, index.high + 1))
            case ir.ThingType(sort=ir.Sort.KIND, maybe=False):
                return [m.name for m in self.world.kinds[index.name].members]
            case ir.ThingType(sort=ir.Sort.PLAYER):
                return list(range(self.world.players))
            case _:
                self.report.add(
                    Code.BAD_INDEX, "a table is indexed by a kind, by players or by a range of numbers", span
                )
                return None

    def _zone(self, item: s.Zone) -> None:
        kind = self._piece_kind(item.kind)
        if kind is None:
            return
        seen, starts = ir.Viewers.ALL, ()
        keys: list[tuple[str | int, int]]
        if kind.sort is ir.Sort.PLAYER:
            keys = [(p, 1) for p in range(self.world.players)]
        else:
            keys = [(m.name, m.copies) for m in self.world.kinds[kind.name].members]
        owned = self._owned(item.owner)
        start_list: tuple[tuple[str | int, int], ...] = starts
        for option in item.options:
            match option:
                case s.StartsAll():
                    start_list = tuple(keys)
                case s.StartsEach():
                    number = self.values.constant(option.count, ir.NumberType(0, 1_000))
                    if isinstance(number, int):
                        start_list = tuple((key, number) for key, _ in keys if number)
                case s.SeenBy():
                    seen = option.viewers
                    if seen in (ir.Viewers.OWNER, ir.Viewers.TEAM) and not owned:
                        self.report.add(
                            Code.SEEN_BY_NO_OWNER,
                            f"zone `{item.name.text}` has no owner",
                            option.span,
                            hint=f"write `zone {item.name.text} of player`, or `seen by all`",
                        )
                case s.SeenWhile():
                    pass  # its condition is checked with the flow
        if start_list and owned:
            self.report.add(
                Code.OWNED_START,
                "a zone of each player starts empty",
                item.name.span,
                hint="deal pieces to it at a step of the setup",
            )
        order = item.order
        if item.by is not None:
            known = [f.name for f in self.world.kinds[kind.name].fields] if kind.sort is ir.Sort.KIND else []
            if order is not ir.Order.ROW or item.by.text not in known:
                self.report.add(
                    Code.NOT_SORTABLE,
                    f"a zone cannot be sorted by `{item.by.text}`",
                    item.by.span,
                    hint=(nearest(item.by.text, known) if order is ir.Order.ROW else "")
                    or "only a row is sorted, by a field of its pieces",
                )
        self.world.zones[item.name.text] = ir.ZoneDecl(
            name=item.name.text,
            owned=owned,
            written=item.written.text if item.written else item.name.text,
            order=order,
            of=kind,
            by=item.by.text if item.by else "",
            starts=start_list,
            seen_by=seen,
            glimpses=(),
        )

    def _piece_kind(self, name: s.Word) -> ir.ThingType | None:
        if name.text == "player":
            return PLAYER
        if name.text in self.world.kinds:
            return ir.ThingType(ir.Sort.KIND, name.text)
        self.report.add(
            Code.UNKNOWN_TYPE, f"no kind is called `{name.text}`", name.span, hint=nearest(name.text, self.world.kinds)
        )
        return None

    def _mark(self, item: s.Mark) -> None:
        type_ = self.type(item.type)
        if item.kind.text not in self.world.kinds:
            self.report.add(
                Code.UNKNOWN_TYPE,
                f"no kind is called `{item.kind.text}`",
                item.kind.span,
                hint=nearest(item.kind.text, self.world.kinds),
            )
            return
        kind = self.world.kinds[item.kind.text]
        if any(m.copies != 1 for m in kind.members):
            self.report.add(
                Code.MARKED_COPIES,
                f"pieces of `{kind.name}` cannot be told apart, so they cannot be marked",
                item.kind.span,
                hint="only kinds with one piece of each can be marked",
            )
        if item.name.text in [f.name for f in kind.fields]:
            self.report.add(
                Code.DECLARED_TWICE, f"`{item.name.text}` is a field of `{kind.name}` already", item.name.span
            )
        if type_ is not None:
            self._must_have_blank(type_, item.type)
            self.world.marks[item.name.text] = ir.MarkDecl(item.name.text, item.kind.text, type_)

    def _var(self, item: s.Var) -> None:
        indices = [self.type(t) for t in item.indices]
        type_ = self.type(item.type)
        for index, node in zip(indices, item.indices, strict=True):
            if index is not None and (
                isinstance(index, ir.FlagType | ir.SetType) or self.world.size(index) > MAX_CELLS
            ):
                self.report.add(
                    Code.BAD_INDEX, "a variable is indexed by kinds, players, cells or small ranges", node.span
                )
        if type_ is None or any(i is None for i in indices):
            return
        self._must_have_blank(type_, item.type)
        self.world.variables[item.name.text] = ir.VariableDecl(
            item.name.text, tuple(i for i in indices if i is not None), type_
        )

    def _define(self, item: s.Define) -> None:
        name = item.name.text
        known = self.merged.declarations.get(name)
        other = self.world.defines.get(name)
        first = known if known is not None and known is not item else other
        if first is not None and first is not item:
            self.report.add(
                Code.DECLARED_TWICE,
                f"`{name}` is declared already",
                item.name.span,
                labels=[(first.name.span, "first here")],
            )
        elif name in self.world.relations or name in RESERVED:
            self.report.add(
                Code.KEPT_WORD, f"`{name}` has a meaning already", item.name.span, hint="choose another name"
            )
        self.world.defines[name] = item
