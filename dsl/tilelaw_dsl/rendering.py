"""Texts in other languages beside the English ones that they render.

A text renders the English text about the same thing, on the same layer, for the same numbers of players; where there
is none it is an original itself. The line `renders` holds a digest of the English title and text, with parameters as
they are written: when the English changes, what was written before is found.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.layers.texts import Topic, topic_of

ORIGINAL = "en"
"""The language of titles in rules, which all others render."""
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


class State(StrEnum):
    """How a text stands to the English one."""

    MISSING = "missing"
    STALE = "stale"
    """The English has changed since."""
    UNSTAMPED = "unstamped"
    """It does not say what it renders."""
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class Rendering:
    """An English text, and what another language has for it."""

    layer: str
    counts: tuple[int, ...]
    english: s.Text
    title: str
    """The English title, if it is about a rule."""
    text: s.Text | None

    @property
    def about(self) -> str:
        """Return what it is about, as it is written."""
        players = f" for players {', '.join(map(str, self.counts))}" if self.counts else ""
        return " ".join(filter(None, topic_of(self.english))) + players

    @property
    def digest(self) -> str:
        """Return what a text that renders it now has to say."""
        whole = "\n".join([self.title, sentences(self.english)])
        return hashlib.sha256(whole.encode()).hexdigest()[:8]

    @property
    def state(self) -> State:
        """Return how the text stands to the English one."""
        if self.text is None:
            return State.MISSING
        if self.text.renders is None:
            return State.UNSTAMPED
        return State.FRESH if self.text.renders.digest == self.digest else State.STALE


def sentences(text: s.Text | s.Note) -> str:
    """Return a text in one piece."""
    return " ".join(line.text for line in text.lines)


def renderings(library: Library, language: str) -> list[Rendering]:
    """Return every English text with what another language has for it, in the order of the English."""
    found = {place: text for texts in _in(library, language) for place, text in _placed(texts)}
    return [
        Rendering(layer, counts, english, _title(library, layer, topic), found.get((layer, counts, topic)))
        for texts in _in(library, ORIGINAL)
        for (layer, counts, topic), english in _placed(texts)
    ]


def _in(library: Library, language: str) -> Iterator[s.Texts]:
    return (texts for texts in library.texts if texts.language.text == language)


def _placed(texts: s.Texts) -> Iterator[tuple[tuple[str, tuple[int, ...], Topic], s.Text]]:
    for block in texts.blocks:
        for text in block.texts:
            yield (block.layer.text, block.counts, topic_of(text)), text


def _title(library: Library, layer: str, topic: Topic) -> str:
    kind, name = topic
    return library.title_on(layer, name) if kind is s.TextKind.RULE else ""


def check_renderings(library: Library, texts: s.Texts, report: Report) -> None:
    """Report texts that render another English text than there is now, or show other parameters."""
    originals = {id(one.text): one for one in renderings(library, texts.language.text)}
    for _, text in _placed(texts):
        one = originals.get(id(text)) if texts.language.text != ORIGINAL else None
        if one is not None:
            _check_state(one, text, texts.language.text, report)
            _check_placeholders(one, text, report)
        elif text.renders is not None:
            message, hint = "there is no English text here that this one could render", "leave this line out"
            report.add(Code.STALE_TEXT, message, text.renders.span, hint=hint)


def _check_state(one: Rendering, text: s.Text, language: str, report: Report) -> None:
    stamp = f"`tilelaw rules texts {language} --stamp` adds it"
    if text.renders is None:
        message = "this text does not say which English text it renders"
        report.add(Code.STALE_TEXT, message, (text.name or text.lines[0]).span, hint=stamp)
    elif one.state is State.STALE:
        message = f"the English text has changed: it is now `{sentences(one.english)}`"
        hint = f"see that this text says the same, and delete this line; {stamp} anew"
        report.add(Code.STALE_TEXT, message, text.renders.span, hint=hint)


def _check_placeholders(one: Rendering, text: s.Text, report: Report) -> None:
    pairs: list[tuple[str, str, s.Node]] = [(sentences(one.english), sentences(text), text.lines[0])]
    if text.title is not None:
        pairs.append((one.title, text.title.text, text.title))
    for english, other, place in pairs:
        wanted, found = set(PLACEHOLDER.findall(english)), set(PLACEHOLDER.findall(other))
        for names, where in ((wanted - found, "the English text shows"), (found - wanted, "only this text shows")):
            if names:
                message = f"{where} {', '.join(f'`{name}`' for name in sorted(names))}"
                hint = "show the same parameters, in any order"
                report.add(Code.OTHER_PLACEHOLDERS, message, place.span, hint=hint)
