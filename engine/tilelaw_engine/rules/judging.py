"""Judges single moves: one function for each ask and action, the expressions of listing without its loops."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import conditions, probes, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Term
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings, listing
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code

REFUSED, NOT_ASKED, OUTSIDE = 1, 2, 3
"""What a judgement gives; `OUTSIDE` plus the place of the argument that is outside its domain. A legal move gives 0."""


def judge(world: World, ask: ir.Ask, action: ir.Action, judged: Value) -> Code:
    """Return the function (record, move) that judges a move, whose arguments it puts into canonical order."""
    number = [one.name for one in world.game.actions].index(action.name)
    code = Code(f"judge_{list(world.asks).index(ask.name)}_{number}", ["i32", "i32"], "i32")
    code.comment(f"{action.rule}: {action.name}")
    record, move = code.parameters
    b = bindings.body(world, code, record, ask)
    around: dict[str, Term] = {**bindings.carried(b, ask), "you": bindings.you(b)}
    arguments = bindings.move_arguments(b, action, move, is_legal=False)
    _domains(b, action, around, arguments)
    for same in action.same * max(len(action.same), 1):  # so that every swap that another one makes due is made
        swapped = listing.is_swapped(b, same, {**around, **arguments})
        first, second = arguments[same.first], arguments[same.second]
        arguments[same.first] = stored.chosen(b, swapped, second, first)
        arguments[same.second] = stored.chosen(b, swapped, first, second)
    if action.same:
        _domains(b, action, around, arguments)
        for place, word in enumerate(bindings.move_words(b, number, action, arguments)):
            code.store("i64.store", move, word, 8 * place)
    failing = i32(0)
    requirements = [one for one in world.game.requirements if one.action == action.name]
    for place, one in enumerate(requirements):
        if one.ask not in (None, ask.name):
            b.store(1, judged, i32(0), place)
            continue
        code.comment(one.rule)
        env = {**around, **arguments}
        fails = b.negate(listing.requirement_holds(b, one.when, one.lets, one.condition, env))
        b.store(1, judged, fails, place)
        failing = b.either(failing, fails)
    code.line(failing.text)
    return code


def _domains(b: Body, action: ir.Action, around: dict[str, Term], arguments: dict[str, Term]) -> None:
    """Return from the function if an argument is outside its domain."""
    env = dict(around)
    for place, argument in enumerate(action.arguments):
        flag = conditions.inside(b, arguments[argument.name], argument.domain, env)
        b.code.line(f"(if {b.negate(flag).text} (then (return (i32.const {OUTSIDE + place}))))")
        arguments[argument.name], _ = probes.harmless(b, arguments[argument.name])
        env[argument.name] = arguments[argument.name]


def judge_any(world: World) -> Code:
    """Return the function (record, move) that judges a move by the due ask."""
    code = Code("judge", ["i32", "i32"], "i32")
    record, move = (value.text for value in code.parameters)
    due, action = f"(i32.load16_u {record})", f"(i32.load16_u {move})"
    numbers = {one.name: place for place, one in enumerate(world.game.actions)}
    for number, ask in enumerate(world.asks.values()):
        for name in ask.actions:
            is_it = f"(i32.and (i32.eq {due} (i32.const {number + 1})) (i32.eq {action} (i32.const {numbers[name]})))"
            call = f"(call $judge_{number}_{numbers[name]} {record} {move})"
            code.line(f"(if {is_it} (then (return {call})))")
    code.line(f"(i32.const {NOT_ASKED})")
    return code
