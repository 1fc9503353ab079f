"""Conditions that an invariant decides: a rule keeps it so, and to ask for it changes nothing.

An invariant speaks of all elements of a set; a condition of one of them, under a name of its own. So whatever in the
condition is of the element's type is put in its place, and what then follows from the invariant is known.

An invariant holds whenever somebody is asked and when the game is over, not between the effects of two steps. So it is
looked at where answers are judged and sides are scored, and in definitions that nothing else uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.known.substitute import substituted
from tilelaw_dsl.doubts.places import Doubter

Test = ir.Compare | ir.SameThing | ir.SameSet | ir.Inside | ir.Subset | ir.Meets


def doubt_kept(doubter: Doubter) -> None:
    """Look through all conditions that are judged while somebody is asked, or when the game is over."""
    if not doubter.game.invariants:
        return
    for rule, node, known in _judged_at_rest(doubter):
        for test, there in _tests(doubter, node, known):
            if not doubter.has_doubt_in(test) and not doubter.estimator.truth(test, there).is_certain:
                _doubt(doubter, test, there, rule)


def _judged_at_rest(doubter: Doubter) -> Iterator[tuple[str, ir.Node, Known]]:
    game = doubter.game
    for requirement in game.requirements:
        known = doubter.known_for(doubter.action(requirement.action), requirement.ask)
        yield from ((requirement.rule, part, known) for part in (requirement.when, requirement.condition) if part)
    for consequence in game.consequences:
        if isinstance(consequence.trigger, ir.AfterAnswer):
            yield consequence.rule, consequence, doubter.known_with(consequence.trigger)
    for score in game.scores:
        yield score.rule, score.points, doubter.known_of_side()
    for rank in game.ranks:
        yield rank.rule, rank, doubter.known_of_side()
    in_between = _used_in_between(doubter)
    for define in game.defines:
        if define.name not in in_between:
            yield define.rule, define.body, doubter.known_in(define)


def _used_in_between(doubter: Doubter) -> set[str]:
    """Return the definitions that invariants use, and those that steps and loops do."""
    game, defines = doubter.game, doubter.estimator.defines
    at_steps = [c for c in game.consequences if isinstance(c.trigger, ir.AtStep)]
    nodes = (part for node in (*game.invariants, *at_steps, *game.flow) for part in ir.walk_called(node, defines))
    return {node.define for node in nodes if isinstance(node, ir.Call)}


def _tests(doubter: Doubter, node: ir.Node, known: Known) -> Iterator[tuple[Test, Known]]:
    """Yield the tests in an expression, with the names that are bound around them."""
    of: ir.Expr | None = None
    inner = known
    match node:
        case ir.Narrow(of, element) | ir.Tied(of, element) | ir.Fold(_, element, of) | ir.ForEach(element, of):
            inner = known.bind(element, doubter.estimator.many(of, known).each)
        case _:
            pass
    if isinstance(node, Test):
        yield node, known
    for part in ir.children(node):
        yield from _tests(doubter, part, known if part is of else inner)


def _doubt(doubter: Doubter, test: Test, known: Known, rule: str) -> None:
    """Tell a test that comes to the same always, because an invariant holds."""
    estimator, about = doubter.estimator, _speaks_of(test)
    for invariant in (x for x in doubter.game.invariants if about & _speaks_of(x.condition)):
        for said in _said_of(doubter, invariant, test, known):
            found = estimator.truth(test, estimator.assume(said, known))
            if found.is_certain:
                how = "always" if found.can_hold else "never"
                message = f"`{doubter.text(test)}` {how} holds: rule `{invariant.rule}` sees to it"
                span = doubter.span(invariant.condition)
                also = {span: "this is so throughout the game"} if span is not None else {}
                doubter.warn(Code.ALWAYS_OR_NEVER, message, doubter.span(test), rule=rule, also=also)
                return


def _speaks_of(condition: ir.Expr) -> set[object]:
    """Return the definitions and stores that a condition itself names."""
    nodes = list(ir.walk(condition))
    return {n.define for n in nodes if isinstance(n, ir.Call)} | {s for n in nodes if (s := ir.store_of(n)) is not None}


def _said_of(doubter: Doubter, invariant: ir.Invariant, test: Test, known: Known) -> Iterator[ir.Expr]:
    """Yield what an invariant says of the things that a test names."""
    each = invariant.each
    if each is None:
        yield invariant.condition
        return
    notes = doubter.checked.notes
    noted = [(part, note) for part in ir.walk(test) if (note := notes.get(id(part))) is not None]
    things = dict.fromkeys(part for part, note in noted if note.type == each.type and isinstance(part, ir.Expr))
    for thing in things:
        is_one = doubter.estimator.truth(ir.Inside(thing, each.over), known) == e.ALWAYS
        said = substituted(invariant.condition, {each.element: thing}) if is_one else None
        if said is not None:
            yield said
