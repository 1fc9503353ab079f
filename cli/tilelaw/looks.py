"""How the positions of a ruleset look: the looks that its layers bring, laid over each other and checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from tilelaw.problems import Problem
from tilelaw_conformance import Document, DocumentError, Path, Place, read_document
from tilelaw_draw import LookError, merge_looks, read_look
from tilelaw_dsl import Code, Report, Severity, Source, Span, nearest, render

if TYPE_CHECKING:
    from tilelaw_draw import Json
    from tilelaw_play import Ruleset

_HINT = "the page about looks lists everything that one can say"


def look_of(ruleset: Ruleset, players: int) -> Mapping[str, Json]:
    """Return the look of a ruleset, or stop with the diagnostics; without one everything is drawn plainly."""
    report = Report()
    found = _read(ruleset.book.looks(ruleset.layers, players, report), report)
    if report.has_errors:
        raise Problem("\n".join(render(item) for item in report.sorted()), 1)
    return found


def check_looks(sources: Sequence[Source], keys: Mapping[str, Collection[str]], report: Report) -> None:
    """Report what is wrong with the looks of a ruleset, from the bottom up, and what of them is not among `keys`."""
    _read(sources, report)
    if report.has_errors:
        return
    for source, page in _pages(sources, Report()):
        for section, known in keys.items():
            said = page.data.get(section) if isinstance(page.data, Mapping) else None
            for key in said if isinstance(said, Mapping) else ():
                if key not in known:
                    hint = (
                        nearest(str(key), known)
                        or "names are those of positions: what stands after `written`, if it does"
                    )
                    message = f"the rules have no `{key}` among their {section}"
                    span = _span(source, page.place((section, key)))
                    report.add(Code.BAD_LOOK, message, span, hint=hint, severity=Severity.WARNING)


def _read(sources: Sequence[Source], report: Report) -> Mapping[str, Json]:
    """Return several looks as one; a mistake is reported where it stands in the uppermost file that has such a part."""
    pages = _pages(sources, report)
    if report.has_errors:
        return {}
    whole: Json = {}
    for _, page in pages:
        whole = merge_looks(whole, page.data)
    try:
        read_look(whole)
    except LookError as error:
        source, page = _uppermost(pages, error.path)
        report.add(Code.BAD_LOOK, str(error), _span(source, page.place(error.path)), hint=_HINT)
        return {}
    return whole if isinstance(whole, Mapping) else {}


def _pages(sources: Sequence[Source], report: Report) -> list[tuple[Source, Document]]:
    """Return looks as they are written; those after one that cannot be read are left out."""
    pages: list[tuple[Source, Document]] = []
    for source in sources:
        try:
            page = read_document(source.text, fractions=True)
        except DocumentError as error:
            report.add(Code.BAD_LOOK, error.message, _span(source, error.place))
            return pages
        if not isinstance(page.data, Mapping):
            report.add(Code.BAD_LOOK, "a look is an object", _span(source, page.place(())), hint=_HINT)
            return pages
        pages.append((source, page))
    return pages


def _uppermost(pages: Sequence[tuple[Source, Document]], path: Path) -> tuple[Source, Document]:
    """Return the uppermost file that has a part, or else the most of what is around it."""
    for length in range(len(path), 0, -1):
        for source, page in reversed(pages):
            if path[:length] in page.places:
                return source, page
    return pages[-1]


def _span(source: Source, place: Place) -> Span:
    """Return the rest of the line from a place on."""
    line = min(place.line, len(source.line_starts))  # a file may end too early
    start = source.line_starts[line - 1] + place.column - 1
    return Span(source, start, max(start, source.line_starts[line - 1] + len(source.line(line))))
