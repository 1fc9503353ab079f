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


PLAIN = frozenset({"Span", "str", "str | None", "int", "int | None", "bool", "tuple[int, ...]", "tuple[str, ...]"})
"""Types of fields in which there is no node: not to look there saves half the time."""


class _Parts(dict[type[Node], tuple[str, ...]]):
    """By class, the fields in which there may be nodes."""

    def __missing__(self, of: type[Node]) -> tuple[str, ...]:
        self[of] = tuple(name for name, field in of.__dataclass_fields__.items() if field.type not in PLAIN)
        return self[of]


_PARTS = _Parts()


def children(node: Node) -> list[Node]:
    """Return the nodes directly inside a node, in the order written."""
    found: list[Node] = []
    for name in _PARTS[type(node)]:
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
