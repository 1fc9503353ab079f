"""What all nodes of the typed rules have in common, and how to go through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A part of the typed rules."""


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a node, in the order of its fields."""
    for name in node.__dataclass_fields__:  # `fields` makes a tuple of them at each call
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(*nodes: Node) -> Iterator[Node]:
    """Yield some nodes, each followed by everything inside it."""
    for node in nodes:
        yield node
        yield from walk(*children(node))
