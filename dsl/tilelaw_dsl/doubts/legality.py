"""Actions that can never be legal because their requirements exclude each other, and what is done with arguments."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts import estimates as e
from tilelaw_dsl.doubts.estimate import Known
from tilelaw_dsl.doubts.places import Doubter


def doubt_legality(doubter: Doubter) -> None:
    """Look at what is required of each action, all rules together."""
    for action in doubter.game.actions:
        _exclusive(doubter, action, _always_required(doubter, action))
        _dead_blocks(doubter, action)


def _domains(doubter: Doubter, action: ir.Action) -> Known:
    """Return what is known of an answer because its arguments come from their domains."""
    known = doubter.known_for(action)
    for argument in action.arguments:
        known = doubter.estimator.assume(ir.Inside(ir.Local(argument.name), argument.domain), known)
    return known


def known_if_legal(doubter: Doubter, action: ir.Action) -> Known:
    """Return what is known of a legal answer by an action, wherever it is given."""
    known = _domains(doubter, action)
    for requirement in _always_required(doubter, action):
        known = doubter.estimator.assume(requirement.condition, known)
    return known


def _always_required(doubter: Doubter, action: ir.Action) -> list[ir.Requirement]:
    required = [r for r in doubter.game.requirements if r.action == action.name]
    return [r for r in required if not (r.when or r.ask or r.lets)]


def _exclusive(doubter: Doubter, action: ir.Action, required: list[ir.Requirement]) -> None:
    """Tell a requirement that excludes what another one asks for, or everything its arguments can be."""
    estimator = doubter.estimator
    alone = doubter.known_for(action)
    known = _domains(doubter, action)
    for number, requirement in enumerate(required):
        condition = requirement.condition
        if estimator.truth(condition, alone).is_certain:
            return  # told as a condition that always or never holds
        if estimator.truth(condition, _domains(doubter, action)) == e.ALWAYS:
            message = f"`{doubter.text(condition)}` holds for all that the arguments of `{action.name}` can be"
            doubter.warn(Code.ALWAYS_OR_NEVER, message, doubter.span(condition), rule=requirement.rule)
        if estimator.truth(condition, known) == e.NEVER:
            domains = _domains(doubter, action)
            others = [r for r in required[:number] if _excludes(doubter, r.condition, condition, domains)]
            if estimator.truth(condition, domains) == e.NEVER:
                others = []
            message = f"`{action.name}` is never legal: `{doubter.text(condition)}` excludes "
            message += f"what rule `{others[0].rule}` requires" if others else "all that its arguments can be"
            span = doubter.span(others[0].condition) if others else None
            also = {span: "required as well"} if span is not None else {}
            where = doubter.span(condition)
            doubter.warn(Code.NEVER_LEGAL, message, where, rule=requirement.rule, also=also)
            return
        known = estimator.assume(condition, known)


def _excludes(doubter: Doubter, one: ir.Expr, other: ir.Expr, known: Known) -> bool:
    return doubter.estimator.truth(other, doubter.estimator.assume(one, known)) == e.NEVER


def _dead_blocks(doubter: Doubter, action: ir.Action) -> None:
    """Tell blocks for answers that are never legal."""
    estimator = doubter.estimator
    alone = doubter.known_for(action)
    known = known_if_legal(doubter, action)
    blocks: list[ir.Requirement | ir.Consequence] = [r for r in doubter.game.requirements if r.action == action.name]
    blocks += [c for c in doubter.game.consequences if c.trigger == ir.AfterAnswer(action.name, None)]
    for block in blocks:
        when = block.when
        if when is not None and estimator.truth(when, alone) == e.OPEN and estimator.truth(when, known) == e.NEVER:
            message = f"`{doubter.text(when)}` never holds for a legal `{action.name}`"
            doubter.warn(Code.ALWAYS_OR_NEVER, message, doubter.span(when), rule=block.rule)
