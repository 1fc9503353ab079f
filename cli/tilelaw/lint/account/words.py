"""How the parts of typed rules were written, and of what type they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tilelaw_dsl import Span, ir

MOST_LETTERS = 60
"""What is longer is cut where it is told."""


class Written(Protocol):
    """What the checker knows of a part of typed rules."""

    @property
    def span(self) -> Span:
        """Where it was written."""

    @property
    def type(self) -> ir.Type | None:
        """The type of its value."""


@dataclass(frozen=True, slots=True)
class Words:
    """What the checker knows of all parts of a game, by their ids."""

    notes: Mapping[int, Written]

    def text(self, node: ir.Node) -> str:
        """Return a part as its author wrote it, on one line; what nobody wrote has no text."""
        written = self.notes.get(id(node))
        if written is None:
            return ""
        lines = (line.split("#")[0].strip() for line in written.span.text.splitlines())
        text = " ".join(lines).strip()
        return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 2]} …"

    def type(self, node: ir.Node) -> ir.Type | None:
        """Return the type of a part's value, if it is known."""
        written = self.notes.get(id(node))
        return None if written is None else written.type
