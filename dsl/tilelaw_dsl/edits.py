"""Edits: they are tried before anybody is shown them, and can be made.

A pass that offers an edit knows what is wrong and guesses what was meant. `tried` makes the edit in a copy of the
rulebook and looks at the rules again. If the error would stay, or another would stand in its place, it takes what the
edit says `otherwise`, in the end words alone. So to obey a hint that is an edit always removes the error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TypeAlias

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Edit, Severity, with_hint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.source import Span

Look: TypeAlias = Callable[[Rulebook], Iterable[Diagnostic]]
"""Returns what is wrong with the rules in question as they are in a rulebook, all texts of which could be read."""

MAX_READ = 300_000
"""So many characters are read again for all edits together, a text counting for at least `LEAST_READ`: a text with
more mistakes, or a very long one, has other worries."""
LEAST_READ = 20_000
MAX_QUOTED = 40
ALIKE = 0.7
"""A name that is so much like another is worth a word even if it does not fit."""
UNFITTING = frozenset({Code.MISPLACED_WORD, Code.INCOMPLETE, Code.UNKNOWN_LINE})
"""Said of a word after an edit they mean that the edit does not lead there; other errors may have been there before."""
MEANING = "347"
"""The digits of the codes about names, types and numbers."""
LAYOUT = frozenset({Code.INDENTATION, Code.MISSING_BLOCK, Code.UNKNOWN_LINE})
"""What is said of lines that stand at the wrong depth."""
SYNTAX = frozenset(code for code in Code if code.startswith("T1"))
WORD = re.compile(r"[ \t]*(?:[\w.]+|[^\w\s]+)?")


def tried(book: Rulebook, found: Iterable[Diagnostic], look: Look) -> list[Diagnostic]:
    """Return diagnostics with hints that hold."""
    trials = _Trials(book, tuple(found), look)
    return [trials.settled(item) for item in trials.found]


@dataclass
class _Trials:
    book: Rulebook
    found: tuple[Diagnostic, ...]
    look: Look
    room: int = MAX_READ

    def settled(self, item: Diagnostic) -> Diagnostic:
        """Return a diagnostic with the first of its hints that holds."""
        readable: Diagnostic | None = None
        while (edit := item.edit) is not None:
            self.room -= max(len(_place(edit).source.text), LEAST_READ)
            if self.room < 0:
                return with_hint(item, "")
            left = self._left(item, edit)
            if not left:
                return item
            if readable is None and item.code in SYNTAX and not any(_is_of(edit, other) for other in left):
                readable = replace(item, edit=replace(edit, is_safe=False))
            item = with_hint(item, edit.otherwise or _but(item, edit, left[0]))
        # Once a text can be read, what else is wrong with it is another matter.
        return readable or item

    def _left(self, item: Diagnostic, edit: Edit) -> list[Diagnostic]:
        """Return the errors that would stand at the place of a diagnostic after an edit."""
        span = _place(edit)
        text = applied(span.source.text, [edit])
        book = self.book.with_text(span.source.name, text)
        again = book.report.sorted() if book.report.has_errors else self.look(book)
        start, end = min(item.span.start, span.start), max(item.span.end, span.end)
        end += len(text) - len(span.source.text)
        if "\n" in edit.text:  # it changes the layout of many lines, and only one is in question
            end = item.span.end
            unsound = [other for other in again if other.code in LAYOUT and other.span.start != item.span.start]
            if item.code is Code.INDENTATION and unsound:
                return unsound
        following = _end_of_word(text, end) if item.code in SYNTAX else end
        known = {(other.code, other.message) for other in self.found if other is not item}
        return [
            other
            for other in again
            if other.severity is Severity.ERROR
            and other.span.source.name == span.source.name
            and _first(other) < (following if other.code in UNFITTING else end)
            and start < max(other.span.end, other.span.start + 1)
            and (other.code, other.message) not in known
        ]


def _is_of(edit: Edit, left: Diagnostic) -> bool:
    """Say whether an error is one of the edit: of reading the text, or of the meaning of just what was written."""
    start = _place(edit).start
    is_inside = start <= left.span.start and left.span.end <= start + len(edit.text)
    return left.code in SYNTAX or (is_inside and (left.code[1] in MEANING or left.code is Code.NOT_CHANGEABLE))


def _but(item: Diagnostic, edit: Edit, left: Diagnostic) -> str:
    """Return what there is to say of an edit that only exchanges an error for another."""
    if left.code == item.code or left.code in SYNTAX or not edit.text or len(edit.text) > MAX_QUOTED:
        return ""
    if SequenceMatcher(None, item.span.text, edit.text).ratio() < ALIKE:
        return ""
    return f"with `{edit.text}` here: {left.message}"


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made that do not overlap."""
    for edit in sorted(edits, key=lambda edit: _place(edit).start, reverse=True):
        text = text[: _place(edit).start] + edit.text + text[_place(edit).end :]
    return text


def apart(edits: Iterable[Edit]) -> list[Edit]:
    """Return those of some edits of one text that can be made together: of two that overlap, the first."""
    chosen: list[Edit] = []
    for edit in edits:
        span = _place(edit)
        if all(span.end <= _place(other).start or _place(other).end <= span.start for other in chosen):
            chosen.append(edit)
    return chosen


def _place(edit: Edit) -> Span:
    assert edit.span is not None, "an edit in a diagnostic has its place"
    return edit.span


def _first(item: Diagnostic) -> int:
    """Return where an error begins; what lacks something is wrong where that should stand, at its end."""
    return item.span.end - 1 if item.code in (Code.INCOMPLETE, Code.MISSING_BLOCK) else item.span.start


def _end_of_word(text: str, offset: int) -> int:
    found = WORD.match(text, offset)
    return found.end() if found else offset
