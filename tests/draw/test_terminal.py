"""Positions drawn for the terminal, with and without colours."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
import yaml

import tilelaw_spec
from tilelaw_draw.terminal import draw_position
from tilelaw_play import load
from tilelaw_reference import manifest

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

TOTEM: dict[str, Any] = {
    "ruleset": "origins/totem",
    "players": 3,
    "box": [31, 8, 46],
    "row": [{"tile": 5, "by": 1}, {"tile": 17, "by": 2}],
    "next": [{"tile": 9}, {"tile": 22, "by": 0}, {"tile": 30}, {"tile": 44}],
    "territories": [
        [
            {"at": [1, 0], "terrain": "grassland", "resource": "mammoth"},
            {"at": [2, 0], "terrain": "lake", "resource": "fish"},
        ],
        [],
        [
            {"at": [0, 1], "terrain": "quarry", "resource": "flint"},
            {"at": [0, 2], "terrain": "quarry", "flames": 1},
        ],
    ],
    "totems": {"mammoth": 0, "fish": 0, "flint": 2},
    "asks": [{"ask": "place", "player": 1}],
}
DRAWN = """\
Row       5 [D0 G0m] Berta  17 [J0s J0s] Cyril
Next row  9 [D0 J0s]  22 [G0m Q0t] Anna  30 [D1 G0m]  44 [J0s V2]
Box       3

  Anna          > Berta     Cyril
   0 1   2         0         0
0  H G0m L0f    0  H      0  H
                          1  Q0t
                          2  Q1

Totems  mammoth: Anna, fish: Anna, mushroom: nobody, flint: Cyril

D desert  G grassland  L lake  J jungle  Q quarry  V volcano  H hut
D2 with 2 flames  V2 with 2 craters  m mammoth  f fish  s mushroom  t flint

