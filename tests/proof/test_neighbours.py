"""Answers beside legal ones take every value that an argument may have, and games lead to asks that are rare."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tilelaw_play import load
from tilelaw_proof.fuzz.neighbours import Neighbours
from tilelaw_proof.fuzz.play import Player, Style
from tilelaw_reference import State

LAKES = [{"at": [x, 0], "terrain": "lake", "resource": "fish"} for x in (1, 2)]
TRIBE = {
    "territories": [[{"at": [1, 0], "terrain": "grassland", "resource": "mammoth"}, LAKES[1]]],
    "next": [{"tile": 30, "by": 0}, {"tile": 40}],
    "cave": ["hunter", "oaf"],
    "pile": ["shaman"],
}
POSITIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "spend": ("origins/tribe", {**TRIBE, "asks": [{"ask": "recruit.kinds", "player": 0, "how": "open"}]}),
    "take": ("origins/tribe", {**TRIBE, "asks": [{"ask": "take", "player": 0, "how": "open"}]}),
    "recruit": ("origins/tribe", {**TRIBE, "asks": [{"ask": "recruit", "player": 0}]}),
    "give": (
        "origins/totem",
        {
            "territories": [LAKES, LAKES, LAKES[:1], LAKES[:1]],
            "next": [{"tile": 30}],
            "totems": {"fish": 2},
            "asks": [{"ask": "totem.pass", "player": 2, "totem": "fish"}],
        },
    ),
}


def place(action: str) -> State:
    ruleset, position = POSITIONS[action]
    return load(ruleset).engine(4).state({"ruleset": ruleset, "players": 4, **position})


def beside(state: State, number: int, seed: int = 1) -> list[dict[str, Any]]:
    chance = Random(seed)
    neighbours = Neighbours(state.engine, chance)
    return [dict(neighbours.beside(state, chance.choice(state.moves()).to_json())) for _ in range(number)]


@pytest.mark.parametrize(
    ("action", "argument", "values"),
    [
        ("spend", "one_kind", {"mammoth", "fish", "mushroom", "flint"}),
        ("spend", "other_kind", {"mammoth", "fish", "mushroom", "flint"}),
        ("recruit", "how", {"open", "pile"}),
        ("give", "to", {0, 1, 2, 3}),
    ],
)
def test_an_argument_takes_every_value(action: str, argument: str, values: set[Any]) -> None:
    found = [move[action] for move in beside(place(action), 300) if action in move]
    assert {arguments[argument] for arguments in found} == values


@pytest.mark.parametrize("action", ["spend", "take", "give"])
def test_many_neighbours_are_illegal_and_some_legal(action: str) -> None:
    state = place(action)
    legal = [not state.refused_by(move) for move in beside(state, 100) if action in move]
    assert 20 <= legal.count(False) <= len(legal)
    assert True in legal


def test_pieces_in_the_position_are_tried_more_often() -> None:
    found = [move["take"]["caveman"] for move in beside(place("take"), 400) if "take" in move]
    assert found.count("shaman") > 2 * found.count("painter") > 0


def test_cells_of_the_position_are_tried_and_cells_beside() -> None:
    paying = {**TRIBE, "owed": {"fish": True}, "asks": [{"ask": "pay", "player": 0, "how": "open", "kind": "fish"}]}
    state = load("origins/tribe").engine(4).state({"ruleset": "origins/tribe", "players": 4, **paying})
    cells = {tuple(move["pay"]["at"]) for move in beside(state, 60) if "pay" in move}
    assert {(1, 0), (3, 0), (2, 1), (2, -1)} <= cells


def test_other_players_and_cells_of_their_boards_are_tried() -> None:
    paying = {**TRIBE, "owed": {"fish": True}, "asks": [{"ask": "pay", "player": 0, "how": "open", "kind": "fish"}]}
    paying["territories"] = [[LAKES[0]], [LAKES[1]]]
    state = load("origins/tribe").engine(4).state({"ruleset": "origins/tribe", "players": 4, **paying})
    found = beside(state, 300)
    assert {move["player"] for move in found if "player" in move} == {1, 2, 3}
    cells = {tuple(move["pay"]["at"]) for move in found if "pay" in move}
    assert {(1, 0, 1), (2, 0, 1), (1, 0, 2)} <= cells
    assert all(state.refused_by({"pay": {"at": list(cell)}}) for cell in cells if len(cell) > 2)
    assert all(len(cell) == 2 or cell[2] > 0 for cell in cells)


def test_other_actions_of_the_ask_are_tried_and_those_of_other_asks() -> None:
    actions = {next(iter(move)) for move in beside(place("recruit"), 200)}
    assert {"recruit", "pass", "spend", "discard"} <= actions


def test_a_seed_gives_the_same() -> None:
    assert beside(place("spend"), 30) == beside(place("spend"), 30)
    assert beside(place("spend"), 30) != beside(place("spend"), 30, seed=2)


def test_games_are_chosen_for_a_rare_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(1)
    player = Player(load("origins/totem").engine(4), chance)
    monkeypatch.setattr(chance, "choice", lambda _styles: Style.CHOSEN)
    asks = [(state.due or {}).get("ask") for _ in range(3) for state in player.game()]
    assert asks.count("totem.pass") >= 2
