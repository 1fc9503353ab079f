"""Pictures beside the sentences of a rulebook: those that show a rule, as HTML, and the files they lie in."""

from __future__ import annotations

from markupsafe import Markup

from tilelaw_press.page import Asset, link
from tilelaw_press.pages.illustrations import Illustration, illustrations
from tilelaw_press.press import Press

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
        found = illustrations(self._press, self._name, self._players, rule)
        if not found:
            return ()
        row = Markup("").join(self._figure(one) for one in found)
        return (Markup('<div class="tl-pictures">{}</div>').format(row),)

    def _figure(self, one: Illustration) -> Markup:
        picture = one.picture
        self.files[picture.path] = picture.asset
        width, height = round(picture.width * SMALL), round(picture.height * SMALL)
        return Markup(
            '<figure class="tl-picture tl-picture-{}"><img src="{}" alt="{}" width="{}" height="{}" loading="lazy">'
            "<figcaption>{}</figcaption></figure>"
        ).format(one.shows, link(self._path, picture.path), one.alt, width, height, one.caption)
