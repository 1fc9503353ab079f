"""Lists legal moves: one function for each ask and action.

A requirement belongs to the last argument that it reads. For each argument in turn the candidates are its domain, the
sets of `within`, and every requirement that can be turned into a set, all joined word by word; what cannot is a test of
each candidate. So most answers that are not legal are never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, probes, sets, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.grid import relations
from tilelaw_engine.lower.terms import Bag, Cell, Env, NoWindow, OneByOne, Part, Set, Term, Window, as_flag, as_num
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code

NEAR = 2
"""The span of two neighbours, in whatever direction."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A part of a requirement: it holds, or the condition under which it is judged does not."""

    of: ir.Requirement
    when: ir.Expr | None
    lets: tuple[ir.Let, ...]
    condition: ir.Expr
    level: int
    """The place of the last argument that it reads, from 1; 0 if it reads none."""
    reads: frozenset[str]


@dataclass(slots=True)
class Lister:
    """A function that lists the moves of an action."""

    b: Body
    action: ir.Action
    number: int
    is_whole: bool
    demands: list[Demand]
    count: str
    swapped: list[ir.Swapped] = field(default_factory=list)
    """The swaps that candidates heed already."""


def list_moves(world: World, ask: ir.Ask, action: ir.Action, *, is_whole: bool) -> Code:
    """Return the function (record, to, end) that lists the moves of an action and gives their number.

    A whole one asks nobody else for the moves of other actions, and ends with the first move.
    """
    asks, actions = list(world.asks), [one.name for one in world.game.actions]
    number = actions.index(action.name)
    name = f"list_{asks.index(ask.name)}_{number}" + "_whole" * is_whole
    code = Code(name, ["i32", "i32", "i32"], "i32")
    code.comment(f"{action.rule}: {action.name}")
    b = bindings.body(world, code, code.parameters[0], ask)
    before = ask.actions[: ask.actions.index(action.name)]
    b.is_listing = not is_whole
    b.listed = frozenset() if is_whole else frozenset(before)
    names = [argument.name for argument in action.arguments]
    demands = [part for one in bindings.requirements(world, action.name, ask.name) for part in _demands(one, names)]
    count = code.local("i32")
    lister = Lister(b, action, number, is_whole, demands, count)
    out = code.local("i32")
    code.set(out, code.parameters[1])
    env: dict[str, Term] = {**bindings.carried(b, ask), "you": bindings.you(b)}
    end = code.label()
    code.line(f"(block {end}")
    _tests(lister, 0, env, end)
    _arguments(lister, 0, env, out)
    code.line(")")
    written = f"(i32.div_u (i32.sub (local.get {out}) {code.parameters[1].text}) (i32.const {world.layout['move']}))"
    code.line(f"(i32.add {written} (local.get {count}))")
    return code


def _demands(requirement: ir.Requirement, names: list[str]) -> list[Demand]:
    conditions = [requirement.condition] if requirement.lets else list(_conjuncts(requirement.condition, names))
    return [_demand(requirement, condition, names) for condition in conditions]


def _demand(requirement: ir.Requirement, condition: ir.Expr, names: list[str]) -> Demand:
    read = ir.names_in(condition, *requirement.lets, *([] if requirement.when is None else [requirement.when]))
    level = max([0, *(place for place, name in enumerate(names, 1) if name in read)])
    return Demand(requirement, requirement.when, requirement.lets, condition, level, read)


def _conjuncts(condition: ir.Expr, names: list[str]) -> list[ir.Expr]:
    """Return the parts of a condition that must all hold."""
    match condition:
        case ir.And(parts):
            return [inner for part in parts for inner in _conjuncts(part, names)]
        case ir.Subset(ir.SetOf(elements), of) if all(
            isinstance(one, ir.Local) and one.name in names for one in elements
        ):
            return [ir.Inside(element, of) for element in elements]
        case ir.Compare(ir.Comparison.LESS_OR_EQUAL, ir.SpanOf(ir.SetAlgebra(ir.SetOperator.UNION, rest, some)), limit):
            return _spans(condition, rest, some, limit, names)
        case _:
            return [condition]


def _spans(condition: ir.Expr, rest: ir.Expr, some: ir.Expr, limit: ir.Expr, names: list[str]) -> list[ir.Expr]:
    """Return a bound of a span, part by part: some cells are within it when any two of them are."""
    if not isinstance(some, ir.SetOf) or ir.names_in(rest, limit) & set(names):
        return [condition]
    if not all(isinstance(one, ir.Local) and one.name in names for one in some.elements):
        return [condition]
    at_most = ir.Comparison.LESS_OR_EQUAL
    found: list[ir.Expr] = []
    for place, one in enumerate(some.elements):
        span = ir.SpanOf(ir.SetAlgebra(ir.SetOperator.UNION, rest, ir.SetOf((one,))))
        found.append(ir.Compare(at_most, span, limit))
        for other in some.elements[:place]:
            found.append(ir.Compare(at_most, ir.SpanOf(ir.SetOf((other, one))), limit))
    return found


