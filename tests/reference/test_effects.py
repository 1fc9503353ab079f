"""Every effect, what happens at once, and clashes."""

from __future__ import annotations

from typing import Any

import pytest

from reference import tiny
from reference.tiny import (
    NOTHING,
    PLAN,
    RED,
    at,
    compare,
    field,
    local,
    move_all,
    move_these,
    move_top,
    n,
    plus,
    ref,
    variable,
    zone,
)
from tilelaw_dsl import ir
from tilelaw_reference.engine import State
from tilelaw_reference.errors import RulesError

POSITION: dict[str, Any] = {
    "deck": [4, 2, 6],
    "hands": [[1, 5], []],
    "row": [{"card": 3, "claim": 1}],
    "chips": [1, 0, 1],
    "plan": [{"at": [0, 0], "by": 0, "height": 2}],
    "turns": 7,
    "bank": {"2": 5},
}
SQUARE = ir.First(PLAN, None)
CARD = ir.Member("card", 3)
IT = local("it")


def happen(*effects: ir.Effect, **position: Any) -> State:
    """Play the effects at the one step of a game, from a position that an ask holds just before it."""
    return happen_by([at("now", *effects)], **position)


def happen_by(consequences: list[ir.Consequence], **position: Any) -> State:
    engine = tiny.engine(
        name="tiny/effects",
        actions=(tiny.action("go"),),
        consequences=tuple(consequences),
        flow=(tiny.ask("go", n(0), ("go",)), tiny.step("now"), tiny.ask("rest", n(0), ("go",))),
    )
    state = engine.state(POSITION | position | {"asks": [{"ask": "go", "player": 0}]})
    return state.apply({"go": {}})


def changed(state: State) -> dict[str, Any]:
    """The parts of the position that are not as before, and nothing where one is gone."""
    data = state.to_json()
    names = {**POSITION, **data}.keys() - {"ruleset", "players", "asks"}
    return {name: data.get(name) for name in names if data.get(name) != POSITION.get(name)}


def own(*hands: list[int]) -> dict[str, Any]:
    return {"hands": list(hands)}


def plus_by(amount: int, most: int | None = None, least: int | None = None) -> ir.Addition:
    return ir.Addition(n(amount), None if most is None else n(most), None if least is None else n(least))


