"""Options folded into a rulebook say what the rulesets themselves say."""

from __future__ import annotations

from itertools import combinations

import pytest

from tilelaw_play import names
from tilelaw_press import Press, Sources
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.folding import chosen

LANGUAGE = "sk"


def compare(press: Press, book: Book, options: tuple[str, ...]) -> None:
    real = Book(press, "+".join([book.name, *options]), book.players)
    picked = frozenset(options)
    assert chosen(book.folded, picked) == real.chapters
    assert chosen(book.folded_flow, picked) == real.flow


@pytest.mark.parametrize("name", names())
def test_every_single_option(sources: Sources, name: str) -> None:
    press = Press(sources, LANGUAGE)
    mode = press.shelf.modes[name]
    for players in mode.counts:
        book = Book(press, name, players, mode)
        assert chosen(book.folded, frozenset()) == book.chapters
        for option in mode.options_for(players):
            compare(press, book, (*option.needs, option.name))


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), [("origins/totem", 3), ("kingdomino/classic", 2)])
def test_pairs_of_options(sources: Sources, name: str, players: int) -> None:
    press = Press(sources, LANGUAGE)
    mode = press.shelf.modes[name]
    book = Book(press, mode.name, players, mode)
    for one, other in combinations(mode.options_for(players), 2):
        if other.name not in one.excludes:
            compare(press, book, tuple(dict.fromkeys((*one.needs, one.name, *other.needs, other.name))))


@pytest.mark.parametrize("name", names())
def test_all_options_together(sources: Sources, name: str) -> None:
    press = Press(sources, LANGUAGE)
    mode = press.shelf.modes[name]
    players = mode.counts[-1]
    together = tuple(option.name for option in mode.options_for(players) if not option.excludes)
    compare(press, Book(press, name, players, mode), together)
