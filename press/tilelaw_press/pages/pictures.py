"""Pictures of positions, each drawn once: one that carries no words is the same in every language.

`Easel.draw` takes a position with the view of it. A picture is kept as an asset that is named by its content.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tilelaw_draw import View, Words, draw_svg, words_of
from tilelaw_press.page import Asset
from tilelaw_press.shelf import Shelf

LETTERS = re.compile(r"<text[^>]*>(?:(?!</text>).)*[^\W\d_]{2}(?:(?!</text>).)*</text>", re.DOTALL)
"""Words written into a picture; titles and descriptions are told beside it."""
TOLD = re.compile(r"<(title|desc) .*?</\1>| aria-labelledby=\"[^\"]*\"", re.DOTALL)
SIZE = re.compile(r'<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"')


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, and the size at which it is meant to be shown."""

    svg: str
    path: str
    width: int
    height: int

    @property
    def seen(self) -> str:
        """What can be seen of it."""
        return TOLD.sub("", self.svg)

    @property
    def asset(self) -> Asset:
        """The file that pages show."""
        return Asset(self.path, self.svg)


def picture(svg: str) -> Picture:
    """Return a drawing as a picture named by its content."""
    size = SIZE.search(svg)
    assert size is not None, "drawings say how large they are"
    digest = hashlib.sha256(svg.encode()).hexdigest()[:16]
    return Picture(svg, f"pictures/{digest}.svg", round(float(size[1])), round(float(size[2])))


class Easel:
    """Draws positions for all languages."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._words: dict[tuple[str, int, str], Words] = {}
        self._drawn: dict[str, Picture] = {}

    def draw(
        self,
        position: Mapping[str, Any],
        view: View,
        language: str,
        marks: Mapping[str, Any] | None = None,
        title: str = "",
        width: int = 480,
    ) -> Picture:
        """Return the picture of a position, with the words of a language if it needs any."""
        said = json.dumps([position, marks, title, width], sort_keys=True) + repr(view)
        for known in ("", language):
            if (found := self._drawn.get(f"{known} {said}")) is not None:
                return found
        ruleset, players = str(position["ruleset"]), int(position["players"])
        manifest = self._shelf.sources.manifest(ruleset, players)
        look = self._shelf.sources.look(ruleset, players)
        if (ruleset, players, language) not in self._words:
            self._words[ruleset, players, language] = words_of(manifest, language)
        words = self._words[ruleset, players, language]
        svg = draw_svg(position, manifest, look, marks=marks, title=title, width=width, view=view, words=words)
        has_words = LETTERS.search(svg) is not None
        if not has_words and language != "en":  # whoever comes first, all languages get the same file
            return self.draw(position, view, "en", marks, title, width)
        self._drawn[f"{language if has_words else ''} {said}"] = picture(svg)
        return self._drawn[f"{language if has_words else ''} {said}"]


@lru_cache(maxsize=2)
def easel_of(shelf: Shelf) -> Easel:
    """Return the easel of a shelf, shared by all languages."""
    return Easel(shelf)
