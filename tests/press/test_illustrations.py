"""Pictures beside rules: chosen from cases, the same for all languages where they carry no words."""

from __future__ import annotations

import pytest

from tilelaw_press import Press, Sources
from tilelaw_press.pages.illustrations import Illustration, Shows, illustrations
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
