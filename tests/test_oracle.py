"""The plain second engine itself, against the rulebooks' pictured examples and whole random games."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

from oracle.discovery import (
    Cell,
    Game,
    Half,
    Move,
    Position,
    dominoes,
    failing_lava_rules,
    failing_place_rules,
    legal_landings,
    legal_places,
    play,
    ranking,
    region_points,
    regions,
    result,
    total,
)

DATA = Path(__file__).parents[1] / "spec" / "tilelaw_spec" / "data"
DOMINOES = dominoes(DATA / "origins_dominoes.csv")
GRIDS = Path(__file__).parent / "data" / "origins_example_grids.csv"
ALL_TILES = list(range(1, 49))


def example(name: str, hut_row: int, hut_column: int) -> list[dict[str, Any]]:
    """Read one pictured grid as a territory with the hut on 0,0."""
    squares: list[dict[str, Any]] = []
    with GRIDS.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["example"] != name or line["terrain"] == "hut":
                continue
            square: dict[str, Any] = {"at": [int(line["col"]) - hut_column, int(line["row"]) - hut_row]}
            square["terrain"] = line["terrain"]
            for field, column in (
                ("flames", "printed_flames"),
                ("craters", "craters"),
                ("fire", "token_flames"),
            ):
                if int(line[column]):
                    square[field] = int(line[column])
            squares.append(square)
    return sorted(squares, key=lambda each: (each["at"][0], each["at"][1]))


def position(*territories: list[dict[str, Any]], players: int = 3) -> Position:
    """Make a fragment of a position; missing territories are empty."""
    filled = [*territories, *([] for _ in range(players - len(territories)))]
    return {"ruleset": "origins/discovery", "players": players, "territories": filled}


def laid(*squares: tuple[int, int, str]) -> list[dict[str, Any]]:
    """Make a territory of plain squares."""
    return [{"at": [x, y], "terrain": terrain} for x, y, terrain in sorted(squares)]


def flames_at(squares: list[dict[str, Any]], cells: set[Cell]) -> int:
    """Count printed flames and tokens on some squares."""
    return sum(s.get("flames", 0) + s.get("fire", 0) for s in squares if (s["at"][0], s["at"][1]) in cells)


def random_choice(seed: int) -> Any:
    """Choose moves at random, always the same way for one seed."""
    return random.Random(seed).choice


def shuffled(seed: int) -> list[int]:
    """Return all dominoes in a random order."""
    tiles = list(ALL_TILES)
    random.Random(seed).shuffle(tiles)
    return tiles


def test_the_48_dominoes() -> None:
    """The halves come out as printed."""
    assert sorted(DOMINOES) == ALL_TILES
    assert DOMINOES[48] == (Half("quarry", 0, 0), Half("volcano", 0, 3))
    assert sum(1 for halves in DOMINOES.values() for half in halves if half.craters) == 10


# The scoring picture


def test_scoring_picture() -> None:
    """Ten regions, five without flames, 2+4+6+12+8 = 32 points."""
    territory = example("scoring_5x5_32pts", 3, 3)
    pictured = position(territory)
    found = regions(pictured, 0)
    assert len(territory) == 24
    assert len(found) == 10
    assert sum(1 for _, cells in found if flames_at(territory, cells) == 0) == 5
    points = region_points(pictured, 0)
    assert points == {"desert": 2, "grassland": 4, "lake": 6, "jungle": 12, "quarry": 8}
    assert total(pictured, 0) == 32
    assert result(pictured, 0) == [32, 4, 9]


def test_volcanoes_score_nothing_but_are_regions() -> None:
    """Even with a flame on it (which no rule allows) a volcano is worth nothing; its size counts in a tie."""
    territory = laid((1, 0, "volcano"), (2, 0, "volcano"), (0, 1, "lake"))
    territory[1]["fire"] = 1
    assert region_points(position(territory), 0) == {}
    assert result(position(territory), 0) == [0, 2, 1]


def test_ranking() -> None:
    """Total first, then the largest region, then flames, then shared."""
    one = [{"at": [1, 0], "terrain": "lake", "flames": 2}]
    two: list[dict[str, Any]] = laid((1, 0, "lake"), (2, 0, "lake"))
    two[0]["flames"] = 1
    assert ranking(position([], one, two, one, players=4)) == [[2], [1, 3], [0]]
    more_flames = [
        {"at": [1, 0], "terrain": "volcano", "fire": 1},
        {"at": [0, 1], "terrain": "lake", "flames": 2},
    ]
    assert ranking(position(one, more_flames, [])) == [[1], [0], [2]]
    assert ranking(position()) == [[0, 1, 2]]


# The connection picture and placing


def test_connection_picture() -> None:
    """Desert/lake beside grassland only is wrong, beside desert right; then desert/quarry under grassland."""
    start = laid((1, 0, "desert"), (2, 0, "grassland"))
    assert failing_place_rules(position(start), 0, 7, (2, 1), (2, 2)) == ["place.connects"]
    assert failing_place_rules(position(start), 0, 7, (1, 1), (1, 2)) == []
    after = [*start, *laid((1, 1, "desert"), (1, 2, "lake"))]
    assert failing_place_rules(position(after), 0, 10, (2, 1), (2, 2)) == []


def test_every_place_rule_is_judged_by_itself() -> None:
    """One placing can break several rules."""
    one = position(laid((1, 0, "desert"), (2, 0, "grassland")))
    assert failing_place_rules(one, 0, 7, (0, 0), (1, 0)) == ["place.empty"]
    assert failing_place_rules(one, 0, 7, (0, 1), (1, 2)) == ["place.shape"]
    assert failing_place_rules(one, 0, 15, (1, 1), (2, 1)) == ["place.connects"]
    assert failing_place_rules(one, 0, 5, (-1, 0), (-3, 0)) == ["place.shape", "place.fits"]
    broken = failing_place_rules(one, 0, 15, (2, 0), (9, 9))
    assert broken == ["place.empty", "place.shape", "place.connects", "place.fits"]
    assert failing_place_rules(one, 0, 15, (1, 1), (1, 1)) == ["place.shape", "place.connects"]


def test_hut_connects_orthogonally_only() -> None:
    """A corner of the hut is no connection."""
    assert failing_place_rules(position(), 0, 7, (1, 1), (2, 1)) == ["place.connects"]
    assert failing_place_rules(position(), 0, 7, (1, 1), (1, 0)) == []


def test_size_is_5_or_7_with_two_players() -> None:
    """The hut need not be in the middle; with two players there is more room."""
    row = laid((1, 0, "desert"), (2, 0, "desert"), (3, 0, "desert"))
    assert failing_place_rules(position(row), 0, 1, (4, 0), (4, 1)) == []
    assert failing_place_rules(position(row), 0, 1, (4, 0), (5, 0)) == ["place.fits"]
    assert failing_place_rules(position(row), 0, 1, (4, 0), (-1, 0)) == ["place.shape", "place.fits"]
    assert failing_place_rules(position(row, players=2), 0, 1, (4, 0), (5, 0)) == []
    six = laid(*((x, 0, "desert") for x in range(1, 6)))
    assert failing_place_rules(position(six, players=2), 0, 1, (6, 0), (7, 0)) == ["place.fits"]


def test_volcano_connects_to_volcano() -> None:
    """Whatever the craters."""
    territory = laid((1, 0, "desert"), (2, 0, "volcano"))
    assert failing_place_rules(position(territory), 0, 48, (2, 2), (2, 1)) == []


def test_first_places() -> None:
    """4 sides x (3 ways out) cells, both ways round unless the halves are equal."""
    assert len(legal_places(position(), 0, 7)) == 24
    equal = legal_places(position(), 0, 1)
    assert len(equal) == 12
    assert all(a < b for a, b in equal)
    assert len(legal_places(position(), 0, 37)) == 24  # quarry without and quarry with a flame


def test_legal_places_agree_with_a_wide_search() -> None:
    """Nothing legal lies outside the squares that legal_places looks at."""
    territory = example("scoring_5x5_32pts", 3, 3)[:9]
    for players in (2, 3):
        one = position(territory, players=players)
        for tile in (7, 10, 20, 37, 48):
            wide = set()
            for x in range(-9, 10):
                for y in range(-9, 10):
                    for b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                        if not failing_place_rules(one, 0, tile, (x, y), b):
                            wide.add(((x, y), b))
            assert legal_places(one, 0, tile) == wide


# Lava


def test_eruption_picture() -> None:
    """A one-crater volcano throws its flame three squares, over a bend."""
    territory = example("eruption_1_crater", 3, 1)
    token = [square for square in territory if "fire" in square]
    assert [square["at"] for square in token] == [[4, -2]]
    assert failing_lava_rules(position(territory), 0, (1, -1), 1, (4, -2)) == ["lava.landing"]
    del token[0]["fire"]
    before = position(territory)
    assert failing_lava_rules(before, 0, (1, -1), 1, (4, -2)) == []
    assert failing_lava_rules(before, 0, (1, -1), 2, (4, -2)) == ["lava.range"]
    assert legal_landings(before, 0, (1, -1), 1) == {(0, -1), (2, -2), (2, -1), (3, -2), (4, -2)}
    assert legal_landings(before, 0, (1, -1), 2) == {(0, -1), (2, -2), (2, -1), (3, -2)}
    assert legal_landings(before, 0, (1, -1), 3) == {(0, -1), (2, -2), (2, -1)}


def test_every_lava_rule_is_judged_by_itself() -> None:
    """The home square is refused by lava.not-hut alone."""
    territory = laid((1, 0, "volcano"), (2, 0, "lake"), (3, 0, "quarry"))
    territory[1]["flames"] = 1
    one = position(territory)
    assert failing_lava_rules(one, 0, (1, 0), 3, (0, 0)) == ["lava.not-hut"]
    assert failing_lava_rules(one, 0, (1, 0), 3, (1, 0)) == ["lava.not-volcano"]
    assert failing_lava_rules(one, 0, (1, 0), 3, (2, 0)) == ["lava.landing"]
    assert failing_lava_rules(one, 0, (1, 0), 3, (3, 0)) == ["lava.range"]
    assert failing_lava_rules(one, 0, (1, 0), 3, (1, 1)) == ["lava.on-territory"]
    assert failing_lava_rules(one, 0, (1, 0), 3, (9, 0)) == ["lava.range", "lava.on-territory"]
    assert failing_lava_rules(one, 0, (3, 0), 2, (0, 0)) == ["lava.range", "lava.not-hut"]


# Whole games

SETUP_PICTURE = [10, 1, 7, 5, 44, 9, 36, 35]


def test_setup_with_four() -> None:
    """First row 1, 5, 7, 10; the last to pick is asked too; then 9, 35, 36, 44."""
    game = Game(4, SETUP_PICTURE, [2, 0, 3, 1])
    assert game.position() == {
        "ruleset": "origins/discovery",
        "players": 4,
        "box": [44, 9, 36, 35],
        "row": [{"tile": 1}, {"tile": 5}, {"tile": 7}, {"tile": 10}],
        "territories": [[], [], [], []],
        "asks": [{"ask": "setup.first-pick", "player": 2}],
    }
    for tile in (10, 1, 7):
        game.apply({"select": {"tile": tile}})
    assert game.asks == [{"ask": "setup.first-pick", "player": 1}]
    assert game.moves() == [{"select": {"tile": 5}}]
    game.apply({"select": {"tile": 5}})
    after = game.position()
    assert [entry["by"] for entry in after["row"]] == [0, 1, 3, 2]
    assert after["next"] == [{"tile": 9}, {"tile": 35}, {"tile": 36}, {"tile": 44}]
    assert "box" not in after
    assert game.asks == [{"ask": "place", "player": 0}]


def test_setup_with_three_removes_the_leftover() -> None:
    """The third still has two to choose from; the fourth domino leaves."""
    game = Game(3, SETUP_PICTURE, [2, 0, 1])
    game.apply({"select": {"tile": 10}})
    game.apply({"select": {"tile": 1}})
    assert game.moves() == [{"select": {"tile": 5}}, {"select": {"tile": 7}}]
    game.apply({"select": {"tile": 7}})
    assert game.position()["row"] == [{"tile": 1, "by": 0}, {"tile": 7, "by": 1}, {"tile": 10, "by": 2}]


@pytest.mark.parametrize(("which", "owners"), [("ends", [1, 0, 0, 1]), ("middle", [0, 1, 1, 0])])
def test_setup_with_two(which: str, owners: list[int]) -> None:
    """One ask for the pair, the other player gets the rest."""
    game = Game(2, SETUP_PICTURE, [1, 0])
    assert game.asks == [{"ask": "two.first-pick", "player": 1}]
    assert len(game.moves()) == 2
    game.apply({"choose": {"which": which}})
    assert [entry["by"] for entry in game.position()["row"]] == owners
    assert game.asks == [{"ask": "place", "player": owners[0]}]


def test_eruption_comes_before_the_chief_moves() -> None:
    """Place, erupt, select; the token's flames lie on the square."""
    game = Game(3, [28, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2])
    for tile in (1, 2, 28):
        game.apply({"select": {"tile": tile}})
    for b in ([1, 1], [1, 1]):
        game.apply({"place": {"a": [1, 0], "b": b}})
        game.apply(game.moves()[0])
    game.apply({"place": {"a": [1, 0], "b": [2, 0]}})
    assert game.position()["asks"] == [{"ask": "erupt", "player": 2}]
    assert game.eruption == ((2, 0), 1)
    assert game.moves() == [{"erupt": {"at": [1, 0]}}]
    game.apply({"erupt": {"at": [1, 0]}})
    assert game.position()["territories"][2] == [
        {"at": [1, 0], "terrain": "desert", "fire": 1},
        {"at": [2, 0], "terrain": "volcano", "craters": 1},
    ]
    assert game.bank == {1: 4, 2: 4, 3: 1}
    assert game.position()["asks"] == [{"ask": "select", "player": 2}]


