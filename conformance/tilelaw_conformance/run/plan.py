"""How a case is put to an implementation: how the position is sent, and after which answers something is checked.

A plan leaves out what the implementation does not claim. If nothing is left it has no checks, and the case is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeAlias

from tilelaw_conformance.cases.expectation import Answer, Case, Given, Part, Position
from tilelaw_conformance.data.jsondata import Manifests
from tilelaw_conformance.protocol.messages import Hello
from tilelaw_conformance.run.claims import Point, SkipReason, Spelling, claimed, no_whole_turn, unclaimed_ruleset
from tilelaw_conformance.run.narrow import kept, known, unknown
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
    probe: str = ""
    """The method that shows whether a history is accepted, if there is one."""
    is_divisible: bool = True
    """Whether answers may be given one at a time, and not only by whole turns."""
    methods: frozenset[str] = frozenset()
    """The methods that the implementation claims there."""

    @property
    def hands_back(self) -> bool:
        """Whether a state that the implementation has returned is sent with another question."""
        if self.spelling is not Spelling.STATE:
            return self.spelling is Spelling.START
        asked = {part for check in self.checks if check.after for part in check.parts}
        is_split = len(self.checks) > 1 or any(check.before > 0 and Part.LEGAL in check.parts for check in self.checks)
        return is_split or bool(asked & {Part.MOVES, Part.SCORE, Part.RANK, Part.OBSERVE, Part.PERFT})

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of expectations that are looked at."""
        looked_at = {part for check in self.checks for part in check.parts}
        return tuple(part for part in Part if part in looked_at)


_PROBES = ("apply", "judge", "score", "rank", "moves")
"""The methods that show whether a history is accepted, the plainest first."""


def no_manifest(_ruleset: str, _players: int) -> None:
    """Know nothing of any ruleset."""
    return


def no_turns(_ruleset: str, _players: int, _position: Position | None, _answers: Sequence[Answer]) -> Collection[int]:
    """Know nothing of turns."""
    return ()


def no_witness(_case: Case) -> None:
    """Know no game that leads anywhere."""
    return


