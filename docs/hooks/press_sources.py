"""What the press is handed to make the site from: bundled rules, their facts, and all cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tilelaw.background import corpus
from tilelaw.facts import facts
from tilelaw_conformance import bundled_corpus
from tilelaw_play import load
from tilelaw_press import Asset, Page, Sources, site, words_of_cases


@cache
def sources() -> Sources:
    """Return what pages of the site are made from; the same for all languages, which share what is compiled from it."""
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
    yield from site(sources(), language)


def faults(language: str) -> Iterator[str]:
    """Yield what is written down for pages of a language and cannot be shown, a line for each."""
    yield from words_of_cases(language).faults(sources().cases)
