"""The meaning of every expression: all handlers together."""

from __future__ import annotations

from tilelaw_reference.evaluate import boards, legality, scoring, sets, things
from tilelaw_reference.evaluate.evaluator import NO_BINDINGS, Evaluator
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.position import Position
from tilelaw_reference.model.values import each

HANDLERS = things.HANDLERS | sets.HANDLERS | boards.HANDLERS | legality.HANDLERS | scoring.HANDLERS


def evaluator(rules: Rules, position: Position) -> Evaluator:
    """Return what gives every expression its value in a position."""
    return Evaluator(rules, position, HANDLERS)


def broken_invariants(here: Evaluator) -> list[str]:
    """Return the rules that hold in every whole position but not here."""
    broken: dict[str, None] = {}
    for invariant in here.rules.game.invariants:
        around = [NO_BINDINGS]
        if invariant.each is not None:
            around = [{invariant.each.element: x} for x in each(here.value(invariant.each.over, NO_BINDINGS))]
        if not all(here.holds(invariant.condition, env) for env in around):
            broken[invariant.rule] = None
    return list(broken)
