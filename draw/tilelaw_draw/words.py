"""What drawings say, in one language: the labels of a ruleset, and the few phrases that are the drawings' own.

Labels come from the texts of a manifest, the English ones where a language lacks one. Without any, what a look calls
things counts. The phrases lie in `phrases.json`; a language that it lacks has the English ones.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tilelaw_draw.looks.look import Look
from tilelaw_draw.looks.style import BoardLook, Member, Printed
from tilelaw_draw.manifest import Facts, FieldFacts
from tilelaw_draw.values import Json

ENGLISH = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of one language; those that are not given are the look's and the manifest's."""

    language: str = ENGLISH
    title: str = ""
    labels: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    """By what they are labels of (`member`, `zone`, `field`, …), then by name."""
    asks: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """What the player asked is told to do."""

    def say(self, phrase: str, **values: Json) -> str:
        """Return one of the drawings' own phrases."""
        return _phrases(self.language)[phrase].format(**values)

    def label(self, of: str, name: str, otherwise: str) -> str:
        """Return the label of something, or else what it is called anyway."""
        return self.labels.get(of, {}).get(name, otherwise)

    def heading(self, of: str, name: str, otherwise: str) -> str:
        """Return a label that begins a line."""
        found = self.label(of, name, otherwise)
        return found[:1].upper() + found[1:]

    def player(self, number: int) -> str:
        """Return what a player without a name is called: at the table the first is number 1."""
        return self.say("player", n=number + 1)

    def joined(self, names: Iterable[str]) -> str:
        """Return names as one."""
        found = list(names)
        whole = found.pop(0) if found else ""
        for name in found:
            whole = self.say("and", a=whole, b=name)
        return whole


PLAIN_WORDS = Words()
"""The words of the look, with English phrases."""


def words_of(manifest: Mapping[str, Any], language: str) -> Words:
    """Return the words of a ruleset in a language."""
    texts = manifest.get("texts", {})
    own, english = texts.get(language, {}), texts.get(ENGLISH, {})
    labels, fallback = own.get("labels", {}), english.get("labels", {})
    return Words(
        language=language,
        title=labels.get("title", {}).get("") or manifest.get("title") or "",
        labels={of: {**fallback.get(of, {}), **labels.get(of, {})} for of in {**fallback, **labels}},
        asks={**english.get("asks", {}), **own.get("asks", {})},
    )


@cache
def _phrases(language: str) -> Mapping[str, str]:
    known = json.loads((files("tilelaw_draw") / "phrases.json").read_text(encoding="utf-8"))
    return {**known[ENGLISH], **known.get(language, {})}


def labelled(look: Look, facts: Facts, words: Words) -> Look:
    """Return a look whose titles are the labels of a language."""
    if not words.labels:
        return look
    return dataclasses.replace(
        look,
        boards={key: _board(key, board, facts, words) for key, board in look.boards.items()},
        zones={
            key: dataclasses.replace(zone, title=words.heading("zone", facts.name(key), zone.title))
            for key, zone in look.zones.items()
        },
        variables={
            key: dataclasses.replace(variable, title=words.heading("var", facts.name(key), variable.title))
            for key, variable in look.variables.items()
        },
    )


def _board(key: str, look: BoardLook, facts: Facts, words: Words) -> BoardLook:
    known = {field.name: field for field in facts.boards[key].fields} if key in facts.boards else {}
    return dataclasses.replace(
        look,
        members=_members(look.members, known.get(look.main), words),
        numbers={
            name: dataclasses.replace(counted, title=words.label("field", name, counted.title))
            for name, counted in look.numbers.items()
        },
        marks=tuple(
            dataclasses.replace(
                mark,
                title=words.label("field", mark.field, mark.title),
                members=_members(mark.members, known.get(mark.field), words),
            )
            for mark in look.marks
        ),
        printed=tuple(dataclasses.replace(each, title=_printed(each, known.values(), words)) for each in look.printed),
    )


def _members(members: Mapping[str, Member], field: FieldFacts | None, words: Words) -> dict[str, Member]:
    kind = field.type.of if field and field.type.sort == "kind" else ""
    return {
        name: dataclasses.replace(member, title=words.label("member", f"{kind}.{name}", member.title))
        for name, member in members.items()
    }


def _printed(printed: Printed, fields: Iterable[FieldFacts], words: Words) -> str:
    """Return what a printed cell is called: the label of its first field, with that of the value if it is a member."""
    for field in fields:
        value = (field.printed or {}).get(printed.at)
        if value is True:
            return words.label("field", field.name, printed.title)
        if value is not None and field.type.sort == "kind":
            member = words.label("member", f"{field.type.of}.{value}", str(value))
            return words.say("printed", member=member, field=words.label("field", field.name, field.name))
    return printed.title
