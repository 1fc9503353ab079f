"""`tilelaw play --save-history`: what is saved leads to the same position again, however the game is left."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import tilelaw
from tilelaw.main import main

SMALL = ("play", "kingdomino/classic", "--players", "2", "--seed", "4")


def saved(path: Path) -> dict[str, Any]:
    history: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return history


def replayed(history: dict[str, Any]) -> tilelaw.State:
    start = history["start"]
    return tilelaw.load(start["ruleset"]).engine(start["players"]).play(history)


def play(monkeypatch: pytest.MonkeyPatch, path: Path, typed: list[str], *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    return main([*SMALL, "--save-history", str(path), *words])


def test_a_whole_game_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    assert play(monkeypatch, path, [], "--random") == 0
    history = saved(path)
    assert history["start"] == {"ruleset": "kingdomino/classic", "players": 2}
    last = f"\nThe history of the game is in {path}: {len(history['answers'])} answers.\n"
    assert capsys.readouterr().out.endswith(last)
    state = replayed(history)
    assert state.is_over
    assert state.history == history


@pytest.mark.parametrize("leaving", [["quit"], []])
def test_a_game_that_is_left_is_saved_as_far_as_it_was_played(
    leaving: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, position = tmp_path / "game.json", tmp_path / "position.json"
    assert play(monkeypatch, path, ["1", "2", "1", "undo", f"save {position}", *leaving]) == 0
    assert "The history of the game is in" in capsys.readouterr().out
    history = saved(path)
    assert replayed(history) == tilelaw.load("kingdomino/classic").state(saved(position))
    assert [answer for answer in history["answers"] if "shuffle" not in answer] == history["answers"][-2:]


def test_an_interrupted_game_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    typed = iter(["1"])

    def answer(_prompt: str) -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", answer)
    assert main([*SMALL, "--save-history", str(path)]) == 130
    assert "The history of the game is in" in capsys.readouterr().out
    assert not replayed(saved(path)).is_over
    assert list(tmp_path.iterdir()) == [path]


def test_nobody_plays_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no" / "such" / "folder" / "game.json"
    assert main([*SMALL, "--random", "--save-history", str(path)]) == 2
    out = capsys.readouterr()
    assert out.err == f"error: {path} cannot be written: No such file or directory\n"
    assert len(out.out.splitlines()) == 1
