"""What all nodes have in common, and how to go through a tree of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilelaw_dsl.source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything an author wrote, and where."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Node):
    """A name, id or path standing where something is named."""

    text: str


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order written."""
    found: list[Node] = []
    for name in node.__dataclass_fields__:  # `fields` makes a tuple of them at each call
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, Node)]
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything inside it."""
    ahead = [node]  # a list and not generators in generators, which cost time at every depth
    while ahead:
        inner = ahead.pop()
        yield inner
        ahead += reversed(children(inner))
