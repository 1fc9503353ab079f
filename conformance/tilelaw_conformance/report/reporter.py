"""What a report is made of: what was run, then verdicts as they come, then the end.

All reports are made from the same events. What a report cannot know by itself is handed in as `Background`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tilelaw_conformance.cases.expectation import Answer, Case, Position
from tilelaw_conformance.data.jsondata import JsonObject, Manifests
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged

Place: TypeAlias = tuple[str, int]
"""A ruleset, with a number of players."""


def _no_picture(_case: Case) -> str:
    return ""


def _not_replayed(_case: Case, _history: Sequence[bytes], _answers: int = 0) -> None:
    return


def _nothing_known(_judged: Judged, _move: Answer) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What a report looks up elsewhere."""

    manifest: Manifests
    draw: Callable[[Position], str]
    """Draws a position as text."""
    again: Callable[[str], str]
    """Returns the command that runs the case of an id again."""
    picture: Callable[[Case], str] = _no_picture
    """Draws the position of a case as SVG; an empty text if it cannot."""
    replayed: Callable[[Case, Sequence[bytes], int], Position | None] = _not_replayed
    """Returns the position to which a game leads, and then so many answers of the case, if that can be found out."""
    refused_by: Callable[[Judged, Answer], tuple[str, ...]] = _nothing_known
    """Returns the rules that refuse a move where a case looks at moves, if that can be found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """What is run."""

    version: str
    """The version of this suite."""
    protocol: int
    corpus: str
    """The digest of the cases' files."""
    cases: tuple[Case, ...]
    left_out: tuple[Case, ...] = ()
    selection: JsonObject
    """How the cases were chosen and run, in the words of the command line."""
    digests: Callable[[Iterable[Place]], Mapping[Place, str]]
    """Returns the digests of rulesets, as far as there are such; rules may have to be read for that."""
    implementations: Sequence[str]


class Reporter(Protocol):
    """Takes the events of a run."""

    def begin(self, info: RunInfo) -> None:
        """Hear what is run."""

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Hear a verdict on an implementation; `is_known` says that the case is known to fail."""

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Hear that an implementation has been judged."""

    def end(self, status: int) -> None:
        """Hear that all is done."""