def _tests(lister: Lister, level: int, env: Env, label: str) -> None:
    """Test what must hold once the arguments up to a level are known."""
    for demand in lister.demands:
        if demand.level == level:
            _test(lister.b, _holds(lister.b, demand, env), label)
    for same in lister.action.same:
        if same in lister.swapped:
            continue
        names = [argument.name for argument in lister.action.arguments]
        read = {same.first, same.second} | (ir.names_in(same.when) if same.when is not None else set())
        if max(place for place, name in enumerate(names, 1) if name in read) == level:
            swapped = is_swapped(lister.b, same, env)
            if swapped.constant != 0:
                lister.b.code.line(f"(br_if {label} {swapped.text})")


def _test(b: Body, holds: Value, label: str) -> None:
    if holds.constant != 1:
        b.code.line(f"(br_if {label} (i32.eqz {holds.text}))")


def is_swapped(b: Body, same: ir.Swapped, env: Env) -> Value:
    """Return whether two arguments stand in the order that is not canonical, and may be swapped."""
    first, second = (b.wide(stored.number_of(b, env[name])) for name in (same.first, same.second))
    swapped = b.op("i64.lt_s", second, first)
    return swapped if same.when is None else b.both(swapped, as_flag(b.expr(same.when, env)))


def _holds(b: Body, demand: Demand, env: Env) -> Value:
    return requirement_holds(b, demand.when, demand.lets, demand.condition, env)


def requirement_holds(b: Body, when: ir.Expr | None, lets: tuple[ir.Let, ...], condition: ir.Expr, env: Env) -> Value:
    """Return whether a requirement is met, or not judged."""
    inner = dict(env)
    for let in lets:
        inner[let.name] = b.expr(let.value, inner)
    holds = as_flag(b.expr(condition, inner))
    return holds if when is None else b.either(holds, b.negate(as_flag(b.expr(when, env))))


def _arguments(lister: Lister, place: int, env: Env, out: str) -> None:
    """Go through the candidates of an argument, and of all after it."""
    if place == len(lister.action.arguments):
        _write(lister, env, out)
        return
    b, argument = lister.b, lister.action.arguments[place]
    values = b.expr(argument.domain, env)
    if isinstance(values, Bag) and values.sort == "number":
        _numbers(lister, place, values, env, out)
        return
    domain = bags.as_set(b, values)
    if domain.universe is None:
        return
    candidates: Set | tuple[Value, Window]
    if domain.universe.sort == "cell":
        candidates, tests = _cells(lister, place, argument, domain, env)
    else:
        found, tests = domain, [one for one in lister.demands if one.level == place + 1]
        for within in argument.within:
            wanted = bags.as_set(b, b.expr(within, env))
            found = sets.combined(b, ir.SetOperator.INTERSECTION, found, wanted)
        candidates = found
    is_counted = _is_last(lister, place) and not tests and not lister.is_whole
    if is_counted:
        _count(lister, candidates)
    if isinstance(candidates, Set):
        loop = b.each(candidates)
    else:
        loop = b.each_seen(*candidates, domain.universe.of, domain.owner)
    with loop as (element, _, following):
        inner = {**env, argument.name: element}
        lister_tests, lister.demands = lister.demands, [one for one in lister.demands if one.level != place + 1]
        lister.demands += tests
        _tests(lister, place + 1, inner, following)
        lister.demands = lister_tests
        _arguments(lister, place + 1, inner, out)
    if is_counted:
        b.code.line(")")


def _is_last(lister: Lister, place: int) -> bool:
    """Return whether every candidate of an argument is a move, but for what is tested."""
    names = [argument.name for argument in lister.action.arguments]
    swaps = [one for one in lister.action.same if one not in lister.swapped]
    return place + 1 == len(names) and not swaps


def _count(lister: Lister, candidates: Set | tuple[Value, Window]) -> None:
    """Begin a block that is left at once, with the candidates counted, if there is no room for a list."""
    code = lister.b.code
    if isinstance(candidates, Set):
        assert candidates.universe is not None, "the candidates are known"
        words = [candidates.word(number) for number in range(candidates.universe.words)]
    else:
        words = [candidates[0]]
    total = "(i64.const 0)"
    for word in words:
        total = f"(i64.add {total} (i64.popcnt {word.text}))"
    count = f"(local.set {lister.count} (i32.add (local.get {lister.count}) (i32.wrap_i64 {total})))"
    skip = code.label()
    code.line(f"(block {skip} (if (i32.eqz {code.parameters[2].text}) (then {count} (br {skip})))")


