"""A stop: the place where the grammar can read no further, with everything that helps to say why. The parser makes
one, `sentences` makes a sentence of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.text.survey import indent_of


@dataclass(frozen=True)
class Stop:
    """Where the grammar stopped, and what it knew there."""

    source: Source
    text: str
    """The text after the survey: one statement on each line, no comments."""
    offset: int
    met: str
    """The terminal that was met; empty where no terminal fits."""
    expected: frozenset[str]
    opening: frozenset[str]
    """What the statement could have begun with."""
    inner: frozenset[str]
    """What the block beneath could have begun with, if only a block was expected."""

    @cached_property
    def start(self) -> int:
        """Where the statement begins."""
        line = self.text.rfind("\n", 0, self.offset) + 1
        return min(line + indent_of(self.text[line:]), len(self.text))

    @property
    def before(self) -> str:
        """What the statement says before the stop."""
        return self.text[self.start : self.offset]

    @property
    def after(self) -> str:
        """What the statement says from the stop on."""
        return self.text[self.offset :].split("\n", 1)[0]

    def span(self, start: int, end: int) -> Span:
        """Return a place in the text, for an edit that is not at the place of its sentence."""
        return Span(self.source, start, end)

    @property
    def opens_line(self) -> bool:
        """Whether the stop is at the first word of a statement."""
        return self.offset <= self.start

    @property
    def word(self) -> str:
        """The word or sign at the stop."""
        found = re.match(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\"[^\"]*\"|[<>!]=|\S", self.after)
        return found.group() if found else ""

    @cached_property
    def run(self) -> tuple[int, int]:
        """The letters, digits, dots and hyphens without a space around the stop."""
        start = end = self.offset
        while start > self.start and re.match(r"[\w./-]", self.text[start - 1]):
            start -= 1
        while end < len(self.text) and re.match(r"[\w./-]", self.text[end]):
            end += 1
        return start, end


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a diagnostic will say."""

    code: Code
    message: str
    start: int
    end: int
    hint: Hint = ""


def line_above(stop: Stop) -> tuple[int, int]:
    """Return the last statement that ends at or before the stop."""
    at = stop.start if stop.opens_line and stop.met not in ("_NL", "_DEDENT", "$END") else stop.offset
    end = len(stop.text[:at].rstrip())
    line = stop.text.rfind("\n", 0, end) + 1
    return line + indent_of(stop.text[line:end]), end


def line_below(stop: Stop) -> tuple[int, int]:
    """Return the next statement that begins at or after the stop."""
    rest = stop.text[stop.offset :]
    start = stop.offset + indent_of(rest)
    end = stop.text.find("\n", start)
    return start, len(stop.text[:end].rstrip())


def shortened(statement: str) -> str:
    """Return a statement as it can be quoted in a message."""
    flat = " ".join(statement.split())
    return flat if len(flat) <= 60 else flat[:57] + "…"
