"""The card of a case that went wrong: its picture once, and beside it what each implementation made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilelaw_conformance.cases.expectation import Basis, Case, Given
from tilelaw_conformance.report.causes import surplus_rules
from tilelaw_conformance.report.page.contents import Contents
from tilelaw_conformance.report.page.markup import code, folded, items, pairs, sentence, text, with_own_ids
from tilelaw_conformance.report.page.summary import slug
from tilelaw_conformance.report.reporter import Background
from tilelaw_conformance.report.wording import (
    answers,
    basis_text,
    beginning,
    counted,
    reached_text,
    refused_text,
    rules,
)
from tilelaw_conformance.run.verdict import Judged

_RULING = "A ruling: our reading of a gap in the books. `--without ruling` leaves such cases out."


def card(contents: Contents, origin: str, *, is_open: bool) -> Iterator[str]:
    """Yield everything about a case that went wrong."""
    found = contents.wrong[origin]
    name, first = next((name, judged[0]) for name, judged in found.items())
    case = contents.cases[origin] if first.case.id == origin else first.case
    background = contents.backgrounds[name]
    number = list(contents.wrong).index(origin)
    marks = contents.marks(found)
    is_ruling = case.basis is Basis.RULING
    yield f'<details class="card" data-f="{marks}"{" open" if is_open else ""}>'
    verdicts = dict.fromkeys(each.verdict for judged in found.values() for each in judged)
    chips = "".join(f'<span class="chip {slug(verdict)}">{verdict}</span>' for verdict in verdicts)
    chips += '<span class="chip">ruling</span>' if is_ruling else ""
    yield f'<summary><h5>{text(case.title)}</h5> <code class="id">{text(origin)}</code> {chips}</summary>'
    yield f'<article id="{text(origin)}">\n<div class="picture">{_picture(case, background, number)}'
    if case.answers:
        yield f"<pre>{text(chr(10).join(answers(case)))}</pre>"
    yield '</div>\n<div class="results">'
    for each, judged in found.items():
        yield from _results(contents, each, judged)
    yield pairs([("why", text(case.why)), ("basis", text(basis_text(case)))], "story")
    if is_ruling:
        yield f'<p class="ruling">{sentence(_RULING)}</p>'
    yield "</div>"
    told = (
        f"{code(id_)} {text(title)}{items(map(text, sources), 'sources')}"
        for id_, title, sources in rules(case, background)
    )
    yield f"{items(told, 'rules')}\n</article>\n</details>"


def _picture(case: Case, background: Background, number: int) -> str:
    if case.given is not Given.POSITION:
        return f"<p>{text(beginning(case))}</p>"
    drawn = background.picture(case)
    if drawn:
        return with_own_ids(drawn, f"p{number}-")
    # A drawing may be wider than a telephone: it scrolls by itself, and so must be within reach of the keyboard.
    return f'<pre class="drawn" tabindex="0">{text(background.draw(case.position))}</pre>'


def _results(contents: Contents, name: str, judged: Sequence[Judged]) -> Iterator[str]:
    """Yield what an implementation made of a case; heirs of which the same is to be said are only named."""
    first, *heirs = judged
    background = contents.backgrounds[name]
    known = " (known to fail)" if first.case.origin in contents.outcomes[name].known else ""
    verdict = f'<span class="verdict {slug(first.verdict)}">{first.verdict}</span>'
    several = f"{text(name)}: " if len(contents.outcomes) > 1 else ""
    yield f"<h6>{several}{verdict}{known}</h6>"
    yield from _story(first, background)
    same = [each for each in heirs if _said(each) == _said(first)]
    others = [each for each in heirs if _said(each) != _said(first)]
    if same:
        # The id of an heir is that of its origin, and behind it the ruleset and the number of players.
        names = items((code(each.case.id.removeprefix(each.case.origin)) for each in same), "suffixes")
        yield from folded(f"The same in {counted(len(same), 'heir')}", [names], kind="heirs")
    if others:
        stories = (line for each in others for line in _story(each, background))
        yield from folded(f"Otherwise in {counted(len(others), 'heir')}", stories, kind="heirs")


def _said(judged: Judged) -> tuple[object, ...]:
    shown = tuple((each.expected, each.got) for each in judged.differences)
    return judged.verdict, shown, judged.reason, judged.stderr, judged.refused is None


def _story(judged: Judged, background: Background) -> Iterator[str]:
    yield pairs(_entries(judged, background), "story")
    if judged.stderr:
        yield f'<p class="count">its error output ends with</p>\n<pre>{text(judged.stderr)}</pre>'


def _entries(judged: Judged, background: Background) -> Iterator[tuple[str, str]]:
    if judged.case.inherited_from:
        yield "heir", f"{code(judged.case.id)}, by inheritance from {code(judged.case.inherited_from)}"
    if judged.refused:
        yield from ((word, text(told)) for word, told in refused_text(judged, background))
    elif judged.history:
        yield "reached", f"{text(reached_text(judged))}; there may be more than the picture shows"
    for difference, by in zip(judged.differences, surplus_rules(judged, background), strict=True):
        yield "expected", text(difference.expected)
        refused = f", which {' and '.join(by)} refuses" if by else ""
        yield "got", f'<span class="got">{text(difference.got)}</span>{text(refused)}'
    if judged.reason:
        yield "reason", text(judged.reason)
    yield "again", code(background.again(judged.case.id))
