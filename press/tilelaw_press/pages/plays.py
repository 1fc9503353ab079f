"""What is played in cases: the position before the last answer, that answer, and the position after it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from tilelaw_conformance import Answer, Case, Given
from tilelaw_draw import Outline
from tilelaw_press.shelf import Shelf
from tilelaw_reference import IllegalMove, NotationError, RulesError, ShuffleDue, State

MOST_ANSWERS = 40
"""Whole games are read, not looked at."""


@dataclass(frozen=True, slots=True)
class Play:
    """The last answer of a case, or just its position where it has none."""

    start: Mapping[str, Any]
    """The position that the case begins with."""
    before: Mapping[str, Any]
    answer: Answer | None
    after: Mapping[str, Any] | None
    """Nothing where there is no answer, or it is refused."""
    then: State | None = None
    """The same as `after`, with what has happened."""

    @property
    def marks(self) -> Mapping[str, Any]:
        """The arguments of the answer."""
        return arguments(self.answer)[1]


def arguments(answer: Answer | None) -> tuple[str, Mapping[str, Any]]:
    """Return the action of an answer with its arguments; the order of a shuffle has neither."""
    for name, given in (answer or {}).items():
        if isinstance(given, dict):
            return name, given
    return "", {}


def state_of(shelf: Shelf, case: Case) -> State | None:
    """Return the position that a case begins with, unless it begins with a shuffle or has none."""
    ruleset = shelf.ruleset(case.ruleset)
    try:
        if case.given is Given.POSITION:
            return ruleset.state(dict(case.position))
        return ruleset.start(case.players) if case.given is Given.START else None
    except (NotationError, RulesError, ShuffleDue):
        return None


class Plays:
    """Plays cases, each once."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._found: dict[str, Play | None] = {}
        self._parts: dict[tuple[str, int], list[dict[str, Any]]] = {}

    def parts(self, case: Case, side: int) -> list[dict[str, Any]]:
        """Return the lines of a side's score where a case begins, each with what adds up to it."""
        if (case.id, side) not in self._parts:
            state = state_of(self._shelf, case)
            self._parts[case.id, side] = [] if state is None else [{**line} for line in state.score_parts(side)]
        return self._parts[case.id, side]

    def of(self, case: Case) -> Play | None:
        """Return what is played in a case, or nothing if it cannot be shown."""
        if case.id not in self._found:
            self._found[case.id] = self._play(case)
        return self._found[case.id]

    def _play(self, case: Case) -> Play | None:
        if case.given is Given.NOTHING or len(case.answers) > MOST_ANSWERS:
            return None
        begun = state_of(self._shelf, case)
        if begun is None:
            return None
        state = begun
        try:
            for answer in case.answers[:-1]:
                state = state.apply(dict(answer))
        except (IllegalMove, NotationError, RulesError, ShuffleDue):
            return None
        start, before = begun.to_json(), state.to_json()
        if not case.answers:
            return Play(start, before, None, None)
        try:
            then = state.apply(dict(case.answers[-1]))
        except (IllegalMove, NotationError, RulesError, ShuffleDue):
            return Play(start, before, case.answers[-1], None)
        return Play(start, before, case.answers[-1], then.to_json(), then)


@lru_cache(maxsize=2)
def plays_of(shelf: Shelf) -> Plays:
    """Return what is played on a shelf, shared by all languages."""
    return Plays(shelf)


def changed_cells(before: Mapping[str, Any], after: Mapping[str, Any], boards: tuple[str, ...]) -> tuple[Outline, ...]:
    """Return the cells of boards that differ, as outlines."""
    return tuple(_changed(before, after, boards))


def changed_by(play: Play, rules: Collection[str], boards: tuple[str, ...]) -> tuple[Outline, ...]:
    """Return the cells of boards that some rules change in a play, as outlines."""
    if play.after is None or play.then is None:
        return ()
    touched = {tuple(event["at"]) for event in play.then.events if event["rule"] in rules and "at" in event}
    found = []
    for outline in _changed(play.before, play.after, boards) if touched else ():
        cells = tuple(at for at in outline.cells if at in touched or (*at, outline.owner) in touched)
        if cells:
            found.append(replace(outline, cells=cells))
    return tuple(found)


def _changed(before: Mapping[str, Any], after: Mapping[str, Any], boards: tuple[str, ...]) -> Iterator[Outline]:
    for board in boards:
        now, then = after.get(board), before.get(board)
        for owner, cells, others in _by_owner(now, then):
            told = {json.dumps(cell["at"]): cell for cell in others}
            new = [cell["at"] for cell in cells if told.get(json.dumps(cell["at"])) != cell]
            there = {json.dumps(cell["at"]) for cell in cells}
            gone = [cell["at"] for cell in others if json.dumps(cell["at"]) not in there]
            if spots := [(at[0], at[1]) for at in [*new, *gone]]:
                yield Outline(cells=tuple(sorted(spots)), owner=owner, board=board)


def _by_owner(now: Any, then: Any) -> Iterator[tuple[int | None, list[Any], list[Any]]]:
    """Yield the cells of a board before and after: of each player's, or of the one board that all share."""
    new, old = now or [], then or []
    if not any(isinstance(each, list) for each in (*new, *old)):
        yield None, new, old
        return
    for owner in range(max(len(new), len(old))):
        yield owner, new[owner] if owner < len(new) else [], old[owner] if owner < len(old) else []
