"""From a merged ruleset back to a text: one layer, with what editions say about it and what readers are told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.layers.merge import told_in
from tilelaw_dsl.layers.merged import Merged, MergedRule
from tilelaw_dsl.layers.texts import Told


def flattened(library: Library, merged: Merged, path: str) -> s.File:
    """Return a ruleset as a file with a single layer, under a path of its own, that says everything by itself."""
    rules = [_flat_rule(rule) for rule in merged.rules.values() if rule.id.text != s.NOT_ASKED or rule.changed_by]
    items: list[s.Item] = [s.Title(text=merged.title), s.Players(counts=(merged.players,))]
    items += [*_flat_declarations(merged), s.Flow(items=merged.flow), *rules]
    layer = s.Layer(role=s.Role.MODE, name=s.Word(text=path), on=(), counts=(), items=tuple(items))
    editions = (_flat_edition(merged, path, name, title) for name, title in merged.editions.items())
    remarks = {remark for rule in merged.rules.values() for remark in _remarks(rule)}
    texts = (_flat_texts(path, language, told, remarks) for language, told in told_in(library, merged).items())
    return s.File(layers=(layer,), editions=tuple(e for e in editions if e.blocks[0].remarks), texts=tuple(texts))


def _flat_declarations(merged: Merged) -> Iterator[s.Declaration | s.AddTable]:
    for item in merged.declarations.values():
        if isinstance(item, s.KindsData):
            yield replace(item, more=())
            yield from item.more
        else:
            yield item


def _flat_rule(rule: MergedRule) -> s.Rule | s.AmendRule:
    lines = (*rule.bases, *rule.clauses)
    if rule.id.text == s.NOT_ASKED:
        return s.AmendRule(id=rule.id, title=rule.title, lines=lines)
    return s.Rule(id=rule.id, title=rule.title, lines=lines)


def _flat_edition(merged: Merged, path: str, name: str, title: str) -> s.Edition:
    said = [(rule.id, x) for rule in merged.rules.values() for x in rule.said if x.edition == name]
    return s.Edition(
        name=s.Word(text=name),
        title=title,
        game=s.Word(text=path.split("/")[0]),
        after=None,
        printing=None,
        read_from=None,
        sections=tuple({x.section.name.text: x.section for _, x in said}.values()),
        blocks=(s.Remarks(layer=s.Word(text=path), remarks=tuple(replace(x.remark, rules=(r,)) for r, x in said)),),
    )


def _remarks(rule: MergedRule) -> Iterator[str]:
    """Yield what is remarked about a rule and stays so in one layer."""
    for basis in rule.bases:
        yield basis.reason if isinstance(basis, s.Ruling) else basis.note
    yield from (said.remark.note for said in rule.said)


def _flat_texts(path: str, language: str, told: Told, remarks: Collection[str]) -> s.Texts:
    def title(kind: s.TextKind, name: str) -> s.Title | None:
        return told.titles.get(name) if kind is s.TextKind.RULE else None  # a step may have the name of a rule

    texts = (replace(text, title=title(*topic), renders=None) for topic, text in told.texts.items())
    notes = tuple(note for remark, note in told.notes.items() if remark in remarks)
    layer = s.Word(text=path)
    block = s.TextBlock(layer=layer, counts=(), texts=tuple(texts), labels=_flat_labels(told), notes=notes)
    return s.Texts(language=s.Word(text=language), game=s.Word(text=path.split("/")[0]), blocks=(block,))


def _flat_labels(told: Told) -> tuple[s.Label, ...]:
    def members(kind: str) -> tuple[s.Label, ...]:
        return tuple(label for (_, of, _name), label in told.labels.items() if of == kind)

    return tuple(
        replace(label, members=members(name)) if kind is s.LabelKind.KIND else label
        for (kind, of, name), label in told.labels.items()
        if not of
    )
