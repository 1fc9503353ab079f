"""Every datum of every deck is stated by some case: change one, and the corpus finds it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.setting import corpus
from tilelaw_conformance.run.parts import component_differences
from tilelaw_play import load, names
from tilelaw_reference import components


def answered(ruleset: str, players: int) -> list[dict[str, Any]]:
    return copy.deepcopy(components(load(ruleset, engine="evaluator").engine(players).rules))


def decks() -> list[tuple[str, int, str]]:
    """The decks of every game: the kinds whose members have data, each in one ruleset that has it."""
    found = {}
    for ruleset in names():
        players = load(ruleset).counts[-1]
        for kind in answered(ruleset, players):
            if any("data" in member for member in kind["members"]):
                found[ruleset.split("/")[0], kind["kind"]] = (ruleset, players, kind["kind"])
    return list(found.values())


DECKS = decks()


def is_found(game: str, kinds: list[Any]) -> bool:
    stated = (case.then.components for case in corpus().cases if case.game == game and case.then.components)
    return any(any(component_differences(wanted, kinds)) for wanted in stated)


def places(members: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    """Where a member may have a datum: everywhere that some member has one, and its number is its name."""
    found: set[tuple[str, ...]] = {("copies",)}
    for member in members:
        for name, value in member.get("data", {}).items():
            parts = value if isinstance(value, dict) else {"": value}
            found |= {("data", name, *filter(None, [part])) for part in parts}
    return found - {("data", "number")}


def others(members: list[dict[str, Any]], place: tuple[str, ...]) -> set[Any]:
    """All values that are found at a place, and one more of the numbers."""
    found = {value for member in members if (value := got(member, place)) is not None}
    return found | {most + 1 for most in [max((each for each in found if isinstance(each, int)), default=None)] if most}


def got(data: Any, place: tuple[str, ...]) -> Any:
    for name in place:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def put(data: Any, place: tuple[str, ...], value: Any) -> None:
    for name in place[:-1]:
        data = data.setdefault(name, {})
    if value is None:
        data.pop(place[-1], None)
    else:
        data[place[-1]] = value


def changes(members: list[dict[str, Any]]) -> Iterator[str]:
    """Change one datum after another, to each other value that it could have, and yield what was changed."""
    for place in sorted(places(members)):
        values = others(members, place) | ({None} if place[0] == "data" else set())
        for member in members:
            before = got(member, place)
            for value in sorted(values - {before, 0 if before is None else None}, key=str):
                if (value or None) == (before or None):
                    continue
                put(member, place, value)
                yield f"{member['name']} {'.'.join(place)}: {before} -> {value}"
            put(member, place, before)


@pytest.mark.parametrize(("ruleset", "players", "kind"), DECKS)
def test_each_datum_that_is_changed_is_found(ruleset: str, players: int, kind: str) -> None:
    kinds = answered(ruleset, players)
    (members,) = [each["members"] for each in kinds if each["kind"] == kind]
    game = ruleset.split("/")[0]
    assert not is_found(game, kinds), "what is right is found to be right"
    tried = 0
    for change in changes(members):
        tried += 1
        assert is_found(game, kinds), change
    assert tried > len(members)
    assert not is_found(game, kinds), "every change was taken back"


@pytest.mark.parametrize(("ruleset", "players", "kind"), DECKS)
def test_a_piece_too_many_or_too_few_is_found(ruleset: str, players: int, kind: str) -> None:
    game = ruleset.split("/")[0]
    for i in range(len(_members(answered(ruleset, players), kind))):
        kinds = answered(ruleset, players)
        del _members(kinds, kind)[i]
        assert is_found(game, kinds), i
    kinds = answered(ruleset, players)
    _members(kinds, kind).append({**_members(kinds, kind)[0], "name": "another"})
    assert is_found(game, kinds)


def _members(kinds: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    members: list[dict[str, Any]]
    (members,) = [each["members"] for each in kinds if each["kind"] == kind]
    return members


def test_zero_is_as_good_as_nothing() -> None:
    kinds = answered("kingdomino/classic", 4)
    for member in _members(kinds, "tile"):
        for half in (member["data"]["a"], member["data"]["b"]):
            half.setdefault("crowns", 0)
    assert not is_found("kingdomino", kinds)
