"""Texts for readers, with their parameters filled in."""

from __future__ import annotations

from collections.abc import Callable

from tilelaw_dsl import ir
from tilelaw_dsl.layers.merge import Merged
from tilelaw_dsl.source import Span

Fill = Callable[[str, Span], str]
"""Returns a sentence with its parameters filled in; the place is for what is wrong with it."""


def texts_of(merged: Merged, fill: Fill) -> tuple[ir.Texts, ...]:
    """Return the texts that hold in a ruleset, one record for each language."""
    return tuple(_in_language(merged, language, fill) for language in merged.texts)


def _in_language(merged: Merged, language: str, fill: Fill) -> ir.Texts:
    told = {
        topic: " ".join(fill(line.text, line.span) for line in text.lines)
        for topic, text in merged.texts[language].items()
    }

    def of_kind(kind: ir.TextKind) -> tuple[tuple[str, str], ...]:
        return tuple((name, text) for (other, name), text in told.items() if other is kind)

    rules = dict(of_kind(ir.TextKind.RULE))
    return ir.Texts(
        language=language,
        aim=told.get((ir.TextKind.AIM, ""), ""),
        components=told.get((ir.TextKind.COMPONENTS, ""), ""),
        steps=of_kind(ir.TextKind.STEP),
        asks=of_kind(ir.TextKind.ASK),
        rules=tuple((id_, rules[id_]) for id_ in merged.rules if id_ in rules),
    )
