"""Source texts and places in them: the only module that turns offsets into lines and columns.

A `Source` is a named text with Unix line ends and without a byte order mark. A `Span` is a half-open range of
offsets in one source. Everything later in the pipeline speaks of places as spans and asks here for what a person
would call them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """A named text; compared by identity, so that spans stay cheap."""

    name: str
    text: str

    def __post_init__(self) -> None:
        """Take the text as it comes from any system."""
        object.__setattr__(self, "text", self.text.removeprefix("\ufeff").replace("\r\n", "\n"))

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Return the offset at which every line begins."""
        return (0, *(i + 1 for i, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return one line of the text, counted from 1, without its line end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class Span:
    """The range of offsets `start` to `end` of one source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        """Return the text the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """Return the line on which the span begins."""
        return self.source.position(self.start)[0]

    @property
    def first_line(self) -> Span:
        """Return the part of the span that stands on its first line."""
        return Span(self.source, self.start, self.start + len(self.text.split("\n")[0]))

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of another."""
        return Span(self.source, self.start, max(self.end, other.end))

    def holds(self, other: Span) -> bool:
        """Say whether another span lies in this one."""
        return other.source is self.source and self.start <= other.start and other.end <= self.end


NOWHERE = Span(Source("(built in)", ""), 0, 0)
"""The place of things no author wrote."""
