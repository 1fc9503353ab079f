"""Verdicts as text for a terminal: a line for each case, the whole story of each one that went wrong, a summary.

What the report cannot know by itself is handed in as `Background`: the manifests of rulesets (for titles and
sources of rules), a way to draw positions, and the command that runs one case again.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilelaw_conformance.case import Basis, Case, CaseProblem
from tilelaw_conformance.judge import Judged, Verdict
from tilelaw_conformance.run import Outcome
from tilelaw_conformance.schema import shown
from tilelaw_conformance.select import Selection

_CODES = {
    Verdict.PASSED: "32",
    Verdict.SKIPPED: "33",
    Verdict.FAILED: "31",
    Verdict.ERRORED: "31",
    Verdict.CRASHED: "31",
    Verdict.TIMED_OUT: "31",
}
_WRONG = [verdict for verdict in Verdict if _CODES[verdict] == "31"]
_WIDTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """What a report looks up elsewhere."""

    manifest: Callable[[str, int], Mapping[str, Any] | None]
    """Returns the manifest of a ruleset for a number of players, if there is one."""
    draw: Callable[[Mapping[str, Any]], str]
    """Draws a position."""
    again: Callable[[str], str]
    """Returns the command that runs the case of an id again."""


def verdict_line(judged: Judged, *, colour: bool = False) -> str:
    """Return one line about one case."""
    verdict = _painted(f"{judged.verdict:<9}", judged.verdict, colour)
    reason = judged.reason or "; ".join(judged.not_judged)
    return f"{verdict}  {judged.case.id}" + (f"  ({reason})" if reason else "")


def story(judged: Judged, background: Background, *, colour: bool = False) -> str:
    """Return everything about a case that went wrong."""
    return "\n".join(_story(judged, background, colour))


def _story(judged: Judged, background: Background, colour: bool) -> Iterator[str]:
    case = judged.case
    yield f"{_painted(judged.verdict.upper(), judged.verdict, colour)}  {case.id}"
    yield f"  {case.title}"
    yield f"  {_basis(case)}; {case.file}:{case.line}"
    yield ""
    yield textwrap.indent(background.draw(case.position), "    ")
    yield ""
    for answer in case.answers:
        yield f"  answer    {shown(answer, _WIDTH)}"
    for difference in judged.differences:
        yield f"  expected  {difference.expected}"
        yield f"  got       {difference.got}"
    if judged.reason:
        yield f"  reason    {judged.reason}"
    if judged.complaints:
        yield "  its error output ends with"
        yield textwrap.indent(judged.complaints, "    | ")
    yield f"  why       {case.why}"
    yield from _rules(case, background)
    yield f"  again     {background.again(case.id)}"


def _basis(case: Case) -> str:
    if case.basis is Basis.EDITION:
        return f"edition {', '.join(case.editions)}"
    where = f" ({', '.join(case.editions)}: {case.source})" if case.source else ""
    return f"{case.basis}{where}"


def _rules(case: Case, background: Background) -> Iterator[str]:
    manifest = background.manifest(case.ruleset, case.players) or {}
    known = {rule["id"]: rule for rule in manifest.get("rules", [])}
    for id_ in case.rules:
        rule = known.get(id_)
        yield f"  rule      {id_}" + (f"  {rule['title']}" if rule else "")
        for citation in rule["citations"] if rule else ():
            yield f"            {_citation(citation)}"


def _citation(citation: Mapping[str, str]) -> str:
    parts = [citation["edition"] if "edition" in citation else citation["kind"], citation.get("heading", "")]
    note = citation.get("note", "")
    if "heading" not in citation:
        return f"{parts[0]}: {note}" if note else parts[0]
    return " ".join(parts) + (f" ({note})" if note else "")


def summary(outcome: Outcome, selection: Selection | None = None, *, colour: bool = False) -> str:
    """Return how many cases got which verdict, and what was left out and why."""
    lines = []
    if outcome.trouble:
        lines.append(f"{outcome.name}: {outcome.trouble}")
        if outcome.complaints:
            lines += ["its error output ends with", textwrap.indent(outcome.complaints, "  | ")]
        return "\n".join(lines)
    assert outcome.hello is not None, "a run without trouble has been greeted"
    counts = [
        _painted(f"{outcome.counts[verdict]} {verdict}", verdict, colour)
        for verdict in Verdict
        if outcome.counts[verdict]
    ]
    lines.append(
        f"{outcome.hello.name} {outcome.hello.version}: {', '.join(counts)} of {_number(outcome.judged)}"
        f" in {outcome.seconds:.1f} s"
    )
    if selection and selection.left_out:
        bases = sorted({case.basis.value for case in selection.left_out})
        lines.append(f"left out: {_number(selection.left_out)} resting on {', '.join(bases)}")
    if outcome.status == 2:
        lines.append("nothing was judged: every case was skipped")
    return "\n".join(lines)


def report(
    outcome: Outcome, background: Background, selection: Selection | None = None, *, colour: bool = False
) -> str:
    """Return the stories of all cases that went wrong, and the summary."""
    wrong = [judged for judged in outcome.judged if judged.verdict in _WRONG]
    stories = [story(judged, background, colour=colour) for judged in wrong]
    return "\n\n".join([*stories, summary(outcome, selection, colour=colour)])


def problem_text(problems: Sequence[CaseProblem]) -> str:
    """Return what is wrong with the files of cases."""
    count = f"{len(problems)} problem{'s' if len(problems) != 1 else ''} in the cases"
    return "\n".join([*(str(problem) for problem in problems), count])


def _number(cases: Sequence[object]) -> str:
    return f"{len(cases)} case{'s' if len(cases) != 1 else ''}"


def _painted(text: str, verdict: Verdict, colour: bool) -> str:
    return f"\x1b[{_CODES[verdict]}m{text}\x1b[0m" if colour else text
