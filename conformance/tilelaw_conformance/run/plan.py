"""How a case is put to an implementation: how the position is spelled, and where on the way something is looked at.

A plan leaves out what the implementation does not claim. If nothing is left it has no looks, and the case is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Case, Expectation, Given
from tilelaw_conformance.protocol.claims import Ability, Reason, Spelling, Spot, ability, unclaimed_ruleset
from tilelaw_conformance.protocol.messages import Hello

Witness: TypeAlias = Callable[[Case], Sequence[bytes] | None]
"""Returns the answers, each as JSON text, that lead from the start of a game to the position of a case."""

TurnStarts: TypeAlias = Callable[[str, int, Mapping[str, Any] | None, Sequence[Mapping[str, Any]]], Collection[int]]
"""Returns after how many of the answers a new turn begins, given the ruleset, the number of players, the position
(nothing for the start of a game) and the answers; 0 if the position itself rests between two turns."""


class Look(NamedTuple):
    """Some parts of an expectation, looked at after so many answers."""

    then: Expectation
    after: int
    parts: tuple[str, ...]
    before: int
    """For the part `legal`: after how many answers the rest of them is judged."""
    by_judge: bool
    over_in_state: bool


class Plan(NamedTuple):
    """How a case is put to an implementation."""

    spelling: Spelling
    looks: tuple[Look, ...]
    notes: tuple[Reason, ...] = ()
    """Why parts of the expectation, or all of it, are not judged."""
    history: tuple[bytes, ...] = ()
    """The answers that lead to the position, if it is spelled as a history."""
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
        self._plans: dict[tuple[str, int, int, tuple[str, ...]], Plan] = {}
        self._unclaimed: dict[tuple[str, int], Reason | None] = {}
        self._abilities: dict[tuple[Spelling, int, int, int, tuple[str, ...]], Ability] = {}

    def plan(self, case: Case) -> Plan:
        """Return how a case is put to the implementation."""
        if not self._is_plain or case.checkpoints or case.given is not Given.POSITION:
            return self._planned(case)
        # Cases of one shape have one plan, but for what they expect; most cases share a shape with others.
        shape = case.ruleset, case.players, len(case.answers), case.then.parts
        known = self._plans.get(shape)
        if known is None:
            known = self._plans[shape] = self._planned(case)
        if not known.looks:
            return known
        return Plan(known.spelling, (Look(case.then, *known.looks[0][1:]),), known.notes)

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
        return self._looks(case, spelling, history)

    def _spelling(self, case: Case) -> Spelling:
        hello = self._hello
        if case.given is Given.NOTHING:
            return Spelling.NONE
        if "state" in hello.positions and case.given is Given.POSITION:
            return Spelling.STATE
        if "state" in hello.positions and "start" in hello.methods:
            return Spelling.START
        return Spelling.HISTORY if "history" in hello.positions else Spelling.NONE

    def _looks(self, case: Case, spelling: Spelling, history: tuple[bytes, ...]) -> Plan:
        covered = _leading_shuffles(case) if spelling is Spelling.START else 0
        starts = self._starts(case) if self._hello.steps == "turn" and case.given is not Given.NOTHING else None
        looks: list[Look] = []
        notes: list[Reason] = []
        for point in case.checkpoints:
            self._look(point.after, point.then, spelling, covered, starts, looks, notes)
        self._look(len(case.answers), case.then, spelling, covered, starts, looks, notes)
        return Plan(spelling, tuple(looks), tuple(dict.fromkeys(notes)) if notes else (), history, covered)

    def _look(
        self,
        after: int,
        then: Expectation,
        spelling: Spelling,
        covered: int,
        starts: frozenset[int] | None,
        looks: list[Look],
        notes: list[Reason],
    ) -> None:
        """Add a look, if there is something to look at, and why the rest is not."""
        before = after - 1
        if starts is not None:
            if not {0, after} <= starts:
                told = "its turns are indivisible, and this does not rest between two turns"
                notes.append(Reason(told, "turns"))
                return
            before = max((start for start in starts if start < after), default=before)
        if self._hello.keeps is not None:
            then = _kept(then, self._hello.keeps, notes)
        key = spelling, covered, after, before, then.parts
        found = self._abilities.get(key)
        if found is None:
            found = self._abilities[key] = ability(self._hello, _spot(spelling, covered, after, before), then.parts)
        parts, reasons, by_judge, over_in_state = found
        notes += reasons
        if parts:
            looks.append(Look(then, after, parts, before, by_judge, over_in_state))

    def _starts(self, case: Case) -> frozenset[int]:
        if self._turn_starts is None:
            return frozenset()
        here = None if case.given is Given.START else case.position
        return frozenset(self._turn_starts(case.ruleset, case.players, here, case.answers))


def _spot(spelling: Spelling, covered: int, after: int, before: int) -> Spot:
    is_carried = spelling is not Spelling.HISTORY
    return Spot(
        spelling=spelling,
        is_applied=is_carried and after > covered,
        is_applied_before=is_carried and before > covered,
        is_single=before == after - 1,
        is_returned=spelling is Spelling.START or (is_carried and after > 0),
    )


def _kept(then: Expectation, keeps: frozenset[str], notes: list[Reason]) -> Expectation:
    """Return an expectation without the parts of positions that the implementation does not keep."""
    if then.state is not None:
        then = replace(then, state=_kept_parts(then.state, keeps, "state", notes) or None)
    if then.observe is not None:
        sights = [{**each, "sees": _kept_parts(each["sees"], keeps, "observe", notes)} for each in then.observe]
        then = replace(then, observe=tuple(each for each in sights if each["sees"]) or None)
    return then


def _kept_parts(parts: Mapping[str, Any], keeps: frozenset[str], where: str, notes: list[Reason]) -> dict[str, Any]:
    notes += [Reason(f"{where}.{name}: it does not keep `{name}`", "positions") for name in parts if name not in keeps]
    return {name: value for name, value in parts.items() if name in keeps}


def _no_witness(case: Case) -> Reason:
    # What stands in `constructed` is left to `cases show`: so that a report tells all such cases in one line.
    known = "leads to this position" if case.constructed else "is known that leads to this position"
    return Reason(f"it takes positions as histories only, and no game {known}", "positions")


def _no_position(case: Case) -> Reason:
    if case.given is Given.START:
        return Reason("it neither takes histories nor claims the method start", "positions")
    return Reason("it takes positions neither as states nor as histories", "positions")


def _leading_shuffles(case: Case) -> int:
    """Return how many orders of shuffles come before anything is looked at."""
    stops = [point.after for point in case.checkpoints] + [len(case.answers) - (case.then.legal is not None)]
    count = 0
    while count < stops[0] and "shuffle" in case.answers[count] and "order" in case.answers[count]:
        count += 1
    return count
