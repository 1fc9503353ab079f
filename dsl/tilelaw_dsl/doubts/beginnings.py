"""What can never happen because it would have to have happened before: coral grows only beside coral.

A game starts with everything blank but the zones that start with pieces. From there occasions are let come about, as
far as estimates say that they can, and fill their stores; until nothing is added any more. Whatever is left over and
could come about if the stores were filled waits for something. It is told if it waits for itself, alone or in a circle
with others; what only waits for these will come about with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.early import EarlyEstimator
from tilelaw_dsl.doubts.known.facts import can_hold
from tilelaw_dsl.doubts.occasions import Occasion, occasions
from tilelaw_dsl.doubts.places import Doubter

BLANK = (e.NOTHING, e.NEVER, e.Range(0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """An occasion that could come about next and does not, what keeps it from it, and what it would fill."""

    occasion: Occasion
    obstacle: ir.Expr
    waits_for: frozenset[ir.Store]
    would_fill: frozenset[ir.Store]


def doubt_beginnings(doubter: Doubter) -> None:
    """Let everything come about that can, and look at what is left over."""
    early = EarlyEstimator(doubter.checked)
    early.start()
    found = occasions(doubter)
    left = _left_over(early, found)
    waiting = _waiting(doubter, early, left)
    told: list[Waiting] = []
    for one in waiting:
        circle = _held_up_by(one, waiting)
        is_round = one in circle and all(one in _held_up_by(other, waiting) for other in circle)
        if is_round and not any(other in circle for other in told):
            told.append(one)
            _tell(doubter, one, found)


def _left_over(early: EarlyEstimator, found: list[Occasion]) -> list[Occasion]:
    """Return the occasions that never come about."""
    left, before = found, -1
    while len(left) != before:
        before, still = len(left), set(left)
        for occasion in left:
            is_next = not occasion.after or not still.issuperset(occasion.after)
            if is_next and _obstacle(early, occasion) is None:
                still.remove(occasion)
                early.fill(occasion.fills)
        left = [occasion for occasion in left if occasion in still]
    return left


def _obstacle(early: EarlyEstimator, occasion: Occasion) -> ir.Expr | None:
    """Return what keeps an occasion from coming about, or nothing."""
    known = occasion.known
    for condition in occasion.holds:
        if not can_hold(early, condition, known):
            return condition
        known = early.assume(condition, known)
    for value in occasion.worked_with:
        estimate = early.value(value, known)
        if estimate in BLANK or (isinstance(estimate, e.Many) and estimate.most == 0):
            return value
    return None


def _waiting(doubter: Doubter, early: EarlyEstimator, left: list[Occasion]) -> list[Waiting]:
    """Return those of the occasions left over that others do not hold up, and that wait for stores to be filled."""
    filled = EarlyEstimator(doubter.checked)
    held = set(left)
    found = []
    for occasion in left:
        obstacle = _obstacle(early, occasion)
        is_next = not occasion.after or not held.issuperset(occasion.after)
        if is_next and obstacle is not None and _obstacle(filled, occasion) is None:
            waits_for = ir.stores_read(obstacle, doubter.estimator.defines) & early.blank
            found.append(Waiting(occasion, obstacle, waits_for, _would_fill(filled, occasion, left)))
    return found


def _would_fill(filled: EarlyEstimator, first: Occasion, left: list[Occasion]) -> frozenset[ir.Store]:
    """Return what an occasion and all that comes after it would fill."""
    reached = {first}
    for occasion in left:
        if not reached.isdisjoint(occasion.after) and _obstacle(filled, occasion) is None:
            reached.add(occasion)
    return frozenset[ir.Store]().union(*(occasion.fills for occasion in reached))


def _held_up_by(one: Waiting, waiting: list[Waiting]) -> list[Waiting]:
    """Return all for which something waits, and for which those wait in turn."""
    found: list[Waiting] = []
    looked_at = [one]
    while looked_at:
        waits_for = looked_at.pop().waits_for
        more = [other for other in waiting if other.would_fill & waits_for and other not in found]
        found += more
        looked_at += more
    return found


def _tell(doubter: Doubter, one: Waiting, found: Iterable[Occasion]) -> None:
    node = _written(doubter, one)
    if node is None or doubter.has_doubt_in(one.occasion.effect or node):
        return
    store = min(one.waits_for)
    name, what = store[-1], "pieces" if store[0] == "zone" else "something"
    if any(item.code is Code.NEVER_WRITTEN and item.span.text == name for item in doubter.report.items):
        return  # told where it is declared
    rules = [r.rule for r in doubter.game.requirements if r.condition is one.obstacle]
    effects = [x.effect for x in found if store in x.fills and x.effect is not None and x is not one.occasion]
    places = [place for effect in effects if (place := doubter.span(effect)) is not None]
    message = f"{one.occasion.words}: `{doubter.text(node)}` wants {what} in `{name}`, and nothing puts the first there"
    hint = f"give `{name}` what it begins with at a first step of the flow, or do not ask for it the first time"
    doubter.warn(
        Code.NEVER_BEGINS,
        message,
        doubter.span(node),
        rule=(rules or [one.occasion.rule])[0],
        also=dict.fromkeys(places[:1], "this comes only after it"),
        hint=hint,
    )


def _written(doubter: Doubter, one: Waiting) -> ir.Node | None:
    """Return what keeps an occasion from coming about, as far as it was written."""
    effects = [one.occasion.effect] if one.occasion.effect is not None else []
    return next((node for node in ir.walk(one.obstacle, *effects) if doubter.span(node) is not None), None)