def _numbers(lister: Lister, place: int, values: Bag, env: Env, out: str) -> None:
    """Go through the candidates of an argument that come as a list."""
    argument = lister.action.arguments[place]
    with bags.each_piece(lister.b, values) as (element, _, _, following):
        inner = {**env, argument.name: element}
        _tests(lister, place + 1, inner, following)
        _arguments(lister, place + 1, inner, out)


def _cells(
    lister: Lister, place: int, argument: ir.Argument, domain: Set, env: Env
) -> tuple[Set | tuple[Value, Window], list[Demand]]:
    """Return the candidates among cells, and the requirements that have still to be tested.

    What does not depend on earlier arguments is joined first. Neighbours of an earlier argument are looked for in a
    window around it.
    """
    b = lister.b
    assert domain.universe is not None, "the board is known"
    probe = probes.probe_for(domain.universe, domain.owner)
    inner = {**env, argument.name: probe}
    earlier = {one.name for one in lister.action.arguments[:place]}
    is_fixed = not ir.names_in(argument.domain) & earlier
    fixed: list[sets.Words] = [domain.word] if is_fixed else []
    varying: list[sets.Words] = [] if is_fixed else [domain.word]
    near = _window(lister, place, argument, domain, env)
    left = []
    met = [one for one in lister.demands if near is not None and _is_near(b, one, near, argument.name, env)]
    for demand in lister.demands:
        if demand.level == place + 1 and demand not in met:
            words = _where(b, demand, inner, probe)
            if words is None:
                left.append(demand)
            else:
                (varying if demand.reads & earlier else fixed).append(words)
    # What is required of the last argument is all there is to know about it, if it can be said by sets.
    is_known = place + 1 == len(lister.action.arguments) and not left
    for within in () if is_known else argument.within:
        if near is not None and within == near[3]:  # that is what the window shows
            continue
        found = probes.inside(b, within, inner, probe)
        if found is not None:
            (varying if ir.names_in(within) & earlier else fixed).append(found)
    is_narrowed = len(fixed) + len(varying) > 1 or near is not None or not isinstance(argument.domain, ir.Cells)
    for demand in left:
        why = probes.why_no_set(b, _looked_at(demand, inner, probe), inner, probe)
        slow = OneByOne(demand.of.rule, demand.of.text, lister.action.name, argument.name, is_narrowed, why)
        b.world.one_by_one[slow] = None
    whole = Set(domain.universe, domain.owner, lambda part: _joined(b, fixed, part))
    if near is not None:
        seen, window = near[:2]
        for same in _swaps(lister, place, argument, near):
            seen = b.op("i64.and", seen, _behind(b, same, near, env))
        address, after = b.kept(whole)
        try:
            parts = [lambda _: seen, lambda part: b.bits(address, 0, part, after), *varying]
            joined = _joined(b, parts, window)
            lister.swapped += _swaps(lister, place, argument, near)
            return (joined, window), left
        except NoWindow:
            left += met
    return Set(domain.universe, domain.owner, lambda part: _joined(b, [whole.word, *varying], part)), left


def _is_near(b: Body, demand: Demand, near: Near, argument: str, env: Env) -> bool:
    """Return whether a requirement is met by all neighbours: that they are, or a bound of the span of two."""
    match demand.condition:
        case ir.Inside(ir.Local(name), of) if demand.when is None:
            return name == argument and of == near[3]
        case ir.Compare(_, ir.SpanOf(ir.SetOf((ir.Local(one), ir.Local(other)))), limit) if demand.when is None:
            return {one, other} == {near[2], argument} and as_num(b.expr(limit, env)).low >= NEAR
        case _:
            return False


Near = tuple[Value, Window, str, ir.Expr]
"""The neighbours of an argument in a window, the window, which argument it is, and the set that is shown."""


def _swaps(lister: Lister, place: int, argument: ir.Argument, near: Near) -> list[ir.Swapped]:
    """Return the swaps of an argument with the one whose neighbour it is, judged by what is known before it."""
    later = {one.name for one in lister.action.arguments[place:]}
    return [
        same
        for same in lister.action.same
        if (same.first, same.second) == (near[2], argument.name)
        and not (same.when is not None and ir.names_in(same.when) & later)
    ]


