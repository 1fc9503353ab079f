"""The fuzzer finds mistakes, makes them small, says which rule they are about, and accuses nobody who is right."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tilelaw.background import board_writer, draw, is_same, manifest_of, only_answer, respelled, turn_starts
from tilelaw.main import main
from tilelaw_conformance import Case, ChildProcess, Expectation, Judged, Knowledge, Verdict
from tilelaw_play import load
from tilelaw_proof import CannotFuzz, Found, Hunter, Link, Pen, Settings, cases_text
from tilelaw_proof.fuzz.link import contradicted
from tilelaw_proof.fuzz.play import Player
from tilelaw_proof.fuzz.questions import LONG, About, Inquirer, about

ADAPTERS = Path(__file__).parents[2] / "adapters"
PATIENCE = 120.0
ONE_GAME = 0.1
"""So soon no second game is begun; the first is played to its end."""


def flawed(name: str) -> list[str]:
    return [sys.executable, str(ADAPTERS / "flawed.py"), name]


def hunted(command: list[str], settings: Settings) -> Found:
    return Hunter(
        Link(command, PATIENCE, Knowledge(respelled, manifest_of, turn_starts, is_same, only_answer)),
        load,
        settings,
        lambda _: None,
    ).hunt()


def questions(seed: int) -> list[Case]:
    chance = Random(seed)
    engine = load("kingdomino/classic").engine(2)
    player, inquirer = Player(engine, chance), Inquirer(engine, "kingdomino/classic", chance)
    states = [state for _, state in zip(range(20), player.game(), strict=False)]
    return [replace(case, id="x") for state in states for case in inquirer.questions(state)]


def test_a_seed_asks_the_same() -> None:
    assert questions(3) == questions(3)
    assert questions(3) != questions(4)


def test_everything_that_can_be_claimed_is_asked() -> None:
    asked = {about(case) for case in questions(3) if case.then.parts}
    assert asked == set(About)
    legal = [case.then.legal for case in questions(3) if about(case) is About.LEGAL]
    assert True in legal
    assert False in legal


def test_long_lists_are_compared_as_a_whole_if_an_answer_may_be_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = load("ingenious/standard").engine(2)
    inquirer = Inquirer(engine, "ingenious/standard", Random(1))
    position: Any = {
        "racks": [["red_red", "red_green", "red_blue"], []],
        "plan": [{"at": [0, r], "symbol": "blue"} for r in (-4, -3, 3, 4)],
        "asks": [{"ask": "place", "player": 0}],
    }
    state = engine.state({"ruleset": "ingenious/standard", "players": 2, **position})
    here = replace(inquirer.case(state), then=Expectation(moves=()))
    assert len(inquirer.expected(here).moves or ()) == len(state.moves()) > LONG
    listed = sum(about(case) is About.MOVES for _ in range(60) for case in inquirer.questions(state))
    assert 3 < listed < 30
    monkeypatch.setattr("tilelaw_proof.fuzz.questions.MOST_ELEMENTS", 1000)
    assert inquirer.expected(here).moves is None


def test_who_answers_about_other_moves_can_hold_the_position() -> None:
    """An illegal answer to which 1003 comes is met where another move in the same position is judged."""
    one, *_ = (case for case in questions(3) if about(case) is About.LEGAL and case.then.legal is False)
    legal = replace(one, answers=({"pass": {}},), then=Expectation(legal=True))
    lost = Judged(one, Verdict.SKIPPED, reason="no place", link="x#holding")
    found = contradicted([lost, Judged(legal, Verdict.PASSED, parts=legal.then.parts)])
    assert [(each.verdict, each.misused) for each in found] == [(Verdict.ERRORED, 1003), (Verdict.PASSED, 0)]
    elsewhere = replace(legal, position={**legal.position, "players": 3})
    assert contradicted([lost, Judged(elsewhere, Verdict.PASSED, parts=legal.then.parts)])[0] == lost
    assert (
        contradicted([replace(lost, case=legal), Judged(legal, Verdict.PASSED, parts=legal.then.parts)])[0].case
        == legal
    )


@pytest.fixture(scope="module")
def found() -> Found:
    settings = Settings(rulesets=("origins/discovery",), seconds=600.0, most=1)
    return hunted(flawed("lava-on-the-hut"), settings)


def test_a_mistake_is_found_small_and_with_its_rule(found: Found) -> None:
    (dispute,) = found.disputes
    assert dispute.rules[0] == "lava.not-hut"
    assert dispute.agrees_with == "+ruling-lava-on-hut"
    territories: Any = dispute.case.position["territories"]
    assert sum(map(len, territories)) <= 8


def test_it_is_written_as_a_case_that_fails_again_and_that_the_reference_passes(found: Found, tmp_path: Path) -> None:
    text = cases_text(found.disputes, 1, Pen(board_writer, draw))
    (tmp_path / "fuzz.yaml").write_text(text, encoding="utf-8")
    (entry,) = yaml.safe_load(text)["cases"]
    assert entry["rules"] == ["lava.not-hut"]
    assert "# " in text
    assert "H hut" in text
    words = ["check", "--quiet", "--cases", str(tmp_path)]
    assert main([*words, "--", *flawed("lava-on-the-hut")]) == 1
    assert main([*words, "--impl", "reference"]) == 0


@pytest.mark.long
def test_what_rests_on_a_ruling_can_be_left_out() -> None:
    settings = Settings(rulesets=("origins/discovery",), seconds=600.0, most=1, without_rulings=True)
    found = hunted(flawed("lava-on-the-hut"), settings)
    assert not found.disputes
    assert found.left_out == 1


@pytest.mark.parametrize(
    ("program", "ruleset"),
    [
        ("python_kingdomino", "origins/totem"),
        ("scorer_python", "origins/discovery"),
        ("replay_python", "kingdomino/classic"),
    ],
)
def test_who_is_right_is_accused_of_nothing(program: str, ruleset: str) -> None:
    found = hunted([sys.executable, str(ADAPTERS / program)], Settings(rulesets=(ruleset,), seconds=ONE_GAME))
    assert found.asked > 0
    assert not found.disputes, [dispute.judged for dispute in found.disputes]


def test_a_count_that_differs_is_followed_to_the_first_position(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["perft", "kingdomino/classic", "--players", "2", "--depth", "5", "--divide", "--"]
    assert main([*words, *flawed("equal-halves-twice")]) == 1
    told = capsys.readouterr().out
    assert told.startswith("after     select")
    assert "expected  no such move" in told
    assert main([*words, sys.executable, str(ADAPTERS / "python_kingdomino")]) == 0
    assert capsys.readouterr().out.startswith("the same: ")


def test_a_program_that_says_nothing_is_told_of() -> None:
    with pytest.raises(CannotFuzz):
        hunted([sys.executable, "-c", ""], Settings(seconds=1.0))
    assert main(["fuzz", "--seconds", "1", "--", sys.executable, "-c", ""]) == 2
    assert main(["fuzz"]) == 2


def test_what_could_not_be_ended_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(ChildProcess, "left_behind", lambda _child: ["7 (stone)"])
    told = "it has started processes that could not be ended: 7 (stone)"
    words = ["fuzz", "--games", "1", "--ruleset", "kingdomino/classic", "--"]
    assert main([*words, sys.executable, str(ADAPTERS / "python_kingdomino")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == told
    assert main([*words, sys.executable, "-c", ""]) == 2
    assert told in capsys.readouterr().err


GIVEN_DECK = """
import json, sys
from tilelaw_play.serve import Server

