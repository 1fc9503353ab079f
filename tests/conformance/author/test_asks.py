"""Every action of every ask has a case that begins there, in which it is accepted, and one in which it is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.test_corpus_reading import GOOD
from conformance.setting import written_case
from tilelaw.background import corpus
from tilelaw.examine import manifests
from tilelaw_conformance import Annexes, Case, Expectation, bundled_corpus
from tilelaw_conformance.author.asks import AskStanding, cover_asks, take_ask_reasons
from tilelaw_conformance.author.asks_table import asks_data, asks_text
from tilelaw_conformance.author.coverage import Need

PLACE = ("origins/discovery", 4)
REFUSED = replace(written_case(GOOD), ruleset=PLACE[0], players=PLACE[1], then=Expectation(legal=False))


def manifest(name: str, **asks: list[str]) -> dict[str, Any]:
    told = [{"name": ask, "actions": actions} for ask, actions in asks.items()]
    return {"name": name, "players": 4, "asks": told}


def covered(*cases: Case) -> dict[Need, str]:
    standings = cover_asks([manifest(PLACE[0], place=["place"])], cases)
    return {each.need: each.met_by[PLACE] for each in standings}


def test_the_bundled_cases_judge_every_ask_by_itself() -> None:
    folder = bundled_corpus()
    cases = corpus(folder).cases
    heirs = Annexes(folder).heirs(cases, lambda _ruleset, _players: True)
    standings = cover_asks(manifests(), (*cases, *heirs))
    assert take_ask_reasons(folder, standings) == []
    assert not [each for each in standings if each.missing]
    assert ("origins", "recruit.kinds", "spend") in {(each.game, each.ask, each.action) for each in standings}


def test_a_refusal_and_its_neighbour_meet_both_needs() -> None:
    assert covered(REFUSED) == {Need.ACCEPTED: "", Need.REFUSED: REFUSED.id}
    assert covered(replace(REFUSED, near=REFUSED.answers[0])) == {Need.ACCEPTED: REFUSED.id, Need.REFUSED: REFUSED.id}
    accepted = replace(REFUSED, then=Expectation(legal=True))
    assert covered(accepted) == {Need.ACCEPTED: accepted.id, Need.REFUSED: ""}


@pytest.mark.parametrize(
    "changes",
    [
        {"answers": (*REFUSED.answers, *REFUSED.answers)},
        {"then": Expectation(over=False)},
        {"players": 3},
        {"ruleset": "origins/totem"},
        {"answers": ({**REFUSED.answers[0], "player": 2},)},
        {"answers": ({"discard": {}},)},
        {"position": {**REFUSED.position, "asks": [{"ask": "select", "player": 0}]}},
        {"position": {**REFUSED.position, "asks": [{"shuffle": "box"}]}},
    ],
)
def test_what_is_judged_elsewhere_or_of_somebody_else_counts_for_nothing(changes: dict[str, Any]) -> None:
    assert not any(covered(replace(REFUSED, **changes)).values())


def test_an_addition_needs_cases_only_for_what_it_brings() -> None:
    with_offer = manifest("origins/discovery+offer", place=["place", "keep"])
    standings = cover_asks([with_offer, manifest(PLACE[0], place=["place"])], [])
    places = {(each.action, *each.met_by) for each in standings}
    assert places == {("place", PLACE), ("keep", ("origins/discovery+offer", 4))}


def standing() -> AskStanding:
    return cover_asks([manifest(PLACE[0], place=["place"])], [])[0]


def test_what_is_missing_is_told() -> None:
    told = asks_text([standing()], [])
    assert "origins  the ask place, answered by place" in told
    assert "in origins/discovery for 4" in told
    assert told.endswith("1 ask with 1 need: 0 met, 0 excused with a reason, 1 missing")
    assert asks_data([standing()])[0]["places"] == [{"ruleset": PLACE[0], "players": 4}]


REASON = "- {ask: place, action: place, game: origins, need: accepted, reason: For a test}\n"


def test_a_reason_excuses(tmp_path: Path) -> None:
    (tmp_path / "unasked.yaml").write_text(REASON, encoding="utf-8")
    one = standing()
    assert take_ask_reasons(tmp_path, [one]) == []
    assert not one.missing
    assert asks_text([one], []).endswith("0 met, 1 excused with a reason, 0 missing")
    assert asks_data([one])[0]["places"] == [{"ruleset": PLACE[0], "players": 4, "reason": "For a test"}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (REASON + REASON, "2:3: this reason is not needed any more"),
        (REASON.replace("reason", "players: [3], reason"), "1:3: this reason is not needed any more"),
        (REASON.replace("origins", "orgins"), "1:3: there is no such action at such an ask in this game"),
        (REASON.replace("accepted", "happens"), "1:"),
    ],
)
def test_a_reason_for_nothing_is_a_mistake(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "unasked.yaml").write_text(text, encoding="utf-8")
    (problem,) = take_ask_reasons(tmp_path, [standing()])
    assert str(problem).startswith(f"unasked.yaml:{message}")