def test_token_that_cannot_land_leaves_the_game() -> None:
    """Not reachable with the printed dominoes: the only square in reach is made to carry a flame first."""
    game = Game(3, [48, 1, 2, 3], [0, 1, 2])
    for tile in (48, 1, 2):
        game.apply({"select": {"tile": tile}})
    for b in ([1, 1], [1, 1], [2, 0]):
        game.apply({"place": {"a": [1, 0], "b": b}})
    game.territories[0][0]["fire"] = 1
    assert game.moves() == [{"fizzle": {}}]
    game.apply({"fizzle": {}})
    assert game.asks == []
    assert game.bank == {1: 5, 2: 4, 3: 0}


def test_equal_halves_are_accepted_either_way_and_wrong_moves_refused() -> None:
    """The other spelling of a move is the same move."""
    game = Game(3, [1, 2, 3, 4], [0, 1, 2])
    for tile in (1, 2, 3):
        game.apply({"select": {"tile": tile}})
    wrong: list[Move] = [{"discard": {}}, {"select": {"tile": 4}}, {"place": {"a": [1, 1], "b": [2, 1]}}]
    for move in wrong:
        with pytest.raises(ValueError, match="not a legal answer"):
            game.apply(move)
    game.apply({"place": {"a": [1, 1], "b": [1, 0]}})
    assert game.territories[0] == laid((1, 0, "desert"), (1, 1, "desert"))


