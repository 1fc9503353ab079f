"""Which rules the cases cover, and which cases are missing.

A rule needs cases by what it does, in some ruleset of its game. Where it depends on the ruleset or on the number of
players, so that it reads otherwise there (five by five squares, seven by seven), each wording needs its own:

- a requirement: one that is accepted, and one that is refused because of this rule alone;
- an effect, or a part of the flow that is skipped: one in which it happens, and one in which it nearly does;
- a score line: one without points, and two with different points;
- a line of the ranking: one that it decides;
- a rule about the setup or the components, and one that only defines something or follows from others: one case.

A case counts for the rules it names, and only where an engine confirms it: what became of a case is a `Findings`, and
finding it out is handed in. An effect nearly happens in a case that names its rule and in which a move is made without
it; for either, the case must look at what comes after the answers. Recorded cases count for nothing. A need without a
case is missing unless `uncovered.yaml` says why.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from tilelaw_conformance.cases.expectation import Basis, Case, Expectation, Part
from tilelaw_conformance.data.jsondata import Manifest


class Need(StrEnum):
    """What a rule needs a case for."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    HAPPENS = "happens"
    NEARLY = "nearly"
    ZERO = "zero"
    VALUES = "values"
    DECIDES = "decides"
    NAMED = "named"


WORDS = {
    Need.ACCEPTED: "a case with an answer for which it has a requirement and that is legal, listed or carried out",
    Need.REFUSED: "a case with `illegal` and `only: true` in which it alone refuses the answer",
    Need.HAPPENS: "a case that looks at what comes after it has happened",
    Need.NEARLY: "a case that looks at what comes after an answer without its happening",
    Need.ZERO: "a case with a score in which it gives 0 points",
    Need.VALUES: "two cases with scores in which it gives different points",
    Need.DECIDES: "a case with a `rank` that it decides",
    Need.NAMED: "a case that names it",
}
"""What would meet each need."""

