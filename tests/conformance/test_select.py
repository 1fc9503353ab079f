"""Selecting cases; a wish that selects nothing is a mistake."""

from __future__ import annotations

import pytest

from conformance.setting import corpus
from tilelaw_conformance.case import Basis
from tilelaw_conformance.select import SelectionError, select

CASES = corpus().cases


def test_everything_by_default() -> None:
    assert select(CASES).cases == CASES


def test_by_id_and_by_beginning() -> None:
    one = CASES[0].id
    assert [case.id for case in select(CASES, [one]).cases] == [one]
    places = select(CASES, ["origins/place/"]).cases
    assert len(places) > 5
    assert all(case.id.startswith("origins/place/") for case in places)


def test_what_rests_on_a_ruling_can_be_left_out_and_is_told() -> None:
    selection = select(CASES, without=[Basis.RULING])
    assert selection.left_out
    assert {case.basis for case in selection.left_out} == {Basis.RULING}
    assert len(selection.cases) + len(selection.left_out) == len(CASES)


@pytest.mark.parametrize(
    ("wish", "hint"),
    [("origins/plaice", "; did you mean `origins/place`?"), ("origins/pla", "; did you mean `origins/place`?")],
)
def test_a_wish_for_nothing(wish: str, hint: str) -> None:
    with pytest.raises(SelectionError, match="no case is called") as caught:
        select(CASES, [wish])
    assert str(caught.value).endswith(hint)


def test_nothing_left() -> None:
    with pytest.raises(SelectionError, match="no case is left"):
        select(CASES, without=list(Basis))
