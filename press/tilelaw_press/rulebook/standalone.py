"""The rulebook of any ruleset, or of somebody's rules file, as one document that needs nothing else.

It is made by the same code as the pages of the site. Rules that the author has added or changed are marked beside the
ruleset on which they stand; the others are told in the chosen language.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

from markupsafe import Markup

from tilelaw_dsl import Role
from tilelaw_dsl import syntax as s
from tilelaw_press.html import static
from tilelaw_press.model import Said
from tilelaw_press.page import Sources
from tilelaw_press.pages.pictures import Picture
from tilelaw_press.press import Press
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.figures import InlineFigures
from tilelaw_press.rulebook.notices import printed_books
from tilelaw_press.rulebook.view import Pictures, View, no_pictures
from tilelaw_press.shelf import Shelf

SCALE = 0.7


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a ruleset is compared with, and the layers that it adds to that."""

    name: str
    """Empty if there is nothing to compare it with."""
    own: frozenset[str]


def standalone(sources: Sources, name: str, players: int, language: str) -> str:
    """Return the rulebook of a ruleset, by its name or the path of a rules file, as one document."""
    ruleset = sources.ruleset(name)
    shelf = Shelf(sources, ruleset.book)
    press = Press(sources, language, shelf)
    book = Book(press, name, players)
    ground = _ground(shelf, ruleset.layers)
    base = None
    if ground.name and players in shelf.ruleset(ground.name).counts:
        base = Book(press, ground.name, players)
    is_bundled = shelf.bundled.issuperset(ruleset.layers)
    pictured = ruleset.name if is_bundled else ground.name if base else ""
    figures: Pictures = no_pictures
    if pictured:
        figures = InlineFigures(sources, language, pictured, players, book.entries)
    view = View(
        press,
        book,
        "page.html",
        base=base.entries if base else None,
        own=ground.own,
        has_links=False,
        pictures=figures,
        shown=inlined,
        shows_all=True,
    )
    titles = [shelf.layer_title(layer, language) for layer in ruleset.layers]
    return press.render(
        "standalone.html",
        "page.html",
        book=book,
        view=view,
        titles=titles,
        removed=_removed(book, base),
        base_title=base.reading.title if base else None,
        offers=(),
        printed=printed_books(press, book.reading.game),
        css=Markup(static("press.css") + static("standalone.css")),
        language=language,
    )


def inlined(drawn: Picture, alt: str) -> Markup:
    """Return a picture that is a part of the document; as an image nothing in it can run."""
    data = base64.b64encode(drawn.svg.encode()).decode()
    width, height = round(drawn.width * SCALE), round(drawn.height * SCALE)
    return Markup('<img class="tl-piece" src="data:image/svg+xml;base64,{}" alt="{}" width="{}" height="{}">').format(
        data, alt, width, height
    )


def _ground(shelf: Shelf, layers: tuple[str, ...]) -> _Ground:
    """Return the bundled ruleset on which a ruleset stands; a bundled one with options stands on its mode."""
    library = shelf.book.library
    own = frozenset(layer for layer in library.layers if layer not in shelf.bundled)
    bundled = [layer for layer in layers if layer in shelf.bundled]
    if len(bundled) == len(layers):
        return _Ground(layers[0] if len(layers) > 1 else "", frozenset())
    if layers[0] in shelf.bundled:
        return _Ground(shelf.book.name_of(tuple(bundled)), own)
    modes = [layer for layer in shelf.book.named(Role.MODE) if layer in shelf.bundled & library.under(layers[0])]
    modes.sort(key=lambda layer: len(library.under(layer)))
    return _Ground(modes[-1] if modes else "", own if modes else frozenset())


def _removed(book: Book, base: Book | None) -> list[tuple[Said, Said]]:
    """Return the titles of rules that hold no longer, each with the reason."""
    layers = book.press.shelf.book.library.layers
    reasons = {
        item.id.text: item.reason
        for layer in book.reading.game.layers
        for item in layers[layer].items
        if isinstance(item, s.RemoveRule)
    }
    gone = {id_: entry.title for id_, entry in base.entries.items() if id_ not in book.entries} if base else {}
    return [(title, book.reading.note(reasons.get(id_, ""))) for id_, title in gone.items()]
