"""The verdict on a case, and what there is to say about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.run.match import Difference


class Verdict(StrEnum):
    """What became of a case."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    SKIPPED = "skipped"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"


GOOD = frozenset({Verdict.PASSED, Verdict.SKIPPED})
"""The verdicts that are no failure."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A case with its verdict and what there is to say about it."""

    case: Case
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    reason: str = ""
    """Why it was skipped, errored, crashed or timed out."""
    link: str = ""
    """Where the reason of a skip is explained."""
    stderr: str = ""
    """The end of the implementation's stderr, if it misbehaved."""
    not_judged: tuple[str, ...] = ()
    """Parts of the expectation that the implementation does not claim, with the reason."""
    history: tuple[bytes, ...] = ()
    """The game that led to the position, if the implementation was sent a game instead of it."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_wrong(self) -> bool:
        """Whether the implementation has not done what the case expects."""
        return self.verdict not in GOOD
