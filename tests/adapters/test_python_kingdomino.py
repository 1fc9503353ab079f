"""The plain Python engine, through its protocol: what no case of the corpus shows.

Malformed requests, positions that leave out what goes without saying, shuffles, seeds, and whole games of every mode.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ADAPTER = Path(__file__).parents[2] / "adapters" / "python_kingdomino"
TERRAINS = {"D": "desert", "G": "grassland", "L": "lake", "J": "jungle", "Q": "quarry", "V": "volcano"}
RESOURCES = {"m": "mammoth", "f": "fish", "s": "mushroom", "t": "flint"}

Json = dict[str, Any]


class Engine:
    """The adapter as a running program."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, ADAPTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def line(self, text: bytes) -> Json:
        """Send one line and return the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()
        answer: Json = json.loads(self.process.stdout.readline())
        return answer

    def request(self, method: str, **params: Any) -> Json:
        """Send a request and return the whole answer."""
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        answer = self.line(json.dumps(message).encode())
        assert answer["id"] == self.last_id
        return answer

    def __call__(self, method: str, **params: Any) -> Any:
        """Send a request and return the one value in its result."""
        answer = self.request(method, **params)
        assert "result" in answer, answer
        return next(iter(answer["result"].values()))

    def error(self, method: str, **params: Any) -> int:
        """Send a request that must fail and return the code."""
        code: int = self.request(method, **params)["error"]["code"]
        return code

    def moves(self, state: Json) -> list[Json]:
        """List the legal moves."""
        listed: list[Json] = self("moves", position={"state": state})
        return listed

    def apply(self, state: Json, *answers: Json) -> Json:
        """Return the state after some answers."""
        after: Json = self("apply", position={"state": state}, answers=list(answers))
        return after

    def refused(self, state: Json, move: Json) -> set[str]:
        """Return the rules against a move; none means that it is legal."""
        result = self.request("judge", position={"state": state}, move=move)["result"]
        assert result["legal"] is ("rules" not in result)
        return set(result.get("rules", []))

    def observe(self, state: Json, player: int) -> Json:
        """Return what a player sees."""
        seen: Json = self("observe", position={"state": state}, player=player)
        return seen


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One running program for all tests."""
    running = Engine()
    yield running
    assert running.request("bye")["result"] == {}
    assert running.process.wait() == 0


def land(row: str) -> list[Json]:
    """Read squares to the right of the hut: terrain, then flames or craters, or a resource's letter."""
    squares = []
    for x, word in enumerate(row.split()[1:], start=1):
        square: Json = {"at": [x, 0], "terrain": TERRAINS[word[0]]}
        for mark in word[1:]:
            if mark.isdigit():
                square["craters" if word[0] == "V" else "flames"] = int(mark)
            else:
                square["resource"] = RESOURCES[mark]
        squares.append(square)
    return squares


def state(ruleset: str, players: int, *lands: list[Json], **parts: Any) -> Json:
    """Write a fragment of a position."""
    return {"ruleset": ruleset, "players": players, "territories": list(lands), **parts}


def asked(name: str, player: int = 0, **parts: Any) -> list[Json]:
    """Write the one due ask."""
    return [{"ask": name, "player": player, **parts}]


def place(a: list[int], b: list[int]) -> Json:
    """Write a placing."""
    return {"place": {"a": a, "b": b}}


def box_starting(*tiles: int) -> list[int]:
    """Put these dominoes on top of the box."""
    return [*tiles, *(tile for tile in range(1, 49) if tile not in tiles)]


# Positions and shuffles


