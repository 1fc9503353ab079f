"""Conditions as sets: instead of judging cells one by one, the planes of fields are combined word by word.

A *probe* is a cell that stands for every cell of a board. A condition on it becomes the set of the cells for which it
holds (and of places that are no cells: whoever asks takes the part in a set). What does not look at the probe is a
mask. What looks at it only through fields of few values is worked out for each combination of their values. What looks
at it otherwise is no set: then cells are judged one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry
from tilelaw_engine.lower import bags, boards, sets, shared, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import (
    Cell,
    Env,
    Flag,
    Num,
    Part,
    Set,
    Term,
    Thing,
    Universe,
    as_flag,
    as_num,
    values_of,
)
from tilelaw_engine.text.atoms import Value, i32, i64

MOST_COMBINATIONS = 64

Words = Callable[[Part], Value]

COMPARE = {
    ir.Comparison.EQUAL: "eq",
    ir.Comparison.DIFFERENT: "ne",
    ir.Comparison.LESS: "lt_s",
    ir.Comparison.LESS_OR_EQUAL: "le_s",
    ir.Comparison.GREATER: "gt_s",
    ir.Comparison.GREATER_OR_EQUAL: "ge_s",
}


def probe_for(universe: Universe, owner: Value) -> Cell:
    """Return a cell that stands for every cell of a board."""
    return Cell(universe.of, i32(-1), owner, False)


def looks_at(node: ir.Node, env: Env, probe: Cell) -> bool:
    """Return whether an expression looks at the probe."""
    return any(env.get(name) is probe for name in ir.names_read(node))


def where(b: Body, node: ir.Expr, env: Env, probe: Cell) -> Words | None:
    """Return the set of the cells for which a condition holds; nothing if it cannot be turned into a set."""
    b.note_work()
    if not looks_at(node, env, probe):
        mask = b.mask(as_flag(b.expr(node, env)))
        return lambda _: mask
    found = _by_shape(b, node, env, probe)
    return found if found is not None else _by_fields(b, node, env, probe)


def _by_shape(b: Body, node: ir.Expr, env: Env, probe: Cell) -> Words | None:
    match node:
        case ir.Not(of):
            inner = where(b, of, env, probe)
            return None if inner is None else _complement(b, inner)
        case ir.And(parts):
            return _joined(b, "i64.and", [where(b, part, env, probe) for part in parts])
        case ir.Or(parts):
            return _joined(b, "i64.or", [where(b, part, env, probe) for part in parts])
        case ir.If(condition, then, otherwise):
            test = where(b, condition, env, probe)
            arms = where(b, then, env, probe), where(b, otherwise, env, probe)
            if test is None or arms[0] is None or arms[1] is None:
                return None
            yes = _joined(b, "i64.and", [test, arms[0]])
            no = _joined(b, "i64.and", [_complement(b, test), arms[1]])
            return _joined(b, "i64.or", [yes, no])
        case ir.Inside(ir.Local(name), of) if env[name] is probe:
            return inside(b, of, env, probe)
        case ir.Subset(ir.SetOf(elements), of):
            return _joined(b, "i64.and", [where(b, ir.Inside(element, of), env, probe) for element in elements])
        case ir.Meets(ir.SetOf(elements), of):
            return _joined(b, "i64.or", [where(b, ir.Inside(element, of), env, probe) for element in elements])
        case ir.Meets(ir.Reach() as around, of) | ir.Meets(of, ir.Reach() as around):
            return _touching(b, around, of, env, probe)
        case ir.Compare(operator, ir.Count(ir.AsSet(ir.CellField() as field)), ir.Number(number)):
            return _counted(b, field, operator, number, env, probe)
        case ir.Compare(
            ir.Comparison.LESS_OR_EQUAL,
            ir.SpanOf(ir.SetAlgebra(ir.SetOperator.UNION, rest, ir.SetOf((ir.Local(name),)))),
            limit,
        ) if env[name] is probe and not looks_at(rest, env, probe) and not looks_at(limit, env, probe):
            return boards.spanning(b, rest, as_num(b.expr(limit, env)), env, probe.board)
        case ir.SameThing(left, right):
            return _same(b, left, right, env, probe) or _same(b, right, left, env, probe)
        case ir.CellField(_, field, ir.Local(name)) if env[name] is probe:
            values = stored.plane_values(b, probe.board, field)
            return None if values is None else stored.plane(b, probe.board, field, probe.owner, 1).word
        case ir.Call():
            return _called(b, node, env, probe)
        case _:
            return None


def _complement(b: Body, words: Words) -> Words:
    return lambda number: b.op("i64.xor", words(number), i64(-1))


def _joined(b: Body, operator: str, parts: list[Words | None]) -> Words | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None

    def word(number: Part) -> Value:
        found = i64(-1 if operator == "i64.and" else 0)
        for part in known:
            found = b.op(operator, found, part(number))
        return found

    return b.word_once(word)


def on_board(b: Body, found: Set, probe: Cell) -> Words:
    """Return the words of a set on the board of the probe."""
    if found.universe is None:
        return lambda _: i64(0)
    if found.universe.sort == "cells":
        size = b.world.universe("cell", probe.board).words

        def word(part: Part) -> Value:
            number = sets.as_number(part)
            result = i64(0)
            for owner in range(b.world.owners(probe.board)):
                mask = b.mask(b.op("i32.eq", probe.owner, i32(owner + 1)))
                result = b.op("i64.or", result, b.op("i64.and", found.word(owner * size + number), mask))
            return result

        return word
    return sets.masked(b, found, b.op("i32.eq", found.owner, probe.owner)).word


def inside(b: Body, of: ir.Expr, env: Env, probe: Cell) -> Words | None:
    """Return the cells that are in a set, which may itself look at the probe."""
    if not looks_at(of, env, probe):
        return on_board(b, bags.as_set(b, b.expr(of, env)), probe)
    match of:
        case ir.Reach(board, relation, ir.AsSet(ir.Local(name)), ir.Number(1), None) if env[name] is not probe:
            return on_board(b, boards.near(b, board, relation, boards.as_cells(b, env[name], board)), probe)
        case ir.SetAlgebra(operator, left, right):
            ours, theirs = inside(b, left, env, probe), inside(b, right, env, probe)
            if ours is None or theirs is None:
                return None
            match operator:
                case ir.SetOperator.UNION:
                    return _joined(b, "i64.or", [ours, theirs])
                case ir.SetOperator.INTERSECTION:
                    return _joined(b, "i64.and", [ours, theirs])
                case ir.SetOperator.EXCEPT:
                    return _joined(b, "i64.and", [ours, _complement(b, theirs)])
        case ir.Narrow(inner, element, condition):
            base = inside(b, inner, env, probe)
            return _joined(b, "i64.and", [base, where(b, condition, {**env, element: probe}, probe)])
        case _:
            return None


def _touching(b: Body, around: ir.Reach, of: ir.Expr, env: Env, probe: Cell) -> Words | None:
    """Return the cells whose neighbours are among some: the neighbours of those, for neighbours are mutual."""
    match around:
        case ir.Reach(board, relation, ir.AsSet(ir.Local(name)), ir.Number(1), None) if env[name] is probe:
            is_mutual = geometry.is_mutual(b.world.boards[board], b.world.relation(board, relation))
            if looks_at(of, env, probe) or not is_mutual:
                return None
            found = boards.as_cells(b, bags.as_set(b, b.expr(of, env)), board)
            return on_board(b, boards.near(b, board, relation, found), probe)
        case _:
            return None


def _counted(b: Body, field: ir.CellField, operator: ir.Comparison, number: int, env: Env, probe: Cell) -> Words | None:
    """Return the cells in which a field is something, or nothing, as the comparison wants it."""
    if not isinstance(field.of, ir.Local) or env[field.of.name] is not probe:
        return None
    if stored.plane_values(b, probe.board, field.field) is None:
        return None
    some = stored.some_plane(b, probe.board, field.field, probe.owner).word
    holds = [as_num_compare(operator, count, number) for count in (0, 1)]
    match holds:
        case [False, True]:
            return some
        case [True, False]:
            return _complement(b, some)
        case _:
            return lambda _: i64(-1 if holds[0] else 0)


def as_num_compare(operator: ir.Comparison, left: int, right: int) -> bool:
    """Compare two known numbers."""
    match operator:
        case ir.Comparison.EQUAL:
            return left == right
        case ir.Comparison.DIFFERENT:
            return left != right
        case ir.Comparison.LESS:
            return left < right
        case ir.Comparison.LESS_OR_EQUAL:
            return left <= right
        case ir.Comparison.GREATER:
            return left > right
        case ir.Comparison.GREATER_OR_EQUAL:
            return left >= right


def _same(b: Body, left: ir.Expr, right: ir.Expr, env: Env, probe: Cell) -> Words | None:
    """Return the cells that are one thing, or have it in a field; the other side must not look at the probe."""
    if looks_at(right, env, probe):
        return None
    match left:
        case ir.Local(name) if env[name] is probe:
            other = b.expr(right, env)
            if isinstance(other, Thing):
                return lambda _: i64(0)
            return on_board(b, boards.as_cells(b, other, probe.board), probe)
        case ir.CellField(_, field, ir.Local(name)) if env[name] is probe:
            if stored.plane_values(b, probe.board, field) is None:
                return None
            other = b.expr(right, env)
            if not isinstance(other, Thing):
                return None
            return stored.plane_at(b, probe.board, field, probe.owner, other).word
        case _:
            return None


def _called(b: Body, node: ir.Call, env: Env, probe: Cell) -> Words | None:
    """Return what a definition gives that is called with the probe itself."""
    define = b.world.defines[node.define]
    if shared.is_shared(b, define):
        return None
    bound: dict[str, Term] = {}
    there: list[Value] = []
    for parameter, argument in zip(define.parameters, node.arguments, strict=True):
        if isinstance(argument, ir.Local) and env[argument.name] is probe:
            bound[parameter.name] = probe
        elif looks_at(argument, env, probe):
            return None
        else:
            term = stored.typed(b.expr(argument, env), parameter.type)
            needed = isinstance(parameter.type, ir.ThingType) and not parameter.type.maybe
            bound[parameter.name], guard = harmless(b, term) if needed else (term, None)
            there += [] if guard is None else [guard]
    found = _called_once(b, define, bound, probe)
    if found is None or not there:
        return found
    guard = there[0]
    for other in there[1:]:
        guard = b.both(guard, other)
    mask = b.mask(guard)
    return _joined(b, "i64.and", [found, lambda _: mask])


def _called_once(b: Body, define: ir.Define, bound: Env, probe: Cell) -> Words | None:
    """Return what a definition gives, equal calls once: those that call each other twice would double the work."""
    if not all(isinstance(term, Flag | Num | Thing | Cell) for term in bound.values()):
        return where(b, define.body, bound, probe)
    others = [value for term in bound.values() if term is not probe for value in values_of(term)]
    places = [place for place, term in enumerate(bound.values()) if term is probe]
    texts = [value.text or id(value) for value in others]
    key = (define.name, id(probe), id(b.code.block), *places, *texts)
    if key not in b.asked:
        b.asked[key] = (probe, b.code.block, others), where(b, define.body, bound, probe)
    return b.asked[key][1]


def harmless(b: Body, term: Term) -> tuple[Term, Value | None]:
    """Return a thing that is surely something, and whether it is the one that was meant."""
    match term:
        case Thing(value, sort, of, True):
            there = b.some(value)
            return Thing(b.select(there, value, i32(1)), sort, of, False), there
        case Cell(board, place, owner, True, assumed):
            return Cell(board, place, owner, False, assumed), b.some(place)
        case _:
            return term, None


def _by_fields(b: Body, node: ir.Expr, env: Env, probe: Cell) -> Words | None:
    """Return the cells for which a condition holds that reads only fields of few values."""
    combinations = by_fields(b, node, env, probe)
    if combinations is None:
        return None
    parts: list[Words | None] = []
    for planes, term in combinations:
        flag = as_flag(term)
        if flag.constant == 0:
            continue
        parts.append(_joined(b, "i64.and", [*planes, _everywhere(b, flag)]))
    return _joined(b, "i64.or", parts)


def _everywhere(b: Body, flag: Value) -> Words:
    mask = b.mask(flag)
    return lambda _: mask


def by_fields(b: Body, node: ir.Expr, env: Env, probe: Cell) -> list[tuple[list[Words | None], Term]] | None:
    """Return what an expression gives for each combination of the fields that it reads of the probe.

    Each comes with the sets whose common part has the combination. Nothing if it reads something else of the probe.
    """
    fields = _fields_read(node, env, probe)
    if fields is None:
        return None
    names = sorted(fields)
    values = [stored.plane_values(b, probe.board, name) for name in names]
    known = [one for one in values if one is not None]
    size = 1
    for one in known:
        size *= len(one)
    if len(known) < len(values) or size > MOST_COMBINATIONS:
        return None
    return list(_combinations(b, node, env, probe, names, known))


def _combinations(
    b: Body, node: ir.Expr, env: Env, probe: Cell, names: list[str], values: list[list[int]]
) -> Iterator[tuple[list[Words | None], Term]]:
    for numbers in product(*values):
        assumed: dict[str, Term] = {}
        planes: list[Words | None] = []
        for name, number in zip(names, numbers, strict=True):
            type_ = b.world.field_decl(probe.board, name).type
            assumed[name] = _constant(b, type_, number)
            planes.append(stored.plane(b, probe.board, name, probe.owner, number).word)
        cell = Cell(probe.board, probe.place, probe.owner, False, assumed)
        inner = {name: cell if term is probe else term for name, term in env.items()}
        yield planes, b.expr(node, inner)


def _constant(b: Body, type_: ir.Type, number: int) -> Term:
    if isinstance(type_, ir.NumberType):
        return Num(i32(number), number, number)
    term = stored.term_of(b, type_, i32(number))
    if isinstance(term, Thing):
        term.maybe = number == 0
    return term


def _fields_read(node: ir.Node, env: Env, probe: Cell) -> set[str] | None:
    """Return the fields that an expression reads of the probe; nothing if it looks at it otherwise."""
    match node:
        case ir.CellField(_, field, ir.Local(name)) if env.get(name) is probe:
            return {field}
        case ir.Local(name) if env.get(name) is probe:
            return None
        case _ if not looks_at(node, env, probe):  # a name that is bound anew within it is another's
            return set()
        case ir.Narrow(of, element, inside) | ir.Tied(of, element, _, inside) | ir.Fold(_, element, of, inside):
            outside = _fields_read(of, env, probe)
            within = _fields_read(inside, {name: term for name, term in env.items() if name != element}, probe)
            return None if outside is None or within is None else outside | within
        case _:
            found: set[str] = set()
            for part in ir.children(node):
                inner = _fields_read(part, env, probe)
                if inner is None:
                    return None
                found |= inner
            return found


def why_no_set(b: Body, node: ir.Node, env: Env, probe: Cell) -> str:
    """Return why a condition on the probe is no set, in an author's words."""
    name = next(name for name, term in env.items() if term is probe)
    fields = _fields_read(node, env, probe)
    if fields is None:
        return f"it asks more of `{name}` than its fields, its neighbours and the sets that it is in"
    many = [field for field in sorted(fields) if stored.plane_values(b, probe.board, field) is None]
    which = ", ".join(f"`{field}`" for field in many or sorted(fields))
    return f"{which} can have too many values{'' if many else ' together'}"


def compared(b: Body, operator: ir.Comparison, left: Num, right: Num) -> Value:
    """Return whether two numbers compare as wanted."""
    ours, theirs = left.value, right.value
    if ours.type != theirs.type:
        ours, theirs = b.wide(ours), b.wide(theirs)
    return b.op(f"{ours.type}.{COMPARE[operator]}", ours, theirs)
