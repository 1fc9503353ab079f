"""A rules file stands wherever a ruleset does, and what it holds is known by its own name from then on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import tilelaw_spec
from cli.moor import HEATH, MOOR, RULES
from tilelaw.main import main
from tilelaw_play.serve import Server

POSITION = {
    "ruleset": "moor/basic",
    "players": 2,
    "land": [{"at": [1, 1], "plant": "moss"}],
    "asks": [{"ask": "grow", "player": 0}],
}
CASES = """\
title: Growing
cases:
  - id: moor/grow/rejects-full
    title: Nothing grows where something grows
    ruleset: moor/basic
    players: 2
    rules: [grow.free]
    basis: ruling
    why: It is needed
    since: "0.1"
    given:
      land: |
        at 0,0
        .  M  .
        R~ .  .
      asks: [{ask: grow, player: 0}]
    when:
      - grow: {at: [1, 0], what: moss}
    then: {illegal: [grow.free], only: true}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with cases and rules of somebody's own under names that need care."""
    rules = tmp_path / "meine Fälle" / "rules"
    rules.mkdir(parents=True)
    for name, text in (("möor 1.rules", RULES), ("moor.yaml", MOOR), ("heath.yaml", HEATH)):
        (rules / name).write_text(text, encoding="utf-8")
    (rules.parent / "moor").mkdir()
    (rules.parent / "moor" / "grow.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(POSITION), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILE = "meine Fälle/rules/möor 1.rules"
ALONE = f"{FILE}:moor/basic"
OWN = ("--cases", "meine Fälle")


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(words)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out + out.err


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (("play", FILE, "--random", "--seed", "1"), 0, "moor/basic+heath (Heath), 2 players"),
        (("perft", ALONE, "--depth", "1"), 0, "12\n"),
        (("perft", ALONE, "--depth", "1", "--position", "position.json"), 0, "10\n"),
        (("perft", FILE, "--depth", "1", "--position", "position.json"), 2, "these rules are for `moor/basic+heath`"),
        (("explain", ALONE, "--position", "position.json", "--score"), 0, "side 1: 1\n"),
        (("rules", "show", ALONE), 0, "moor/basic for 2 players: Moor"),
        (("rules", "show", f"{FILE}:moor/basc"), 2, "has no layer `moor/basc`"),
        (("draw", "position.json", "--text"), 2, "with --ruleset and its rules file"),
        (("draw", "position.json", "--text", "--ruleset", FILE), 0, "1  . M .\n"),
        (("draw", "position.json", "--ruleset", "missing.rules"), 2, "there is no file `missing.rules`"),
        (("draw", "moor/grow/rejects-full", "--text", *OWN), 0, "1  R~ . .\n"),
        (("cases", "list", *OWN, "--ruleset", ALONE), 0, "moor/grow/rejects-full"),
        (("cases", "list", *OWN, "--ruleset", FILE), 2, "there is no case of the ruleset `moor/basic+heath`"),
        (("cases", "show", *OWN, "moor/grow/rejects-full"), 0, "M moss  R tall reed  ~ wet"),
        (("cases", "export", *OWN), 0, '"name": "moor/basic"'),
        (("cases", "lint", *OWN), 0, "1 case in 1 file: 0 problems"),
        (("cases", "coverage", *OWN, "--game", "moor"), 1, "moor  grow.free"),
        (("check", *OWN, "--impl", "reference"), 0, "2 passed of 2 cases"),
        (("check", "--ruleset", ALONE, "--impl", "reference"), 2, "--cases FOLDER names other cases"),
    ],
)
def test_every_command(
    folder: Path, words: tuple[str, ...], status: int, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, text = run(*words, capsys=capsys)
    assert part in text
    assert found == status
    assert folder.is_dir()


def test_a_saved_position_loads_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["save saved.json", "quit"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    assert run("play", ALONE, "--seed", "1", capsys=capsys)[0] == 0
    saved: dict[str, Any] = json.loads((folder / "saved.json").read_text(encoding="utf-8"))
    assert saved["ruleset"] == "moor/basic"
    assert run("perft", ALONE, "--position", "saved.json", "--depth", "1", capsys=capsys) == (0, "12\n")
    (folder / "saved.json").write_text(json.dumps(saved | {"ruleset": ALONE}), encoding="utf-8")
    assert run("perft", ALONE, "--position", "saved.json", "--depth", "1", capsys=capsys) == (0, "12\n")
    assert run("draw", "saved.json", "--text", capsys=capsys)[0] == 0


def test_nothing_is_remembered_from_one_command_line_to_the_next(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("draw", "position.json", "--text", "--ruleset", FILE, capsys=capsys)[0] == 0
    assert run("draw", "position.json", "--text", capsys=capsys)[0] == 2
    shutil.rmtree(folder / "meine Fälle")
    assert "moor/basic" not in Server().known()


@pytest.mark.long
def test_what_fills_a_position_for_four_is_not_sent_to_an_option_of_ones_own_for_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "wide.rules"
    rules.write_text('option house/wide on kingdomino/classic\n    title "A wide kingdom"\n    set limit = 6\n')
    words = ["check", "-q", "--ruleset", str(rules), "--rule", "place.connects", "--inherited", "all"]
    assert main([*words, "--impl", "reference"]) == 0
    assert "kingdomino/classic+house/wide 2-4: legality" in capsys.readouterr().out


CHOICES = """option t/{0} on kingdomino/classic
    title "{0}"
    house
    set limit = {1}
"""


@pytest.mark.parametrize(
    ("second", "is_whole"), [("set limit = 7", False), ("add to board territory\n        marsh: flag", True)]
)
def test_lint_tells_a_file_whose_options_exclude_each_other(
    second: str, is_whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = CHOICES.format("six", 6) + CHOICES.format("other", 7).replace("set limit = 7", second)
    Path("choice.rules").write_text(text, encoding="utf-8")
    status, told = run("rules", "lint", "choice.rules", capsys=capsys)
    assert status == 0
    assert ("choice.rules as a whole cannot be played: `t/six` and `t/other` both change" in told) is not is_whole
    assert ("Name one: choice.rules:t/six or choice.rules:t/other" in told) is not is_whole


def test_options_of_several_modes_are_plainly_no_whole(capsys: pytest.CaptureFixture[str]) -> None:
    options = tilelaw_spec.root() / "ingenious" / "3-options.rules"
    assert "as a whole" not in run("rules", "lint", str(options), capsys=capsys)[1]
