"""Texts and labels for readers, with their parameters filled in."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tilelaw_dsl import ir
from tilelaw_dsl.check.citations import filled
from tilelaw_dsl.check.expressions.scope import Scope
from tilelaw_dsl.layers.texts import Told


def texts_of(scope: Scope, rules: Collection[str], told: Mapping[str, Told]) -> tuple[ir.Texts, ...]:
    """Return what is told in a ruleset, one record for each language."""
    return tuple(_in_language(scope, rules, language, found) for language, found in told.items())


def _in_language(scope: Scope, ids: Collection[str], language: str, found: Told) -> ir.Texts:
    told = {
        topic: " ".join(filled(scope, line.text, line.span) for line in text.lines)
        for topic, text in found.texts.items()
    }
    titles = {id_: filled(scope, title.text, title.span) for id_, title in found.titles.items()}

    def of_kind(kind: ir.TextKind) -> tuple[tuple[str, str], ...]:
        return tuple((name, text) for (other, name), text in told.items() if other is kind)

    rules = dict(of_kind(ir.TextKind.RULE))
    return ir.Texts(
        language=language,
        aim=told.get((ir.TextKind.AIM, ""), ""),
        components=told.get((ir.TextKind.COMPONENTS, ""), ""),
        steps=of_kind(ir.TextKind.STEP),
        asks=of_kind(ir.TextKind.ASK),
        rules=tuple((id_, rules[id_]) for id_ in ids if id_ in rules),
        titles=tuple((id_, titles[id_]) for id_ in ids if id_ in titles),
        labels=tuple(ir.Label(*labelled, label.text, label.is_ours) for labelled, label in found.labels.items()),
    )
