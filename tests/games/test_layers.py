"""Layers of a few lines that change what their games are made of: tables, ranges, relations, numbers of players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from play.walks import random_walk
from tilelaw_dsl import Code, Report, flattened, lint, print_file, render
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
    ends = (finished("large_fire", 4, seed)[-1] for seed in range(8))
    assert any(cell.get("fire") == 4 for last in ends for territory in last["territories"] for cell in territory)


@pytest.mark.parametrize("path", LAYERS, ids=lambda p: p.stem)
def test_resolved_it_is_the_same_game_in_one_file(path: Path, tmp_path: Path) -> None:
    ruleset = load(str(path))
    players = ruleset.counts[-1]
    merged = ruleset.book.merged(ruleset.layers, players, Report())
    assert merged is not None
    for table in FOLDER.glob("*.csv"):
        (tmp_path / table.name).write_bytes(table.read_bytes())
    resolved = tmp_path / "resolved.rules"
    resolved.write_text(print_file(flattened(ruleset.book.library, merged, "flat/resolved")), encoding="utf-8")
    one, other = ruleset.game(players), load(str(resolved)).game(players)
    assert (one.kinds, one.records, one.tables, one.boards) == (other.kinds, other.records, other.tables, other.boards)
    assert (one.variables, one.consequences, one.scores) == (other.variables, other.consequences, other.scores)


def test_what_is_forgotten_is_named(tmp_path: Path) -> None:
    text = (FOLDER / "large_fire.rules").read_text(encoding="utf-8")
    path = tmp_path / "forgotten.rules"
    path.write_text(text.replace("    replace field craters of territory: 0..4\n", ""), encoding="utf-8")
    (tmp_path / "large_fire.csv").write_bytes((FOLDER / "large_fire.csv").read_bytes())
    (item,) = lint(rulebook().copy(), path)
    assert (item.code, item.span.text) == (Code.NO_LONGER_FITS, "craters")
    assert {label.span.text.strip() for label in item.labels} == {"put due.a on a", "put due.b on b"}
    assert "`amend rule turn.steps`" in item.hint