class Planner:
    """Makes the plans for one implementation."""

    def __init__(
        self,
        hello: Hello,
        witness: Witness = no_witness,
        turn_starts: TurnStarts = no_turns,
        manifest: Manifests = no_manifest,
    ) -> None:
        self._hello = hello
        self._witness = witness
        self._turn_starts = turn_starts
        self._manifest = manifest
        self._claims: dict[tuple[str, int], Hello | None] = {}
        is_narrow = any(claim.actions is not None for claim in hello.rulesets)
        self._is_plain = "state" in hello.positions and hello.keeps is None and hello.steps == "ask" and not is_narrow
        self._plans: dict[tuple[str, int, int, tuple[Part, ...], bool], Plan] = {}

    def plan(self, case: Case) -> Plan:
        """Return how a case is put to the implementation."""
        if not self._is_plain or case.checkpoints or case.given is not Given.POSITION:
            return self._planned(case)
        # Cases of one shape have one plan, but for what they expect; most cases share a shape with others.
        shape = case.ruleset, case.players, len(case.answers), case.then.parts, _is_order(case.answers)
        shared = self._plans.get(shape)
        if shared is None:
            shared = self._plans[shape] = self._planned(case)
        if not shared.checks:
            return shared
        return shared._replace(checks=(Check(case.then, *shared.checks[0][1:]),))

    def _planned(self, case: Case) -> Plan:
        game = case.ruleset, case.players
        if game not in self._claims:
            self._claims[game] = self._hello.at(*game)
        hello = self._claims[game]
        if hello is None:
            return Plan(Spelling.NONE, (), (unclaimed_ruleset(self._hello, *game),))
        unkept = self._unkept(case)
        if unkept:
            told = f"it rests on {' and '.join(f'`{name}`' for name in unkept)}, which it does not keep"
            return Plan(Spelling.NONE, (), (SkipReason(told, "positions"),))
        spelling = _spelling(case, hello)
        history: tuple[bytes, ...] = ()
        if spelling is Spelling.NONE and case.given is not Given.NOTHING:
            return Plan(spelling, (), (_no_position(case),))
        if spelling is Spelling.HISTORY and case.given is Given.POSITION:
            found = self._witness(case)
            if found is None:
                return Plan(Spelling.NONE, (), (_no_witness(case),))
            history = tuple(found)
        return self._checks(case, hello, spelling, history)

    def _unkept(self, case: Case) -> list[str]:
        """Return the parts that a position holds, that the rules of the case read, and that are not kept."""
        keeps = self._hello.keeps
        if keeps is None or case.given is not Given.POSITION:
            return []
        manifest = self._manifest(case.ruleset, case.players) or {}
        read = {part for rule in manifest.get("rules", ()) if rule["id"] in case.rules for part in rule["reads"]}
        return [name for name, value in case.position.items() if name in read and value and name not in keeps]

    def _checks(self, case: Case, hello: Hello, spelling: Spelling, history: tuple[bytes, ...]) -> Plan:
        covered = _leading_shuffles(case) if spelling is Spelling.START else 0
        starts = self._starts(case) if self._hello.steps == "turn" and case.given is not Given.NOTHING else None
        checks: list[Check] = []
        notes: list[SkipReason] = []
        for after, then in [*((point.after, point.then) for point in case.checkpoints), (len(case.answers), case.then)]:
            before = after - 1
            if starts is not None:
                if not {0, after} <= starts:
                    notes.append(no_whole_turn(case, then, begins_within=self._begins_within_a_turn(case)))
                    continue
                before = max((start for start in starts if start < after), default=before)
            if hello.keeps is not None:
                then = kept(then, hello.keeps, notes)
            if hello.actions is not None:
                then = known(case, then, after, history, hello.actions, notes)
            is_by_turns = case.turns is not None
            if is_by_turns and then.legal is not None:
                covered = min(covered, before)  # a turn that begins among the orders is given as a whole
            is_order = _is_order(case.answers[:after])
            point = Point(spelling, covered, after, before, is_order, is_by_turns, bool(case.tries))
            check, reasons = claimed(hello, point, then)
            if hello.actions is not None and case.near is not None and unknown([case.near], hello.actions):
                check = check._replace(has_near=False)
            notes += reasons
            checks += [check] if check.parts else []
        probe = next((name for name in _PROBES if name in hello.methods), "") if spelling is Spelling.HISTORY else ""
        is_divisible = hello.steps == "ask"
        return Plan(
            spelling, tuple(checks), tuple(dict.fromkeys(notes)), history, covered, probe, is_divisible, hello.methods
        )

    def _starts(self, case: Case) -> frozenset[int]:
        return self._asked_starts(case) if case.turns is None else frozenset(case.turns)

    def _begins_within_a_turn(self, case: Case) -> bool:
        is_tried = case.turns is not None and case.given is Given.POSITION
        return is_tried and 0 not in self._asked_starts(case)

    def _asked_starts(self, case: Case) -> frozenset[int]:
        here = None if case.given is Given.START else case.position
        return frozenset(self._turn_starts(case.ruleset, case.players, here, case.answers))


def _spelling(case: Case, hello: Hello) -> Spelling:
    if case.given is Given.NOTHING:
        return Spelling.NONE
    if "state" in hello.positions and case.given is Given.POSITION:
        return Spelling.STATE
    if "state" in hello.positions and "start" in hello.methods:
        return Spelling.START
    return Spelling.HISTORY if "history" in hello.positions else Spelling.NONE


def _is_order(answers: Sequence[Answer]) -> bool:
    """Say whether the last of some answers is the order of a shuffle."""
    return bool(answers) and "shuffle" in answers[-1]


def _no_witness(case: Case) -> SkipReason:
    # What stands in `constructed` is left to `cases show`: so that a report tells all such cases in one line.
    known = "leads to this position" if case.constructed else "is known that leads to this position"
    return SkipReason(f"it takes positions as histories only, and no game {known}", "positions")


def _no_position(case: Case) -> SkipReason:
    if case.given is Given.START:
        return SkipReason("it neither takes histories nor claims the method start here", "positions")
    return SkipReason("it takes positions neither as states nor as histories", "positions")


def _leading_shuffles(case: Case) -> int:
    """Return how many orders of shuffles come before anything is looked at."""
    asked = len(case.answers) - case.rest - (case.then.legal is not None)
    stops = [*(point.after for point in case.checkpoints), asked]
    count = 0
    while count < stops[0] and "shuffle" in case.answers[count] and "order" in case.answers[count]:
        count += 1
    return count