def test_shuffles_are_rests(engine: Engine) -> None:
    first = engine("start", ruleset="origins/tribe", players=4)
    assert first["asks"] == [{"shuffle": "box"}]
    assert engine.error("moves", position={"state": first}) == -32602
    assert engine.refused(first, {"pass": {}}) == {"turn.not-asked"}
    second = engine.apply(first, {"shuffle": "box", "order": box_starting(48)})
    assert second["asks"] == [{"shuffle": "pile", "step": "cave.setup"}]
    top = ["oaf", "hunter", "shaman", "fisher"]
    below: Counter[str] = Counter(second["pile"])
    below.subtract(top)
    third = engine.apply(second, {"shuffle": "pile", "order": [*top, *below.elements()]})
    assert third["cave"] == ["hunter", "fisher", "shaman", "oaf"]
    assert len(third["pile"]) == 18
    assert engine.error("apply", position={"state": third}, answers=[{"shuffle": "chiefs", "order": [0, 1, 2]}]) == 1001
    fourth = engine.apply(third, {"shuffle": "chiefs", "order": [3, 1, 0, 2]})
    assert fourth["asks"] == asked("setup.first-pick", 3)
    history = {"start": {"ruleset": "origins/tribe", "players": 4}, "answers": []}
    assert engine("perft", position={"history": history}, depth=4) == 24
    assert engine.error("moves", position={"history": {**history, "answers": [{"discard": {}}]}}) == 1001


def test_equal_halves_are_listed_once(engine: Engine) -> None:
    """Beside the bare hut: four neighbours times three ways on from there, twice that if the halves differ."""
    for tile, number in ((1, 12), (4, 24)):
        fragment = state("origins/discovery", 4, row=[{"tile": tile, "by": 0}], asks=asked("place"))
        moves = engine.moves(fragment)
        assert len(moves) == number
        assert all(move["place"]["a"] < move["place"]["b"] for move in moves) is (tile == 1)
    bare = state("origins/totem", 4, row=[{"tile": 12, "by": 0, "a_bare": True}], asks=asked("place"))
    assert len(engine.moves(bare)) == 24  # only one half carries a mammoth
    after = engine.apply(bare, place([1, 0], [2, 0]))
    assert after["territories"][0] == [
        {"at": [1, 0], "terrain": "grassland"},
        {"at": [2, 0], "terrain": "grassland", "resource": "mammoth"},
    ]


def test_fizzle(engine: Engine) -> None:
    fragment = state("origins/discovery", 3, land("H Q1 V3"), next=[20], asks=asked("erupt"))
    assert engine.moves(fragment) == [{"fizzle": {}}]
    assert engine.refused(fragment, {"decline": {}}) == {"turn.not-asked"}  # only one edition lets it be declined
    assert engine.apply(fragment, {"fizzle": {}})["taken"] == {"3": 1}


def test_which_volcano_is_meant(engine: Engine) -> None:
    two = land("H D V1 V2")
    fragment = state("origins/discovery", 3, two, next=[20], asks=asked("erupt"))
    assert engine.error("moves", position={"state": fragment}) == -32602
    two[1]["vent"] = True
    assert engine.moves(fragment) == [{"erupt": {"at": [1, 0]}}]
    two[2]["vent"] = True
    fragment["asks"] = asked("lava.token.order")
    assert engine.moves(fragment) == [{"lead": {"at": [2, 0]}}, {"lead": {"at": [3, 0]}}]
    after = engine.apply(fragment, {"lead": {"at": [3, 0]}})
    assert after["asks"] == asked("erupt", vent_at=[3, 0])
    assert engine.apply(after, {"erupt": {"at": [1, 0]}})["asks"] == asked("erupt", vent_at=[2, 0])


def test_another_holder_is_asked_in_the_movers_turn(engine: Engine) -> None:
    """Player 0 lays two deserts beside the hut; player 2, who holds the totem, has fewer fish than the others."""
    fragment = state("origins/totem", 3, land("H Lf"), land("H Lf"), land("H D"), totems={"fish": 2})
    fragment |= {"row": [{"tile": 1, "by": 0}], "next": [20], "asks": asked("place")}
    after = engine.apply(fragment, place([0, 1], [0, 2]))
    assert after["asks"] == asked("totem.pass", 2, mover=0, totem="fish")
    assert engine.apply(after, {"give": {"to": 1}})["asks"] == asked("select", 0)


