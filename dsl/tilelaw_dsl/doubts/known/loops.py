"""What is known after a loop: that its test came out, until something changes what the test reads.

A loop that a rule may skip leaves everything as it was. Still the outcome is known after it where nothing but the loop
changes what the test reads, and it came out so in the beginning, with everything blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import ir
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.early import EarlyEstimator
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.places import Doubter, flow_items
from tilelaw_dsl.doubts.stores import written_by

KEPT = {"variable", "cell"}
"""The sorts of stores that nothing changes but effects on them."""


def outcomes(doubter: Doubter) -> dict[str, list[ir.Expr]]:
    """Return for each item of the flow what holds, because of a loop before it, where its conditions are judged."""
    found: dict[str, list[ir.Expr]] = {}
    for items in _sequences(doubter.game.flow):
        holding: list[ir.Expr] = []
        for item in items:
            changed = _changed_in(doubter, [item])
            still = [one for one in holding if changed.isdisjoint(ir.stores_read(one, doubter.estimator.defines))]
            # A loop judges its conditions again after each pass.
            found[item.name] = still if isinstance(item, ir.Repeat | ir.Each) else holding
            holding = [*still, *_outcome(doubter, item)]
    return found


def can_bind_nothing(doubter: Doubter, loop: ir.Repeat) -> bool:
    """Say whether a loop may be over because there is nobody or nothing for its next pass."""
    known = doubter.known_at(loop.name)
    for binding in loop.bindings:
        values = [doubter.estimator.value(binding.value, known)]
        known = known.bind(binding.name, e.of_type(binding.type))
        values += [doubter.estimator.value(binding.then, known)] if binding.then is not None else []
        if any(isinstance(value, e.Thing) and value.can_be_nothing for value in values):
            return True
    return False


def _sequences(items: tuple[ir.FlowItem, ...]) -> Iterator[tuple[ir.FlowItem, ...]]:
    """Yield the items of a flow, and those inside each of them, as they follow each other."""
    yield items
    for item in flow_items(items):
        match item:
            case ir.Ask(branches=branches):
                yield from (branch.items for branch in branches)
            case ir.Repeat(items=inner) | ir.Each(items=inner):
                yield inner
            case ir.Step():
                pass


def _outcome(doubter: Doubter, item: ir.FlowItem) -> Iterator[ir.Expr]:
    """Yield what holds after an item if it is a loop that only its test ends."""
    match item:
        case ir.Repeat(test=ir.While(condition)):
            holds: ir.Expr = ir.Not(condition)
        case ir.Repeat(test=ir.Until(holds)):
            pass
        case _:
            return
    read = ir.stores_read(holds, doubter.estimator.defines)
    is_by_test = {store[0] for store in read} <= KEPT and not can_bind_nothing(doubter, item)
    if is_by_test and (not item.skips or _holds_outside(doubter, item, holds)):
        yield holds


def _holds_outside(doubter: Doubter, loop: ir.Repeat, condition: ir.Expr) -> bool:
    """Say whether a condition holds in the beginning, and nothing outside a loop changes what it reads."""
    inside = {item.name for item in flow_items((loop,))}
    outside = [item for item in flow_items(doubter.game.flow) if item.name not in inside]
    changed = _changed_at(doubter, {moment for item in outside for moment in _moments(item)})
    if ir.names_read(condition) or changed & ir.stores_read(condition, doubter.estimator.defines):
        return False
    early = EarlyEstimator(doubter.checked)
    early.start()
    return early.truth(condition, Known()) == e.ALWAYS


def _changed_in(doubter: Doubter, items: Iterable[ir.FlowItem]) -> set[ir.Store]:
    """Return the stores that are changed at items of the flow and inside them."""
    return _changed_at(doubter, {moment for item in flow_items(tuple(items)) for moment in _moments(item)})


def _changed_at(doubter: Doubter, moments: set[ir.Trigger]) -> set[ir.Store]:
    consequences = [one for one in doubter.game.consequences if one.trigger in moments]
    return set(written_by(ir.walk(*consequences)))


def _moments(item: ir.FlowItem) -> Iterator[ir.Trigger]:
    """Yield when effects happen at an item of the flow itself."""
    match item:
        case ir.Step(name):
            yield ir.AtStep(name)
        case ir.Ask(name, actions):
            yield from (ir.AfterAnswer(action, ask) for action in actions for ask in (None, name))
        case ir.Repeat() | ir.Each():
            pass
