"""Selecting cases; a wish that selects nothing is a mistake."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from conformance.setting import corpus
from tilelaw_conformance.cases.corpus import Basis
from tilelaw_conformance.cases.select import SelectionError, select_cases

CASES = corpus().cases


def test_everything_by_default() -> None:
    assert select_cases(CASES).cases == CASES


def test_by_id_and_by_beginning() -> None:
    one = CASES[0].id
    assert [case.id for case in select_cases(CASES, [one]).cases] == [one]
    places = select_cases(CASES, ["origins/place/"]).cases
    assert len(places) > 5
    assert all(case.id.startswith("origins/place/") for case in places)


def test_what_rests_on_a_ruling_can_be_left_out_and_is_told() -> None:
    selection = select_cases(CASES, without=[Basis.RULING])
    assert selection.left_out
    assert {case.basis for case in selection.left_out} == {Basis.RULING}
    assert len(selection.cases) + len(selection.left_out) == len(CASES)


def test_by_game_ruleset_rule_and_kind() -> None:
    assert select_cases(CASES, games=["origins"], rulesets=["origins/discovery"]).cases
    lava = select_cases(CASES, rules=["lava"], kinds=["illegal"]).cases
    assert lava
    assert all(any(rule.startswith("lava.") for rule in case.rules) and case.then.legal is False for case in lava)
    one = select_cases(CASES, rules=["lava.range"]).cases
    assert {case.id for case in one} < {case.id for case in select_cases(CASES, rules=["lava"]).cases}
    ranks, scores, either = (
        {case.id for case in select_cases(CASES, kinds=kinds).cases}
        for kinds in (["rank"], ["score"], ["rank", "score"])
    )
    assert either == ranks | scores
    assert ranks - scores


def test_by_basis_what_rests_on_something_else_is_left_out() -> None:
    selection = select_cases(CASES, ["origins/lava"], bases=["pictured"])
    assert {case.basis for case in selection.cases} == {Basis.PICTURED}
    assert {case.topic for case in selection.left_out} == {"origins/lava"}
    assert Basis.RULING in {case.basis for case in selection.left_out}


def test_rulings_can_be_left_out_by_name() -> None:
    ruling = next(case for case in CASES if case.basis is Basis.RULING)
    selection = select_cases(CASES, without=[ruling.id])
    assert selection.left_out == (ruling,)
    assert len(selection.cases) == len(CASES) - 1


def test_one_edition() -> None:
    swiss = replace(CASES[0], id="origins/x/y", basis=Basis.EDITION, editions=("rm",))
    assert select_cases([*CASES, swiss], bases=["edition:rm"]).cases == (swiss,)
    assert select_cases([*CASES, swiss], without=["edition:rm"]).left_out == (swiss,)
    with pytest.raises(SelectionError, match="no case rests on `edition:rn`; did you mean `edition:rm`"):
        select_cases([*CASES, swiss], without=["edition:rn"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"games": ["orgins"]}, "there is no case of the game `orgins`; did you mean `origins`?"),
        (
            {"rulesets": ["origins/discovry"]},
            "no case of the ruleset `origins/discovry`; did you mean `origins/discovery`",
        ),
        ({"rules": ["lava.rnge"]}, "no case is about a rule called `lava.rnge`; did you mean `lava.range`?"),
        ({"kinds": ["movez"]}, "there is no case of the kind `movez`; did you mean `moves`?"),
        ({"bases": ["rulling"]}, "no case rests on `rulling`; did you mean `ruling`?"),
        ({"games": ["origins"], "kinds": ["perft"]}, "there is no case of the kind `perft`"),
        (
            {"without": ["origins/lav"]},
            "no case is called `origins/lav` or begins with it; did you mean `origins/lava`?",
        ),
    ],
)
def test_a_word_that_selects_nothing_is_a_mistake(words: dict[str, Any], message: str) -> None:
    cases = [case for case in CASES if "perft" not in case.kinds]
    with pytest.raises(SelectionError, match=re.escape(message)):
        select_cases(cases, **words)


@pytest.mark.parametrize(
    ("wish", "hint"),
    [("origins/plaice", "; did you mean `origins/place`?"), ("origins/pla", "; did you mean `origins/place`?")],
)
def test_a_wish_for_nothing(wish: str, hint: str) -> None:
    with pytest.raises(SelectionError, match="no case is called") as caught:
        select_cases(CASES, [wish])
    assert str(caught.value).endswith(hint)


def test_nothing_left() -> None:
    with pytest.raises(SelectionError, match="no case is left"):
        select_cases(CASES, without=list(Basis))
