"""Annexes: read, written, and what they make of cases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.setting import case
from tilelaw_conformance.cases.annex import Annex, Annexes, Inheritance, in_turns, inherited, thinned
from tilelaw_conformance.cases.beside import BesideError
from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.cases.select import select_heirs
from tilelaw_conformance.protocol.messages import Claim, Hello
from tilelaw_conformance.run.claims import is_claimed

REFUSED = case("origins/place/rejects-overlap")
ID = REFUSED.id


def annexes(folder: Path, annex: Annex) -> Annexes:
    found = Annexes(folder)
    found.put({ID: annex})
    return Annexes(folder)


def test_what_was_put_is_there_and_what_is_empty_is_not(tmp_path: Path) -> None:
    found = annexes(tmp_path, {"near": {"discard": {}}})
    assert found.of(REFUSED) == {"near": {"discard": {}}}
    found.put({ID: {}})
    assert Annexes(tmp_path).of(REFUSED) == {}
    assert not list(tmp_path.rglob("*.json"))


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "annexes" / "origins" / "place.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"origins/place/x": {"nearest": {}}}', encoding="utf-8")
    with pytest.raises(BesideError, match="nearest"):
        Annexes(tmp_path).of(replace(REFUSED, id="origins/place/x"))


def test_a_neighbour_is_added(tmp_path: Path) -> None:
    found = annexes(tmp_path, {"near": {"discard": {}}})
    other = case("origins/place/accepts-fifth-column")
    assert [each.near for each in found.added_to([REFUSED, other])] == [{"discard": {}}, None]


def test_what_fills_a_position_is_sent_but_not_shown(tmp_path: Path) -> None:
    filled = annexes(tmp_path, {"filling": {"box": [47, 48]}}).filled(REFUSED)
    assert "box" not in filled.position
    assert b'"box":[47,48]' in filled.wire.state
    assert b'"box"' not in REFUSED.wire.state


def test_an_heir_is_the_case_under_another_ruleset(tmp_path: Path) -> None:
    places: Annex = {"holds": {"origins/totem": [2, 4]}, "replays": {"origins/totem": [4]}, "filling": {"box": [48]}}
    found = annexes(tmp_path, {**places, "bare": {"origins/totem": [2]}})
    for_two, for_four = found.heirs([REFUSED], lambda _ruleset, _players: True)
    assert for_two.id == f"{ID}@origins/totem:2"
    assert (for_two.ruleset, for_two.players, for_two.inherited_from) == ("origins/totem", 2, ID)
    assert for_two.position["ruleset"] == "origins/totem"
    assert for_two.topic == "origins/place"
    assert [found.replays(heir) for heir in (for_two, for_four)] == [False, True]
    assert [bool(found.filled(heir).filling) for heir in (for_two, for_four)] == [False, True]
    assert not list(found.heirs([REFUSED], lambda _ruleset, players: players == 3))


def test_a_case_is_put_into_whole_turns(tmp_path: Path) -> None:
    rest = [{"select": {"tile": 30}}]
    found = annexes(tmp_path, {"turn": {"before": [], "rest": rest, "turns": [0, 2], "then": {"over": False}}})
    whole = found.by_turns(REFUSED)
    assert whole.answers == (*REFUSED.answers, *rest)
    assert whole.turns == (0, 2)
    assert (whole.then.legal, whole.then.over) == (False, False)
    heir = inherited(REFUSED, "origins/totem", 4)
    assert found.by_turns(heir).turns == (), "it was tried for heirs, and is not told of this one"
    assert in_turns(heir, found.of(heir)).turns == (0, 2)


def heirs() -> list[Case]:
    places = [("origins/discovery", 2), ("origins/discovery", 3), ("origins/discovery+centre", 2)]
    places += [("origins/discovery+centre", 3), ("origins/discovery+centre", 4)]
    return [inherited(REFUSED, *place) for place in places]


def test_with_additions_an_heir_is_run_for_one_number_of_players() -> None:
    assert list(thinned(heirs(), Inheritance.ALL)) == heirs()
    assert list(thinned(heirs(), Inheritance.NONE)) == []
    once = [(heir.ruleset, heir.players) for heir in thinned(heirs(), Inheritance.ONCE)]
    assert once[:2] == [("origins/discovery", 2), ("origins/discovery", 3)]
    assert [ruleset for ruleset, _ in once[2:]] == ["origins/discovery+centre"]


def test_only_what_is_claimed_is_inherited() -> None:
    claim = Claim("origins/discovery", frozenset({2}), frozenset({"centre"}))
    hello = Hello(
        name="x", version="1", rulesets=(claim,), methods=frozenset(), levels=frozenset(), positions=frozenset()
    )
    claimed = [(heir.ruleset, heir.players) for heir in heirs() if is_claimed(hello, heir.ruleset, heir.players)]
    assert claimed == [("origins/discovery", 2), ("origins/discovery+centre", 2)]


def test_words_choose_heirs_as_they_choose_cases() -> None:
    assert len(select_heirs(heirs(), ["origins/place"])) == 5
    assert len(select_heirs(heirs(), [f"{ID}@origins/discovery:3"])) == 1
    assert not select_heirs(heirs(), [ID]), "a case that is named runs alone"
    assert len(select_heirs(heirs(), rulesets=["origins/discovery+centre"])) == 3
    assert not select_heirs(heirs(), without=["ruling", "stated"])
