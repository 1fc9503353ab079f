"""The end of the page: what was left out, and by what exactly everything was judged."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_conformance.report.page.contents import Contents
from tilelaw_conformance.report.page.markup import code, folded, items, pairs, text
from tilelaw_conformance.report.scope import JudgedBy
from tilelaw_conformance.report.wording import counted, number_of_cases


def left_out(contents: Contents) -> Iterator[str]:
    """Yield the cases that were left out because of what they rest on."""
    cases = contents.info.left_out
    if cases:
        yield f"<section>\n<h2>Left out</h2>\n<p>{number_of_cases(cases)}, because of what they rest on:</p>"
        yield items(f"{case.basis}: {code(case.id)}: {text(case.title)}" for case in cases) + "\n</section>"


def facts(contents: Contents) -> Iterator[str]:
    """Yield versions and digests in full."""
    info = contents.info
    yield '<section id="facts">\n<h2>What was run</h2>'
    found = {"tilelaw": info.version, "protocol": str(info.protocol), "corpus": info.corpus}
    found |= {name: str(value) for name, value in info.selection.items()}
    yield pairs(((name, code(value)) for name, value in found.items()), "digests")
    judged = (each for outcome in contents.outcomes.values() for each in outcome.judged)
    rulesets = info.digests(sorted(JudgedBy(judged).written))
    if rulesets:
        told = pairs(
            ((f"{name} for {players} players", code(digest)) for (name, players), digest in rulesets.items()), "digests"
        )
        yield from folded(f"Digests of {counted(len(rulesets), 'ruleset')}", [told])
    yield "</section>"
