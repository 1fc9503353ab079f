"""What a page is made from: everything that was run and found, put in order once.

A case and its heirs are one thing on the page: they stand under the id of the case as it is written, its origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.report.causes import Cause, causes
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Verdict

VERDICTS = (*(verdict for verdict in Verdict if verdict is not Verdict.SKIPPED), Verdict.SKIPPED)
"""In the order of the page: what was not judged comes last."""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """A run, with all its outcomes by the names of the implementations."""

    info: RunInfo
    outcomes: Mapping[str, Outcome]
    backgrounds: Mapping[str, Background]
    status: int
    made: str
    """When, in words."""

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The cases by origin; where only heirs were run, the first of them."""
        found = {case.id: case for case in self.info.cases}
        for outcome in self.outcomes.values():
            for judged in outcome.judged:
                found.setdefault(judged.case.origin, judged.case)
        return found

    @cached_property
    def judged(self) -> dict[str, dict[str, list[Judged]]]:
        """The verdicts of each implementation by origin; the case as it is written comes first."""
        return {name: _by_origin(outcome.judged) for name, outcome in self.outcomes.items()}

    @cached_property
    def wrong(self) -> dict[str, dict[str, list[Judged]]]:
        """What went wrong: by origin, then by implementation."""
        found: dict[str, dict[str, list[Judged]]] = {}
        for name, outcome in self.outcomes.items():
            for origin, judged in _by_origin(each for each in outcome.judged if each.is_wrong).items():
                found.setdefault(origin, {})[name] = judged
        return found

    @cached_property
    def causes(self) -> dict[str, tuple[Cause, ...]]:
        """The likely causes of the failures of each implementation."""
        return {name: causes(outcome) for name, outcome in self.outcomes.items()}

    @cached_property
    def rulesets(self) -> dict[str, int]:
        """The rulesets of all verdicts, each with its number in marks."""
        all_judged = (judged for outcome in self.outcomes.values() for judged in outcome.judged)
        return {name: number for number, name in enumerate(sorted({each.case.ruleset for each in all_judged}))}

    def marks(self, found: Mapping[str, Iterable[Judged]]) -> str:
        """Return what the filter goes by: implementation, verdict and ruleset of each verdict, as numbers."""
        numbers = {name: number for number, name in enumerate(self.outcomes)}
        marks = {
            (numbers[name], VERDICTS.index(each.verdict), self.rulesets[each.case.ruleset])
            for name, judged in found.items()
            for each in judged
        }
        return " ".join(".".join(map(str, mark)) for mark in sorted(marks))


def _by_origin(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = {}
    for each in judged:
        group = found.setdefault(each.case.origin, [])
        group.insert(0 if not each.case.inherited_from else len(group), each)
    return found


def origins(judged: Iterable[Judged]) -> list[str]:
    """Return the ids of the cases as they are written, each once."""
    return list(dict.fromkeys(each.case.origin for each in judged))