def test_discard_only_when_nothing_fits_and_the_chief_still_moves() -> None:
    """A player who had to discard is asked to select."""
    game = Game(3, [1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2])
    for tile in (1, 2, 3):
        game.apply({"select": {"tile": tile}})
    cells = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if (x, y) not in ((0, 0), (2, 2))]
    game.territories[0] = laid(*((x, y, "lake") for x, y in cells))
    assert game.moves() == [{"discard": {}}]
    game.apply({"discard": {}})
    assert len(game.territories[0]) == 23
    assert game.asks == [{"ask": "select", "player": 0}]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_random_games(players: int) -> None:
    """Twelve rounds, rows in order, territories within bounds, every token accounted for."""
    for seed in range(3):
        chiefs = list(range(players))
        random.Random(seed).shuffle(chiefs)
        seen = list(play(players, shuffled(seed), chiefs, random_choice(seed)))
        asks = [each["asks"][0]["ask"] for each in seen if "asks" in each]
        turns = 4 if players == 2 else players
        assert asks.count("place") == 12 * turns
        assert asks.count("select") == 11 * turns
        assert asks.count("setup.first-pick") == (0 if players == 2 else players)
        assert "asks" not in seen[-1]
        assert len(asks) == len(seen) - 1
        for each in seen:
            assert json.loads(json.dumps(each)) == each
            for name in ("row", "next"):
                tiles = [entry["tile"] for entry in each.get(name, [])]
                assert tiles == sorted(tiles)
        last = seen[-1]
        assert not {"box", "row", "next"} & set(last)
        limit = 7 if players == 2 else 5
        erupted = 0
        for squares in last["territories"]:
            assert [square["at"] for square in squares] == sorted(square["at"] for square in squares)
            for axis in (0, 1):
                places = [0, *(square["at"][axis] for square in squares)]
                assert max(places) - min(places) < limit
            tokens = [square["fire"] for square in squares if "fire" in square]
            volcanoes = [square["craters"] for square in squares if "craters" in square]
            assert sorted(tokens) == sorted(volcanoes)
            erupted += len(volcanoes)
        assert asks.count("erupt") == erupted
        assert sorted(player for group in ranking(last) for player in group) == list(range(players))
