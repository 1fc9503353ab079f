"""A summary of a mode on one printed page: the titles of its rules under the headings of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_press.page import Asset, Page
from tilelaw_press.press import Press
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.rulebook import offered
from tilelaw_press.rulebook.view import View
from tilelaw_press.shelf import Mode

LEFT_OUT = ("components",)
"""Chapters that are of no use while playing."""


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield the summaries of all modes; each is a whole document, so that nothing else is printed with it."""
    for mode in press.modes:
        for players in mode.counts:
            yield Asset(mode.summary(players), summary(press, mode, players))


def summary(press: Press, mode: Mode, players: int) -> str:
    """Return the summary of a mode for a number of players, as a document."""
    book = Book(press, mode.name, players, mode)
    path = mode.summary(players)
    return press.render(
        "summary.html",
        path,
        book=book,
        mode=mode,
        view=View(press, book, path),
        offers=offered(press, book),
        left_out=LEFT_OUT,
        language=press.language,
    )
