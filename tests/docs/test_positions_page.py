"""The positions on the page are positions, in canonical form, and play on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tilelaw_play import load
from tilelaw_reference import manifest
from tilelaw_reference.play import generator

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
POSITIONS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["ruleset"]))
def test_a_position_of_the_page_plays_on(position: dict[str, object]) -> None:
    state = load(str(position["ruleset"])).state(position)
    assert list(state.to_json()) == list(position)
    assert state.moves()


@pytest.mark.parametrize(
    ("name", "players", "heading"), [("origins/tribe", 3, "Origins"), ("ingenious/standard", 2, "Ingenious")]
)
def test_the_parts_explained_exist(name: str, players: int, heading: str) -> None:
    text = json.dumps(manifest(load(name).game(players))["schemas"]["position"])
    if heading == "Origins":
        text += json.dumps(manifest(load("origins/totem").game(3))["schemas"]["position"])
    chapter = PAGE.split(f"## {'Kingdomino ' if heading == 'Origins' else ''}{heading}\n")[1].split("\n## ")[0]
    for row in re.findall(r"^\| (`[^|]*)\|", chapter, re.MULTILINE):
        for part in re.findall(r"`(\w+)`", row):
            assert f'"{part}"' in text, part


@pytest.mark.parametrize(
    "row", re.findall(r"^\| (\d+) \| ([\d, ]+) \| ([\d ]+) \|$", PAGE, re.MULTILINE), ids=lambda row: str(row[0])
)
def test_seeds_give_the_numbers_of_the_page(row: tuple[str, str, str]) -> None:
    state = int(row[0])
    assert generator.shuffled(state, range(10))[1] == [int(number) for number in row[2].split()]
    for number in row[1].split(", "):
        state, found = generator.following(state)
        assert found == int(number)
    assert state < 2**64


def test_random_numbers_are_even_enough() -> None:
    state, counts = 1, [0] * 6
    for _ in range(6000):
        state, number = generator.below(state, 6)
        counts[number] += 1
    assert 900 < min(counts) <= max(counts) < 1100


def test_a_seed_deals_what_the_page_says() -> None:
    ruleset = load("origins/discovery")
    dealt = ruleset.start(3, seed=7).history["answers"]
    due = ruleset.start(3).to_json()
    _, order = generator.shuffled(7, due[dealt[0]["shuffle"]])
    assert dealt[0]["order"] == order
