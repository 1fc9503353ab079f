"""What names mean: bound values, members, fields, declarations, calls of definitions, tables and variables.

A name is resolved by what it stands beside, in this order: a bound name; where a kind is expected, its members;
a field of the element (`it`) inside brackets and folds; a declaration; a member that only one kind has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.functions import FUNCTIONS
from tilelaw_dsl.check.scope import ERROR, Env, Typed
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.source import Span

if TYPE_CHECKING:
    from tilelaw_dsl.check.infer import Expressions


FOREIGN_NAMES = {
    "true": "write `yes`",
    "false": "write `no` after `:=`, elsewhere `not yes`",
    "null": "write `none`",
    "nothing": "write `none`",
    "me": "write `you`",
    "self": "write `you` or `it`",
    "this": "write `it`",
}
"""What people write for things that other languages have under that name."""


@dataclass(frozen=True)
class Signature:
    """What a definition takes and gives."""

    parameters: tuple[ir.ParameterDecl, ...]
    type: ir.Type | None
    body: ir.Expr
    cost: int


class Lookup:
    """Resolves the names of one ruleset."""

    def __init__(
        self, expressions: Expressions, type_of: Callable[[s.Type], ir.Type | None], needs: dict[str, s.NeedsDefine]
    ) -> None:
        self.e = expressions
        self.type_of = type_of
        self.needs = needs
        self.signatures: dict[str, Signature] = {}
        self.in_progress: list[str] = []
        self.homes: dict[str, str] = {}
        """The rule that holds a definition, if one does."""
        self.used: set[str] = set()

    def name(self, node: s.Name, env: Env, expected: ir.Type | None) -> Typed:
        text = node.text
        if text in env.locals:
            if text != "it" and self.has_field(env.it, text):
                return self.e.complain(
                    Code.BOUND_OR_FIELD,
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
        kinds = self.e.world.members_named(text)
        if len(kinds) == 1:
            return Typed(ir.Member(kinds[0], text), ir.ThingType(ir.Sort.KIND, kinds[0]), 1)
        if kinds:
            shown = ", ".join(f"`{k}`" for k in kinds)
            return self.e.complain(
                Code.SEVERAL_MEMBERS,
                f"`{text}` is a member of several kinds: {shown}",
                node.span,
                hint="compare it with something of the kind you mean",
            )
        return self._unknown(node, env, wanted)

    def _member_of(self, text: str, wanted: ir.ThingType) -> Typed | None:
        kind = self.e.world.kinds.get(wanted.name)
        if wanted.sort is ir.Sort.KIND and kind is not None and any(m.name == text for m in kind.members):
            return Typed(ir.Member(wanted.name, text), replace(wanted, maybe=False), 1)
        if wanted.sort is ir.Sort.DIRECTION:
            return self.e.functions.direction(text, wanted)
        return None

    def resolves(self, node: s.Expr, env: Env) -> bool:
        """Say whether a name means something by itself, without an expected kind."""
        if isinstance(node, s.Grouped):
            return self.resolves(node.inner, env)
        if not isinstance(node, s.Name):
            return True
        if node.text in env.locals or (env.it is not None and self.has_field(env.it, node.text)):
            return True
        world = self.e.world
        tables = (world.kinds, world.tables, world.boards, world.zones, world.variables, world.defines)
        return any(node.text in t for t in tables) or node.text in ("players", "sides", "yes", "none", "no")

    def _declared(self, text: str, node: s.Name, env: Env) -> Typed | None:
        world = self.e.world
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
                return self.e.complain(
                    Code.NEEDS_BRACKETS, f"`{text}` is a table", node.span, hint=f"write `{text}(…)`"
                )
            # By its declared range, not its value: another layer may set it, and every rule still holds.
            return Typed(ir.Table(text, None), table.type, 1)
        if text in world.variables:
            if world.variables[text].indices:
                return self.e.complain(
                    Code.NEEDS_BRACKETS, f"`{text}` has an index", node.span, hint=f"write `{text}(…)`"
                )
            return Typed(ir.Variable(text, ()), world.variables[text].type, 1)
        if text in world.zones:
            return self.zone(text, None, node.span)
        if text in world.boards:
            if world.boards[text].owned:
                return self.e.complain(
                    Code.NEEDS_BRACKETS, f"every player has a `{text}`", node.span, hint=f"write `{text}(you)`"
                )
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
        zone = self.e.world.zones[name]
        self.used.add(name)
        if zone.owned and owner is None:
            return self.e.complain(
                Code.NEEDS_BRACKETS, f"every player has a `{name}`", span, hint=f"write `{name}(you)`"
            )
        if not zone.owned and owner is not None:
            return self.e.complain(Code.NEEDS_NO_BRACKETS, f"there is only one `{name}`", span, hint=f"write `{name}`")
        most = self.e.world.pieces(zone)
        return Typed(ir.ZoneOf(name, owner.node if owner else None), ir.BagType(zone.of, most), 1)

    def _unknown(self, node: s.Name, env: Env, wanted: ir.Type | None) -> Typed:
        text = node.text
        if text in self.e.world.declared:
            return ERROR  # its declaration was reported
        if isinstance(wanted, ir.ThingType) and wanted.sort is ir.Sort.KIND and wanted.name in self.e.world.kinds:
            members = [str(m.name) for m in self.e.world.kinds[wanted.name].members]
            hint = nearest(text, [*members, *self.known_names(env)])
            return self.e.complain(
                Code.UNKNOWN_NAME,
                f"no {wanted.name} is called `{text}`",
                node.span,
                hint=hint or f"there are {', '.join(members[:12])}",
            )
        if text in FUNCTIONS or text in self.e.world.relations:
            return self.e.complain(
                Code.NEEDS_BRACKETS, f"`{text}` needs something in brackets", node.span, hint=f"write `{text}(…)`"
            )
        if text == "you":
            return self.e.complain(
                Code.NOBODY_THERE,
                "nobody is asked here, so there is no `you`",
                node.span,
                hint="at a step use what the flow binds, in a definition a parameter",
            )
        if text == "it":
            return self.e.complain(Code.NOBODY_THERE, "there is no element here, so there is no `it`", node.span)
        hint = FOREIGN_NAMES.get(text) or nearest(text, self.known_names(env))
        return self.e.complain(Code.UNKNOWN_NAME, f"nothing is called `{text}` here", node.span, hint=hint)

    def known_names(self, env: Env) -> list[str]:
        """Return every name that could stand in an expression here."""
        w = self.e.world
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

    def field_names(self, type_: ir.Type | None) -> list[str]:
        """Return the fields of a thing."""
        match type_:
            case ir.ThingType(sort=ir.Sort.CELL, name=name):
                board = self.e.world.boards[name]
                axes = ["x", "y"] if isinstance(board.grid, ir.Squares) else ["q", "r"]
                return [f.name for f in board.fields] + axes + (["owner"] if board.owned else [])
            case ir.ThingType(sort=ir.Sort.KIND, name=name) if name in self.e.world.kinds:
                marks = [m.name for m in self.e.world.marks.values() if m.kind == name]
                return [f.name for f in self.e.world.kinds[name].fields] + marks
            case ir.ThingType(sort=ir.Sort.RECORD, name=name):
                return [f.name for f in self.e.world.records[name].fields]
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
                return self.e.complain(
                    Code.FIELD_OF_SET,
                    f"this is {types.show(of.type)}; a field belongs to one thing",
                    span,
                    hint=f"write `first({span.text}).{name}`, or `sum({name} over {span.text})`",
                )
            return self.e.complain(
                Code.UNKNOWN_FIELD,
                f"{types.show(of.type)} has no field `{name}`",
                word.span,
                hint=nearest(name, self.field_names(of.type)),
            )
        node, type_ = self._field_node(of.type, name, of.node)
        return Typed(node, types.or_blank(type_) if of.type.maybe else type_, of.cost + 1)

    def _field_node(self, type_: ir.ThingType, name: str, of: ir.Expr) -> tuple[ir.Expr, ir.Type]:
        world = self.e.world
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

    def call(self, node: s.Call, env: Env) -> Typed:
        name = node.function.text
        world = self.e.world
        if name in env.locals:
            return self.e.complain(
                Code.NEEDS_NO_BRACKETS, f"`{name}` is a value here, not a function", node.function.span
            )
        if name in world.relations or name in FUNCTIONS:
            return self.e.functions.call(node, env)
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
            return self.e.complain(Code.NEEDS_NO_BRACKETS, f"`{name}` is a kind; it has no index", node.function.span)
        if name in world.declared:
            return ERROR  # its declaration was reported
        known = [
            *world.defines,
            *world.tables,
            *world.variables,
            *world.zones,
            *world.boards,
            *world.relations,
            *FUNCTIONS,
        ]
        return self.e.complain(
            Code.UNKNOWN_NAME, f"nothing is called `{name}`", node.function.span, hint=nearest(name, known)
        )

    def _owned(self, node: s.Call, env: Env) -> Typed:
        name = node.function.text
        if len(node.arguments) != 1:
            return self.e.complain(Code.WRONG_ARGUMENTS, f"`{name}` takes one player", node.span)
        owner = self.e.fitting(node.arguments[0], env, types.PLAYER, f"the owner of `{name}`")
        if owner.type is None:
            return ERROR
        if name in self.e.world.zones:
            zone = self.zone(name, owner, node.span)
            return replace(zone, cost=zone.cost + owner.cost)
        board = self.e.world.boards[name]
        if not board.owned:
            return self.e.complain(
                Code.NEEDS_NO_BRACKETS, f"there is only one `{name}`", node.span, hint=f"write `{name}`"
            )
        cell = ir.ThingType(ir.Sort.CELL, name)
        most = self.e.world.size(cell) // self.e.world.players
        return Typed(ir.Cells(name, owner.node), ir.SetType(cell, most), owner.cost + 1)

    def _table(self, node: s.Call, env: Env) -> Typed:
        table = self.e.world.tables[node.function.text]
        if table.index is None or len(node.arguments) != 1:
            return self.e.complain(
                Code.WRONG_ARGUMENTS, f"`{table.name}` takes {0 if table.index is None else 1} index", node.span
            )
        index = self.e.infer(node.arguments[0], env, table.index)
        surely = self._index(index, table.index, node.arguments[0].span)
        if surely is None:
            return ERROR
        type_ = table.type if surely else types.or_blank(table.type)
        return Typed(ir.Table(table.name, index.node), type_, index.cost + 1)

    def _variable(self, node: s.Call, env: Env) -> Typed:
        variable = self.e.world.variables[node.function.text]
        if len(node.arguments) != len(variable.indices):
            usage = f"`{variable.name}` has {len(variable.indices)} in its brackets, not {len(node.arguments)}"
            return self.e.complain(Code.WRONG_ARGUMENTS, usage, node.span)
        nodes, cost = [], 1
        for argument, index in zip(node.arguments, variable.indices, strict=True):
            typed = self.e.infer(argument, env, index)
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
                    self.e.complain(
                        Code.OUT_OF_RANGE, f"the index is {wanted.low}..{wanted.high}, this is never in it", span
                    )
                    return None
                return wanted.low <= found.type.low and found.type.high <= wanted.high
            case ir.ThingType(), ir.ThingType() if types.same_thing(found.type, wanted):
                return not found.type.maybe
            case _:
                self.e.fit(found, wanted, span, "the index")
                return None

    def signature(self, name: str, span: Span) -> Signature | None:
        """Return what a definition takes and gives; report one that is defined by itself."""
        if name in self.signatures:
            return self.signatures[name]
        if name in self.in_progress:
            circle = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            self.e.complain(
                Code.DEFINED_BY_ITSELF,
                f"`{name}` is defined by itself: {circle}",
                span,
                hint="definitions cannot recur; use `around(S, n)` or a fold",
            )
            return None
        if len(self.in_progress) > 1 and (found := self._circle(name)):
            # `prepare` types definitions in order, so this one waits for itself; going on would only cost depth.
            self.e.complain(Code.DEFINED_BY_ITSELF, f"`{name}` is defined by itself: {' -> '.join(found)}", span)
            return None
        define = self.e.world.defines.get(name)
        if define is None:
            need = self.needs[name]
            parameters = self._parameters(need.parameters)
            return Signature(parameters, self._written_type(need.type), ir.Nothing(), 1)
        self.in_progress.append(name)
        outer, self.e.clause = self.e.clause, self.homes.get(name, "")
        parameters = self._parameters(define.parameters)
        env = Env({**{p.name.text: None for p in define.parameters}, **{p.name: p.type for p in parameters}})
        wanted = self._written_type(define.type) if define.type else None
        if wanted is None and name in self.needs:
            wanted = self._written_type(self.needs[name].type)
        body = self.e.infer(define.body, env, wanted)
        if wanted is not None:
            what = f"`{name}`"
            body = self.e.fit(body, wanted, define.body.span, what, define.type.span if define.type else None)
            if body.type is not None and not isinstance(wanted, ir.NumberType):
                body = replace(body, type=types.join(body.type, wanted) or body.type)
        if len(parameters) < len(define.parameters):
            body = ERROR  # a parameter was reported
        self.in_progress.pop()
        self.e.clause = outer
        signature = Signature(parameters, body.type, body.node, body.cost)
        self.signatures[name] = signature
        return signature

    def prepare(self, homes: dict[str, str]) -> None:
        """Type all definitions, each after those that it mentions, so that long chains of them cost no depth."""
        self.homes = homes
        begun: set[str] = set()
        for start in self.e.world.defines:
            waiting = [(start, self._mentioned(start))] if start not in begun else []
            begun.add(start)
            while waiting:
                name, mentioned = waiting[-1]
                following = next((m for m in mentioned if m not in begun), None)
                if following is None:
                    waiting.pop()
                    self.signature(name, self.e.world.defines[name].name.span)
                else:
                    begun.add(following)
                    waiting.append((following, self._mentioned(following)))

    def _mentioned(self, name: str) -> list[str]:
        """Return the definitions that a definition seems to use, judged by names alone."""
        define = self.e.world.defines.get(name)
        if define is None:
            return []
        bound = {p.name.text for p in define.parameters}
        words = [
            node.text if isinstance(node, s.Name) else node.function.text
            for node in s.walk(define.body)
            if isinstance(node, s.Name | s.Call)
        ]
        return [w for w in dict.fromkeys(words) if w in self.e.world.defines and w not in bound]

    def _circle(self, name: str) -> list[str]:
        """Return the definitions from one to those it mentions and back to itself, if they lead there."""
        paths = [[name]]
        seen: set[str] = set()
        while paths:
            path = paths.pop(0)
            for following in self._mentioned(path[-1]):
                if following == name:
                    return [*path, name] if len(path) < 8 else [*path[:4], "…", name]
                if following not in seen:
                    seen.add(following)
                    paths.append([*path, following])
        return []

    def _written_type(self, node: s.Type) -> ir.Type | None:
        return self.type_of(node)

    def _parameters(self, written: tuple[s.TypedName, ...]) -> tuple[ir.ParameterDecl, ...]:
        result: dict[str, ir.ParameterDecl] = {}
        for one in written:
            if one.name.text in result:
                first = next(p.name.span for p in written if p.name.text == one.name.text)
                message = f"parameter `{one.name.text}` is declared already"
                self.e.complain(Code.DECLARED_TWICE, message, one.name.span, labels=[(first, "first here")])
            type_ = self._written_type(one.type)
            if type_ is not None:
                result[one.name.text] = ir.ParameterDecl(one.name.text, type_)
        return tuple(result.values())

    def _apply(self, name: str, arguments: tuple[s.Expr, ...], span: Span, env: Env) -> Typed:
        signature = self.signature(name, span)
        if signature is None or signature.type is None:
            return ERROR
        if len(arguments) != len(signature.parameters):
            return self.e.complain(
                Code.WRONG_ARGUMENTS,
                f"`{name}` takes {len(signature.parameters)} arguments, not {len(arguments)}",
                span,
            )
        nodes, cost, blank = [], signature.cost + 1, False
        for argument, parameter in zip(arguments, signature.parameters, strict=True):
            typed = self.e.fitting(argument, env, parameter.type, f"`{parameter.name}` of `{name}`")
            if typed.type is None:
                return ERROR
            blank = blank or (types.is_maybe(typed.type) and not types.is_maybe(parameter.type))
            nodes.append(typed.node)
            cost += typed.cost
        type_ = types.or_blank(signature.type) if blank else signature.type
        return Typed(ir.Call(name, tuple(nodes)), type_, cost)
