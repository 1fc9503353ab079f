"""What a look leaves out, made from the manifest: letters, signs, colours and titles for everything in a position.

The field of a kind, or else of a player, whose values can have a letter each gives the letter of a cell; every other
field becomes a mark with a sign of its own. Letters come from the names, and none is used twice. Without a look this
is all there is; with one, only what it does not speak of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from tilelaw_draw.looks.look import Look, read_look
from tilelaw_draw.looks.style import (
    FIELD_SIGN,
    BoardLook,
    Chip,
    Grid,
    Mark,
    MarkKind,
    Member,
    PlayersLook,
    Printed,
    VariableLook,
    ZoneLook,
)
from tilelaw_draw.manifest import BoardFacts, Facts, FieldFacts, Type, read_manifest
from tilelaw_draw.values import Json, Spot, short

MOST_LETTERS = 26
"""More values than this get no letters: nobody could tell them apart."""

_SIGNS = "*!^~%&@$?:;<>/|"
_FILLS = (
    *("#e2574c", "#4a90d9", "#f2d43d", "#58b368", "#b07cc6", "#f0923b"),
    *("#6fc7c4", "#c9a27e", "#e79ab8", "#9aa7b5", "#a9c94f", "#8a7bd8"),
)
_TERMINAL = (167, 68, 220, 71, 134, 208, 73, 137, 175, 246, 149, 98)
_ON_SQUARES = dict(
    zip(("up", "right", "down", "left", "up_right", "down_right", "down_left", "up_left"), "↑→↓←↗↘↙↖", strict=True)
)
_ON_HEXES = dict(zip(("east", "northeast", "northwest", "west", "southwest", "southeast"), "→↗↖←↙↘", strict=True))


def complete(look: Look, facts: Facts, names: Sequence[str] = ()) -> Look:
    """Return a look that speaks of everything that there is in positions; `names` are the players'."""
    zones = dict(look.zones) | {key: ZoneLook(title=_title(key)) for key in facts.zones if key not in look.zones}
    others = {key: _variable(key, facts) for key in facts.variables if key not in look.variables}
    players = replace(look.players, fills=(*look.players.fills, *_FILLS[len(look.players.fills) :]))
    return replace(
        look,
        players=players,
        boards=dict(look.boards)
        | {key: _Board(look.board(key), board, facts, players, names).look() for key, board in facts.boards.items()},
        zones={
            key: replace(zone, piece=zone.piece or facts.zones[key].of) if key in facts.zones else zone
            for key, zone in zones.items()
        },
        variables=dict(look.variables) | others,
    )


def board_looks(manifest: Mapping[str, Any], look: Mapping[str, Json]) -> Mapping[str, BoardLook]:
    """Return how the boards of a ruleset look, by their keys in positions."""
    return complete(read_look(look), read_manifest(manifest)).boards


def _title(name: str) -> str:
    return name.replace("_", " ")


def _variable(key: str, facts: Facts) -> VariableLook:
    variable = facts.variables[key]
    is_by_side = len(variable.indices) == 2 and variable.indices[0].sort in ("player", "side")
    return VariableLook(title=_title(key), is_player=variable.type.sort == "player", is_by_side=is_by_side)


