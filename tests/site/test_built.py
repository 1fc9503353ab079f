"""What was built, as files: every kind of page is there in every language, and every link leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import link_check
from checkout import ROOT
from site_kinds import ENGLISH, KINDS, LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_page_is_there(site: Path, language: str) -> None:
    missing = [path for path in KINDS if not (site / LANGUAGES[language] / path).is_file()]
    assert missing == []


def test_every_page_stands_in_every_language(site: Path) -> None:
    made = {language: _paths(site / folder) for language, folder in LANGUAGES.items() if folder}
    assert made["cs"] == made["sk"] == made["hu"] == made["pl"]
    assert made["cs"] <= _paths(site)
    assert len(made["cs"]) > 300


def test_pages_for_engine_authors_are_english(site: Path) -> None:
    for path in ENGLISH:
        assert (site / path).is_file()
        assert "This page is in English only." in (site / path).read_text(encoding="utf-8")


def test_every_link_and_anchor_leads_somewhere(site: Path) -> None:
    assert link_check.shortened(link_check.broken(site)) == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|link|iframe|object)[^>]*(?:src|href|data)="([^"]*)"', text)
        assert link_check.outside(fetched) == [], page
        assert "<h1" in text, page


def test_pages_are_the_same_under_two_hash_seeds() -> None:
    program = (
        "import hashlib, press_sources\n"
        "for one in press_sources.everything('hu'): print(one.path, hashlib.sha256(repr(one).encode()).hexdigest())"
    )
    hooks = str(ROOT / "docs" / "hooks")
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": hooks},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate()[0].splitlines() for run in runs)
    assert len(first) > 300
    assert [(a, b) for a, b in zip(first, second, strict=True) if a != b] == []


def _paths(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
