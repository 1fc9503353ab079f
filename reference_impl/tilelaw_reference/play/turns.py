"""Where turns begin: for programs in which a turn cannot be divided.

A turn is one pass of a loop that goes from player to player. A position rests at the beginning of one when what is
asked is the first thing asked in such a pass. A loop inside it that would go round again only while something holds
(`until`) tells by the position itself whether it has gone round already.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.position import Question
from tilelaw_reference.model.values import is_player


def begins_turn(here: Evaluator) -> bool:
    """Return whether a position rests between two turns; a game that is over does."""
    due = here.position.due
    if due is None:
        return True
    if not isinstance(due, Question):
        return False
    item: ir.FlowItem = here.rules.asks[due.ask]
    while (around := here.rules.flow.around.get(item.name)) is not None:
        if not isinstance(around, ir.Repeat) or _asks_before(around, item):
            return False
        if any(is_player(binding.type) for binding in around.bindings):
            return True
        env = {**due.bindings, "you": due.player}
        if isinstance(around.test, ir.Until) and not here.holds(around.test.condition, env):
            return False
        item = around
    return True


def _asks_before(loop: ir.Repeat, item: ir.FlowItem) -> bool:
    """Return whether a loop asks something before it comes to an item."""
    earlier = loop.items[: [other.name for other in loop.items].index(item.name)]
    return any(not isinstance(other, ir.Step) for other in earlier)