@dataclass(frozen=True, slots=True)
class _Board:
    """One board: what its look says, and what there is."""

    given: BoardLook
    facts: BoardFacts
    all: Facts
    players: PlayersLook
    names: Sequence[str]

    @property
    def _arrows(self) -> Mapping[str, str]:
        return _ON_HEXES if self.facts.is_hexagon else _ON_SQUARES

    def look(self) -> BoardLook:
        """Return the look of the board with nothing left out."""
        fields = {field.name: field for field in self.facts.fields if field.printed is None}
        main = self.given.main or self._main(fields.values())
        members = dict(self.given.members)
        used = [self.given.nothing, *(p.word for p in self.given.printed), *(m.letter for m in members.values())]
        later = {mark.sign for mark in self.given.marks} | {FIELD_SIGN, *self._letters_of_marks()}
        if main in fields:
            members |= self._members(fields[main].type, {*used, *later})
            used += [member.letter for member in members.values()]
        counted = {member.number for member in members.values()} | {main}
        rest = [f for f in fields.values() if f.name not in counted and self.given.mark(f.name) is None]
        printed = self.given.printed or tuple(self._printed({*used, *later}))
        first = {word[0] for word in (*used, *(each.word for each in printed)) if word}
        return replace(
            self.given,
            grid=Grid.HEXES if self.facts.is_hexagon else Grid.SQUARES,
            is_each_players=self.facts.is_owned,
            rows=self.facts.rows,
            main=main,
            members={name: member for name, member in members.items() if member.letter},
            marks=(*self.given.marks, *self._marks(rest, later | first)),
            printed=printed,
        )

    def _main(self, fields: Iterable[FieldFacts]) -> str:
        """Return the field that gives cells their letter."""
        found = [field for field in fields if self._has_letters(field.type)]
        return min(found, key=lambda field: _MAIN.index(field.type.sort)).name if found else ""

    def _letters_of_marks(self) -> set[str]:
        letters = (m.letter for mark in self.given.marks for m in mark.members.values())
        return {letter for letter in letters if letter}

    def _values(self, type_: Type) -> Sequence[Json]:
        """Return the values of a type, as positions have them, where there are a few."""
        match type_.sort:
            case "kind":
                return self.all.kinds.get(type_.of, ())
            case "player":
                return range(self.all.players)
            case "direction":
                return [*self._arrows]
            case _:
                return ()

    def _has_letters(self, type_: Type) -> bool:
        values = self._values(type_)
        names = [str(value) for value in values]
        is_short = type_.sort == "player" or all(len(name) == 1 or not name.isdigit() for name in names)
        return 0 < len(values) <= MOST_LETTERS and is_short

    def _members(self, type_: Type, used: Iterable[str]) -> Iterator[tuple[str, Member]]:
        """Yield the members by name, each with a letter, as long as there are letters."""
        values = self._values(type_)
        known = self.given.members
        lacking = [str(value) for value in values if str(value) not in known or not known[str(value)].letter]
        letters = self._letters(type_, lacking, used)
        for i, value in enumerate(values):
            name = str(value)
            if name in known and known[name].letter:
                yield name, replace(known[name], value=value)
            elif name in letters:
                yield name, self._member(type_, i, value, letters[name])

    def _letters(self, type_: Type, names: Sequence[str], used: Iterable[str]) -> Mapping[str, str]:
        match type_.sort:
            case "player":
                wanted = {name: "123456789ABC"[int(name)] for name in names}
                found = letters_for(wanted.values(), used)
                return {name: found[wish] for name, wish in wanted.items() if wish in found}
            case "direction":
                return self._arrows
            case _:
                return letters_for(names, used)

    def _member(self, type_: Type, place: int, value: Json, letter: str) -> Member:
        """Return a member whose letter is made up, with what its look says otherwise."""
        is_player = type_.sort == "player"
        title = self._name(place) if is_player else _title(str(value))
        given = self.given.members.get(str(value), Member(name=str(value), title=title))
        fills = self.players.fills if is_player else _FILLS
        picture = replace(given.picture, fill=given.picture.fill or fills[place % len(fills)])
        return replace(
            given,
            value=value,
            letter=letter,
            terminal=_TERMINAL[place % len(_TERMINAL)] if given.terminal is None else given.terminal,
            picture=replace(picture, text=picture.text or letter),
        )

    def _name(self, player: int) -> str:
        return self.names[player] if player < len(self.names) else f"player {player + 1}"

    def _marks(self, fields: Iterable[FieldFacts], used: set[str]) -> Iterator[Mark]:
        """Yield a mark for each field, as long as there are signs."""
        signs = [sign for sign in _SIGNS if sign not in used]
        has_arrows = False
        for field in fields:
            if field.type.sort == "direction" and not has_arrows:
                has_arrows = True
                members = {
                    name: Member(name=name, title=_title(name), letter=sign) for name, sign in self._arrows.items()
                }
                yield Mark(field=field.name, kind=MarkKind.LETTER, title=_title(field.name), members=members)
            elif field.type.sort in _KINDS and signs:
                kind = _KINDS[field.type.sort]
                chip = Chip.BARE if kind is MarkKind.FLAG else Chip.CARD
                yield Mark(field=field.name, kind=kind, sign=signs.pop(0), title=_title(field.name), chip=chip)

    def _printed(self, used: set[str]) -> Iterator[Printed]:
        """Yield what is printed, of several fields on one cell the first, each value with a letter."""
        found: dict[Spot, str] = {}
        for field in self.facts.fields:
            for at, value in (field.printed or {}).items():
                found.setdefault(at, field.name if value is True else f"{field.name} {short(value)}")
        words = letters_for(sorted(set(found.values())), used, lower=True)
        for at, title in found.items():
            if title in words:
                yield Printed(at=at, word=words[title], title=_title(title))


_MAIN = ("kind", "player", "direction")
_KINDS = {
    "flag": MarkKind.FLAG,
    "number": MarkKind.NUMBER,
    "player": MarkKind.PLAYER,
    "kind": MarkKind.NAME,
    "direction": MarkKind.NAME,
}


def letters_for(names: Iterable[str], used: Iterable[str], *, lower: bool = False) -> dict[str, str]:
    """Return a letter for each name, no two alike and none the beginning of a used word: its own first, if it is free.

    Names that differ in a digit at their end are told apart by it.
    """
    names = list(names)
    gone = {word[0] for word in used if word}
    found = {}
    is_numbered = len(names) > 1 and all(re.fullmatch(r"\D+\d", name) for name in names)
    for name in names:
        own = [name[-1]] if is_numbered else [*(name.split()[-1:] or [""])[0], *name]
        own = [letter.lower() if lower else letter.upper() for letter in own if letter.isascii() and letter.isalnum()]
        rest = ascii_lowercase + ascii_uppercase if lower else ascii_uppercase + ascii_lowercase
        letter = next((letter for letter in (*own, *rest) if letter not in gone), "")
        if letter:
            found[name] = letter
            gone.add(letter)
    return found
