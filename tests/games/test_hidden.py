"""Two games with zones of a kind and with variables that not everybody sees: what is written, seen and told."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from play.walks import random_walk
from tilelaw_draw import draw_position, draw_svg
from tilelaw_dsl import Rulebook, ir
from tilelaw_play import Ruleset, load
from tilelaw_reference import IllegalMove, PositionError, State, manifest

FOLDER = Path(__file__).parents[1] / "strangers"
POTTERY = load(str(FOLDER / "pottery.rules"), Rulebook.read([]))
SEALED = load(str(FOLDER / "sealed.rules"), Rulebook.read([]))
GAMES = [POTTERY, SEALED]
Data = dict[str, Any]

NAMES = pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)


def walks(ruleset: Ruleset) -> list[State]:
    return [
        state
        for players in ruleset.counts
        for seed in range(3)
        for state in random_walk(ruleset.start(players, seed=seed), seed)
    ]


@NAMES
def test_every_position_is_read_again_and_fits_the_schema(ruleset: Ruleset) -> None:
    for state in walks(ruleset):
        data = state.to_json()
        schema = manifest(state.engine.game)["schemas"]["position"]
        jsonschema.Draft202012Validator(schema).validate(data)
        assert ruleset.state(state.to_text(), check=True) == state


def scrambled(state: State, player: int, chance: Random) -> Data:
    """Return a position that differs from another only in what a player does not see."""
    game, data = state.engine.game, state.to_json()
    seen = state.observe(player)
    for zone in game.zones:
        if seen.get(zone.written) != data.get(zone.written):
            data[zone.written] = _dealt_again(data[zone.written], seen[zone.written], chance)
    for variable in game.variables:
        if variable.seen_by is ir.Viewers.ALL:
            continue
        values = {key: _any(variable.type, chance) for key in _keys(game, variable.indices[0])}
        data[variable.name] = values | seen.get(variable.name, {})
        if variable.seen_by is not ir.Viewers.NOBODY and str(player) not in seen.get(variable.name, {}):
            del data[variable.name][str(player)]
    for ask in data.get("asks", []):
        if "n" in ask:
            ask["n"] = chance.randrange(10)
    return data


def _dealt_again(lying: Any, seen: Any, chance: Random) -> Any:
    """Return pieces in another order; those of several zones are dealt again, unless they are seen."""
    if isinstance(lying, list):
        return chance.sample(lying, len(lying))
    hidden = [piece for key, pieces in lying.items() if isinstance(seen[key], int) for piece in pieces]
    chance.shuffle(hidden)
    return {
        key: [hidden.pop() for _ in pieces] if isinstance(seen[key], int) else pieces for key, pieces in lying.items()
    }


def _keys(game: ir.Game, index: ir.Type) -> list[str]:
    assert isinstance(index, ir.ThingType)
    if index.sort is ir.Sort.PLAYER:
        return [str(player) for player in range(game.players)]
    return [str(member.name) for kind in game.kinds if kind.name == index.name for member in kind.members]


def _any(kind: ir.Type, chance: Random) -> bool | int:
    return chance.randint(kind.low, kind.high) if isinstance(kind, ir.NumberType) else chance.random() < 0.5


@NAMES
def test_positions_that_differ_only_in_what_is_unseen_look_the_same(ruleset: Ruleset) -> None:
    chance, differing = Random(1), 0
    for state in walks(ruleset):
        for player in range(state.engine.game.players):
            other = ruleset.state(scrambled(state, player, chance))
            assert other.observe(player) == state.observe(player)
            differing += other != state
    assert differing > 50


@NAMES
def test_what_others_are_told_does_not_depend_on_what_they_do_not_see(ruleset: Ruleset) -> None:
    """Whoever does not see an event is told nothing: what changed without it is nothing they see."""
    for before, after in pairwise(walks(ruleset)):
        if after.events and before.due and "player" in before.due and not after.is_over:
            for player in range(before.engine.game.players):
                if all(event["seen_by"] != "all" and player not in event["seen_by"] for event in after.events):
                    seen, later = before.observe(player), after.observe(player)
                    assert {**seen, "asks": []} == {**later, "asks": []}


def test_a_zone_of_a_kind_is_an_object_by_member() -> None:
    state = POTTERY.start(2, seed=2)
    data = state.to_json()
    assert list(data["factories"]) == ["kiln", "wheel", "yard"]
    assert state.observe(0)["stores"] == {"kiln": 2, "wheel": 2, "yard": 2}
    emptied = POTTERY.state({**data, "sack": [], "factories": {"yard": ["red"], "wheel": [], "kiln": ["blue", "red"]}})
    assert emptied.to_json()["factories"] == {"kiln": ["red", "blue"], "yard": ["red"]}
    assert {move.to_json()["pick"]["at"] for move in emptied.moves()} == {"kiln", "yard"}
    assert "factories" not in POTTERY.state({**data, "factories": {}}).to_json()


def test_the_player_asked_may_look_into_all_of_them() -> None:
    state = POTTERY.start(2, seed=2)
    state = state.apply(state.moves()[0])
    assert state.due == {"ask": "swap", "player": 0, "at": "kiln"}
    assert state.observe(0)["stores"] == state.to_json()["stores"]
    assert state.observe(1)["stores"] == {"kiln": 2, "wheel": 2, "yard": 2}


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"factories": [["red"]]}, "factories: expected an object, found"),
        ({"factories": {"klin": ["red"]}}, r"factories\.klin: expected a place, found `klin`.*`kiln`"),
        ({"factories": {"kiln": "red"}}, r"factories\.kiln: expected a list"),
        ({"factories": {"kiln": ["green"]}}, r"factories\.kiln\[0\]: expected a glaze"),
        ({"stalls": {"yard": [{"pot": "cup"}], "kiln": ["cup"]}}, r"stalls\.kiln\[0\]: `cup` is here too"),
        ({"asks": [{"shuffle": "store"}]}, r"asks\[0\]\.owner: expected a place"),
        ({"asks": [{"shuffle": "store", "owner": 0}]}, r"asks\[0\]\.owner: expected a place"),
    ],
)
def test_mistakes_in_a_zone_of_a_kind_are_named(part: Data, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        POTTERY.state({"ruleset": "pottery/basic", "players": 2, **part})


def test_a_shuffle_names_the_member() -> None:
    state = POTTERY.start(2)
    state = state.apply(state.to_json()["sack"])
    state = state.apply({"shuffle": "cellar", "order": state.to_json()["cellar"]})
    assert state.asks == [{"shuffle": "store", "owner": place} for place in ("kiln", "wheel", "yard")]
    with pytest.raises(IllegalMove, match="owner: `kiln` is due, found `yard`"):
        state.apply({"shuffle": "store", "owner": "yard", "order": ["jug", "bowl"]})
    state = state.apply({"shuffle": "store", "owner": "kiln", "order": ["bowl", "jug"]})
    assert state.to_json()["stores"]["kiln"] == ["bowl", "jug"]
    assert POTTERY.state(state.to_json()) == state
    state = state.apply(["cup", "vase"])
    assert state.history["answers"][-2:] == [
        {"shuffle": "store", "owner": "kiln", "order": ["bowl", "jug"]},
        {"shuffle": "store", "owner": "wheel", "order": ["cup", "vase"]},
    ]


def test_events_name_the_member() -> None:
    state = POTTERY.start(2, seed=2)
    moved = [event for event in state.apply(state.moves()[0]).events if event["event"] == "move"]
    assert (moved[0]["from"], moved[0]["from_owner"]) == ("factory", "kiln")
    assert (moved[0]["to"], moved[0]["to_owner"]) == ("shelf", 0)


def test_the_manifest_says_whose_zones_they_are_and_who_sees_variables() -> None:
    parts = manifest(POTTERY.game(2))["parts"]
    owners = {zone["name"]: (zone["owned"], zone.get("owner")) for zone in parts["zones"]}
    assert owners["sack"] == (False, None)
    assert owners["shelf"] == (True, None)
    assert owners["store"] == (False, {"type": "kind", "of": "place"})
    seen = {each["name"]: each.get("seen_by") for each in manifest(SEALED.game(2))["parts"]["variables"]}
    assert seen["coins"] is None
    assert (seen["bid"], seen["raised"], seen["worth_of"]) == ("owner", "team", "nobody")


def test_a_bid_is_seen_by_who_makes_it() -> None:
    state = SEALED.start(2, seed=1).apply({"bid": {"n": 4}})
    assert [event["seen_by"] for event in state.events] == [[0], [0]]
    assert state.asks == [{"ask": "raise", "player": 0, "l": "clock", "n": 4}]
    assert state.observe(0)["bid"] == {"0": 4}
    for player in (0, 1):
        assert state.observe(player)["asks"] == [{"ask": "raise", "player": 0, "l": "clock"}]
        assert "worth_of" not in state.observe(player)
    assert "bid" not in state.observe(1)
    blank = SEALED.start(2, seed=1).apply({"bid": {"n": 0}})
    assert blank.observe(1) == state.observe(1)
    assert [event["seen_by"] for event in blank.events] == [[0]]
    assert [event["seen_by"] for event in state.apply({"keep": {}}).events] == [[0]]


WHISPER = """mode whisper/one
    title "Whisper"
    players 2
    house
    var told(player): 0..9 seen by owner
    var open: 0..9
    flow
        each telling as p in players
            ask tell of p
                on tell
                    ask wait of p
        ask late of first(players)
    rule tell "Tell"
        action tell
            n in {domain}
        action wait
        action late
        for tell
            {effect}
        for wait
            open := {read}
        for late
            require told(you) >= 0
        score told(you) + open
