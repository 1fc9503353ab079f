"""Coverage for people, as a table by game and topic with what is missing, and for programs, as JSON data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tilelaw_conformance.author.coverage import WORDS, Coverage, Standing
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.report.wording import counted

_COLUMNS = ("rules", "needs", "met", "excused", "missing")
_MOST_HINTS = 3


def coverage_text(coverage: Coverage, problems: Sequence[CaseProblem], *, only_missing: bool = False) -> str:
    """Return the table, unless only what is missing is wanted, then that, then what is wrong with the reasons."""
    parts: list[Iterator[str]] = [] if only_missing else [_table(coverage)]
    parts += [_missing(coverage), _notes(coverage), map(str, problems), _summary(coverage, problems)]
    texts = ["\n".join(part) for part in parts]
    return "\n\n".join(text for text in texts if text)


def _table(coverage: Coverage) -> Iterator[str]:
    names = [each.rule.topic for each in coverage.standings] + [each.rule.game for each in coverage.standings]
    width = max(map(len, names), default=0) + 4
    for game, standings in groupby(coverage.standings, key=lambda each: each.rule.game):
        of_game = list(standings)
        yield f"{game:<{width}}" + "".join(f"{column:>9}" for column in _COLUMNS)
        for topic, some in groupby(of_game, key=lambda each: each.rule.topic):
            yield f"  {topic:<{width - 2}}" + _row(list(some))
        yield f"  {'all':<{width - 2}}" + _row(of_game)


def _row(standings: Sequence[Standing]) -> str:
    numbers = (
        len({standing.rule.id for standing in standings}),
        len(standings),
        sum(bool(standing.met_by) for standing in standings),
        sum(bool(standing.reason) for standing in standings),
        sum(standing.is_missing for standing in standings),
    )
    return "".join(f"{number or '-':>9}" for number in numbers)


def _missing(coverage: Coverage) -> Iterator[str]:
    for rule, standings in groupby(coverage.missing, key=lambda each: each.rule):
        for i, standing in enumerate(standings):
            if i == 0:
                where = f" (for {', '.join(map(str, rule.players))} players)" if rule.players else ""
                yield f"{rule.game}  {rule.id}  {rule.title}{where}"
            yield f"    {standing.need:<9} {WORDS[standing.need]}"
            hints = standing.almost[:_MOST_HINTS]
            yield from (f"              almost: {hint}" for hint in hints)
            if len(standing.almost) > _MOST_HINTS:
                yield f"              and {len(standing.almost) - _MOST_HINTS} more"


def _notes(coverage: Coverage) -> Iterator[str]:
    for id_, problem in coverage.unplayable:
        yield f"not counted: {id_}: {problem}"


def _summary(coverage: Coverage, problems: Sequence[CaseProblem]) -> Iterator[str]:
    rules = {(each.rule.game, each.rule.id) for each in coverage.standings}
    met = sum(bool(each.met_by) for each in coverage.standings)
    excused = sum(bool(each.reason) for each in coverage.standings)
    counts = f"{met} met, {excused} excused with a reason, {len(coverage.missing)} missing"
    wrong = f"; {len(problems)} wrong in uncovered.yaml" if problems else ""
    yield f"{counted(len(rules), 'rule')} with {counted(len(coverage.standings), 'need')}: {counts}{wrong}"


def coverage_data(coverage: Coverage, problems: Sequence[CaseProblem], *, only_missing: bool = False) -> JsonObject:
    """Return the coverage, or only what is missing, as JSON data."""
    standings = coverage.missing if only_missing else coverage.standings
    return {
        "missing": len(coverage.missing),
        "rules": [_rule_data(list(some)) for _, some in groupby(standings, key=lambda each: each.rule)],
        "not_counted": [{"case": id_, "message": problem} for id_, problem in coverage.unplayable],
        "problems": [problem.to_json() for problem in problems],
    }


def _rule_data(standings: Sequence[Standing]) -> JsonObject:
    rule = standings[0].rule
    needs = [
        {
            "need": standing.need.value,
            "met_by": standing.met_by,
            **({"almost": standing.almost} if standing.is_missing and standing.almost else {}),
            **({"reason": standing.reason} if standing.reason else {}),
        }
        for standing in standings
    ]
    return {
        "game": rule.game,
        "rule": rule.id,
        "title": rule.title,
        "players": list(rule.players),
        "topic": rule.topic,
        "does": sorted(rule.does),
        "needs": needs,
    }
