"""The written reasons why a rule lacks a case: `uncovered.yaml`, beside the cases.

A reason that is not needed any more is a mistake, so that the list never grows stale.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from tilelaw_conformance.author.coverage import Coverage, Need, Standing
from tilelaw_conformance.cases.listed import UNCOVERED, read_list
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.cases.select import nearest


def take_reasons(folder: Path, coverage: Coverage) -> list[CaseProblem]:
    """Write the reasons beside the needs they are for, and return what is wrong with them."""
    problems: list[CaseProblem] = []
    standings: dict[tuple[str, str, Need], list[Standing]] = defaultdict(list)
    for each in coverage.standings:
        standings[each.rule.game, each.rule.id, each.need].append(each)
    lines: dict[tuple[str, str, Need], int] = {}
    for entry in read_list(folder / UNCOVERED, problems):
        key = entry.data["game"], entry.data["rule"], Need(entry.data["need"])
        if key in lines:
            problems.append(entry.wrong(f"the reason for {_name(key)} is on line {lines[key]} already"))
        elif key not in standings:
            problems.append(entry.wrong(_unknown(key, coverage)))
        elif all(each.met_by for each in standings[key]):
            told = f"this reason is not needed any more: {_name(key)} is met by `{standings[key][0].met_by[0]}`"
            problems.append(entry.wrong(told))
        else:
            lines[key] = entry.place.line
            for each in standings[key]:
                each.reason = "" if each.met_by else entry.data["reason"]
    return problems


def _name(key: tuple[str, str, Need]) -> str:
    return f"`{key[1]}` of {key[0]}, {key[2]},"


def _unknown(key: tuple[str, str, Need], coverage: Coverage) -> str:
    """Return why there is no such need."""
    game, rule, need = key
    games = {standing.rule.game for standing in coverage.standings}
    if game not in games:
        return f"there is no game `{game}`{nearest(game, games)}"
    rules = {standing.rule.id: standing.rule for standing in coverage.standings if standing.rule.game == game}
    if rule not in rules:
        return f"{game} has no rule `{rule}`{nearest(rule, rules)}"
    return f"`{rule}` has no need called `{need}`; it has {', '.join(rules[rule].needs)}"
