"""Answers much like a legal one, which may be legal or not: what an implementation forgets to look at shows there.

One argument is changed, over all that it may be: a member, a number, a player or a direction for any other, a cell for
one beside it. Values and cells that lie in the position are tried as often as all others together, for a piece on the
table is more likely to be mistaken for the right one. Or two arguments change places, all cells are shifted, or another
action is answered, mostly one that the same ask takes. Or another player makes the move as it is, or a cell of another
player's board is named. What there is to choose from, the manifest tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from tilelaw_conformance import Answer
from tilelaw_reference import Engine, Json, State, manifest

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_OTHER_ACTION = 0.15
_SWAPPED = 0.2
_SHIFTED = 0.3
_IN_POSITION = 0.5
_OTHER_PLAYER = 0.06
_ELSEWHERE = 0.12
_OF_ASK = 0.6
"""How often something is tried, where it can be."""
_FAR = 3
"""So far from the middle any cell is looked for."""

Schema: TypeAlias = Mapping[str, Any]
"""The JSON Schema of an argument, as the manifest has it."""


class Neighbours:
    """Finds answers beside legal ones of one ruleset."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self._chance = chance
        self._players = engine.game.players
        told: Mapping[str, Any] = manifest(engine.game)
        self._arguments = {action["name"]: action["arguments"]["properties"] for action in told["actions"]}
        self._asks = {ask["name"]: tuple(ask["actions"]) for ask in told["asks"]}

    def beside(self, state: State, move: Answer) -> Answer:
        """Return an answer beside a legal one; where there is nothing to change it may be the same."""
        action = next(iter(move))
        arguments: Any = move[action]
        others = [player for player in range(self._players) if player != _asked(state)]
        if others and self._happens(_OTHER_PLAYER):
            return {**move, "player": self._chance.choice(others)}
        if not arguments or self._happens(_OTHER_ACTION):
            return self._other_action(state, action, move)
        pairs = list(_pairs(self._arguments[action]))
        if pairs and self._happens(_SWAPPED):
            one, other = self._chance.choice(pairs)
            return {action: {**arguments, one: arguments[other], other: arguments[one]}}
        cells = [name for name, schema in self._arguments[action].items() if _is_cell(schema)]
        if len(cells) > 1 and self._happens(_SHIFTED):
            step = self._chance.choice(_STEPS)
            return {action: {**arguments, **{name: _shifted(arguments[name], step) for name in cells}}}
        name = self._chance.choice(list(arguments))
        return {action: {**arguments, name: self._other(self._arguments[action][name], arguments[name], state)}}

    def _happens(self, often: float) -> bool:
        return self._chance.random() < often

    def _other(self, schema: Schema, value: Json, state: State) -> Json:
        """Return another value of an argument, if there is one."""
        told = list(_told(state.to_json()))
        if _is_cell(schema) and isinstance(value, list):
            if self._players > 1 and _is_owned(schema) and self._happens(_ELSEWHERE):
                return self._elsewhere(value, state)
            around: list[Json] = [_shifted(value, step) for step in _STEPS]
            there: list[Json] = [each for each in told if isinstance(each, list) and each != value]
        else:
            around = [each for each in _domain(schema) if each != value]
            there = [each for each in around if each in told]
        chosen = there if there and self._happens(_IN_POSITION) else around
        return self._chance.choice(chosen) if chosen else value

    def _elsewhere(self, cell: Sequence[Any], state: State) -> Json:
        """Return a cell of somebody else's board: the one in the same place, or one that holds something."""
        here = cell[2] if len(cell) > 2 else _asked(state)
        owner = self._chance.choice([player for player in range(self._players) if player != here])
        x, y = self._chance.choice([cell[:2], *_cells_of(state.to_json(), owner)])
        return [x, y] if owner == _asked(state) else [x, y, owner]

    def _other_action(self, state: State, action: str, move: Answer) -> Answer:
        """Return another action with any arguments: one that the ask takes, or one that it does not."""
        of_ask = [name for name in self._asks.get((state.due or {}).get("ask", ""), ()) if name != action]
        others = [name for name in self._arguments if name != action]
        chosen = of_ask if of_ask and self._happens(_OF_ASK) else others
        if not chosen:
            return move
        name = self._chance.choice(chosen)
        return {name: {each: self._any(schema) for each, schema in self._arguments[name].items()}}

    def _any(self, schema: Schema) -> Json:
        if _is_cell(schema):
            return [self._chance.randint(-_FAR, _FAR), self._chance.randint(-_FAR, _FAR)]
        values = _domain(schema)
        return self._chance.choice(values) if values else None


def _domain(schema: Schema) -> Sequence[Json]:
    """Return all values of an argument that is no cell."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    return list(range(schema["minimum"], schema["maximum"] + 1)) if "minimum" in schema else []


def _pairs(schemas: Mapping[str, Schema]) -> Iterator[tuple[str, str]]:
    """Yield the arguments that can change places."""
    names = list(schemas)
    for place, one in enumerate(names):
        yield from ((one, other) for other in names[place + 1 :] if schemas[one] == schemas[other])


def _shifted(cell: Sequence[Any], step: tuple[int, int]) -> list[Json]:
    return [cell[0] + step[0], cell[1] + step[1], *cell[2:]]


def _is_cell(schema: Schema) -> bool:
    return "prefixItems" in schema


def _is_owned(schema: Schema) -> bool:
    """Say whether a cell may name whose board it is on."""
    return len(schema["prefixItems"]) > 2


def _asked(state: State) -> int:
    player: int = (state.due or {}).get("player", 0)
    return player


def _cells_of(position: Mapping[str, Any], owner: int) -> Iterator[Sequence[Any]]:
    """Yield the cells on which something lies on a player's boards."""
    for part in position.values():
        if isinstance(part, list) and owner < len(part) and isinstance(part[owner], list):
            yield from (each["at"][:2] for each in part[owner] if isinstance(each, dict) and "at" in each)


def _told(value: Json) -> Iterator[Json]:
    """Yield what stands in a position: cells, and all that is neither a list nor an object."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from [each] if name == "at" else _told(each)
    elif isinstance(value, list):
        for each in value:
            yield from _told(each)
    else:
        yield value
