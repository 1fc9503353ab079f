"""Which moves are legal, and every reason why others are not."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from reference import tiny
from reference.tiny import PLAN, SQUARE, action, argument, ask, compare, field, local, n, number, require, variable
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.errors import IllegalMove, MoveError, ShuffleDue
from tilelaw_reference.model.move import Move
from tilelaw_reference.model.values import SHARED, Cell
from tilelaw_reference.wire.write_results import json_rejection

FILL = Engine(tiny.FILL)
CARDS = Engine(tiny.CARDS_GAME)
DIG = Engine(tiny.DIG)


def filled(*spots: tuple[int, int]) -> State:
    plan = [{"at": [x, y], "by": 0} for x, y in spots]
    return FILL.state({"plan": plan, "asks": [{"ask": "place", "player": 1}]})


def place(x: int, y: int, colour: str = "red") -> dict[str, Any]:
    return {"place": {"at": [x, y], "colour": colour}}


def rules(state: State, move: dict[str, Any], player: int | None = None) -> list[str]:
    judgement = state.judge(move, player)
    assert judgement.legal is not bool(judgement.rejections)
    return [rejection.rule for rejection in judgement.rejections]


def test_moves_are_listed_in_canonical_order() -> None:
    assert [move.to_json() for move in filled((1, 1)).moves()] == [
        place(x, y, colour) for x, y in ((0, 1), (1, 0), (1, 2), (2, 1)) for colour in ("red", "green")
    ]


def test_every_listed_move_is_legal_and_no_other_is() -> None:
    state = filled((1, 1), (0, 1))
    listed = [move.to_json() for move in state.moves()]
    spots = product(range(-1, 4), range(-1, 4))
    every = [place(x, y, colour) for x, y in spots for colour in ("red", "green", "blue")]
    assert [move for move in [*every, {"give_up": {}}] if state.judge(move).legal] == listed


def test_within_only_saves_time() -> None:
    place_action, give_up = tiny.FILL.actions
    bare = replace(place_action, arguments=tuple(replace(a, within=()) for a in place_action.arguments))
    slow = Engine(replace(tiny.FILL, actions=(bare, give_up)))
    for spots in ([], [(1, 1)], [(0, 0), (2, 2)]):
        state = filled(*spots)
        assert slow.state(state.to_json()).moves() == state.moves()


def test_within_narrows_the_candidates() -> None:
    place_action, give_up = tiny.FILL.actions
    at_argument, colour = place_action.arguments
    corner = replace(at_argument, within=(ir.First(PLAN, n(1)),))
    narrow = Engine(replace(tiny.FILL, actions=(replace(place_action, arguments=(corner, colour)), give_up)))
    state = narrow.start()
    assert [move.to_json() for move in state.moves()] == [place(0, 0), place(0, 0, "green")]
    assert state.judge(place(2, 2)).legal


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (place(0, 1), []),
        (place(0, 0), ["place.free", "place.near"]),
        (place(0, 0, "blue"), ["place.free", "place.near", "place.value"]),
        (place(2, 2, "blue"), ["place.near", "place.value"]),
        (place(3, 0), ["place.action"]),
        (place(3, 0, "blue"), ["place.action"]),
        ({"give_up": {}}, ["give_up.must"]),
    ],
)
def test_all_failing_rules_are_listed_in_declaration_order(move: dict[str, Any], expected: list[str]) -> None:
    assert rules(filled((0, 0)), move) == expected


def test_a_rejection_says_what_was_required_and_the_values_involved() -> None:
    (rejection, *_) = filled((0, 0)).judge(place(0, 0)).rejections
    assert json_rejection(rejection) == {
        "rule": "place.free",
        "action": "place",
        "text": "place.free",
        "facts": [{"text": "by of at", "value": 0}, {"text": "at", "value": [0, 0]}],
    }


def test_a_value_outside_its_domain_is_refused_by_the_rule_of_the_action() -> None:
    (rejection,) = filled().judge(place(0, 9)).rejections
    assert (rejection.rule, rejection.argument, rejection.facts) == (
        "place.action",
        "at",
        (("at", Cell(SHARED, 0, 9)),),
    )
    dealt = CARDS.start(shuffles=[[1, 2, 3, 4, 5, 6]])
    assert rules(dealt, {"play": {"card": 1}}) == []
    assert rules(dealt, {"play": {"card": 5}}) == ["play.action"]


def test_only_the_player_asked_may_answer() -> None:
    state = filled((0, 0))
    assert rules(state, place(0, 1), player=0) == ["turn.not-asked"]
    assert rules(state, {"player": 0, **place(0, 1)}) == ["turn.not-asked"]
    assert rules(state, {"player": 1, **place(0, 1)}) == []
    with pytest.raises(IllegalMove, match=r"turn\.not-asked: player 2 is asked"):
        state.apply({"player": 0, **place(0, 1)})


def test_only_what_is_asked_may_be_answered() -> None:
    state = CARDS.start(seed=1)
    assert rules(state, {"keep": {}}) == ["turn.not-asked"]


def test_nobody_may_answer_at_a_shuffle_or_after_the_end() -> None:
    assert rules(CARDS.start(), {"search": {}}) == ["turn.not-asked"]
    assert rules(FILL.state({}), place(0, 0)) == ["turn.not-asked"]
    assert FILL.state({}).moves() == ()
    with pytest.raises(ShuffleDue, match="an order of `deck`"):
        CARDS.start().moves()
    with pytest.raises(IllegalMove, match="nobody is asked"):
        CARDS.start().apply({"search": {}})
    with pytest.raises(IllegalMove, match="no order is due"):
        FILL.start().apply([1, 2])


def test_an_illegal_move_is_not_half_applied() -> None:
    state = filled((0, 0))
    before = state.to_text()
    with pytest.raises(IllegalMove) as refused:
        state.apply(place(0, 0))
    assert [rejection.rule for rejection in refused.value.rejections] == ["place.free", "place.near"]
    assert state.to_text() == before


def test_no_legal_is_about_the_player_and_the_ask() -> None:
    spots = [(x, y) for x in range(3) for y in range(3)]
    assert rules(filled(*spots), {"give_up": {}}) == []
    assert [move.to_json() for move in filled(*spots).moves()] == [{"give_up": {}}]
    assert rules(filled(*spots[:-1]), {"give_up": {}}) == ["give_up.must"]
    here = tiny.here(filled((0, 0)))
    assert here.value(ir.NoLegal("place"), {}) is False
    assert here.value(ir.NoLegal("give_up"), {}) is True


def test_a_requirement_looks_at_its_ask_and_its_condition() -> None:
    number = argument("x", tiny.number(0, 3), ir.Numbers(0, 3))
    engine = tiny.engine(
        actions=(action("say", number),),
        requirements=(
            require("at.one", "say", compare(local("x"), ">", n(0)), ask="one"),
            require("if.even", "say", ir.Flag(False), when=compare(local("x"), "=", n(2))),
            require(
                "let",
                "say",
                compare(local("y"), "<", n(8)),
                lets=(ir.Let("z", n(2)), ir.Let("y", tiny.plus(ir.Arithmetic(_TIMES, local("x"), local("z")), n(2)))),
                parts=(ir.Part("y", tiny.number(0, 9), local("y")),),
            ),
        ),
        flow=(ask("one", n(0), ("say",)), ask("two", n(0), ("say",))),
    )
    one = engine.start()
    assert [move.to_json()["say"]["x"] for move in one.moves()] == [1]
    two = one.apply({"say": {"x": 1}})
    assert [move.to_json()["say"]["x"] for move in two.moves()] == [0, 1]
    assert [(r.rule, r.facts) for r in two.judge({"say": {"x": 3}}).rejections] == [("let", (("y", 8),))]


_TIMES = ir.ArithmeticOperator.MULTIPLY


def link(when: ir.Expr | None) -> Engine:
    return tiny.engine(
        actions=(
            action(
                "link",
                argument("a", SQUARE, PLAN),
                argument("b", SQUARE, ir.Reach("plan", "beside", ir.AsSet(local("a")), n(1), None)),
                same=(ir.Swapped("a", "b", when),),
            ),
        ),
        consequences=(
            tiny.after(
                "link",
                ir.SetCell("plan", "height", local("a"), n(1)),
                ir.SetCell("plan", "height", local("b"), n(2)),
            ),
        ),
        flow=(ask("link", n(0), ("link",)),),
    )


def test_moves_that_differ_only_by_swapping_are_one() -> None:
    state = link(None).start()
    moves = [move.to_json()["link"] for move in state.moves()]
    assert len(moves) == 12
    assert all(move["a"] < move["b"] for move in moves)
    spelled = {"link": {"a": [1, 0], "b": [0, 0]}}
    assert state.judge(spelled).legal
    assert state.apply(spelled) == state.apply({"link": {"a": [0, 0], "b": [1, 0]}})
    assert state.apply(spelled).history["answers"] == [{"link": {"a": [0, 0], "b": [1, 0]}}]
    assert state.apply(spelled).to_json()["plan"] == [{"at": [0, 0], "height": 1}, {"at": [1, 0], "height": 2}]


def test_swapping_matters_when_its_condition_does_not_hold() -> None:
    state = link(ir.Or((field("home", local("a")), field("home", local("b"))))).start()
    moves = [move.to_json()["link"] for move in state.moves()]
    assert len(moves) == 24 - 4
    assert {"a": [1, 0], "b": [0, 0]} in moves
    assert {"a": [1, 1], "b": [0, 1]} not in moves


def test_three_arguments_that_can_be_swapped_are_put_in_order() -> None:
    names = ("a", "b", "c")
    arguments = [argument(name, number(1, 3), ir.Numbers(1, 3)) for name in names]
    same = (ir.Swapped("a", "b", None), ir.Swapped("b", "c", None))
    pick = action("pick", *arguments, same=same)
    state = tiny.engine(actions=(pick,), flow=(ask("pick", n(0), ("pick",)),)).start()
    moves = [move.to_json() for move in state.moves()]
    assert len(moves) == 10
    for order in permutations((1, 2, 3)):
        spelled = {"pick": dict(zip(names, order, strict=True))}
        assert state.apply(spelled).history["answers"] == [{"pick": {"a": 1, "b": 2, "c": 3}}]


def test_a_domain_may_speak_of_earlier_arguments() -> None:
    state = link(None).start()
    assert [r.argument for r in state.judge({"link": {"a": [0, 0], "b": [2, 2]}}).rejections] == ["b"]
    assert [r.argument for r in state.judge({"link": {"a": [0, 5], "b": [2, 2]}}).rejections] == ["a"]


def test_a_cell_of_an_own_board_needs_no_owner() -> None:
    state = DIG.start()
    assert state.asks == [{"ask": "dig", "player": 1}]
    assert state.moves()[0].to_json() == {"dig": {"at": [-1, 0]}}
    assert state.judge({"dig": {"at": [0, 0, 1]}}).legal
    assert rules(state, {"dig": {"at": [0, 0, 2]}}) == ["dig.action"]
    assert rules(state, {"dig": {"at": [0, 0, 7]}}) == ["dig.action"]


def test_moves_can_be_given_as_objects_or_text() -> None:
    state = filled((0, 0))
    move = state.moves()[0]
    assert state.apply(move) == state.apply(move.to_json()) == state.apply('{"place":{"at":[0,1],"colour":"red"}}')
    assert Engine(tiny.FILL).state(state.to_json()).apply(move) == state.apply(move)
    assert not state.judge(Move(0, move.action, move.values)).legal
    assert not state.judge(move, player=0).legal


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ({"plase": {"at": [0, 0]}}, r"plase: no such field; did you mean `place`\?"),
        ({}, "expected one action"),
        ({**place(0, 0), "give_up": {}}, "expected one action"),
        ({"place": {"at": [0, 0]}}, r"place\.colour: this argument is missing"),
        ({"place": {"at": [0, 0], "colour": "red", "extra": 1}}, r"place\.extra: no such field"),
        ({"place": {"at": [0, 0], "colour": "gren"}}, r"place\.colour: expected a colour, found `gren`; .* `green`\?"),
        ({"place": {"at": [0, 0], "colour": True}}, r"place\.colour: expected a colour, found `true`"),
        ({"place": {"at": [0], "colour": "red"}}, r"place\.at: expected \[x, y\], found `\[0\]`"),
        ({"place": {"at": [0, 0, 0], "colour": "red"}}, r"place\.at: expected \[x, y\]"),
        ({"place": {"at": [0, 1.0], "colour": "red"}}, r"place\.at: expected \[x, y\]"),
        ({"place": {"at": [0, True], "colour": "red"}}, r"place\.at: expected \[x, y\]"),
        ({"place": {"at": "0,0", "colour": "red"}}, r"place\.at: expected \[x, y\], found `0,0`"),
        ({"place": []}, "place: expected an object"),
        ({**place(0, 0), "player": "me"}, "player: expected a player, in JSON from 0 to 1, found `me`"),
        ([place(0, 0)], "expected an object"),
        ("{", "this is no JSON"),
        ("5", "expected an object, found `5`"),
    ],
)
def test_a_malformed_move_is_an_error_that_names_the_field(move: Any, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        FILL.start().judge(move)


def test_a_record_and_a_set_can_be_arguments() -> None:
    faces = ir.Fold(
        ir.FoldOperator.UNION, "c", ir.Members("colour"), ir.AsSet(ir.DataField("colour", "face", local("c")))
    )
    region = ir.SetType(SQUARE, 9)
    engine = tiny.engine(
        actions=(
            action("show", argument("face", tiny.FACE, faces)),
            action("mark", argument("part", region, ir.Regions("plan", "beside", variable("stops")))),
            action(
                "turn",
                argument("way", tiny.WAY, ir.SetOf((ir.Direction("squares", "up"), ir.Direction("squares", "left")))),
            ),
        ),
        consequences=(tiny.after("mark", ir.SetVariable("stops", (), local("part"))),),
        flow=(ask("any", n(0), ("show", "mark", "turn")),),
    )
    state = engine.state({"stops": [[2, 2], [0, 0], [1, 0]], "asks": [{"ask": "any", "player": 0}]})
    assert [move.to_json() for move in state.moves()] == [
        {"show": {"face": {}}},
        {"show": {"face": {"colour": "red", "height": 1}}},
        {"show": {"face": {"colour": "blue", "height": 2}}},
        {"mark": {"part": [[0, 0], [1, 0]]}},
        {"mark": {"part": [[2, 2]]}},
        {"turn": {"way": "up"}},
        {"turn": {"way": "left"}},
    ]
    for move in state.moves():
        assert state.judge(move.to_json()).legal
    assert rules(state, {"turn": {"way": "up_left"}}) == ["turn.action"]
    assert rules(state, {"mark": {"part": [[0, 0]]}}) == ["mark.action"]
    assert state.apply({"mark": {"part": [[1, 0], [0, 0]]}}).to_json()["stops"] == [[0, 0], [1, 0]]
    with pytest.raises(MoveError, match=r"mark\.part\[1\]: `\[0, 0\]` is listed twice"):
        state.judge({"mark": {"part": [[0, 0], [0, 0]]}})
