"""What the press is handed: rulesets by name, manifests, looks and cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilelaw.background import corpus
from tilelaw.facts import facts
from tilelaw.rulesets import find, known
from tilelaw_conformance import Case, bundled_corpus
from tilelaw_press import Sources


def sources(cases: tuple[Case, ...] = (), repository: str = "") -> Sources:
    """Return what pages are made from, with some cases to illustrate them."""
    return Sources(ruleset=find, manifest=_manifest, look=_look, cases=cases, repository=repository)


def bundled_sources(repository: str = "") -> Sources:
    """Return what the pages of the site are made from."""
    return sources(corpus(bundled_corpus()).cases, repository)


def _manifest(ruleset: str, players: int) -> Mapping[str, Any]:
    found = facts(known(), ruleset, players)
    assert found is not None, "pages are made of rulesets that exist"
    manifest: Mapping[str, Any] = found["manifest"]
    return manifest


def _look(ruleset: str, players: int) -> Mapping[str, Any]:
    found = facts(known(), ruleset, players)
    assert found is not None, "pages are made of rulesets that exist"
    look: Mapping[str, Any] = found["look"]
    return look
