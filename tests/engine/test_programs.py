"""Random programs: the checker takes nearly all of them, they hold every node of the typed rules, and the evaluator
keeps its promises on each."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import is_dataclass
from itertools import islice

import pytest
from hypothesis import Phase, assume, given, note, settings

from engine.programs.program import NAME, Program, checked, program, programs
from play.properties import history_replays, moves_are_what_is_legal, scores_add_up, states_are_values, text_survives
from play.walks import random_walk
from thorough import examples
from tilelaw_dsl import Report, Source, format_text, ir, render
from tilelaw_dsl.ir import effects, expressions, flow, functions, names, rules
from tilelaw_dsl.ir.text import from_json, to_json
from tilelaw_reference import Engine, RulesError, State, perft

SEEDS = range(60)
QUICK = (Phase.reuse, Phase.generate)  # to make a program smaller takes many minutes
MOST_STATES = 40
NODES = {
    name
    for family in (names, functions, expressions, effects, flow, rules)
    for name, node in vars(family).items()
    if is_dataclass(node) and node.__module__ == family.__name__
}


@pytest.fixture(scope="module")
def written() -> list[Program]:
    return [program(random.Random(seed)) for seed in SEEDS]


def test_nearly_all_programs_are_well_typed_and_together_hold_every_node(written: list[Program]) -> None:
    seen: Counter[str] = Counter()
    refused = []
    for each in written:
        game, said = checked(each)
        if game is None:
            refused += [render(diagnostic) for diagnostic in said][:1]
        else:
            seen.update({type(node).__name__ for node in ir.walk(game)})
    assert len(refused) <= len(written) * 0.1, refused
    assert sorted(NODES - seen.keys()) == []


def typed(written: Program) -> ir.Game:
    note(repr(written))
    game, _ = checked(written)
    assume(game is not None)
    assert game is not None
    return game


def states(game: ir.Game, seed: int) -> list[State]:
    """The states of a game, as far as the rules do not contradict themselves."""
    found: list[State] = []
    with suppress(RulesError):  # a clash is a result like any other
        for state in islice(random_walk(Engine(game).start(seed=seed), seed), MOST_STATES):
            if not state.is_over:
                state.moves()
            found.append(state)
    return found


@settings(max_examples=examples(6), phases=QUICK)
@given(programs())
def test_what_is_typed_survives_json_and_formatting(written: Program) -> None:
    game = typed(written)
    assert from_json(to_json(game)) == game
    formatted = format_text(Source(NAME, written.text), Report())
    assert formatted is not None
    assert format_text(Source(NAME, formatted), Report()) == formatted
    again, _ = checked(Program(formatted, written.tables, written.players))
    assert again == game


@settings(max_examples=examples(8), phases=QUICK)
@given(programs())
def test_games_keep_the_promises_of_all_games(written: Program) -> None:
    game = typed(written)
    chance = random.Random(0)
    for state in states(game, 0):
        text_survives(state)
        scores_add_up(state)
        state.broken_invariants()
        for player in range(game.players):
            state.observe(player)
        if not state.is_over:
            with suppress(RulesError):  # of an answer that is tried
                moves_are_what_is_legal(state, chance)


@settings(max_examples=examples(8), phases=QUICK)
@given(programs())
def test_states_are_values_and_histories_replay(written: Program) -> None:
    found = states(typed(written), 1)
    if found:
        history_replays(found[-1])
    for state in found[:6]:
        if not state.is_over:
            with suppress(RulesError):
                states_are_values(state, state.moves()[-1])
                perft(state, 2)