Berta is asked: Where do you lay your domino?"""
PEGS = """\
Pegs                   red  green  blue  orange  yellow  purple
player 1 and player 3    0      0     0       0      12       0
player 2 and player 4    3      0     0       0       0       0
"""


def look(game: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8"))
    return data


def drawn(position: dict[str, Any], **options: Any) -> str:
    known = load(position["ruleset"]).manifest(position["players"])
    options = {"colour": False, "names": None, **options}
    return draw_position(position, known, look(position["ruleset"].split("/")[0]), **options)


def test_the_position_of_the_contract() -> None:
    assert drawn(TOTEM, names=["Anna", "Berta", "Cyril"]) == DRAWN


def test_colours_change_nothing_but_colours() -> None:
    coloured = drawn(TOTEM, colour=True, names=["Anna", "Berta", "Cyril"])
    assert "\x1b[38;5;16;48;5;113mG0m" in coloured
    plain = [line.rstrip() for line in ESCAPE.sub("", coloured).splitlines()]
    assert plain == DRAWN.splitlines()


def test_without_look_everything_is_still_there() -> None:
    text = draw_position(TOTEM, manifest(load("origins/totem").game(3)), {}, colour=False)
    assert "0  h G&mammoth L&fish" in text
    assert "row   5 a=desert b=grassland by=player 2" in text
    assert "totems  mammoth: player 1, fish: player 1, flint: player 3" in text
    assert "G grassland  L lake  Q quarry  h home" in text
    assert "player 2 is asked: Where do you lay your domino?" in text


def test_without_look_and_manifest_every_value_is_written_as_it_is() -> None:
    text = draw_position(TOTEM, {}, {}, colour=False)
    assert "box  31,8,46\n" in text
    assert 'territories  [[{"at": [1, 0], "terrain": "grassland", "resource": "mammoth"},' in text
    assert "totems  mammoth: 0, fish: 0, flint: 2" in text
    assert "player 2 is asked: place" in text


@pytest.mark.parametrize(
    ("asks", "said"),
    [
        ([], "Nothing is asked: the game is over."),
        ([{"shuffle": "box"}], "The order of box must be given."),
        (
            [{"ask": "erupt", "player": 0, "vent_at": [2, -1]}],
            "player 1 is asked: Where does the lava land? (vent_at 2,-1)",
        ),
    ],
)
def test_what_is_due(asks: list[Any], said: str) -> None:
    assert drawn({**TOTEM, "asks": asks}).splitlines()[-1] == said


def test_what_nobody_may_see_is_a_number() -> None:
    state = load("ingenious/standard").start(2, seed=1)
    text = drawn(state.observe(0))
    assert "Rack of player 2  6\n" in text
    assert text.count("[") == 6


def test_sides_are_named_by_their_players() -> None:
    pegs = {"0": {"yellow": 12}, "1": {"red": 3}}
    assert PEGS in drawn({"ruleset": "ingenious/team", "players": 4, "peg": pegs})


@pytest.mark.parametrize(("players", "rows"), [(2, 11), (3, 13), (4, 15)])
def test_an_empty_board_shows_all_that_is_played_on(players: int, rows: int) -> None:
    text = drawn(load("ingenious/standard").start(players, seed=1).to_json())
    assert len(re.findall(r"^ *-?\d,-?\d +[.a-z]", text, re.MULTILINE)) == rows
    assert "r g b o y p printed on the board" in text


def test_letters_on_pieces_are_explained() -> None:
    text = drawn(load("kingdomino/classic").start(4, seed=4).to_json())
    used = set(re.findall(r"[\[ ]([A-Z])\d", text.splitlines()[0]))
    assert used
    assert all(re.search(rf"\b{letter} [a-z]", text.splitlines()[-3]) for letter in used)


def test_flags_are_named_and_numbers_have_their_sign() -> None:
    text = drawn({"ruleset": "origins/tribe", "players": 3, "owed": {"fish": True}, "taken": {"1": 4, "3": 1}})
    assert "Fire tokens taken  *1: 4, *3: 1\nStill to pay  fish\n" in text


def test_what_nobody_knows_is_written_as_it_is() -> None:
    text = drawn({**TOTEM, "herd": ["a", "b"], "snow": {"x": {"y": 2}}, "deep": True})
    assert 'herd  ["a", "b"]\nsnow x  y: 2\ndeep  true\n' in text


def test_a_long_question_is_broken() -> None:
    ask = {"ask": "select", "player": 0, "tile": "x" * 30, "why": "y" * 30}
    assert drawn({**TOTEM, "asks": [ask]}).endswith(f"(tile\n  {'x' * 30}, why {'y' * 30})")


@pytest.mark.parametrize(
    ("name", "players", "answers"),
    [("origins/discovery", 4, 24), ("origins/tribe", 3, 24), ("ingenious/team", 4, 6), ("kingdomino/classic", 4, 12)],
)
def test_games_fit_into_80_columns(name: str, players: int, answers: int) -> None:
    state = load(name).start(players, seed=7)
    chance = Random(7)
    for _ in range(answers):
        state = state.apply(chance.choice(state.moves()))
    check_shape(state.to_json())


def check_shape(position: dict[str, Any]) -> None:
    lines = drawn(position).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert all(line == line.rstrip() for line in lines)
    coloured = ESCAPE.sub("", drawn(position, colour=True)).splitlines()
    assert [line.rstrip() for line in coloured] == lines


@pytest.mark.parametrize("limit", [5, 7])
def test_full_territories_fit_into_80_columns(limit: int) -> None:
    chance = Random(limit)
    terrains = ["desert", "grassland", "lake", "jungle", "quarry"]
    full = [
        {"at": [x, y], "terrain": chance.choice(terrains), "caveman": "fire_lady"}
        for x in range(limit)
        for y in range(limit)
        if (x, y) != (0, 0)
    ]
    check_shape({"ruleset": "origins/tribe", "players": 4, "territories": [full] * 4})
