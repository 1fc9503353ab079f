"""The verdict on a case, and what there is to say about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tilelaw_conformance.cases.expectation import Answer, Case, Part
from tilelaw_conformance.run.match import Difference


class Verdict(StrEnum):
    """What became of a case."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "position not reached"
    ERRORED = "errored"
    SKIPPED = "skipped"
    CRASHED = "crashed"
    TIMED_OUT = "timed out"


GOOD = frozenset({Verdict.PASSED, Verdict.SKIPPED})
"""The verdicts that are no failure."""


class Refused(NamedTuple):
    """A legal answer on the way to a position that the implementation refuses."""

    number: int
    """Counted from 1, from where the game or the position that was sent begins."""
    of: int
    answer: Answer
    message: str
    rules: tuple[str, ...] = ()
    """The rules that the implementation names."""
    turn: tuple[Answer, ...] = ()
    """All answers of the turn that it ends, where turns are indivisible: any of them may be the one that is refused."""
    is_only: bool = False
    """Whether no other answer was legal there: then the implementation may have gone on without asking."""

    @property
    def doubt(self) -> str:
        """What may be wrong where the only legal answer of an ask is refused; nothing where there are others."""
        told = "no other answer is legal here, and the engine may have gone on without asking; every ask is asked"
        return f"{told}, also with one answer" if self.is_only else ""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What is refused: a single answer, or a whole turn."""
        return self.turn or (self.answer,)

    @property
    def before(self) -> int:
        """How many answers come before it."""
        return self.number - len(self.answers)

    @property
    def actions(self) -> tuple[str, ...]:
        """What kinds of answers it consists of, each once: the names of actions, or `shuffle`."""
        return tuple(dict.fromkeys(map(_action, self.answers)))


def _action(answer: Answer) -> str:
    return "shuffle" if "shuffle" in answer else next(name for name in answer if name != "player")


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
    parts: tuple[Part, ...] = ()
    """The parts of the expectation that were looked at."""
    refused: Refused | None = None
    """The answer at which the way to the position ended."""
    hands_back: bool = False
    """Whether it was sent a state that it had returned itself."""
    misused: int = 0
    """The code of an error that it answered although it knows the position (`run/holding.py`); 0 if it did not."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def is_wrong(self) -> bool:
        """Whether the implementation has not done what the case expects."""
        return self.verdict not in GOOD

    @property
    def is_about_neighbour(self) -> bool:
        """Whether all that differs is a legal neighbour of the refused move: that says nothing of the case's rules."""
        return bool(self.differences) and all(each.is_about_neighbour for each in self.differences)

    @property
    def is_about_sides(self) -> bool:
        """Whether it differs in who is scored or ranked: then what they have says little about the rules."""
        return any(each.is_about_sides for each in self.differences)