def test_recruit_from_the_pile(engine: Engine) -> None:
    pile = ["oaf", "shaman", "hunter"]
    first = state("origins/tribe", 3, [], land("H Gm Lf Js Qt"), pile=pile, cave=["painter", "brawler"])
    first |= {"row": [{"tile": 9, "by": 2}], "next": [20], "asks": asked("recruit", 1)}
    take = engine.apply(first, {"recruit": {"how": "pile"}}, *({"pay": {"at": [x, 0]}} for x in (1, 2, 3, 4)))
    assert take["asks"] == asked("take", 1, how="pile")
    assert sorted(engine.observe(take, 1)["pile"]) == sorted(pile)
    assert engine.observe(take, 0)["pile"] == 3
    assert engine.refused(take, {"take": {"caveman": "painter"}}) == {"recruit.take"}
    due = engine.apply(take, {"take": {"caveman": "shaman"}})
    assert due["asks"] == [{"shuffle": "pile", "step": "recruit.reshuffle", "mover": 1, "caveman": "shaman"}]
    assert engine.observe(due, 1)["pile"] == 2
    after = engine.apply(due, {"shuffle": "pile", "order": ["hunter", "oaf"]})
    assert after["pile"] == ["hunter", "oaf"]
    assert after["asks"] == asked("settle", 1, caveman="shaman")


def test_hidden_piles_are_counted(engine: Engine) -> None:
    whole = engine("start", ruleset="origins/tribe", players=3, seed=7)
    seen = engine.observe(whole, 0)
    assert (seen["box"], seen["pile"], seen["chiefs"]) == (44, 18, 3)
    assert {key: seen[key] for key in ("next", "cave", "asks")} == {key: whole[key] for key in ("next", "cave", "asks")}


# Whole games


@pytest.mark.parametrize(
    ("ruleset", "players", "placings", "rows"),
    [
        *((f"origins/{mode}", 2, 24, 12) for mode in ("discovery", "totem", "tribe")),
        *((f"origins/{mode}", count, 12, 12) for mode in ("discovery", "totem", "tribe") for count in (3, 4)),
        ("kingdomino/classic", 2, 12, 6),
        ("kingdomino/classic", 3, 12, 12),
        ("kingdomino/classic", 4, 12, 12),
        ("kingdomino/mighty-duel", 2, 24, 12),
    ],
)
def test_whole_games(engine: Engine, ruleset: str, players: int, placings: int, rows: int) -> None:
    """A random game ends after the right number of rounds, and its history leads to the same end."""
    chance = random.Random(f"{ruleset} {players}")
    now: Json = engine("start", ruleset=ruleset, players=players)
    answers: list[Json] = []
    placed: Counter[int] = Counter()
    turned = set()
    while now.get("asks"):
        due = now["asks"][0]
        turned.add(tuple(entry["tile"] for entry in now.get("next", [])))
        if "shuffle" in due:
            pile = now.get(due["shuffle"], [])
            answers.append({"shuffle": due["shuffle"], "order": chance.sample(pile, len(pile))})
        else:
            moves = engine.moves(now)
            answers.append(chance.choice([move for move in moves if "pass" not in move] or moves))
            placed[due["player"]] += due["ask"] == "place"
        now = engine.apply(now, answers[-1])
    assert placed == dict.fromkeys(range(players), placings)
    assert len(turned - {()}) == rows
    assert "box" not in now
    history = {"start": {"ruleset": ruleset, "players": players}, "answers": answers}
    assert engine("apply", position={"history": history}, answers=[]) == now


# The protocol


