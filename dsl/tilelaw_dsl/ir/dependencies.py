"""What parts of the typed rules read: the names bound around them, and the stores of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tilelaw_dsl.ir.components import Define
from tilelaw_dsl.ir.expressions import Fold, Narrow, NoLegal, Tied
from tilelaw_dsl.ir.functions import SideOf, Total
from tilelaw_dsl.ir.names import Call, CellField, Local, MarkOf, Variable, ZoneOf
from tilelaw_dsl.ir.node import Expr, Node, children, walk

Store: TypeAlias = tuple[str, ...]
"""What expressions read and effects change: `cell`, board and field; `mark`, `variable` or `zone` and its name."""

EVERYTHING: Store = ("everything",)
"""The position as a whole; it is never the same again."""


def names_in(*nodes: Node) -> frozenset[str]:
    """Return every bound name that some nodes mention, wherever it is bound."""
    return frozenset(node.name for node in walk(*nodes) if isinstance(node, Local))


def names_read(node: Node) -> frozenset[str]:
    """Return the names an expression reads that are bound outside it."""
    match node:
        case Local(name):
            return frozenset({name})
        case Narrow(of, element, inner) | Tied(of, element, _, inner) | Fold(_, element, of, inner):
            return names_read(of) | (names_read(inner) - {element})
        case _:
            return frozenset[str]().union(*map(names_read, children(node)))


def store_of(node: Node) -> Store | None:
    """Return the store that a node itself reads, if it reads one."""
    match node:
        case CellField(board, field):
            return "cell", board, field
        case MarkOf(mark):
            return "mark", mark
        case Variable(name):
            return "variable", name
        case ZoneOf(zone):
            return "zone", zone
        case NoLegal() | Total():  # the rules themselves are asked
            return EVERYTHING
        case _:
            return None


def walk_called(node: Node, defines: Mapping[str, Define]) -> Iterator[Node]:
    """Yield a node, everything inside it, and what is inside the definitions that are called there, each once."""
    called: set[str] = set()
    waiting: list[Node] = [node]
    while waiting:
        for part in walk(waiting.pop()):
            yield part
            if isinstance(part, Call) and part.define not in called:
                called.add(part.define)
                waiting.append(defines[part.define].body)


def callees_first(defines: Mapping[str, Define]) -> list[Define]:
    """Return definitions in an order in which each comes after those that it calls, however long the chains are."""
    found: dict[str, Define] = {}
    for start in defines.values():
        waiting = [start]
        while waiting:
            define = waiting[-1]
            calls = [part.define for part in walk(define.body) if isinstance(part, Call)]
            following = next((defines[name] for name in calls if name in defines and name not in found), None)
            if following is None:
                found[define.name] = waiting.pop()
            else:
                waiting.append(following)
    return list(found.values())


def stores_read(node: Node, defines: Mapping[str, Define], sides: tuple[Expr, ...] = ()) -> frozenset[Store]:
    """Return the stores an expression reads, also through definitions and, if given, through the sides."""
    parts = list(walk_called(node, defines))
    if any(isinstance(part, SideOf) for part in parts):
        parts += [part for side in sides for part in walk_called(side, defines)]
    return frozenset(store for part in parts if (store := store_of(part)) is not None)


def zones_read(node: Node, defines: Mapping[str, Define]) -> frozenset[str]:
    """Return the zones an expression reads, also through definitions."""
    return frozenset(name for sort, *names in stores_read(node, defines) if sort == "zone" for name in names)


def fields_judged(node: Node, element: str) -> frozenset[tuple[str, str]] | None:
    """Return the fields that an expression reads of a cell, or nothing when it looks at more of the cell."""
    match node:
        case CellField(board, field, Local(name)) if name == element:
            return frozenset({(board, field)})
        case Local(name) if name == element:
            return None
        case _:
            inner = [fields_judged(part, element) for part in children(node)]
            found = [fields for fields in inner if fields is not None]
            return frozenset[tuple[str, str]]().union(*found) if len(found) == len(inner) else None
