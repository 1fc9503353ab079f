"""What expressions read: the names bound around them, and the zones of the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from tilelaw_dsl import ir

Store: TypeAlias = tuple[str, ...]
"""What expressions read and effects change: a field of a board, a mark, a variable, a zone."""

EVERYTHING: Store = ("everything",)
"""The position as a whole; it is never the same again."""


def stores_read(node: ir.Expr, defines: Mapping[str, ir.Define], sides: tuple[ir.Expr, ...]) -> frozenset[Store]:
    """Return the stores an expression reads, also through definitions."""
    found = frozenset[Store]().union(*(stores_read(part, defines, sides) for part in parts(node)))
    match node:
        case ir.CellField(board, field):
            return found | {("cell", board, field)}
        case ir.MarkOf(mark):
            return found | {("mark", mark)}
        case ir.Variable(name):
            return found | {("variable", name)}
        case ir.ZoneOf(zone):
            return found | {("zone", zone)}
        case ir.Call(define):
            return found | stores_read(defines[define].body, defines, sides)
        case ir.SideOf():
            return found.union(*(stores_read(side, defines, ()) for side in sides))
        case ir.NoLegal() | ir.Total():  # the rules themselves are asked
            return found | {EVERYTHING}
        case _:
            return found


def names_read(node: ir.Expr) -> frozenset[str]:
    """Return the names an expression reads that are bound outside it."""
    match node:
        case ir.Local(name):
            return frozenset({name})
        case ir.Narrow(of, element, inner) | ir.Tied(of, element, _, inner) | ir.Fold(_, element, of, inner):
            return names_read(of) | (names_read(inner) - {element})
        case _:
            return frozenset[str]().union(*map(names_read, parts(node)))


def fields_judged(node: ir.Expr, element: str) -> frozenset[tuple[str, str]] | None:
    """Return the fields that an expression reads of a cell, or nothing when it looks at more of the cell."""
    match node:
        case ir.CellField(board, field, ir.Local(name)) if name == element:
            return frozenset({(board, field)})
        case ir.Local(name) if name == element:
            return None
        case _:
            inner = [fields_judged(part, element) for part in parts(node)]
            found = [fields for fields in inner if fields is not None]
            return frozenset[tuple[str, str]]().union(*found) if len(found) == len(inner) else None


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
