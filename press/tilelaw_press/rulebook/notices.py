"""What every rulebook says about itself, printed too: unofficial, our own words, which books were read."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import Rulebook, ir
from tilelaw_press.model import Said
from tilelaw_press.page import LANGUAGES


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed book: the edition, what is known of the printing, and from what it was read."""

    name: str
    title: Said
    printing: str
    read_from: str


def printed_books(book: Rulebook, game: ir.Game) -> tuple[Printed, ...]:
    """Return the printed books that speak of a ruleset."""
    paths = {layer.split("/")[0] for layer in game.layers}
    found: list[Printed] = []
    for (path, name), edition in book.library.editions.items():
        if path in paths and name in dict(game.editions):
            language = name if name in LANGUAGES else "en"
            found.append(
                Printed(
                    name,
                    Said(edition.title, language),
                    edition.printing.text if edition.printing else "",
                    edition.read_from.text if edition.read_from else "",
                )
            )
    return tuple(found)
