"""The filter of the page: a form that only a running script shows, and that script.

Without the script the page is whole. With it, cards, names and rows that do not fit are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilelaw_conformance.report.page.contents import VERDICTS, Contents
from tilelaw_conformance.report.page.markup import text


def script() -> str:
    """Return the only script of the page."""
    return (Path(__file__).parent / "filter.js").read_text(encoding="utf-8")


def style() -> str:
    """Return the style of the page."""
    return (Path(__file__).parent / "style.css").read_text(encoding="utf-8")


def filter_form(contents: Contents) -> Iterator[str]:
    """Yield the form; what can be chosen is what occurs."""
    yield '<form id="filter" role="search" aria-label="Filter of failures and cases" hidden>'
    yield '<label>Text <input type="search" name="words" autocomplete="off" placeholder="rule, id or word"></label>'
    occurring = {each.verdict for outcome in contents.outcomes.values() for each in outcome.judged}
    verdicts = [(str(number), verdict.value) for number, verdict in enumerate(VERDICTS) if verdict in occurring]
    yield _select("verdict", "Verdict", verdicts)
    yield _select("ruleset", "Ruleset", [(str(number), name) for name, number in contents.rulesets.items()])
    if len(contents.outcomes) > 1:
        names = [(str(number), name) for number, name in enumerate(contents.outcomes)]
        yield _select("implementation", "Implementation", names)
    yield '<button type="reset">Show all</button>\n<output aria-live="polite"></output>\n</form>'


def _select(name: str, label: str, options: list[tuple[str, str]]) -> str:
    listed = "".join(f'<option value="{value}">{text(told, 80)}</option>' for value, told in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{listed}</select></label>'
