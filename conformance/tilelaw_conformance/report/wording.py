"""Verdicts as text: a line for each case, the whole story of each one that went wrong, a summary."""

from __future__ import annotations

import hashlib
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Sized

from tilelaw_conformance.cases.expectation import Basis, Case, Given, Position
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.report.causes import Cause, causes, hints, surplus_rules
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import JudgedBy, scope_text, scopes
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Refused, Verdict

_WIDTH = 100
_MOST_ANSWERS = 8
_MOST_REASONS = 10
_MOST_IDS = 5
_MOST_NAMED = 3


def verdict_line(judged: Judged, *, colour: bool = False, is_known: bool = False) -> str:
    """Return one line about one case."""
    verdict = painted(f"{judged.verdict:<9}", judged.verdict, colour)
    reason = judged.reason or "; ".join(judged.not_judged)
    link = f"; see {judged.link}" if judged.link else ""
    known = "known to fail" if is_known else ""
    told = "; ".join(part for part in (known, reason + link) if part)
    return f"{verdict}  {judged.case.id}" + (f"  ({told})" if told else "")


def headline(judged: Judged) -> str:
    """Return in a sentence what is wrong."""
    if judged.refused:
        return f"{_counted(judged.refused)} on the way is refused: {judged.refused.message}"
    return judged.reason or f"expected {judged.differences[0].expected}, got {judged.differences[0].got}"


def _counted(refused: Refused) -> str:
    if not refused.turn:
        return f"answer {refused.number} of {refused.of}"
    return f"the turn of the answers {refused.before + 1} to {refused.number} of {refused.of}"


def story(judged: Judged, background: Background, *, colour: bool = False) -> str:
    """Return everything about a case that went wrong."""
    return "\n".join(_story(judged, background, colour))


def _story(judged: Judged, background: Background, colour: bool) -> Iterator[str]:
    case = judged.case
    yield f"{painted(judged.verdict.upper(), judged.verdict, colour)}  {case.id}"
    yield f"  {case.title}"
    yield f"  {basis_text(case)}; {case.file}:{case.line}"
    yield ""
    there = _there(judged, background)
    yield textwrap.indent(background.draw(there), "    ") if there else f"    {beginning(case)}"
    yield ""
    if judged.refused:
        yield from (f"  {name:<9} {told}" for name, told in refused_text(judged, background))
    else:
        if judged.history:
            yield f"  reached   {reached_text(judged)}"
        yield from (f"  answer    {answer}" for answer in answers(case))
    for difference, by in zip(judged.differences, surplus_rules(judged, background), strict=True):
        yield f"  expected  {difference.expected}"
        yield f"  got       {difference.got}" + (f", which {' and '.join(by)} refuses" if by else "")
    if judged.reason:
        yield f"  reason    {judged.reason}"
    if judged.stderr:
        yield "  its error output ends with"
        yield textwrap.indent(judged.stderr, "    | ")
    yield f"  why       {case.why}"
    if case.constructed:
        yield f"  note      no game gets to this position: {case.constructed}"
    for id_, title, sources in rules(case, background):
        yield f"  rule      {id_}" + (f"  {title}" if title else "")
        yield from (f"            {source}" for source in sources)
    yield f"  again     {background.again(case.id)}"


def _there(judged: Judged, background: Background) -> Position | None:
    """Return what lay before the implementation: a game leads to what a case names, and perhaps to more."""
    case, refused = judged.case, judged.refused
    if refused is not None:
        before = refused.before
        history, answers = judged.history[:before], max(0, before - len(judged.history))
        found = background.replayed(case, history, answers)
        return found or (case.position if case.given is Given.POSITION and not judged.history else None)
    if case.given is not Given.POSITION:
        return None
    return (background.replayed(case, judged.history, 0) if judged.history else None) or case.position


def refused_text(judged: Judged, background: Background) -> Iterator[tuple[str, str]]:
    """Yield, each with its name, what is known of the answer at which the way to a position ended."""
    refused = judged.refused
    assert refused is not None, "the way to the position ended somewhere"
    for number, answer in enumerate(refused.answers, start=refused.before + 1):
        yield "answer", f"{number} of {refused.of}: {shown(answer, _WIDTH)}"
    yield "expected", "this turn is legal" if refused.turn else "it is legal"
    yield "got", f"illegal ({refused.message})"
    if refused.is_only:
        yield "note", refused.doubt
    manifest = background.manifest(judged.case.ruleset, judged.case.players) or {}
    rules = [rule for rule in manifest.get("rules", []) if {*refused.actions} & {*rule.get("refuses", ())}]
    for rule in [each for each in rules if each["id"] in refused.rules] or rules:
        yield "allows", f"{rule['id']}  {rule['title']}"


