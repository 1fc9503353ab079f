"""Pages of rulebooks: one for each mode, number of players and language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilelaw_press.model import Said
from tilelaw_press.page import Asset, Heading, Page
from tilelaw_press.press import Press
from tilelaw_press.rulebook.blocks import AskHead, Block, BlockKind, LoopHead
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.figures import Figures
from tilelaw_press.rulebook.folding import Change
from tilelaw_press.rulebook.notices import printed_books
from tilelaw_press.rulebook.pieces import Filed, Shown
from tilelaw_press.rulebook.view import Pictures, View, no_pictures
from tilelaw_press.shelf import Mode, Option

DEEPEST = 4
"""Of headings: what stands deeper in the flow stands beside it."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An option as it is offered on a page."""

    option: Option
    title: Said
    needs: tuple[Said, ...]
    changes: tuple[Change, ...]


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield the rulebooks of all modes."""
    for mode in press.modes:
        for players in mode.counts:
            figures = Figures(press, mode.name, players, mode.page(players))
            filed = Filed(mode.page(players), 0.7)
            yield rulebook(press, mode, players, figures, filed)
            yield from figures.files.values()
            yield from filed.files.values()


def rulebook(
    press: Press, mode: Mode, players: int, pictures: Pictures = no_pictures, shown: Shown | None = None
) -> Page:
    """Return the rulebook of a mode for a number of players."""
    book = Book(press, mode.name, players, mode)
    path = mode.page(players)
    base = book.base
    view = View(press, book, path, base=base.entries if base else None, pictures=pictures, shown=shown)
    title = f"{book.reading.title.text} ({press.phrases('common.for-players', n=players)})"
    return press.page(
        "rulebook.html",
        path,
        title,
        headings=tuple(headings(press, book)),
        book=book,
        mode=mode,
        view=view,
        offers=offered(press, book),
        printed=printed_books(press, book.reading.game),
        modes=[
            (other, press.reading(other.name, _nearest(other, players)).title, _nearest(other, players))
            for other in press.shelf.games[mode.game]
        ],
        base_title=base.reading.title if base else None,
    )


def offered(press: Press, book: Book) -> list[Offered]:
    """Return the options of a book as they are offered."""
    mode = book.mode
    if mode is None:
        return []
    titles = {option.name: press.shelf.layer_title(option.layer, press.language) for option in mode.options}
    return [
        Offered(option, titles[option.name], tuple(titles[need] for need in option.needs), book.changes(option))
        for option in book.options
    ]


def headings(press: Press, book: Book) -> Iterator[Heading]:
    """Yield the headings of a book."""
    yield Heading(1, "top", book.reading.title.text)
    for chapter in book.chapters:
        yield Heading(2, chapter.key, press.phrases(f"rulebook.{chapter.key}"))
        yield from _inner(press, chapter.children, 3)
    if book.options:
        yield Heading(2, "options", press.phrases("rulebook.options"))
    yield Heading(2, "notes", press.phrases("rulebook.notes"))


def _inner(press: Press, blocks: tuple[Block, ...], level: int) -> Iterator[Heading]:
    for block in blocks:
        match block.content:
            case LoopHead(name, role, _):
                yield Heading(level, f"{role}-{name}", press.phrases(f"rulebook.{role}"))
            case AskHead(name, heading):
                yield Heading(level, f"ask-{name}", heading.text)
        inner = level + (block.kind in (BlockKind.LOOP, BlockKind.ASK))
        yield from _inner(press, block.children, min(inner, DEEPEST))


def _nearest(mode: Mode, players: int) -> int:
    return min(mode.counts, key=lambda count: (abs(count - players), count))
