"""What of an expectation an implementation can be judged on, given what it claims in `hello`.

What is not claimed is left out, each time with a reason and the chapter of the protocol's page that explains it. What
can be judged somewhere depends only on how positions are sent and on which answers lead there: that is a `Point`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from tilelaw_conformance.cases.expectation import Case, Expectation, Part
from tilelaw_conformance.protocol.messages import PAGE, Hello
from tilelaw_conformance.run.parts import Check, needs


class SkipReason(NamedTuple):
    """Why something is not judged, and the chapter that explains it."""

    text: str
    chapter: str

    @property
    def link(self) -> str:
        """Where it is explained."""
        return f"{PAGE}#{self.chapter}"


_NO_PERFT = SkipReason("it counts single answers, and its moves are whole turns", "turns")


class Spelling(Enum):
    """How positions are sent."""

    NONE = "none"
    STATE = "state"
    START = "start"
    """As a state that the method `start` has returned."""
    HISTORY = "history"


class Point(NamedTuple):
    """A point in the answers of a case at which something is checked."""

    spelling: Spelling
    covered: int
    """How many answers the method `start` is given."""
    after: int
    before: int
    """Where the last answer, or the last turn, begins."""
    is_order: bool = False
    """Whether the last answer is the order of a shuffle, which only `apply` takes."""
    is_by_turns: bool = False
    """Whether the answers are those of whole turns."""
    is_tried: bool = False
    """Whether moves that are listed are put as whole turns."""

    @property
    def is_applied(self) -> bool:
        """Whether `apply` is needed to get there."""
        return self._is_carried and self.after > self.covered

    @property
    def is_applied_before(self) -> bool:
        """Whether `apply` is needed to get to where the last answer, or the last turn, is judged."""
        return self._is_carried and self.before > self.covered

    @property
    def is_single(self) -> bool:
        """Whether that is a single answer."""
        return self.before == self.after - 1

    @property
    def is_judged(self) -> bool:
        """Whether `judge` can be asked about the last answer."""
        return self.is_single and not self.is_order

    @property
    def is_returned(self) -> bool:
        """Whether the implementation has returned the state that is there."""
        return self.spelling is Spelling.START or (self._is_carried and self.after > 0)

    @property
    def _is_carried(self) -> bool:
        return self.spelling is not Spelling.HISTORY


def is_claimed(hello: Hello, ruleset: str, players: int) -> bool:
    """Say whether an implementation claims a ruleset for a number of players."""
    return any(players in claim.players and claim.covers(ruleset) for claim in hello.rulesets)


def unclaimed_ruleset(hello: Hello, ruleset: str, players: int) -> SkipReason:
    """Return why a ruleset with a number of players that is not claimed is not judged."""
    if any(claim.covers(ruleset) for claim in hello.rulesets):
        return SkipReason(f"it does not claim {ruleset} for {players} players", "rulesets")
    return SkipReason(f"it does not claim {ruleset}", "rulesets")


def claimed(hello: Hello, point: Point, then: Expectation) -> tuple[Check, tuple[SkipReason, ...]]:
    """Return what can be checked of an expectation at a point, and why the rest cannot."""
    reasons = {part: _why_not(hello, point, part, then) for part in then.parts}
    check = Check(
        then,
        point.after,
        point.before,
        parts=tuple(part for part, reason in reasons.items() if reason is None),
        by_judge="judge" in hello.methods and point.is_judged,
        by_apply="apply" in hello.methods,
        has_near=point.is_single or point.is_by_turns,
        over_in_state=_is_over_in_state(hello, point),
        winners_only=hello.ranking == "winners",
    )
    told = [SkipReason(f"{part}: {why.text}", why.chapter) for part, why in reasons.items() if why is not None]
    return check, tuple(told)


def no_whole_turn(case: Case, then: Expectation, *, begins_within: bool) -> SkipReason:
    """Return why an expectation that does not rest between two turns cannot be put as a whole turn either.

    `begins_within` says whether it begins in the middle of a turn, and was tried as a whole one.
    """
    if set(then.parts) == {Part.PERFT}:
        return SkipReason(f"{Part.PERFT}: {_NO_PERFT.text}", _NO_PERFT.chapter)
    if set(then.parts) == {Part.OBSERVE}:
        told = "this is what players see in the middle of a turn"
    elif case.turns is not None and then.legal is False and case.near is None:
        told = "no move is legal here that a turn could go on with, as where the order of a pile is due"
    elif begins_within:
        told = "this begins in the middle of a turn of which nobody knows how it began"
    else:
        told = "this does not rest between two turns"
    return SkipReason(f"its turns are indivisible, and {told}", "turns")


def _why_not(hello: Hello, point: Point, part: Part, then: Expectation) -> SkipReason | None:
    if part is Part.OVER and _is_over_in_state(hello, point):
        return None
    if part is Part.COMPONENTS and hello.deck == "given":
        return SkipReason("its components are given", "rulesets")
    wanted = needs(part)
    if wanted.level and wanted.level not in hello.levels:
        return SkipReason(f"it does not claim the level {wanted.level}", "levels")
    if hello.steps == "turn" and part is Part.PERFT:
        return _NO_PERFT
    if part is Part.OVER and hello.actions is not None and not then.over:  # a game may go on with other actions
        return SkipReason(f"it claims the actions {', '.join(sorted(hello.actions))} only", "rulesets")
    if hello.steps == "turn" and wanted.is_about_moves and not (part is Part.MOVES and point.is_tried):
        return SkipReason("its moves are whole turns", "turns")
    return _missing(hello, *_methods(hello, point, part))


def _methods(hello: Hello, point: Point, part: Part) -> list[str]:
    """Return the methods it takes to judge a part at a point."""
    if part is Part.COMPONENTS:
        return [needs(part).method]
    if part is Part.MOVES and point.is_tried:
        return ["apply"]
    if part is Part.STATE:
        return ["apply"] if point.is_applied or not point.is_returned else []
    if part is Part.LEGAL:
        is_by_apply = not point.is_judged or ("judge" not in hello.methods and "apply" in hello.methods)
        return ["apply" if is_by_apply else "judge", *(["apply"] if point.is_applied_before else [])]
    return [needs(part).method, *(["apply"] if point.is_applied else [])]


def _is_over_in_state(hello: Hello, point: Point) -> bool:
    """Say whether a state comes back at a point, and the end of the game would show in it."""
    comes_back = point.spelling is not Spelling.STATE or point.is_applied
    keeps_asks = hello.keeps is None or "asks" in hello.keeps
    is_claimed = "transitions" in hello.levels and not _missing(hello, *_methods(hello, point, Part.STATE))
    return comes_back and keeps_asks and is_claimed


def _missing(hello: Hello, *methods: str) -> SkipReason | None:
    for method in methods:
        if method not in hello.methods:
            return SkipReason(f"it does not claim the method {method}", "methods")
    return None
