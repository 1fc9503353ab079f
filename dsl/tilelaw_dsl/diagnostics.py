"""What is wrong with an author's text, as data, and how it is shown.

A diagnostic is collected, never raised. Passes are given a `Report`, add to it and go on as far as they can;
the driver stops between passes. The codes and their explanations live in `codes`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum

from tilelaw_dsl.codes import Code
from tilelaw_dsl.source import NOWHERE, Span

MAX_COMPARED = 60
"""Names longer than this are not compared with others: that would take long, and helps nobody."""


class Severity(StrEnum):
    """How bad it is: an error stops the ruleset from being used, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """Another place that matters, with words."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about an author's text."""

    code: Code
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    hint: str = ""
    severity: Severity = Severity.ERROR
    rule: str = ""
    """The rule the text sits in, if it sits in one."""


@dataclass
class Report:
    """The diagnostics of one run, in the order found, each once."""

    items: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(default_factory=set, repr=False)

    def add(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        labels: Iterable[tuple[Span, str]] = (),
        hint: str = "",
        severity: Severity = Severity.ERROR,
        rule: str = "",
    ) -> None:
        """Record a finding unless the same one is there already."""
        places = tuple(Label(place, words) for place, words in labels)
        item = Diagnostic(code, message, span, places, hint, severity, rule)
        if item not in self._known:
            self._known.add(item)
            self.items.append(item)

    def take(self, other: Report) -> None:
        """Record the findings of another report that are not there already."""
        for item in other.items:
            if item not in self._known:
                self._known.add(item)
                self.items.append(item)

    @property
    def has_errors(self) -> bool:
        """Say whether anything found is an error."""
        return any(item.severity is Severity.ERROR for item in self.items)

    def sorted(self) -> list[Diagnostic]:
        """Return the findings by file and place."""
        return sorted(self.items, key=lambda d: (d.span.source.name, d.span.start, d.code))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a did-you-mean hint for a misspelt name, or nothing."""
    near = sorted({k for k in known if abs(len(k) - len(name)) <= max(2, len(name) // 2)})
    found = get_close_matches(name, near, n=1, cutoff=0.6) if len(name) <= MAX_COMPARED else []
    return f"did you mean `{found[0]}`?" if found else ""


def render(item: Diagnostic) -> str:
    """Show a diagnostic as text: what, where, the line with the place marked, other places, a hint."""
    out = [f"{item.severity}[{item.code}]: {item.message}"]
    if item.span.source is not NOWHERE.source:
        line, column = item.span.source.position(item.span.start)
        out += [f"  --> {item.span.source.name}:{line}:{column}", *_excerpt(item.span, "^", "")]
    for label in item.labels:
        if label.span.source is not item.span.source:
            other_line, other_column = label.span.source.position(label.span.start)
            out.append(f"  ::: {label.span.source.name}:{other_line}:{other_column}")
        out += _excerpt(label.span, "-", label.words)
    if item.rule:
        out.append(f"   = in rule {item.rule}")
    if item.hint:
        out.append(f"   = hint: {item.hint}")
    return "\n".join(out)


def _excerpt(span: Span, mark: str, words: str) -> list[str]:
    if not span.source.text:
        return []
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    width = max(1, min(span.end - span.start, len(text) - column + 1))
    gutter = f"{line:>4} | "
    blank = " " * 4 + " | "
    start = 0
    if len(text) > 160:  # a hostile line is shown around the mark only
        start = max(0, column - 60)
        text = text[start : start + 120]
        width = min(width, 60)
    marks = " " * (column - 1 - start) + mark * width
    return [(gutter + text).rstrip(), (blank + marks + (" " + words if words else "")).rstrip()]


def to_json(items: Iterable[Diagnostic]) -> str:
    """Return diagnostics as a JSON list, for editors and other programs."""
    return json.dumps([_as_data(item) for item in items], indent=2, ensure_ascii=False)


def _as_data(item: Diagnostic) -> dict[str, object]:
    data: dict[str, object] = {
        "code": item.code,
        "severity": str(item.severity),
        "message": item.message,
        "place": _place(item.span),
    }
    if item.labels:
        data["labels"] = [{"place": _place(x.span), "words": x.words} for x in item.labels]
    if item.hint:
        data["hint"] = item.hint
    if item.rule:
        data["rule"] = item.rule
    return data


def _place(span: Span) -> dict[str, object]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
