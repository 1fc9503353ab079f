"""Pictures beside rules: chosen from cases, the same for all languages where they carry no words."""

from __future__ import annotations

import pytest

from tilelaw_press import Press, Sources
from tilelaw_press.pages.catalogue import Entry, catalogue
from tilelaw_press.pages.illustrations import Illustration, Shows, illustrate, illustrations
from tilelaw_press.pages.pictures import LETTERS


@pytest.fixture(scope="module")
def press(sources: Sources) -> Press:
    return Press(sources, "cs")


def of(press: Press, rule: str, mode: str = "origins/tribe", players: int = 3) -> tuple[Illustration, ...]:
    return illustrations(press, mode, players, rule)


def test_a_requirement_is_shown_right_and_wrong(press: Press) -> None:
    right, wrong = of(press, "place.connects")
    assert (right.shows, right.is_right, right.caption) == (Shows.RIGHT, True, "Tak se smí")
    assert (wrong.shows, wrong.is_right) == (Shows.WRONG, False)
    assert right.case.basis == wrong.case.basis == "pictured"
    assert wrong.why == press.told(wrong.case).why
    assert wrong.alt.startswith("Tak se nesmí. Přiložte")


@pytest.mark.parametrize(
    ("rule", "sums"),
    [
        ("score.region", ["2 + 4 + 6 + 12 + 8 = 32"]),
        ("score.hunter", ["12 + 6 = 18"]),
        ("score.fire-lady", ["5"]),
        ("score.horde", ["12 + 1 = 13", "1 + 12 = 13"]),
    ],
)
def test_printed_examples_are_added_up(press: Press, rule: str, sums: list[str]) -> None:
    (shown,) = of(press, rule)
    assert shown.case.basis == "pictured"
    assert shown.caption.removeprefix("Body: ") in sums
    assert "\N{MULTIPLICATION SIGN}" in shown.svg


def test_effects_are_shown_before_and_after(press: Press) -> None:
    before, after = of(press, "resource.burns")
    assert (before.shows, after.shows) == (Shows.BEFORE, Shows.AFTER)
    assert before.svg != after.svg
    assert after.why


def test_a_picture_holds_for_the_number_of_players(press: Press) -> None:
    assert all(each.case.players == 2 for each in of(press, "place.fits", players=2))
    assert all(each.case.players > 2 for each in of(press, "place.fits", players=3))


def test_pictures_without_words_are_shared(sources: Sources, press: Press) -> None:
    (right, _), (other, _) = of(press, "place.fits"), of(Press(sources, "hu"), "place.fits")
    assert right.picture.path == other.picture.path
    assert LETTERS.search(right.svg) is None
    assert right.caption != other.caption


def test_what_cannot_be_shown_has_no_picture(press: Press) -> None:
    assert of(press, "turn.not-asked") == ()
    assert of(press, "no.such") == ()


def test_a_game_begins_with_what_lies_there(press: Press) -> None:
    (first,) = of(press, "setup.row")
    assert (first.shows, first.caption, first.case.given) == (Shows.START, "Na začátku", "start")
    assert "Nová řada" in first.svg
    assert of(press, "setup.box") == (), "piles are nothing to look at"


def test_a_ranking_is_told_beside_the_boards(press: Press) -> None:
    (shown,) = of(press, "rank.shared", "origins/discovery")
    assert shown.shows is Shows.RANK
    assert shown.caption == "Pořadí: 1. hráč 1 (2), hráč 3 (2); 3. hráč 2 (0)"
    assert all(f"hráč {number}" in shown.svg for number in (1, 2, 3))


def test_what_passes_from_hand_to_hand_is_shown_before_and_after(press: Press) -> None:
    before, after = of(press, "totem.take", "origins/totem")
    assert (before.shows, after.shows) == (Shows.BEFORE, Shows.AFTER)
    assert "Totemy" in before.svg
    assert before.why.text == ""
    assert after.why.text
    before, after = of(press, "swap.order", "ingenious/standard", 2)
    assert before.svg != after.svg
    assert "hráč 2" not in after.svg, "racks that nobody touches are left out"


def test_nothing_is_shown_where_nothing_lay(press: Press) -> None:
    (after,) = of(press, "totem.supply", "origins/totem", 2)
    assert after.shows is Shows.AFTER


def test_most_rules_with_cases_have_a_picture(press: Press) -> None:
    rules = [entry for entries in catalogue(press.shelf).values() for entry in entries.values() if entry.cases]
    pictured = [entry for entry in rules if any(illustrations_of(press, entry))]
    assert len(pictured) / len(rules) > 0.75


def illustrations_of(press: Press, entry: Entry) -> list[Illustration]:
    return [
        one
        for place in (entry.places[:1], entry.places[-1:])
        for each in place
        for one in illustrate(press, entry, each)
    ]
