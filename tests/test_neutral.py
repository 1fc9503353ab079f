"""The language and the engines know no game: no word that spec/ declares for one occurs in their sources."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from checkout import ROOT
from tilelaw_play import load, names

SOURCES = [
    path
    for folder in ("dsl", "reference_impl", "engine")
    for pattern in ("*.py", "*.lark")
    for path in sorted((ROOT / folder).rglob(pattern))
]
WORD = re.compile(r"[A-Za-z]+")


@cache
def words_of_games() -> set[str]:
    """Return enum members, component and record names, minus the words of the language reference."""
    found: set[str] = set()
    for name in names(all=True):
        ruleset = load(name)
        game = ruleset.game(ruleset.counts[0])
        for kind in game.kinds:
            found |= {kind.name, *(str(m.name) for m in kind.members if isinstance(m.name, str))}
        found |= {record.name for record in game.records}
        found |= {board.name for board in game.boards} | {board.cell for board in game.boards}
        found |= {zone.name for zone in game.zones}
    parts = {part for word in found for part in word.lower().split("_")}
    reference = set(WORD.findall((ROOT / "docs" / "language.md").read_text(encoding="utf-8").lower()))
    return {word for word in parts if len(word) > 2} - reference


def test_there_is_something_to_look_for() -> None:
    assert {"volcano", "mammoth", "desert", "territory", "caveman", "orange"} <= words_of_games()
    assert len(SOURCES) > 30


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.name)
def test_no_word_of_a_game(path: Path) -> None:
    words = set(WORD.findall(path.read_text(encoding="utf-8").lower()))
    assert words & words_of_games() == set()
