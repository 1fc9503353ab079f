"""`rules lint --fix` makes the edits that can only be meant in one way, tells them, and touches nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

import tilelaw_spec
from tilelaw.lint import fixing
from tilelaw.main import main
from tilelaw_dsl import Edit, applied

WRONG = """\
option house/my on origins/discovery
    title “My house rule”;
    house

    Rule my.first "Nothing":
        score count players[it == you && true]
        score opne
"""
FIXED = """\
option house/my on origins/discovery
    title "My house rule"
    house

    rule my.first "Nothing"
        score count players[it = you and true]
        score opne
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "my.rules"
    path.write_text(WRONG, encoding="utf-8")
    return path


def lint(*words: str | Path) -> int:
    return main(["rules", "lint", *map(str, words)])


def test_safe_edits_are_made_and_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint("--fix", path) == 1
    out = capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == FIXED
    assert f"{path}:6:32: `==` becomes `=`" in out
    assert f"{path}: 6 edits made" in out
    assert "nothing is called `opne`" in out  # the rest is left, and said
    assert list(path.parent.iterdir()) == [path]


def test_a_second_time_nothing_is_done(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint("--fix", path)
    before = path.stat().st_mtime_ns
    capsys.readouterr()
    lint("--fix", path)
    assert path.stat().st_mtime_ns == before
    assert "made" not in capsys.readouterr().out


def test_line_ends_mark_and_mode_stay(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode("utf-8"))
    path.chmod(0o640)
    lint("--fix", path)
    assert path.read_bytes() == b"\xef\xbb\xbf" + FIXED.replace("\n", "\r\n").encode("utf-8")
    assert path.stat().st_mode & 0o777 == 0o640


def test_without_the_option_nothing_is_written(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint(path)
    assert path.read_text(encoding="utf-8") == WRONG
    assert "can be obeyed for you: `tilelaw rules lint --fix`" in capsys.readouterr().out


def test_edits_are_data_for_other_programs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint("--format", "json", path)
    (first, *_) = json.loads(capsys.readouterr().out)
    place = {"file": str(path), "line": 2, "column": 11, "end_line": 2, "end_column": 26}
    assert first["edit"] == {"place": place, "text": '"My house rule"', "safe": True}


def test_what_is_told_of_edits_is_no_part_of_the_data(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lint("--fix", "--format", "json", path)
    out = capsys.readouterr()
    assert "T303" in [item["code"] for item in json.loads(out.out)]
    assert "6 edits made" in out.err


def test_a_file_that_changes_meanwhile_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def meanwhile(text: str, edits: Iterable[Edit]) -> str:
        path.write_text("mode other/one\n", encoding="utf-8")
        return applied(text, edits)

    monkeypatch.setattr(fixing, "applied", meanwhile)
    assert lint("--fix", path) == 2
    assert "has changed while it was read" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "mode other/one\n"
    assert list(path.parent.iterdir()) == [path]


def test_bundled_rules_are_never_touched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "spec"
    folder.mkdir()
    (folder / "my.rules").write_text(WRONG, encoding="utf-8")
    monkeypatch.setattr(tilelaw_spec, "root", lambda: folder)
    assert list(fixing.fix([folder / "my.rules"])) == []
    assert (folder / "my.rules").read_text(encoding="utf-8") == WRONG
