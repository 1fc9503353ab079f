"""What every rulebook says about itself, printed too: unofficial, whose words, which books were read."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_press.model import Said
from tilelaw_press.page import LANGUAGES
from tilelaw_press.press import Press


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed book: the edition, what is known of the printing, and from what it was read."""

    name: str
    title: Said
    printing: Said
    """Empty if nothing is known."""
    read_from: Said


def printed_books(press: Press, game: ir.Game) -> tuple[Printed, ...]:
    """Return the printed books that speak of a ruleset."""
    paths = {layer.split("/")[0] for layer in game.layers}
    found: list[Printed] = []
    for (path, name), edition in press.shelf.book.library.editions.items():
        if path in paths and name in dict(game.editions):
            language = name if name in LANGUAGES else "en"
            printing = edition.printing.text if edition.printing else ""
            read_from = edition.read_from.text if edition.read_from else ""
            told = (press.shelf.edition_note(path, text, press.language) for text in (printing, read_from))
            found.append(Printed(name, Said(edition.title, language), *told))
    return tuple(found)
