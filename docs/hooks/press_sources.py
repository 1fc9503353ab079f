"""What the press is handed to make the site from: bundled rules, their facts, and all cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import tilelaw_press
from tilelaw.background import corpus
from tilelaw.facts import facts
from tilelaw_conformance import bundled_corpus
from tilelaw_play import load
from tilelaw_press import Asset, Page, Sources


def sources() -> Sources:
    """Return what pages of the site are made from."""
    return Sources(
        ruleset=load,
        manifest=lambda name, players: _facts(name, players, "manifest"),
        look=lambda name, players: _facts(name, players, "look"),
        cases=corpus(bundled_corpus()).cases,
    )


def _facts(name: str, players: int, part: str) -> Mapping[str, Any]:
    found = facts((), name, players)
    assert found is not None, f"{name} for {players} is bundled"
    made: Mapping[str, Any] = found[part]
    return made


def everything(language: str) -> Iterator[Page | Asset]:
    """Yield everything that the press makes for one language."""
    if hasattr(tilelaw_press, "site"):
        yield from tilelaw_press.site(sources(), language)
