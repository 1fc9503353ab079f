"""Sentences and labels for readers: which of each language hold in a ruleset.

The text of the topmost layer wins, and on one layer a text for this number of players wins over one for any. A text
stands under the title of its rule, so a layer that gives the rule another title leaves the texts beneath behind. A
title in another language that a text does not repeat stays, and so do labels.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, respelt
from tilelaw_dsl.layers.editions import check_game, check_layer, check_rule
from tilelaw_dsl.layers.library import Library

Topic = tuple[s.TextKind, str]
"""What a text is about: its kind, and the name of the step, ask or rule."""
Labelled = tuple[s.LabelKind, str, str]
"""What a label is for: its kind, the kind of a member, and the name."""


@dataclass
class Told:
    """What readers of one language are told."""

    texts: dict[Topic, s.Text] = field(default_factory=dict)
    titles: dict[str, s.Title] = field(default_factory=dict)
    """Of rules."""
    labels: dict[Labelled, s.Label] = field(default_factory=dict)
    notes: dict[str, s.Note] = field(default_factory=dict)
    """By the remark that they are for."""


def topic_of(text: s.Text) -> Topic:
    """Return what a text is about."""
    return text.kind, text.name.text if text.name else ""


def labels_of(block: s.TextBlock) -> list[tuple[Labelled, s.Label]]:
    """Return the labels of a block with what they are for, those of members after that of their kind."""
    found: list[tuple[Labelled, s.Label]] = []
    for label in block.labels:
        name = label.name.text if label.name else ""
        found.append(((label.kind, "", name), label))
        found += [((one.kind, name, one.name.text), one) for one in label.members if one.name]
    return found


def texts_in(
    library: Library, layers: Sequence[str], players: int, titled_on: Mapping[str, str], flow: Collection[str]
) -> dict[str, Told]:
    """Return what is told, by language. `titled_on` says which layer gave each rule its title."""
    found: dict[str, Told] = {}
    height = {layer: place for place, layer in enumerate(layers)}
    blocks = [(texts.language.text, b) for texts in library.texts for b in texts.blocks if b.layer.text in height]
    fitting = [(language, b) for language, b in blocks if not b.counts or players in b.counts]
    for language, block in sorted(fitting, key=lambda one: (height[one[1].layer.text], bool(one[1].counts))):
        told = found.setdefault(language, Told())
        told.labels |= dict(labels_of(block))
        told.notes |= {note.remark: note for note in block.notes}
        for text in block.texts:
            kind, name = topic_of(text)
            match kind:
                case s.TextKind.RULE:
                    holds = name in titled_on and height[titled_on[name]] <= height[block.layer.text]
                case s.TextKind.STEP | s.TextKind.ASK:
                    holds = name in flow
                case s.TextKind.AIM | s.TextKind.COMPONENTS:
                    holds = True
            if holds:
                told.texts[kind, name] = text
                if text.title is not None:
                    told.titles[name] = text.title
    return found


# ---- errors ----------------------------------------------------------------------------------------------


def check_texts(library: Library, report: Report) -> None:
    """Report texts about things that do not exist, and second texts about the same.

    Texts that are left for later are looked at only where others could say the same.
    """
    first: dict[tuple[str, str, Topic | Labelled | str, int], s.Node] = {}
    known: dict[str, _Known] = {}  # by layer: five languages ask for the same
    for texts in library.texts if library.own_texts else ():
        check_game(library, texts.game, report)
        for block in texts.blocks:
            if not check_layer(library, block.layer, texts.game, report):
                continue
            layer = block.layer.text
            if layer not in known:
                known[layer] = _known_on(library, layer)
            _check_names(library, known[layer], block, report)
            told: list[tuple[Topic | Labelled | str, s.Node]] = [(topic_of(text), _place(text)) for text in block.texts]
            told += [(labelled, label.name or label) for labelled, label in labels_of(block)]
            told += [(note.remark, note) for note in block.notes]
            for about, place in told:
                for count in block.counts or (0,):
                    key = texts.language.text, layer, about, count
                    if key in first:
                        labels = [(first[key].span, "first here")]
                        message = f"`{layer}` has a text for this already"
                        report.add(Code.SAID_TWICE, message, place.span, labels=labels)
                    first.setdefault(key, place)


@dataclass(frozen=True, slots=True)
class _Known:
    """What texts on a layer can be about."""

    rules: set[str]
    steps: set[str]
    asks: set[str]


def _known_on(library: Library, layer: str) -> _Known:
    flow = library.flow_on(layer)
    asks = {item.name.text for item in flow if isinstance(item, s.Ask)}
    return _Known(library.rules_on(layer), {item.name.text for item in flow if not isinstance(item, s.Ask)}, asks)


def _check_names(library: Library, known: _Known, block: s.TextBlock, report: Report) -> None:
    layer = block.layer.text
    for text in block.texts:
        if text.name is None:
            continue
        if text.kind is s.TextKind.RULE:
            check_rule(library, text.name, known.rules, layer, report)
            continue
        names = known.asks if text.kind is s.TextKind.ASK else known.steps
        if text.name.text not in names:
            message = f"`{layer}` has no {text.kind} `{text.name.text}`"
            report.add(Code.UNKNOWN_STEP, message, text.name.span, hint=respelt(text.name.text, names))


def _place(text: s.Text) -> s.Node:
    """Return the part of a text to point at."""
    return text.name or text.lines[0]
