"""How a case is put to an implementation: how the position is sent, and after which answers something is checked.

A plan leaves out what the implementation does not claim. If nothing is left it has no checks, and the case is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Answer, Case, Expectation, Given, Part, Position, Sight
from tilelaw_conformance.data.jsondata import Json, JsonObject
from tilelaw_conformance.protocol.messages import Hello
from tilelaw_conformance.run.claims import Point, SkipReason, Spelling, claimed, unclaimed_ruleset
from tilelaw_conformance.run.parts import Check

Witness: TypeAlias = Callable[[Case], Sequence[bytes] | None]
"""Returns the answers, each as JSON text, that lead from the start of a game to the position of a case."""

TurnStarts: TypeAlias = Callable[[str, int, Position | None, Sequence[Answer]], Collection[int]]
"""Returns after how many of the answers a new turn begins, given the ruleset, the number of players, the position
(nothing for the start of a game) and the answers; 0 if the position itself rests between two turns."""


class Plan(NamedTuple):
    """How a case is put to an implementation."""

    spelling: Spelling
    checks: tuple[Check, ...]
    notes: tuple[SkipReason, ...] = ()
    """Why parts of the expectation, or all of it, are not judged."""
    history: tuple[bytes, ...] = ()
    """The answers that lead to the position, if it is sent as a history."""
    covered: int = 0
    """How many answers, all of them orders of shuffles, the method `start` is given."""


def no_witness(_case: Case) -> None:
    """Know no game that leads anywhere."""
    return


class Planner:
    """Makes the plans for one implementation."""

    def __init__(self, hello: Hello, witness: Witness = no_witness, turn_starts: TurnStarts | None = None) -> None:
        self._hello = hello
        self._witness = witness
        self._turn_starts = turn_starts
        self._is_plain = "state" in hello.positions and hello.keeps is None and hello.steps == "ask"
        self._plans: dict[tuple[str, int, int, tuple[Part, ...]], Plan] = {}
        self._unclaimed: dict[tuple[str, int], SkipReason | None] = {}

    def plan(self, case: Case) -> Plan:
        """Return how a case is put to the implementation."""
        if not self._is_plain or case.checkpoints or case.given is not Given.POSITION:
            return self._planned(case)
        # Cases of one shape have one plan, but for what they expect; most cases share a shape with others.
        shape = case.ruleset, case.players, len(case.answers), case.then.parts
        known = self._plans.get(shape)
        if known is None:
            known = self._plans[shape] = self._planned(case)
        if not known.checks:
            return known
        return Plan(known.spelling, (Check(case.then, *known.checks[0][1:]),), known.notes)

    def _planned(self, case: Case) -> Plan:
        game = case.ruleset, case.players
        if game not in self._unclaimed:
            self._unclaimed[game] = unclaimed_ruleset(self._hello, *game)
        unclaimed = self._unclaimed[game]
        if unclaimed is not None:
            return Plan(Spelling.NONE, (), (unclaimed,))
        spelling = self._spelling(case)
        history: tuple[bytes, ...] = ()
        if spelling is Spelling.NONE and case.given is not Given.NOTHING:
            return Plan(spelling, (), (_no_position(case),))
        if spelling is Spelling.HISTORY and case.given is Given.POSITION:
            found = self._witness(case)
            if found is None:
                return Plan(Spelling.NONE, (), (_no_witness(case),))
            history = tuple(found)
        return self._checks(case, spelling, history)

    def _spelling(self, case: Case) -> Spelling:
        hello = self._hello
        if case.given is Given.NOTHING:
            return Spelling.NONE
        if "state" in hello.positions and case.given is Given.POSITION:
            return Spelling.STATE
        if "state" in hello.positions and "start" in hello.methods:
            return Spelling.START
        return Spelling.HISTORY if "history" in hello.positions else Spelling.NONE

    def _checks(self, case: Case, spelling: Spelling, history: tuple[bytes, ...]) -> Plan:
        covered = _leading_shuffles(case) if spelling is Spelling.START else 0
        starts = self._starts(case) if self._hello.steps == "turn" and case.given is not Given.NOTHING else None
        checks: list[Check] = []
        notes: list[SkipReason] = []
        for after, then in [*((point.after, point.then) for point in case.checkpoints), (len(case.answers), case.then)]:
            before = after - 1
            if starts is not None:
                if not {0, after} <= starts:
                    told = "its turns are indivisible, and this does not rest between two turns"
                    notes.append(SkipReason(told, "turns"))
                    continue
                before = max((start for start in starts if start < after), default=before)
            if self._hello.keeps is not None:
                then = _kept(then, self._hello.keeps, notes)
            check, reasons = claimed(self._hello, Point(spelling, covered, after, before), then)
            notes += reasons
            checks += [check] if check.parts else []
        return Plan(spelling, tuple(checks), tuple(dict.fromkeys(notes)), history, covered)

    def _starts(self, case: Case) -> frozenset[int]:
        if self._turn_starts is None:
            return frozenset()
        here = None if case.given is Given.START else case.position
        return frozenset(self._turn_starts(case.ruleset, case.players, here, case.answers))


def _kept(then: Expectation, keeps: frozenset[str], notes: list[SkipReason]) -> Expectation:
    """Return an expectation without the parts of positions that the implementation does not keep."""
    if then.state is not None:
        then = replace(then, state=_kept_parts(then.state, keeps, "state", notes) or None)
    if then.observe is not None:
        sights = [
            Sight(player=each["player"], sees=_kept_parts(each["sees"], keeps, "observe", notes))
            for each in then.observe
        ]
        then = replace(then, observe=tuple(each for each in sights if each["sees"]) or None)
    return then


def _kept_parts(parts: JsonObject, keeps: frozenset[str], where: str, notes: list[SkipReason]) -> dict[str, Json]:
    notes += [
        SkipReason(f"{where}.{name}: it does not keep `{name}`", "positions") for name in parts if name not in keeps
    ]
    return {name: value for name, value in parts.items() if name in keeps}


def _no_witness(case: Case) -> SkipReason:
    # What stands in `constructed` is left to `cases show`: so that a report tells all such cases in one line.
    known = "leads to this position" if case.constructed else "is known that leads to this position"
    return SkipReason(f"it takes positions as histories only, and no game {known}", "positions")


def _no_position(case: Case) -> SkipReason:
    if case.given is Given.START:
        return SkipReason("it neither takes histories nor claims the method start", "positions")
    return SkipReason("it takes positions neither as states nor as histories", "positions")


def _leading_shuffles(case: Case) -> int:
    """Return how many orders of shuffles come before anything is looked at."""
    stops = [point.after for point in case.checkpoints] + [len(case.answers) - (case.then.legal is not None)]
    count = 0
    while count < stops[0] and "shuffle" in case.answers[count] and "order" in case.answers[count]:
        count += 1
    return count
