"""Whole games put to the reference in every spelling: as states, as histories, from the start."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from conformance import setting
from tilelaw_conformance.cases.corpus import Case, read_cases
from tilelaw_conformance.cases.expectation import encode
from tilelaw_conformance.protocol.validate import Validation
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.run import Options
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict
from tilelaw_play import load
from tilelaw_play.serve import Server
from tilelaw_reference import State

GAMES = [("origins/discovery", 3), ("ingenious/standard", 2)]
RULES = {"origins/discovery": ["place.connects"], "ingenious/standard": ["place.connects"]}


@cache
def game(ruleset: str, players: int) -> tuple[State, ...]:
    """Return the states of one game played at random, each after one answer more."""
    chance = random.Random(7)
    dealt = load(ruleset).start(players, seed=7)
    answers = list(dealt.history["answers"])
    states = [dealt]
    while not states[-1].is_over:
        states.append(states[-1].apply(chance.choice(states[-1].some_moves(3, chance))))
        answers = list(states[-1].history["answers"])
    whole = load(ruleset).engine(players).play({"start": {"ruleset": ruleset, "players": players}, "answers": []})
    again = [whole]
    for answer in answers:
        again.append(again[-1].apply(answer))
    assert again[-1] == states[-1]
    return tuple(again)


def written(ruleset: str, players: int, *, total: int = 0) -> Case:
    """Return a game as a case with checkpoints; `total` makes one score wrong by so much."""
    states = game(ruleset, players)
    answers = states[-1].history["answers"]
    middle, late = len(answers) // 2, len(answers) - 2
    while "shuffle" in states[middle].asks[0]:
        middle += 1
    moves = [move.to_json() for move in states[middle].moves()]
    score = states[middle].score()[0]
    sees = states[middle].observe(1)
    data = {
        "id": f"{ruleset.split('/')[0]}/test/whole",
        "title": "A whole game",
        "ruleset": ruleset,
        "players": players,
        "rules": RULES[ruleset],
        "basis": "recorded",
        "why": "It was played so",
        "since": "0.1",
        "given": "start",
        "when": answers,
        "then": {
            "legal": True,
            "over": True,
            "moves": [],
            "rank": [group["sides"] for group in states[-1].ranking()],
        },
        "checkpoints": [
            {"after": 0, "state": {"asks": states[0].asks}, "over": False},
            {
                "after": middle,
                "moves": moves,
                "perft": {"depth": 1, "nodes": len(moves)},
                "score": [{"side": 0, "total": score["total"] + total}],
                "observe": [{"player": 1, "sees": {k: v for k, v in sees.items() if k not in ("ruleset", "players")}}],
            },
            {"after": late, "state": {"asks": states[late].asks}},
        ],
    }
    text = json.dumps({"title": "Games", "cases": [data]})
    found = read_cases(text, f"{ruleset.split('/')[0]}/test.yaml", setting.board_reader)
    assert found.problems == ()
    return found.cases[0]


def put(case: Case, claims: dict[str, Any] = {}, **how: Any) -> Judged:  # noqa: B006
    server = Server()

    def answer(line: str) -> Any:
        reply = server.answer(line)
        if reply is not None and json.loads(line)["method"] == "hello":
            reply["result"] |= claims
        return reply

    (judged,) = run([case], InProcess("reference", answer), options=Options(**how)).judged
    return judged


CLAIMS: list[dict[str, Any]] = [
    {},
    {"positions": ["state"]},
    {"positions": ["history"]},
    {"methods": ["moves", "apply", "score", "rank", "observe", "perft"]},
]


@pytest.mark.parametrize("claims", CLAIMS)
@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_a_whole_game_passes_in_every_spelling(ruleset: str, players: int, claims: dict[str, Any]) -> None:
    judged = put(written(ruleset, players), claims)
    assert (judged.verdict, judged.reason, judged.differences, judged.not_judged) == (Verdict.PASSED, "", (), ())


@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_its_messages_are_proper(ruleset: str, players: int) -> None:
    judged = put(written(ruleset, players), validator=Validation(setting.manifest_of))
    assert (judged.verdict, judged.reason) == (Verdict.PASSED, "")


@pytest.mark.parametrize("claims", CLAIMS)
def test_a_wrong_checkpoint_is_told_with_its_place(claims: dict[str, Any]) -> None:
    case = written("origins/discovery", 3, total=5)
    judged = put(case, claims)
    (difference,) = judged.differences
    assert difference.expected.startswith(f"after {case.checkpoints[1].after} answers: side 1: total ")


def test_a_position_is_judged_by_its_witness() -> None:
    """The position in the middle of a game, given as a state, is replayed from the answers that led to it."""
    states = game("origins/discovery", 3)
    middle = len(states) // 2
    while "shuffle" in states[middle].asks[0]:
        middle += 1
    position = {k: v for k, v in states[middle].to_json().items() if k not in ("ruleset", "players")}
    data = {
        "id": "origins/test/middle",
        "title": "The middle of a game",
        "ruleset": "origins/discovery",
        "players": 3,
        "rules": ["place.connects"],
        "basis": "recorded",
        "why": "It was played so",
        "since": "0.1",
        "given": position,
        "when": states[middle + 1].history["answers"][-1],
        "then": {"legal": True, "state": {"asks": states[middle + 1].asks}},
    }
    found = read_cases(json.dumps({"title": "Games", "cases": [data]}), "origins/test.yaml", setting.board_reader)
    assert found.problems == ()
    answers = tuple(map(encode, states[middle].history["answers"]))
    (case,) = found.cases
    assert put(case).verdict is Verdict.PASSED
    assert put(case, {"positions": ["history"]}).verdict is Verdict.SKIPPED
    assert put(case, {"positions": ["history"]}, witness=lambda _: answers).verdict is Verdict.PASSED


def test_components_of_the_reference() -> None:
    then = "    then: {components: {tile: {count: 48, members: [{name: 7}]}}}\n"
    assert put(setting.written_case(setting.HEAD + then)).verdict is Verdict.PASSED
    wrong = setting.written_case(setting.HEAD + then.replace("48", "47"))
    assert put(wrong).differences[0].got == "48"
