"""The values of expressions that read nothing of a position: what relations by a condition are made of.

A typed expression becomes a function of the values bound around it. A cell is its coordinates, a member or a direction
its name. What an expression means is said in the package `ir`; nothing is `None`, and whatever is asked of it is blank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl.check.expressions.scope import Scope
from tilelaw_dsl.ir import geometry
from tilelaw_dsl.ir.operators import CALCULATE, COMPARE

Value: TypeAlias = "int | str | geometry.Spot | frozenset[Value] | tuple[ir.Datum, ...] | None"
Env: TypeAlias = Mapping[str, Value]
Fixed: TypeAlias = Callable[[Env], Value]

TYPED = "the checker typed this"


class NotFixed(Exception):
    """An expression is not the same in every position; `name` is what it reads, if that has a name."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.name = name


class Constants:
    """Makes functions of expressions; `pending` are relations whose neighbours are not known yet."""

    def __init__(self, scope: Scope, pending: set[str]) -> None:
        self._world = scope.world
        self._signatures = scope.signatures
        self._pending = pending
        self._bodies: dict[str, Fixed] = {}

    def function(self, node: ir.Expr) -> Fixed:
        """Return what gives an expression its value; raise `NotFixed` where only a position could."""
        match node:
            case ir.Number(value) | ir.Flag(value):
                return lambda _env: value
            case ir.Member(_, name) | ir.Direction(_, name):
                return lambda _env: name
            case ir.Nothing():
                return lambda _env: None
            case ir.Local(name):
                return lambda env: env[name]
            case ir.Members(kind):
                members = frozenset(member.name for member in self._world.kinds[kind].members)
                return lambda _env: members
            case ir.Numbers(low, high):
                numbers = frozenset(range(low, high + 1))
                return lambda _env: numbers
            case ir.Cells(board, None):
                cells = frozenset(self._cells(board))
                return lambda _env: cells
            case ir.Call(define, arguments):
                if define not in self._signatures:
                    raise NotFixed(define)  # a layer above has to give it
                return self._call(define, [self.function(a) for a in arguments])
            case ir.If(condition, then, otherwise):
                test, yes, no = self.function(condition), self.function(then), self.function(otherwise)
                return lambda env: yes(env) if test(env) else no(env)
            case ir.Match(of, arms, otherwise):
                subject, rest = self.function(of), self.function(otherwise or ir.Nothing())
                cases: dict[Value, Fixed] = {arm.value: self.function(arm.result) for arm in arms}
                return lambda env: cases.get(subject(env), rest)(env)
            case ir.Not(of):
                inner = self.function(of)
                return lambda env: not inner(env)
            case ir.And(parts):
                all_ = [self.function(part) for part in parts]
                return lambda env: all(part(env) for part in all_)
            case ir.Or(parts):
                any_ = [self.function(part) for part in parts]
                return lambda env: any(part(env) for part in any_)
            case ir.Compare() | ir.Arithmetic():
                left, right = self.function(node.left), self.function(node.right)
                sign = COMPARE[node.operator] if isinstance(node, ir.Compare) else CALCULATE[node.operator]
                return lambda env: sign(_number(left(env)), _number(right(env)))
            case ir.SameThing(one, other):
                left, right = self.function(one), self.function(other)
                return lambda env: left(env) is not None and left(env) == right(env)
            case ir.Table() | ir.CellField() | ir.DataField() | ir.Coordinate() | ir.CellAt():
                return self._read(node)
            case ir.Reach() | ir.Shift() | ir.Heading() | ir.Distance():
                return self._way(node)
            case _:
                return self._set(node)

    def _call(self, define: str, arguments: list[Fixed]) -> Fixed:
        of = self._signatures[define]
        assert of.type is not None, "a call of what has no type was reported"
        if define not in self._bodies:
            self._bodies[define] = self.function(of.body)
        body, empty = self._bodies[define], _blank(of.type)
        needed = [isinstance(p.type, ir.ThingType) and not p.type.maybe for p in of.parameters]

        def called(env: Env) -> Value:
            given = [argument(env) for argument in arguments]
            if any(value is None and is_needed for value, is_needed in zip(given, needed, strict=True)):
                return empty
            return body({p.name: value for p, value in zip(of.parameters, given, strict=True)})

        return called

    def _read(self, node: ir.Table | ir.CellField | ir.DataField | ir.Coordinate | ir.CellAt) -> Fixed:
        """Return what reads a parameter, something printed, a coordinate or a cell."""
        match node:
            case ir.Table(name, index):
                return self._table(self._world.tables[name], index)
            case ir.CellField(board, field, of):
                decl = next(f for f in self._world.boards[board].fields if f.name == field)
                if not decl.is_printed:
                    raise NotFixed(field)
                printed: dict[Value, Value] = {(x, y): value for x, y, value in decl.printed}
                return self._looked_up(of, printed, _blank(decl.type))
            case ir.DataField(kind, field, of):
                fields = self._world.kinds[kind].fields
                place = [f.name for f in fields].index(field)
                data: dict[Value, Value] = {m.name: m.data[place] for m in self._world.kinds[kind].members}
                return self._looked_up(of, data, _blank(fields[place].type))
            case ir.Coordinate(axis, of):
                cell = self.function(of)
                return lambda env: 0 if (spot := _spot(cell(env))) is None else spot[axis]
            case ir.CellAt(board, owner, x_node, y_node):
                if owner is not None:
                    raise NotFixed(board)
                x, y, spots = self.function(x_node), self.function(y_node), set(self._cells(board))
                return lambda env: spot if (spot := (_number(x(env)), _number(y(env)))) in spots else None

    def _table(self, table: ir.TableDecl, index: ir.Expr | None) -> Fixed:
        if index is None or table.index is None:
            return lambda _env: table.values[0]
        keys: list[Value]
        match table.index:
            case ir.NumberType(low, high):
                keys = list(range(low, high + 1))
            case ir.ThingType(ir.Sort.KIND, name):
                keys = [member.name for member in self._world.kinds[name].members]
            case ir.ThingType(ir.Sort.DIRECTION, name):
                keys = list(geometry.DIRECTIONS[name])
            case _:
                raise NotFixed(table.name)
        return self._looked_up(index, dict(zip(keys, table.values, strict=True)), _blank(table.type))

    def _looked_up(self, of: ir.Expr, values: Mapping[Value, Value], empty: Value) -> Fixed:
        key = self.function(of)
        return lambda env: empty if (value := values.get(key(env))) is None else value

    def _way(self, node: ir.Reach | ir.Shift | ir.Heading | ir.Distance) -> Fixed:
        """Return what follows relations and directions over the board."""
        spots = frozenset(self._cells(node.board))
        ways = geometry.DIRECTIONS[geometry.shape_of(self._world.boards[node.board].grid)]
        names = {offset: name for name, offset in ways.items()}
        match node:
            case ir.Reach(_, relation, of, steps, inside):
                start, count, beside = self.function(of), self.function(steps), self._neighbours(relation)
                within = self.function(inside) if inside is not None else lambda _env: spots
                return lambda env: _reach(beside, _set(start(env)), _number(count(env)), _set(within(env)))
            case ir.Distance(_, relation, one, other):
                start, end, beside = self.function(one), self.function(other), self._neighbours(relation)
                far = cache(lambda spot: geometry.distances(beside, spot))
                return lambda env: _apart(start(env), end(env), lambda a, b: far(a).get(b, len(spots)), 0)
            case ir.Heading(_, one, other):
                start, end = self.function(one), self.function(other)
                return lambda env: _apart(
                    start(env), end(env), lambda a, b: names.get((b[0] - a[0], b[1] - a[1])), None
                )
            case ir.Shift(_, of, direction):
                start, way = self.function(of), self.function(direction)
                return lambda env: _beside(_spot(start(env)), ways.get(str(way(env))), spots)

    def _set(self, node: ir.Expr) -> Fixed:
        """Return what makes a set, or asks about one."""
        match node:
            case ir.AsSet(of):
                thing = self.function(of)
                return lambda env: frozenset({thing(env)} - {None})
            case ir.SetOf(elements):
                parts = [self.function(element) for element in elements]
                return lambda env: frozenset({part(env) for part in parts} - {None})
            case ir.Narrow(of, element, condition):
                whole, test = self.function(of), self.function(condition)
                return lambda env: frozenset(x for x in _set(whole(env)) if test({**env, element: x}))
            case ir.Count(of):
                whole = self.function(of)
                return lambda env: len(_set(whole(env)))
            case ir.Inside(thing_node, of):
                part, whole = self.function(thing_node), self.function(of)
                return lambda env: part(env) in _set(whole(env))
            case (
                ir.Subset(left, right) | ir.Meets(left, right) | ir.SameSet(left, right) | ir.SetAlgebra(_, left, right)
            ):
                one, other = self.function(left), self.function(right)
                combined = _COMBINED[node.operator if isinstance(node, ir.SetAlgebra) else type(node)]
                return lambda env: combined(one(env), other(env))
            case ir.Variable(name) | ir.MarkOf(name) | ir.ZoneOf(name):
                raise NotFixed(name)
            case _:
                raise NotFixed

    def _cells(self, board: str) -> list[geometry.Spot]:
        return geometry.cells(self._world.boards[board].grid)

    def _neighbours(self, relation: str) -> dict[geometry.Spot, list[geometry.Spot]]:
        if relation in self._pending:
            raise NotFixed(relation)
        board, decl = self._world.relations[relation]
        return geometry.neighbours(self._world.boards[board], decl)


