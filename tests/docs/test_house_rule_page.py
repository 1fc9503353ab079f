"""The tutorial about house rules: its files are written, and each command prints what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tilelaw.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "house-rule.md").read_text(encoding="utf-8")


def test_every_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for before, kind, text in re.findall(r"([^\n]*)\n\n```(\w+)\n(.*?)```", PAGE, re.DOTALL):
        if kind == "rules":
            (name,) = re.findall(r"`(\w+\.rules)`", before)
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "text":
            command, _, shown = text.partition("\n")
            main(shlex.split(command.removeprefix("$ tilelaw ")))
            heard = capsys.readouterr()
            assert shows(shown, heard.out + heard.err), command
            commands += 1
    assert commands == 7
    assert len(list(tmp_path.iterdir())) == 4


def shows(page: str, printed: str) -> bool:
    """Say whether a page shows what was printed; a line `…` stands for any others."""
    parts = [re.escape(part) for part in re.split(r"^…\n", page, flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed) is not None


def test_a_page_that_shows_something_else_is_noticed() -> None:
    assert shows("a\n…\nb\n", "a\nx\ny\nb\n")
    assert not shows("a\n…\nb\n", "a\nx\nb\nc\n")
