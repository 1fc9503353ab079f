"""Positions written by hand, and answers written badly."""

from __future__ import annotations

from typing import Any

import pytest

import tilelaw

DISCOVERY = tilelaw.load("origins/discovery")


def _position(**changes: Any) -> dict[str, Any]:
    """Return a position in the middle of a round of three players; one volcano domino is due."""
    position: dict[str, Any] = {
        "ruleset": "origins/discovery",
        "players": 3,
        "box": [31, 8, 46],
        "row": [{"tile": 38, "by": 1}, {"tile": 41, "by": 2}],
        "next": [{"tile": 9}, {"tile": 22, "by": 0}, {"tile": 30}, {"tile": 44}],
        "territories": [
            [{"at": [1, 0], "terrain": "grassland"}, {"at": [2, 0], "terrain": "lake"}],
            [],
            [{"at": [0, 1], "terrain": "quarry"}, {"at": [0, 2], "terrain": "quarry", "flames": 1}],
        ],
        "asks": [{"ask": "place", "player": 1}],
    }
    return {**position, **changes}


def test_a_position_in_mid_turn_plays_on_to_the_end() -> None:
    state = DISCOVERY.state(_position())
    state = state.apply({"place": {"a": [1, 0], "b": [2, 0]}})
    asked = []
    while not state.is_over:
        asked.append(state.asks[0]["ask"])
        state = state.apply(state.moves()[0])
    assert asked[0] in ("erupt", "select")
    assert {"place", "select"} <= set(asked)


def test_what_the_position_itself_tells_need_not_be_written_into_an_ask() -> None:
    """The volcano that has still to erupt is marked on its square."""
    laid = [{"at": [1, 0], "terrain": "volcano", "craters": 1, "vent": True}, {"at": [2, 0], "terrain": "lake"}]
    state = DISCOVERY.state(_position(territories=[[], laid, []], asks=[{"ask": "erupt", "player": 1}]))
    assert state.asks == [{"ask": "erupt", "player": 1, "vent_at": [1, 0]}]
    assert [move.to_json() for move in state.moves()] == [{"erupt": {"at": [2, 0]}}]
    with pytest.raises(tilelaw.PositionError, match="vent_at"):
        DISCOVERY.state(_position(asks=[{"ask": "erupt", "player": 1}]))


def test_the_decider_is_the_player_of_the_ask() -> None:
    state = DISCOVERY.state(_position())
    refused = state.judge({"place": {"a": [1, 0], "b": [2, 0]}}, player=0)
    assert [r.rule for r in refused.rejections] == ["turn.not-asked"]
    assert state.judge({"player": 1, "place": {"a": [1, 0], "b": [2, 0]}}).legal
    assert not state.judge({"player": 2, "place": {"a": [1, 0], "b": [2, 0]}}).legal


def test_a_value_outside_its_domain_is_refused_under_the_rule_that_gives_it() -> None:
    state = DISCOVERY.state(_position(asks=[{"ask": "select", "player": 1}]))
    assert [r.rule for r in state.judge({"select": {"tile": 48}}).rejections] == ["select.free"]
    assert [r.rule for r in state.judge({"select": {"tile": 22}}).rejections] == ["select.free"]
    far = DISCOVERY.state(_position()).judge({"place": {"a": [99, 0], "b": [100, 0]}})
    assert [r.rule for r in far.rejections] == ["place.empty"]


@pytest.mark.parametrize(
    ("move", "path"),
    [
        ({"place": {"a": [1, 0]}}, "place.b"),
        ({"place": {"a": [1, 0], "b": [2, 0], "c": 1}}, "place.c"),
        ({"place": {"a": [1, 0], "b": "2,0"}}, "place.b"),
        ({"place": {"a": [1.5, 0], "b": [2, 0]}}, "place.a"),
        ({"plcae": {"a": [1, 0], "b": [2, 0]}}, "plcae"),
        ({"place": [1, 0]}, "place"),
        ({"select": {"tile": 77}}, "select.tile"),
        ({"select": {"tile": True}}, "select.tile"),
        ({"place": {"a": [1, 0], "b": [2, 0]}, "extra": 1}, "extra"),
        ({"place": {"a": [1, 0], "b": [2, 0]}, "player": 7}, "player"),
        ({}, ""),
    ],
)
def test_a_malformed_move_is_an_error_that_names_the_field(move: dict[str, Any], path: str) -> None:
    state = DISCOVERY.state(_position())
    before = state.to_text()
    for use in (state.judge, state.apply):
        with pytest.raises(tilelaw.MoveError) as caught:
            use(move)
        assert path in str(caught.value)
    assert state.to_text() == before


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"ruleset": "origins/totem"}, "ruleset"),
        ({"players": "three"}, "players"),
        ({"box": [31, 31]}, "box"),
        ({"box": [49]}, "box[0]"),
        ({"territories": [[], [], [], []]}, "territories"),
        ({"territories": [[{"at": [1, 0], "terrain": "grasland"}], [], []]}, "territories[0][0].terrain"),
        ({"territories": [[{"at": [1, 0], "terrain": "lake", "flames": 9}], [], []]}, "territories[0][0].flames"),
        ({"territories": [[{"at": [40, 0], "terrain": "lake"}], [], []]}, "territories[0][0].at"),
        ({"territories": [[{"at": [1, 0], "home": True}], [], []]}, "home"),
        ({"asks": [{"ask": "plaice", "player": 1}]}, "asks[0].ask"),
        ({"asks": [{"ask": "place", "player": 3}]}, "asks[0].player"),
        ({"asks": [{"ask": "place"}]}, "player"),
        ({"teritories": []}, "teritories"),
        ({"taken": {"4": 1}}, "taken"),
    ],
)
def test_a_malformed_position_is_an_error_that_names_the_field(changes: dict[str, Any], part: str) -> None:
    with pytest.raises(tilelaw.PositionError) as caught:
        DISCOVERY.state(_position(**changes))
    assert part in str(caught.value)


def test_a_shuffle_is_due_when_no_dealer_is_there() -> None:
    state = DISCOVERY.start(players=3)
    assert state.asks == [{"shuffle": "box"}]
    with pytest.raises(tilelaw.ShuffleDue, match="box"):
        state.moves()
    with pytest.raises(tilelaw.IllegalMove, match=r"turn\.not-asked: too few of `4`"):
        state.apply([1, 2, 3])
    with pytest.raises(tilelaw.MoveError):
        state.apply([1, 2, "three"])
    state = state.apply(list(range(48, 0, -1)))
    assert [entry["tile"] for entry in state.to_json()["next"]] == [45, 46, 47, 48]
    assert state.asks == [{"shuffle": "chiefs"}]


def test_equal_seeds_deal_equally_and_states_are_values() -> None:
    one, other = DISCOVERY.start(4, seed=7), DISCOVERY.start(4, seed=7)
    assert one == other
    assert hash(one) == hash(other)
    move = one.moves()[0]
    assert one.apply(move) == one.apply(move) == other.apply(move.to_json())
    assert "seed" not in one.to_text()


def test_a_whole_position_keeps_its_invariants() -> None:
    torn = _position(territories=[[{"at": [3, 3], "terrain": "lake"}], [], []])
    engine = DISCOVERY.engine(3)
    engine.state(torn)
    with pytest.raises(tilelaw.PositionError, match=r"place\.connects"):
        engine.state(torn, check=True)
