"""The catalogue: every rule of every game, where it holds, and what options do to it. It knows no language.

A rule is known by its game and its id, and may read otherwise in each mode, for each number of players, and with each
option. An option is compared with the mode it is added to, and the options it stands on: a change is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from tilelaw_conformance import Case
from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_press.formal import formal_text
from tilelaw_press.shelf import Mode, Option, Shelf


@dataclass(frozen=True, slots=True)
class Place:
    """A rule in one ruleset for one number of players."""

    ruleset: str
    mode: Mode
    players: int
    info: ir.RuleInfo
    formal: str


class Change(StrEnum):
    """What an option does to a rule."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Changed:
    """What an option does to a rule in one mode for one number of players."""

    mode: Mode
    option: Option
    players: int
    change: Change
    place: Place | None
    """How it then is; nothing when it is removed."""
    because: str = ""
    """Why it is removed."""


@dataclass(slots=True)
class Entry:
    """A rule of a game."""

    game: str
    id: str
    places: list[Place] = field(default_factory=list)
    """In modes without options, in reading order."""
    changes: list[Changed] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    """Those that name it."""

    @property
    def path(self) -> str:
        """The path of its page."""
        return rule_path(self.game, self.id)

    @property
    def example(self) -> Place:
        """One place where it holds: in a mode, or with an option if only options have it."""
        return self.places[-1] if self.places else next(each.place for each in self.changes if each.place)


def rule_path(game: str, id_: str) -> str:
    """Return the path of a rule's page."""
    return f"r/{game}/{id_}.html"


def case_path(id_: str) -> str:
    """Return the path of a case's page."""
    return f"c/{id_}.html"


def ruleset_with(mode: Mode, option: Option) -> str:
    """Return the name of a mode with an option and what that needs."""
    return "+".join([mode.name, *option.needs, option.name])


@lru_cache(maxsize=2)
def catalogue(shelf: Shelf) -> Mapping[str, Mapping[str, Entry]]:
    """Return all rules by game and id: those of modes in their order, then those that only options have."""
    found = {game: _game(shelf, game, modes) for game, modes in shelf.games.items()}
    for case in shelf.sources.cases:
        for id_ in case.rules:
            if id_ in found.get(case.game, {}):
                found[case.game][id_].cases.append(case)
    return found


def _game(shelf: Shelf, game: str, modes: tuple[Mode, ...]) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for mode in modes:
        for players in mode.counts:
            for place in _places(shelf, mode, mode.name, players).values():
                entries.setdefault(place.info.id, Entry(game, place.info.id)).places.append(place)
    for mode in modes:
        for option in mode.options:
            for players in option.counts:
                for id_, change in _changes(shelf, mode, option, players):
                    entries.setdefault(id_, Entry(game, id_)).changes.append(change)
    return entries


def entry_of(shelf: Shelf, game: str, id_: str, ruleset: str, players: int) -> Entry | None:
    """Return a rule as it is in one ruleset, and in those of the cases that name it; nothing else is compiled."""
    cases = [case for case in shelf.sources.cases if case.game == game and id_ in case.rules]
    entry = Entry(game, id_, cases=cases)
    for name, number in dict.fromkeys([(ruleset, players), *((case.ruleset, case.players) for case in cases)]):
        kept = shelf.kept.setdefault("places", {})
        if (name, number) not in kept:
            # Which other modes and options there are takes seconds to find out, and no picture depends on it.
            mode = Mode(name.partition("+")[0], game, "", (number,), (), "")
            kept[name, number] = _places(shelf, mode, name, number)
        if id_ in kept[name, number]:
            entry.places.append(kept[name, number][id_])
    is_there = any((place.ruleset, place.players) == (ruleset, players) for place in entry.places)
    return entry if is_there else None


@lru_cache(maxsize=64)  # an option is compared with its mode, and both with the next one
def _places(shelf: Shelf, mode: Mode, ruleset: str, players: int) -> Mapping[str, Place]:
    merged = shelf.merged(ruleset, players)
    return {
        rule.id: Place(ruleset, mode, players, rule, formal_text(merged.rules[rule.id]))
        for rule in shelf.game(ruleset, players).rules
        if rule.id in merged.rules
    }


def _changes(shelf: Shelf, mode: Mode, option: Option, players: int) -> Iterator[tuple[str, Changed]]:
    name = ruleset_with(mode, option)
    before = _places(shelf, mode, "+".join([mode.name, *option.needs]), players)
    after = _places(shelf, mode, name, players)
    told = _told(shelf.texts("+".join([mode.name, *option.needs]), players))
    then = _told(shelf.texts(name, players))
    for id_ in dict.fromkeys([*before, *after]):
        if id_ not in after:
            because = _reason(shelf.book.library.layers[option.layer], id_)
            yield id_, Changed(mode, option, players, Change.REMOVED, None, because)
        elif id_ not in before:
            yield id_, Changed(mode, option, players, Change.ADDED, after[id_])
        elif _said(before[id_], told) != _said(after[id_], then):
            yield id_, Changed(mode, option, players, Change.CHANGED, after[id_])


def _said(place: Place, told: Mapping[tuple[str, str], str]) -> tuple[object, ...]:
    """Return everything about a rule that an option could change."""
    return place.formal, place.info.title, place.info.citations, told.get(("rule", place.info.id))


def _told(languages: Iterable[ir.Texts]) -> dict[tuple[str, str], str]:
    """Return what all languages say about rules, by id."""
    found: dict[tuple[str, str], str] = {}
    for texts in languages:
        for id_, text in (*texts.titles, *texts.rules):
            found["rule", id_] = f"{found.get(('rule', id_), '')}\n{texts.language} {text}"
    return found


def _reason(layer: s.Layer, id_: str) -> str:
    removals = (item for item in layer.items if isinstance(item, s.RemoveRule) and item.id.text == id_)
    return next((item.reason for item in removals), "")
