"""What programs that search ask of a state: how many moves, any move, what follows, and a game played to its end."""

from __future__ import annotations

from random import Random

import pytest

from tilelaw_play import load
from tilelaw_reference import ShuffleDue
from tilelaw_reference.play.generator import below, shuffled

RULESET = load("kingdomino/classic", engine="evaluator")
START = RULESET.start(2, seed=7)


def test_moves_are_counted_sampled_and_made() -> None:
    moves = START.moves()
    assert START.count() == len(moves) > 1
    assert {START.sample(Random(i)) for i in range(50)} == set(moves)
    assert START.sample(Random(3)) == START.sample(Random(3))
    assert list(START.children()) == [START.apply(move) for move in moves]
    assert START.perft(1) == len(moves)
    assert START.perft(2) == sum(after.count() for after in START.children())


def test_a_shuffle_that_is_due_has_no_moves() -> None:
    state = RULESET.start(2)
    for question in (state.count, lambda: state.sample(Random(1)), lambda: list(state.children())):
        with pytest.raises(ShuffleDue):
            question()
    assert state.perft(1) == state.unshuffled().count()


def test_a_random_playout_draws_as_the_page_says() -> None:
    state, chance = RULESET.start(2), 7
    end = state.playout(7)
    while not state.is_over:
        if "shuffle" in state.asks[0]:
            chance, order = shuffled(chance, state.to_json()[state.asks[0]["shuffle"]])
            state = state.apply(order)
        else:
            chance, number = below(chance, state.count())
            state = state.apply(state.moves()[number])
    assert end == state
    assert end.history == state.history
    assert START.playout(1) == START.playout(1) != START.playout(2)


def test_a_greedy_playout_takes_what_is_best_at_once() -> None:
    end = START.playout(1, "greedy", most=30)
    state = START
    for answer in end.history["answers"][len(START.history["answers"]) :]:
        if "order" not in answer:
            player = state.asks[0]["player"]
            best = max(after.total(player) for after in state.without_dealer().children())
            first = next(m for m in state.moves() if state.without_dealer().apply(m).total(player) == best)
            assert first.to_json() == answer
        state = state.without_dealer().apply(answer)
    assert state == end


def test_a_playout_ends() -> None:
    answers = START.playout(1, most=3).history["answers"]
    assert len(answers) >= 3
    assert START.playout(1).history["answers"][: len(answers)] == answers
    with pytest.raises(ValueError, match="clever"):
        START.playout(1, "clever")
