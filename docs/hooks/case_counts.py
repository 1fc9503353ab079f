"""Fills in how many cases rest on what, so that no page can fall behind the corpus."""

from __future__ import annotations

from collections import Counter

from tilelaw.background import corpus
from tilelaw_conformance import Basis, bundled_corpus

MARK = "<!-- cases by basis -->"
MEANINGS = {
    Basis.STATED: "a rulebook says it",
    Basis.PICTURED: "a picture of a rulebook shows it",
    Basis.EDITION: "one edition says it and others do not",
    Basis.RULING: "our reading where the books leave a gap",
    Basis.RECORDED: "worked out by the reference: whole games, and counts of moves",
}


def filled(markdown: str) -> str:
    """Return a page with the table where the mark is."""
    return markdown.replace(MARK, table()) if MARK in markdown else markdown


def table() -> str:
    """Return how many cases there are of each basis."""
    counts = Counter(case.basis for case in corpus(bundled_corpus()).cases)
    rows = [f"| `{basis}` | {meaning} | {counts[basis]} |" for basis, meaning in MEANINGS.items()]
    return "\n".join(["| Basis | What it means | Cases |", "| --- | --- | ---: |", *rows])
