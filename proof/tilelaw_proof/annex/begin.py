"""Where the turn of a case begins, if the case begins in the middle of it.

A witness tells it: the last turn of the game begins there. An heir has none, but the case it is from has: what the
answers changed there since the turn began is set back in the position of the heir, cell by cell and piece by piece.
Whether the same answers lead from there to where the heir begins is tried, never assumed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tilelaw_conformance import Answer, Case, Given
from tilelaw_reference import Engine, Json, State

_START = ("ruleset", "players")


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a turn begins: the state there, and the answers from there to where the case begins."""

    state: State
    before: tuple[Answer, ...] = ()
    history: int | None = None
    """How many answers of the witness lead there, if it is on the way of one."""
    is_elsewhere: bool = False
    """Whether it is another position than that of the case."""

    @property
    def position(self) -> dict[str, Json]:
        """The position, to be sent in whatever ruleset."""
        return {name: value for name, value in self.state.to_json().items() if name not in _START}


def first(case: Case, engine: Engine) -> State:
    """Return the state in which a case begins."""
    return engine.start() if case.given is Given.START else engine.state({**case.position, **case.filling})


def at_once(case: Case, engine: Engine) -> Beginning | None:
    """Return the beginning of a case that begins with a turn."""
    state = first(case, engine)
    return Beginning(state) if case.given is Given.START or state.begins_turn else None


def along(engine: Engine, history: Sequence[Answer]) -> Beginning:
    """Return where the last turn of a game begins."""
    state = engine.start()
    number, found = 0, state
    for length, answer in enumerate(history, start=1):
        state = state.apply(dict(answer))
        if state.begins_turn:
            number, found = length, state
    return Beginning(found, tuple(history[number:]), number, is_elsewhere=True)


def like(case: Case, engine: Engine, model: Beginning) -> Beginning | None:
    """Return where the turn of a case begins that is much like another one, of which it is known."""
    after = model.state
    for answer in model.before:
        after = after.apply(dict(answer))
    here = {**case.position, **case.filling}
    earlier, later = model.state.to_json(), after.to_json()
    found = _object_set_back(here, {**earlier, **case.start}, {**later, **case.start})
    state = engine.state({**found, "asks": earlier["asks"], **case.start, "ruleset": engine.game.name})
    found_there = Beginning(state, model.before, is_elsewhere=True)
    return found_there if state.begins_turn and is_alike(case, engine, found_there) else None


def is_alike(case: Case, engine: Engine, begin: Beginning) -> bool:
    """Say whether a case asks the same at the end of some answers as in its position, for the same reasons."""
    here, there = first(case, engine), begin.state
    for answer in begin.before:
        there = there.apply(dict(answer))
    if here.due != there.due:
        return False
    is_refused = case.then.legal is False
    for answer in case.answers[:-1] if is_refused else case.answers:
        here, there = here.apply(dict(answer)), there.apply(dict(answer))
        if [rule for rule in here.trace if rule in case.rules] != [rule for rule in there.trace if rule in case.rules]:
            return False
    if is_refused and "shuffle" not in case.answers[-1]:
        return here.refused_by(dict(case.answers[-1])) == there.refused_by(dict(case.answers[-1]))
    if case.then.moves:
        return [move.to_json() for move in here.moves()] == [move.to_json() for move in there.moves()]
    return True


def set_back(here: Json, earlier: Json, later: Json) -> Json:
    """Return data as they were before a change, told by how other data were before it and after."""
    if earlier == later:
        return here
    if isinstance(earlier, Mapping) and isinstance(later, Mapping) and isinstance(here, Mapping):
        return _object_set_back(here, earlier, later)
    if isinstance(earlier, list) or isinstance(later, list):
        return _list_set_back(_entries(here), _entries(earlier), _entries(later))
    numbers = [each for each in (here, earlier, later) if each is None or type(each) is int]
    if len(numbers) == 3:
        now, before, after = (number or 0 for number in numbers)
        return (now + before - after) or None
    return earlier


def _object_set_back(
    here: Mapping[str, Json], earlier: Mapping[str, Json], later: Mapping[str, Json]
) -> dict[str, Json]:
    names = dict.fromkeys([*here, *earlier])
    found = {name: set_back(here.get(name), earlier.get(name), later.get(name)) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _entries(data: Json) -> list[Json]:
    return data if isinstance(data, list) else []


def _list_set_back(here: list[Json], earlier: list[Json], later: list[Json]) -> list[Json]:
    if any(isinstance(entry, list) for entry in (*here, *earlier, *later)):  # one for each player
        nobody: list[Json] = []
        pairs = [*zip_longest(earlier, later, fillvalue=nobody)]
        changed = [number for number, (one, other) in enumerate(pairs) if one != other]
        mine = [*here, *(nobody for _ in range(max(changed, default=-1) + 1 - len(here)))]
        return [set_back(each, *pairs[number]) if number in changed else each for number, each in enumerate(mine)]
    found = list(here)
    for entry in _without(later, earlier):
        known = [each for each in found if _key(each) == _key(entry)]
        found = _without(found, known[:1])
    for entry in _without(earlier, later):
        found.insert(min(earlier.index(entry), len(found)), entry)
    return found


def _without(entries: Sequence[Json], others: Sequence[Json]) -> list[Json]:
    """Return entries without others, each as often as it is there."""
    left, found = list(others), []
    for entry in entries:
        if entry in left:
            left.remove(entry)
        else:
            found.append(entry)
    return found


def _key(entry: Json) -> str:
    """Return what an entry is known by: a cell by its place, anything else by all that it is."""
    return json.dumps(entry["at"] if isinstance(entry, Mapping) and "at" in entry else entry)
