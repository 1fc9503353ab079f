"""The positions on the page are positions, in canonical form, and play on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilelaw_play import load
from tilelaw_reference import Json, manifest
from tilelaw_reference.play import generator

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "positions.md").read_text(encoding="utf-8")


def positions_in(data: Json) -> Iterator[dict[str, Json]]:
    """Yield every whole position in JSON, however deep it stands."""
    if isinstance(data, dict) and "ruleset" in data and "asks" in data:
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from positions_in(part)


def shown_on(page: Path) -> Iterator[dict[str, Json]]:
    """Yield the positions that a page shows as JSON."""
    for block in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            yield from positions_in(json.loads(line))


POSITIONS = [(page.stem, position) for page in sorted(DOCS.glob("*.md")) for position in shown_on(page)]


def test_pages_show_positions() -> None:
    assert {"positions", "protocol", "writing-cases"} <= {page for page, _ in POSITIONS}


@pytest.mark.parametrize(("page", "position"), POSITIONS)
def test_a_position_of_a_page_is_canonical_and_plays_on(page: str, position: dict[str, Json]) -> None:
    state = load(str(position["ruleset"])).state(position)
    assert json.dumps(state.to_json()) == json.dumps(position), page
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
