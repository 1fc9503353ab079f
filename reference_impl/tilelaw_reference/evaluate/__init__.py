"""What expressions mean in a position, and what follows for the game as a whole.

An `Evaluator` gives an expression its value: it finds the handler of each node by the node's class. Handlers are plain
functions, one for each node: things, numbers and flags are in `things`, sets and bags in `sets`, cells and directions
in `boards`. On top of expressions stand the questions about a position that rules answer: which moves are legal
(`legality`), what is scored and who is ahead (`scoring`), who sees what (`visibility`). The first two have handlers as
well, for the nodes that ask such a question. Nothing here changes a position.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_reference.evaluate import boards, legality, scoring, sets, things
from tilelaw_reference.evaluate.evaluator import NO_BINDINGS, Evaluator, Handlers
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.position import Position
from tilelaw_reference.model.values import each

# A type error here means that some node has no handler.
ALL: Handlers[ir.AnyExpr] = things.HANDLERS | sets.HANDLERS | boards.HANDLERS | legality.HANDLERS | scoring.HANDLERS
HANDLERS = ALL.by_class


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
