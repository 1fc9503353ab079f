"""What is asked for each part of an expectation, and what the answers come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.setting import FAKES, HEAD, written_case
from tilelaw_conformance.cases.corpus import Case
from tilelaw_conformance.protocol.messages import Hello, check_game
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.run import Options
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged

CLAIMS: dict[str, Any] = {
    **json.loads((FAKES / "hello.json").read_text(encoding="utf-8")),
    "methods": ["components", "start", "moves", "judge", "apply", "score", "rank", "observe", "perft"],
    "levels": ["legality", "transitions", "results", "observations", "reasons"],
}
PLACE = {"place": {"a": [1, 0], "b": [2, 0]}}
GIVEN = "    given: {row: [{tile: 7, by: 0}], asks: [{ask: place, player: 0}]}\n"
WHEN = "    when: {place: {a: [1, 0], b: [2, 0]}}\n"
THREE = "    when: [{pass: {}}, {pass: {}}, {discard: {}}]\n"
STATE = {"ruleset": "origins/discovery", "players": 4, "row": [{"tile": 7, "by": 0}]}
STATE["asks"] = [{"ask": "place", "player": 0}]
AFTER = {"ruleset": "origins/discovery", "players": 4, "taken": {"1": 2}, "asks": [{"ask": "place", "player": 1}]}
OVER = {"ruleset": "origins/discovery", "players": 4}
REFUSED = {"code": 1001, "message": "no"}
Heard = list[tuple[str, Any]]


def put(text: str, answers: dict[str, Any], claims: dict[str, Any] = {}, **how: Any) -> tuple[Judged, Heard]:  # noqa: B006
    """Return the verdict on a case, and what was asked, if each method gets such an answer (several in turn)."""
    case = written_case(HEAD + text)
    heard: Heard = []

    def answer(line: str) -> dict[str, Any]:
        request = json.loads(line)
        method = request["method"]
        if method in ("hello", "bye"):
            said: Any = {**CLAIMS, **claims} if method == "hello" else {}
        else:
            heard.append((method, request["params"]))
            said = answers[method]
            if isinstance(said, list):
                said = said[sum(name == method for name, _ in heard) - 1]
        kind = "error" if isinstance(said, dict) and "code" in said else "result"
        return {"jsonrpc": "2.0", "id": request["id"], kind: said}

    (judged,) = run([case], InProcess("scripted", answer), options=Options(**how)).judged
    return judged, heard


def told(judged: Judged) -> list[tuple[str, str]]:
    return [(difference.expected, difference.got) for difference in judged.differences]


AT = {"position": {"state": STATE}}
LATER = {"position": {"state": AFTER}}


@pytest.mark.parametrize(
    ("text", "answers", "asked", "differences"),
    [
        (WHEN + "    then: {legal: true}\n", {"judge": {"legal": True}}, [("judge", {**AT, "move": PLACE})], []),
        (
            WHEN + "    then: {legal: true}\n",
            {"judge": {"legal": False}},
            None,
            [('{"place": {"a": [1, 0], "b": [2, 0]}} is legal', "illegal")],
        ),
        (
            WHEN + "    then: {illegal: [place.connects]}\n",
            {"judge": {"legal": False, "rules": ["x.y", "place.connects"]}, "apply": REFUSED},
            [("judge", {**AT, "move": PLACE}), ("apply", {**AT, "answers": [PLACE]})],
            [],
        ),
        (
            WHEN + "    then: {illegal: [place.connects]}\n",
            {"judge": {"legal": False, "rules": ["place.connects"]}, "apply": {"state": AFTER}},
            None,
            [
                (
                    '{"place": {"a": [1, 0], "b": [2, 0]}} is illegal, refused by place.connects',
                    "legal, by `apply`",
                )
            ],
        ),
        (
            WHEN + "    then: {illegal: [place.connects], only: true}\n",
            {"judge": {"legal": False, "rules": ["x.y", "place.connects"]}, "apply": REFUSED},
            None,
            [
                (
                    '{"place": {"a": [1, 0], "b": [2, 0]}} is refused by place.connects only',
                    "illegal, refused by x.y, place.connects",
                )
            ],
        ),
        (
            WHEN + "    then: {state: {taken: {'1': 2}}}\n",
            {"apply": {"state": AFTER}},
            [("apply", {**AT, "answers": [PLACE]})],
            [],
        ),
        (
            WHEN + "    then: {state: {taken: {'1': 3}, row: nothing}}\n",
            {"apply": {"state": AFTER}},
            None,
            [("taken.1 3", "2")],
        ),
        (
            WHEN + "    then: {state: {taken: {'1': 2}}}\n",
            {"apply": REFUSED},
            None,
            [('{"place": {"a": [1, 0], "b": [2, 0]}} can be played', "illegal (no)")],
        ),
        (
            WHEN + "    then: {moves: [{pass: {}}]}\n",
            {"apply": {"state": AFTER}, "moves": {"moves": [{"pass": {}}, {"discard": {}}]}},
            [("apply", {**AT, "answers": [PLACE]}), ("moves", LATER)],
            [("no such move", '{"discard": {}}')],
        ),
        ("    then: {rank: [[1], [0]]}\n", {"rank": {"groups": [{"sides": [1]}, {"sides": [0]}]}}, [("rank", AT)], []),
        (
            "    then: {score: [{side: 0, total: 3}]}\n",
            {"score": {"sides": [{"side": 0, "total": 4}]}},
            [("score", AT)],
            [("side 1: total 3", "4")],
        ),
        (
            "    then: {observe: [{player: 1, sees: {box: 3}}, {player: 2, sees: {box: 3}}]}\n",
            {"observe": [{"observation": {"box": 3}}, {"observation": {"box": [1, 2, 3]}}]},
            [("observe", {**AT, "player": 1}), ("observe", {**AT, "player": 2})],
            [("player 3 sees box 3", "[1, 2, 3]")],
        ),
        ("    then: {perft: {depth: 2, nodes: 12}}\n", {"perft": {"nodes": 12}}, [("perft", {**AT, "depth": 2})], []),
        ("    then: {perft: {depth: 2, nodes: 12}}\n", {"perft": {"nodes": 13}}, None, [("perft 2: 12", "13")]),
        (WHEN + "    then: {over: true}\n", {"apply": {"state": OVER}}, [("apply", {**AT, "answers": [PLACE]})], []),
        (
            WHEN + "    then: {over: true}\n",
            {"apply": {"state": AFTER}},
            None,
            [("the game is over", "the game goes on")],
        ),
        (
            "    then: {over: false}\n",
            {"moves": {"moves": []}},
            [("moves", AT)],
            [("the game goes on", "the game is over")],
        ),
    ],
)
def test_part(text: str, answers: dict[str, Any], asked: Heard | None, differences: Sequence[tuple[str, str]]) -> None:
    judged, heard = put(GIVEN + text, answers)
    assert judged.reason == ""
    assert told(judged) == list(differences)
    assert judged.verdict == ("failed" if differences else "passed")
    assert asked is None or heard == asked


def test_a_chain_is_asked_in_order_and_the_state_is_carried_along() -> None:
    then = "    then: {legal: true, state: {taken: {'1': 2}}, rank: [[0]]}\n"
    answers = {
        "apply": [{"state": AFTER}, {"state": {**AFTER, "round": 2}}],
        "judge": {"legal": True},
        "rank": {"groups": [{"sides": [0]}]},
    }
    judged, heard = put(GIVEN + THREE + then, answers)
    assert judged.verdict == "passed"
    assert [method for method, _ in heard] == ["apply", "judge", "apply", "rank"]
    assert heard[0][1]["answers"] == [{"pass": {}}, {"pass": {}}]
    assert heard[1][1] == {**LATER, "move": {"discard": {}}}
    assert heard[2][1] == {**LATER, "answers": [{"discard": {}}]}
    assert heard[3][1]["position"]["state"]["round"] == 2


def test_nothing_is_asked_after_a_wrong_judgement() -> None:
    judged, heard = put(GIVEN + WHEN + "    then: {legal: true, over: false}\n", {"judge": {"legal": False}})
    assert judged.verdict == "failed"
    assert len(heard) == 1


@pytest.mark.parametrize("method", ["judge", "apply"])
def test_any_other_error_is_no_refusal(method: str) -> None:
    then = "    then: {illegal: [place.connects]}\n" if method == "judge" else "    then: {over: true}\n"
    judged, _ = put(GIVEN + WHEN + then, {method: {"code": -32602, "message": "what?"}})
    assert (judged.verdict, judged.reason) == ("errored", "it answered with error -32602: what?")


def test_1001_is_no_answer_to_judge() -> None:
    judged, _ = put(GIVEN + WHEN + "    then: {illegal: [place.connects]}\n", {"judge": REFUSED})
    assert judged.verdict == "errored"


def test_components() -> None:
    text = (
        "    then: {components: {tile: {count: 3, members: [{name: 7, a: {terrain: desert}}, {name: 8, copies: 1}]}}}\n"
    )
    members = [
        {"name": 7, "copies": 1, "data": {"a": {"terrain": "desert", "flames": 1}}},
        {"name": 8, "copies": 2},
    ]
    judged, heard = put(text, {"components": {"components": [{"kind": "tile", "members": members}]}})
    assert heard == [("components", {"ruleset": "origins/discovery", "players": 4})]
    assert told(judged) == [("tile 8: copies 1", "2")]
    judged, _ = put(text, {"components": {"components": [{"kind": "tile", "members": members[:1]}]}})
    assert told(judged) == [("tile: copies in all: 3", "1"), ("one tile 8", "0 of them")]
    judged, _ = put(text, {"components": {"components": [{"kind": "domino", "members": []}]}})
    assert told(judged) == [("components of the kind tile", "kinds domino")]


START = "    given: start\n    when: [{shuffle: box, order: [2, 1]}, {shuffle: chiefs, order: [0]}, {pass: {}}]\n"
GAME = {"ruleset": "origins/discovery", "players": 4}


def test_a_game_begins_with_start_and_its_shuffles() -> None:
    answers = {"start": {"state": STATE}, "apply": {"state": AFTER}}
    judged, heard = put(START + "    then: {state: {taken: {'1': 2}}}\n", answers)
    assert judged.verdict == "passed"
    assert heard == [("start", {**GAME, "shuffles": [[2, 1], [0]]}), ("apply", {**AT, "answers": [{"pass": {}}]})]


def test_who_refuses_the_shuffles_of_a_start_has_not_reached_the_position() -> None:
    judged, _ = put(START + "    then: {state: {taken: {'1': 2}}}\n", {"start": REFUSED})
    assert judged.verdict == "position not reached"
    assert judged.refused is not None
    assert judged.refused.answer == {"shuffle": "chiefs", "order": [0]}


def test_the_first_position_may_be_looked_at() -> None:
    judged, heard = put("    given: start\n    then: {state: {row: [{tile: 7}]}}\n", {"start": {"state": STATE}})
    assert judged.verdict == "passed"
    assert heard == [("start", GAME)]


@pytest.mark.parametrize("claims", [{"positions": ["history"]}, {"methods": ["apply"]}])
def test_a_game_begins_with_a_history_where_states_or_start_are_not_claimed(claims: dict[str, Any]) -> None:
    judged, heard = put(START + "    then: {state: {taken: {'1': 2}}}\n", {"apply": {"state": AFTER}}, claims)
    assert judged.verdict == "passed"
    orders = [{"shuffle": "box", "order": [2, 1]}, {"shuffle": "chiefs", "order": [0]}]
    position = {"history": {"start": GAME, "answers": [*orders, {"pass": {}}]}}
    assert heard == [("apply", {"position": position, "answers": []})]


def test_nobody_can_begin_a_game_without_start_and_histories() -> None:
    claims = {"positions": ["state"], "methods": ["apply"]}
    judged, _ = put(START + "    then: {state: {taken: {'1': 2}}}\n", {}, claims)
    assert (judged.verdict, judged.reason) == ("skipped", "it neither takes histories nor claims the method start here")


def witness(_case: Case) -> list[bytes]:
    return [b'{"shuffle":"box","order":[2,1]}', b'{"select":{"tile":7}}']


def test_a_replayed_position_is_the_witness_and_the_answers() -> None:
    then = "    then: {legal: true, moves: [{pass: {}}], over: false}\n"
    answers = {"judge": {"legal": True}, "moves": {"moves": [{"pass": {}}]}, "apply": {"state": AFTER}}
    judged, heard = put(GIVEN + THREE + then, answers, {"positions": ["history"]}, witness=witness)
    assert judged.verdict == "passed"
    lead = [json.loads(answer) for answer in witness(written_case(HEAD + GIVEN + "    then: {rank: [[0]]}\n"))]
    before = {"position": {"history": {"start": GAME, "answers": [*lead, {"pass": {}}, {"pass": {}}]}}}
    after = {"position": {"history": {"start": GAME, "answers": [*lead, {"pass": {}}, {"pass": {}}, {"discard": {}}]}}}
    assert heard == [
        ("apply", {**before, "answers": []}),  # the game is accepted
        ("judge", {**before, "move": {"discard": {}}}),
        ("apply", {**after, "answers": []}),
        ("moves", after),
    ]


LONG = [b'{"shuffle":"box","order":[2,1]}', *(b'{"select":{"tile":%d}}' % number for number in range(20))]


def replaying(refused: int, methods: Sequence[str], *, is_swallowed: bool = False) -> tuple[Judged, Heard]:
    """Return the verdict on a refused move of one who replays but refuses an answer of the game, and what was asked."""
    heard: Heard = []

    def answer(method: str, params: Any) -> dict[str, Any]:
        heard.append((method, params))
        length = len(params["position"]["history"]["answers"])
        if length >= refused and not (is_swallowed and method == "judge"):
            return {"error": {"code": 1001, "message": "no such tile", "data": {"rules": ["select.free"]}}}
        if method == "judge":
            move = length + 1
            return {"result": {"legal": move < refused and move <= len(LONG)}}
        return {"result": {"state": AFTER} if method == "apply" else {"moves": []}}

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        method = request["method"]
        claims = {**CLAIMS, "positions": ["history"], "methods": methods, "levels": ["legality"]}
        said = {"result": claims} if method == "hello" else {"result": {}} if method == "bye" else None
        return {"jsonrpc": "2.0", "id": request["id"], **(said or answer(method, request["params"]))}

    case = written_case(HEAD + GIVEN + WHEN + "    then: {illegal: [place.connects]}\n")
    options = Options(witness=lambda _case: LONG)
    (judged,) = run([case], InProcess("replaying", server), options=options).judged
    return judged, heard


@pytest.mark.parametrize("refused", [2, 3, 11, 20, 21])
@pytest.mark.parametrize(
    ("methods", "is_swallowed"),
    [(["judge", "apply"], False), (["apply"], False), (["judge"], False), (["judge"], True)],
)
def test_who_refuses_the_game_has_not_refused_the_move(refused: int, methods: list[str], is_swallowed: bool) -> None:
    judged, heard = replaying(refused, methods, is_swallowed=is_swallowed)
    assert judged.verdict == "position not reached"
    assert judged.refused is not None
    assert judged.refused[:3] == (refused, 22, json.loads(LONG[refused - 1]))
    assert len(heard) <= 8, "the answer is looked for by halves"


def test_who_accepts_the_game_is_judged_on_the_move() -> None:
    judged, _ = replaying(99, ["judge"])
    assert judged.verdict == "passed"


@pytest.mark.parametrize("method", ["moves", "score"])
def test_a_position_that_is_not_reached_is_told_by_any_method(method: str) -> None:
    then = {"moves": "    then: {moves: []}\n", "score": "    then: {score: [{side: 0, total: 1}]}\n"}
    claims = {"positions": ["history"], "methods": [method]}
    judged, _ = put(GIVEN + then[method], {method: REFUSED}, claims, witness=witness)
    assert judged.verdict == "position not reached"
    assert judged.refused is not None
    assert (judged.refused.number, judged.refused.actions, judged.refused.message) == (1, ("shuffle",), "no")


def test_an_answer_on_the_way_is_found_in_states_as_well() -> None:
    answers = {"apply": [REFUSED, {"state": AFTER}, REFUSED, REFUSED], "judge": {"legal": True}}
    four = "    when: [{pass: {}}, {pass: {}}, {discard: {}}, {pass: {}}]\n"
    judged, heard = put(GIVEN + four + "    then: {legal: true}\n", answers)
    assert judged.verdict == "position not reached"
    assert judged.refused is not None
    assert (judged.refused.number, judged.refused.answer) == (2, {"pass": {}})
    assert [len(params["answers"]) for _, params in heard] == [3, 1, 2]


# ---- neighbours of refused moves


@pytest.mark.parametrize(
    ("legal", "verdict"), [((False, True), "passed"), ((False, False), "failed"), ((True, True), "failed")]
)
def test_a_refusal_proves_something_only_where_a_neighbour_is_legal(legal: tuple[bool, bool], verdict: str) -> None:
    case = written_case(HEAD + GIVEN + WHEN + "    then: {illegal: [place.connects]}\n")
    near = {"place": {"a": [0, 1], "b": [0, 2]}}
    asked: list[Any] = []

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        asked.extend([request["params"]["move"]] if request["method"] == "judge" else [])
        said = {"legal": legal[len(asked) - 1]} if request["method"] == "judge" else {**CLAIMS, "methods": ["judge"]}
        return {"jsonrpc": "2.0", "id": request["id"], "result": {**said, "levels": ["legality"]}}

    (judged,) = run([replace(case, near=near)], InProcess("near", server)).judged
    assert judged.verdict == verdict
    assert asked == ([PLACE] if legal[0] else [PLACE, near])
    assert judged.is_about_neighbour is (legal == (False, False))


@pytest.mark.parametrize("methods", [["judge"], ["judge", "apply"]])
def test_a_neighbour_that_is_an_order_is_applied(methods: list[str]) -> None:
    case = written_case(HEAD + GIVEN + WHEN + "    then: {illegal: [place.connects]}\n")
    near: Any = {"shuffle": "box", "order": [1, 2]}
    asked: list[Any] = []

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        method, params = request["method"], request["params"]
        if method in ("judge", "apply"):
            asked.append(method)
        refused = method == "apply" and params["answers"] == [PLACE]
        said = {"legal": False, "state": AFTER} if asked else {**CLAIMS, "methods": methods, "levels": ["legality"]}
        return {"jsonrpc": "2.0", "id": request["id"], **({"error": REFUSED} if refused else {"result": said})}

    (judged,) = run([replace(case, near=near)], InProcess("near", server)).judged
    assert judged.verdict == "passed"
    assert asked == (["judge", "apply", "apply"] if "apply" in methods else ["judge"])


@pytest.mark.parametrize(("is_near_taken", "verdict"), [(True, "passed"), (False, "failed")])
def test_a_refused_turn_has_a_neighbour_that_differs_in_one_answer(is_near_taken: bool, verdict: str) -> None:
    case = written_case(HEAD + GIVEN + WHEN + "    then: {illegal: [place.connects]}\n")
    near: Any = {"place": {"a": [0, 1], "b": [0, 2]}}
    rest: Any = {"select": {"tile": 30}}
    asked: list[Any] = []

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        if request["method"] != "apply":
            said = {**CLAIMS, "methods": ["apply"], "levels": ["legality"], "steps": "turn"}
            return {"jsonrpc": "2.0", "id": request["id"], "result": said}
        asked.append(request["params"]["answers"])
        is_taken = is_near_taken and near in asked[-1]
        return {
            "jsonrpc": "2.0",
            "id": request["id"],
            **({"result": {"state": AFTER}} if is_taken else {"error": REFUSED}),
        }

    whole = replace(case, near=near, answers=(*case.answers, rest), turns=(0, 2), rest=1)
    (judged,) = run([whole], InProcess("turns", server)).judged
    assert judged.verdict == verdict
    assert asked == [[PLACE, rest], [near, rest]]
    assert judged.is_about_neighbour is not is_near_taken


@pytest.mark.parametrize(
    ("then", "answers", "claims", "told_of"),
    [
        ("score: [{side: 1, total: 3}]", {"score": {"sides": [[1, 3], [4, 0]]}}, {}, "sides 1, 2, 3, 4 only: side 5"),
        ("score: [{side: 1, total: 3}]", {"score": {"sides": [[1, 3], [0, 0], [0, 0]]}}, {}, "every side once: side 1"),
        ("score: [{side: 1, total: 3}]", {"score": {"sides": [[0, 1], [1, 3], [2, 0], [3, 0]]}}, {}, ""),
        (
            "score: [{side: 1, total: 3}], rank: [[1], [0]]",
            {"score": {"sides": [[1, 3], [0, 0], [2, 0]]}, "rank": {"groups": [{"sides": [1]}, {"sides": [0]}]}},
            {},
            "sides 1, 2 only: side 3",
        ),
        (
            "rank: [[1], [0], [2, 3]]",
            {"rank": {"groups": [{"sides": [1]}, {"sides": [0, 7]}]}},
            {"ranking": "winners"},
            "sides 1, 2, 3, 4 only: side 8",
        ),
        (
            "rank: [[1], [0], [2, 3]]",
            {"rank": {"groups": [{"sides": [1]}, {"sides": [0, 1]}]}},
            {"ranking": "winners"},
            "every side once: side 2 2 times",
        ),
        ("rank: [[1], [0], [2, 3]]", {"rank": {"groups": [{"sides": [1]}]}}, {"ranking": "winners"}, ""),
    ],
)
def test_a_side_that_is_not_there_is_wrong(
    then: str, answers: dict[str, Any], claims: dict[str, Any], told_of: str
) -> None:
    sides = [{"side": side, "total": total} for side, total in answers.get("score", {}).get("sides", [])]
    judged, _ = put(f"{GIVEN}    then: {{{then}}}\n", {**answers, "score": {"sides": sides}}, claims)
    assert judged.verdict == ("failed" if told_of else "passed")
    assert any(told_of in f"{expected}: {got}" for expected, got in told(judged)) is bool(told_of)
    assert judged.is_about_sides is bool(told_of)


def test_a_remark_is_made_once() -> None:
    lines = "[{side: 0, lines: [{rule: a.b, points: 1}]}]"
    points = f"[{{after: 1, score: {lines}}}, {{after: 2, score: {lines}}}]"
    text = (
        f"{GIVEN}    when: [{{pass: {{}}}}, {{pass: {{}}}}]\n    then: {{score: {lines}}}\n    checkpoints: {points}\n"
    )
    answers = {"apply": {"state": AFTER}, "score": {"sides": [{"side": 0, "total": 1}]}}
    judged, heard = put(text, answers)
    assert [method for method, _ in heard].count("score") > 1
    assert judged.not_judged == ("score lines: it gives totals only",)


@pytest.mark.parametrize(
    ("groups", "is_about_sides"),
    [([[0], [1]], False), ([[1]], True), ([[1], [1], [0]], True), ([[1], [], [0]], True), ([[0, 1]], False)],
)
def test_who_is_missing_in_a_ranking_is_no_matter_of_rules(groups: list[list[int]], is_about_sides: bool) -> None:
    ranking = {"rank": {"groups": [{"sides": sides} for sides in groups]}}
    judged, _ = put(f"{GIVEN}    then: {{rank: [[1], [0]]}}\n", ranking)
    assert (judged.verdict, judged.is_about_sides) == ("failed", is_about_sides)


@pytest.mark.parametrize(
    ("change", "is_right"),
    [
        ({"ruleset": "origins/discovery+centre"}, False),
        ({"ruleset": "origins/totem"}, False),
        ({"players": 3}, False),
        ({}, True),
    ],
)
def test_a_state_that_comes_back_is_of_the_same_game(change: dict[str, Any], is_right: bool) -> None:
    then = WHEN + '    then: {state: {taken: {"1": 2}}}\n'
    judged, _ = put(GIVEN + then, {"apply": {"state": {**AFTER, **change}}})
    assert judged.verdict == ("passed" if is_right else "errored")
    assert is_right or "expected a position of origins/discovery for 4 players, got one of" in judged.reason


def test_layers_may_stand_in_any_order() -> None:
    check_game({"state": {"ruleset": "a/b+a/y+x", "players": 2}}, "a/b+x+y", 2)


CANNOT_HOLD = {"code": 1003, "message": "no place"}
NONSENSE = {"code": -32602, "message": "what is this?"}
ILLEGAL = WHEN + "    then: {illegal: [place.connects]}\n"
BOTH = ["judge", "apply"]
REFUSING = {"legal": False, "rules": ["place.connects"]}


@pytest.mark.parametrize(
    ("then", "methods", "answers", "verdict", "against"),
    [
        (
            ILLEGAL,
            BOTH,
            {"judge": REFUSING, "apply": CANNOT_HOLD},
            "errored",
            "answered `judge` about the same",
        ),
        (ILLEGAL, ["apply", "moves"], {"apply": CANNOT_HOLD, "moves": {"moves": []}}, "errored", "it answers `moves`"),
        (ILLEGAL, ["apply", "moves"], {"apply": CANNOT_HOLD, "moves": CANNOT_HOLD}, "skipped", ""),
        (ILLEGAL, ["apply", "score"], {"apply": CANNOT_HOLD, "score": {"sides": []}}, "skipped", ""),
        (WHEN + "    then: {legal: true}\n", ["apply", "moves"], {"apply": CANNOT_HOLD}, "skipped", ""),
        (
            "    then: {moves: [{place: {a: [1, 0], b: [2, 0]}}]}\n",
            ["moves", "judge"],
            {"moves": CANNOT_HOLD, "judge": {"legal": False}},
            "errored",
            "it answers `judge`",
        ),
        (
            "    then: {moves: [{place: {a: [1, 0], b: [2, 0]}}]}\n",
            ["moves", "apply"],
            {"moves": CANNOT_HOLD, "apply": REFUSED},
            "errored",
            "it answers `apply`",
        ),
        (
            "    then: {score: [{side: 0, total: 1}]}\n",
            ["score", "rank"],
            {"score": CANNOT_HOLD, "rank": {"groups": []}},
            "errored",
            "it answers `rank`",
        ),
    ],
)
def test_who_answers_about_a_position_can_hold_it(
    then: str, methods: list[str], answers: dict[str, Any], verdict: str, against: str
) -> None:
    judged, _ = put(GIVEN + then, answers, {"methods": methods})
    assert judged.verdict == verdict
    assert against in judged.reason
    assert judged.misused == (1003 if against else 0)


@pytest.mark.parametrize(("error", "code"), [(CANNOT_HOLD, 1003), (NONSENSE, -32602)])
@pytest.mark.parametrize("is_near_taken", [True, False])
def test_who_takes_the_neighbour_of_an_answer_can_hold_the_position(
    error: dict[str, Any], code: int, is_near_taken: bool
) -> None:
    case = written_case(HEAD + GIVEN + ILLEGAL)
    near = {"place": {"a": [0, 1], "b": [0, 2]}}

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        if request["method"] != "judge":
            return {"jsonrpc": "2.0", "id": request["id"], "result": {**CLAIMS, "methods": ["judge"]}}
        is_taken = is_near_taken and request["params"]["move"] == near
        return {
            "jsonrpc": "2.0",
            "id": request["id"],
            **({"result": {"legal": True}} if is_taken else {"error": error}),
        }

    (judged,) = run([replace(case, near=near)], InProcess("near", server)).judged
    assert judged.misused == (code if is_near_taken else 0)
    assert judged.verdict == ("skipped" if code == 1003 and not is_near_taken else "errored")
    assert ("although it takes" in judged.reason) is is_near_taken


def test_who_takes_a_move_of_a_list_knows_the_position() -> None:
    case = written_case(HEAD + GIVEN + "    then: {moves: [{place: {a: [1, 0], b: [2, 0]}}]}\n")
    tried: Any = [{"move": PLACE, "legal": True}, {"move": {"discard": {}}, "legal": False}]

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        said: dict[str, Any] = {"result": {**CLAIMS, "methods": ["apply"], "steps": "turn"}}
        if request["method"] == "apply":
            said = {"result": {"state": AFTER}} if request["params"]["answers"] == [PLACE] else {"error": NONSENSE}
        return {"jsonrpc": "2.0", "id": request["id"], **said}

    tries: Any = tuple({**each, "before": (), "rest": ()} for each in reversed(tried))
    (judged,) = run([replace(case, tries=tries, turns=(0,))], InProcess("turns", server)).judged
    assert (judged.verdict, judged.misused) == ("errored", -32602)


def test_another_spelling_that_is_told_needs_no_rules() -> None:
    case = written_case(HEAD + GIVEN + "    then: {moves: [{place: {a: [1, 0], b: [2, 0]}}]}\n")
    other: Any = {"place": {"a": [2, 0], "b": [1, 0]}}

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        said = {"moves": [PLACE, other]} if request["method"] == "moves" else CLAIMS
        return {"jsonrpc": "2.0", "id": request["id"], "result": said}

    told_, untold = replace(case, spellings=({"move": other, "listed": PLACE},)), case
    verdicts = [run([each], InProcess("both", server)).judged[0].verdict for each in (told_, untold)]
    assert verdicts == ["passed", "failed"]


# ---- narrow claims


def test_a_neighbour_of_an_action_that_is_not_claimed_is_not_asked_for() -> None:
    case = written_case(HEAD + GIVEN + WHEN + "    then: {illegal: [place.connects]}\n")
    asked: list[Any] = []

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        asked.extend([request["params"]["move"]] if request["method"] == "judge" else [])
        claim = {"name": "origins/discovery", "players": [4], "actions": ["place"]}
        said = {**CLAIMS, "methods": ["judge"], "levels": ["legality"], "rulesets": [claim]}
        return {"jsonrpc": "2.0", "id": request["id"], "result": {"legal": False} if asked else said}

    (judged,) = run([replace(case, near={"discard": {}})], InProcess("narrow", server)).judged
    assert (judged.verdict, asked) == ("passed", [PLACE])


def test_who_knows_some_actions_is_judged_on_those() -> None:
    claims = {"rulesets": [{"name": "origins/discovery", "players": [4], "actions": ["place"]}]}
    for text, verdict in (
        (WHEN + "    then: {legal: true}\n", "passed"),
        ("    when: {discard: {}}\n    then: {legal: true}\n", "skipped"),
        ("    then: {moves: [{place: {}}]}\n", "passed"),
        ("    then: {moves: [{place: {}}, {discard: {}}]}\n", "skipped"),
        ("    then: {over: false}\n", "skipped"),
        ("    then: {over: true}\n", "failed"),
        ("    then: {perft: {depth: 1, nodes: 1}}\n", "skipped"),
    ):
        answers = {"judge": {"legal": True}, "moves": {"moves": [{"place": {}}]}}
        judged, _ = put(GIVEN + text, answers, claims)
        assert judged.verdict == verdict, text
    assert judged.reason == "perft: it claims the actions place only"


def test_methods_may_be_claimed_for_some_numbers_of_players() -> None:
    few = [{"name": "origins/discovery", "players": [4], "methods": ["score"]}]
    text = GIVEN + WHEN + "    then: {legal: true}\n"
    judged, _ = put(text, {"judge": {"legal": True}}, {"rulesets": few})
    assert (judged.verdict, judged.reason) == ("skipped", "legal: it does not claim the method judge")
    both = [*few, {"name": "origins/discovery", "players": [3, 4], "methods": ["judge"]}]
    judged, _ = put(text, {"judge": {"legal": True}}, {"rulesets": both})
    assert judged.verdict == "passed"


def test_who_knows_the_winners_only_is_judged_on_those() -> None:
    text = GIVEN + "    then: {rank: [[1], [0], [2, 3]]}\n"
    for winner, verdict in ((1, "passed"), (0, "failed")):
        judged, _ = put(text, {"rank": {"groups": [{"sides": [winner]}]}}, {"ranking": "winners"})
        assert judged.verdict == verdict


def test_a_position_that_cannot_be_held_is_skipped() -> None:
    error = {"code": 1003, "message": "four castles"}
    judged, _ = put(GIVEN + WHEN + "    then: {legal: true}\n", {"judge": error, "moves": error})
    assert (judged.verdict, judged.reason) == ("skipped", "it cannot hold the position: four castles")
    assert judged.link.endswith("protocol.md#holding")


def test_what_rests_on_parts_that_are_not_kept_is_skipped() -> None:
    rules = [{"id": "place.connects", "reads": ["row", "territories"]}, {"id": "turn.order", "reads": ["next"]}]

    def manifest(_ruleset: str, _players: int) -> dict[str, Any]:
        return {"rules": rules}

    text = GIVEN + WHEN + "    then: {legal: true}\n"
    for keeps, verdict in ((["territories"], "skipped"), (["row"], "passed"), (["row", "territories"], "passed")):
        judged, _ = put(text, {"judge": {"legal": True}}, {"keeps": keeps}, manifest=manifest)
        assert judged.verdict == verdict, keeps
        if verdict == "skipped":
            assert judged.reason == "it rests on `row`, which it does not keep"


def test_components_are_given_once_before_the_first_case() -> None:
    kinds = [{"kind": "tile", "members": [{"name": 7, "copies": 1}]}]

    def manifest(_ruleset: str, _players: int) -> dict[str, Any]:
        return {"components": kinds}

    text = GIVEN + WHEN + "    then: {legal: true}\n"
    judged, heard = put(text, {"deck": {}, "judge": {"legal": True}}, {"deck": "given"}, manifest=manifest)
    assert judged.verdict == "passed"
    deck = {"ruleset": "origins/discovery", "players": 4, "components": kinds}
    assert heard[0] == ("deck", {"decks": [deck]})
    assert [method for method, _ in heard] == ["deck", "judge"]
    judged, _ = put("    then: {components: {tile: {count: 1}}}\n", {"deck": {}}, {"deck": "given"}, manifest=manifest)
    assert (judged.verdict, judged.reason) == ("skipped", "components: its components are given")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (GIVEN, "it takes positions as histories only, and no game is known that leads to this position"),
        (
            GIVEN + "    constructed: A gap cannot come about\n",
            "it takes positions as histories only, and no game leads to this position",
        ),
    ],
)
def test_who_only_replays_is_not_judged_without_a_witness(given: str, reason: str) -> None:
    judged, _ = put(given + "    then: {rank: [[0]]}\n", {}, {"positions": ["history"]})
    assert (judged.verdict, judged.reason) == ("skipped", reason)
    assert judged.link.endswith("protocol.md#positions")


GAME_WITH_CHECKPOINTS = (
    GIVEN
    + THREE
    + "    then: {rank: [[0]]}\n"
    + "    checkpoints:\n"
    + "      - {after: 1, state: {taken: {'1': 2}}}\n"
    + "      - {after: 2, score: [{side: 0, total: 1}]}\n"
)


def test_checkpoints_are_looked_at_on_the_way() -> None:
    answers = {
        "apply": {"state": AFTER},
        "score": {"sides": [{"side": 0, "total": 1}]},
        "rank": {"groups": [{"sides": [0]}]},
    }
    judged, heard = put(GAME_WITH_CHECKPOINTS, answers)
    assert judged.verdict == "passed"
    assert [method for method, _ in heard] == ["apply", "apply", "score", "apply", "rank"]
    assert [len(params["answers"]) for method, params in heard if method == "apply"] == [1, 1, 1]


def test_the_first_checkpoint_that_differs_ends_the_game() -> None:
    judged, heard = put(GAME_WITH_CHECKPOINTS, {"apply": {"state": OVER}})
    assert told(judged) == [("after 1 answers: taken.1 2", "nothing")]
    assert len(heard) == 1


def test_many_differences_are_not_all_told() -> None:
    moves = [{"place": {"a": [x, 0]}} for x in range(50)]
    judged, _ = put(GIVEN + "    then: {moves: []}\n", {"moves": {"moves": moves}})
    assert len(judged.differences) == 21
    assert judged.differences[-1].got == "30 more differences"


# ---- only what is claimed is judged


@pytest.mark.parametrize(
    ("text", "claims", "reason", "chapter"),
    [
        (WHEN + "    then: {legal: true}\n", {"levels": []}, "legal: it does not claim the level legality", "levels"),
        (WHEN + "    then: {over: true}\n", {"levels": []}, "over: it does not claim the level legality", "levels"),
        ("    then: {moves: []}\n", {"methods": ["judge"]}, "moves: it does not claim the method moves", "methods"),
        (WHEN + "    then: {legal: true}\n", {"methods": []}, "legal: it does not claim the method judge", "methods"),
        (
            THREE + "    then: {legal: true}\n",
            {"methods": ["judge"]},
            "legal: it does not claim the method apply",
            "methods",
        ),
        (
            "    then: {rank: [[0]]}\n",
            {"positions": []},
            "it takes positions neither as states nor as histories",
            "positions",
        ),
        ("    then: {rank: [[0]]}\n", {"rulesets": []}, "it does not claim origins/discovery", "rulesets"),
        (
            "    then: {rank: [[0]]}\n",
            {"rulesets": [{"name": "origins/discovery", "players": [2]}]},
            "it does not claim origins/discovery for 4 players",
            "rulesets",
        ),
        (
            WHEN + "    then: {state: {taken: {'1': 2}}}\n",
            {"keeps": ["row", "asks"]},
            "state.taken: it does not keep `taken`",
            "positions",
        ),
        (
            "    then: {observe: [{player: 0, sees: {box: 3}}]}\n",
            {"keeps": ["row", "asks"]},
            "observe.box: it does not keep `box`",
            "positions",
        ),
        (
            "    then: {rank: [[0]]}\n",
            {"steps": "turn"},
            "its turns are indivisible, and this does not rest between two turns",
            "turns",
        ),
    ],
)
def test_what_is_not_claimed_is_skipped_with_a_reason_and_a_link(
    text: str, claims: dict[str, Any], reason: str, chapter: str
) -> None:
    judged, heard = put(GIVEN + text, {}, claims)
    assert (judged.verdict, judged.reason, heard) == ("skipped", reason, [])
    assert judged.link == f"docs/protocol.md#{chapter}"


def test_parts_that_are_claimed_are_judged_beside_parts_that_are_not() -> None:
    then = "    then: {state: {taken: {'1': 2}, row: nothing}, score: [{side: 0, total: 1}]}\n"
    claims = {"keeps": ["row"], "levels": ["transitions"]}
    judged, _ = put(GIVEN + WHEN + then, {"apply": {"state": OVER}}, claims)
    assert judged.verdict == "passed"
    assert judged.not_judged == ("state.taken: it does not keep `taken`", "score: it does not claim the level results")


def test_legality_without_judge_shows_in_apply() -> None:
    claims = {"methods": ["apply"]}
    then = "    then: {illegal: [place.connects]}\n"
    refused = {**REFUSED, "data": {"rules": ["place.connects"]}}
    assert put(GIVEN + WHEN + then, {"apply": refused}, claims)[0].verdict == "passed"
    assert put(GIVEN + WHEN + then, {"apply": {"state": AFTER}}, claims)[0].verdict == "failed"
    assert put(GIVEN + WHEN + "    then: {legal: true}\n", {"apply": {"state": AFTER}}, claims)[0].verdict == "passed"


def test_the_end_shows_in_moves_where_asks_are_not_kept() -> None:
    answers = {"apply": {"state": OVER}, "moves": {"moves": []}}
    judged, heard = put(GIVEN + WHEN + "    then: {over: true}\n", answers, {"keeps": ["row"]})
    assert judged.verdict == "passed"
    assert [method for method, _ in heard] == ["apply", "moves"]


# ---- whole turns

INDIVISIBLE = "its turns are indivisible, and "


def starts(*numbers: int) -> Callable[..., list[int]]:
    return lambda *_: list(numbers)


def test_whole_turns_are_played_at_once() -> None:
    then = "    then: {legal: true, state: {taken: {'1': 2}}}\n"
    answers = {"apply": {"state": AFTER}}
    judged, heard = put(GIVEN + THREE + then, answers, {"steps": "turn"}, turn_starts=starts(0, 1, 3))
    assert judged.verdict == "passed"
    assert [params["answers"] for _, params in heard] == [
        [{"pass": {}}],
        [{"pass": {}}, {"discard": {}}],
        [{"pass": {}}, {"discard": {}}],
    ]


@pytest.mark.parametrize("numbers", [(), (0,), (3,), (0, 1, 2), (1, 3)])
def test_what_does_not_rest_between_two_turns_is_not_asked(numbers: tuple[int, ...]) -> None:
    judged, heard = put(
        GIVEN + THREE + "    then: {legal: true}\n", {}, {"steps": "turn"}, turn_starts=starts(*numbers)
    )
    assert (judged.verdict, heard) == ("skipped", [])


def test_moves_and_counts_of_moves_mean_something_else_to_whole_turns() -> None:
    then = "    then: {moves: [], perft: {depth: 1, nodes: 1}, score: [{side: 0, total: 1}]}\n"
    answers = {"score": {"sides": [{"side": 0, "total": 1}]}}
    judged, _ = put(GIVEN + then, answers, {"steps": "turn"}, turn_starts=starts(0))
    assert judged.verdict == "passed"
    assert judged.not_judged == (
        "moves: its moves are whole turns",
        "perft: it counts single answers, and its moves are whole turns",
    )


@pytest.mark.parametrize(
    ("text", "numbers", "told"),
    [
        (
            "    then: {perft: {depth: 1, nodes: 1}}\n",
            (),
            "perft: it counts single answers, and its moves are whole turns",
        ),
        (
            "    then: {observe: [{player: 0, sees: {box: 3}}]}\n",
            (),
            INDIVISIBLE + "this is what players see in the middle of a turn",
        ),
        (
            WHEN + "    then: {illegal: [place.connects]}\n",
            (0,),
            INDIVISIBLE + "no move is legal here that a turn could go on with, as where the order of a pile is due",
        ),
        (
            WHEN + "    then: {legal: true}\n",
            (),
            INDIVISIBLE + "this begins in the middle of a turn of which nobody knows how it began",
        ),
        (WHEN + "    then: {legal: true}\n", (0,), INDIVISIBLE + "this does not rest between two turns"),
    ],
)
def test_what_is_no_whole_turn_has_a_reason_of_its_own(text: str, numbers: tuple[int, ...], told: str) -> None:
    def tried(_hello: Hello, cases: Sequence[Case]) -> list[Case]:
        return [replace(case, turns=()) for case in cases]

    judged, heard = put(GIVEN + text, {}, {"steps": "turn"}, turn_starts=starts(*numbers), prepare=tried)
    assert (judged.reason, heard) == (told, [])


def test_the_callable_is_asked_about_the_case() -> None:
    asked: list[Any] = []

    def remember(*words: Any) -> list[int]:
        asked.append(words)
        return []

    put(GIVEN + WHEN + "    then: {legal: true}\n", {}, {"steps": "turn"}, turn_starts=remember)
    put(START + "    then: {over: false}\n", {}, {"steps": "turn"}, turn_starts=remember)
    assert asked[0] == ("origins/discovery", 4, STATE, ({"place": {"a": [1, 0], "b": [2, 0]}},))
    assert asked[1][2] is None


@pytest.mark.parametrize(("refused", "turn"), [(7, (5, 8)), (5, (2, 5)), (1, (0, 2)), (21, (20, 21))])
def test_the_turn_that_is_refused_on_the_way_is_found(refused: int, turn: tuple[int, int]) -> None:
    ends = (2, 5, 8, 11, 14, 17, 20)
    asked: list[int] = []

    def server(line: str) -> dict[str, Any]:
        request = json.loads(line)
        if request["method"] == "apply":
            asked.append(len(request["params"]["position"]["history"]["answers"]))
            if asked[-1] >= refused:
                return {"jsonrpc": "2.0", "id": request["id"], "error": REFUSED}
        claims = {"methods": ["apply", "score"], "positions": ["history"], "steps": "turn"}
        return {"jsonrpc": "2.0", "id": request["id"], "result": {**CLAIMS, **claims, "state": AFTER, "sides": []}}

    def turns(_ruleset: str, _players: int, position: Any, answers: Any) -> list[int]:
        return [0] if position else [end for end in ends if end <= len(answers)]

    case = written_case(HEAD + GIVEN + "    then: {score: [{side: 0, total: 1}]}\n")
    options = Options(witness=lambda _case: LONG, turn_starts=turns)
    (judged,) = run([case], InProcess("by turns", server), options=options).judged
    assert judged.verdict == "position not reached"
    assert judged.refused is not None
    assert (judged.refused.before, judged.refused.number, judged.refused.of) == (*turn, len(LONG))
    assert judged.refused.answers == tuple(map(json.loads, LONG[slice(*turn)]))
    assert set(asked) <= {*ends, len(LONG)}


# ---- expected answers are never sent


def test_expected_answers_are_never_sent() -> None:
    then = "    then: {score: [{side: 0, total: 4711}], rank: [[3], [2], [1], [0]], perft: {depth: 1, nodes: 4712}}\n"
    answers = {
        "score": {"sides": []},
        "rank": {"groups": []},
        "perft": {"nodes": 0},
    }
    judged, heard = put(GIVEN + then, answers)
    assert judged.verdict == "failed"
    assert heard == [("score", AT), ("rank", AT), ("perft", {**AT, "depth": 1})]
