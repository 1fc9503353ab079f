"""The head of the page: for each implementation a bar of its verdicts, and of what the result is."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_conformance.report.page.contents import VERDICTS, Contents
from tilelaw_conformance.report.page.markup import code, folded, items, pairs, sentence, text
from tilelaw_conformance.report.scope import JudgedBy, scope_text, scopes
from tilelaw_conformance.report.wording import counted, number_of_cases, rulesets_text, skips_text
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Verdict

_WORDS = {0: "All that was judged passed", 1: "Something did not pass", 2: "The run itself went wrong"}
_MOST_OPEN = 4
"""More rulesets than this are folded away."""
_MOST_NAMED = 3
"""More unclaimed rulesets than this are only counted."""


def summary(contents: Contents) -> Iterator[str]:
    """Yield the head of the page."""
    info = contents.info
    yield "<header>\n<h1>Conformance report</h1>"
    yield f'<p class="status s{contents.status}">{_WORDS[contents.status]}.</p>'
    facts = [("made", text(contents.made))] if contents.made else []
    facts += [("tilelaw", text(info.version)), ("protocol", str(info.protocol))]
    facts += [("cases", f"{number_of_cases(info.cases)} (corpus {code(info.corpus[:12])})")]
    judged = (each for outcome in contents.outcomes.values() for each in outcome.judged)
    judged_by = rulesets_text(JudgedBy(judged), info)
    facts += [("judged by", text(judged_by))] if judged_by else []
    yield pairs(facts, "facts")
    for name, outcome in contents.outcomes.items():
        yield from _implementation(name, outcome)
    yield "</header>"


def _implementation(name: str, outcome: Outcome) -> Iterator[str]:
    hello = outcome.hello
    version = f' <span class="version">{text(f"{hello.name} {hello.version}")}</span>' if hello else ""
    yield f'<section class="implementation">\n<h2>{text(name)}{version}</h2>'
    if outcome.judged:
        yield from _bar(outcome)
    yield items(map(sentence, _remarks(outcome)), "remarks")
    if outcome.problem and outcome.stderr:
        yield f"<p>Its error output ends with</p>\n<pre>{text(outcome.stderr)}</pre>"
    skips = list(map(sentence, skips_text(outcome, most_named=_MOST_NAMED)))
    if len(skips) > 1:
        told = f"Why {outcome.counts[Verdict.SKIPPED]} were skipped: {counted(len(skips), 'reason')}"
        yield from folded(told, [items(skips, "reasons")])
    found = [text(scope_text(scope)) for scope in scopes(outcome)]
    if found:
        told = f"What was judged: {counted(len(found), 'ruleset')}"
        yield from folded(told, [items(found, "scopes")], kind="scope", is_open=len(found) <= _MOST_OPEN)
    yield "</section>"


def _bar(outcome: Outcome) -> Iterator[str]:
    """Yield the verdicts as a bar, and below it in numbers."""
    counts = [(verdict, outcome.counts[verdict]) for verdict in VERDICTS if outcome.counts[verdict]]
    parts = "".join(f'<span class="{slug(verdict)}" style="flex-grow:{number}"></span>' for verdict, number in counts)
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts)
    yield f'<div class="bar" role="img" aria-label="{told}">{parts}</div>'
    yield '<ul class="totals">'
    for verdict, number in counts:
        yield f'<li><span class="swatch {slug(verdict)}"></span><b>{number}</b> {verdict}</li>'
    yield f"<li>of {number_of_cases(outcome.judged)}</li>\n</ul>"


def _remarks(outcome: Outcome) -> Iterator[str]:
    heirs = [judged for judged in outcome.judged if judged.case.inherited_from]
    if heirs:
        yield f"{number_of_cases(heirs)} by inheritance: written for other rulesets or players, and true here"
    skips = list(skips_text(outcome, most_named=_MOST_NAMED))
    yield from skips if len(skips) == 1 else ()
    if outcome.problem:
        yield outcome.problem
    elif outcome.status == 2:
        yield "nothing was judged: every case was skipped"
    yield from (f"known to fail, but passes now: `{judged.case.id}`" for judged in outcome.surprises)
    yield from outcome.notes
    yield from (f"could not be ended: {each}" for each in outcome.left_behind)


def slug(verdict: Verdict) -> str:
    """Return the class under which a verdict has its colour."""
    return f"v-{verdict.replace(' ', '-')}"