CASES: dict[str, tuple[tuple[ir.Effect, ...], dict[str, Any]]] = {
    "set a cell": ((ir.SetCell("plan", "height", SQUARE, n(3)),), {"plan": [{"at": [0, 0], "by": 0, "height": 3}]}),
    "set to blank": ((ir.SetCell("plan", "height", SQUARE, n(0)),), {"plan": [{"at": [0, 0], "by": 0}]}),
    "set to nothing": ((ir.SetCell("plan", "height", SQUARE, NOTHING),), {"plan": [{"at": [0, 0], "by": 0}]}),
    "set player 0": (
        (ir.SetCell("plan", "by", ir.First(PLAN, n(2)), n(0)),),
        {"plan": [{"at": [0, 0], "by": 0, "height": 2}, {"at": [0, 1], "by": 0}]},
    ),
    "set no cell": ((ir.SetCell("plan", "height", NOTHING, n(3)),), {}),
    "set every cell": (
        (ir.SetCell("plan", "height", PLAN, n(0)), ir.SetCell("plan", "by", PLAN, NOTHING)),
        {"plan": None},
    ),
    "mark a piece": ((ir.SetMark("claim", CARD, n(0)),), {"row": [{"card": 3, "claim": 0}]}),
    "unmark a piece": ((ir.SetMark("claim", CARD, NOTHING),), {"row": [{"card": 3}]}),
    "mark pieces": ((ir.SetMark("times", zone("row"), n(2)),), {"row": [{"card": 3, "claim": 1, "times": 2}]}),
    "a mark outside rows is lost": ((ir.SetMark("claim", ir.Member("card", 4), n(0)),), {}),
    "set a variable": ((ir.SetVariable("leader", (), n(0)),), {"leader": 0}),
    "set it at an index": ((ir.SetVariable("bank", (n(3),), n(1)),), {"bank": {"2": 5, "3": 1}}),
    "set it to blank": ((ir.SetVariable("bank", (n(2),), n(0)),), {"bank": None}),
    "set it nowhere": ((ir.SetVariable("peg", (n(0), NOTHING), n(1)),), {}),
    "set it out of bounds": ((ir.SetVariable("bank", (n(4),), n(1)),), {}),
    "add to a variable": ((ir.SetVariable("bank", (n(2),), plus_by(3)),), {"bank": {"2": 8}}),
    "add to it nowhere": ((ir.SetVariable("peg", (n(0), NOTHING), plus_by(1)),), {}),
    "add nothing": ((ir.SetVariable("bank", (n(2),), plus_by(0)),), {}),
    "what is added is summed": (
        (ir.SetVariable("bank", (n(2),), plus_by(3)), ir.SetVariable("bank", (n(2),), plus_by(-7))),
        {"bank": {"2": 1}},
    ),
    "every bound holds for the sum": (
        (
            ir.SetVariable("bank", (n(2),), plus_by(9, most=7)),
            ir.SetVariable("bank", (n(2),), plus_by(9, most=6)),
            ir.SetVariable("bank", (n(2),), plus_by(-1, least=0)),
        ),
        {"bank": {"2": 6}},
    ),
    "the lower bound holds too": ((ir.SetVariable("bank", (n(2),), plus_by(-9, least=0)),), {"bank": None}),
    "add to cells": (
        (ir.SetCell("plan", "height", ir.First(PLAN, n(2)), plus_by(1)),),
        {"plan": [{"at": [0, 0], "by": 0, "height": 3}, {"at": [0, 1], "height": 1}]},
    ),
    "add to marks": ((ir.SetMark("times", zone("row"), plus_by(2)),), {"row": [{"card": 3, "claim": 1, "times": 2}]}),
    "put a record": (
        (ir.Put("plan", "face", ("colour", "height"), ir.DataField("colour", "face", RED), SQUARE),),
        {"plan": [{"at": [0, 0], "by": 0, "colour": "blue", "height": 2}]},
    ),
    "put some fields": (
        (ir.Put("plan", "face", ("height",), ir.DataField("colour", "face", ir.Member("colour", "blue")), SQUARE),),
        {"plan": [{"at": [0, 0], "by": 0, "height": 1}]},
    ),
    "put nothing": ((ir.Put("plan", "face", ("height",), NOTHING, SQUARE),), {}),
    "put nowhere": ((ir.Put("plan", "face", ("height",), ir.DataField("colour", "face", RED), NOTHING),), {}),
    "move the first": (
        (move_top(2, ref("deck"), ref("hand", n(1))),),
        {"deck": [6]} | own([1, 5], [2, 4]),
    ),
    "move more than there are": ((move_top(9, ref("row"), ref("deck")),), {"row": None, "deck": [4, 2, 6, 3]}),
    "move none": ((move_top(-1, ref("row"), ref("deck")),), {}),
    "move all": ((move_all(ref("hand", n(0)), ref("deck")),), {"deck": [4, 2, 6, 1, 5], "hands": None}),
    "move one": ((move_these(CARD, ref("row"), ref("hand", n(0))),), {"row": None} | own([1, 3, 5], [])),
    "move nothing": ((move_these(NOTHING, ref("row"), ref("deck")),), {}),
    "move a set": (
        (move_these(ir.SetOf((ir.Member("card", 6), ir.Member("card", 4))), ref("deck"), ref("row")),),
        {"deck": [2], "row": [{"card": 4}, {"card": 6}, {"card": 3, "claim": 1}]},
    ),
    "move to nobody": ((move_all(ref("deck"), ref("hand", NOTHING)),), {}),
    "remove": ((move_all(ref("deck"), None),), {"deck": None}),
    "remove one of equal ones": ((move_these(n(1), ref("chips"), None),), {"chips": [0, 1]}),
    "remove two of equal ones": ((move_these(n(1), ref("chips"), None),) * 2, {"chips": [0]}),
    "marks travel from row to row": (
        (move_all(ref("row"), ref("spent")),),
        {"row": None, "spent": [{"card": 3, "claim": 1}]},
    ),
    "draw, and only then put back": (
        (move_all(ref("hand", n(0)), ref("deck")), move_top(3, ref("deck"), ref("hand", n(0)))),
        {"deck": [1, 5]} | own([2, 4, 6], []),
    ),
    "two draw from different ends": (
        (move_top(1, ref("deck"), ref("row")), move_these(ir.Member("card", 6), ref("deck"), ref("row"))),
        {"deck": [2], "row": [{"card": 4}, {"card": 6}, {"card": 3, "claim": 1}]},
    ),
    "for each": (
        (ir.ForEach("it", ir.Numbers(1, 3), (ir.SetVariable("bank", (IT,), plus(IT, n(1))),)),),
        {"bank": {"1": 2, "2": 3, "3": 4}},
    ),
    "when it holds": ((ir.When(ir.Flag(True), (ir.SetVariable("turns", (), n(1)),)),), {"turns": 1}),
    "when it does not": ((ir.When(ir.Flag(False), (ir.SetVariable("turns", (), n(1)),)),), {}),
    "let": (
        (ir.Let("x", n(3)), ir.When(ir.Flag(True), (ir.SetVariable("turns", (), local("x")),))),
        {"turns": 3},
    ),
    "every expression reads the position before": (
        (
            ir.SetVariable("turns", (), n(1)),
            ir.SetVariable("leader", (), n(1)),
            ir.SetVariable("bank", (n(1),), plus(variable("turns"), ir.Count(zone("deck")))),
            move_all(ref("deck"), None),
        ),
        {"turns": 1, "leader": 1, "deck": None},
    ),
    "equal values do not clash": ((ir.SetVariable("turns", (), n(1)), ir.SetVariable("turns", (), n(1))), {"turns": 1}),
    "show": ((ir.Show(zone("deck"), ir.BagType(tiny.CARD, 6)),), {}),
}
CASES["every expression reads the position before"][1]["bank"] = {"1": 10, "2": 5}


