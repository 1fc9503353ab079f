"""`editions/GAME.html`: what every edition says about every rule, and `rulings/GAME.html`: what books do not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilelaw_press.page import Asset, Heading, Page
from tilelaw_press.pages.sourcing import RULING, SIGNS, SILENT, Sourced, books, sourced
from tilelaw_press.press import Press

RULING_SIGN = "\N{SECTION SIGN}"


def editions_path(game: str) -> str:
    """Return the path of a game's matrix of editions."""
    return f"editions/{game}.html"


def rulings_path(game: str) -> str:
    """Return the path of a game's rulings."""
    return f"rulings/{game}.html"


def row_id(each: Sourced, among: list[Sourced]) -> str:
    """Return the address of a wording within a page: of several of one rule the first has the plain one."""
    same = [other for other in among if other.entry.id == each.entry.id]
    number = next(i for i, other in enumerate(same) if other is each)
    return f"rule-{each.entry.id}" + (f"-{number + 1}" if number else "")


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield both pages of every game."""
    for game in press.shelf.games:
        found = sourced(press, game)
        yield _editions(press, game, found)
        yield _rulings(press, game, found)


def _editions(press: Press, game: str, found: list[Sourced]) -> Page:
    title = press.phrases("editions.title", game=press.shelf.game_title(game, press.language).text)
    counted = Counter(standing for each in found for standing in each.standings)
    counted[RULING] = sum(bool(each.rulings) for each in found)
    signs = {**SIGNS, SILENT: "\N{EN DASH}", RULING: RULING_SIGN}
    return press.page(
        "pages/editions.html",
        editions_path(game),
        title,
        game=game,
        books=books(press, game),
        rows=[(row_id(each, found), each) for each in found if each.voices],
        signs=[(name, sign, counted[name]) for name, sign in signs.items()],
        ruling_sign=RULING_SIGN,
        rulings=rulings_path(game),
    )


def _rulings(press: Press, game: str, found: list[Sourced]) -> Page:
    title = press.phrases("rulings.title", game=press.shelf.game_title(game, press.language).text)
    groups: dict[str, list[tuple[str, Sourced]]] = {}
    ruled = [each for each in found if each.rulings]
    for each in ruled:
        groups.setdefault(each.scope or press.phrases("scope.everywhere"), []).append((row_id(each, found), each))
    headings = tuple(Heading(2, f"in-{number}", name) for number, name in enumerate(groups, start=1))
    return press.page(
        "pages/rulings.html",
        rulings_path(game),
        title,
        headings=headings,
        groups=list(zip(headings, groups.values(), strict=True)),
        number=sum(len(each.rulings) for each in ruled),
        books={book.name: book for book in books(press, game)},
        editions=editions_path(game),
        repository=press.sources.repository,
    )
