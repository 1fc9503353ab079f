"""The report as one HTML page that needs nothing else: a summary, what went wrong by cause, then tables.

Each failing case has its picture once, and beside it what each implementation made of it. The parts are in `page/`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.report.page.contents import Contents
from tilelaw_conformance.report.page.facts import facts, left_out
from tilelaw_conformance.report.page.failures import failures
from tilelaw_conformance.report.page.filter import filter_form, script, style
from tilelaw_conformance.report.page.markup import link, text
from tilelaw_conformance.report.page.summary import summary
from tilelaw_conformance.report.page.tables import every_case, matrix
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged


class Html:
    """Writes the page when all is done; `made` says when that is, in words."""

    def __init__(self, path: Path, *, made: str = "") -> None:
        self._path = path
        self._made = made
        self._info: RunInfo | None = None
        self._outcomes: dict[str, Outcome] = {}
        self._backgrounds: dict[str, Background] = {}

    def begin(self, info: RunInfo) -> None:
        """Hear what is run."""
        self._info = info

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Wait for the end."""

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Keep what was found."""
        self._outcomes[name] = outcome
        self._backgrounds[name] = background

    def end(self, status: int) -> None:
        """Write the page."""
        assert self._info is not None, "a run has begun"
        contents = Contents(
            info=self._info,
            outcomes=self._outcomes,
            backgrounds=self._backgrounds,
            status=status,
            made=self._made,
        )
        write_file(self._path, "\n".join(_page(contents)) + "\n")


def _page(contents: Contents) -> Iterator[str]:
    own = script()
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_policy(own)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    title = f"Conformance: {', '.join(contents.outcomes)}"
    yield f"<title>{text(title, 200)}</title>\n<style>\n{style()}</style>\n</head>\n<body>"
    yield from summary(contents)
    yield from _navigation(contents)
    yield "<main>"
    yield from filter_form(contents)
    yield from failures(contents)
    yield from matrix(contents)
    yield from every_case(contents)
    yield from left_out(contents)
    yield from facts(contents)
    yield "</main>"
    total = sum(len(outcome.judged) for outcome in contents.outcomes.values())
    yield f"<script>{own}</script>"
    yield f'<footer id="end">End of the report: {total} verdicts.</footer>\n</body>\n</html>'


def _policy(own: str) -> str:
    """Return what the browser is to allow: the style, the page's own script, and nothing from anywhere.

    Should a text ever get onto the page as HTML, it can run nothing and fetch nothing.
    """
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _navigation(contents: Contents) -> Iterator[str]:
    places = [("failures", "What went wrong")] if contents.wrong else []
    places += [("matrix", "By topic and rule")] if contents.backgrounds else []
    places += [("cases", "Case by case")] if contents.cases else []
    places += [("facts", "What was run")]
    yield f'<nav aria-label="Parts of the report">{" ".join(link(id_, words) for id_, words in places)}</nav>'