def reached_text(judged: Judged) -> str:
    """Return how an implementation that only replays came to the position."""
    return f"by {len(judged.history)} answers; `tilelaw cases export {judged.case.id}` lists them as history"


def beginning(case: Case) -> str:
    """Return where a case begins that is given no position."""
    name = f"{case.ruleset} for {case.players} players"
    return f"the start of a game of {name}" if case.given is Given.START else f"the components of {name}"


def answers(case: Case) -> list[str]:
    """Return the answers of a case as text; of many only the last."""
    told = [shown(answer, _WIDTH) for answer in case.answers[-_MOST_ANSWERS:]]
    before = len(case.answers) - len(told)
    return [f"... {before} answers before these", *told] if before else told


def basis_text(case: Case) -> str:
    """Return what a case rests on."""
    if case.basis is Basis.EDITION:
        return f"edition {', '.join(case.editions)}"
    where = f" ({', '.join(case.editions)}: {case.source})" if case.source else ""
    return f"{case.basis}{where}"


def rules(case: Case, background: Background) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the rules a case is about, each with its title and its sources."""
    manifest = background.manifest(case.ruleset, case.players) or {}
    known = {rule["id"]: rule for rule in manifest.get("rules", [])}
    for id_ in case.rules:
        rule = known.get(id_)
        yield (id_, rule["title"], [_citation(each) for each in rule["citations"]]) if rule else (id_, "", [])


def _citation(citation: Mapping[str, str]) -> str:
    parts = [citation["edition"] if "edition" in citation else citation["kind"], citation.get("heading", "")]
    note = citation.get("note", "")
    if "heading" not in citation:
        return f"{parts[0]}: {note}" if note else parts[0]
    return " ".join(parts) + (f" ({note})" if note else "")


def summary(
    outcome: Outcome,
    background: Background,
    left_out: Sequence[Case] = (),
    *,
    colour: bool = False,
    verbose: bool = False,
) -> str:
    """Return how many cases got which verdict, of what, and what was left out and why."""
    return "\n".join(_summary(outcome, background, left_out, colour, verbose))


def _summary(
    outcome: Outcome, background: Background, left_out: Sequence[Case], colour: bool, verbose: bool
) -> Iterator[str]:
    if outcome.hello is not None:
        counts = [
            painted(f"{outcome.counts[verdict]} {verdict}", verdict, colour)
            for verdict in Verdict
            if outcome.counts[verdict]
        ]
        yield (
            f"{outcome.hello.name} {outcome.hello.version}: {', '.join(counts) or 'nothing'} of"
            f" {number_of_cases(outcome.judged)} in {outcome.seconds:.1f} s"
        )
    heirs = [judged for judged in outcome.judged if judged.case.inherited_from]
    if heirs:
        yield f"  {number_of_cases(heirs)} by inheritance: written for other rulesets or players, and true here"
    yield from (f"  {scope_text(scope)}" for scope in scopes(outcome))
    yield from skips_text(outcome) if verbose else _skips_in_short(outcome)
    known = [judged for judged in outcome.judged if judged.is_wrong and judged.case.origin in outcome.known]
    if known:
        yield f"known to fail: {number_of_cases(known)}"
    for judged in outcome.surprises:
        yield f"known to fail, but passes now: {judged.case.origin}"
    yield from _causes(outcome)
    yield from hints(outcome, background)
    yield from outcome.notes
    if outcome.left_behind:
        yield left_behind_text(outcome.left_behind)
    if outcome.notes:
        yield "something is carried over between cases: --isolate and --shuffle may find it, or `tilelaw smoke`"
    yield from left_out_text(left_out)
    if outcome.problem:
        yield f"{outcome.name}: {outcome.problem}"
        if outcome.stderr:
            yield "its error output ends with"
            yield textwrap.indent(outcome.stderr, "  | ")
    elif outcome.status == 2:
        yield "nothing was judged: every case was skipped"


def left_behind_text(processes: Sequence[str]) -> str:
    """Return a sentence about the processes that could not be ended."""
    return f"it has started processes that could not be ended: {', '.join(processes)}"


def _causes(outcome: Outcome) -> Iterator[str]:
    """Yield the likely causes of failures, unless there is only one failure."""
    found = causes(outcome)
    if len({judged.case.origin for judged in outcome.failures}) > 1:
        yield f"{counted(len(found), 'likely cause')}, the likeliest first:"
        for cause in found:
            ids = list(dict.fromkeys(judged.case.origin for judged in cause.cases))
            more = f" and {len(ids) - _MOST_IDS} more" if len(ids) > _MOST_IDS else ""
            yield f"  {cause.told}: {', '.join(ids[:_MOST_IDS])}{more}"


def _skips_in_short(outcome: Outcome) -> Iterator[str]:
    """Yield in one line how many cases were skipped and mostly why."""
    found = list(skips_text(outcome, most_named=_MOST_NAMED))
    if len(found) > 1:
        number, _, reason = found[0].removeprefix("skipped ").partition(": ")
        skipped = outcome.counts[Verdict.SKIPPED]
        yield f"skipped {skipped}, {number} of them: {reason}; -v tells {counted(len(found) - 1, 'other reason')}"
    else:
        yield from found


def skips_text(outcome: Outcome, *, most_named: int = _MOST_REASONS) -> Iterator[str]:
    """Yield why cases were skipped, the most frequent reason first."""
    skipped = [judged for judged in outcome.judged if judged.verdict is Verdict.SKIPPED]
    elsewhere = [judged for judged in skipped if judged.link.endswith("#rulesets")]
    if elsewhere:
        games = Counter(f"{judged.case.ruleset} for {judged.case.players}" for judged in elsewhere).most_common()
        named = ", ".join(f"{name}: {count}" for name, count in games[:most_named])
        named += f" and {len(games) - most_named} more" if len(games) > most_named else ""
        yield f"skipped {len(elsewhere)}: rulesets or numbers of players it does not claim ({named})"
    reasons = Counter((j.reason, j.link) for j in skipped if not j.link.endswith("#rulesets")).most_common()
    for (reason, link), count in reasons[:_MOST_REASONS]:
        yield f"skipped {count}: {reason}" + (f"; see {link}" if link else "")
    if len(reasons) > _MOST_REASONS:
        yield f"skipped {sum(count for _, count in reasons[_MOST_REASONS:])} for other reasons"


def left_out_text(cases: Sequence[Case]) -> Iterator[str]:
    """Yield the cases that were left out because of what they rest on, by name."""
    if cases:
        bases = sorted({case.basis.value for case in cases})
        yield f"left out: {number_of_cases(cases)} resting on {', '.join(bases)}"
        yield from (f"  {case.basis}  {case.id}  {case.title}" for case in cases)


def report(
    outcome: Outcome,
    background: Background,
    left_out: Sequence[Case] = (),
    *,
    colour: bool = False,
    verbose: bool = False,
) -> str:
    """Return the stories of all cases that went wrong, and the summary."""
    stories = [text for cause in causes(outcome) for text in _stories(cause, background, colour)]
    return "\n\n".join([*stories, summary(outcome, background, left_out, colour=colour, verbose=verbose)])


def _stories(cause: Cause, background: Background, colour: bool) -> Iterator[str]:
    """Yield the stories of the cases of a cause, each with the names of those that it stands for."""
    for first, *others in cause.stories:
        more = [f"  also      {judged.case.id}" for judged in others[:_MOST_REASONS]]
        more += [f"  also      {len(others) - _MOST_REASONS} more"] if len(others) > _MOST_REASONS else []
        yield "\n".join([story(first, background, colour=colour), *more])


def problem_text(problems: Sequence[CaseProblem]) -> str:
    """Return what is wrong with the files of cases."""
    count = f"{len(problems)} problem{'s' if len(problems) != 1 else ''} in the cases"
    return "\n".join([*(str(problem) for problem in problems), count])


def rulesets_text(judged_by: JudgedBy, info: RunInfo) -> str:
    """Return by which rules it was judged: how many rulesets, the beginning of a digest of all, and in how many more.

    In these more there were inherited cases only. Their rules have no digest here, since to make one each of them would
    have to be read; that the cases hold there belongs to the corpus.
    """
    digests = info.digests(sorted(judged_by.written))
    if not digests:
        return f"inheritance in {counted(len(judged_by.inherited), 'ruleset')}" if judged_by.inherited else ""
    together = hashlib.sha256("".join(sorted(digests.values())).encode()).hexdigest()
    digest = next(iter(digests.values())) if len(digests) == 1 else together
    told = f"{counted(len(digests), 'ruleset')} (digest {digest[:12]})"
    return f"{told}, by inheritance in {len(judged_by.inherited)} more" if judged_by.inherited else told


def number_of_cases(cases: Sized) -> str:
    """Return how many cases these are."""
    return counted(len(cases), "case")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which gets an `s` unless the number is 1."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def painted(text: str, verdict: Verdict, colour: bool) -> str:
    """Return a text in the colour of a verdict."""
    code = {Verdict.PASSED: "32", Verdict.SKIPPED: "33"}.get(verdict, "31")
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