"""


@pytest.mark.parametrize(
    ("domain", "effect", "read", "hidden"),
    [
        ("0..9", "told(you) := n", "n", "told"),
        ("0..9", "let m = 9 - n\n            told(you) := m", "n", "told"),
        ("0..9", "for p in players[count it < n]\n                told(p) := 1", "n", "told"),
        ("(0..9)[it <= told(you)]", "open := 1", "n", "told"),
        ("0..9", "told(you) := 3", "n", ""),
        ("0..9", "told(you) := n\n            show n to all", "n", ""),
        ("0..9", "open := n", "n", ""),
    ],
)
def test_what_an_ask_carries_is_hidden_where_it_is_a_secret(
    tmp_path: Path, domain: str, effect: str, read: str, hidden: str
) -> None:
    path = tmp_path / "whisper.rules"
    path.write_text(WHISPER.format(domain=domain, effect=effect, read=read), encoding="utf-8")
    state = load(str(path), Rulebook.read([])).start(2)
    (wait,) = [node for node in ir.walk(*state.engine.game.flow) if isinstance(node, ir.Ask) and node.name == "wait"]
    assert [(each.name, each.hidden_in) for each in wait.carries if each.name == "n"] == [("n", hidden)]
    told = state.apply(state.moves()[0])
    assert "n" not in told.observe(1)["asks"][0] or not hidden
    assert (told.events[0]["seen_by"] == "all") == ("told" not in domain + effect)


def test_zones_of_a_kind_are_drawn() -> None:
    state = POTTERY.start(2, seed=2)
    facts = manifest(state.engine.game)
    for data in (state.to_json(), state.observe(0)):
        assert all(f"factories {place}" in draw_position(data, facts, {}, colour=False) for place in data["factories"])
        assert all(f"stores {place}" in draw_svg(data, facts, {}) for place in data["stores"])
