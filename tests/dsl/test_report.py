"""A report shows each diagnostic once, whichever way it came in, and hints name words that may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.source import Source, Span

SPAN = Span(Source("text.rules", "layer"), 0, 5)


def test_a_finding_reported_in_two_ways_is_shown_once() -> None:
    one, other = Report(), Report()
    for report in (one, other):
        report.add(Code.NO_FLOW, "no flow", SPAN)
    one.add(Code.NO_FLOW, "no flow", SPAN, hint="write one")
    one.extend(other.items)
    one.add(Code.NO_FLOW, "no flow", SPAN)
    assert [(item.message, item.hint) for item in one.items] == [("no flow", ""), ("no flow", "write one")]


def test_a_finding_is_shown_once_however_often_the_rulebook_is_looked_over(tmp_path: Path) -> None:
    for name, below in (("one", "none"), ("two", "one"), ("three", "one")):
        (tmp_path / f"{name}.rules").write_text(f"mode a/{name} on a/{below}\n    players 2\n", encoding="utf-8")
    book = Rulebook()
    asked = Report()
    for name in ("one", "two", "three"):  # every file that comes in has all of them looked over again
        book.layers_of(str(tmp_path / f"{name}.rules"), asked)
    asked.extend(book.report.items)
    assert [item.code for item in book.report.items] == [item.code for item in asked.items] == ["T202"]
    assert lint(book, tmp_path / "one.rules") == list(book.copy().report.items) == list(book.report.items)


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("colr", ["colour", "card"], "did you mean `colour`?"),
        ("99", ["9", "98"], ""),
        ("-10", ["-1", "10"], ""),
        ("1o", ["10", "100"], ""),
        ("p12", ["p1", "12"], "did you mean `p1`?"),
    ],
)
def test_numbers_are_no_misspellings(name: str, known: list[str], hint: str) -> None:
    assert nearest(name, known) == hint
