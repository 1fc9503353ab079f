"""Tables of implementations: by topic and rule, and case by case.

A case counts as passed in the first if it passes as it is written and wherever it is inherited. A cell in which
something is wrong leads to the card of the first such case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.report.page.contents import Contents
from tilelaw_conformance.report.page.markup import code, folded, link, text
from tilelaw_conformance.report.page.summary import slug
from tilelaw_conformance.report.reporter import Background
from tilelaw_conformance.report.wording import counted, number_of_cases, rules
from tilelaw_conformance.run.verdict import Judged, Verdict


def matrix(contents: Contents) -> Iterator[str]:
    """Yield a table for each game; a game of which nothing was judged is folded away."""
    background = next(iter(contents.backgrounds.values()), None)
    if background is None:
        return
    yield '<section id="matrix">\n<h2>By topic and rule</h2>'
    yield "<p>Passed of judged. A case counts as passed if it passes as it is written and wherever it is inherited.</p>"
    games: dict[str, list[Case]] = {}
    for case in contents.cases.values():
        games.setdefault(case.topic.split("/")[0], []).append(case)
    is_judged = {game: any(_is_judged(contents, case) for case in cases) for game, cases in games.items()}
    for game, cases in sorted(games.items(), key=lambda entry: not is_judged[entry[0]]):
        table = _game(contents, cases, background, game)
        if is_judged[game]:
            yield f"<h3>{text(game)}</h3>"
            yield from table
        else:
            why = "not claimed" if _is_unclaimed(contents, cases) else "nothing was judged"
            yield from folded(f"{text(game)}: {why}, {number_of_cases(cases)}", table, kind="unclaimed")
    yield "</section>"


def _is_judged(contents: Contents, case: Case) -> bool:
    return any(
        each.verdict is not Verdict.SKIPPED for found in contents.judged.values() for each in found.get(case.origin, ())
    )


def _is_unclaimed(contents: Contents, cases: Iterable[Case]) -> bool:
    found = [each for case in cases for judged in contents.judged.values() for each in judged.get(case.origin, ())]
    return bool(found) and all(each.link.endswith("#rulesets") for each in found)


def _game(contents: Contents, cases: Sequence[Case], background: Background, game: str) -> Iterator[str]:
    topics: dict[str, list[Case]] = {}
    for case in cases:
        topics.setdefault(case.topic, []).append(case)
    yield from _head(contents, "rule", f"Rules of {game}")
    for topic, about in topics.items():
        yield _row(f"<b>{text(topic)}</b>", _counts(contents, about, topic), "topic")
        titles = {id_: title for case in about for id_, title, _ in rules(case, background)}
        for id_, title in titles.items():
            chosen = [case for case in about if id_ in case.rules]
            yield _row(f"{code(id_)} <span>{text(title)}</span>", _counts(contents, chosen, id_))
    yield "</tbody>\n</table>"


def _counts(contents: Contents, cases: Sequence[Case], what: str) -> Iterator[tuple[str, str, str]]:
    """Yield for each implementation its name, the sort of its cell, and what stands in it."""
    for name, found in contents.judged.items():
        groups = [(case, found.get(case.origin, ())) for case in cases]
        judged = [(case, group) for case, group in groups if any(each.verdict is not Verdict.SKIPPED for each in group)]
        wrong = [case for case, group in judged if any(each.is_wrong for each in group)]
        told = f"{len(judged) - len(wrong)}/{len(judged)}" if judged else "&ndash;"
        if wrong:
            of = f"{what}, {name}: {told}, {counted(len(wrong), 'case')} wrong"
            told = link(wrong[0].origin, told, of)
        yield name, "none" if not judged else "bad" if wrong else "good", told


def every_case(contents: Contents) -> Iterator[str]:
    """Yield all cases with their verdicts and digests."""
    if not contents.cases:
        return
    yield '<section id="cases">\n<h2>Case by case</h2>'
    told = f"{number_of_cases(contents.cases)} with their verdicts and digests"
    yield from folded(told, _every_case(contents), kind="every")
    yield "</section>"


def _every_case(contents: Contents) -> Iterator[str]:
    yield from _head(contents, "case", "Every case")
    for origin, case in contents.cases.items():
        found = {name: judged[origin] for name, judged in contents.judged.items() if origin in judged}
        named = link(origin, code(origin)) if origin in contents.wrong else code(origin)
        about = f"<small>{text(', '.join(case.rules))}</small>"
        words = f'{named} <span>{text(case.title)}</span> {about} <small class="digest">{case.digest}</small>'
        yield _row(words, _verdicts(contents, found), marks=contents.marks(found))
    yield "</tbody>\n</table>"


def _verdicts(contents: Contents, found: dict[str, list[Judged]]) -> Iterator[tuple[str, str, str]]:
    for name in contents.outcomes:
        if name not in found:
            yield name, "none", "&ndash;"
            continue
        first, *heirs = found[name]
        passed = sum(each.verdict is Verdict.PASSED for each in heirs)
        more = f" <small>({passed} of {counted(len(heirs), 'heir')} passed)</small>" if heirs else ""
        yield name, slug(first.verdict), f"{first.verdict}{more}"


def _head(contents: Contents, what: str, caption: str) -> Iterator[str]:
    """Yield the beginning of a table. It has its roles by name: on a telephone its rows are no rows for the browser."""
    many = " many" if len(contents.outcomes) > 2 else ""
    yield f'<table role="table" class="grid{many}">\n<caption>{text(caption)}</caption>\n<thead role="rowgroup">'
    names = list(contents.outcomes) if len(contents.outcomes) > 1 else ["result"]
    cells = "".join(f'<th role="columnheader" scope="col">{text(name, 80)}</th>' for name in names)
    yield f'<tr role="row"><th role="columnheader" scope="col">{what}</th>{cells}</tr>\n</thead>'
    yield '<tbody role="rowgroup">'


def _row(head: str, cells: Iterable[tuple[str, str, str]], kind: str = "", marks: str = "") -> str:
    body = "".join(
        f'<td role="cell" class="{sort}" data-of="{text(name, 80)}">{told}</td>' for name, sort, told in cells
    )
    of = (f' class="{kind}"' if kind else "") + (f' data-f="{marks}"' if marks else "")
    return f'<tr role="row"{of}><th role="rowheader" scope="row">{head}</th>{body}</tr>'
