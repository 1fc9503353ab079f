"""A reading: what a game says in one language, every text with the language it is really in.

What the language does not have is told in English; what English does not have either stays as the author of the rules
wrote it. Titles in bundled rules are English. Nobody knows in which language somebody else's rules are written, so
their words have the language `""`, as HTML says it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tilelaw_dsl import ORIGINAL, ir

Labelled: TypeAlias = tuple[ir.LabelKind, str, str]
"""What a label is for: its kind, the kind of a member, and the name."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text and the language it is in; an empty language is an unknown one: the author's."""

    text: str
    language: str

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True)
class _Told:
    """What one language has."""

    title: str
    aim: str
    components: str
    steps: Mapping[str, str]
    asks: Mapping[str, str]
    rules: Mapping[str, str]
    titles: Mapping[str, str]
    labels: Mapping[Labelled, ir.Label]


@dataclass(frozen=True, slots=True)
class Bundled:
    """What comes with this project and is English: layers, and what is remarked on them."""

    layers: frozenset[str]
    remarks: frozenset[str]


class Reading:
    """A game in one language. `notes` say, by language, what is remarked in the rules."""

    def __init__(
        self,
        game: ir.Game,
        texts: Iterable[ir.Texts],
        language: str,
        bundled: Bundled,
        notes: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.game = game
        self.language = language
        self._bundled = bundled
        self._notes = [(name, notes[name]) for name in dict.fromkeys((language, ORIGINAL)) if name in notes]
        told = {each.language: each for each in texts}
        self._told = [(name, _told(told[name])) for name in dict.fromkeys((language, ORIGINAL)) if name in told]

    @cached_property
    def infos(self) -> Mapping[str, ir.RuleInfo]:
        """The rules by id, in their order."""
        return {rule.id: rule for rule in self.game.rules}

    @property
    def title(self) -> Said:
        """What the ruleset is called."""
        found = self._label(ir.LabelKind.TITLE, "", "")
        return found or Said(self.game.title, self._language_of(self.game.layers))

    @property
    def aim(self) -> Said:
        """What the game is about; it may be empty."""
        return next((Said(told.aim, name) for name, told in self._told if told.aim), self._silent)

    @property
    def components(self) -> Said:
        """What belongs to the game; it may be empty."""
        return next((Said(told.components, name) for name, told in self._told if told.components), self._silent)

    def rule_title(self, id_: str) -> Said:
        """Return the title of a rule."""
        rule = self.infos[id_]
        for name, told in self._told:
            if id_ in told.titles:
                return Said(told.titles[id_], name)
        return Said(rule.title, self._language_of((rule.layer, *rule.changed_by)))

    def rule_text(self, id_: str) -> Said:
        """Return what a rule says; a rule of which no text is told says its title."""
        for name, told in self._told:
            if id_ in told.rules:
                return Said(told.rules[id_], name)
        return self.rule_title(id_)

    def ask_text(self, name: str) -> Said:
        """Return what is asked; it may be empty."""
        for language, told in self._told:
            if name in told.asks:
                return Said(told.asks[name], language)
        ask = next(item for item in ir.flow_items(self.game.flow) if isinstance(item, ir.Ask) and item.name == name)
        return Said(ask.question, self._language_of(self.game.layers))

    def step_text(self, name: str) -> Said:
        """Return what happens at a step or in a loop; it may be empty."""
        return next((Said(told.steps[name], at) for at, told in self._told if name in told.steps), self._silent)

    def note(self, remark: str) -> Said:
        """Return what an author remarks: the reason of a ruling, what an edition says, how something is known."""
        for language, notes in self._notes:
            if remark in notes:
                return Said(notes[remark], language)
        return Said(remark, ORIGINAL if remark in self._bundled.remarks else "")

    def label(self, kind: ir.LabelKind, name: str, of: str = "") -> Said:
        """Return what something is called at the table; what has no label has its name in the rules."""
        return self._label(kind, of, name) or Said(str(name).replace("_", " ").replace("-", " "), self._language_of(()))

    def is_ours(self, kind: ir.LabelKind, name: str, of: str = "") -> bool:
        """Say whether no book in this language has the word for something."""
        return any(
            told.labels[kind, of, name].is_ours
            for language, told in self._told
            if language == self.language and (kind, of, name) in told.labels
        )

    def has_label(self, kind: ir.LabelKind, name: str, of: str = "") -> bool:
        """Say whether something has a label, in this language or in English."""
        return self._label(kind, of, name) is not None

    def _label(self, kind: ir.LabelKind, of: str, name: str) -> Said | None:
        for language, told in self._told:
            if (kind, of, name) in told.labels:
                return Said(told.labels[kind, of, name].text, language)
        return None

    @property
    def _silent(self) -> Said:
        return Said("", self.language)

    def _language_of(self, layers: Collection[str]) -> str:
        """Return the language in which these layers, or all of the game, are written."""
        return ORIGINAL if self._bundled.layers.issuperset(layers or self.game.layers) else ""


def _told(texts: ir.Texts) -> _Told:
    labels = {(label.kind, label.of, label.name): label for label in texts.labels}
    title = labels.get((ir.LabelKind.TITLE, "", ""))
    return _Told(
        title.text if title else "",
        texts.aim,
        texts.components,
        dict(texts.steps),
        dict(texts.asks),
        dict(texts.rules),
        dict(texts.titles),
        labels,
    )
