"""The compiled engine behind the interface of the evaluator: everything that can be asked has the same answer."""

from __future__ import annotations

import copy
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

import tilelaw
from thorough import so_many
from tilelaw_play import engines, load
from tilelaw_play.compiled import CompiledEngine
from tilelaw_reference import Engine, IllegalMove, Move, MoveError, PositionError, ShuffleDue, State

NAMES = ("kingdomino/classic", "origins/discovery", "origins/tribe", "ingenious/solo")


def pair(name: str, seed: int | None = 7) -> tuple[State, State]:
    """Return the same start in both engines."""
    players = load(name).counts[-1]
    both = [load(name, engine=engine).start(players, seed=seed) for engine in ("compiled", "evaluator")]
    assert [state.engine.name for state in both] == ["compiled", "evaluator"]
    return both[0], both[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_same_in_both(name: str) -> None:
    one, other = pair(name)
    assert (one.events, judged(one)) == (other.events, judged(other)), "also where the dealer has joined in"
    chance = random.Random(3)
    for ply in range(40):
        assert (one == other, other == one, hash(one)) == (True, True, hash(other))
        assert (one.to_json(), one.asks, one.due) == (other.to_json(), other.asks, other.due)
        if one.is_over or other.is_over:
            break
        moves = one.moves()
        assert moves == other.moves()
        assert other.moves() == moves
        move = chance.choice(moves)
        if ply % 8 == 0:
            assert one.score() == other.score()
            assert one.ranking() == other.ranking()
            players = range(one.to_json()["players"])
            assert [one.observe(player) for player in players] == [other.observe(player) for player in players]
            assert one.explain(move).to_json() == other.explain(move).to_json()
            assert (one.begins_turn, one.broken_invariants()) == (other.begins_turn, other.broken_invariants())
        one, other = one.apply(move), other.apply(move)
        assert (one.events, one.trace) == (other.events, other.trace)
        assert judged(one) == judged(other)
    assert one.history == other.history


def judged(state: State) -> list[Any]:
    """Return what was judged in the transition that led to a state, and in which positions."""
    return [(moment.consequences, moment.bindings, moment.here.position) for moment in state.moments]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_playout_is_the_same_in_both(name: str, policy: str) -> None:
    one, other = (state.playout(11, policy, most=so_many(5, 12)) for state in pair(name, seed=None))
    assert one == other
    assert one.history == other.history
    assert one.events == other.events


def test_what_is_counted_is_the_same_in_both() -> None:
    one, other = pair("kingdomino/classic")
    assert one.count() == other.count() == len(one.moves())
    assert [one.perft(depth) for depth in range(3)] == [other.perft(depth) for depth in range(3)]
    assert list(one.children()) == list(other.children())
    assert one.sample(random.Random(1)) == other.sample(random.Random(1))
    assert {one, other} == {one}


def test_moves_are_a_sequence_that_nobody_can_change() -> None:
    one, other = pair("origins/discovery")
    moves, known = one.moves(), other.moves()
    assert isinstance(moves, Sequence)
    assert not isinstance(moves, list)
    assert (moves[0], moves[-1], moves[1:3], len(moves)) == (known[0], known[-1], known[1:3], len(known))
    assert known[1] in moves
    assert moves.index(known[1]) == 1
    assert repr(moves) == repr(known)
    assert hash(moves) == hash(known)
    with pytest.raises(IndexError):
        moves[len(moves)]
    move = moves[0]
    assert isinstance(move, Move)
    assert (str(move), repr(move), move.to_json(), move.arguments) == (
        str(known[0]),
        repr(known[0]),
        known[0].to_json(),
        known[0].arguments,
    )
    assert len({move, known[0]}) == 1
    assert pickle.loads(pickle.dumps(move)) == copy.copy(move) == known[0]


def test_answers_are_taken_in_every_form() -> None:
    one, other = pair("origins/discovery")
    move = other.moves()[2]
    after = other.apply(move)
    listed = one.moves()[2]
    again = load("origins/discovery").start(4, seed=7)
    for answer in (listed, move, move.to_json(), json.dumps(move.to_json())):
        assert one.apply(answer) == again.apply(answer) == after
    assert again.apply(listed).moves() == after.moves()


def test_refusals_and_errors_are_the_evaluators() -> None:
    one, other = pair("origins/discovery")
    wrong: list[Any] = [
        {"select": {"tile": 999}},
        {"select": {}},
        {"place": {"a": [0, 1], "b": [0, 2]}},
        {"nonsense": {}},
        {"shuffle": "box", "order": []},
        [1, 2],
        "{",
        7,
    ]
    for answer in wrong:
        found = []
        for state in (one, other):
            with pytest.raises((IllegalMove, MoveError)) as error:
                state.apply(answer)
            found.append((type(error.value), str(error.value)))
        assert found[0] == found[1]
    assert one.judge({"select": {"tile": 48}}).to_json() == other.judge({"select": {"tile": 48}}).to_json()
    move = other.moves()[0].to_json()
    for player in (None, 0, 1, 2, 3):
        assert one.judge(move, player).to_json() == other.judge(move, player).to_json()


def test_shuffles_are_asked_for_and_answered_alike() -> None:
    one, other = pair("kingdomino/classic", seed=None)
    assert one.asks == other.asks
    for state in (one, other):
        with pytest.raises(ShuffleDue):
            state.moves()
        with pytest.raises(IllegalMove):
            state.apply({"shuffle": "box", "order": [1]})
        with pytest.raises(MoveError):
            state.apply({"shuffle": "box", "order": 1})
    order = list(reversed(one.to_json()[one.asks[0]["shuffle"]]))
    one, other = one.apply(order), other.apply(order)
    assert one == other
    assert one.history == other.history
    orders = [list(range(1, 49))]
    given = [load("kingdomino/classic", engine=each).start(2, 3, orders) for each in engines.EngineName]
    assert given[0] == given[1]
    assert given[0].history == given[1].history


def test_positions_are_read_alike() -> None:
    one, other = pair("origins/tribe")
    chance = random.Random(5)
    for _ in range(25):
        one = one.apply(chance.choice(one.moves()))
    again = other.engine.state(one.to_json())
    assert one.engine.state(one.to_text()) == again == one
    assert one.engine.play(one.history) == other.engine.play(one.history) == one
    with pytest.raises(PositionError):
        one.engine.state({**one.to_json(), "row": 7})


def test_without_wasmtime_the_evaluator_plays_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    engines._has_wasmtime.cache_clear()
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.warns(RuntimeWarning, match="wasmtime cannot be imported") as warned:
        states = [load(name).start(2, seed=1) for name in ("kingdomino/classic", "origins/discovery")]
    assert [state.engine.name for state in states] == ["evaluator", "evaluator"]
    assert len(warned) == 1
    monkeypatch.undo()
    engines._has_wasmtime.cache_clear()


def test_what_cannot_be_compiled_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "module_of", lambda _rules, **_: None)
    assert load("kingdomino/classic").start(2, seed=1).engine.name == "evaluator"


