"""What went wrong, by likely cause: the likeliest first, each with the cards of its cases.

A case has one card, where the first implementation that fails it tells of it; elsewhere there is a link. Where one case
stands for all that wait behind the same refusal, only that one has a card, and the others are named under it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilelaw_conformance.cases.expectation import Basis
from tilelaw_conformance.report.causes import Cause, hints
from tilelaw_conformance.report.page.card import card
from tilelaw_conformance.report.page.contents import Contents, origins
from tilelaw_conformance.report.page.markup import code, items, link, sentence, text
from tilelaw_conformance.report.wording import counted

_NAME = re.compile(r"[\w-]+(?:/[\w-]+)+")


def failures(contents: Contents) -> Iterator[str]:
    """Yield all causes with their cards, and then what is known to fail."""
    if not contents.wrong:
        return
    telling = _Telling(contents)
    yield '<section id="failures">\n<h2>What went wrong</h2>'
    for number, name in enumerate(contents.outcomes, start=1):
        if contents.causes[name]:
            yield from telling.of(name, f"cause-{number}")
    yield from telling.known()
    yield '<p id="no-match" hidden>No failure fits the filter.</p>\n</section>'


class _Telling:
    """Tells of each case once."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._carded = {
            story[0].case.origin for found in contents.causes.values() for c in found for story in c.stories
        }
        self._told: set[str] = set()

    def of(self, name: str, anchor: str) -> Iterator[str]:
        """Yield what an implementation does wrong, a cause at a time."""
        contents = self._contents
        outcome, found = contents.outcomes[name], contents.causes[name]
        number = len(origins(outcome.failures))
        several = f"{text(name)}: " if len(contents.outcomes) > 1 else ""
        yield f"<h3>{several}{counted(number, 'failing case')}, {counted(len(found), 'likely cause')}</h3>"
        if number > 1:
            yield f'<p class="lead">{self._lead(found[0], name, anchor)}</p>'
        yield items(map(self._hint, hints(outcome, contents.backgrounds[name])), "hints")
        for place, cause in enumerate(found, start=1):
            yield from self._cause(cause, f"{anchor}-{place}", is_first=place == 1)

    def _lead(self, cause: Cause, name: str, anchor: str) -> str:
        """Return where to begin."""
        failing = self._contents.outcomes[name].failures
        number = len(origins(failing))
        begin = link(f"{anchor}-1", "begin here")
        if cause.rule and not cause.is_told_once:
            involved = len(origins(each for each in failing if cause.rule in each.case.rules))
            return f"{involved} of {number} involve {code(cause.rule)}: {begin}"
        return f"{len(origins(cause.cases))} of {number}: {sentence(cause.told)}: {begin}"

    def _hint(self, hint: str) -> str:
        """Return a hint in which the names of failing cases are links."""
        is_wrong = self._contents.wrong.__contains__
        return _NAME.sub(lambda found: link(found[0], found[0]) if is_wrong(found[0]) else found[0], sentence(hint))

    def _cause(self, cause: Cause, anchor: str, *, is_first: bool) -> Iterator[str]:
        number = len(origins(cause.cases))
        heirs = len(cause.cases) - number
        more = f" and {counted(heirs, 'verdict')} more by inheritance" if heirs > 0 else ""
        yield f'<section class="cause" id="{anchor}">\n<h4>{sentence(cause.told)}</h4>'
        yield f'<p class="count">{counted(number, "case")}{more}</p>'
        for place, (first, *others) in enumerate(cause.stories):
            yield from self._story(first.case.origin, is_open=is_first and place == 0)
            yield from self._also([each for each in origins(others) if each != first.case.origin])
        yield "</section>"

    def _story(self, origin: str, *, is_open: bool) -> Iterator[str]:
        if origin not in self._told:
            self._told.add(origin)
            yield from card(self._contents, origin, is_open=is_open)
        else:
            yield f'<ul class="also">{self._named(origin, is_carded=True)}</ul>'

    def _also(self, others: list[str]) -> Iterator[str]:
        """Yield the names of cases for which another one stands."""
        if others:
            yield '<ul class="also">'
            yield from (self._named(origin, is_carded=origin in self._carded) for origin in others)
            yield "</ul>"

    def _named(self, origin: str, *, is_carded: bool) -> str:
        case = self._contents.cases[origin]
        marks = self._contents.marks(self._contents.wrong[origin])
        anchor = "" if is_carded or origin in self._told else f' id="{text(origin)}"'
        self._told |= set() if is_carded else {origin}
        named = link(origin, code(origin)) if is_carded else code(origin)
        ruling = ' <span class="chip">ruling</span>' if case.basis is Basis.RULING else ""
        return f'<li{anchor} data-f="{marks}">{named} {text(case.title)}{ruling}</li>'

    def known(self) -> Iterator[str]:
        """Yield the cards of what is known to fail."""
        left = [origin for origin in self._contents.wrong if origin not in self._told]
        if left:
            yield f'<section class="cause" id="known">\n<h3>Known to fail: {counted(len(left), "case")}</h3>'
            for origin in left:
                yield from card(self._contents, origin, is_open=False)
            yield "</section>"
