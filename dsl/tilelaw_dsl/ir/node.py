"""What all nodes of the typed rules have in common, and how to go through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the typed rules."""


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order of its fields."""
    found: list[Node] = []
    for name in node.__dataclass_fields__:  # `fields` makes a tuple of them at each call
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
