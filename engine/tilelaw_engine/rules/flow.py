"""The flow of play: one function that runs from label to label until play rests.

A label is a place in the flow: an item that is entered, or the next pass of a loop. What follows an item is known while
the text is written. Bindings live in the record, so nothing else is remembered between two resting places.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from tilelaw_dsl import ir
from tilelaw_engine.lower import conditions, folds, probes, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Env, Set, Term, as_flag
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings, effects
from tilelaw_engine.shapes import DUE, PLAYER, Spot
from tilelaw_engine.text.atoms import i32
from tilelaw_engine.text.code import Code

MOST_PASSES = 1000
NO_REST = -6
NO_END = -9
OVER = 0
"""The label behind the last item."""


@dataclass(slots=True)
class Flow:
    """The flow of a game, and the labels of its items."""

    world: World
    slots: dict[tuple[str, ir.Type], Spot]
    labels: dict[tuple[str, str], int] = field(default_factory=dict)
    around: dict[str, ir.FlowItem] = field(default_factory=dict)
    following: dict[str, ir.FlowItem] = field(default_factory=dict)
    items: dict[str, ir.FlowItem] = field(default_factory=dict)
    bound: dict[str, dict[str, ir.Type]] = field(default_factory=dict)
    """What is bound when an item is entered."""
    loops: list[str] = field(default_factory=list)
    functions: int = 0

    def label(self, kind: str, name: str) -> int:
        """Return the number of a label."""
        return self.labels.setdefault((kind, name), len(self.labels) + 1)


def flow_of(world: World, slots: dict[tuple[str, ir.Type], Spot]) -> Flow:
    """Return the flow of a game, ready to be written."""
    flow = Flow(world, slots)
    _enlist(flow, world.game.flow, None, {})
    return flow


def _enlist(flow: Flow, items: tuple[ir.FlowItem, ...], around: ir.FlowItem | None, bound: dict[str, ir.Type]) -> None:
    flow.following |= {item.name: following for item, following in pairwise(items)}
    actions = {action.name: action for action in flow.world.game.actions}
    for item in items:
        flow.items[item.name] = item
        flow.bound[item.name] = bound
        if around is not None:
            flow.around[item.name] = around
        match item:
            case ir.Step():
                pass
            case ir.Ask(branches=branches):
                for branch in branches:
                    arguments = {one.name: one.type for one in actions[branch.action].arguments}
                    _enlist(flow, branch.items, item, {**bound, **arguments})
            case ir.Repeat(bindings=names, items=inner):
                flow.loops.append(item.name)
                _enlist(flow, inner, item, {**bound, **{one.name: one.type for one in names}})
            case ir.Each(element=element, type=type_, items=inner):
                flow.loops.append(item.name)
                _enlist(flow, inner, item, {**bound, element: type_})


def after(flow: Flow, item: ir.FlowItem) -> int:
    """Return the label that follows an item."""
    following = flow.following.get(item.name)
    if following is not None:
        return flow.label("enter", following.name)
    around = flow.around.get(item.name)
    match around:
        case None:
            return OVER
        case ir.Repeat():
            return flow.label("again", around.name)
        case ir.Each():
            return flow.label("next", around.name)
        case ir.Ask() | ir.Step():
            return after(flow, around)


def after_answer(flow: Flow, ask: ir.Ask, action: str) -> int:
    """Return the label that follows an answer."""
    items = [item for branch in ask.branches if branch.action == action for item in branch.items]
    return flow.label("enter", items[0].name) if items else after(flow, ask)


def env_of(flow: Flow, b: Body, bound: dict[str, ir.Type]) -> dict[str, Term]:
    """Return what is bound at a place of the flow, read from the record."""
    return {name: bindings.read_spot(b, flow.slots[name, type_], type_) for name, type_ in bound.items()}


def _function(flow: Flow, result: str = "i32") -> tuple[Code, Body]:
    flow.functions += 1
    code = Code(f"flow_{flow.functions}", ["i32"], result)
    return code, bindings.body(flow.world, code, code.parameters[0])


def _condition(flow: Flow, node: ir.Expr, bound: dict[str, ir.Type]) -> str:
    """Return the text that says whether a condition holds."""
    code, b = _function(flow)
    code.line(as_flag(b.expr(node, env_of(flow, b, bound))).text)
    flow.world.add(code)
    return f"(call ${code.name} (local.get $r))"


def _go(label: int) -> str:
    return f"(local.set $label (i32.const {label})) (br $again)"


def run(flow: Flow) -> str:
    """Return the text of the function (record, label, mode) that runs to the next resting place."""
    first = flow.world.game.flow
    if first:
        flow.label("enter", first[0].name)
    written: dict[int, str] = {}
    while len(written) < len(flow.labels):
        for (kind, name), number in list(flow.labels.items()):
            if number not in written:
                written[number] = _block(flow, kind, flow.items[name])
    count = len(written)
    names = " ".join(f"$at{number}" for number in range(count + 1))
    lines = ["(func $run (param $r i32) (param $label i32) (param $mode i32) (result i32) (local $status i32)"]
    lines.append("(local $steps i64)")
    lines += [f"(local $passes{place} i32)" for place, _ in enumerate(flow.loops)]
    lines.append("(loop $again")
    lines += [f"(block $at{number}" for number in reversed(range(count + 1))]
    lines.append(f"(br_table {names} (local.get $label)))")
    lines.append(f"{_rest(flow, 0, '(i32.const 0)', ())} (return (i32.const 0)))")
    for number in range(1, count + 1):
        lines.append(written[number] + (")" if number < count else ""))
    lines.append(") (unreachable))")
    return "\n".join(lines)


def _rest(flow: Flow, due: int, player: str, carries: tuple[ir.Carried, ...]) -> str:
    """Return the text that lets play rest: what is due, and everything that is not carried blank."""
    kept = {(one.name, one.type) for one in carries}
    lines = [
        f"(i32.store16 offset={DUE} (local.get $r) (i32.const {due}))",
        f"(i32.store16 offset={PLAYER} (local.get $r) {player})",
    ]
    kept_offsets = {flow.slots[key]["offset"] for key in kept}
    for spot in flow.slots.values():
        if spot["offset"] not in kept_offsets:
            lines.append(_blank(spot))
    return "\n".join(lines)


def _blank(spot: Spot) -> str:
    name = {1: "i32.store8", 2: "i32.store16", 4: "i32.store"}[spot["width"]]
    return f"({name} offset={spot['offset']} (local.get $r) (i32.const 0))"


def _block(flow: Flow, kind: str, item: ir.FlowItem) -> str:
    match kind, item:
        case "enter", _:
            return _enter(flow, item)
        case "again", ir.Repeat():
            done = ""
            if isinstance(item.test, ir.Until):
                bound = flow.bound[item.name]
                test = _condition(flow, item.test.condition, _readable(item, bound))
                done = f"(if {test} (then {_go(after(flow, item))}))"
            return f"{done} {_pass(flow, item, is_first=False)}"
        case "next", ir.Each():
            return _spend(flow, item, item.again) + _each(flow, item, is_first=False)
        case _:
            raise AssertionError("no other labels are given out")


def _spend(flow: Flow, item: ir.FlowItem, steps: int) -> str:
    """Return the text that counts the steps an item may take; every engine counts the same and stops at one place."""
    place = list(flow.items).index(item.name)
    error = flow.world.area("error", 16).text
    fail = f"(i32.store16 {error} (i32.const {place})) (return (i32.const {NO_END}))"
    count = f"(local.set $steps (i64.add (local.get $steps) (i64.const {steps})))"
    return f"{count} (if (i64.gt_u (local.get $steps) (i64.const {ir.MOST_STEPS})) (then {fail}))\n"


def _readable(item: ir.Repeat, bound: dict[str, ir.Type]) -> dict[str, ir.Type]:
    """Return what the test of a loop may read after a pass."""
    return {**bound, **{one.name: one.type for one in item.bindings}}


def _enter(flow: Flow, item: ir.FlowItem) -> str:
    bound = flow.bound[item.name]
    lines = [f";; {item.name}"]
    if not isinstance(item, ir.Repeat):  # whose passes are counted
        lines.append(_spend(flow, item, item.steps))
    for skip in item.skips:
        lines.append(f"(if {_condition(flow, skip.when, bound)} (then {_go(after(flow, item))}))")
    match item:
        case ir.Step():
            lines.append(_step(flow, item, bound))
        case ir.Ask():
            lines.append(_ask(flow, item, bound))
        case ir.Repeat():
            lines.append(f"(local.set $passes{flow.loops.index(item.name)} (i32.const 0))")
            lines.append(_pass(flow, item, is_first=True))
        case ir.Each():
            lines.append(_each(flow, item, is_first=True))
    return "\n".join(lines)


def _step(flow: Flow, step: ir.Step, bound: dict[str, ir.Type]) -> str:
    onward = _go(after(flow, step))
    steps = [one["name"] for one in flow.world.layout["steps"]]
    number = steps.index(step.name)
    code = effects.at_step(flow.world, step, number, lambda b: env_of(flow, b, bound))
    if code is None:
        return onward
    flow.world.add(code)
    lines = []
    if step.when is not None:
        lines.append(f"(if (i32.eqz {_condition(flow, step.when, bound)}) (then {onward}))")
    lines.append(f"(local.set $status (call $at_{number} (local.get $r)))")
    lines.append("(if (i32.lt_s (local.get $status) (i32.const 0)) (then (return (local.get $status))))")
    if any(isinstance(n, ir.EndGame) for c in _at(flow, step) for n in ir.walk(c)):
        clear = f"(memory.fill (i32.add (local.get $r) (i32.const {flow.world.layout['pending']}))"
        clear += f" (i32.const 0) (i32.const {2 * flow.world.layout['shuffles']}))"
        lines.append(f"(if (i32.eq (local.get $status) (i32.const 1)) (then {clear} {_go(OVER)}))")
    if any(isinstance(n, ir.ShuffleZone) for c in _at(flow, step) for n in ir.walk(c)):
        pending = f"(i32.load16_u offset={flow.world.layout['pending']} (local.get $r))"
        due = len(flow.world.layout["asks"]) + number + 1
        rest = _rest(flow, due, "(i32.const 0)", step.carries)
        deal = "(call $shuffle_pending (local.get $r) (local.get $mode)) (local.set $steps (i64.const 0))"
        deal += "".join(f" (local.set $passes{place} (i32.const 0))" for place, _ in enumerate(flow.loops))
        lines.append(
            f"(if {pending} (then {rest} (if (i32.eqz (local.get $mode)) (then (return (i32.const 0)))) {deal}))"
        )
    return "\n".join([*lines, onward])


def _at(flow: Flow, step: ir.Step) -> list[ir.Consequence]:
    return [one for one in flow.world.game.consequences if one.trigger == ir.AtStep(step.name)]


def _ask(flow: Flow, ask: ir.Ask, bound: dict[str, ir.Type]) -> str:
    onward = _go(after(flow, ask))
    code, b = _function(flow)
    env = env_of(flow, b, bound)
    player = stored.number_of(b, b.expr(ask.of, env))
    if ask.when is not None:
        player = b.select(as_flag(b.expr(ask.when, env)), player, i32(0))
    code.line(player.text)
    flow.world.add(code)
    number = list(flow.world.asks).index(ask.name) + 1
    rest = _rest(flow, number, "(local.get $status)", ask.carries)
    return "\n".join(
        [
            f"(local.set $status (call ${code.name} (local.get $r)))",
            f"(if (i32.eqz (local.get $status)) (then {onward}))",
            f"{rest} (return (i32.const 0))",
        ]
    )


def _pass(flow: Flow, loop: ir.Repeat, *, is_first: bool) -> str:
    """Return the text that begins a pass of a loop, or leaves the loop when it has none left."""
    bound = flow.bound[loop.name]
    leave = _go(after(flow, loop))
    lines = [_spend(flow, loop, loop.steps)]
    if isinstance(loop.test, ir.While):
        lines.append(f"(if (i32.eqz {_condition(flow, loop.test.condition, bound)}) (then {leave}))")
    if loop.bindings:
        code, b = _function(flow)
        old = env_of(flow, b, bound if is_first else _readable(loop, bound))
        inner: dict[str, Term] = dict(old)
        for one in loop.bindings:
            node, env = (one.value, inner) if is_first or one.then is None else (one.then, old)
            term = stored.typed(b.expr(node, env), one.type)
            there = conditions.is_something(b, term)
            if there.constant != 1:
                code.line(f"(if {b.negate(there).text} (then (return (i32.const 0))))")
            inner[one.name], _ = probes.harmless(b, term)
        for one in loop.bindings:
            bindings.write_spot(b, flow.slots[one.name, one.type], inner[one.name])
        code.line("(i32.const 1)")
        flow.world.add(code)
        lines.append(f"(if (i32.eqz (call ${code.name} (local.get $r))) (then {leave}))")
    place = flow.loops.index(loop.name)
    error = flow.world.area("error", 16).text
    fail = f"(i32.store16 {error} (i32.const {place})) (return (i32.const {NO_REST}))"
    if not loop.items:
        return "\n".join([*lines, fail])
    lines.append(f"(local.set $passes{place} (i32.add (local.get $passes{place}) (i32.const 1)))")
    lines.append(f"(if (i32.gt_u (local.get $passes{place}) (i32.const {MOST_PASSES})) (then {fail}))")
    return "\n".join([*lines, _go(flow.label("enter", loop.items[0].name))])


def _each(flow: Flow, loop: ir.Each, *, is_first: bool) -> str:
    """Return the text that goes to the next element of a loop, or leaves it when none is left."""
    bound = flow.bound[loop.name]
    leave = _go(after(flow, loop))
    if not loop.items:
        return leave
    code, b = _function(flow)
    env: Env = env_of(flow, b, bound if is_first else {**bound, loop.element: loop.type})
    over = folds.collection(b.expr(loop.over, env))
    if not (isinstance(over, Set) and over.universe is None):
        with folds.each_of(b, over) as (element, _, following):
            if not is_first:
                now, found = (b.wide(stored.number_of(b, one)) for one in (env[loop.element], element))
                code.line(f"(br_if {following} {b.op('i64.le_s', found, now).text})")
            if loop.when is not None:
                holds = as_flag(b.expr(loop.when, {**env, loop.element: element}))
                code.line(f"(br_if {following} {b.negate(holds).text})")
            bindings.write_spot(b, flow.slots[loop.element, loop.type], element)
            code.line("(return (i32.const 1))")
    code.line("(i32.const 0)")
    flow.world.add(code)
    go = _go(flow.label("enter", loop.items[0].name))
    return f"(if (call ${code.name} (local.get $r)) (then {go})) {leave}"


def keep_arguments(flow: Flow, ask: ir.Ask, action: ir.Action) -> str:
    """Return the text that binds the arguments of a move for what follows it in the flow; nothing if nothing does."""
    if not any(branch.action == action.name for branch in ask.branches):
        return ""
    flow.functions += 1
    code = Code(f"flow_{flow.functions}", ["i32", "i32"], "")
    b = bindings.body(flow.world, code, code.parameters[0])
    for name, term in bindings.move_arguments(b, action, code.parameters[1], is_legal=True).items():
        type_ = next(one.type for one in action.arguments if one.name == name)
        bindings.write_spot(b, flow.slots[name, type_], term)
    flow.world.add(code)
    return f"(call ${code.name} (local.get $r) (local.get $m))"
