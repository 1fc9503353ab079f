"""Denials of one thing that are joined by `or`: `at not in pond or at not in path` forbids only what is in both.

Nearly always `and` is meant. Of pieces in zones it is not said: that one of two hands lacks a colour is no denial of
the colour.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilelaw_dsl import ir

FIXED = (ir.Number, ir.Member, ir.Direction, ir.Flag, ir.Nothing)


def denies_one_thing(node: ir.Or, defines: Mapping[str, ir.Define]) -> bool:
    """Say whether two parts of an `or` deny something of the same thing."""
    denied = [thing for part in node.parts if (thing := _denied(part, defines)) is not None]
    return any(thing in denied[:number] for number, thing in enumerate(denied))


def _denied(part: ir.Expr, defines: Mapping[str, ir.Define]) -> ir.Expr | None:
    """Return the thing that a condition says is not in a set, or is not another, if it is one that varies."""
    match part:
        case ir.Not(ir.Inside(thing, other)) | ir.Not(ir.SameThing(thing, other)):
            pass
        case ir.Compare(ir.Comparison.DIFFERENT, thing, other):
            pass
        case _:
            return None
    return None if isinstance(thing, FIXED) or ir.zones_read(other, defines) else thing
