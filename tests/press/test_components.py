"""Components with their counts and values, summaries, and the pages of games."""

from __future__ import annotations

import re

import pytest

from tilelaw_press import LANGUAGES, Page, Press, Shelf, Sources
from tilelaw_press.html import static
from tilelaw_press.rulebook.components import Group, groups, notes
from tilelaw_press.rulebook.game_pages import pages
from tilelaw_press.rulebook.summary import summary


def of(shelf: Shelf, name: str, players: int, language: str = "en") -> dict[str, Group]:
    return {group.name: group for group in groups(shelf.reading(name, players, language))}


def test_pieces_are_counted(sources: Sources) -> None:
    shelf = Shelf(sources)
    tribe = of(shelf, "origins/tribe", 3, "cs")
    assert list(tribe) == ["terrain", "resource", "tile", "caveman", "fire"]
    assert (tribe["tile"].count, tribe["caveman"].count, tribe["terrain"].count) == (48, 22, 0)
    assert [column.text for column in tribe["caveman"].columns] == ["síla", "body za každý kus kolem"]
    hunter = tribe["caveman"].pieces[0]
    assert (hunter.label.text, hunter.copies, hunter.values[1].text) == ("lovec", 2, "3")


def test_tables_by_members_and_by_numbers(sources: Sources) -> None:
    shelf = Shelf(sources)
    totem = of(shelf, "origins/totem", 4)
    assert [piece.values[0].text for piece in totem["resource"].pieces] == ["3", "4", "5", "6"]
    assert [[value.text for value in piece.values] for piece in totem["fire"].pieces] == [
        ["5", "3"],
        ["4", "2"],
        ["1", "1"],
    ]
    far = of(shelf, "origins/totem+house/far-lava", 4)
    assert [piece.values[1].text for piece in far["fire"].pieces] == ["4", "3", "2"]


def test_what_consists_of_others_is_called_after_them(sources: Sources) -> None:
    tiles = of(Shelf(sources), "ingenious/standard", 2)["tile"]
    assert (tiles.count, tiles.pieces[1].label.text, tiles.pieces[1].copies) == (120, "red \u2013 green", 6)


def test_data_say_how_well_they_are_known(sources: Sources) -> None:
    shelf = Shelf(sources)
    found = notes(shelf.book, shelf.game("origins/tribe", 3), "tile")
    assert len(found) == 48
    assert found["1"] == "two sources"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_games(sources: Sources, language: str) -> None:
    made = {one.path: one for one in pages(Press(sources, language))}
    game, components = made["rules/origins.html"], made["components/origins.html"]
    assert isinstance(game, Page)
    assert isinstance(components, Page)
    assert 'href="origins/tribe-3.html"' in game.body
    assert 'href="origins/tribe-3-summary.html"' in game.body
    shown = set(re.findall(r'src="\.\./(pictures/[^"]+)"', components.body))
    assert len(shown) > 60
    assert shown <= set(made)


def test_a_summary_has_every_title_but_those_of_components(sources: Sources) -> None:
    press = Press(sources, "hu")
    text = summary(press, press.shelf.modes["origins/tribe"], 3)
    reading = press.reading("origins/tribe", 3)
    ids = [rule.id for rule in reading.game.rules if not rule.id.startswith("components.")]
    assert [id_ for id_ in ids if f'data-rule="{id_}"' not in text] == []
    assert reading.rule_title("place.fits").text in text
    assert text.startswith("<!doctype html>")


def test_the_style_of_summaries_is_for_summaries_alone() -> None:
    lines = static("summary.css").splitlines()
    selectors = [
        line.strip() for line in lines if re.search(r"(,|\{)$", line) and not line.strip().startswith("@media")
    ]
    assert len(selectors) > 20
    scopes = (".tl-summary", "body.tl-one-page", "@page tl-one-page")
    assert [line for line in selectors if not line.startswith(scopes)] == []