def _behind(b: Body, same: ir.Swapped, near: Near, env: Env) -> Value:
    """Return the part of a window that lies behind its middle, or all of it where nothing is swapped."""
    cell = env[near[2]]
    assert isinstance(cell, Cell), "the neighbours of a cell"
    behind = b.op("i64.shl", i64(-1), b.word(b.op("i32.sub", cell.place, near[1].start)))
    if same.when is None:
        return behind
    return b.op("i64.or", behind, b.mask(b.negate(as_flag(b.expr(same.when, env)))))


def _joined(b: Body, parts: list[sets.Words], part: Part) -> Value:
    """Return what some sets have in common, each looked at once."""
    every = {value.text: value for value in (one(part) for one in parts)}
    result = i64(-1)
    for value in every.values():
        result = b.op("i64.and", result, value)
    return result


def _window(lister: Lister, place: int, argument: ir.Argument, domain: Set, env: Env) -> Near | None:
    """Return the neighbours of an earlier argument among which one must be, in a window, and which argument it is."""
    b = lister.b
    earlier = {one.name for one in lister.action.arguments[:place]}
    for demand in lister.demands:
        match demand.condition:
            case ir.Inside(
                ir.Local(name), ir.Reach(board, relation, ir.AsSet(ir.Local(other)), ir.Number(1), None) as around
            ) if demand.when is None and name == argument.name and other in earlier:
                cell = env[other]
                table = relations.window_table(b.world, board, relation)
                if table is None or not isinstance(cell, Cell) or cell.maybe or cell.board != board:
                    continue
                address, back = table
                row = b.plus(b.times(cell.place, 8), address)
                same = b.op("i32.eq", cell.owner, domain.owner)
                seen = b.op("i64.and", b.code.load("i64.load", row), b.mask(same))
                return seen, Window(b.plus(cell.place, -back)), other, around
            case _:
                pass
    return None


def _looked_at(demand: Demand, env: Env, probe: Cell) -> ir.Node:
    """Return the part of a requirement that looks at the probe."""
    parts = [*demand.lets, demand.condition, *([] if demand.when is None else [demand.when])]
    return next(part for part in parts if probes.looks_at(part, env, probe))


def _where(b: Body, demand: Demand, env: Env, probe: Cell) -> sets.Words | None:
    inner = dict(env)
    for let in demand.lets:
        if probes.looks_at(let.value, env, probe):
            return None
        inner[let.name] = b.expr(let.value, inner)
    holds = probes.where(b, demand.condition, inner, probe)
    if demand.when is None or holds is None:
        return holds
    wanted = probes.where(b, demand.when, env, probe)
    if wanted is None:
        return None
    return lambda number: b.op("i64.or", holds(number), b.op("i64.xor", wanted(number), i64(-1)))


def _write(lister: Lister, env: Env, out: str) -> None:
    """Write a move, if there is room, and count it."""
    b, code = lister.b, lister.b.code
    if lister.is_whole:
        code.line("(return (i32.const 1))")
        return
    words = bindings.move_words(b, lister.number, lister.action, env)
    stores = " ".join(
        f"(i64.store offset={8 * place} (local.get {out}) {word.text})" for place, word in enumerate(words)
    )
    size = i32(8 * len(words))
    step = f"(local.set {out} (i32.add (local.get {out}) {size.text}))"
    more = f"(local.set {lister.count} (i32.add (local.get {lister.count}) (i32.const 1)))"
    code.line(f"(if (i32.lt_u (local.get {out}) {code.parameters[2].text}) (then {stores} {step}) (else {more}))")


def list_all(world: World, ask: ir.Ask) -> Code:
    """Return the function (record, to, end) that lists the moves of an ask, action by action."""
    asks, actions = list(world.asks), {one.name: place for place, one in enumerate(world.game.actions)}
    number = asks.index(ask.name)
    code = Code(f"moves_{number}", ["i32", "i32", "i32"], "i32")
    record, to, end = (value.text for value in code.parameters)
    total, at = code.local("i32"), code.local("i32")
    code.line(f"(local.set {at} {to})")
    for action in ask.actions:
        count = f"$count_{number}_{actions[action]}"
        call = f"(call $list_{number}_{actions[action]} {record} (local.get {at}) {end})"
        code.line(f"(global.set {count} {call})")
        code.line(f"(local.set {total} (i32.add (local.get {total}) (global.get {count})))")
        size = world.layout["move"]
        code.line(f"(local.set {at} (i32.add {to} (i32.mul (local.get {total}) (i32.const {size}))))")
        code.line(f"(if (i32.gt_u (local.get {at}) {end}) (then (local.set {at} {end})))")
    code.line(f"(local.get {total})")
    return code
