"""What is found in the rulesets of one file, put together: a file is checked for every number of players.

An error is told once, with the numbers of players it is about unless it is about all. A doubt is told only if every
ruleset that has the doubtful line shares it: what is certain for two players is no mistake if it is open for three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tilelaw_dsl.check import Checked
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Severity
from tilelaw_dsl.source import Span

DOUBTS = frozenset(code for code in Code if Code.ALWAYS_OR_NEVER <= code <= Code.SEEN_BY_MORE)
"""What is only asked of rules that are right otherwise."""
Key: TypeAlias = tuple[Code, Span, str]


def _key(item: Diagnostic) -> Key:
    """Return by what a finding is known again; doubts and costs may have other numbers where there are more players."""
    is_fixed = item.severity is Severity.ERROR and item.code is not Code.TOO_COSTLY
    words = item.message if is_fixed else re.sub(r"-?\d[\d ]*", "", item.message)
    return item.code, item.span, words


@dataclass
class Run:
    """One ruleset, checked for one number of players."""

    ruleset: tuple[str, ...]
    players: int
    checked: Checked | None
    found: dict[Key, Diagnostic]

    def has(self, span: Span) -> bool:
        """Say whether a place belongs to a layer that takes part."""
        places = self.checked.merged.places.values() if self.checked is not None else ()
        return any(place.source is span.source and place.start <= span.start < place.end for place in places)


@dataclass
class Runs:
    """All runs of one file."""

    runs: list[Run] = field(default_factory=list)
    moved: set[Diagnostic] = field(default_factory=set)
    """Doubts about layers beneath that stand at the change which led to them."""

    def add(self, ruleset: tuple[str, ...], players: int, checked: Checked | None, found: Iterable[Diagnostic]) -> None:
        """Take in what was found in one ruleset for one number of players."""
        self.runs.append(Run(ruleset, players, checked, {_key(item): item for item in found}))

    @property
    def layers(self) -> set[str]:
        """Return all layers that took part."""
        return {layer for run in self.runs if run.checked is not None for layer in run.checked.merged.layers}

    def told(self) -> Iterator[Diagnostic]:
        """Yield what is to be told, each once; beside errors there are no doubts."""
        wrong = {(item.code, item.span) for run in self.runs for item in run.found.values()}
        is_wrong = any(item.severity is Severity.ERROR for run in self.runs for item in run.found.values())
        for key in dict.fromkeys(key for run in self.runs for key in run.found):
            with_it = [run for run in self.runs if key in run.found]
            first, most = with_it[0].found[key], with_it[-1].found[key]
            if first.code is Code.NO_LONGER_FITS and any(
                span == first.span and code != first.code for code, span in wrong
            ):
                continue  # what is wrong itself is mended first
            if first.severity is Severity.ERROR:
                yield replace(most, message=most.message + self._counts(with_it))
            elif not (is_wrong and first.code in DOUBTS) and all(
                key in run.found for run in self.runs if run.has(first.span)
            ):
                yield most  # of the most players, whose numbers hold for all

    def _counts(self, with_it: list[Run]) -> str:
        """Return for which numbers of players something happens, unless it does for all."""
        rulesets = {run.ruleset for run in with_it}
        numbers = sorted({run.players for run in with_it})
        if all(run in with_it for run in self.runs if run.ruleset in rulesets):
            return ""
        shown = " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))
        return f", with {shown} player{'s' * (numbers != [1])}"
