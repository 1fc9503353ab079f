"""From written expressions to typed IR: every name resolved, every type known, every number bounded.

Names are resolved by what they stand beside. In this order: a bound name; where a kind is expected, its members;
a field of the element (`it`) inside brackets and folds; a declaration; a member that only one kind has.

Numbers carry intervals, so that an assignment can be proved to stay in range. Costs are upper bounds on the
steps of one evaluation, from the sizes of the sets involved. Asking something of nothing gives a blank (see
`ir`), which shows here as `or_blank` on types.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from tilelaw_dsl import ir, types
from tilelaw_dsl import syntax as s
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.functions import FUNCTIONS, Functions
from tilelaw_dsl.source import Span
from tilelaw_dsl.typed import ERROR, Env, Typed
from tilelaw_dsl.world import World

SET_SIGNS = {"|": ir.SetOperator.UNION, "&": ir.SetOperator.INTERSECTION, "except": ir.SetOperator.EXCEPT}
MAX_COST = 1_000_000_000_000
"""Costs are counted up to here; what is dearer is far beyond any limit."""


@dataclass(frozen=True)
class Signature:
    """What a definition takes and gives."""

    parameters: tuple[ir.ParameterDecl, ...]
    type: ir.Type | None
    body: ir.Expr
    cost: int


@dataclass
class Expressions:
    """Types the expressions of one ruleset."""

    world: World
    report: Report
    type_of: object
    """Resolves a written type (the declarer's method)."""
    needs: dict[str, s.NeedsDefine] = field(default_factory=dict)
    clause: str = ""
    signatures: dict[str, Signature] = field(default_factory=dict)
    in_progress: list[str] = field(default_factory=list)
    actions: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    """Names of declarations that some expression mentions."""

    def __post_init__(self) -> None:
        self.functions = Functions(self)

    # ---- reporting

    def complain(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        hint: str = "",
        labels: list[tuple[Span, str]] | None = None,
    ) -> Typed:
        """Report a mistake and return the typed expression that stands for it."""
        self.report.add(code, message, span, hint=hint, labels=labels or (), clause=self.clause)
        return ERROR

    # ---- entry points

    def infer(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return an expression with its type; `expected` helps to find out what names mean."""
        result = self._infer(node, env, expected)
        if result.cost > MAX_COST:
            result = replace(result, cost=MAX_COST)
        return result

    def condition(self, node: s.Expr, env: Env) -> Typed:
        """Return a condition."""
        return self.as_condition(self.infer(node, env, types.FLAG), node)

    def as_condition(self, found: Typed, node: s.Expr) -> Typed:
        """Return a typed expression if it is a condition; report it otherwise."""
        if found.type is None or isinstance(found.type, ir.FlagType):
            return found
        hint = ""
        if types.is_collection(found.type) or isinstance(found.type, ir.ThingType):
            hint = f"write `some {node.span.text}` or `no {node.span.text}`"
        if isinstance(found.type, ir.NumberType):
            hint = f"compare it, e.g. `{node.span.text} > 0`"
        return self.complain("T410", f"expected a condition, found {types.show(found.type)}", node.span, hint=hint)

    def number(self, node: s.Expr, env: Env) -> Typed:
        """Return a number."""
        found = self.infer(node, env)
        if found.type is None or isinstance(found.type, ir.NumberType):
            return found
        hint = f"write `count {node.span.text}`" if types.is_collection(found.type) else ""
        return self.complain("T411", f"expected a number, found {types.show(found.type)}", node.span, hint=hint)

    def set(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a set; a single thing becomes the set of it, pieces of a zone the set of their kinds."""
        return self.as_set(self.infer(node, env, expected), node.span)

    def collection(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a set, or the pieces of a zone as they lie."""
        found = self.infer(node, env, expected)
        return found if isinstance(found.type, ir.BagType) else self.as_set(found, node.span)

    def as_set(self, found: Typed, span: Span) -> Typed:
        """Return a typed expression as a set."""
        match found.type:
            case None | ir.SetType():
                return found
            case ir.BagType():
                most = min(found.type.most, self.world.size(found.type.of))
                return Typed(ir.AsSet(found.node), ir.SetType(found.type.of, most), found.cost + found.type.most)
            case ir.ThingType():
                inner = replace(found.type, maybe=False)
                if isinstance(found.node, ir.Nothing):
                    return Typed(ir.SetOf(()), types.EMPTY_SET, 1)
                return Typed(ir.AsSet(found.node), ir.SetType(inner, 1), found.cost + 1)
            case _:
                return self.complain("T412", f"expected a set, found {types.show(found.type)}", span)

    def thing(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return a single thing."""
        found = self.infer(node, env, expected)
        if found.type is None or isinstance(found.type, ir.ThingType):
            return found
        hint = f"write `first({node.span.text})` for one of them" if types.is_collection(found.type) else ""
        return self.complain("T413", f"expected a single thing, found {types.show(found.type)}", node.span, hint=hint)

    def fitting(self, node: s.Expr, env: Env, wanted: ir.Type, what: str, at: Span | None = None) -> Typed:
        """Return an expression that can stand where `wanted` is needed; sets and things are adapted."""
        found = self.infer(node, env, wanted)
        return self.fit(found, wanted, node.span, what, at)

    def fit(self, found: Typed, wanted: ir.Type, span: Span, what: str, at: Span | None = None) -> Typed:
        """Adapt a typed expression to a wanted type or report why it does not fit."""
        if found.type is None:
            return found
        labels = [(at, f"{what} is {types.show(wanted)}")] if at is not None else []
        match wanted, found.type:
            case ir.NumberType(), ir.NumberType():
                if wanted.low <= found.type.low and found.type.high <= wanted.high:
                    return found
                return self._out_of_range(found.type, wanted, span, what, labels)
            case ir.SetType(), ir.SetType() | ir.BagType() | ir.ThingType():
                adapted = self.as_set(found, span)
                if isinstance(adapted.type, ir.SetType) and types.same_elements(wanted.of, adapted.type.of):
                    return adapted
            case ir.ThingType(), ir.ThingType() if types.same_thing(wanted, found.type):
                return found
            case ir.FlagType(), ir.FlagType():
                return found
            case ir.BagType(), ir.BagType() if types.same_thing(wanted.of, found.type.of):
                return found
            case _:
                pass
        hint = ""
        if isinstance(wanted, ir.NumberType) and types.is_collection(found.type):
            hint = f"write `count {span.text}`"
        if isinstance(wanted, ir.ThingType) and types.is_collection(found.type):
            hint = f"write `first({span.text})`"
        return self.complain(
            "T414",
            f"{what} is {types.show(wanted)}, but this is {types.show(found.type)}",
            span,
            hint=hint,
            labels=labels,
        )

    def _out_of_range(
        self, got: ir.NumberType, wanted: ir.NumberType, span: Span, what: str, labels: list[tuple[Span, str]]
    ) -> Typed:
        hints = []
        if got.high > wanted.high:
            hints.append(f"`at most {wanted.high}`")
        if got.low < wanted.low:
            hints.append(f"`at least {wanted.low}`")
        shown = f"{got.low}..{got.high}" if got.low != got.high else f"{got.low}"
        return self.complain(
            "T701",
            f"{what} is {wanted.low}..{wanted.high}, but this may be {shown}",
            span,
            hint=f"add {' and '.join(hints)}" if got.low != got.high else "",
            labels=labels,
        )

    # ---- the walk

    def _infer(self, node: s.Expr, env: Env, expected: ir.Type | None) -> Typed:
        match node:
            case s.Integer():
                if node.value > 1_000_000:
                    return self.complain("T702", "numbers are at most 1000000", node.span)
                return Typed(ir.Number(node.value), ir.NumberType(node.value, node.value), 1)
            case s.Integers():
                if not 0 <= node.high - node.low < 1_000:
                    return self.complain("T702", "a set of numbers has 1 to 1000 elements", node.span)
                type_ = ir.SetType(ir.NumberType(node.low, node.high), node.high - node.low + 1)
                return Typed(ir.Numbers(node.low, node.high), type_, 1)
            case s.Grouped():
                return self.infer(node.inner, env, expected)
            case s.Name():
                return self._name(node, env, expected)
            case s.Call():
                return self._call(node, env)
            case s.Field():
                return self.field(self.infer(node.of, env), node.field, node.of.span)
            case s.Narrow():
                return self._narrow(node, env, expected)
            case s.SetOf():
                return self._set_of(node, env, expected)
            case s.Fold():
                return self._fold(node, env)
            case s.Match():
                return self._match(node, env, expected)
            case s.Negative():
                of = self.number(node.of, env)
                if not isinstance(of.type, ir.NumberType):
                    return ERROR
                negative = ir.Arithmetic(ir.ArithmeticOperator.SUBTRACT, ir.Number(0), of.node)
                return Typed(negative, ir.NumberType(-of.type.high, -of.type.low), of.cost + 1)
            case s.Count():
                of = self.collection(node.of, env)
                if not isinstance(of.type, ir.SetType | ir.BagType):
                    return ERROR
                return Typed(ir.Count(of.node), ir.NumberType(0, of.type.most), of.cost + 1)
            case s.Binary():
                return self._binary(node, env, expected)
            case s.Compare():
                return self._compare(node, env)
            case s.Quantified():
                return self._quantified(node, env)
            case s.NoLegal():
                return self._no_legal(node, env)
            case s.Not():
                of = self.condition(node.of, env)
                return Typed(ir.Not(of.node), types.FLAG if of.type else None, of.cost + 1)
            case s.And() | s.Or():
                return self._joined(node, env)
            case s.If():
                return self._if(node, env, expected)
            case _:
                assert_never(node)

    # ---- names

    def _name(self, node: s.Name, env: Env, expected: ir.Type | None) -> Typed:
        text = node.text
        if text in env.locals:
            if text != "it" and self.has_field(env.it, text):
                return self.complain(
                    "T312",
                    f"`{text}` is bound here and is also a field of the element",
                    node.span,
                    hint=f"write `it.{text}` for the field, or give the bound value another name",
                )
            return Typed(ir.Local(text), env.locals[text], 1)
        wanted = types.element_of(expected)
        if isinstance(wanted, ir.ThingType):
            member = self._member_of(text, wanted)
            if member is not None:
                return member
        if env.it is not None and self.has_field(env.it, text):
            return self.field(Typed(ir.Local("it"), env.it, 1), s.Word(text=text, span=node.span), node.span)
        declared = self._declared(text, node, env)
        if declared is not None:
            return declared
        kinds = self.world.members_named(text)
        if len(kinds) == 1:
            return Typed(ir.Member(kinds[0], text), ir.ThingType(ir.Sort.KIND, kinds[0]), 1)
        if kinds:
            shown = ", ".join(f"`{k}`" for k in kinds)
            return self.complain(
                "T303",
                f"`{text}` is a member of several kinds: {shown}",
                node.span,
                hint="compare it with something of the kind you mean",
            )
        return self._unknown(node, env, wanted)

    def _member_of(self, text: str, wanted: ir.ThingType) -> Typed | None:
        kind = self.world.kinds.get(wanted.name)
        if wanted.sort is ir.Sort.KIND and kind is not None and any(m.name == text for m in kind.members):
            return Typed(ir.Member(wanted.name, text), replace(wanted, maybe=False), 1)
        if wanted.sort is ir.Sort.DIRECTION:
            return self.functions.direction(text, wanted)
        return None

    def resolves(self, node: s.Expr, env: Env) -> bool:
        """Say whether a name means something by itself, without an expected kind."""
        if isinstance(node, s.Grouped):
            return self.resolves(node.inner, env)
        if not isinstance(node, s.Name):
            return True
        if node.text in env.locals or (env.it is not None and self.has_field(env.it, node.text)):
            return True
        world = self.world
        tables = (world.kinds, world.tables, world.boards, world.zones, world.variables, world.defines)
        return any(node.text in t for t in tables) or node.text in ("players", "sides", "yes", "none", "no")

    def _declared(self, text: str, node: s.Name, env: Env) -> Typed | None:
        world = self.world
        self.used.add(text)
        match text:
            case "players":
                return Typed(ir.Players(), ir.SetType(types.PLAYER, world.players), 1)
            case "sides":
                if not world.has_sides:
                    return Typed(ir.Players(), ir.SetType(types.PLAYER, world.players), 1)
                return Typed(ir.Sides(), ir.SetType(types.SIDE, world.side_count), 1)
            case "yes":
                return Typed(ir.Flag(True), types.FLAG, 1)
            case "none":
                return Typed(ir.Nothing(), types.NOTHING, 1)
            case "no":
                return Typed(ir.Flag(False), types.FLAG, 1)
        if text in world.defines or text in self.needs:
            return self._apply(text, (), node.span, env)
        if text in world.tables:
            table = world.tables[text]
            if table.index is not None:
                return self.complain("T304", f"`{text}` is a table", node.span, hint=f"write `{text}(…)`")
            type_: ir.Type = table.type
            value = table.values[0]
            if isinstance(value, int) and not isinstance(value, bool):
                type_ = ir.NumberType(value, value)
            return Typed(ir.Table(text, None), type_, 1)
        if text in world.variables:
            if world.variables[text].indices:
                return self.complain("T304", f"`{text}` has an index", node.span, hint=f"write `{text}(…)`")
            return Typed(ir.Variable(text, ()), world.variables[text].type, 1)
        if text in world.zones:
            return self.zone(text, None, node.span)
        if text in world.boards:
            if world.boards[text].owned:
                return self.complain("T304", f"every player has a `{text}`", node.span, hint=f"write `{text}(you)`")
            type_ = ir.ThingType(ir.Sort.CELL, text)
            return Typed(ir.Cells(text, None), ir.SetType(type_, world.size(type_)), 1)
        if text in world.kinds:
            return Typed(
                ir.Members(text),
                ir.SetType(ir.ThingType(ir.Sort.KIND, text), len(world.kinds[text].members)),
                1,
            )
        return None

    def zone(self, name: str, owner: Typed | None, span: Span) -> Typed:
        """Return the pieces of a zone."""
        zone = self.world.zones[name]
        self.used.add(name)
        if zone.owned and owner is None:
            return self.complain("T304", f"every player has a `{name}`", span, hint=f"write `{name}(you)`")
        if not zone.owned and owner is not None:
            return self.complain("T305", f"there is only one `{name}`", span, hint=f"write `{name}`")
        most = self.world.pieces(zone)
        return Typed(ir.ZoneOf(name, owner.node if owner else None), ir.BagType(zone.of, most), 1)

    def _unknown(self, node: s.Name, env: Env, wanted: ir.Type | None) -> Typed:
        text = node.text
        if isinstance(wanted, ir.ThingType) and wanted.sort is ir.Sort.KIND and wanted.name in self.world.kinds:
            members = [str(m.name) for m in self.world.kinds[wanted.name].members]
            hint = nearest(text, [*members, *self.known_names(env)])
            return self.complain(
                "T303",
                f"no {wanted.name} is called `{text}`",
                node.span,
                hint=hint or f"there are {', '.join(members[:12])}",
            )
        if text in FUNCTIONS or text in self.world.relations:
            return self.complain("T304", f"`{text}` needs something in brackets", node.span, hint=f"write `{text}(…)`")
        if text == "you":
            return self.complain(
                "T306",
                "nobody is asked here, so there is no `you`",
                node.span,
                hint="at a step use what the flow binds, in a definition a parameter",
            )
        if text == "it":
            return self.complain("T306", "there is no element here, so there is no `it`", node.span)
        return self.complain(
            "T303", f"nothing is called `{text}` here", node.span, hint=nearest(text, self.known_names(env))
        )

    def known_names(self, env: Env) -> list[str]:
        """Return every name that could stand in an expression here."""
        w = self.world
        members = [str(m.name) for k in w.kinds.values() for m in k.members if isinstance(m.name, str)]
        names = [
            *env.locals,
            *w.kinds,
            *w.tables,
            *w.boards,
            *w.zones,
            *w.variables,
            *w.defines,
            *w.relations,
        ]
        return [*names, *members, *FUNCTIONS, *self.field_names(env.it), "players"]

    # ---- fields

    def field_names(self, type_: ir.Type | None) -> list[str]:
        """Return the fields of a thing."""
        match type_:
            case ir.ThingType(sort=ir.Sort.CELL, name=name):
                board = self.world.boards[name]
                axes = ["x", "y"] if isinstance(board.grid, ir.Squares) else ["q", "r"]
                return [f.name for f in board.fields] + axes + (["owner"] if board.owned else [])
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.world.kinds:
                marks = [m.name for m in self.world.marks.values() if m.kind == name]
                return [f.name for f in self.world.kinds[name].fields] + marks
            case ir.ThingType(sort=ir.Sort.RECORD, name=name):
                return [f.name for f in self.world.records[name].fields]
            case _:
                return []

    def has_field(self, type_: ir.Type | None, name: str) -> bool:
        """Say whether things of a type have a field."""
        return name in self.field_names(type_)

    def field(self, of: Typed, word: s.Word, span: Span) -> Typed:
        """Return a field of a thing."""
        if of.type is None:
            return ERROR
        name = word.text
        if not isinstance(of.type, ir.ThingType) or not self.has_field(of.type, name):
            if types.is_collection(of.type):
                return self.complain(
                    "T415",
                    f"this is {types.show(of.type)}; a field belongs to one thing",
                    span,
                    hint=f"write `first({span.text}).{name}`, or `sum({name} over {span.text})`",
                )
            return self.complain(
                "T307",
                f"{types.show(of.type)} has no field `{name}`",
                word.span,
                hint=nearest(name, self.field_names(of.type)),
            )
        node, type_ = self._field_node(of.type, name, of.node)
        return Typed(node, types.or_blank(type_) if of.type.maybe else type_, of.cost + 1)

    def _field_node(self, type_: ir.ThingType, name: str, of: ir.Expr) -> tuple[ir.Expr, ir.Type]:
        world = self.world
        if type_.sort is ir.Sort.CELL:
            board = world.boards[type_.name]
            for declared in board.fields:
                if declared.name == name:
                    blank = types.or_blank(declared.type) if declared.is_printed else declared.type
                    return ir.CellField(board.name, name, of), blank or declared.type
            if name == "owner":
                return ir.CellOwner(of), types.PLAYER
            axis = 0 if name in ("x", "q") else 1
            if isinstance(board.grid, ir.Squares):
                low, high = board.grid.columns if axis == 0 else board.grid.rows
            else:
                low, high = 1 - board.grid.side, board.grid.side - 1
            return ir.Coordinate(axis, of), ir.NumberType(low, high)
        if type_.sort is ir.Sort.KIND:
            for data_field in world.kinds[type_.name].fields:
                if data_field.name == name:
                    return ir.DataField(type_.name, name, of), data_field.type
            self.used.add(name)
            return ir.MarkOf(name, of), world.marks[name].type
        for record_field in world.records[type_.name].fields:
            if record_field.name == name:
                return ir.RecordField(type_.name, name, of), record_field.type
        raise AssertionError("has_field promised this field")

    # ---- calls

    def _call(self, node: s.Call, env: Env) -> Typed:
        name = node.function.text
        world = self.world
        if name in env.locals:
            return self.complain("T305", f"`{name}` is a value here, not a function", node.function.span)
        if name in world.relations or name in FUNCTIONS:
            return self.functions.call(node, env)
        self.used.add(name)
        if name in world.defines or name in self.needs:
            return self._apply(name, node.arguments, node.span, env)
        if name in world.tables:
            return self._table(node, env)
        if name in world.variables:
            return self._variable(node, env)
        if name in world.zones or name in world.boards:
            return self._owned(node, env)
        if name in world.kinds:
            return self.complain("T305", f"`{name}` is a kind; it has no index", node.function.span)
        known = [
            *world.defines,
            *world.tables,
            *world.variables,
            *world.zones,
            *world.boards,
            *world.relations,
            *FUNCTIONS,
        ]
        return self.complain("T303", f"nothing is called `{name}`", node.function.span, hint=nearest(name, known))

    def _owned(self, node: s.Call, env: Env) -> Typed:
        name = node.function.text
        if len(node.arguments) != 1:
            return self.complain("T308", f"`{name}` takes one player", node.span)
        owner = self.fitting(node.arguments[0], env, types.PLAYER, f"the owner of `{name}`")
        if owner.type is None:
            return ERROR
        if name in self.world.zones:
            zone = self.zone(name, owner, node.span)
            return replace(zone, cost=zone.cost + owner.cost)
        board = self.world.boards[name]
        if not board.owned:
            return self.complain("T305", f"there is only one `{name}`", node.span, hint=f"write `{name}`")
        cell = ir.ThingType(ir.Sort.CELL, name)
        most = self.world.size(cell) // self.world.players
        return Typed(ir.Cells(name, owner.node), ir.SetType(cell, most), owner.cost + 1)

    def _table(self, node: s.Call, env: Env) -> Typed:
        table = self.world.tables[node.function.text]
        if table.index is None or len(node.arguments) != 1:
            return self.complain("T308", f"`{table.name}` takes {0 if table.index is None else 1} index", node.span)
        index = self.infer(node.arguments[0], env, table.index)
        surely = self._index(index, table.index, node.arguments[0].span)
        if surely is None:
            return ERROR
        type_ = table.type
        if isinstance(type_, ir.NumberType):
            values = [v for v in table.values if isinstance(v, int)]
            type_ = ir.NumberType(min(values), max(values))
        return Typed(ir.Table(table.name, index.node), type_ if surely else types.or_blank(type_), index.cost + 1)

    def _variable(self, node: s.Call, env: Env) -> Typed:
        variable = self.world.variables[node.function.text]
        if len(node.arguments) != len(variable.indices):
            return self.complain("T308", f"`{variable.name}` takes {len(variable.indices)} indices", node.span)
        nodes, cost = [], 1
        for argument, index in zip(node.arguments, variable.indices, strict=True):
            typed = self.infer(argument, env, index)
            if self._index(typed, index, argument.span) is None:
                return ERROR
            nodes.append(typed.node)
            cost += typed.cost
        return Typed(ir.Variable(variable.name, tuple(nodes)), variable.type, cost)

    def _index(self, found: Typed, wanted: ir.Type, span: Span) -> bool | None:
        """Say whether an index surely hits; nothing if it is of the wrong type."""
        match found.type, wanted:
            case None, _:
                return None
            case ir.NumberType(), ir.NumberType():
                if found.type.low > wanted.high or found.type.high < wanted.low:
                    self.complain("T701", f"the index is {wanted.low}..{wanted.high}, this is never in it", span)
                    return None
                return wanted.low <= found.type.low and found.type.high <= wanted.high
            case ir.ThingType(), ir.ThingType() if types.same_thing(found.type, wanted):
                return not found.type.maybe
            case _:
                self.fit(found, wanted, span, "the index")
                return None

    def signature(self, name: str, span: Span) -> Signature | None:
        """Return what a definition takes and gives; report one that is defined by itself."""
        if name in self.signatures:
            return self.signatures[name]
        if name in self.in_progress:
            circle = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            self.complain(
                "T309",
                f"`{name}` is defined by itself: {circle}",
                span,
                hint="definitions cannot recur; use `around(S, n)` or a fold",
            )
            return None
        define = self.world.defines.get(name)
        if define is None:
            need = self.needs[name]
            parameters = self._parameters(need.parameters)
            return Signature(parameters, self._written_type(need.type), ir.Nothing(), 1)
        self.in_progress.append(name)
        parameters = self._parameters(define.parameters)
        env = Env({p.name: p.type for p in parameters})
        wanted = self._written_type(define.type) if define.type else None
        if wanted is None and name in self.needs:
            wanted = self._written_type(self.needs[name].type)
        body = self.infer(define.body, env, wanted)
        if wanted is not None:
            what = f"`{name}`"
            body = self.fit(body, wanted, define.body.span, what, (define.type or define).span if define.type else None)
            if body.type is not None and not isinstance(wanted, ir.NumberType):
                body = replace(body, type=types.join(body.type, wanted) or body.type)
        self.in_progress.pop()
        signature = Signature(parameters, body.type, body.node, body.cost)
        self.signatures[name] = signature
        return signature

    def _written_type(self, node: s.Type) -> ir.Type | None:
        resolver = self.type_of
        assert callable(resolver)
        found: ir.Type | None = resolver(node)
        return found

    def _parameters(self, written: tuple[s.TypedName, ...]) -> tuple[ir.ParameterDecl, ...]:
        result: dict[str, ir.ParameterDecl] = {}
        for one in written:
            if one.name.text in result:
                self.complain("T207", f"parameter `{one.name.text}` is declared already", one.name.span)
            type_ = self._written_type(one.type)
            if type_ is not None:
                result[one.name.text] = ir.ParameterDecl(one.name.text, type_)
        return tuple(result.values())

    def _apply(self, name: str, arguments: tuple[s.Expr, ...], span: Span, env: Env) -> Typed:
        signature = self.signature(name, span)
        if signature is None:
            return ERROR
        if len(arguments) != len(signature.parameters):
            return self.complain(
                "T308", f"`{name}` takes {len(signature.parameters)} arguments, not {len(arguments)}", span
            )
        nodes, cost, blank = [], signature.cost + 1, False
        for argument, parameter in zip(arguments, signature.parameters, strict=True):
            typed = self.fitting(argument, env, parameter.type, f"`{parameter.name}` of `{name}`")
            if typed.type is None:
                return ERROR
            blank = blank or (types.is_maybe(typed.type) and not types.is_maybe(parameter.type))
            nodes.append(typed.node)
            cost += typed.cost
        type_ = types.or_blank(signature.type) if blank else signature.type
        return Typed(ir.Call(name, tuple(nodes)), type_, cost)

    # ---- sets

    def _narrow(self, node: s.Narrow, env: Env, expected: ir.Type | None) -> Typed:
        of = self.collection(node.of, env, expected)
        if not isinstance(of.type, ir.SetType | ir.BagType):
            return ERROR
        element, inner = self.element(node.element, of.type.of, env)
        if node.how is s.Narrowing.WHERE:
            condition = self.condition(node.by, inner)
            if condition.type is None:
                return ERROR
            return Typed(ir.Narrow(of.node, element, condition.node), of.type, of.cost + of.type.most * condition.cost)
        key = self.number(node.by, inner)
        if key.type is None:
            return ERROR
        which = ir.Extreme(str(node.how))
        return Typed(ir.Tied(of.node, element, which, key.node), of.type, of.cost + of.type.most * key.cost)

    def element(self, name: s.Word | None, type_: ir.Type, env: Env) -> tuple[str, Env]:
        """Return the name of an element and the scope in which it is bound."""
        if name is None:
            return "it", env.within(type_)
        self.check_fresh(name)
        return name.text, env.bind(name.text, type_)

    def check_fresh(self, name: s.Word) -> None:
        """Report a bound name that hides something people would look for."""
        if name.text in ("you", "it", "yes", "no", "none", "players", "sides"):
            self.complain("T301", f"`{name.text}` has a meaning of its own", name.span, hint="choose another name")

    def _set_of(self, node: s.SetOf, env: Env, expected: ir.Type | None) -> Typed:
        if not node.elements:
            return Typed(ir.SetOf(()), types.EMPTY_SET, 1)
        wanted = types.element_of(expected)
        nodes, cost = [], 1
        type_: ir.Type | None = None
        for one in node.elements:
            typed = self.infer(one, env, wanted)
            if typed.type is None:
                return ERROR
            if not isinstance(typed.type, ir.ThingType | ir.NumberType):
                return self.complain(
                    "T416",
                    f"{types.show(typed.type)} cannot be an element",
                    one.span,
                    hint="join sets with `|`",
                )
            joined = typed.type if type_ is None else types.join(type_, typed.type)
            if joined is None:
                return self.complain(
                    "T417",
                    "the elements of a set are of one sort",
                    one.span,
                    labels=[(node.elements[0].span, types.show(type_))],
                )
            type_, wanted = joined, wanted or joined
            nodes.append(typed.node)
            cost += typed.cost
        assert isinstance(type_, ir.ThingType | ir.NumberType)
        element = replace(type_, maybe=False) if isinstance(type_, ir.ThingType) else type_
        return Typed(ir.SetOf(tuple(nodes)), ir.SetType(element, len(nodes)), cost)

    def _fold(self, node: s.Fold, env: Env) -> Typed:
        over = self.collection(node.over, env)
        if not isinstance(over.type, ir.SetType | ir.BagType):
            return ERROR
        element, inner = self.element(node.element, over.type.of, env)
        most = over.type.most
        if node.how is s.Folding.UNION:
            body = self.set(node.body, inner)
            if not isinstance(body.type, ir.SetType):
                return ERROR
            size = min(most * body.type.most, max(self.world.size(body.type.of), 1))
            type_: ir.Type = ir.SetType(body.type.of, size)
        else:
            body = self.number(node.body, inner)
            if not isinstance(body.type, ir.NumberType):
                return ERROR
            low, high = body.type.low, body.type.high
            match node.how:
                case s.Folding.SUM:
                    type_ = ir.NumberType(min(0, low * most), max(0, high * most))
                case s.Folding.SORTED:
                    type_ = ir.ListType(most)
                case _:
                    type_ = types.hull(body.type, ir.NumberType(0, 0))
        fold = ir.Fold(ir.FoldOperator(str(node.how)), element, over.node, body.node)
        return Typed(fold, type_, over.cost + most * body.cost)

    # ---- operators

    def _binary(self, node: s.Binary, env: Env, expected: ir.Type | None) -> Typed:
        if node.operator in SET_SIGNS:
            return self._set_algebra(node, env, expected)
        left = self.infer(node.left, env)
        right = self.infer(node.right, env)
        for side, written in ((left, node.left), (right, node.right)):
            if side.type is not None and not isinstance(side.type, ir.NumberType):
                hint = "for sets write `except`, `|` or `&`" if types.is_collection(side.type) else ""
                if types.is_collection(side.type) and node.operator not in ("-", "+", "*"):
                    hint = f"write `count {written.span.text}`"
                return self.complain(
                    "T411",
                    f"`{node.operator}` is for numbers, this is {types.show(side.type)}",
                    written.span,
                    hint=hint,
                )
        if not isinstance(left.type, ir.NumberType) or not isinstance(right.type, ir.NumberType):
            return ERROR
        operator = ir.ArithmeticOperator(node.operator)
        if (
            operator in (ir.ArithmeticOperator.DIVIDE, ir.ArithmeticOperator.REMAINDER)
            and right.type.low <= 0 <= right.type.high
        ):
            return self.complain("T703", "the divisor may be 0", node.right.span, hint="add `at least 1`")
        type_ = _interval(operator, left.type, right.type)
        return Typed(ir.Arithmetic(operator, left.node, right.node), type_, left.cost + right.cost + 1)

    def _set_algebra(self, node: s.Binary, env: Env, expected: ir.Type | None) -> Typed:
        operator = SET_SIGNS[node.operator]
        if not self.resolves(node.left, env) and expected is None:
            right = self.set(node.right, env)
            left = self.collection(node.left, env, right.type)
        else:
            left = self.collection(node.left, env, expected)
            right = self.set(node.right, env, left.type or expected)
        if operator is not ir.SetOperator.EXCEPT and left.type is not None:
            left = self.as_set(left, node.left.span)
        if not isinstance(left.type, ir.SetType | ir.BagType) or not isinstance(right.type, ir.SetType):
            return ERROR
        if not types.same_elements(left.type.of, right.type.of):
            return self.complain(
                "T417",
                f"`{node.operator}` joins sets of one sort; this is {types.show(right.type)}",
                node.right.span,
                labels=[(node.left.span, types.show(left.type))],
            )
        known = right.type.of if types.is_anything(left.type.of) else left.type.of
        match operator:
            case ir.SetOperator.UNION:
                most = min(left.type.most + right.type.most, max(self.world.size(known), 1))
            case ir.SetOperator.INTERSECTION:
                most = min(left.type.most, right.type.most)
            case ir.SetOperator.EXCEPT:
                most = left.type.most
        type_: ir.Type = ir.SetType(known, most)
        if isinstance(left.type, ir.BagType):
            type_ = replace(left.type, most=most)
        cost = left.cost + right.cost + left.type.most + right.type.most
        return Typed(ir.SetAlgebra(operator, left.node, right.node), type_, cost)

    def _compare(self, node: s.Compare, env: Env) -> Typed:
        if node.operator in ("in", "not in"):
            return self._inside(node, env)
        if node.operator == "meets":
            right = self.set(node.right, env)
            left = self.set(node.left, env, right.type)
            if not self._same_sort(left, right, node):
                return ERROR
            return Typed(ir.Meets(left.node, right.node), types.FLAG, left.cost + right.cost + 1)
        if self.resolves(node.left, env) or not self.resolves(node.right, env):
            left = self.infer(node.left, env)
            right = self.infer(node.right, env, left.type)
        else:
            right = self.infer(node.right, env)
            left = self.infer(node.left, env, right.type)
        return self._equality(node, left, right)

    def _equality(self, node: s.Compare, left: Typed, right: Typed) -> Typed:
        cost = left.cost + right.cost + 1
        negate = node.operator == "!="
        match left.type, right.type:
            case (None, _) | (_, None):
                return ERROR
            case ir.NumberType(), ir.NumberType():
                return Typed(ir.Compare(ir.Comparison(node.operator), left.node, right.node), types.FLAG, cost)
        if node.operator not in ("=", "!="):
            which, written = (left, node.left) if not isinstance(left.type, ir.NumberType) else (right, node.right)
            hint = f"write `count {written.span.text} {node.operator} …`" if types.is_collection(which.type) else ""
            return self.complain(
                "T411",
                f"`{node.operator}` compares numbers, this is {types.show(which.type)}",
                written.span,
                hint=hint,
            )
        result: ir.Expr
        match left.type, right.type:
            case ir.ThingType(), ir.ThingType() if types.same_thing(left.type, right.type):
                if isinstance(left.node, ir.Nothing) or isinstance(right.node, ir.Nothing):
                    other = node.left if isinstance(right.node, ir.Nothing) else node.right
                    word = "some" if negate else "no"
                    return self.complain(
                        "T418", "nothing equals nothing", node.span, hint=f"write `{word} {other.span.text}`"
                    )
                if negate and (left.type.maybe or right.type.maybe):
                    written = node.left if left.type.maybe else node.right
                    return self.complain(
                        "T419",
                        f"`{written.span.text}` may be nothing, and then `!=` is a trap",
                        node.span,
                        hint=f"write `not {node.left.span.text} = {node.right.span.text}`, which is true of nothing",
                    )
                result = ir.SameThing(left.node, right.node)
            case ir.FlagType(), ir.FlagType():
                result = ir.SameSet(left.node, right.node)
            case (ir.SetType() | ir.BagType(), _) | (_, ir.SetType() | ir.BagType()):
                left, right = self.as_set(left, node.left.span), self.as_set(right, node.right.span)
                if not self._same_sort(left, right, node):
                    return ERROR
                result = ir.SameSet(left.node, right.node)
            case _:
                return self.complain(
                    "T417", f"{types.show(left.type)} and {types.show(right.type)} cannot be equal", node.span
                )
        return Typed(ir.Not(result) if negate else result, types.FLAG, cost)

    def _same_sort(self, left: Typed, right: Typed, node: s.Compare) -> bool:
        if not isinstance(left.type, ir.SetType) or not isinstance(right.type, ir.SetType):
            return False
        if types.same_elements(left.type.of, right.type.of):
            return True
        self.complain("T417", f"{types.show(left.type)} and {types.show(right.type)} have nothing in common", node.span)
        return False

    def _inside(self, node: s.Compare, env: Env) -> Typed:
        right = self.set(node.right, env)
        left = self.infer(node.left, env, right.type)
        if left.type is None or not isinstance(right.type, ir.SetType):
            return ERROR
        cost = left.cost + right.cost + 1
        if isinstance(left.type, ir.ThingType | ir.NumberType):
            if not types.same_elements(left.type, right.type.of):
                return self.complain("T417", f"{types.show(left.type)} is never in {types.show(right.type)}", node.span)
            result: ir.Expr = ir.Inside(left.node, right.node)
        else:
            if node.operator == "not in":
                text = f"{node.left.span.text} meets {node.right.span.text}"
                return self.complain(
                    "T420",
                    "`not in` is for a single thing",
                    node.span,
                    hint=f"write `not {text}` if none may be in it, `not (… in …)` if not all",
                )
            part = self.as_set(left, node.left.span)
            if not self._same_sort(part, right, node):
                return ERROR
            result = ir.Subset(part.node, right.node)
        return Typed(ir.Not(result) if node.operator == "not in" else result, types.FLAG, cost)

    def _quantified(self, node: s.Quantified, env: Env) -> Typed:
        of = self.infer(node.of, env)
        if of.type is None:
            return ERROR
        text = node.of.span.text
        if isinstance(of.type, ir.FlagType):
            hint = f"write `{text}`" if node.how is s.Quantifier.SOME else f"write `not {text}`"
            return self.complain("T421", f"`{text}` is a flag", node.span, hint=hint)
        if isinstance(of.type, ir.NumberType):
            return self.complain("T421", f"`{text}` is a number", node.span, hint=f"write `{text} > 0` or `{text} = 0`")
        if not isinstance(of.type, ir.BagType):
            of = self.as_set(of, node.of.span)
        comparison = {
            s.Quantifier.SOME: (ir.Comparison.GREATER, 0),
            s.Quantifier.NO: (ir.Comparison.EQUAL, 0),
            s.Quantifier.ONE: (ir.Comparison.EQUAL, 1),
        }[node.how]
        result = ir.Compare(comparison[0], ir.Count(of.node), ir.Number(comparison[1]))
        return Typed(result, types.FLAG, of.cost + 1)

    def _no_legal(self, node: s.NoLegal, env: Env) -> Typed:
        if not env.asked:
            return self.complain("T310", "`no legal` can only be asked in a requirement", node.span)
        if node.action.text not in self.actions:
            return self.complain(
                "T303",
                f"no action is called `{node.action.text}`",
                node.action.span,
                hint=nearest(node.action.text, self.actions),
            )
        return Typed(ir.NoLegal(node.action.text), types.FLAG, 1)

    def _joined(self, node: s.And | s.Or, env: Env) -> Typed:
        cls = s.And if isinstance(node, s.And) else s.Or
        parts: list[s.Expr] = []
        left: s.Expr = node
        while isinstance(left, cls):
            parts.append(left.right)
            left = left.left
        parts.append(left)
        parts.reverse()
        typed = []
        for part in parts:
            found = self.infer(part, env, types.FLAG)
            if types.is_collection(found.type):
                word = "and" if cls is s.And else "or"
                sign = "&" if cls is s.And else "|"
                return self.complain(
                    "T422",
                    f"`{word}` joins conditions, this is {types.show(found.type)}",
                    part.span,
                    hint=f"for sets write `{sign}`",
                )
            typed.append(self.as_condition(found, part))
        if any(t.type is None for t in typed):
            return ERROR
        nodes = tuple(t.node for t in typed)
        result: ir.Expr = ir.And(nodes) if cls is s.And else ir.Or(nodes)
        return Typed(result, types.FLAG, sum(t.cost for t in typed))

    def _if(self, node: s.If, env: Env, expected: ir.Type | None) -> Typed:
        condition = self.condition(node.condition, env)
        then = self.infer(node.then, env, expected)
        otherwise = self.infer(node.otherwise, env, expected or then.type)
        if condition.type is None:
            return ERROR
        chosen = self._common([then, otherwise], [node.then.span, node.otherwise.span])
        if chosen is None:
            return ERROR
        (then, otherwise), type_ = chosen
        cost = condition.cost + max(then.cost, otherwise.cost)
        return Typed(ir.If(condition.node, then.node, otherwise.node), type_, cost)

    def _common(self, found: list[Typed], spans: list[Span]) -> tuple[list[Typed], ir.Type] | None:
        """Return alternatives adapted to one type."""
        if any(t.type is None for t in found):
            return None
        if any(isinstance(t.type, ir.SetType) for t in found) or len({type(t.type) for t in found}) > 1:
            found = [self.as_set(t, span) for t, span in zip(found, spans, strict=True)]
        if any(t.type is None for t in found):
            return None
        type_ = found[0].type
        for typed, span in zip(found[1:], spans[1:], strict=True):
            joined = types.join(type_, typed.type)
            if joined is None:
                self.complain(
                    "T417",
                    f"this is {types.show(typed.type)}, the other {types.show(type_)}",
                    span,
                    labels=[(spans[0], types.show(type_))],
                )
                return None
            type_ = joined
        assert type_ is not None
        return found, type_

    def _match(self, node: s.Match, env: Env, expected: ir.Type | None) -> Typed:
        of = self.infer(node.of, env)
        match of.type:
            case None:
                return ERROR
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.world.kinds:
                values = [str(m.name) for m in self.world.kinds[name].members]
            case ir.NumberType() if of.type.high - of.type.low < 1_000:
                values = [str(n) for n in range(of.type.low, of.type.high + 1)]
            case _:
                return self.complain(
                    "T423",
                    f"`match` looks at a kind or a number, this is {types.show(of.type)}",
                    node.of.span,
                )
        results, spans, cases, otherwise = [], [], [], None
        seen: set[str] = set()
        for arm in node.arms:
            result = self.infer(arm.result, env, expected)
            expected = expected or result.type
            results.append(result)
            spans.append(arm.result.span)
            if arm.value is None:
                otherwise = len(results) - 1
                continue
            if arm.value.text not in values:
                return self.complain(
                    "T407",
                    f"`{arm.value.text}` is none of the values",
                    arm.value.span,
                    hint=nearest(arm.value.text, values),
                )
            if arm.value.text in seen:
                self.complain("T207", f"`{arm.value.text}` is listed twice", arm.value.span)
            seen.add(arm.value.text)
            key: str | int = int(arm.value.text) if arm.value.text.isdigit() else arm.value.text
            cases.append((key, len(results) - 1))
        missing = [v for v in values if v not in seen]
        if otherwise is None and (missing or types.is_maybe(of.type)):
            shown = ", ".join(f"`{m}`" for m in missing[:8]) or "nothing"
            return self.complain(
                "T408", f"this match says nothing for {shown}", node.span, hint="add them, or `else: …`"
            )
        common = self._common(results, spans)
        if common is None:
            return ERROR
        adapted, type_ = common
        arms = tuple(ir.Case(key, adapted[i].node) for key, i in cases)
        last = adapted[otherwise].node if otherwise is not None else None
        return Typed(ir.Match(of.node, arms, last), type_, of.cost + max(a.cost for a in adapted))


def _interval(operator: ir.ArithmeticOperator, a: ir.NumberType, b: ir.NumberType) -> ir.NumberType:
    match operator:
        case ir.ArithmeticOperator.ADD:
            return ir.NumberType(a.low + b.low, a.high + b.high)
        case ir.ArithmeticOperator.SUBTRACT:
            return ir.NumberType(a.low - b.high, a.high - b.low)
        case ir.ArithmeticOperator.MULTIPLY:
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return ir.NumberType(min(corners), max(corners))
        case ir.ArithmeticOperator.DIVIDE:
            corners = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
            return ir.NumberType(min(corners), max(corners))
        case ir.ArithmeticOperator.REMAINDER:
            return ir.NumberType(0, b.high - 1) if b.low > 0 else ir.NumberType(b.low + 1, 0)
        case ir.ArithmeticOperator.AT_MOST:
            return ir.NumberType(min(a.low, b.low), min(a.high, b.high))
        case ir.ArithmeticOperator.AT_LEAST:
            return ir.NumberType(max(a.low, b.low), max(a.high, b.high))
