"""Whose cells there are in a set: every player has a board alone, so cells of two of them are never the same.

An owner is known as an expression, such as a bound name; two are surely different where one sits so many places
further round the table than the other. Definitions are opened: what they narrow may change, whose board it is does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilelaw_dsl import ir
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimates import Estimate
from tilelaw_dsl.doubts.known.substitute import Defines

MAX_DEPTH = 8


def are_apart(one: ir.Expr | None, other: ir.Expr | None, players: int) -> bool:
    """Say whether two owners, if they are known, are surely different players."""
    if one is None or other is None:
        return False
    (player, places), (other_player, other_places) = _seat(one), _seat(other)
    return player == other_player and (places - other_places) % players != 0


def owner_of(defines: Defines, facts: Mapping[ir.Expr, Estimate], node: ir.Expr, depth: int = 0) -> ir.Expr | None:
    """Return the player to whom all cells of a set belong, or one cell, if that can be told."""

    def of(part: ir.Expr) -> ir.Expr | None:
        return owner_of(defines, facts, part, depth + 1)

    if depth > MAX_DEPTH:
        return None
    match node:
        case ir.Cells(_, owner):
            return owner
        case ir.Narrow(inner) | ir.Tied(inner) | ir.AsSet(inner) | ir.First(inner) | ir.Nth(inner):
            return of(inner)
        case ir.Reach(of=inner) | ir.Shift(of=inner):
            return of(inner)
        case ir.SetAlgebra(ir.SetOperator.UNION, left, right):
            return _same(map(of, (left, right)))
        case ir.SetAlgebra(_, left, _):
            return of(left)
        case ir.SetOf(elements):
            return _same(map(of, elements))
        case ir.Call(define, arguments):
            body = defines.called(define, arguments)
            return of(body) if body is not None else None
        case ir.Local():
            sets = [fact.of for fact in facts if isinstance(fact, ir.Inside) and fact.element == node]
            known = [
                owner for one in sets if facts[ir.Inside(node, one)] == e.ALWAYS and (owner := of(one)) is not None
            ]
            return known[0] if known else None
        case _:
            return None


def _same(owners: Iterable[ir.Expr | None]) -> ir.Expr | None:
    """Return the owner that all parts have."""
    found = set(owners)
    return found.pop() if len(found) == 1 else None


def _seat(player: ir.Expr) -> tuple[ir.Expr, int]:
    """Return a player and how many places further round the table somebody sits."""
    places = 0
    while isinstance(player, ir.NextPlayer) and player.among is None:
        player, places = player.of, places + 1
    return player, places
