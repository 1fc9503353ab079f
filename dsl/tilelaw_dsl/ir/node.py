"""What all nodes of the typed rules have in common, what all expressions have, and how to go through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the typed rules."""


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """A part that is calculated."""


PLAIN = frozenset({"str", "str | None", "int", "int | None", "bool", "tuple[int, ...]", "tuple[str, ...]"})
"""Types of fields in which there is no node: not to look there saves half the time."""


class _Parts(dict[type[Node], tuple[str, ...]]):
    """By class, the fields in which there may be nodes."""

    def __missing__(self, of: type[Node]) -> tuple[str, ...]:
        self[of] = tuple(name for name, field in of.__dataclass_fields__.items() if field.type not in PLAIN)
        return self[of]


_PARTS = _Parts()


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order of its fields."""
    found: list[Node] = []
    for name in _PARTS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, Node)]
    return found


def walk(*nodes: Node) -> Iterator[Node]:
    """Yield some nodes, each followed by everything inside it."""
    ahead = list(reversed(nodes))  # a list and not generators in generators, which cost time at every depth
    while ahead:
        node = ahead.pop()
        yield node
        ahead += reversed(children(node))
