"""The course of the game: asks of nobody, loops that nothing ends, and what the flow tells of hidden values."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.early import EarlyEstimator
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.known.facts import can_hold
from tilelaw_dsl.doubts.known.loops import can_bind_nothing
from tilelaw_dsl.doubts.places import Doubter, flow_items
from tilelaw_dsl.doubts.stores import written_by
from tilelaw_dsl.source import Span


def doubt_course(doubter: Doubter) -> None:
    """Look through the flow."""
    for item in flow_items(doubter.game.flow):
        match item:
            case ir.Ask():
                if doubter.estimator.value(item.of, doubter.known_at(item.name)) == e.NOTHING:
                    hint = "name a player, as `of mover` or `of nth(players, 1)`"
                    doubter.warn(
                        Code.NOBODY_ASKED, f"nobody is ever asked `{item.name}`", doubter.span(item.of), hint=hint
                    )
            case ir.Repeat():
                _endless(doubter, item)
                _same_again(doubter, item)
            case ir.Step() | ir.Each():
                pass
        _tells(doubter, item)
    _never_again(doubter)
    _skipped_once(doubter)
    _carries_out(doubter)
    _ends_at_once(doubter, doubter.game.flow, None)


def _ends_at_once(doubter: Doubter, items: tuple[ir.FlowItem, ...], turns: ir.Repeat | None) -> None:
    """Tell an `end` that nothing holds back in a loop of turns, or one around all of them: nobody has a second pass.

    Another loop within a loop may be passed for the first time late in the game.
    """
    for item in items:
        match item:
            case ir.Repeat():
                asked = {ask.of for ask in flow_items(item.items) if isinstance(ask, ir.Ask)}
                is_of_turns = any(ir.Local(binding.name) in asked for binding in item.bindings)
                is_around = bool(asked) and any(item is outer for outer in doubter.game.flow)
                _ends_at_once(doubter, item.items, item if is_of_turns or is_around else None)
            case ir.Each():
                _ends_at_once(doubter, item.items, None)
            case ir.Step(name) if turns is not None and item.when is None and not item.skips:
                _tell_end(doubter, ir.AtStep(name), turns)
            case ir.Ask(actions=actions) if turns is not None and item.when is None and not item.skips:
                if all(_is_way_out(doubter, other, actions[0]) for other in actions[1:]):
                    _tell_end(doubter, ir.AfterAnswer(actions[0], None), turns)
                    _tell_end(doubter, ir.AfterAnswer(actions[0], item.name), turns)
                    for branch in item.branches:
                        _ends_at_once(doubter, branch.items, turns if branch.action == actions[0] else None)
            case _:
                pass


def _is_way_out(doubter: Doubter, action: str, of: str) -> bool:
    """Say whether an action is only for those who have no legal answer by another."""
    required = [r for r in doubter.game.requirements if r.action == action and r.when is None]
    return any(ir.NoLegal(of) in ir.walk(r.condition) for r in required)


def _tell_end(doubter: Doubter, trigger: ir.Trigger, turns: ir.Repeat) -> None:
    for consequence in doubter.game.consequences:
        if consequence.trigger != trigger or consequence.when is not None:
            continue
        for effect in (x for x in consequence.effects if isinstance(x, ir.EndGame)):
            message = f"nothing holds this back: the game ends in the first pass of the loop `{turns.name}`"
            hint = "say when: `for ACTION when …`, `at STEP when …`, or `when …` above it"
            doubter.warn(Code.ENDS_AT_ONCE, message, doubter.span(effect), rule=consequence.rule, hint=hint)


def _name(doubter: Doubter, item: ir.FlowItem) -> Span:
    return doubter.checked.flow.items[item.name].name.span


def _endless(doubter: Doubter, item: ir.Repeat) -> None:
    """Tell a loop that nothing ends: it has no condition, what it binds is never nothing, and no effect is `end`."""
    ends = any(isinstance(node, ir.EndGame) for node in ir.walk(*doubter.game.consequences))
    if item.test is None and not ends and not can_bind_nothing(doubter, item):
        message = f"nothing ends the loop `{item.name}`, so the game goes on for ever"
        hint = "add `while …` or `until …`, or let a rule `end` the game"
        doubter.warn(Code.NEVER_ENDS, message, _name(doubter, item), hint=hint)


def _same_again(doubter: Doubter, item: ir.Repeat) -> None:
    """Tell a loop that binds the same player in every pass, because nothing that it reads ever changes."""
    for binding in item.bindings:
        value = binding.value if binding.then is None else binding.then
        read = ir.stores_read(value, doubter.estimator.defines)
        asked = {ask.of for ask in flow_items(item.items) if isinstance(ask, ir.Ask)}
        is_alone = asked == {ir.Local(binding.name)} and doubter.game.players > 1
        if is_alone and not read and not ir.names_read(value):
            message = f"`{binding.name}` is the same player in every pass of `{item.name}`"
            hint = f"say who comes next: `with {binding.name} = … then next_player({binding.name})`"
            doubter.warn(Code.NOBODY_ASKED, message, doubter.span(value), hint=hint)


def _never_again(doubter: Doubter) -> None:
    """Tell a flag that ends a loop within a loop and is never taken back: the loop is over for the rest of the game."""
    outer = (item for item in flow_items(doubter.game.flow) if isinstance(item, ir.Repeat | ir.Each))
    inner = {node.name: node for item in outer for node in flow_items(item.items) if isinstance(node, ir.Repeat)}
    for loop in inner.values():
        if loop.test is None:
            continue
        for flag in {node for node in ir.walk(loop.test.condition) if isinstance(node, ir.Variable)}:
            set_ = [x for x in ir.walk(*doubter.game.consequences) if isinstance(x, ir.SetVariable)]
            set_ = [effect for effect in set_ if effect.name == flag.name]
            if flag.indices or not set_ or any(effect.value != ir.Flag(True) for effect in set_):
                continue
            known = doubter.estimator.assume(flag, Known())
            found = doubter.estimator.truth(loop.test.condition, known)
            if found == (e.NEVER if isinstance(loop.test, ir.While) else e.ALWAYS):
                _tell_never_again(doubter, flag.name, set_[0], loop)


def _skipped_once(doubter: Doubter) -> None:
    """Tell a loop that is to be skipped for what can only come about within it: it is come to once, before that."""
    early = EarlyEstimator(doubter.checked)
    early.start()
    for item in doubter.game.flow:
        for skip in item.skips if isinstance(item, ir.Repeat) else ():
            can_hold_at_all = can_hold(doubter.estimator, skip.when, doubter.known_at(item.name))
            if can_hold_at_all and not can_hold(early, skip.when, doubter.known_at(item.name)):
                message = f"this is judged once, when the flow comes to `{item.name}`, and cannot hold so early"
                hint = f"to end the loop let a rule `end` the game, or replace `{item.name}` by a loop with `until …`"
                doubter.warn(Code.NO_EFFECT, message, doubter.span(skip.when), rule=skip.rule, hint=hint)
        happened = [c for c in doubter.game.consequences if _is_within(c.trigger, item)]
        early.fill(frozenset(written_by(ir.walk(*happened))))


def _is_within(trigger: ir.Trigger, item: ir.FlowItem) -> bool:
    """Say whether effects may happen while the flow is at an item or within it."""
    match trigger:
        case ir.AfterAnswer(action):
            return any(isinstance(inner, ir.Ask) and action in inner.actions for inner in flow_items((item,)))
        case ir.AtStep(step):
            return any(inner.name == step for inner in flow_items((item,)))


def _tell_never_again(doubter: Doubter, flag: str, effect: ir.SetVariable, loop: ir.Repeat) -> None:
    assert loop.test is not None, "the caller looked"
    span = doubter.span(loop.test.condition)
    also = {span: "asked again each time"} if span is not None else {}
    is_while = isinstance(loop.test, ir.While)
    then = "is over before it begins" if is_while else "goes round only once"
    message = f"nothing makes `{flag}` false again: from then on the loop `{loop.name}` {then}, in each turn or round"
    hint = f"take it back at a step after the loop: `{flag} := false`"
    rules = [c.rule for c in doubter.game.consequences if effect in ir.walk(*c.effects)]
    doubter.warn(Code.NEVER_AGAIN, message, doubter.span(effect), rule=rules[0], also=also, hint=hint)


def _tells(doubter: Doubter, item: ir.FlowItem) -> None:
    """Tell a part of the flow that reads what not everybody sees: everybody sees where the game goes on."""
    match item:
        case ir.Step():
            read = [item.when]
        case ir.Ask():
            read = [item.when, item.of]
        case ir.Repeat():
            read = [
                item.test.condition if item.test else None,
                *(b.value for b in item.bindings),
                *(b.then for b in item.bindings),
            ]
        case ir.Each():
            read = [item.over, item.when]
    for node in (x for x in (*read, *(skip.when for skip in item.skips)) if x is not None):
        for name in dict.fromkeys(_secrets(doubter, node)):
            message = f"this reads `{name}`, which not everybody sees, and everybody sees how the game goes on"
            hint = f"let `{name}` be seen by all, or decide it by something that all see, such as `count`"
            doubter.warn(Code.TELLS_SECRET, message, doubter.span(node), hint=hint)


def _secrets(doubter: Doubter, node: ir.Node) -> Iterator[str]:
    """Yield what only some players see: zones of which more is read than how many pieces lie there, and variables.

    What nobody sees is no secret of anybody: to read it is to draw it.
    """
    some = (ir.Viewers.OWNER, ir.Viewers.TEAM)
    zones = {z.name for z in doubter.game.zones if z.seen_by in some}
    variables = {v.name for v in doubter.game.variables if v.seen_by in some}
    match node:
        case ir.Count(ir.ZoneOf()):
            return
        case ir.ZoneOf(name) if name in zones:
            yield name
        case ir.Variable(name) if name in variables:
            yield name
        case ir.Call(define):
            yield from _secrets(doubter, doubter.estimator.defines[define].body)
        case _:
            pass
    for part in ir.children(node):
        yield from _secrets(doubter, part)


def _carries_out(doubter: Doubter) -> None:
    """Tell an ask that takes along a hidden piece somebody else has chosen: whoever is asked is told it."""
    asks = [item for item in flow_items(doubter.game.flow) if isinstance(item, ir.Ask)]
    zones = {zone.name for zone in doubter.game.zones}
    arguments = {action.name: {a.name for a in action.arguments} for action in doubter.game.actions}
    for ask in asks:
        for carried in ask.carries:
            chosen = [other for other in asks if any(carried.name in arguments[action] for action in other.actions)]
            others = [other for other in chosen if other.of != ask.of and other is not ask]
            if carried.hidden_in in zones and others:
                message = f"whoever is asked here is told `{carried.name}`, out of another's `{carried.hidden_in}`"
                hint = f"write `show {carried.name} to all` where it is chosen, or ask the same player"
                doubter.warn(Code.TELLS_SECRET, message, _name(doubter, ask), hint=hint)