_NEEDS = (
    ("require", (Need.ACCEPTED, Need.REFUSED)),
    ("effect", (Need.HAPPENS, Need.NEARLY)),
    ("skip", (Need.HAPPENS, Need.NEARLY)),
    ("score", (Need.ZERO, Need.VALUES)),
    ("rank", (Need.DECIDES,)),
)
_SETUP = frozenset({"setup", "components"})
_HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game, in all of its rulesets in which it reads the same."""

    game: str
    id: str
    title: str
    does: frozenset[str]
    places: frozenset[tuple[str, int]] = frozenset()
    """Rulesets and numbers of players in which it reads so."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players for which it reads so."""
        return tuple(sorted({players for _, players in self.places}))

    @property
    def topic(self) -> str:
        """The first word of the id."""
        return self.id.split(".")[0]

    @property
    def needs(self) -> tuple[Need, ...]:
        """What it needs cases for."""
        if _SETUP.intersection(self.id.split(".")):
            return (Need.NAMED,)
        found = dict.fromkeys(need for kind, needs in _NEEDS if kind in self.does for need in needs)
        return tuple(found) or (Need.NAMED,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """An expectation with a score, and what each rule gives each side there."""

    then: Expectation
    points: Mapping[int, Mapping[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What an engine has found out about a case."""

    problem: str = ""
    """Why the case cannot be played through as it says; then nothing else is known."""
    required_by: frozenset[str] = frozenset()
    """The rules that have a requirement for the last answer, or on one that is listed."""
    refused_by: frozenset[str] = frozenset()
    """The rules that refuse it."""
    happened: frozenset[str] = frozenset()
    """The rules that had an effect on the way, or skipped something."""
    scored: tuple[Scored, ...] = ()
    decided_by: frozenset[str] = frozenset()
    """The rules of the ranking that put one side before another, or let sides share a place."""


Examine: TypeAlias = Callable[[Case], Findings]


@dataclass(slots=True)
class Standing:
    """How it stands with one need of one rule."""

    rule: Rule
    need: Need
    met_by: list[str] = field(default_factory=list)
    """The ids of the cases that meet it."""
    almost: list[str] = field(default_factory=list)
    """What keeps other cases from meeting it."""
    reason: str = ""
    """Why there is no case, if that is written down."""

    @property
    def is_missing(self) -> bool:
        """Whether there is neither a case nor a reason."""
        return not self.met_by and not self.reason


@dataclass(frozen=True, slots=True)
class Coverage:
    """How it stands with every need, and the cases that count for nothing because they cannot be played."""

    standings: tuple[Standing, ...]
    unplayable: tuple[tuple[str, str], ...] = ()

    @property
    def missing(self) -> tuple[Standing, ...]:
        """The needs with neither a case nor a reason."""
        return tuple(standing for standing in self.standings if standing.is_missing)


def rules_of(manifests: Iterable[Manifest]) -> list[Rule]:
    """Return the rules of every game that has rules of its own besides house rules, over all the rulesets given."""
    found: dict[tuple[str, str, str], Rule] = {}
    games: set[str] = set()
    for manifest in manifests:
        game = manifest["name"].split("/")[0]
        for rule in manifest["rules"]:
            key = game, rule["id"], rule["title"]
            known = found.get(key, Rule(*key, frozenset()))
            places = known.places | {(manifest["name"], manifest["players"])}
            found[key] = replace(known, does=known.does.union(rule["does"]), places=places)
            is_house = all(citation["kind"] == _HOUSE for citation in rule["citations"])
            if rule["layer"].split("/")[0] == game and not is_house:
                games.add(game)
    wanted = (rule for rule in found.values() if rule.game in games)
    return sorted(wanted, key=lambda rule: (rule.game, rule.topic, rule.id))


def cover_rules(
    rules: Sequence[Rule], cases: Iterable[Case], examine: Examine, title: Callable[[Case, str], str]
) -> Coverage:
    """Return how it stands with the needs of the rules; `title` says how a rule reads where a case is played."""
    standings = {(rule, need): Standing(rule, need) for rule in rules for need in rule.needs}
    known = {(rule.game, rule.id, rule.title): rule for rule in rules}
    points: dict[Rule, dict[str, set[int]]] = defaultdict(dict)
    unplayable = []
    for case in cases:
        keys = ((case.game, id_, title(case, id_)) for id_ in case.rules)
        named = [known[key] for key in keys if key in known]
        if case.basis is Basis.RECORDED or not named:
            continue
        findings = examine(case)
        if findings.problem:
            unplayable.append((case.id, findings.problem))
            continue
        for rule in named:
            for need, shortfall in _met(case, findings, rule.id):
                standing = standings.get((rule, need))
                if standing is not None and shortfall:
                    standing.almost.append(f"{case.id} {shortfall}")
                elif standing is not None:
                    standing.met_by.append(case.id)
            points[rule][case.id] = set(_points(findings, rule.id))
    for rule, by_case in points.items():
        _count_points(standings, rule, by_case)
    return Coverage(tuple(standings.values()), tuple(unplayable))


def is_about(rule: Rule, games: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether a rule is of one of some games, and called by one of some words or beginning so; none is any."""
    begins = any(f"{rule.id}.".startswith(f"{word.rstrip('.')}.") for word in words)
    return (not games or rule.game in games) and (not words or begins)


def part_of(coverage: Coverage, games: Sequence[str] = (), words: Sequence[str] = ()) -> Coverage:
    """Return the part of a coverage that is about some games, and about rules that are called or begin so."""
    kept = tuple(standing for standing in coverage.standings if is_about(standing.rule, games, words))
    unplayable = tuple(each for each in coverage.unplayable if not games or each[0].split("/")[0] in games)
    return Coverage(kept, unplayable)


def _met(case: Case, findings: Findings, rule: str) -> Iterator[tuple[Need, str]]:
    """Yield the needs of a rule that a case meets, or would meet but for a shortfall."""
    yield Need.NAMED, ""
    then = case.then
    if then.legal is False and rule in then.refused_by:
        yield Need.REFUSED, _shortfall(then, findings, rule)
    elif then.legal is not False and (then.legal or Part.MOVES in then.parts or case.answers):
        yield (
            Need.ACCEPTED,
            "" if rule in findings.required_by else "accepts an answer, but it has no requirement there",
        )
    if Part.RANK in then.parts or any(Part.RANK in point.then.parts for point in case.checkpoints):
        yield Need.DECIDES, "" if rule in findings.decided_by else "ranks, but it does not decide there"
    if then.legal is False:
        return
    looks_further = bool(case.checkpoints) or any(part is not Part.LEGAL for part in then.parts)
    shortfall = "" if looks_further else "does not look at what comes after"
    if rule in findings.happened:
        yield Need.HAPPENS, shortfall
    elif any("order" not in answer for answer in case.answers):
        yield Need.NEARLY, shortfall


def _shortfall(then: Expectation, findings: Findings, rule: str) -> str:
    others = sorted(findings.refused_by - {rule})
    if others:
        return f"is also refused by {', '.join(others)}"
    return "" if then.only else "does not say `only: true`"


def _points(findings: Findings, rule: str) -> Iterator[int]:
    """Yield what the rule gives wherever that is judged: by its own line, or by a sum that it is part of."""
    for scored in findings.scored:
        for side in scored.then.score or ():
            yield from (line["points"] for line in side.get("lines", ()) if line["rule"] == rule)
            given = scored.points.get(side["side"], {})
            if rule in given and ("total" in side or "result" in side):
                yield given[rule]


def _count_points(standings: Mapping[tuple[Rule, Need], Standing], rule: Rule, by_case: Mapping[str, set[int]]) -> None:
    """Take note of the points that a rule gives in the cases."""
    zero, values = standings.get((rule, Need.ZERO)), standings.get((rule, Need.VALUES))
    if zero is None or values is None:
        return
    zero.met_by += [id_ for id_, points in by_case.items() if 0 in points]
    with_points = {id_: points - {0} for id_, points in by_case.items() if points - {0}}
    different = {each for points in with_points.values() for each in points}
    if len(with_points) > 1 and len(different) > 1:
        values.met_by += with_points
    else:
        values.almost += [f"{id_} gives {', '.join(map(str, sorted(all_)))}" for id_, all_ in with_points.items()]
