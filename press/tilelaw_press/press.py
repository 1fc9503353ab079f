"""The press in one language: what every maker of pages is handed."""

from __future__ import annotations

from functools import cached_property

from tilelaw_conformance import Case
from tilelaw_press.case_words import Told, words_of_cases
from tilelaw_press.html import render
from tilelaw_press.model import Reading
from tilelaw_press.page import Heading, Page, Sources
from tilelaw_press.shelf import Mode, Shelf, shelf_of
from tilelaw_press.words import Phrases


class Press:
    """Makes pages of one language from some sources."""

    def __init__(self, sources: Sources, language: str, shelf: Shelf | None = None) -> None:
        self.sources = sources
        self.language = language
        self.phrases = Phrases(language)
        self.shelf = shelf or shelf_of(sources)

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """All modes, in reading order."""
        return tuple(self.shelf.modes.values())

    def reading(self, name: str, players: int) -> Reading:
        """Return a ruleset in the language."""
        return self.shelf.reading(name, players, self.language)

    def told(self, case: Case) -> Told:
        """Return what a case is called and why it is so, in the language if it has words for it."""
        return words_of_cases(self.language).told(case)

    def render(self, template: str, path: str, **data: object) -> str:
        """Return the HTML that a template makes of some data for the page at a path."""
        return render(template, path, self.phrases, data)

    def page(
        self,
        template: str,
        path: str,
        title: str,
        *,
        headings: tuple[Heading, ...] = (),
        is_searched: bool = True,
        is_lean: bool = False,
        within: tuple[tuple[str, str], ...] = (),
        **data: object,
    ) -> Page:
        """Return the page that a template makes of some data."""
        body = self.render(template, path, title=title, headings=headings, **data)
        return Page(
            path=path,
            title=title,
            body=body,
            headings=headings,
            within=within,
            is_searched=is_searched,
            is_lean=is_lean,
        )
