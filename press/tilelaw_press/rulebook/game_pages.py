"""The page of a game, which leads to everything about it, and the page of all its components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilelaw_press.model import Said
from tilelaw_press.page import Asset, Heading, Page
from tilelaw_press.press import Press
from tilelaw_press.rulebook.blocks import Block, BlockKind
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.components import Group, boards, groups
from tilelaw_press.rulebook.notices import printed_books
from tilelaw_press.rulebook.pieces import Filed, Pieces
from tilelaw_press.rulebook.view import View
from tilelaw_press.shelf import Mode


@dataclass(frozen=True, slots=True)
class Shelved:
    """A group of components, where it is found, and how it is shown."""

    block: Block
    view: View
    modes: tuple[Said, ...]
    """The modes that have it, if not all do."""


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield the pages of all games."""
    for game in press.shelf.games:
        yield game_page(press, game)
        yield from components_page(press, game)


def game_page(press: Press, game: str) -> Page:
    """Return the page of a game."""
    modes = press.shelf.games[game]
    title = press.shelf.game_title(game, press.language)
    readings = [press.reading(mode.name, mode.counts[-1]) for mode in modes]
    options = [[press.shelf.layer_title(option.layer, press.language) for option in mode.options] for mode in modes]
    path = f"rules/{game}.html"
    book = Book(press, modes[0].name, modes[0].counts[-1])
    return press.page(
        "game.html",
        path,
        title.text,
        headings=tuple(
            Heading(2, mode.short, reading.title.text) for mode, reading in zip(modes, readings, strict=True)
        ),
        game=game,
        called=title,
        modes=list(zip(modes, readings, options, strict=True)),
        view=View(press, book, path),
        printed=printed_books(press, book.reading.game),
    )


def components_page(press: Press, game: str) -> Iterator[Page | Asset]:
    """Yield the page of all components of a game, and their pictures."""
    path = f"components/{game}.html"
    filed = Filed(path)
    shelved = list(_shelved(press, game, path, filed))
    mode = press.shelf.games[game][0]
    players = mode.counts[-1]
    pieces = Pieces(press.shelf, mode.name, players, filed)
    t = press.phrases
    drawn = [pieces.board(board, t("components.board")) for board in boards(press.shelf.game(mode.name, players))]
    title = t("components.title", game=press.shelf.game_title(game, press.language).text)
    headings = [Heading(2, f"components-{_group(one).name}", _group(one).label.text) for one in shelved]
    book = Book(press, mode.name, players)
    yield press.page(
        "components.html",
        path,
        title,
        headings=tuple(headings),
        game=game,
        shelved=shelved,
        boards=drawn,
        view=View(press, book, path),
        printed=(),
    )
    yield from filed.files.values()


def _group(one: Shelved) -> Group:
    assert isinstance(one.block.content, Group), "it was made so"
    return one.block.content


def _shelved(press: Press, game: str, path: str, filed: Filed) -> Iterator[Shelved]:
    """Yield each group once, as the mode shows it that says most about it."""
    modes = press.shelf.games[game]
    found: dict[str, list[tuple[Mode, Group]]] = {}
    for mode in modes:
        for group in groups(press.reading(mode.name, mode.counts[-1])):
            found.setdefault(group.name, []).append((mode, group))
    for name, having in found.items():
        mode, group = max(having, key=lambda one: len(one[1].columns))
        book = Book(press, mode.name, mode.counts[-1])
        view = View(press, book, path, shown=filed, shows_all=True)
        titles = [press.reading(each.name, each.counts[-1]).title for each, _ in having]
        only = tuple(titles) if len(having) < len(modes) else ()
        yield Shelved(Block(BlockKind.GROUP, name, group), view, only)
