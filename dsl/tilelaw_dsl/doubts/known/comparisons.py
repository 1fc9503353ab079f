"""What is certain of a comparison by its two sides alone: beside another that holds, or beside an extreme."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimates import Estimate, Truth
from tilelaw_dsl.doubts.known.substitute import substituted


def rules_out(fact: ir.Expr, found: Estimate, node: ir.Compare) -> bool:
    """Say whether a comparison that holds rules out another of the same two numbers, whatever they are."""
    if found != e.ALWAYS or not isinstance(fact, ir.Compare):
        return False
    if (fact.left, fact.right) == (node.left, node.right):
        return not e.SIGNS[fact.operator] & e.SIGNS[node.operator]
    is_swapped = (fact.left, fact.right) == (node.right, node.left)
    return is_swapped and not e.SIGNS[e.SWAPPED[fact.operator]] & e.SIGNS[node.operator]


def beside_extreme(operator: ir.Comparison, left: ir.Expr, right: ir.Expr) -> Truth | None:
    """Return what is certain of a number beside the most or the least of all numbers of its sort: it is one of them."""
    if isinstance(left, ir.Fold):
        operator, left, right = e.SWAPPED[operator], right, left
    if not isinstance(right, ir.Fold) or right.operator not in (ir.FoldOperator.MOST, ir.FoldOperator.LEAST):
        return None
    names = (ir.Local(name) for name in ir.names_read(left)) if is_whole(right.over) else ()
    if not any(substituted(right.body, {right.element: name}) == left for name in names):
        return None
    is_most = right.operator is ir.FoldOperator.MOST
    always, never = ir.Comparison.LESS_OR_EQUAL, ir.Comparison.GREATER
    always, never = (always, never) if is_most else (e.SWAPPED[always], e.SWAPPED[never])
    return e.ALWAYS if operator is always else e.NEVER if operator is never else None


def is_whole(of: ir.Expr) -> bool:
    """Say whether a set has all things of its sort, so that each of them is in it."""
    match of:
        case ir.Members() | ir.Players() | ir.Sides():
            return True
        case ir.Cells(_, owner):
            return owner is None
        case _:
            return False
