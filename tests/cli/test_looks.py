"""Looks that layers bring: laid over each other in layer order, and told apart from what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.moor import HEATH, MOOR, RULES
from tilelaw import looks
from tilelaw.main import main
from tilelaw.problems import Problem
from tilelaw_play import load


def look_of(name: str, players: int) -> Any:
    return looks.look_of(load(name), players)


@pytest.fixture
def moor(tmp_path: Path) -> Path:
    for name, text in (("my moor.rules", RULES), ("moor.yaml", MOOR), ("heath.yaml", HEATH)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "my moor.rules"


def test_looks_lie_over_each_other(moor: Path) -> None:
    alone, both = f"{moor}:moor/basic", str(moor)
    assert (load(alone).name, load(both).name) == ("moor/basic", "moor/basic+heath")
    assert look_of(alone, 2)["boards"]["land"]["main"]["members"]["reed"] == {"letter": "R", "title": "tall reed"}
    land = look_of(both, 2)["boards"]["land"]
    assert land["main"] == {
        "field": "plant",
        "members": {
            "moss": {"letter": "M"},
            "reed": {"letter": "T", "title": "tall reed"},
            "heather": {"letter": "H"},
        },
    }
    assert land["marks"] == {"wet": {"kind": "flag", "sign": "~"}}


def test_bundled_looks_are_found_like_any_other() -> None:
    assert "territories" in look_of("origins/totem+house/herding", 3)["boards"]
    assert "plan" in look_of("ingenious/solo", 1)["boards"]


@pytest.mark.parametrize(
    ("file", "text", "part"),
    [
        ("moor.yaml", None, "error[T811]: there is no look `moor.yaml`"),
        ("moor.yaml", "", "moor.yaml:1:1"),
        ("moor.yaml", "- 3", "error[T812]: a look is an object"),
        ("moor.yaml", "boards: {land: {nothing: no}}", "programs read `no` in different ways: put it in quotes"),
        ("moor.yaml", "boards: [", "this is not YAML"),
        ("moor.yaml", "a: &x [1]\nb: *x", "anchors and aliases are not used here"),
        ("moor.yaml", MOOR.replace("letter: M", "letter: 3"), "moor.yaml:3:43"),
        ("heath.yaml", HEATH.replace("letter: H", "letter: M"), "boards.land.main: `M` stands for two things"),
        ("heath.yaml", HEATH.replace("letter: H", "latter: H"), "did you mean `letter`?"),
        ("heath.yaml", HEATH.replace("letter: H", 'glyph: "fox"'), "heath.yaml:3:58"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    moor: Path, file: str, text: str | None, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    moor.with_name(file).unlink() if text is None else moor.with_name(file).write_text(text, encoding="utf-8")
    assert main(["rules", "lint", str(moor)]) == 1
    assert part in capsys.readouterr().out
    with pytest.raises(Problem, match="T81"):
        look_of(str(moor), 2)
    assert main(["play", str(moor), "--random", "--seed", "1"]) == 1
    assert part in capsys.readouterr().err


def test_lint_finds_nothing_wrong(moor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lint", str(moor)]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out
