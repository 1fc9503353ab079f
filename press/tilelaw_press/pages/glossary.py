"""`glossary.html`: the words of the table in all languages, side by side; words that no book has are marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilelaw_dsl import ORIGINAL, ir
from tilelaw_press.model import Labelled
from tilelaw_press.page import LANGUAGES, Asset, Heading, Page
from tilelaw_press.pages.catalogue import ruleset_with
from tilelaw_press.press import Press
from tilelaw_press.shelf import Shelf

PATH = "glossary.html"
KINDS = tuple(ir.LabelKind)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing, with what each language calls it; a language that has no word for it has nothing."""

    name: str
    words: tuple[tuple[str, ir.Label | None], ...]


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield the glossary."""
    sections = []
    for game in press.shelf.games:
        heading = Heading(2, game, press.shelf.game_title(game, press.language).text)
        sections.append((heading, _groups(press.shelf, game)))
    yield press.page(
        "pages/glossary.html",
        PATH,
        press.phrases("glossary.title"),
        headings=tuple(heading for heading, _ in sections),
        sections=sections,
        languages=LANGUAGES,
    )


def _groups(shelf: Shelf, game: str) -> list[tuple[ir.LabelKind, list[Row]]]:
    """Return the rows of a game by what they are; members stand beneath their kinds."""
    found: dict[Labelled, dict[str, ir.Label]] = {}
    for name, title, players in _rulesets(shelf, game):
        compiled = shelf.game(name, players)
        found.setdefault((ir.LabelKind.TITLE, "", title), {})[ORIGINAL] = _title(compiled)
        for texts in shelf.texts(name, players):
            for label in texts.labels:
                of = (label.kind, label.of, label.name or title)
                found.setdefault(of, {}).setdefault(texts.language, label)
    rows: dict[ir.LabelKind, list[Row]] = {kind: [] for kind in KINDS}
    for (kind, _, name), words in found.items():
        rows[kind].append(Row(name, tuple((language, words.get(language)) for language in LANGUAGES)))
    return [(kind, rows[kind]) for kind in KINDS if rows[kind]]


def _title(game: ir.Game) -> ir.Label:
    """Return the title in the rules themselves as a label."""
    return ir.Label(ir.LabelKind.TITLE, "", "", game.title, is_ours=False)


def _rulesets(shelf: Shelf, game: str) -> Iterator[tuple[str, str, int]]:
    """Yield rulesets that together have all labels, each with what its title is the title of."""
    for mode in shelf.games[game]:
        yield from ((mode.name, mode.name, players) for players in reversed(mode.counts))
        for option in mode.options:
            yield ruleset_with(mode, option), option.layer, option.counts[-1]
