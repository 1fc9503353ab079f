"""Which parts of an expectation an implementation can be judged on, given what it claims in `hello`.

What is not claimed is left out, each time with a reason and the chapter of the protocol's page that explains it. What
can be judged somewhere depends only on how positions are spelled and on which answers lead there, so it is worked out
once for each such `Spot`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from tilelaw_conformance.protocol.messages import PAGE, Hello


class Reason(NamedTuple):
    """Why something is not judged, and the chapter that explains it."""

    text: str
    chapter: str

    @property
    def link(self) -> str:
        """Where it is explained."""
        return f"{PAGE}#{self.chapter}"


class Spelling(Enum):
    """How positions are sent."""

    NONE = "none"
    STATE = "state"
    START = "start"
    """As a state that the method `start` has returned."""
    HISTORY = "history"


class Spot(NamedTuple):
    """A place on the way of the answers at which something is looked at."""

    spelling: Spelling
    is_applied: bool
    """Whether `apply` is needed to get there."""
    is_applied_before: bool
    """Whether `apply` is needed to get to where the last answer, or the last turn, is judged."""
    is_single: bool
    """Whether that is a single answer."""
    is_returned: bool
    """Whether the implementation has returned the state that is there."""


class Ability(NamedTuple):
    """Which parts can be judged at a spot, why the others cannot, and by which means."""

    parts: tuple[str, ...]
    notes: tuple[Reason, ...]
    by_judge: bool
    """For the part `legal`: whether `judge` is asked; otherwise `apply` shows it."""
    over_in_state: bool
    """For the part `over`: whether the state that comes back shows it; otherwise `moves` does."""


_LEVELS = {
    "legal": "legality",
    "moves": "legality",
    "perft": "legality",
    "state": "transitions",
    "score": "results",
    "rank": "results",
    "observe": "observations",
}


def unclaimed_ruleset(hello: Hello, ruleset: str, players: int) -> Reason | None:
    """Return why a ruleset with a number of players is not judged, or nothing if it is claimed."""
    claims = [claim for claim in hello.rulesets if claim.covers(ruleset)]
    if not claims:
        return Reason(f"it does not claim {ruleset}", "rulesets")
    if not any(players in claim.players for claim in claims):
        return Reason(f"it does not claim {ruleset} for {players} players", "rulesets")
    return None


def ability(hello: Hello, spot: Spot, wanted: tuple[str, ...]) -> Ability:
    """Return what can be judged of some parts at a spot."""
    parts = []
    notes = []
    for part in wanted:
        reason = _why_not(hello, spot, part)
        if reason is None:
            parts.append(part)
        else:
            notes.append(Reason(f"{part}: {reason.text}", reason.chapter))
    by_judge = "judge" in hello.methods and spot.is_single
    return Ability(tuple(parts), tuple(notes), by_judge, _is_over_in_state(hello, spot))


def _why_not(hello: Hello, spot: Spot, part: str) -> Reason | None:
    if part == "components":
        return _missing(hello, "components")
    if part == "over" and _is_over_in_state(hello, spot):
        return None
    level = _LEVELS["moves" if part == "over" else part]
    if level not in hello.levels:
        return Reason(f"it does not claim the level {level}", "levels")
    if hello.steps == "turn" and part in ("moves", "perft", "over"):
        return Reason("its moves are whole turns", "turns")
    return _missing(hello, *_methods(hello, spot, part))


def _methods(hello: Hello, spot: Spot, part: str) -> list[str]:
    """Return the methods it takes to judge a part at a spot."""
    if part == "state":
        return ["apply"] if spot.is_applied or not spot.is_returned else []
    if part == "legal":
        is_by_apply = not spot.is_single or ("judge" not in hello.methods and "apply" in hello.methods)
        return ["apply" if is_by_apply else "judge", *(["apply"] if spot.is_applied_before else [])]
    return ["moves" if part == "over" else part, *(["apply"] if spot.is_applied else [])]


def _is_over_in_state(hello: Hello, spot: Spot) -> bool:
    """Say whether a state comes back at a spot, and the end of the game would show in it."""
    comes_back = spot.spelling is not Spelling.STATE or spot.is_applied
    keeps_asks = hello.keeps is None or "asks" in hello.keeps
    is_claimed = "transitions" in hello.levels and not _missing(hello, *_methods(hello, spot, "state"))
    return comes_back and keeps_asks and is_claimed


def _missing(hello: Hello, *methods: str) -> Reason | None:
    for method in methods:
        if method not in hello.methods:
            return Reason(f"it does not claim the method {method}", "methods")
    return None
