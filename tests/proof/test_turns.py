"""Whole turns: where they begin is found by setting back what changed, and the fuzzer asks nothing but whole turns."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from thorough import some
from tilelaw.background import corpus
from tilelaw_conformance import Annexes, Case, Given, Part, Witnesses, bundled_corpus
from tilelaw_play import load
from tilelaw_proof.annex.begin import set_back
from tilelaw_proof.fuzz.questions import About, about
from tilelaw_proof.fuzz.turns import TurnInquirer
from tilelaw_reference import IllegalMove, Json

FOLDER = bundled_corpus()
CASES = {case.id: case for case in corpus(FOLDER).cases}
ANNEXES = Annexes(FOLDER)
WITNESSES = Witnesses(FOLDER)


@pytest.mark.parametrize(
    ("here", "earlier", "later", "found"),
    [
        ({"row": [7, 9]}, {"row": [5, 8]}, {"row": [8]}, {"row": [5, 7, 9]}),
        ({"row": [5]}, {"row": [5]}, {"row": [5]}, {"row": [5]}),
        ({"peg": 6}, {"peg": 1}, {"peg": 3}, {"peg": 4}),
        ({"peg": 2}, {}, {"peg": 2}, {}),
        (
            {"land": [[], [{"at": [1, 0]}]]},
            {"land": [[], []]},
            {"land": [[], [{"at": [1, 0], "x": 1}]]},
            {"land": [[], []]},
        ),
        ({"bag": ["a", "a"]}, {"bag": ["a"]}, {"bag": ["a", "a"]}, {"bag": ["a"]}),
        ({"hands": [["a"]]}, {"hands": [["b"], ["c"]]}, {"hands": [[], ["c"]]}, {"hands": [["b", "a"]]}),
        ({"due": "b"}, {"due": "a"}, {"due": "b"}, {"due": "a"}),
    ],
)
def test_what_changed_elsewhere_is_set_back_here(here: Json, earlier: Json, later: Json, found: Json) -> None:
    assert set_back(here, earlier, later) == found


def test_nearly_every_case_can_be_asked_in_whole_turns() -> None:
    asked = [case for case in CASES.values() if case.given is not Given.NOTHING and case.parts != {Part.PERFT}]
    whole = [case for case in asked if ANNEXES.of(case).keys() & {"turn", "bare_turn"}]
    assert len(whole) * 100 >= len(asked) * 90


def test_a_list_of_moves_is_tried_by_turns_that_are_legal_and_turns_that_are_not() -> None:
    case = ANNEXES.by_turns(CASES["origins/lava/lists-where-lava-may-land"])
    assert {each["legal"] for each in case.tries} == {True, False}
    engine = load(case.ruleset, engine="evaluator").engine(case.players)
    for each in case.tries:
        state = engine.state(dict(case.position))
        assert state.begins_turn
        for answer in (*case.answers, *each["before"]):
            state = state.apply(dict(answer))
        assert (each["move"] in (case.then.moves or ())) is each["legal"]
        if not each["legal"]:
            with pytest.raises(IllegalMove):
                state.apply(dict(each["move"]))
            continue
        for answer in (each["move"], *each["rest"]):
            state = state.apply(dict(answer))
        assert state.begins_turn


def questions(seed: int) -> list[Case]:
    engine = load("origins/discovery").engine(2)
    inquirer = TurnInquirer(engine, "origins/discovery", Random(seed))
    state = engine.start(seed=1)
    found: list[Case] = []
    for _ in range(24):
        found += [replace(case, id="x") for case in inquirer.questions(state)]
        state = state.apply(state.moves()[0])
    return found


def test_the_fuzzer_asks_whole_turns_and_their_neighbours() -> None:
    asked = questions(1)
    assert asked == questions(1)
    assert {about(case) for case in asked} == {About.RESULTS, About.STATE, About.LEGAL, About.OBSERVE}
    engine = load("origins/discovery").engine(2)
    for case in asked:
        state = engine.state(dict(case.position))
        assert state.begins_turn
        if case.then.legal is not True:
            continue
        for answer in case.answers:
            state = state.apply(dict(answer))
        assert state.begins_turn
    assert any(case.then.legal is False and case.rest for case in asked)


REPLAYED = [
    case
    for case in CASES.values()
    if case.topic.endswith(("/rank", "/score", "/end")) and case.given is Given.POSITION and WITNESSES.answers(case)
]


@pytest.mark.parametrize("case", some(REPLAYED, 3), ids=lambda case: case.id)
def test_a_game_sent_to_who_plays_whole_turns_ends_between_two_of_them(case: Case) -> None:
    case = ANNEXES.by_turns(case, is_replayed=True)
    witness = WITNESSES.of(case)
    history = None if witness is None else ANNEXES.history(case, witness)
    if history is None or not case.turns:
        return
    engine = load(case.ruleset, engine="evaluator").engine(case.players)
    state = engine.play({"start": dict(case.start), "answers": [*map(json.loads, history)]})
    assert state.begins_turn
    if case.then.legal is False:
        return
    for number, answer in enumerate(case.answers, start=1):
        state = state.apply(dict(answer))
        assert state.begins_turn is (number in case.turns)


def test_results_are_read_at_the_end_of_the_turn_in_which_a_game_reaches_them() -> None:
    asked = [case for case in REPLAYED if case.parts <= {Part.SCORE, Part.RANK}]
    whole = [ANNEXES.by_turns(case, is_replayed=True) for case in asked]
    judged = [case for case in whole if case.turns and ANNEXES.history(case, (b"",) * 200) is not None]
    assert len(judged) * 100 >= len(asked) * 95
    same = [case for case in judged if (case.then.score, case.then.rank) == _results(CASES[case.id])]
    assert len(same) * 100 >= len(judged) * 95


def _results(case: Case) -> tuple[object, object]:
    return case.then.score, case.then.rank
