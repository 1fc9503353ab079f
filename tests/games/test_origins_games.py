"""What the domino games promise beyond what every game does: pieces, rounds, the score sheet."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from play.walks import WALKS
from thorough import some
from tilelaw_play import load
from tilelaw_reference import State

Json = dict[str, Any]
MODES = ("discovery", "totem", "tribe")
CARRIED = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}


def _cells(state: State) -> list[Json]:
    return [cell for land in state.to_json().get("territories", []) for cell in land]


def _answers(state: State, name: str) -> int:
    return sum(name in answer for answer in state.history["answers"])


def _left_over(state: State) -> int:
    """Return how many dominoes have left without being chosen: one for each round of three players that is over."""
    gone = [event for event in state.events if event["rule"] in ("setup.leftover", "round.leftover")]
    return sum(len(event["pieces"]) for event in gone)


PLAYED = [(mode, players, walk) for mode in MODES for players, walk in ((2, "random"), (3, "greedy"), (4, "random"))]


@pytest.mark.parametrize(("mode", "players", "walk"), some(PLAYED, 4))  # each mode, each number of players, each walk
def test_a_whole_game(mode: str, players: int, walk: str) -> None:
    states = list(WALKS[walk](load(f"origins/{mode}").start(players, seed=7 * players), players))
    _conserves_components(mode, states)
    _has_twelve_rounds(mode, players, states)


def _conserves_components(mode: str, states: list[State]) -> None:
    burnt: Counter[str] = Counter()
    left = 0
    previous: list[Json] = []
    for state in states:
        position, cells = state.to_json(), _cells(state)
        left += _left_over(state)
        waiting = len(position.get("box", [])) + len(position.get("row", [])) + len(position.get("next", []))
        assert waiting + len(cells) // 2 + _answers(state, "discard") + left == 48
        assert sum(cell.get("fire") == 1 for cell in cells) <= 5
        assert sum(cell.get("fire", 0) > 0 for cell in cells) + sum(c.get("vent", False) for c in cells) == sum(
            cell.get("craters", 0) > 0 for cell in cells
        )
        if mode != "discovery":
            for event in state.events:
                if event["rule"] in ("resource.burns", "recruit.spent") and event["event"] == "set":
                    burnt["resource"] += event.get("field") == "resource"
            carrying = sum(cell["terrain"] in CARRIED and not cell.get("flames") for cell in cells)
            assert sum("resource" in cell for cell in cells) + burnt["resource"] == carrying
            assert all(CARRIED[cell["terrain"]] == cell["resource"] for cell in cells if "resource" in cell)
        if mode == "tribe":
            fled = sum(event["rule"] == "caveman.leaves" and event["event"] == "set" for event in state.events)
            burnt["caveman"] += fled
            settling = sum("caveman" in ask for ask in state.asks)
            settled = sum("caveman" in cell for cell in cells)
            lying = len(position.get("pile", [])) + len(position.get("cave", []))
            assert lying + settled + settling + burnt["caveman"] == 22
        previous = cells
    assert previous


def _has_twelve_rounds(mode: str, players: int, states: list[State]) -> None:
    placings = [state.asks[0]["player"] for state in states if state.asks and state.asks[0].get("ask") == "place"]
    per_round = 4 if players == 2 else players
    assert len(placings) == 12 * per_round
    for first in range(0, len(placings), per_round):
        turns = Counter(placings[first : first + per_round])
        assert set(turns.values()) == {per_round // players}
    rows = sum(1 for state in states for event in state.events if event["rule"] in ("setup.row", "round.row"))
    assert rows == 12
    recruits = sum(bool(state.asks) and state.asks[0].get("ask") == "recruit" for state in states)
    assert recruits == (12 * per_round if mode == "tribe" else 0)


@pytest.mark.parametrize(
    ("name", "players", "rounds"), [("classic", 2, 6), ("classic", 3, 12), ("classic", 4, 12), ("mighty-duel", 2, 12)]
)
def test_rounds_of_classic_kingdomino(name: str, players: int, rounds: int) -> None:
    states = list(WALKS["random"](load(f"kingdomino/{name}").start(players, seed=3), 3))
    placings = sum(bool(state.asks) and state.asks[0].get("ask") == "place" for state in states)
    assert placings == rounds * (4 if players == 2 else players)


SHEET = ["desert", "grassland", "lake", "jungle", "quarry"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("origins/discovery", SHEET),
        ("origins/totem", [*SHEET, *["score.totem"] * 4, "score.resource"]),
        (
            "origins/tribe+centre+complete",
            [
                *SHEET,
                *(f"score.{who}" for who in ("hunter", "fisher", "gatherer", "sculptor")),
                *(f"score.{who}" for who in ("painter", "fire-lady", "shaman")),
                "score.horde",
                "bonus.centre",
                "bonus.complete",
            ],
        ),
        (
            "origins/totem+complete+centre",
            [*SHEET, *["score.totem"] * 4, "score.resource", "bonus.centre", "bonus.complete"],
        ),
    ],
)
def test_lines_stand_as_on_the_score_sheet(name: str, lines: list[str]) -> None:
    side = load(name).start(3, seed=1).score()[0]
    found = [line["key"] if line["rule"] == "score.region" else line["rule"] for line in side["lines"]]
    assert found == lines


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_optional_rules_fit_every_mode_and_size(mode: str, players: int) -> None:
    """A hut with squares on all sides within reach is in the middle; nothing is complete before the end."""
    limit = 7 if players == 2 else 5
    half = limit // 2
    full: list[Json] = [
        {"at": [x, y], "terrain": "desert"}
        for x in range(-half, half + 1)
        for y in range(-half, half + 1)
        if (x, y) != (0, 0)
    ]
    shifted = [{**cell, "at": [cell["at"][0] + 1, cell["at"][1]]} for cell in full if cell["at"] != [-1, 0]]
    shifted.append({"at": [1, 0], "terrain": "desert"})
    ruleset = load(f"origins/{mode}+centre+complete")
    for cells, points in ((full, [10, 5]), (full[:-1], [10, 0]), (shifted, [0, 5]), ([], [10, 0])):
        position = {"ruleset": ruleset.name, "players": players, "territories": [cells]}
        lines = ruleset.state(position).score()[0]["lines"]
        assert [line["points"] for line in lines if line["rule"].startswith("bonus.")] == points