@pytest.mark.parametrize("name", CASES)
def test_effect(name: str) -> None:
    effects, expected = CASES[name]
    assert changed(happen(*effects)) == expected


def test_a_mark_is_lost_off_the_row_and_does_not_come_back() -> None:
    away = happen(move_all(ref("row"), ref("deck")))
    assert away.to_json()["deck"] == [4, 2, 6, 3]
    assert not any("claim" in str(place) for place in away.position.values)


def test_a_row_is_sorted_by_its_field_then_in_component_order() -> None:
    state = happen(move_all(ref("deck"), ref("row")), move_all(ref("hand", n(0)), ref("row")))
    assert [entry["card"] for entry in state.to_json()["row"]] == [4, 6, 2, 3, 1, 5]


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        (
            ir.SetVariable("turns", (), n(1)),
            ir.SetVariable("turns", (), n(2)),
            r"the rules `one` and `other` give `turns` both `1` and `2`",
        ),
        (
            ir.SetVariable("peg", (n(1), RED), n(1)),
            ir.SetVariable("peg", (n(1), RED), n(0)),
            r"`peg\(player 2, red\)` both `1` and `0`",
        ),
        (
            ir.SetVariable("turns", (), n(1)),
            ir.SetVariable("turns", (), plus_by(1)),
            r"`one` and `other` both change `turns`: one gives it a value, the other adds to it",
        ),
        (
            ir.SetVariable("turns", (), plus_by(1)),
            ir.SetVariable("turns", (), n(1)),
            r"`other` and `one` both change `turns`: one gives it a value, the other adds to it",
        ),
        (
            ir.SetCell("plan", "height", SQUARE, n(1)),
            ir.Put("plan", "face", ("height",), ir.DataField("colour", "face", RED), SQUARE),
            r"`height of \[0, 0\]` both `1` and `2`",
        ),
        (ir.SetMark("claim", CARD, n(0)), ir.SetMark("claim", CARD, NOTHING), r"`claim of 3` both `0` and `None`"),
        (
            move_top(2, ref("deck"), ref("row")),
            move_top(1, ref("deck"), None),
            r"the rules `one` and `other` both take `4` from `deck`",
        ),
        (
            move_these(ir.Member("card", 2), ref("deck"), ref("row")),
            move_all(ref("deck"), None),
            r"`other` and `one` both take `2` from `deck`",
        ),
        (
            move_these(CARD, ref("row"), None),
            move_these(CARD, ref("row"), ref("deck")),
            r"the rules `one` and `other` both take `3` from `row`",
        ),
        (
            move_these(CARD, ref("deck"), None),
            ir.SetVariable("turns", (), n(1)),
            r"the rule `one` takes `3` from `deck`, where it is not",
        ),
    ],
)
def test_clash(one: ir.Effect, other: ir.Effect, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        happen_by([at("now", one, rule="one"), at("now", other, rule="other")])


def test_the_top_piece_taken_twice_clashes_even_if_there_is_another_of_its_name() -> None:
    with pytest.raises(RulesError, match="both take `1` from `chips`"):
        happen(move_top(1, ref("chips"), None), move_top(1, ref("chips"), None))


def test_only_consequences_whose_condition_holds_happen() -> None:
    low = at("now", ir.SetVariable("turns", (), n(1)), rule="low", when=compare(variable("turns"), "<", n(7)))
    high = at("now", ir.SetVariable("turns", (), n(2)), rule="high", when=compare(variable("turns"), ">=", n(7)))
    assert happen_by([low, high]).to_json()["turns"] == 2


def test_the_end_stops_play_after_all_effects_of_the_list() -> None:
    state = happen(ir.EndGame(), ir.SetVariable("turns", (), n(1)))
    assert state.is_over
    assert state.asks == []
    assert state.to_json()["turns"] == 1
    assert "asks" not in state.to_json()


def test_events_name_their_rule_and_who_sees_them() -> None:
    state = happen(
        ir.SetCell("plan", "by", SQUARE, n(1)),
        ir.SetVariable("bank", (n(2),), n(0)),
        ir.SetMark("claim", CARD, NOTHING),
        ir.Put("plan", "face", ("colour",), ir.DataField("colour", "face", RED), SQUARE),
        move_top(1, ref("deck"), ref("hand", n(1))),
        move_top(1, ref("row"), None),
        move_all(ref("chips"), None),
        move_all(ref("spent"), None),
        ir.Show(field("height", SQUARE), tiny.number(0, 3)),
        ir.EndGame(),
    )
    answer, *events = state.events
    assert answer == {"rule": "go.action", "event": "answer", "player": 0, "go": {}, "seen_by": "all"}
    assert {event["rule"] for event in events} == {"now"}
    assert [{name: part for name, part in event.items() if name != "rule"} for event in events] == [
        {"event": "set", "board": "plan", "at": [0, 0], "field": "by", "was": 0, "value": 1, "seen_by": "all"},
        {"event": "set", "variable": "bank", "index": [2], "was": 5, "value": 0, "seen_by": "all"},
        {"event": "set", "mark": "claim", "piece": 3, "was": 1, "seen_by": "all"},
        {
            "event": "put",
            "board": "plan",
            "at": [0, 0],
            "value": {"colour": "blue", "height": 2},
            "seen_by": "all",
        },
        {"event": "move", "pieces": [4], "from": "deck", "to": "hand", "to_owner": 1, "seen_by": [1]},
        {"event": "remove", "pieces": [3], "from": "row", "seen_by": "all"},
        {"event": "remove", "pieces": [1, 0, 1], "from": "chips", "seen_by": "all"},
        {"event": "show", "what": 2, "seen_by": "all"},
        {"event": "end", "seen_by": "all"},
    ]
    assert state.trace == ("go.action", "now")


def test_moments_tell_what_was_judged_and_what_it_read() -> None:
    turns, most = variable("turns"), compare(variable("turns"), ">", n(7))
    more = ir.SetVariable("turns", (), ir.Addition(n(1), None, None))
    state = happen_by([at("now", more), at("now", ir.EndGame(), when=most)])
    (moment,) = state.moments
    assert [each.when for each in moment.consequences] == [None, most]
    assert (moment.here.value(turns, moment.bindings), state.value(turns, moment.bindings)) == (7, 8)
    assert not moment.here.holds(most, {})
    assert state.value(most, {})
    assert not state.is_over
    assert happen_by([]).moments == ()


def test_moments_before_and_after_a_shuffle_are_one_transition() -> None:
    engine = tiny.engine(
        name="tiny/effects",
        actions=(tiny.action("go"),),
        consequences=(at("mix", ir.ShuffleZone(ref("deck"))), at("now", ir.SetVariable("turns", (), n(3)))),
        flow=(tiny.step("mix"), tiny.step("now"), tiny.ask("rest", n(0), ("go",))),
    )
    state = engine.start(seed=1)
    assert [each.trigger for moment in state.moments for each in moment.consequences] == [
        ir.AtStep("mix"),
        ir.AtStep("now"),
    ]
    assert state.without_dealer().moments == state.moments
