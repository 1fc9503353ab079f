"""The result as a badge: an SVG picture, or the JSON from which shields.io draws one.

It says of what it is, never only that something passed; what was left out is named, and where less than half of what
applies was judged it is grey.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import Scope, players_text, scopes
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged

_COLOURS = {"green": "#2e7d32", "red": "#c62828", "grey": "#6b6b6b"}
_MOST_NAMED = 2
_CHARACTER = 6.6
"""The width of a character, on average."""


class Badge:
    """Writes the badge when all is done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._info: RunInfo | None = None
        self._outcomes: list[Outcome] = []

    def begin(self, info: RunInfo) -> None:
        """Hear what is run."""
        self._info = info

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Wait for the end."""

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:  # noqa: ARG002
        """Keep what was found."""
        self._outcomes.append(outcome)

    def end(self, status: int) -> None:  # noqa: ARG002  (each outcome has its own)
        """Write the badge."""
        assert self._info is not None, "a run has begun"
        message, colour = badge(self._outcomes, self._info)
        if self._path.suffix == ".json":
            shield = {"schemaVersion": 1, "label": "tilelaw", "message": message, "color": _COLOURS[colour]}
            write_file(self._path, json.dumps(shield, ensure_ascii=False) + "\n")
        else:
            write_file(self._path, _svg("tilelaw", message, _COLOURS[colour]))


def badge(outcomes: Sequence[Outcome], info: RunInfo) -> tuple[str, str]:
    """Return what a badge says, and its colour."""
    found = [scope for outcome in outcomes for scope in scopes(outcome)]
    judged, applicable = sum(scope.judged for scope in found), sum(scope.applicable for scope in found)
    if not judged or any(outcome.problem for outcome in outcomes):
        return "nothing judged", "grey"
    wrong = sum(len(outcome.failures) for outcome in outcomes)
    told = [f"{_named(found)}: {judged} of {applicable} judged", f"{wrong} wrong" if wrong else _passed(outcomes)]
    missing = list(dict.fromkeys(level for scope in found for level in scope.not_claimed))
    told += [f"{', '.join(missing)} not claimed"] if missing else []
    told += _left_out(outcomes, info)
    colour = "red" if any(outcome.status for outcome in outcomes) else "green"
    return " · ".join(told), colour if 2 * judged >= applicable else "grey"


def _passed(outcomes: Sequence[Outcome]) -> str:
    """Return what is said where nothing new is wrong: never that all passed if something did not."""
    if any(outcome.surprises for outcome in outcomes):
        return "what is known to fail passes"
    if any(outcome.status for outcome in outcomes):
        return "the run was not clean"
    has_known = any(judged.is_wrong for outcome in outcomes for judged in outcome.judged)
    return "all others passed" if has_known else "all passed"


def _named(found: Sequence[Scope]) -> str:
    if len(found) <= _MOST_NAMED:
        return ", ".join(f"{scope.ruleset} {players_text(scope.players)}" for scope in found)
    games = dict.fromkeys(scope.ruleset.partition("/")[0] for scope in found)
    players = sorted({count for scope in found for count in scope.players})
    return f"{', '.join(games)} ({len(found)} rulesets) {players_text(players)}"


def _left_out(outcomes: Sequence[Outcome], info: RunInfo) -> list[str]:
    without = info.selection.get("without", ())
    told = [f"without {', '.join(map(str, without))}"] if isinstance(without, list) and without else []
    known = sum(judged.is_wrong and judged.case.origin in each.known for each in outcomes for judged in each.judged)
    narrow = [name for name in info.selection if name in ("ids", "game", "ruleset", "rule", "kind", "basis")]
    told += [f"{known} known to fail"] if known else []
    return [*told, "some cases only"] if narrow else told


def _svg(label: str, message: str, colour: str) -> str:
    left, right = (round(_CHARACTER * len(text)) + 14 for text in (label, message))
    whole = f"{escape(label)}: {escape(message)}"
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{whole}">
<title>{whole}</title>
<rect width="{left}" height="20" fill="#444"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">
<text x="{left / 2:g}" y="14">{escape(label)}</text>
<text x="{left + right / 2:g}" y="14" textLength="{right - 14}">{escape(message)}</text>
</g>
</svg>
"""
