"""Actions that can never be legal because their requirements exclude each other, and what is done with arguments."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.known.facts import can_hold
from tilelaw_dsl.doubts.places import Doubter

BEFORE = "requirements and effects read the position before the answer"

APART = "cells of two players' boards are never the same: compare where they lie, by `x` and `y`"


def doubt_legality(doubter: Doubter) -> None:
    """Look at what is required of each action, all rules together."""
    for action in doubter.game.actions:
        _exclusive(doubter, action, always_required(doubter, action))
        _exclusive_in_part(doubter, action)
        _dead_blocks(doubter, action)
        _half_there(doubter, action)
    _ways_out(doubter)


def domains_of(doubter: Doubter, action: ir.Action) -> Known:
    """Return what is known of an answer because its arguments come from their domains."""
    known = doubter.known_for(action)
    for argument in action.arguments:
        known = doubter.estimator.assume(ir.Inside(ir.Local(argument.name), argument.domain), known)
    return known


def known_if_legal(doubter: Doubter, action: ir.Action) -> Known:
    """Return what is known of a legal answer by an action, wherever it is given."""
    known = domains_of(doubter, action)
    for requirement in always_required(doubter, action):
        known = doubter.estimator.assume(requirement.condition, known)
    return known


def always_required(doubter: Doubter, action: ir.Action) -> list[ir.Requirement]:
    """Return what is required of an action wherever it is asked, and under no condition."""
    required = [r for r in doubter.game.requirements if r.action == action.name]
    return [r for r in required if not (r.when or r.ask or r.lets)]


def _exclusive(doubter: Doubter, action: ir.Action, required: list[ir.Requirement]) -> None:
    """Tell a requirement that excludes what another one asks for, or everything its arguments can be."""
    estimator = doubter.estimator
    alone = doubter.known_for(action)
    known = domains_of(doubter, action)
    for number, requirement in enumerate(required):
        condition = requirement.condition
        if estimator.truth(condition, alone).is_certain or not can_hold(estimator, condition, alone):
            return  # told as a condition that always or never holds; or a definition makes it so, which may change
        if estimator.truth(condition, domains_of(doubter, action)) == e.ALWAYS:
            message = f"`{doubter.text(condition)}` holds for all that the arguments of `{action.name}` can be"
            domains = domains_of(doubter, action)
            is_apart = any(
                estimator.is_of_two_players(part, domains) for part in ir.walk(condition) if isinstance(part, ir.Expr)
            )
            hint = APART if is_apart else ""
            doubter.warn(Code.ALWAYS_OR_NEVER, message, doubter.span(condition), rule=requirement.rule, hint=hint)
        if not can_hold(estimator, condition, known):
            _tell_never(doubter, action, requirement, required[:number], domains_of(doubter, action))
            return
        known = estimator.assume(condition, known)


def _exclusive_in_part(doubter: Doubter, action: ir.Action) -> None:
    """Tell a requirement under a condition, or for one ask, that excludes what is always required."""
    estimator = doubter.estimator
    always = always_required(doubter, action)
    alone, legal = doubter.known_for(action), known_if_legal(doubter, action)
    for requirement in doubter.game.requirements:
        if requirement.action != action.name or requirement in always or requirement.lets:
            continue
        when, condition, bare = requirement.when, requirement.condition, alone
        if when is not None:
            if not can_hold(estimator, when, legal):
                continue  # told as a block that never counts
            bare = estimator.assume(when, alone)
        domains = domains_of(doubter, action)
        known = legal if when is None else estimator.assume(when, legal)
        domains = domains if when is None else estimator.assume(when, domains)
        if can_hold(estimator, condition, bare) and not can_hold(estimator, condition, known):
            _tell_never(doubter, action, requirement, always, domains)


def _tell_never(
    doubter: Doubter, action: ir.Action, told: ir.Requirement, others: list[ir.Requirement], domains: Known
) -> None:
    """Tell that a requirement leaves no legal answer, and beside which other one."""
    estimator, condition = doubter.estimator, told.condition
    known = domains
    excluded: ir.Requirement | None = None
    if can_hold(estimator, condition, domains):
        with_it = [r for r in others if not can_hold(estimator, condition, estimator.assume(r.condition, domains))]
        for other in with_it[:1] or others:  # the one that excludes it alone, or the last that was needed for it
            known = estimator.assume(other.condition, known)
            if not can_hold(estimator, condition, known):
                excluded = other
                break
    where = ""
    if told.when is not None:
        where = f" where `{doubter.text(told.when)}`"
    elif told.ask is not None:
        where = f" at `{told.ask}`"
    message = f"`{action.name}` is never legal{where}: `{doubter.text(condition)}` excludes "
    message += f"what rule `{excluded.rule}` requires" if excluded else "all that its arguments can be"
    span = doubter.span(excluded.condition) if excluded else None
    also = {span: "required as well"} if span is not None else {}
    hint = BEFORE if excluded else ""
    if excluded and excluded.rule != told.rule:
        hint = f"a rule beside others can only forbid more: to allow this amend or remove rule `{excluded.rule}`"
        hint += f"; {BEFORE}" if ir.stores_read(condition, estimator.defines) else ""
    doubter.warn(Code.NEVER_LEGAL, message, doubter.span(condition), rule=told.rule, also=also, hint=hint)


def _dead_blocks(doubter: Doubter, action: ir.Action) -> None:
    """Tell blocks for answers that are never legal."""
    estimator = doubter.estimator
    alone = doubter.known_for(action)
    known = known_if_legal(doubter, action)
    blocks: list[ir.Requirement | ir.Consequence] = [r for r in doubter.game.requirements if r.action == action.name]
    blocks += [c for c in doubter.game.consequences if c.trigger == ir.AfterAnswer(action.name, None)]
    for block in blocks:
        when = block.when
        if when is None or estimator.truth(when, alone) != e.OPEN or not can_hold(estimator, when, alone):
            continue
        if not can_hold(estimator, when, known):
            message = f"`{doubter.text(when)}` never holds for a legal `{action.name}`"
            doubter.warn(Code.ALWAYS_OR_NEVER, message, doubter.span(when), rule=block.rule, hint=BEFORE)


def _half_there(doubter: Doubter, action: ir.Action) -> None:
    """Tell several things that all have to be in a set, while one of them may be nothing: then the rest will do."""
    always = always_required(doubter, action)
    for requirement in (r for r in doubter.game.requirements if r.action == action.name and not r.lets):
        known = domains_of(doubter, action)
        for other in (other for other in always if other is not requirement):
            known = doubter.estimator.assume(other.condition, known)
        if requirement.when is not None:
            known = doubter.estimator.assume(requirement.when, known)
        condition = requirement.condition
        for part in condition.parts if isinstance(condition, ir.And) else (condition,):
            if isinstance(part, ir.Subset) and isinstance(part.part, ir.SetOf):
                _tell_half(doubter, part, part.part.elements, known, requirement.rule)
            known = doubter.estimator.assume(part, known)


def _tell_half(doubter: Doubter, node: ir.Subset, elements: tuple[ir.Expr, ...], known: Known, rule: str) -> None:
    loose = [element for element in elements if doubter.estimator.thing(element, known).can_be_nothing]
    loose = [element for element in loose if not isinstance(element, ir.Local)]
    if loose and len(loose) < len(elements):
        rest, one = (doubter.text(element) for element in (next(x for x in elements if x not in loose), loose[0]))
        message = f"where `{one}` is nothing this asks only for the rest: a set has no place for nothing"
        of = doubter.text(node.of)
        hint = f"write `{rest} in {of} and {one} in {of}`; if it may be nothing, `{rest} in {of} and {{{one}}} in {of}`"
        doubter.warn(Code.HALF_THERE, message, doubter.span(node), rule=rule, hint=hint)


def _ways_out(doubter: Doubter) -> None:
    """Tell what is required of an answer that is there for those who have no other."""
    for action in doubter.game.actions:
        if action.arguments:
            continue
        required = [r for r in doubter.game.requirements if r.action == action.name]
        last = [r for r in required if isinstance(r.condition, ir.NoLegal) and not (r.when or r.ask)]
        for more in required:
            asked = {part.action for part in ir.walk(more.condition) if isinstance(part, ir.NoLegal)}
            if last and more not in last and not asked and _is_last_way(doubter, action, last[0].condition):
                message = f"whoever has no other answer than `{action.name}` has none at all where this does not hold"
                span = doubter.span(last[0].condition)
                also = {span: "this is the way out"} if span is not None else {}
                hint = "let another action `instead of` it be legal then, or leave this out"
                doubter.warn(
                    Code.NO_WAY_OUT, message, doubter.span(more.condition), rule=more.rule, also=also, hint=hint
                )


def _is_last_way(doubter: Doubter, action: ir.Action, condition: ir.Expr) -> bool:
    """Say whether, where an action has no legal answer, only another one is left."""
    flow = doubter.checked.flow
    assert isinstance(condition, ir.NoLegal), "the caller looked"
    taken = [flow.actions_at[ask] for ask in flow.asks_of.get(action.name, [])]
    return any(set(actions) == {action.name, condition.action} for actions in taken)
