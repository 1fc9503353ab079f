"""Layers of a few lines that change what their games are made of: tables, ranges, relations, numbers of players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from play.walks import random_walk
from tilelaw_dsl import lint, render
from tilelaw_play import load, rulebook

FOLDER = Path(__file__).parents[1] / "strangers" / "layers"
LAYERS = sorted(FOLDER.glob("*.rules"))


def test_there_are_layers() -> None:
    assert [path.stem for path in LAYERS] == ["five_players", "large_fire", "seven_colours"]


@pytest.mark.parametrize("path", LAYERS, ids=lambda p: p.stem)
def test_it_is_short_and_plays_to_its_end(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 13
    assert [render(d) for d in lint(rulebook().copy(), path)] == []
    ruleset = load(str(path))
    for players in ruleset.counts:
        states = list(random_walk(ruleset.start(players, seed=players), 1))
        assert states[-1].is_over
        middle = states[len(states) // 2]
        assert ruleset.state(middle.to_text()) == middle


def finished(name: str, players: int, seed: int) -> list[dict[str, Any]]:
    ruleset = load(str(FOLDER / f"{name}.rules"))
    return [state.to_json() for state in random_walk(ruleset.start(players, seed=seed), seed)]


def test_five_play_with_rows_of_five() -> None:
    ruleset = load(str(FOLDER / "five_players.rules"))
    assert ruleset.counts == (5,)
    positions = finished("five_players", 5, 2)
    assert len(positions[0]["next"]) == 5
    assert len(positions[-1]["territories"]) == 5
    assert max(tile["tile"] for p in positions for tile in p.get("next", [])) > 48


def test_pink_scores_like_every_colour() -> None:
    ruleset = load(str(FOLDER / "seven_colours.rules"))
    states = list(random_walk(ruleset.start(2, seed=1), 1))
    assert [line["key"] for line in states[-1].score()[0]["lines"]][-2:] == ["purple", "pink"]
    assert any(line["points"] for side in states[-1].score() for line in side["lines"] if line["key"] == "pink")


def test_a_volcano_of_four_brings_a_token_of_four() -> None:
    fires = set()
    for seed in range(8):
        last = finished("large_fire", 4, seed)[-1]
        fires |= {cell.get("fire", 0) for territory in last["territories"] for cell in territory}
    assert 4 in fires
