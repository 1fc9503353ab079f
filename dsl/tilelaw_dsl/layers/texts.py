"""Sentences for readers: which text of each language holds in a ruleset.

The text of the topmost layer wins, and on one layer a text for this number of players wins over one for any. A text
stands under the title of its rule, so a layer that gives the rule another title leaves the texts beneath behind.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, respelt
from tilelaw_dsl.layers.editions import check_game, check_layer, check_rule
from tilelaw_dsl.layers.library import Library

Topic = tuple[s.TextKind, str]
"""What a text is about: its kind, and the name of the step, ask or rule."""


def topic_of(text: s.Text) -> Topic:
    """Return what a text is about."""
    return text.kind, text.name.text if text.name else ""


def texts_in(
    library: Library, layers: Sequence[str], players: int, titled_on: Mapping[str, str], flow: Collection[str]
) -> dict[str, dict[Topic, s.Text]]:
    """Return the texts that hold, by language and topic. `titled_on` says which layer gave each rule its title."""
    found: dict[str, dict[Topic, s.Text]] = {}
    height = {layer: place for place, layer in enumerate(layers)}
    for texts in library.texts:
        fitting = [b for b in texts.blocks if b.layer.text in height and (not b.counts or players in b.counts)]
        for block in sorted(fitting, key=lambda b: (height[b.layer.text], bool(b.counts))):
            chosen = found.setdefault(texts.language.text, {})
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
                    chosen[kind, name] = text
    return found


# ---- errors ----------------------------------------------------------------------------------------------


def check_texts(library: Library, report: Report) -> None:
    """Report texts about things that do not exist, and second texts about the same."""
    first: dict[tuple[str, str, str, Topic, int], s.Text] = {}
    for texts in library.texts:
        check_game(library, texts.game, report)
        for block in texts.blocks:
            if not check_layer(library, block.layer, texts.game, report):
                continue
            _check_names(library, block, report)
            for text in block.texts:
                for count in block.counts or (0,):
                    key = texts.language.text, texts.game.text, block.layer.text, topic_of(text), count
                    if key in first:
                        labels = [(_place(first[key]).span, "first here")]
                        message = f"`{block.layer.text}` has a text for this already"
                        report.add(Code.SAID_TWICE, message, _place(text).span, labels=labels)
                    first.setdefault(key, text)


def _check_names(library: Library, block: s.TextBlock, report: Report) -> None:
    layer = block.layer.text
    rules = library.rules_on(layer)
    flow = library.flow_on(layer)
    for text in block.texts:
        if text.name is None:
            continue
        if text.kind is s.TextKind.RULE:
            check_rule(text.name, rules, layer, report)
            continue
        known = {item.name.text for item in flow if isinstance(item, s.Ask) == (text.kind is s.TextKind.ASK)}
        if text.name.text not in known:
            message = f"`{layer}` has no {text.kind} `{text.name.text}`"
            report.add(Code.UNKNOWN_STEP, message, text.name.span, hint=respelt(text.name.text, known))


def _place(text: s.Text) -> s.Node:
    """Return the part of a text to point at."""
    return text.name or text.lines[0]