def test_an_engine_is_chosen_by_name() -> None:
    assert isinstance(tilelaw.load("kingdomino/classic", engine="evaluator").engine(2), Engine)
    with pytest.raises(ValueError, match="steam"):
        load("kingdomino/classic", engine="steam")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_of_the_module_needs_no_rules(name: str) -> None:
    ruleset = load(name)
    state = ruleset.start(ruleset.counts[-1], seed=3)
    state.engine.__dict__.pop("evaluator", None)  # the engine is shared by all tests
    while not state.is_over:
        state = state.apply(state.moves()[0])
        for answer in (state.asks, state.observe(0), state.score(), state.ranking(), state.to_json()):
            assert answer is not None
        assert all(move.to_json() for move in state.moves())
    assert isinstance(state.engine, CompiledEngine)
    assert "evaluator" not in vars(state.engine)


@pytest.mark.parametrize("player", [-1, 4, True, "1", None])
def test_nobody_else_observes(player: Any) -> None:
    for state in pair("origins/discovery"):
        with pytest.raises(PositionError, match="player"):
            state.observe(player)


LAST_TO_GO = """
import sys
import tilelaw
state = tilelaw.load("origins/discovery").start(players=2, seed=1)
sys.excepthook = lambda *_, state=state: None
"""


def test_nothing_is_said_at_the_end_of_python_whoever_still_knows_a_game() -> None:
    done = subprocess.run([sys.executable, "-c", LAST_TO_GO], capture_output=True, text=True, check=True)
    assert done.stderr == ""
