"""The drawing code knows no game: no word that look data stand for occurs in its sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import tilelaw_draw
import tilelaw_spec

SOURCES = sorted(Path(tilelaw_draw.__file__).parent.rglob("*.py"))
# Words that also mean something else: shapes, colours of a terminal, what pictures are made of.
COMMON = {
    "red",
    "green",
    "blue",
    "row",
    "next",
    "dot",
    "star",
    "ring",
    "hexagon",
    "box",
    "symbol",
    "hand",
    "first",
    "pawn",
}


def _words_of_looks() -> set[str]:
    found: set[str] = set()
    for path in tilelaw_spec.root().glob("*/look.yaml"):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        found |= {*data["glyphs"], *data["zones"], *data["pieces"], *data["boards"], *data.get("variables", {})}
        for board in data["boards"].values():
            found |= {*board["main"]["members"], *board.get("numbers", {})}
            for field, mark in board.get("marks", {}).items():
                found |= {field, *mark.get("members", {})}
    return {part for word in found for part in word.split("_")} - COMMON


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_word_of_a_game(path: Path) -> None:
    words = set(re.findall(r"[a-z]+", path.read_text(encoding="utf-8").lower()))
    assert words & _words_of_looks() == set()
