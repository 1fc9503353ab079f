"""What the checker says about a snippet: used by the pages about diagnostics and by their tests."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tilelaw_dsl.codes.snippets import Snippet
from tilelaw_dsl.diagnostics import Diagnostic, Report
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook

NAME = "example.rules"


def findings(snippet: Snippet) -> list[Diagnostic]:
    """Return everything that is wrong with a snippet where it stands."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / NAME).write_bytes(snippet.whole().encode(snippet.encoding))
        if snippet.data:
            (folder / "cards.csv").write_text(snippet.data, encoding="utf-8")
        book = Rulebook.read([folder])
        if book.report.items:
            return book.report.sorted()
        if not snippet.ruleset:
            return lint(book, folder / NAME)
        report = Report()
        layers = book.layers_of(snippet.ruleset, report)
        if layers is not None:
            book.compile(layers, snippet.players, report)
        return report.sorted()