def test_hello(engine: Engine) -> None:
    result = engine.request("hello", protocol=1)["result"]
    assert result["protocol"] == 1
    assert {ruleset["name"]: ruleset["players"] for ruleset in result["rulesets"]} == {
        "origins/discovery": [2, 3, 4],
        "origins/totem": [2, 3, 4],
        "origins/tribe": [2, 3, 4],
        "kingdomino/classic": [2, 3, 4],
        "kingdomino/mighty-duel": [2],
    }


def test_components(engine: Engine) -> None:
    """The squares add up to the table printed on the last page: 49 with a resource, 10 volcanoes."""
    listed = engine("components", ruleset="origins/tribe", players=4)
    kinds = {each["kind"]: each["members"] for each in listed}
    halves = [tile["data"][half] for tile in kinds["tile"] for half in "ab"]
    assert Counter((half["terrain"], half.get("flames", 0), half.get("craters", 0)) for half in halves) == {
        ("desert", 0, 0): 20,
        ("desert", 1, 0): 2,
        ("grassland", 0, 0): 16,
        ("grassland", 1, 0): 3,
        ("lake", 0, 0): 13,
        ("lake", 1, 0): 4,
        ("quarry", 0, 0): 9,
        ("quarry", 1, 0): 2,
        ("quarry", 2, 0): 2,
        ("jungle", 0, 0): 11,
        ("jungle", 1, 0): 3,
        ("jungle", 2, 0): 1,
        ("volcano", 0, 1): 5,
        ("volcano", 0, 2): 4,
        ("volcano", 0, 3): 1,
    }
    assert sum(kind["copies"] for kind in kinds["caveman"]) == 22


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff", -32700),
        (b'{"jsonrpc": "2.0", "id": NaN}', -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"jsonrpc": "2.0", "id": 1}', -32600),
        (b'{"jsonrpc": "2.0", "method": "hello"}', -32600),
        (b'{"jsonrpc": "2.0", "id": "x", "method": "fly"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "moves"}', -32602),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "moves", "params": [1]}', -32602),
    ],
)
def test_nonsense(engine: Engine, line: bytes, code: int) -> None:
    assert engine.line(line)["error"]["code"] == code


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "origins/unheard-of"},
        {"ruleset": "origins/discovery+harmony"},
        {"ruleset": "kingdomino/mighty-duel"},
        {"players": 5},
        {"players": True},
        {"box": 12},
        {"box": [49]},
        {"surprise": 1},
        {"territories": [[{"at": [1, 0]}]]},
        {"territories": [[{"at": [1, 0], "terrain": "lava"}]]},
        {"territories": [[{"at": [1, 0], "terrain": "lake"}] * 2]},
        {"territories": [[], [], [], [], []]},
        {"asks": [{"ask": "recruit", "player": 0}]},
        {"asks": [{"ask": "place", "player": 3}]},
        {"asks": [{"ask": "place", "player": 0}], "row": [{"tile": 1, "by": 1}]},
    ],
)
def test_malformed_positions(engine: Engine, change: Json) -> None:
    assert engine.error("moves", position={"state": state("origins/discovery", 3) | change}) == -32602


def test_illegal_and_malformed_answers(engine: Engine) -> None:
    fragment = state("origins/discovery", 4, row=[{"tile": 1, "by": 0}], asks=asked("place"))
    answer = engine.request("apply", position={"state": fragment}, answers=[place([1, 1], [2, 1])])
    assert answer["error"]["code"] == 1001
    assert answer["error"]["data"]["rules"] == ["place.connects"]
    malformed: list[Json] = [{}, {"fly": {}}, {"place": {"a": [1, 0]}}, {"discard": {}, "select": {"tile": 1}}]
    malformed += [{"select": {"tile": 49}}, place([1, 0], [1]), {"discard": {"now": True}}]
    for move in malformed:
        assert engine.error("judge", position={"state": fragment}, move=move) == -32602
        assert engine.error("apply", position={"state": fragment}, answers=[move]) == -32602
