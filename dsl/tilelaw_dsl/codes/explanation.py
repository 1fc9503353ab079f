"""What is known about a code."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.snippets import Snippet


@dataclass(frozen=True, slots=True)
class Explanation:
    """One code of a diagnostic, for people who want to know more than its message says."""

    code: Code
    means: str
    why: str
    bad: Snippet
    """Gives this diagnostic and no other."""
    good: Snippet
    """Gives none."""
