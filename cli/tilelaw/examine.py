"""What the reference engine finds out about cases: for coverage, for lint and for the export.

Everything happens in this process, on `State`s: a case takes a few milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from tilelaw.background import Manifest, manifest_of
from tilelaw.rulesets import all_names, find, known, players_text
from tilelaw.wording import counted, meant
from tilelaw_conformance import (
    Case,
    Expectation,
    Findings,
    Given,
    InProcess,
    Judged,
    Path,
    PositionFault,
    Referee,
    Scored,
)
from tilelaw_conformance import run_cases as run
from tilelaw_dsl.ir import RankShared
from tilelaw_play import Ruleset, RulesetError
from tilelaw_play.serve import Server
from tilelaw_reference import Engine, IllegalMove, NotationError, PositionError, RulesError, ShuffleDue, State

if TYPE_CHECKING:
    from tilelaw_draw import Json

_ANSWER = "answer"
"""The event that somebody has answered: it stands under the rule of the action, and is no effect of it."""


def _ruleset(name: str) -> Ruleset:
    return _found(known(), name)


@cache
def _found(_files: tuple[FilePath, ...], name: str) -> Ruleset:
    return find(name, engine="evaluator")


def _engine(case: Case) -> Engine:
    return _ruleset(case.ruleset).engine(case.players)


def _beginning(case: Case) -> State:
    engine = _engine(case)
    return engine.start() if case.given is Given.START else engine.state(dict(case.position))


# ---- coverage


def manifests() -> list[Manifest]:
    """Return the manifests of all known rulesets without options of another folder, for every number of players."""
    own = [name for name in all_names(options=True) if name.count("/") == 1]
    pairs = [(name, players) for name in own for players in _ruleset(name).counts]
    return [found for pair in pairs if (found := manifest_of(*pair)) is not None]


def title_of(case: Case, rule: str) -> str:
    """Return how a rule reads in the ruleset of a case, for its number of players."""
    return _titles(known(), case.ruleset, case.players).get(rule, "")


@cache
def _titles(_files: tuple[FilePath, ...], ruleset: str, players: int) -> Mapping[str, str]:
    found = manifest_of(ruleset, players)
    return {rule["id"]: rule["title"] for rule in found["rules"]} if found else {}


def examine(case: Case) -> Findings:
    """Return what becomes of a case when it is played."""
    if case.given is Given.NOTHING:
        return Findings()
    try:
        return _Examination(case).findings()
    except RulesetError:
        return Findings(problem=f"there is no ruleset {case.ruleset} for {counted(case.players, 'player')}")
    except (IllegalMove, NotationError, RulesError, ShuffleDue) as error:
        return Findings(problem=str(error))


class _Examination:
    """One way through the answers of a case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.looks = [*((point.after, point.then) for point in case.checkpoints), (len(case.answers), case.then)]
        self.state = _beginning(case)
        self.happened: set[str] = set()
        self.decided: set[str] = set()
        self.scored: list[Scored] = []
        self.listed: set[str] = set()

    def findings(self) -> Findings:
        required: frozenset[str] = frozenset()
        refused: frozenset[str] = frozenset()
        self._take_note(0)
        for i, answer in enumerate(self.case.answers, start=1):
            if i == len(self.case.answers) and "order" not in answer:
                required = self._required(answer)
            if i == len(self.case.answers) and self.case.then.legal is not None and "order" not in answer:
                refused = frozenset(rejection.rule for rejection in self.state.judge(answer).rejections)
                if self.case.then.legal is not (not refused):
                    return Findings(problem=f"its last answer is {'illegal' if refused else 'legal'}")
                if refused:
                    break
            if i == len(self.case.answers) and self.case.then.legal is False:
                refused = self._refused_order(answer)
                break
            self.state = self.state.apply(answer)
            self._take_note(i)
        return Findings(
            required_by=required | frozenset(self.listed),
            refused_by=refused,
            happened=frozenset(self.happened),
            scored=tuple(self.scored),
            decided_by=frozenset(self.decided),
        )

    def _refused_order(self, answer: Mapping[str, Json]) -> frozenset[str]:
        """Return the rules that refuse an order of a pile: only carrying it out shows them."""
        try:
            self.state.apply(dict(answer))
        except IllegalMove as illegal:
            return frozenset(rejection.rule for rejection in illegal.rejections)
        return frozenset()

    def _required(self, answer: Iterable[str]) -> frozenset[str]:
        ask = (self.state.due or {}).get("ask", "")
        actions = [name for name in answer if name != "player"]
        requirements = [each for name in actions for each in self.state.engine.rules.requirements(name, ask)]
        return frozenset(requirement.rule for requirement in requirements)

    def _take_note(self, place: int) -> None:
        """Note what has happened on the way to here, and what is looked at here."""
        self.happened.update(event["rule"] for event in self.state.events if event["event"] != _ANSWER)
        for after, then in self.looks:
            if after == place and then.legal is not False:
                self._look(then)

    def _look(self, then: Expectation) -> None:
        for move in then.moves or ():
            self.listed.update(self._required(move))
        if then.score is not None:
            sides = self.state.score()
            self.scored.append(Scored(then=then, points={side["side"]: _sums(side["lines"]) for side in sides}))
        if then.rank is not None:
            rules = self.state.deciding_rules()
            groups = self.state.ranking()
            self.decided.update(rules[group["decided_by"]] for group in groups if "decided_by" in group)
            if any(len(group["sides"]) > 1 for group in groups):
                ranks = self.state.engine.game.ranks
                self.decided.update(line.rule for line in ranks if isinstance(line, RankShared))


def _sums(lines: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the points of each rule, over all that it gives points for."""
    found: dict[str, int] = {}
    for line in lines:
        found[line["rule"]] = found.get(line["rule"], 0) + line["points"]
    return found


# ---- lint


def referee() -> Referee:
    """Return who knows the rules when cases are linted."""
    return Referee(manifest=manifest_of, no_manifest=_no_manifest, position=_position_fault, judge=_judge)


def _no_manifest(name: str, players: int) -> str:
    try:
        counts = _ruleset(name).counts
    except RulesetError:
        return f"there is no ruleset `{name}`{meant(name, all_names(options=True))}"
    return f"{name} is for {players_text(counts)}, not for {players}"


def _position_fault(case: Case) -> PositionFault | None:
    try:
        state = _beginning(case)
    except PositionError as error:
        return PositionFault(_path(error.path), error.message)
    broken = [] if case.constructed else state.broken_invariants()
    if broken:
        rules = ", ".join(f"`{rule}`" for rule in broken)
        return PositionFault((), f"no game leads here, for it breaks {rules}; say why it is `constructed`")
    return None


def _path(text: str) -> Path:
    """Return the path that the engine writes as a text."""
    parts = re.findall(r"[^.\[\]]+", text)
    return tuple(int(part) if part.isdigit() else part for part in parts)


def _judge(cases: Sequence[Case]) -> tuple[Judged, ...]:
    return run(cases, InProcess("reference", Server(find=find, known=all_names).answer)).judged


# ---- export


def complete(case: Case) -> Mapping[str, Json]:
    """Return the position that a case begins with, as canonical JSON data."""
    return _beginning(case).to_json()
