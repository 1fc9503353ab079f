"""Positions and moves that the compiled engine reads by itself: what it takes, the evaluator takes too, as the same.

Positions of random games are spoilt in one or two places, at random: a value becomes another, an entry goes, comes
twice or changes its place.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from thorough import some
from tilelaw_engine import decode, read_plain, read_plain_move
from tilelaw_play import load, names
from tilelaw_play.compiled import CompiledEngine
from tilelaw_reference import NotationError, State

VALUES: list[Any] = [None, True, False, 0, 1, -1, 2, 4, 7, 300, 70000, 1.0, "", "1", "red", [], {}, [0, 0], [0, 0, 1]]


def places(data: Any) -> list[tuple[Any, Any]]:
    """Return every entry of JSON data, as what holds it and its key."""
    inner = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    return [(data, key) for key, _ in inner] + [place for _, entry in inner for place in places(entry)]


def spoilt(data: Any, chance: random.Random) -> Any:
    """Return JSON data with something changed."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 2))):
        known = places(data)
        if not known:
            break
        holder, key = chance.choice(known)
        other, there = chance.choice(known)
        match chance.randrange(5):
            case 0:
                holder[key] = copy.deepcopy(chance.choice(VALUES))
            case 1:
                holder[key] = copy.deepcopy(other[there])
            case 2:
                del holder[key]
            case 3 if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case 4 if isinstance(holder, list):
                chance.shuffle(holder)
            case _ if type(holder[key]) is int:
                holder[key] += chance.choice((-1, 1))
    return data


def walk(name: str, chance: random.Random) -> tuple[CompiledEngine, list[State]]:
    """Return some states of a random game, the first with shuffles that are due."""
    ruleset = load(name)
    players = chance.choice(ruleset.counts)
    engine = ruleset.engine(players)
    assert isinstance(engine, CompiledEngine)
    states = [engine.start(), engine.start(seed=chance.randrange(100))]
    for _ in range(30):
        if states[-1].is_over:
            break
        states.append(states[-1].apply(chance.choice(states[-1].moves())))
    return engine, states


@pytest.mark.parametrize("name", some(names(all=True), 3))
def test_what_is_read_is_what_the_evaluator_reads(name: str) -> None:
    chance = random.Random(name)
    engine, states = walk(name, chance)
    for state in states[:2] + chance.sample(states, min(4, len(states))):
        position = state.to_json()
        assert read_plain(engine.runner.layout, position) is not None
        for _ in range(12):
            given = spoilt(position, chance)
            record = read_plain(engine.runner.layout, given)
            if record is not None:
                assert engine.evaluator.state(given).to_json() == decode(engine.runner.layout, record), given


@pytest.mark.parametrize("name", names())
def test_moves_are_judged_as_the_evaluator_judges_them(name: str) -> None:
    chance = random.Random(name)
    engine, states = walk(name, chance)
    for state in chance.sample(states[1:], min(4, len(states) - 1)):
        if state.is_over:
            continue
        other = engine.evaluator.state(state.to_json())
        move = chance.choice(state.moves()).to_json()
        assert read_plain_move(engine.runner.layout, move, state._asked) is not None
        for given in [move, *(spoilt(move, chance) for _ in range(8))]:
            assert judged(state, given) == judged(other, given), given


def judged(state: State, move: Any) -> Any:
    """Return how a move is judged, or what is wrong with it."""
    try:
        return state.judge(move).to_json(), state.refused_by(move)
    except NotationError as error:
        return str(error)
