"""Pictures beside the sentences of a rulebook: those that show a rule, as HTML, and the files they lie in."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from tilelaw_press.page import Asset, Sources, link
from tilelaw_press.pages.catalogue import entry_of
from tilelaw_press.pages.illustrations import Illustration, illustrate, illustrations
from tilelaw_press.pages.pictures import Picture
from tilelaw_press.press import Press
from tilelaw_press.rulebook.blocks import RuleEntry

SMALL = 0.42
"""Beside a sentence a picture is smaller than on the page of its rule."""


class Figures:
    """The pictures of one page; `files` are those it has handed out."""

    def __init__(self, press: Press, name: str, players: int, path: str) -> None:
        self._press = press
        self._name = name
        self._players = players
        self._path = path
        self.files: dict[str, Asset] = {}

    def __call__(self, rule: str) -> tuple[Markup, ...]:
        """Return the pictures of a rule, in one row."""
        return _row(illustrations(self._press, self._name, self._players, rule), self._source)

    def _source(self, picture: Picture) -> str:
        self.files[picture.path] = picture.asset
        return link(self._path, picture.path)


class InlineFigures:
    """The pictures of a page in one document, for those rules that are as a bundled ruleset has them."""

    def __init__(
        self, sources: Sources, language: str, name: str, players: int, rules: Mapping[str, RuleEntry]
    ) -> None:
        self._press = Press(sources, language)
        self._name = name
        self._players = players
        self._rules = rules

    def __call__(self, rule: str) -> tuple[Markup, ...]:
        """Return the pictures of a rule, in one row; nothing for a rule that somebody has changed."""
        game = self._name.split("/")[0]
        entry = entry_of(self._press.shelf, game, rule, self._name, self._players)
        if entry is None:
            return ()
        place = entry.places[0]
        own = self._rules[rule].details
        if own.formal != place.formal or (own.layer, own.changed_by) != (place.info.layer, place.info.changed_by):
            return ()
        return _row(illustrate(self._press, entry, place), _data)


def _data(picture: Picture) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.svg.encode()).decode()}"


def _row(found: Sequence[Illustration], source: Callable[[Picture], str]) -> tuple[Markup, ...]:
    if not found:
        return ()
    row = Markup("").join(_figure(one, source(one.picture)) for one in found)
    return (Markup('<div class="tl-pictures">{}</div>').format(row),)


def _figure(one: Illustration, source: str) -> Markup:
    width, height = round(one.picture.width * SMALL), round(one.picture.height * SMALL)
    return Markup(
        '<figure class="tl-picture tl-picture-{}"><img src="{}" alt="{}" width="{}" height="{}" loading="lazy">'
        "<figcaption>{}</figcaption></figure>"
    ).format(one.shows, source, one.alt, width, height, one.caption)
