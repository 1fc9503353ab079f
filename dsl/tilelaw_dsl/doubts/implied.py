"""Requirements that refuse nothing, because another rule refuses all of it: mostly meant to allow more.

A rule that stands beside others can only forbid. Whoever writes "red also goes beside blue" as a rule of its own
repeats the old requirement with one more `or`, and nothing changes. A new rule that says more than an old one leaves
the old one idle as well; that is how rules are made stricter, and it is not told.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known.facts import can_hold
from tilelaw_dsl.doubts.legality import always_required, domains_of
from tilelaw_dsl.doubts.places import Doubter


def doubt_implied(doubter: Doubter) -> None:
    """Compare each requirement with those of the layers beneath it."""
    for action in doubter.game.actions:
        always = always_required(doubter, action)
        for requirement in doubter.game.requirements:
            if requirement.action == action.name and not requirement.lets:
                _compare(doubter, action, requirement, [other for other in always if other is not requirement])


def _compare(doubter: Doubter, action: ir.Action, weak: ir.Requirement, others: list[ir.Requirement]) -> None:
    estimator, known = doubter.estimator, domains_of(doubter, action)
    if weak.when is not None:
        known = estimator.assume(weak.when, known)
    refused = ir.Not(weak.condition)
    if not can_hold(estimator, refused, known) or doubter.has_doubt_in(weak.condition):
        return  # what the arguments decide is told as a condition that always holds
    for other in others:
        if not _is_above(doubter, weak, other) or can_hold(
            estimator, refused, estimator.assume(other.condition, known)
        ):
            continue
        message = f"this refuses nothing that rule `{other.rule}` does not refuse as well"
        hint = f"a rule beside others can only forbid: to allow more amend rule `{other.rule}`"
        span = doubter.span(other.condition)
        also = {span: "required in any case"} if span is not None else {}
        doubter.warn(Code.NO_EFFECT, message, doubter.span(weak.condition), rule=weak.rule, also=also, hint=hint)
        return


def _is_above(doubter: Doubter, one: ir.Requirement, other: ir.Requirement) -> bool:
    """Say whether a requirement stands on a layer above that of another, or further down in the same."""
    merged = doubter.checked.merged
    layers = [merged.rules[each.rule].layer for each in (one, other)]
    if layers[0] != layers[1]:
        return merged.by_path.index(layers[0]) > merged.by_path.index(layers[1])
    spans = [doubter.span(each.condition) for each in (one, other)]
    return spans[0] is not None and spans[1] is not None and spans[0].start > spans[1].start