server, has_deck = Server(), False
for line in sys.stdin:
    request = json.loads(line)
    answer = server.answer(line)
    if request["method"] == "hello":
        answer["result"] |= {"deck": "given", "methods": ["score"]}
        answer["result"] |= {"rulesets": [{"name": "kingdomino/classic", "players": [2]}]}
    elif request["method"] == "deck":
        has_deck = bool(request["params"]["decks"])
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": {}}
    elif request["method"] == "score" and not has_deck:
        sys.exit("no deck")
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.long
def test_who_is_given_its_components_gets_them_before_it_is_asked(tmp_path: Path) -> None:
    (tmp_path / "given.py").write_text(GIVEN_DECK, encoding="utf-8")
    found = hunted([sys.executable, str(tmp_path / "given.py")], Settings(seconds=0.1))
    assert found.asked > 0
    assert not found.disputes


HALF_WAY = """
import json, sys
from tilelaw_play.serve import Server

server = Server()
for line in sys.stdin:
    request = json.loads(line)
    answer = server.answer(line)
    if request["method"] == "hello":
        answer["result"] |= {"positions": ["history"], "methods": ["apply", "score"], "levels": ["results"]}
        answer["result"] |= {"rulesets": [{"name": "kingdomino/classic", "players": [2]}]}
    elif len(request["params"].get("position", {}).get("history", {}).get("answers", ())) > 9:
        answer = {"jsonrpc": "2.0", "id": request["id"], "error": {"code": 1001, "message": "I stop here"}}
    print(json.dumps(answer), flush=True)
"""


def test_a_move_that_is_refused_on_the_way_is_a_disagreement_about_that_move(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text(HALF_WAY, encoding="utf-8")
    found = hunted([sys.executable, str(tmp_path / "half.py")], Settings(seconds=0.1))
    assert found.disputes
    assert all(each.about is About.LEGAL and each.is_refused for each in found.disputes)
    assert {len(each.history) for each in found.disputes} == {9}
