"""What each player may know."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from reference import tiny
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine
from tilelaw_reference.errors import PositionError

CARDS = Engine(tiny.CARDS_GAME)
POSITION: dict[str, Any] = {
    "ruleset": "tiny/cards",
    "players": 2,
    "deck": [4, 5],
    "hands": [[1], [2, 3]],
    "row": [{"card": 6, "claim": 0}],
}


def seen(player: int, **position: Any) -> dict[str, Any]:
    return CARDS.state(POSITION | position).observe(player)


def test_an_unseen_zone_is_the_number_of_its_pieces() -> None:
    assert seen(0) == {**POSITION, "deck": 2, "hands": [[1], 2]}
    assert seen(1) == {**POSITION, "deck": 2, "hands": [1, [2, 3]]}
    assert seen(1, hands=[[1], []])["hands"] == [1, []]
    assert seen(0, hands=[[1], []])["hands"] == [[1], 0]
    assert "hands" not in seen(0, hands=[])
    assert "deck" not in seen(0, deck=[])


def test_the_player_asked_has_a_glimpse_while_the_condition_holds() -> None:
    asks = [{"ask": "find", "player": 1}]
    assert seen(1, asks=asks)["deck"] == [4, 5]
    assert seen(0, asks=asks)["deck"] == 2
    assert seen(1, asks=asks, hands=[[], [1, 2, 3]])["deck"] == 2
    assert seen(1, asks=[{"ask": "play", "player": 1}])["deck"] == 2


def test_a_hidden_binding_is_known_to_the_player_asked_only() -> None:
    due = {"ask": "keep", "player": 1, "mover": 0, "card": 5}
    assert seen(1, asks=[due])["asks"] == [due]
    assert seen(0, asks=[due])["asks"] == [{"ask": "keep", "player": 1, "mover": 0}]
    shuffle = {"shuffle": "deck", "step": "remix", "mover": 0, "card": 5}
    for player in range(2):
        assert seen(player, asks=[shuffle])["asks"] == [{"shuffle": "deck", "step": "remix", "mover": 0}]


def test_a_binding_from_a_zone_that_is_seen_is_known() -> None:
    shown = Engine(replace(tiny.CARDS_GAME, zones=(replace(tiny.ZONES[0], seen_by=ir.Viewers.ALL), *tiny.ZONES[1:])))
    due = {"ask": "keep", "player": 1, "mover": 0, "card": 5}
    assert shown.state(POSITION | {"asks": [due]}).observe(0) == {**POSITION, "hands": [[1], 2], "asks": [due]}


def test_a_team_sees_the_hands_of_its_own() -> None:
    zones = tuple(replace(zone, seen_by=ir.Viewers.TEAM) if zone.name == "hand" else zone for zone in tiny.ZONES)
    engine = Engine(replace(tiny.DIG, zones=zones))
    state = engine.state({"hands": [[1], [2], [3], [4]]})
    assert state.observe(0)["hands"] == [[1], 1, [3], 1]
    assert state.observe(3)["hands"] == [1, [2], 1, [4]]


@pytest.mark.parametrize(
    ("seen_by", "seen"),
    [
        (ir.Viewers.ALL, {"0": 1, "1": 2, "2": 3, "3": 4}),
        (ir.Viewers.TEAM, {"0": 1, "2": 3}),
        (ir.Viewers.OWNER, {"2": 3}),
        (ir.Viewers.NOBODY, None),
    ],
)
def test_the_value_of_a_variable_is_seen_by_its_viewers(seen_by: ir.Viewers, seen: dict[str, int] | None) -> None:
    bid = ir.VariableDecl("bid", (tiny.PLAYER,), tiny.number(0, 9), seen_by)
    state = Engine(replace(tiny.DIG, variables=(bid,))).state({"bid": {"0": 1, "1": 2, "2": 3, "3": 4}})
    assert state.observe(2).get("bid") == seen


def test_a_binding_from_the_hand_of_the_player_asked_is_known_to_his_team() -> None:
    zones = tuple(replace(zone, seen_by=ir.Viewers.TEAM) if zone.name == "hand" else zone for zone in tiny.ZONES)
    engine = tiny.engine(
        players=4,
        sides=tiny.DIG.sides,
        zones=zones,
        actions=(tiny.action("go"),),
        flow=(tiny.ask("go", tiny.n(2), ("go",), carries=(tiny.carried("card", tiny.CARD, "hand"),)),),
    )
    state = engine.state({"asks": [{"ask": "go", "player": 2, "card": 5}]})
    assert ["card" in state.observe(player)["asks"][0] for player in range(4)] == [True, False, True, False]


@pytest.mark.parametrize("player", [0, 1])
def test_positions_that_differ_only_in_what_is_unseen_look_the_same(player: int) -> None:
    """Deal the cards a player does not see in every way: he sees one position."""
    own = POSITION["hands"][player]
    unseen = [card for card in range(1, 6) if card not in own]
    other = 5 - 2 - len(own)
    views = set()
    for order in permutations(unseen):
        hands = [own, list(order[:other])] if player == 0 else [list(order[:other]), own]
        due = {"ask": "keep", "player": 1 - player, "mover": 0, "card": order[-1]}
        views.add(str(seen(player, deck=list(order[other:]), hands=hands, asks=[due])))
    assert len(views) == 1


def test_an_unknown_player_is_an_error() -> None:
    with pytest.raises(PositionError, match="player: expected a player, in JSON from 0 to 1, found `2`"):
        seen(2)


def test_events_are_seen_by_those_who_see_the_pieces() -> None:
    dealt = CARDS.start(shuffles=[[1, 2, 3, 4, 5, 6]])
    moved = [event for event in dealt.events if event["event"] == "move"]
    assert [(event["pieces"], event["seen_by"]) for event in moved] == [([1, 2], [0]), ([3, 4], [1])]
    played = dealt.apply({"play": {"card": 1}})
    assert [(event["event"], event["seen_by"]) for event in played.events] == [
        ("answer", [0]),
        ("move", "all"),
        ("set", "all"),
    ]
    found = dealt.apply({"search": {}}).apply({"find": {"card": 5}})
    assert [(event["event"], event["seen_by"]) for event in found.events] == [("answer", [0]), ("shuffle", "all")]


def test_an_answer_is_seen_by_those_who_see_where_it_comes_from() -> None:
    zones = tuple(replace(zone, seen_by=ir.Viewers.TEAM) if zone.name == "hand" else zone for zone in tiny.ZONES)
    held = ir.Define(
        "held", (ir.ParameterDecl("p", tiny.PLAYER),), ir.BagType(tiny.CARD, 6), tiny.zone("hand", tiny.local("p"))
    )
    engine = tiny.engine(
        players=4,
        sides=tiny.DIG.sides,
        zones=zones,
        defines=(held,),
        actions=(
            tiny.action("play", tiny.argument("card", tiny.CARD, ir.Call("held", (tiny.YOU,)))),
            tiny.action("aim", tiny.argument("at", tiny.SQUARE, tiny.PLAN)),
        ),
        flow=(tiny.ask("play", tiny.n(2), ("play", "aim")),),
    )
    state = engine.state({"hands": [[], [], [1]], "asks": [{"ask": "play", "player": 2}]})
    assert state.apply({"play": {"card": 1}}).events[0]["seen_by"] == [0, 2]
    assert state.apply({"aim": {"at": [0, 0]}}).events[0]["seen_by"] == "all"
