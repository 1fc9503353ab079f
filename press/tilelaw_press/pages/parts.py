"""Which parts of a position a case is about: what it says of the position after an answer, or where it begins.

A part is named by its key in positions, with a player where each has one. Parts that the look of a game does not know
cannot be shown, and piles of which only the number can be are nothing to look at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from tilelaw_conformance import Case
from tilelaw_press.pages.plays import Play, arguments, changed_cells
from tilelaw_press.shelf import Shelf

Part = tuple[str, int | None]
MOST = 6
"""More parts than these are a whole table, in which nobody sees what has changed."""


def changed_parts(shelf: Shelf, case: Case, play: Play) -> tuple[Part, ...]:
    """Return the parts of which a case says how they are after its last answer, as far as that changes them.

    Where the answer names cells, the boards that it changes belong to it.
    """
    if play.after is None or case.then.state is None:
        return ()
    found = list(_differing(play.before, play.after, case.then.state))
    if not found:
        return ()
    if any(isinstance(value, list) for value in arguments(play.answer)[1].values()):
        outlines = changed_cells(play.before, play.after, case.boards)
        found += [part for each in outlines if (part := (each.board, each.owner)) not in found]
    seen = tuple(_seen(shelf, case, found))
    return seen if len(seen) <= MOST else ()


def first_parts(shelf: Shelf, case: Case, play: Play) -> tuple[Part, ...]:
    """Return the parts of which a case says how they are at the beginning, as far as anything lies there."""
    position = play.before if play.after is None else play.after
    told = case.then.state or {}
    return tuple(_seen(shelf, case, [(key, None) for key in told if position.get(key)]))


def final_parts(shelf: Shelf, case: Case) -> tuple[Part, ...]:
    """Return the parts that a case about an end gives, without what players could have chosen from."""
    look = shelf.sources.look(case.ruleset, case.players)
    given = [key for key, value in case.position.items() if value]
    known = {*look.get("boards", {}), *look.get("variables", {})}
    held = {key for key in look.get("zones", {}) if isinstance(case.position.get(key), list) and _is_owned(case, key)}
    return tuple((key, None) for key in given if key in known | held)


def does(play: Play, rules: Collection[str]) -> bool:
    """Say whether one of some rules does anything upon the last answer of a play."""
    events = play.then.events if play.then is not None else ()
    return any(event["rule"] in rules and event["event"] != "answer" for event in events)


def _differing(before: Mapping[str, Any], after: Mapping[str, Any], told: Iterable[str]) -> Iterator[Part]:
    for key in told:
        old, new = before.get(key), after.get(key)
        if key == "asks" or old == new:
            continue
        rows = [*(old or []), *(new or [])] if all(isinstance(each, list | None) for each in (old, new)) else []
        if not rows or not all(isinstance(row, list) for row in rows):
            yield key, None
            continue
        # A position leaves out what is blank.
        pairs: Iterable[tuple[Any, Any]] = zip_longest(old or [], new or [], fillvalue=[])
        for owner, (one, other) in enumerate(pairs):
            if one != other:
                yield key, owner


def _seen(shelf: Shelf, case: Case, parts: Collection[Part]) -> Iterator[Part]:
    look = shelf.sources.look(case.ruleset, case.players)
    zones = {key for key, zone in look.get("zones", {}).items() if zone.get("show") != "number"}
    known = {*look.get("boards", {}), *look.get("variables", {}), *zones}
    yield from (part for part in parts if part[0] in known)


def _is_owned(case: Case, key: str) -> bool:
    value = case.position[key]
    return isinstance(value, list) and all(isinstance(row, list) for row in value)
