"""What follows from a condition that holds: of the expressions in it, and of the members of the sets it names.

`at in free` with `define free = bed[no flower]` means that `at.flower` is nothing: sets are opened up as far as they
are narrowed, joined by `&` or `except`, or defined. `can_hold` opens a condition in the same way, to see whether
anything speaks against it; of each union and each `or` that is known to hold, one part must be able to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Estimator, Known
from tilelaw_dsl.doubts.known.estimates import Estimate, Many, Range, Thing
from tilelaw_dsl.doubts.known.substitute import substituted

MAX_DEPTH = 8


def assume(estimator: Estimator, condition: ir.Expr, known: Known, depth: int = 0) -> Known:
    """Return what is known where a condition holds."""
    known = _learn(known, condition, e.ALWAYS)
    match condition:
        case ir.And(parts):
            for part in parts:
                known = assume(estimator, part, known, depth)
        case ir.Not(of):
            known = _deny(estimator, of, known, depth)
        case ir.Compare(operator, left, right):
            known = _bound(estimator, operator, left, right, known)
        case ir.SameThing(left, right):
            known = _same(estimator, left, right, known)
        case ir.Inside(element, of):
            known = _learn(known, element, Thing(False)) if not _is_number(estimator, element, known) else known
            known = _learn(known, of, Many(1, e.MANY))
            if isinstance(of, ir.AsSet) and isinstance(of.of, ir.ZoneOf):
                known = _learn(known, of.of, Many(1, e.MANY))
            for part in opened(estimator, element, of) if depth < MAX_DEPTH else ():
                known = assume(estimator, part, known, depth + 1)
        case ir.Subset(ir.SetOf(elements), of):
            for element in elements:  # what may be nothing may be missing among them
                if _is_sure(estimator, element, known):
                    known = assume(estimator, ir.Inside(element, of), known, depth)
        case _:
            pass
    return known


def _deny(estimator: Estimator, condition: ir.Expr, known: Known, depth: int) -> Known:
    """Return what is known where a condition does not hold."""
    known = _learn(known, condition, e.NEVER)
    match condition:
        case ir.Not(of):
            return assume(estimator, of, known, depth)
        case ir.Or(parts):
            for part in parts:
                known = _deny(estimator, part, known, depth)
        case ir.Compare(operator, left, right):
            known = _bound(estimator, e.OPPOSITE[operator], left, right, known)
        case ir.SameThing(left, right):
            known = _learn(known, ir.SameThing(right, left), e.NEVER)
        case ir.Inside(element, of) if depth < MAX_DEPTH:
            for part in _choices(estimator, element, of):
                known = _deny(estimator, part, known, depth + 1)
        case _:
            pass
    return known


def _choices(estimator: Estimator, element: ir.Expr, of: ir.Expr) -> Iterator[ir.Expr]:
    """Yield conditions each of which would put a thing into a set."""
    match of:
        case ir.SetAlgebra(ir.SetOperator.UNION, left, right):
            yield ir.Inside(element, left)
            yield ir.Inside(element, right)
        case ir.SetOf(elements):
            yield from (ir.SameThing(element, one) for one in elements)
        case ir.AsSet() | ir.Call():
            yield from opened(estimator, element, of)
        case _:
            pass


def _bound(estimator: Estimator, operator: ir.Comparison, left: ir.Expr, right: ir.Expr, known: Known) -> Known:
    """Learn what a comparison says of both its sides."""
    a, b = estimator.range(left, known), estimator.range(right, known)
    known = _number(known, left, e.bounded(operator, b))
    return _number(known, right, e.bounded(e.SWAPPED[operator], a))


def _number(known: Known, node: ir.Expr, within: Range) -> Known:
    """Learn in what range a number lies; a number of elements tells something of the set."""
    if isinstance(node, ir.Number):
        return known
    before = known.facts.get(node)
    known = _learn(known, node, within.meet(before) if isinstance(before, Range) else within)
    if isinstance(node, ir.Count):
        known = _learn(known, node.of, Many(max(0, within.low), max(0, within.high)))
        if isinstance(node.of, ir.AsSet):
            if within.high < 1:
                known = _learn(known, node.of.of, e.NOTHING)
            elif within.low > 0:
                known = _learn(known, node.of.of, Thing(False))
    return known


def _same(estimator: Estimator, left: ir.Expr, right: ir.Expr, known: Known) -> Known:
    a, b = estimator.thing(left, known), estimator.thing(right, known)
    known = _learn(known, left, replace(b, can_be_nothing=False))
    return _learn(known, right, replace(a, can_be_nothing=False))


def _learn(known: Known, node: ir.Expr, fact: Estimate) -> Known:
    """Add a fact to what is known, unless it says nothing new of its sort."""
    before = known.facts.get(node)
    match before, fact:
        case Thing(), Thing():
            among = fact.among if before.among is None else before.among
            if before.among is not None and fact.among is not None:
                among = before.among & fact.among
            fact = Thing(
                before.can_be_nothing and fact.can_be_nothing, before.can_be_something and fact.can_be_something, among
            )
        case Many(), Many():
            fact = Many(max(before.least, fact.least), min(before.most, fact.most), before.each)
        case _:
            pass
    return replace(known, facts={**known.facts, node: fact})


def _is_number(estimator: Estimator, node: ir.Expr, known: Known) -> bool:
    return isinstance(estimator.value(node, known), Range)


def _is_sure(estimator: Estimator, node: ir.Expr, known: Known) -> bool:
    return not estimator.thing(node, known).can_be_nothing


def opened(estimator: Estimator, element: ir.Expr, of: ir.Expr) -> Iterator[ir.Expr]:
    """Yield what holds of a thing that is in a set, as conditions."""
    match of:
        case ir.Narrow(inner, name, condition):
            yield ir.Inside(element, inner)
            if (said := substituted(condition, {name: element})) is not None:
                yield said
        case ir.SetAlgebra(ir.SetOperator.INTERSECTION, left, right):
            yield ir.Inside(element, left)
            yield ir.Inside(element, right)
        case ir.SetAlgebra(ir.SetOperator.EXCEPT, left, right):
            yield ir.Inside(element, left)
            yield ir.Not(ir.Inside(element, right))
        case ir.AsSet(inner):
            if not isinstance(inner, ir.ZoneOf | ir.Narrow | ir.SetAlgebra | ir.First):
                yield ir.SameThing(element, inner)
        case ir.Call(define, arguments):
            body = estimator.defines.called(define, arguments)
            if body is not None:
                yield ir.Inside(element, body)
        case _:
            pass


def can_hold(estimator: Estimator, condition: ir.Expr, known: Known) -> bool:
    """Say whether a condition can hold beside all that is known, with definitions as they are in this ruleset."""
    if not _is_open(estimator, condition, known):
        return False
    known = assume(estimator, condition, known)
    ways = [_ways(estimator, fact, found) for fact, found in known.facts.items()]
    return all(any(_is_open(estimator, way, known) for way in each) for each in ways if each)


def _ways(estimator: Estimator, fact: ir.Expr, found: Estimate) -> tuple[ir.Expr, ...]:
    """Return conditions of which at least one must hold because of a fact; none if it says no such thing."""
    match fact, found:
        case ir.Or(parts), e.ALWAYS:
            return parts
        case ir.And(parts), e.NEVER:
            return tuple(ir.Not(part) for part in parts)
        case ir.Inside(element, ir.SetAlgebra(ir.SetOperator.UNION) | ir.SetOf() as of), e.ALWAYS:
            return tuple(_choices(estimator, element, of))
        case ir.Inside(element, of), e.NEVER:
            return _ways_out(estimator, element, of)
        case _:
            return ()


def _ways_out(estimator: Estimator, element: ir.Expr, of: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return conditions of which at least one holds where a thing is not in a set; none if they cannot be told."""
    parts = tuple(opened(estimator, element, of))
    is_whole = not isinstance(of, ir.Narrow) or len(parts) > 1
    return tuple(ir.Not(part) for part in parts) if is_whole else ()


