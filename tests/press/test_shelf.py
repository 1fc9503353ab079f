"""Which games, modes and options there are, and what they say in a language."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_play import names
from tilelaw_press import Shelf, Sources


def test_modes_come_from_the_rules(sources: Sources) -> None:
    shelf = Shelf(sources)
    assert list(shelf.modes) == names()
    assert list(shelf.games) == ["ingenious", "kingdomino", "origins"]
    tribe = shelf.modes["origins/tribe"]
    assert (tribe.base, tribe.counts, tribe.page(3)) == ("origins/discovery", (2, 3, 4), "rules/origins/tribe-3.html")
    assert shelf.modes["origins/discovery"].base == ""
    assert shelf.modes["kingdomino/mighty-duel"].base == "kingdomino/classic"


def test_options_know_what_they_need_and_exclude(sources: Sources) -> None:
    shelf = Shelf(sources)
    classic = {option.name: option for option in shelf.modes["kingdomino/classic"].options}
    assert classic["ruling-even-sides"].needs == ("middle-kingdom",)
    assert classic["harmony"].needs == ()
    assert all(not option.excludes for option in classic.values())
    totem = {option.name: option for option in shelf.modes["origins/totem"].options}
    assert totem["house/coast"].is_house
    assert not totem["centre"].is_house
    assert all(not option.excludes for option in totem.values())


def test_a_reading_falls_back_to_english(sources: Sources) -> None:
    shelf = Shelf(sources)
    reading = shelf.reading("origins/tribe", 3, "cs")
    assert reading.rule_title("place.fits").language == "cs"
    assert reading.label(ir.LabelKind.MEMBER, "desert", "terrain").text == "poušť"
    german = shelf.reading("origins/tribe", 3, "de")
    assert (german.rule_text("place.fits").language, german.title.language) == ("en", "en")


def test_games_are_called_as_their_modes_begin(sources: Sources) -> None:
    shelf = Shelf(sources)
    assert shelf.game_title("origins", "en").text == "Kingdomino Origins"
    assert shelf.game_title("origins", "cs").text == "Kingdomino: Lovci mamutů"
    assert shelf.game_title("origins", "pl").text == "Kingdomino Prehistoria"
    assert shelf.game_title("ingenious", "en").text == "Ingenious"


def test_an_option_has_a_title_in_each_language(sources: Sources) -> None:
    shelf = Shelf(sources)
    assert shelf.layer_title("origins/centre", "sk").text == "Náčelník má mať prehľad"
    assert shelf.layer_title("house/coast", "en").text == "Lakes score their shore"
