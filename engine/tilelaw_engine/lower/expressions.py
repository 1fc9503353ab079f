"""Lowers expressions: one case for each node. What goes through elements stands in `folds`, what looks at boards in
`boards`, what takes by place in `places`, what is read from tables and positions in `reads`; here is all else that
gives one thing, number or flag, and what makes sets.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import (
    bags,
    boards,
    conditions,
    folds,
    lists,
    nested,
    places,
    probes,
    reads,
    sets,
    shared,
    stored,
)
from tilelaw_engine.lower.body import NO_ENV, ONE, Body
from tilelaw_engine.lower.terms import (
    Bag,
    Cell,
    Env,
    Flag,
    Num,
    Set,
    Sets,
    Term,
    Thing,
    as_flag,
    as_num,
    values_of,
)
from tilelaw_engine.text.atoms import Value, i32, i64

MOST_WORDS = 8
"""A definition that is called with larger sets is written out for each call."""


def lower(b: Body, node: ir.Expr, env: Env) -> Term:
    """Return what an expression becomes."""
    match node:
        case ir.Flag(value):
            return Flag(i32(value))
        case ir.Number(value):
            return Num(i32(value) if abs(value) < 1 << 31 else i64(value), value, value)
        case ir.Member(kind, name):
            return Thing(i32(b.world.member(kind, name)), "kind", kind, False)
        case ir.Direction(shape, name):
            return Thing(i32(b.world.direction(shape, name)), "direction", shape, False)
        case ir.Nothing():
            return Thing(i32(0), "", "", True)
        case ir.Local(name):
            return env[name]
        case ir.Table():
            return reads.table(b, node, env)
        case ir.CellField(board, field, of):
            return stored.cell_field(b, field, boards.as_cell(b.expr(of, env), board))
        case ir.Coordinate():
            return boards.coordinate(b, node, env)
        case ir.CellOwner():
            return boards.owner_of(b, node, env)
        case ir.DataField(kind, field, of):
            return reads.data_of(b, kind, field, b.expr(of, env))
        case ir.RecordField(record, field, of):
            return stored.record_field(b, record, field, b.expr(of, env))
        case ir.MarkOf(mark, of):
            return reads.mark_of(b, mark, b.expr(of, env))
        case ir.Variable(name, indices):
            return reads.variable(b, name, [b.expr(index, env) for index in indices])
        case ir.ZoneOf(zone, owner):
            return reads.zone_of(b, zone, None if owner is None else b.expr(owner, env))
        case ir.Cells():
            return boards.cells(b, node, env)
        case ir.CellAt():
            return boards.cell_at(b, node, env)
        case ir.Members(kind):
            universe = b.world.universe("kind", kind)
            return sets.constant_set(universe, (1 << universe.bits) - 2)
        case ir.Players():
            return sets.constant_set(b.world.universe("player", ""), (2 << b.world.game.players) - 2)
        case ir.Sides():
            return sets.constant_set(b.world.universe("side", ""), (2 << b.world.sides()) - 2)
        case ir.Call():
            return _call(b, node, env)
        case ir.Numbers(low, high):
            return sets.constant_set(sets.numbers(low, high), (1 << max(high - low + 1, 0)) - 1)
        case ir.AsSet(of):
            return _as_set(b, b.expr(of, env))
        case ir.SetOf(elements):
            return _set_of(b, [b.expr(element, env) for element in elements])
        case ir.SetAlgebra():
            return _algebra(b, node, env)
        case ir.Narrow():
            return folds.narrow(b, node, env)
        case ir.Tied():
            return folds.tied(b, node, env)
        case ir.Fold():
            return folds.fold(b, node, env)
        case ir.Count(of):
            return _count(b, b.expr(of, env))
        case ir.Inside(element, of):
            return Flag(conditions.inside(b, b.expr(element, env), of, env))
        case ir.Subset():
            return Flag(conditions.subset(b, node, env))
        case ir.Meets():
            return Flag(conditions.meets(b, node, env))
        case ir.SameThing(left, right):
            return Flag(conditions.same(b, b.expr(left, env), b.expr(right, env)))
        case ir.SameSet(left, right):
            return Flag(conditions.same_set(b, b.expr(left, env), b.expr(right, env)))
        case ir.Compare():
            return Flag(conditions.compare(b, node, env))
        case ir.Arithmetic(operator, left, right):
            return _arithmetic(b, operator, as_num(b.expr(left, env)), as_num(b.expr(right, env)))
        case ir.Not(of):
            return Flag(b.negate(as_flag(b.expr(of, env))))
        case ir.And(parts):
            return Flag(conditions.every(b, [as_flag(b.expr(part, env)) for part in parts]))
        case ir.Or(parts):
            return Flag(conditions.either_of(b, [as_flag(b.expr(part, env)) for part in parts]))
        case ir.If(condition, then, otherwise):
            return _if(b, as_flag(b.expr(condition, env)), then, otherwise, env)
        case ir.Match():
            return _match(b, node, env)
        case ir.NoLegal(action):
            return Flag(_no_legal(b, action, env))
        case ir.First():
            return places.first(b, node, env)
        case ir.Nth():
            return places.nth(b, node, env)
        case ir.NextPlayer(of, among):
            return _next_player(b, b.expr(of, env), None if among is None else b.expr(among, env))
        case ir.SideOf(of):
            return side_of(b, b.expr(of, env))
        case ir.Reach():
            return boards.reach(b, node, env)
        case ir.Regions():
            return boards.regions(b, node, env)
        case ir.SpanOf():
            return boards.span(b, node, env)
        case ir.Run():
            return boards.run(b, node, env)
        case ir.Shift():
            return boards.shift(b, node, env)
        case ir.Heading():
            return boards.heading(b, node, env)
        case ir.Distance():
            return boards.distance(b, node, env)
        case ir.Total(of):
            return _total(b, b.expr(of, env))
        case _:
            raise AssertionError(f"{type(node).__name__} has to be lowered")


def _if(b: Body, condition: Value, then: ir.Expr, otherwise: ir.Expr, env: Env) -> Term:
    if condition.constant is not None:
        return b.expr(then if condition.constant else otherwise, env)
    return stored.chosen(b, condition, b.expr(then, env), b.expr(otherwise, env))


def _call(b: Body, node: ir.Call, env: Env) -> Term:
    define = b.world.defines[node.define]
    bound: dict[str, Term] = {}
    there: list[Value] = []
    for parameter, argument in zip(define.parameters, node.arguments, strict=True):
        term = stored.typed(b.expr(argument, env), parameter.type)
        if isinstance(parameter.type, ir.ThingType) and not parameter.type.maybe:
            term, guard = probes.harmless(b, term)
            there += [] if guard is None else [guard]
        bound[parameter.name] = term

    def make() -> Term:
        if shared.is_shared(b, define) and shared.can_be_passed(bound):
            found = shared.called(b, define, bound)
        else:
            found = b.expr(define.body, bound)
        return stored.guarded(b, conditions.every(b, there), found)

    if not all(_is_handy(term) for term in bound.values()):
        return make()
    # Equal calls are one: what calls a definition twice, and is called twice itself, would else double the text again.
    operands = [value for term in (*bound.values(), *map(Flag, there)) for value in values_of(term)]
    return b.once(("call", node.define), operands, make)


def _is_handy(term: Term) -> bool:
    """Return whether few values tell what an argument is."""
    if isinstance(term, Set):
        return term.universe is None or term.universe.words <= MOST_WORDS
    return isinstance(term, Flag | Num | Thing | Cell)


def _as_set(b: Body, term: Term) -> Term:
    match term:
        case Bag():
            return bags.to_set(b, term)
        case Set() | Sets():
            return term
        case _:
            return _set_of(b, [term])


def _set_of(b: Body, elements: list[Term]) -> Term:
    numbers = [one for one in elements if isinstance(one, Num)]
    return lists.of_numbers(b, numbers) if lists.are_far(*numbers) else sets.set_of(b, elements)


def _algebra(b: Body, node: ir.SetAlgebra, env: Env) -> Term:
    left, right = b.expr(node.left, env), b.expr(node.right, env)
    if isinstance(left, Sets) or isinstance(right, Sets):
        return b.node_once(node, env, lambda: nested.combined(b, node.operator, left, right), left, right)
    if lists.are_far(left, right):

        def make() -> Bag:
            return lists.combined(b, node.operator, lists.listed(b, left), lists.listed(b, right))

        return b.node_once(node, env, make, left, right)
    if isinstance(left, Bag) and node.operator is ir.SetOperator.EXCEPT:
        bag, gone = left, bags.as_set(b, right)

        def rest() -> Bag:
            return bags.filtered(b, bag, lambda piece: b.negate(sets.has(b, gone, piece)))

        return b.node_once(node, env, rest, bag, gone)
    return sets.combined(b, node.operator, bags.as_set(b, left), bags.as_set(b, right))


def _count(b: Body, of: Term) -> Num:
    match of:
        case Set():
            return sets.size(b, of)
        case Bag(count=count, most=most) | Sets(count=count, most=most):
            return Num(count, 0, most)
        case _:
            raise AssertionError("only collections are counted")


def _arithmetic(b: Body, operator: ir.ArithmeticOperator, left: Num, right: Num) -> Num:
    match operator:
        case ir.ArithmeticOperator.ADD:
            return folds.plus(b, left, right)
        case ir.ArithmeticOperator.SUBTRACT:
            minus = folds.times(b, right, Num(i32(-1), -1, -1))
            return folds.plus(b, left, minus)
        case ir.ArithmeticOperator.MULTIPLY:
            return folds.times(b, left, right)
        case ir.ArithmeticOperator.AT_MOST | ir.ArithmeticOperator.AT_LEAST:
            is_most = operator is ir.ArithmeticOperator.AT_MOST
            less = probes.compared(b, ir.Comparison.LESS, left, right)
            ours, theirs = left.value, right.value
            if ours.type != theirs.type:
                ours, theirs = b.wide(ours), b.wide(theirs)
            pick = min if is_most else max
            value = b.select(less, ours, theirs) if is_most else b.select(less, theirs, ours)
            return b.num(value, pick(left.low, right.low), pick(left.high, right.high))
        case ir.ArithmeticOperator.DIVIDE | ir.ArithmeticOperator.REMAINDER:
            return _divided(b, operator, left, right)


def _divided(b: Body, operator: ir.ArithmeticOperator, left: Num, right: Num) -> Num:
    """Return quotient or remainder, rounded down; worked out in vain, the divisor may be 0."""
    ours, theirs = b.wide(left.value), b.wide(right.value)
    if right.low <= 0 <= right.high:
        theirs = b.select(b.op("i64.eqz", theirs), i64(1), theirs)
    rest = b.op("i64.rem_s", ours, theirs)
    size = max(abs(right.low), abs(right.high))
    differs = b.op("i64.lt_s", b.op("i64.xor", rest, theirs), i64(0))
    rounds = i32(0) if left.low >= 0 and right.low >= 0 else b.both(b.op("i64.ne", rest, i64(0)), differs)
    if operator is ir.ArithmeticOperator.REMAINDER:
        value = b.select(rounds, b.op("i64.add", rest, theirs), rest)
        return b.num(value, min(0, 1 - size if right.low < 0 else 0), max(0, size - 1))
    value = b.op("i64.sub", b.op("i64.div_s", ours, theirs), b.op("i64.extend_i32_u", rounds))
    most = max(abs(left.low), abs(left.high)) + 1
    low = 0 if left.low >= 0 and right.low >= 0 else -most
    return b.num(value, low, most)


def _match(b: Body, node: ir.Match, env: Env) -> Term:
    subject = b.expr(node.of, env)
    arms = list(node.arms)
    found = b.expr(arms.pop().result if node.otherwise is None else node.otherwise, env)
    for arm in reversed(arms):
        found = stored.chosen(b, _is_arm(b, subject, arm.value), b.expr(arm.result, env), found)
    return found


def _is_arm(b: Body, subject: Term, value: str | int) -> Value:
    match subject:
        case Thing(number, "kind", of):
            return b.op("i32.eq", number, i32(b.world.member(of, value)))
        case Thing(number, "direction", of):
            return b.op("i32.eq", number, i32(b.world.direction(of, str(value))))
        case Thing(number, sort):
            return b.op("i32.eq", number, i32(int(value) + 1 if sort else -1))
        case Num(number, low, high, there):
            equal = probes.compared(b, ir.Comparison.EQUAL, subject, Num(i32(int(value)), low, high))
            del number
            return equal if there is None else b.both(equal, there)
        case Flag(flag):
            return b.op("i32.eq", flag, i32(int(value)))
        case _:
            raise AssertionError("the checker matches members and numbers")


def _no_legal(b: Body, action: str, env: Env) -> Value:
    assert b.ask is not None, "only requirements ask for moves"
    if action not in b.ask.actions:
        return ONE
    number = list(b.world.asks).index(b.ask.name), [one.name for one in b.world.game.actions].index(action)
    if action in b.listed:
        return b.op("i32.eqz", b.code.fresh("i32", f"(global.get $count_{number[0]}_{number[1]})"))
    you = env["you"]
    assert isinstance(you, Thing), "a player is asked"
    call = f"(call $list_{number[0]}_{number[1]}_whole {b.record.text} (i32.const 0) (i32.const 0))"
    return b.negate(as_num(b.once(("listed", action), [b.record], lambda: Num(b.code.fresh("i32", call), 0, 0))).value)


def _next_player(b: Body, of: Term, among: Term | None) -> Thing:
    assert isinstance(of, Thing), "players are things"
    if among is not None:
        return _next_among(b, of, bags.as_set(b, among))
    count = b.world.game.players
    following = b.select(b.op("i32.eq", of.value, i32(count)), ONE, b.plus(of.value, 1))
    if of.maybe:
        following = b.select(b.some(of.value), following, i32(0))
    return Thing(following, "player", "", of.maybe)


def _next_among(b: Body, of: Thing, among: Set) -> Thing:
    """Return the next player of a set: the first behind a player, else the first of all."""
    if among.universe is None:
        return Thing(i32(0), "player", "", True)
    every = among.word(0)
    behind = b.op("i64.and", every, b.op("i64.shl", i64(-2), b.word(of.value)))
    found = b.select(b.op("i64.eqz", behind), every, behind)
    there = b.both(b.op("i64.ne", found, i64(0)), b.some(of.value))
    return Thing(b.select(there, b.op("i32.wrap_i64", b.op("i64.ctz", found)), i32(0)), "player", "", True)


def side_of(b: Body, of: Term) -> Thing:
    """Return the side a player belongs to."""
    assert isinstance(of, Thing), "players are things"
    line = b.world.game.sides
    if line is None:
        return Thing(of.value, "side", "", of.maybe)
    found = i32(0)
    for number, side in reversed(list(enumerate(line.sides, 1))):
        players = bags.as_set(b, b.expr(side, NO_ENV))
        found = b.select(sets.has(b, players, Thing(of.value, "player", "", True)), i32(number), found)
    return Thing(found, "side", "", True)


def _total(b: Body, of: Term) -> Num:
    assert isinstance(of, Thing), "sides are things"
    call = f"(call $total {b.record.text} {of.value.text})"

    def make() -> Num:
        return Num(b.code.fresh("i64", call), -(1 << 50), 1 << 50)

    total = as_num(b.once(("total",), [b.record, of.value], make))
    return as_num(stored.guarded(b, b.some(of.value), total)) if of.maybe else total
