"""The other modes and games: Discovery has to play, these already do; each is walked once, at random, to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_reference.library import load
from walks import random_walk

GAMES = [
    ("origins/totem", 3),
    ("origins/tribe+centre+complete", 2),
    ("origins/discovery+edition-hu", 4),
    ("kingdomino/classic+harmony", 4),
    ("kingdomino/mighty-duel", 2),
    ("ingenious/standard", 2),
    ("ingenious/solo", 1),
]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_it_plays_to_its_end(name: str, players: int) -> None:
    ruleset = load(name)
    states = list(random_walk(ruleset.start(players, seed=1), 1))
    assert states[-1].is_over
    for state in states[::12]:
        assert ruleset.state(state.to_text()) == state
        ruleset.engine(players).state(state.to_json(), check=True)
    for side in states[-1].score():
        assert side["total"] == sum(line["points"] for line in side["lines"])


@pytest.mark.parametrize(("players", "touching"), [(2, 54), (3, 102), (4, 144)])
def test_first_moves_of_ingenious(players: int, touching: int) -> None:
    """Every different mixed tile can be turned two ways, a double one."""
    state = load("ingenious/standard").start(players, seed=3)
    rack = set(state.to_json()["racks"][0])
    doubles = sum(tile.split("_")[0] == tile.split("_")[1] for tile in rack)
    assert len(state.moves()) == touching * (2 * (len(rack) - doubles) + doubles)


def test_an_amendment_of_the_house_rests_on_the_house_alone(tmp_path: Path) -> None:
    path = tmp_path / "corner.rules"
    head = 'layer house/corner on origins/discovery\n    title "x"\n'
    text = head + '    amend rule place.connects\n        house "our table"\n'
    path.write_text(text, encoding="utf-8")
    rule = next(r for r in load(str(path)).game(3).rules if r.id == "place.connects")
    assert [(str(c.kind), c.note) for c in rule.citations] == [("house", "our table")]


def test_equal_halves_can_be_told_apart_when_one_is_bare() -> None:
    """Laid bare on one side, each way of laying a domino with two equal halves is a move of its own."""
    totem = load("origins/totem")
    twins = 15  # lake and lake
    ask = {"ruleset": "origins/totem", "players": 3, "asks": [{"ask": "place", "player": 0}]}
    equal = totem.state({**ask, "row": [{"tile": twins, "by": 0}]})
    bare = totem.state({**ask, "row": [{"tile": twins, "by": 0, "a_bare": True}]})
    assert len(bare.moves()) == 2 * len(equal.moves())
    laid = bare.apply({"place": {"a": [1, 0], "b": [2, 0]}}).to_json()["territories"][0]
    assert [cell.get("resource") for cell in laid] == [None, "fish"]


def test_no_recruiting_in_the_last_round() -> None:
    tribe = load("origins/tribe")
    land = [
        {"at": [1, 0], "terrain": "lake", "resource": "fish"},
        {"at": [2, 0], "terrain": "quarry", "resource": "flint"},
    ]
    position = {
        "ruleset": "origins/tribe",
        "players": 3,
        "cave": ["hunter", "shaman"],
        "territories": [land, [], []],
        "asks": [{"ask": "recruit", "player": 0}],
    }
    last = tribe.state(position)
    assert [move.to_json() for move in last.moves()] == [{"pass": {}}]
    assert [r.rule for r in last.judge({"recruit": {"how": "open"}}).rejections] == ["recruit.not-last"]
    earlier = tribe.state({**position, "next": [{"tile": 9, "by": 1}]})
    assert earlier.judge({"recruit": {"how": "open"}}).legal
