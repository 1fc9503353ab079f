"""What `rules lint --play` tells of the rules of a file, for tests to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw.lint.account.text import HEAD
from tilelaw.main import main


def written(folder: Path, text: str, name: str = "my.rules") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def account(capsys: pytest.CaptureFixture[str], *paths: str) -> list[str]:
    """Return what rules did, line by line, without the head."""
    assert main(["rules", "lint", *paths, "--play"]) == 0
    lines = capsys.readouterr().out.splitlines()
    return lines[lines.index(HEAD) + 1 :] if HEAD in lines else []


def paragraph(lines: list[str], name: str) -> list[str]:
    """Return what is told of a rule, an ask, or who sees what."""
    start = next(number for number, line in enumerate(lines) if line.startswith(f"  {name}"))
    end = next((n for n in range(start + 1, len(lines)) if not lines[n].startswith("    ")), len(lines))
    return [line.strip() for line in lines[start:end]]
