"""Discovery mode against the second engine, which was written from the rulebooks without looking at spec/.

Whole games move by move, and thousands of positions for placements, lava, regions and ranking.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from oracle import discovery as books
from tilelaw_reference.library import load

ROOT = Path(__file__).parents[2]
RULESET = load("origins/discovery")
DOMINOES = books.dominoes(ROOT / "spec" / "tilelaw_spec" / "data" / "origins_dominoes.csv")
Json = dict[str, Any]


def _laid(territories: list[list[Json]]) -> list[list[Json]]:
    """Return territories as both engines keep them: which volcano has still to erupt is ours alone."""
    return [[{k: v for k, v in c.items() if k not in ("vent", "leads")} for c in t] for t in territories]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_move_by_move(players: int, seed: int) -> None:
    chance = random.Random(100 * players + seed)
    box, chiefs = list(DOMINOES), list(range(players))
    chance.shuffle(box)
    chance.shuffle(chiefs)
    theirs = books.Game(players, box, chiefs)
    ours = RULESET.start(players, shuffles=[box, chiefs])
    moves_made = 0
    while not ours.is_over:
        position, other = ours.to_json(), theirs.position()
        assert (ours.asks[0]["ask"], ours.asks[0]["player"]) == (theirs.asks[0]["ask"], theirs.asks[0]["player"])
        if "first-pick" not in ours.asks[0]["ask"]:  # the books' first row is picked from before it is the earlier one
            for part in ("row", "next"):
                assert position.get(part, []) == other.get(part, [])
        assert position.get("box", []) == other.get("box", [])
        assert _laid(position.get("territories", [[]] * players)) == other["territories"]
        moves = [move.to_json() for move in ours.moves()]
        assert moves == theirs.moves()
        move = chance.choice(moves)
        ours = ours.apply(move)
        theirs.apply(move)
        moves_made += 1
    assert not theirs.asks
    assert moves_made >= 12 * players
    assert [side["result"] for side in ours.score()] == [books.result(theirs.position(), p) for p in range(players)]
    assert [group["sides"] for group in ours.ranking()] == books.ranking(theirs.position())


TERRAINS = ["desert", "grassland", "lake", "jungle", "quarry", "volcano"]


def _territory(chance: random.Random, limit: int) -> list[Json]:
    """Return a territory of random squares that hang together; not one that dominoes could make."""
    at = {(0, 0)}
    cells = []
    for _ in range(chance.randrange(limit * limit - 1)):
        x, y = chance.choice(sorted(at))
        dx, dy = chance.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        square = (x + dx, y + dy)
        xs, ys = [c[0] for c in [*at, square]], [c[1] for c in [*at, square]]
        if square in at or max(max(xs) - min(xs), max(ys) - min(ys)) >= limit:
            continue
        at.add(square)
        cell: Json = {"at": list(square), "terrain": chance.choice(TERRAINS)}
        if cell["terrain"] == "volcano":
            cell["craters"] = chance.choice([1, 2, 3])
        elif chance.random() < 0.3:
            cell["flames"] = chance.choice([1, 2])
        elif chance.random() < 0.2:
            cell["fire"] = chance.choice([1, 2, 3])
        cells.append(cell)
    return sorted(cells, key=lambda c: c["at"])


def _position(chance: random.Random, players: int, ask: Json) -> Json:
    limit = 7 if players == 2 else 5
    tiles = chance.sample(list(DOMINOES), 2)
    return {
        "ruleset": "origins/discovery",
        "players": players,
        "row": [{"tile": min(tiles), "by": ask["player"]}, {"tile": max(tiles), "by": 0}],
        "next": [{"tile": t} for t in sorted(set(DOMINOES) - set(tiles))[:4]],
        "territories": [_territory(chance, limit) for _ in range(players)],
        "asks": [ask],
    }


def test_placements_in_thousands_of_positions() -> None:
    chance = random.Random(5)
    refused = set()
    for _ in range(60):
        players = chance.choice([2, 3, 4])
        player = chance.randrange(players)
        position = _position(chance, players, {"ask": "place", "player": player})
        state = RULESET.state(position)
        tile = position["row"][0]["tile"]
        assert {_pair(m.to_json()) for m in state.moves() if m.action == "place"} == books.legal_places(
            position, player, tile
        )
        for _ in range(60):
            a = (chance.randint(-5, 5), chance.randint(-5, 5))
            b = (a[0] + chance.randint(-1, 1), a[1] + chance.randint(-1, 1))
            if DOMINOES[tile][0] == DOMINOES[tile][1]:
                a, b = min(a, b), max(a, b)
            failing = [r.rule for r in state.judge({"place": {"a": list(a), "b": list(b)}}).rejections]
            assert failing == books.failing_place_rules(position, player, tile, a, b)
            refused.update(failing)
    assert refused == {"place.empty", "place.shape", "place.connects", "place.fits"}


def _pair(move: Json) -> tuple[tuple[int, int], tuple[int, int]]:
    a, b = move["place"]["a"], move["place"]["b"]
    return (a[0], a[1]), (b[0], b[1])


def test_lava_in_thousands_of_positions() -> None:
    chance = random.Random(6)
    refused = set()
    asked = 0
    while asked < 60:
        players = chance.choice([2, 3, 4])
        player = chance.randrange(players)
        position = _position(chance, players, {"ask": "erupt", "player": player})
        volcanoes = [c for c in position["territories"][player] if c.get("craters")]
        if not volcanoes:
            continue
        asked += 1
        source = chance.choice(volcanoes)
        source["vent"] = True
        position["asks"][0]["vent_at"] = source["at"]
        state = RULESET.state(position)
        at_source = (source["at"][0], source["at"][1])
        landings = {tuple(m.to_json()["erupt"]["at"]) for m in state.moves() if m.action == "erupt"}
        assert landings == books.legal_landings(position, player, at_source, source["craters"])
        assert [m.action for m in state.moves()] == (["erupt"] * len(landings) or ["fizzle"])
        for _ in range(40):
            at = (chance.randint(-5, 5), chance.randint(-5, 5))
            failing = [r.rule for r in state.judge({"erupt": {"at": list(at)}}).rejections]
            assert failing == books.failing_lava_rules(position, player, at_source, source["craters"], at)
            refused.update(failing)
    assert refused == {"lava.range", "lava.landing", "lava.on-territory", "lava.not-volcano", "lava.not-hut"}


def test_regions_and_ranking_in_many_positions() -> None:
    chance = random.Random(7)
    shared = 0
    for _ in range(150):
        players = chance.choice([2, 3, 4])
        position = _position(chance, players, {"ask": "place", "player": 0})
        if chance.random() < 0.3:
            position["territories"][1] = position["territories"][0]
        state = RULESET.state(position)
        for side in state.score():
            player = side["side"]
            lines = {line["key"]: line["points"] for line in side["lines"] if line["points"]}
            assert lines == {t: n for t, n in books.region_points(position, player).items() if n}
            assert side["total"] == books.total(position, player)
            assert side["result"] == books.result(position, player)
        groups = [group["sides"] for group in state.ranking()]
        assert groups == books.ranking(position)
        shared += any(len(group) > 1 for group in groups)
    assert shared > 10
