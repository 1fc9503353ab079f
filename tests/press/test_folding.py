"""Options folded into a rulebook say what the rulesets themselves say."""

from __future__ import annotations

from itertools import combinations

import pytest

from tilelaw_play import names
from tilelaw_press import Press, Sources
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.folding import chosen

LANGUAGE = "sk"


def differing(press: Press, book: Book, options: tuple[str, ...]) -> None:
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
            differing(press, book, (*option.needs, option.name))


def test_pairs_of_options(sources: Sources) -> None:
    press = Press(sources, LANGUAGE)
    mode = press.shelf.modes["origins/totem"]
    book = Book(press, mode.name, 3, mode)
    for one, other in combinations(mode.options_for(3), 2):
        if other.name not in one.excludes:
            differing(press, book, tuple(dict.fromkeys((*one.needs, one.name, *other.needs, other.name))))
