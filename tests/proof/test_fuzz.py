"""The fuzzer finds mistakes, makes them small, says which rule they are about, and accuses nobody who is right."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tilelaw.background import board_writer, draw, manifest_of, respelled, turn_starts
from tilelaw.main import main
from tilelaw_conformance import Case
from tilelaw_play import load
from tilelaw_proof import CannotFuzz, Found, Hunter, Knowledge, Link, Pen, Settings, cases_text
from tilelaw_proof.fuzz.play import Player
from tilelaw_proof.fuzz.questions import About, Inquirer, about

ADAPTERS = Path(__file__).parents[2] / "adapters"
PATIENCE = 120.0
ONE_GAME = 0.1
"""So soon no second game is begun; the first is played to its end."""


def flawed(name: str) -> list[str]:
    return [sys.executable, str(ADAPTERS / "flawed.py"), name]


def hunted(command: list[str], settings: Settings) -> Found:
    return Hunter(
        Link(command, PATIENCE, Knowledge(turn_starts, manifest_of, respelled)), load, settings, lambda _: None
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
