"""What a result is about: rulesets, numbers of players and levels, and how much of what there is was judged.

Applicable is every case of a claimed ruleset and number of players that expects something of a level. Judged is what
was really looked at: it does not count what was skipped, whatever the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from tilelaw_conformance.cases.expectation import Part
from tilelaw_conformance.run.parts import needs
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Verdict


class JudgedBy:
    """The rulesets, each with a number of players, in which something was really looked at."""

    def __init__(self, judged: Iterable[Judged] = ()) -> None:
        self.written: set[tuple[str, int]] = set()
        """Those of cases as they are written."""
        self._heirs: set[tuple[str, int]] = set()
        for each in judged:
            self.add(each)

    def add(self, judged: Judged) -> None:
        """Take a verdict; what was skipped was not looked at."""
        case = judged.case
        if judged.verdict is not Verdict.SKIPPED:
            (self._heirs if case.inherited_from else self.written).add((case.ruleset, case.players))

    @property
    def inherited(self) -> set[tuple[str, int]]:
        """Those of inherited cases only."""
        return self._heirs - self.written


LEVELS = ("legality", "transitions", "results", "observations", "components")
"""The levels of the protocol that parts of expectations belong to; `components` needs none."""


_METHODS: Mapping[str, frozenset[str]] = {
    "legality": frozenset({"judge", "moves", "apply", "perft"}),
    "transitions": frozenset({"start", "apply"}),
    "results": frozenset({"score", "rank"}),
    "observations": frozenset({"observe"}),
    "reasons": frozenset({"judge"}),
}
"""A level is claimed in a ruleset if one of its methods is."""


@dataclass(frozen=True, slots=True)
class LevelScope:
    """How much of a level was judged in a ruleset."""

    level: str
    applicable: int
    judged: int
    passed: int

    @property
    def wrong(self) -> int:
        """How many were judged and did not pass."""
        return self.judged - self.passed


@dataclass(frozen=True, slots=True)
class Scope:
    """What was judged of a ruleset, for some numbers of players."""

    ruleset: str
    players: tuple[int, ...]
    levels: tuple[LevelScope, ...]
    not_claimed: tuple[str, ...]
    """The levels on which there are cases and nothing is claimed."""

    @property
    def applicable(self) -> int:
        """How many expectations there are, over all levels."""
        return sum(level.applicable for level in self.levels)

    @property
    def judged(self) -> int:
        """How many of them were judged."""
        return sum(level.judged for level in self.levels)

    @property
    def wrong(self) -> int:
        """How many of those did not pass."""
        return sum(level.wrong for level in self.levels)


def scopes(outcome: Outcome) -> tuple[Scope, ...]:
    """Return what was judged, a ruleset at a time."""
    hello = outcome.hello
    if hello is None:
        return ()
    by_ruleset: dict[tuple[str, frozenset[str]], list[Judged]] = {}
    claimed: dict[tuple[str, frozenset[str]], set[str]] = {}
    for judged in outcome.judged:
        here = hello.at(judged.case.ruleset, judged.case.players)
        if here is not None:
            base, *layers = judged.case.ruleset.split("+")
            key = base, frozenset(layers)  # they may be named in any order
            by_ruleset.setdefault(key, []).append(judged)
            claimed.setdefault(key, set()).update(level for level in hello.levels if _METHODS[level] & here.methods)
    return tuple(_scope(found, claimed[key]) for key, found in by_ruleset.items())


def _scope(found: Sequence[Judged], claimed: Set[str]) -> Scope:
    levels = [_level(level, found, claimed) for level in LEVELS]
    there = [level for level in levels if level.applicable]
    is_claimed = {level.level: bool(level.judged) or level.level in claimed for level in there}
    players = tuple(sorted({judged.case.players for judged in found}))
    return Scope(
        found[0].case.ruleset,
        players,
        tuple(level for level in there if is_claimed[level.level]),
        tuple(level.level for level in there if not is_claimed[level.level]),
    )


def _level(level: str, found: Sequence[Judged], claimed: Set[str]) -> LevelScope:
    about = [judged for judged in found if level in _levels(judged.case.parts, claimed)]
    looked_at = [
        each for each in about if each.verdict is not Verdict.SKIPPED and level in _levels(each.parts, claimed)
    ]
    passed = sum(not each.is_wrong for each in looked_at)
    return LevelScope(level, len(about), len(looked_at), passed)


def _levels(parts: Iterable[Part], claimed: Set[str]) -> set[str]:
    """Return the levels that parts belong to; who claims transitions only shows in a state that the game is over."""
    is_in_states = "legality" not in claimed and "transitions" in claimed
    return {
        "transitions" if part is Part.OVER and is_in_states else needs(part).level or "components" for part in parts
    }


# ---- in words


def scope_text(scope: Scope) -> str:
    """Return a scope as one line: `origins/discovery 3-4: legality 61 of 64; results not claimed`."""
    judged = [f"{each.level} {each.judged} of {each.applicable}{_wrong(each.wrong)}" for each in scope.levels]
    told = [", ".join(judged)] if judged else []
    told += [f"{_and(scope.not_claimed)} not claimed"] if scope.not_claimed else []
    return f"{scope.ruleset} {players_text(scope.players)}: {'; '.join(told)}"


def _wrong(number: int) -> str:
    return f" ({number} wrong)" if number else ""


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def players_text(players: Sequence[int]) -> str:
    """Return numbers of players in short: `3-4`, or `2, 4`."""
    if len(players) > 1 and list(players) == list(range(players[0], players[-1] + 1)):
        return f"{players[0]}-{players[-1]}"
    return ", ".join(map(str, players))
