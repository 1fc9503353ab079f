"""What is wrong with an author's text, as data, and how it is shown.

A diagnostic is collected, never raised. Passes are given a `Report`, add to it and go on as far as they can;
the driver stops between passes. The codes and their explanations live in `codes`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.codes import Code
from tilelaw_dsl.source import NOWHERE, Span

MAX_COMPARED = 60
"""Names longer than this are not compared with others: that would take long, and helps nobody."""
MAX_MEANT = 3
"""So many names are tried as the one that was meant."""
ALIKE = 0.6
"""How much a name is like another that one may have been meant to be."""
MISSPELT = 0.7
"""Beneath the topic of an id, words less alike than this are two words, not one misspelt."""
MAX_LISTED = 8
"""So many names are listed where none is like the one that was meant."""


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
class Edit:
    """A hint that is one change of the text: what to write, and where."""

    words: str
    text: str
    span: Span | None = None
    """What it takes the place of; without one, the place of the diagnostic."""
    is_safe: bool = False
    """Whether only one thing can have been meant, so that it can be made without asking."""
    otherwise: Hint = ""
    """What to say if the error would stay."""


Hint: TypeAlias = str | Edit
"""What to do about a diagnostic: in words, or as an edit, which has words too."""


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
    edit: Edit | None = None
    """The hint as a change of the text, if it is one; nobody is shown it before it was tried (`edits`)."""


class Report:
    """The diagnostics of one run, in the order found, each once."""

    def __init__(self) -> None:
        self._items: dict[Diagnostic, None] = {}  # a set that keeps the order

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """Return the findings in the order found."""
        return tuple(self._items)

    def add(
        self,
        code: Code,
        message: str,
        span: Span,
        *,
        labels: Iterable[tuple[Span, str]] = (),
        hint: Hint = "",
        severity: Severity = Severity.ERROR,
        rule: str = "",
    ) -> None:
        """Record a finding unless the same one is there already."""
        places = tuple(Label(place, words) for place, words in labels)
        self.extend([with_hint(Diagnostic(code, message, span, places, "", severity, rule), hint)])

    def extend(self, items: Iterable[Diagnostic]) -> None:
        """Record findings made elsewhere, those that are there already left out."""
        self._items.update(dict.fromkeys(items))

    @property
    def has_errors(self) -> bool:
        """Say whether anything found is an error."""
        return any(item.severity is Severity.ERROR for item in self._items)

    def sorted(self) -> list[Diagnostic]:
        """Return the findings by file and place."""
        return sorted(self._items, key=lambda d: (d.span.source.name, d.span.start, d.code))


def with_hint(item: Diagnostic, hint: Hint) -> Diagnostic:
    """Return a diagnostic with this hint instead of its own."""
    if isinstance(hint, str):
        return replace(item, hint=hint, edit=None)
    return replace(item, hint=hint.words, edit=replace(hint, span=hint.span or item.span))


# ---- hints ---------------------------------------------------------------------------------------------------


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a did-you-mean hint for a misspelt name that stands elsewhere, in a table for example, or nothing."""
    found = _nearest(name, known)
    return _did_you_mean(found[0]) if found else ""


def respelt(name: str, known: Iterable[str], otherwise: Hint = "", *, is_safe: bool = False) -> Hint:
    """Return a did-you-mean hint for the misspelt name at the place of a diagnostic, or another hint."""
    hint = otherwise
    for word in reversed(_nearest(name, known)):
        hint = Edit(_did_you_mean(word), word, is_safe=is_safe, otherwise=hint)
    return hint


def there_are(what: str, name: str, known: Iterable[str]) -> str:
    """Return the hint which names there are, those first that share a word with the one that is none."""
    words = set(re.split(r"[._-]", name))
    names = sorted(known, key=lambda each: words.isdisjoint(re.split(r"[._-]", each)))
    shown = ", ".join(f"`{each}`" for each in names[:MAX_LISTED])
    return f"{what} are {shown}{' …' if len(names) > MAX_LISTED else ''}" if names else ""


def instead(text: str, span: Span | None = None, *, is_safe: bool = False, otherwise: Hint = "") -> Edit:
    """Return the hint to write this, at the place of the diagnostic or at another one."""
    return Edit(f"write `{text.strip()}`" if text else "leave it out", text, span, is_safe, otherwise)


def _did_you_mean(word: str) -> str:
    return f"did you mean `{word}`?"


def _nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that one may have been meant to be, the nearest first: a number is no misspelling of another."""
    if len(name) > MAX_COMPARED or _is_number(name):
        return []
    near = sorted({k for k in known if abs(len(k) - len(name)) <= max(2, len(name) // 2) and not _is_number(k)})
    return [k for k in get_close_matches(name, near, n=MAX_MEANT, cutoff=ALIKE) if _is_like_beyond_topic(name, k)]


def _is_like_beyond_topic(name: str, other: str) -> bool:
    """Say whether two ids are alike in more than the topic that they begin with, as `score.row` and `score.rows`."""
    (topic, _, rest), (other_topic, _, other_rest) = name.partition("."), other.partition(".")
    if not rest or not other_rest or not set(re.split(r"[.-]", rest)).isdisjoint(re.split(r"[.-]", other_rest)):
        return True
    return topic == other_topic and bool(get_close_matches(rest, [other_rest], cutoff=MISSPELT))


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


# ---- how a diagnostic is shown -------------------------------------------------------------------------------


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
    margin = " " * 4 + " | "
    start = 0
    if len(text) > 160:  # a hostile line is shown around the mark only
        start = max(0, column - 60)
        text = text[start : start + 120]
        width = min(width, 60)
    marks = " " * (column - 1 - start) + mark * width
    return [(gutter + text).rstrip(), (margin + marks + (" " + words if words else "")).rstrip()]


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
    if item.edit is not None and item.edit.span is not None:
        data["edit"] = {"place": _place(item.edit.span), "text": item.edit.text, "safe": item.edit.is_safe}
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
