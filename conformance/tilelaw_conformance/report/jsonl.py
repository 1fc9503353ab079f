"""The report as JSON Lines, and the reading of it.

The first line says what is run, then comes a line for each verdict and one for each implementation, and the last line
counts. Without that line, or when it does not fit the lines before it, the report is not complete, and `read_report`
refuses it. The schema of all lines is `schemas/report.json`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.data.jsondata import Json, JsonObject
from tilelaw_conformance.data.plain_file import CannotRead, read_plain_text
from tilelaw_conformance.report.causes import causes, hints, surplus_rules
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import Scope, scopes
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged

FORMAT = 1
_LONGEST_REPORT = 64 * 1024 * 1024
"""The most bytes of a report that is read; one of all bundled implementations has a fifth of this."""


class ReportError(ValueError):
    """A report that is damaged or not complete."""


class Target(Protocol):
    """What lines are written to."""

    def write(self, text: str, /) -> object:
        """Write a text."""

    def flush(self) -> None:
        """See to it that all is written."""


class JsonLines:
    """Writes the report line by line, as things happen."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._digest = hashlib.sha256()
        self._lines = 0
        self._counts: Counter[str] = Counter()

    def begin(self, info: RunInfo) -> None:
        """Write what is run."""
        places = sorted({(case.ruleset, case.players) for case in info.cases})
        self._write(
            {
                "report": "tilelaw",
                "format": FORMAT,
                "version": info.version,
                "protocol": info.protocol,
                "corpus": info.corpus,
                "cases": len(info.cases),
                "rulesets": [
                    {"name": name, "players": players, "digest": digest}
                    for (name, players), digest in info.digests(places).items()
                ],
                "selection": dict(info.selection),
                "left_out": [_named(case) for case in info.left_out],
                "implementations": list(info.implementations),
            }
        )

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Write a verdict."""
        case = judged.case
        line: dict[str, Json] = {"case": case.id, "implementation": name, "verdict": judged.verdict.value}
        line |= {"ruleset": case.ruleset, "players": case.players, "rules": list(case.rules)}
        line |= {"basis": case.basis.value, "digest": case.digest, "seconds": round(judged.seconds, 6)}
        if case.inherited_from:
            line["inherited_from"] = case.inherited_from
        if is_known:
            line["known"] = True
        if judged.differences:
            line["differences"] = [{"expected": each.expected, "got": each.got} for each in judged.differences]
        if judged.refused:
            refused = {**judged.refused._asdict(), "rules": list(judged.refused.rules)}
            line["refused"] = {
                name: value for name, value in refused.items() if name not in ("turn", "is_only") or value
            }
        for key, value in (("reason", judged.reason), ("link", judged.link), ("complaints", judged.stderr)):
            if value:
                line[key] = value
        if judged.history:
            line["replayed"] = len(judged.history)
        if judged.not_judged:
            line["not_judged"] = list(judged.not_judged)
        self._counts[judged.verdict.value] += 1
        self._write(line)

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Write how an implementation has done."""
        hello = outcome.hello
        line: dict[str, Json] = {"implementation": name, "reached_by": outcome.name, "status": outcome.status}
        line["counts"] = {verdict.value: number for verdict, number in sorted(outcome.counts.items())}
        if hello is not None:
            line |= {"name": hello.name, "version": hello.version}
        if outcome.problem:
            line["trouble"] = outcome.problem
        if outcome.notes:
            line["notes"] = list(outcome.notes)
        if outcome.left_behind:
            line["left_behind"] = list(outcome.left_behind)
        line["scope"] = [_scope(scope) for scope in scopes(outcome)]
        line["causes"] = [
            {"cause": cause.told, "rule": cause.rule, "cases": [judged.case.id for judged in cause.cases]}
            for cause in causes(outcome)
        ]
        line["surplus"] = _surplus(outcome, background)
        line["hints"] = list(hints(outcome, background))
        line["surprises"] = [judged.case.id for judged in outcome.surprises]
        line["again"] = {judged.case.id: background.again(judged.case.id) for judged in outcome.failures}
        line["seconds"] = round(outcome.seconds, 3)
        self._write(line)

    def end(self, status: int) -> None:
        """Write the line that makes the report complete."""
        end: JsonObject = {
            "lines": self._lines,
            "counts": dict(sorted(self._counts.items())),
            "digest": self._digest.hexdigest(),
        }
        self._write({"end": end, "status": status})

    def _write(self, line: JsonObject) -> None:
        text = json.dumps(line, separators=(",", ":")) + "\n"
        self._digest.update(text.encode())
        self._lines += 1
        self._target.write(text)
        self._target.flush()


def read_report(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a complete report; raises `ReportError` when it is not complete."""
    try:
        text = read_plain_text(path, _LONGEST_REPORT)
        lines = [json.loads(line) for line in text.splitlines()]
    except (CannotRead, ValueError, RecursionError) as error:
        raise ReportError(f"{path}: cannot be read: {error}") from error
    if not lines or not all(isinstance(line, dict) for line in lines) or lines[0].get("report") != "tilelaw":
        raise ReportError(f"{path}: this is no report")
    if "end" not in lines[-1] or not text.endswith("\n"):
        raise ReportError(f"{path}: the report is truncated: its last line is missing")
    before = text[: text.rstrip("\n").rfind("\n") + 1]
    end = lines[-1]["end"]
    if not isinstance(end, dict) or end.get("digest") != hashlib.sha256(before.encode()).hexdigest():
        raise ReportError(f"{path}: the report has been changed: its last line does not fit the others")
    return lines


def _scope(scope: Scope) -> JsonObject:
    levels: list[Json] = [
        {"level": each.level, "applicable": each.applicable, "judged": each.judged, "passed": each.passed}
        for each in scope.levels
    ]
    told: JsonObject = {"ruleset": scope.ruleset, "players": list(scope.players), "levels": levels}
    return {**told, "not_claimed": list(scope.not_claimed)}


def _surplus(outcome: Outcome, background: Background) -> list[Json]:
    """Return the moves that are listed although rules refuse them, each with these rules."""
    found: list[Json] = []
    for judged in outcome.failures:
        for each, by in zip(judged.differences, surplus_rules(judged, background), strict=True):
            if each.surplus:
                found.append({"case": judged.case.id, "move": each.surplus, "refused_by": list(by)})
    return found


def _named(case: Case) -> dict[str, str]:
    return {"id": case.id, "title": case.title, "basis": case.basis.value}
