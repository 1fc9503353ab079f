"""How diagnostics are shown, as text and as JSON.

Every folder in `golden` holds rules files and what is said about them. After a change that is meant, run
`REWRITE_GOLDEN=1 pytest tests/dsl/test_golden.py` and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilelaw_dsl.diagnostics import Diagnostic, render, to_json
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook

GOLDEN = Path(__file__).parent / "golden"
FOLDERS = sorted(path for path in GOLDEN.iterdir() if path.is_dir())


def findings(folder: Path) -> list[Diagnostic]:
    book = Rulebook.read([folder])
    if book.report.items:
        return book.report.sorted()
    return [item for path in sorted(folder.glob("*.rules")) for item in lint(book, path)]


def test_there_are_folders_and_nothing_else() -> None:
    assert len(FOLDERS) >= 3
    assert set(GOLDEN.iterdir()) == set(FOLDERS)
    for folder in FOLDERS:
        names = {path.name for path in folder.iterdir() if path.suffix != ".rules"}
        assert names == {"shown.txt", "shown.json"} or os.environ.get("REWRITE_GOLDEN")
        assert list(folder.glob("*.rules"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_golden(folder: Path) -> None:
    found = findings(folder)
    assert found
    made = {"shown.txt": "\n\n".join(map(render, found)) + "\n", "shown.json": to_json(found) + "\n"}
    for name, text in made.items():
        if os.environ.get("REWRITE_GOLDEN"):
            (folder / name).write_text(text, encoding="utf-8")
        assert (folder / name).read_text(encoding="utf-8") == text