def _blank(type_: ir.Type) -> Value:
    match type_:
        case ir.FlagType() | ir.NumberType():
            return 0
        case ir.ThingType():
            return None
        case _:
            return frozenset()


def _number(value: Value) -> int:
    assert isinstance(value, int), TYPED
    return value


def _set(value: Value) -> frozenset[Value]:
    assert isinstance(value, frozenset), TYPED
    return value


def _spot(value: Value) -> geometry.Spot | None:
    match value:
        case (int(x), int(y)):
            return x, y
        case _:
            return None


def _beside(
    spot: geometry.Spot | None, offset: geometry.Spot | None, spots: frozenset[geometry.Spot]
) -> geometry.Spot | None:
    if spot is None or offset is None:
        return None
    there = (spot[0] + offset[0], spot[1] + offset[1])
    return there if there in spots else None


def _apart(one: Value, other: Value, told: Callable[[geometry.Spot, geometry.Spot], Value], empty: Value) -> Value:
    """Return what is told of two cells, or what is said when one of them is nothing."""
    start, end = _spot(one), _spot(other)
    return empty if start is None or end is None else told(start, end)


def _reach(
    beside: Mapping[geometry.Spot, list[geometry.Spot]], start: frozenset[Value], steps: int, inside: frozenset[Value]
) -> frozenset[Value]:
    reached: set[geometry.Spot] = set()
    edge = {spot for value in start if (spot := _spot(value)) is not None}
    for _ in range(steps):
        edge = ({to for spot in edge for to in beside[spot]} & inside) - reached
        if not edge:
            break
        reached |= edge
    return frozenset(reached)


_COMBINED: dict[ir.SetOperator | type[ir.Expr], Callable[[Value, Value], Value]] = {
    ir.SetOperator.UNION: lambda a, b: _set(a) | _set(b),
    ir.SetOperator.INTERSECTION: lambda a, b: _set(a) & _set(b),
    ir.SetOperator.EXCEPT: lambda a, b: _set(a) - _set(b),
    ir.Subset: lambda a, b: _set(a) <= _set(b),
    ir.Meets: lambda a, b: not _set(a).isdisjoint(_set(b)),
    ir.SameSet: lambda a, b: a == b,
}
"""What becomes of two sets (`SameSet`: or two flags)."""
