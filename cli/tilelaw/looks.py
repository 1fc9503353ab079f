"""How the boards of a ruleset look: the look data that lie beside its rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

import tilelaw_spec
from tilelaw_reference.library import Ruleset


def look_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return the look of the topmost layer's game that has one; boards without one are drawn plainly."""
    games = [name.split("/")[0] for name in ruleset.layers]
    for layer in ruleset.layers:
        games += sorted({name.split("/")[0] for name in ruleset.book.library.below(layer)})
    for game in games:
        path = tilelaw_spec.root() / game / "look.yaml"
        if path.is_file():
            return _read(path)
    return {}


@cache
def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found
