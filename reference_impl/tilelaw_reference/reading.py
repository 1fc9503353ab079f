"""What expressions read: the names bound around them, and the zones of the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from tilelaw_dsl import ir


def names_read(node: ir.Expr) -> frozenset[str]:
    """Return the names an expression reads that are bound outside it."""
    match node:
        case ir.Local(name):
            return frozenset({name})
        case ir.Narrow(of, element, inner) | ir.Tied(of, element, _, inner) | ir.Fold(_, element, of, inner):
            return names_read(of) | (names_read(inner) - {element})
        case _:
            return frozenset[str]().union(*map(names_read, parts(node)))


def zones_read(node: ir.Expr, defines: Mapping[str, ir.Define]) -> frozenset[str]:
    """Return the zones an expression reads, also through definitions."""
    zones = frozenset[str]().union(*(zones_read(part, defines) for part in parts(node)))
    match node:
        case ir.ZoneOf(zone):
            return zones | {zone}
        case ir.Call(define):
            return zones | zones_read(defines[define].body, defines)
        case _:
            return zones


def parts(node: Any) -> Iterator[Any]:
    """Yield the nodes directly inside a node."""
    for field in fields(node):
        inner = getattr(node, field.name)
        yield from (x for x in (inner if isinstance(inner, tuple) else (inner,)) if is_dataclass(x))
