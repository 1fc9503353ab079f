"""The report as one HTML page that needs nothing else: implementations by topic and rule, then what went wrong.

Each failing case has its picture once, and under it what each implementation made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from tilelaw_conformance.cases.expectation import Case, Given
from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.report.causes import causes, hints, surplus_rules
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import scope_text, scopes
from tilelaw_conformance.report.wording import (
    answers,
    basis_text,
    beginning,
    number_of_cases,
    reached_text,
    refused_text,
    rules,
)
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Verdict

_STYLE = """
:root { color-scheme: light dark; --good: #1a7f37; --bad: #c62828; --none: #777; --line: #8884; --soft: #8881; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; vertical-align: top; }
tr.topic th { background: var(--soft); }
td.good { color: var(--good); } td.bad { color: var(--bad); font-weight: 600; } td.none { color: var(--none); }
article { border-top: 2px solid var(--line); margin: 2rem 0; padding-top: .5rem; }
code, pre { font: 14px/1.35 ui-monospace, monospace; }
pre { overflow-x: auto; background: var(--soft); padding: .6rem; }
svg { max-width: 100%; height: auto; }
dt { color: var(--none); } dd { margin: 0 0 .4rem 1.2rem; }
.verdict { color: var(--bad); font-weight: 600; }
"""


class Html:
    """Writes the page when all is done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._info: RunInfo | None = None
        self._outcomes: dict[str, Outcome] = {}
        self._backgrounds: dict[str, Background] = {}

    def begin(self, info: RunInfo) -> None:
        """Hear what is run."""
        self._info = info

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Wait for the end."""

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Keep what was found."""
        self._outcomes[name] = outcome
        self._backgrounds[name] = background

    def end(self, status: int) -> None:
        """Write the page."""
        assert self._info is not None, "a run has begun"
        write_file(self._path, "\n".join(_page(self._info, self._outcomes, self._backgrounds, status)) + "\n")


def _page(
    info: RunInfo, outcomes: dict[str, Outcome], backgrounds: dict[str, Background], status: int
) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Conformance: {escape(', '.join(outcomes))}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield "<h1>Conformance report</h1>"
    words = {0: "all that was judged passed", 1: "something did not pass", 2: "the run itself went wrong"}
    yield f"<p>{number_of_cases(info.cases)}: {words[status]}.</p>"
    yield from _implementations(outcomes)
    background = next(iter(backgrounds.values()), None)
    if background is not None:
        yield from _causes(outcomes, backgrounds)
        yield from _matrix(info, outcomes, background)
        yield from _failures(info, outcomes, backgrounds)
    yield from _left_out(info)
    yield from _facts(info)
    total = sum(len(outcome.judged) for outcome in outcomes.values())
    yield f'<p id="end">End of the report: {total} verdicts.</p>\n</body>\n</html>'


def _implementations(outcomes: dict[str, Outcome]) -> Iterator[str]:
    yield "<h2>Implementations</h2>\n<table>"
    yield _row("th", ["implementation", "version", *(verdict.value for verdict in Verdict), "remarks"])
    for name, outcome in outcomes.items():
        version = f"{outcome.hello.name} {outcome.hello.version}" if outcome.hello else ""
        remarks = [*map(scope_text, scopes(outcome)), outcome.problem, *outcome.notes] + [
            f"could not be ended: {each}" for each in outcome.left_behind
        ]
        remarks += [f"known to fail, but passes now: {judged.case.id}" for judged in outcome.surprises]
        counts = [str(outcome.counts[verdict] or "") for verdict in Verdict]
        yield _row("td", [name, version, *counts, "; ".join(filter(None, remarks))])
    yield "</table>"


def _causes(outcomes: dict[str, Outcome], backgrounds: dict[str, Background]) -> Iterator[str]:
    for name, outcome in outcomes.items():
        if outcome.failures:
            yield f"<h2>Likely causes: {escape(name)}</h2>\n<p>The likeliest first.</p>\n<ol>"
            for cause in causes(outcome):
                origins = dict.fromkeys(judged.case.origin for judged in cause.cases)
                ids = ", ".join(f'<a href="#{escape(id_)}">{escape(id_)}</a>' for id_ in origins)
                yield f"<li>{escape(cause.told)}: {ids}</li>"
            yield "</ol>" + _list(hints(outcome, backgrounds[name]))


def _matrix(info: RunInfo, outcomes: dict[str, Outcome], background: Background) -> Iterator[str]:
    """Yield the table of implementations by topic and rule: passed of judged."""
    verdicts = {name: {judged.case.id: judged for judged in outcome.judged} for name, outcome in outcomes.items()}
    yield "<h2>By topic and rule</h2>\n<p>Passed of judged; what an implementation does not claim is not judged.</p>"
    yield "<table>"
    yield _row("th", ["rule", "", *outcomes])
    topics: dict[str, list[Case]] = {}
    for case in info.cases:
        topics.setdefault(case.topic, []).append(case)
    for topic, cases in topics.items():
        cells = [_cell(verdicts[name], cases) for name in outcomes]
        yield f'<tr class="topic"><th colspan="2">{escape(topic)}</th>{"".join(cells)}</tr>'
        titles = {id_: title for case in cases for id_, title, _ in rules(case, background)}
        for id_, title in titles.items():
            about = [case for case in cases if id_ in case.rules]
            cells = [_cell(verdicts[name], about) for name in outcomes]
            yield f"<tr><td><code>{escape(id_)}</code></td><td>{escape(title)}</td>{''.join(cells)}</tr>"
    yield "</table>"


def _cell(verdicts: dict[str, Judged], cases: Sequence[Case]) -> str:
    found = [verdicts[case.id] for case in cases if case.id in verdicts]
    judged = [each for each in found if each.verdict is not Verdict.SKIPPED]
    passed = sum(not each.is_wrong for each in judged)
    sort = "none" if not judged else "good" if passed == len(judged) else "bad"
    return f'<td class="{sort}">{f"{passed}/{len(judged)}" if judged else "&ndash;"}</td>'


def _failures(info: RunInfo, outcomes: dict[str, Outcome], backgrounds: dict[str, Background]) -> Iterator[str]:
    wrong: dict[str, list[tuple[str, Judged]]] = {}
    for name, outcome in outcomes.items():
        for judged in outcome.judged:
            if judged.is_wrong:
                wrong.setdefault(judged.case.origin, []).append((name, judged))
    if wrong:
        yield "<h2>What went wrong</h2>"
    for case in info.cases:
        if case.id in wrong:
            yield from _failure(case, wrong.pop(case.id), outcomes, backgrounds)
    for found in wrong.values():  # only heirs of it were chosen
        yield from _failure(found[0][1].case, found, outcomes, backgrounds)


def _failure(
    case: Case, found: list[tuple[str, Judged]], outcomes: dict[str, Outcome], backgrounds: dict[str, Background]
) -> Iterator[str]:
    background = backgrounds[found[0][0]]
    yield f'<article id="{escape(case.origin)}">\n<h3>{escape(case.title)}</h3>'
    yield f"<p><code>{escape(case.id)}</code>; {escape(basis_text(case))}</p>"
    yield _picture(case, background)
    if case.answers:
        yield f"<pre>{escape(chr(10).join(answers(case)))}</pre>"
    yield f"<p>{escape(case.why)}.</p>\n<ul>"
    for id_, title, sources in rules(case, background):
        yield f"<li><code>{escape(id_)}</code> {escape(title)}{_list(sources)}</li>"
    yield "</ul>"
    for name, judged in found:
        known = " (known to fail)" if judged.case.origin in outcomes[name].known else ""
        heir = f", by inheritance: {judged.case.id}" if judged.case.inherited_from else ""
        yield f'<h4>{escape(name)}: <span class="verdict">{judged.verdict}</span>{known}{escape(heir)}</h4>\n<dl>'
        if judged.refused:
            told = refused_text(judged, backgrounds[name])
            yield "".join(f"<dt>{word}</dt><dd>{escape(text)}</dd>" for word, text in told)
        elif judged.history:
            yield f"<dt>reached</dt><dd>{escape(reached_text(judged))}; there may be more than the picture shows</dd>"
        for difference, by in zip(judged.differences, surplus_rules(judged, backgrounds[name]), strict=True):
            yield f"<dt>expected</dt><dd>{escape(difference.expected)}</dd>"
            refused = f", which {' and '.join(by)} refuses" if by else ""
            yield f"<dt>got</dt><dd>{escape(difference.got)}{escape(refused)}</dd>"
        if judged.reason:
            yield f"<dt>reason</dt><dd>{escape(judged.reason)}</dd>"
        yield f"<dt>again</dt><dd><code>{escape(backgrounds[name].again(judged.case.id))}</code></dd>\n</dl>"
        if judged.stderr:
            yield f"<pre>{escape(judged.stderr)}</pre>"
    yield "</article>"


def _picture(case: Case, background: Background) -> str:
    if case.given is not Given.POSITION:
        return f"<p>{escape(beginning(case))}</p>"
    return background.picture(case) or f"<pre>{escape(background.draw(case.position))}</pre>"


def _left_out(info: RunInfo) -> Iterator[str]:
    if info.left_out:
        yield f"<h2>Left out</h2>\n<p>{number_of_cases(info.left_out)}, because of what they rest on:</p>"
        yield _list(f"{case.basis}: {case.id}: {case.title}" for case in info.left_out)


def _facts(info: RunInfo) -> Iterator[str]:
    yield "<h2>What was run</h2>\n<dl>"
    facts = {"tilelaw": info.version, "protocol": str(info.protocol), "corpus": info.corpus}
    facts |= {f"{name} for {players} players": digest for (name, players), digest in info.rulesets().items()}
    facts |= {name: str(value) for name, value in info.selection.items()}
    for name, value in facts.items():
        yield f"<dt>{escape(name)}</dt><dd><code>{escape(value)}</code></dd>"
    yield "</dl>\n<details><summary>Cases and their digests</summary>\n<table>"
    yield from (_row("td", [case.id, case.digest]) for case in info.cases)
    yield "</table>\n</details>"


def _row(tag: str, cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _list(items: Iterable[str]) -> str:
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<ul>{lines}</ul>" if lines else ""