def _is_open(estimator: Estimator, condition: ir.Expr, known: Known, depth: int = 0) -> bool:
    """Say whether nothing that is known of its parts speaks against a condition."""
    if not estimator.truth(condition, known).can_hold:
        return False
    if depth == MAX_DEPTH:
        return True
    match condition:
        case ir.And(parts):
            for part in parts:
                if not _is_open(estimator, part, known, depth + 1):
                    return False
                known = assume(estimator, part, known)
            return True
        case ir.Or(parts):
            return any(_is_open(estimator, part, known, depth + 1) for part in parts)
        case ir.Subset(ir.SetOf(elements), of):
            sure = [ir.Inside(element, of) for element in elements if _is_sure(estimator, element, known)]
            return all(_is_open(estimator, part, known, depth + 1) for part in sure)
        case ir.Meets(ir.SetOf(elements), of) | ir.Meets(of, ir.SetOf(elements)):
            return any(_is_open(estimator, ir.Inside(element, of), known, depth + 1) for element in elements)
        case ir.Inside(element, ir.SetAlgebra(ir.SetOperator.UNION) | ir.SetOf() as of):
            return any(_is_open(estimator, part, known, depth + 1) for part in _choices(estimator, element, of))
        case ir.Inside(element, of):
            parts = tuple(opened(estimator, element, of))
            return not parts or _is_open(estimator, ir.And(parts), known, depth + 1)
        case ir.Call(define, arguments) if isinstance(estimator.defines[define].type, ir.FlagType):
            body = estimator.defines.called(define, arguments)
            return body is None or _is_open(estimator, body, known, depth + 1)
        case ir.Not(of):
            return _is_deniable(estimator, of, known, depth + 1)
        case _:
            return True


def _is_deniable(estimator: Estimator, condition: ir.Expr, known: Known, depth: int) -> bool:
    """Say whether nothing that is known of its parts speaks for a condition, so that it may fail."""
    match condition:
        case ir.Not(of):
            return _is_open(estimator, of, known, depth)
        case ir.And(parts):
            return any(_is_open(estimator, ir.Not(part), known, depth) for part in parts)
        case ir.Or(parts):
            return _is_open(estimator, ir.And(tuple(ir.Not(part) for part in parts)), known, depth)
        case ir.Inside(element, ir.SetAlgebra(ir.SetOperator.UNION) | ir.SetOf() as of):
            parts = tuple(ir.Not(part) for part in _choices(estimator, element, of))
            return _is_open(estimator, ir.And(parts), known, depth)
        case ir.Inside(element, of):
            ways = _ways_out(estimator, element, of)
            return not ways or any(_is_open(estimator, way, known, depth) for way in ways)
        case _:
            return True
