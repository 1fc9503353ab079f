"""What the checker says about a snippet: used by the pages about diagnostics and by their tests."""

from __future__ import annotations

from pathlib import Path

from tilelaw_dsl.codes.snippets import Snippet
from tilelaw_dsl.diagnostics import Diagnostic, Report
from tilelaw_dsl.edits import tried
from tilelaw_dsl.lint import CheckLooks, found_in
from tilelaw_dsl.rulebook import Rulebook

NAME = "example.rules"


def findings(snippet: Snippet, check_looks: CheckLooks = lambda _looks, _keys, _report: None) -> list[Diagnostic]:
    """Return everything that is wrong with a snippet where it stands."""
    tables = {name: text for name, text in (("cards.csv", snippet.data), ("look.yaml", snippet.look)) if text}
    book = Rulebook.of_texts({NAME: snippet.whole().encode(snippet.encoding)}, tables)

    def look(book: Rulebook) -> list[Diagnostic]:
        if book.report.items:
            return book.report.sorted()
        if not snippet.ruleset:
            return found_in(book, Path(NAME), check_looks)
        report = Report()
        layers = book.layers_of(snippet.ruleset, report)
        if layers is not None:
            book.compile(layers, snippet.players, report)
        return report.sorted()

    return tried(book, look(book), look)
