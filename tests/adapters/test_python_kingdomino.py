"""The plain Python engine, through its protocol, against expectations worked out by hand from the rulebooks."""

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
BOTH_BONUSES = "origins/discovery+centre+complete"

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

    def score(self, state: Json, player: int = 0) -> Json:
        """Return a player's points by rule and key, with the total and the result."""
        side = self("score", position={"state": state})[player]
        points = {line.get("key", line["rule"]): line["points"] for line in side["lines"]}
        return points | {"total": side["total"], "result": side["result"]}

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
    assert running.process.wait(timeout=5) == 0


def land(*rows: str, hut: tuple[int, int] | None = None) -> list[Json]:
    """Read a pictured territory: terrain, flames or craters, *flames of a token, a resource's letter, :caveman."""
    words = {(x, y): word for y, row in enumerate(rows) for x, word in enumerate(row.split()) if word != "."}
    hut_x, hut_y = hut or next(cell for cell, word in words.items() if word == "H")
    squares = []
    for (x, y), word in words.items():
        if word == "H":
            continue
        word, _, caveman = word.partition(":")
        word, _, fire = word.partition("*")
        square: Json = {"at": [x - hut_x, y - hut_y], "terrain": TERRAINS[word[0]]}
        for mark in word[1:]:
            if mark.isdigit():
                square["craters" if word[0] == "V" else "flames"] = int(mark)
            else:
                square["resource"] = RESOURCES[mark]
        if fire:
            square["fire"] = int(fire)
        if caveman:
            square["caveman"] = caveman
        squares.append(square)
    return sorted(squares, key=lambda each: (each["at"][0], each["at"][1]))


def state(ruleset: str, players: int, *lands: list[Json], **parts: Any) -> Json:
    """Write a fragment of a position."""
    return {"ruleset": ruleset, "players": players, "territories": list(lands), **parts}


def asked(name: str, player: int = 0, **parts: Any) -> list[Json]:
    """Write the one due ask."""
    return [{"ask": name, "player": player, **parts}]


def place(a: list[int], b: list[int]) -> Json:
    """Write a placing."""
    return {"place": {"a": a, "b": b}}


def square_at(after: Json, player: int, at: list[int]) -> Json:
    """Find a square of a territory."""
    return next(square for square in after["territories"][player] if square["at"] == at)


def box_starting(*tiles: int) -> list[int]:
    """Put these dominoes on top of the box."""
    return [*tiles, *(tile for tile in range(1, 49) if tile not in tiles)]


# The pictured examples

SCORING = land("J D D1 L L1", "J1 G G L1 Q", "J V2 H D Q1", "J*2 D D Q Q1", "G G G*1 G V1")


def test_scoring_picture(engine: Engine) -> None:
    points = engine.score(state("origins/discovery", 3, SCORING))
    assert points == {
        "desert": 2,
        "grassland": 4,
        "lake": 6,
        "jungle": 12,
        "quarry": 8,
        "total": 32,
        "result": [32, 4, 9],
    }
    with_bonuses = engine.score(state(BOTH_BONUSES, 3, SCORING))
    assert (with_bonuses["bonus.centre"], with_bonuses["bonus.complete"], with_bonuses["total"]) == (10, 5, 47)


@pytest.mark.parametrize(
    ("rows", "rule", "points"),
    [
        (("Gm Gm J1", "Gm D:hunter Gm", "H D J"), "score.hunter", 12),
        (("Gm Gm J1", "Gm D Gm", "H D:hunter J"), "score.hunter", 6),
        (("Gm Gm J1", "Gm D:hunter Gm", "H D:hunter J"), "score.hunter", 18),
        (("G*2 L H", "G1 D:fire_lady Q1", "L V2 Q*1"), "score.fire-lady", 5),
        (("D:amazon D:brawler D", "G:brawler D1 J", "G Q:brawler H"), "score.horde", 13),
        (("D:amazon D:brawler D", "G:brawler D1 J", "G Q H"), "score.horde", 12),
        (("D D:oaf", "H Jm"), "score.horde", 3),
        (("Lf Lf Q", "Lf D:fisher Gm", "H . ."), "score.fisher", 9),
        (("Js D:gatherer Js", "H . ."), "score.gatherer", 8),
        (("Qt D:sculptor Js", "H . ."), "score.sculptor", 5),
        (("Qt D:painter Js", "H Gm G"), "score.painter", 6),
        (("D:oaf D:shaman D:shaman", "H . D:hunter"), "score.shaman", 10),
    ],
)
def test_cavemen_pictures(engine: Engine, rows: tuple[str, ...], rule: str, points: int) -> None:
    assert engine.score(state("origins/tribe", 4, land(*rows)))[rule] == points


def test_resources_score_nothing_in_tribe(engine: Engine) -> None:
    assert engine.score(state("origins/tribe", 3, land("H Gm Lf")))["total"] == 0
    points = engine.score(state("origins/totem", 3, land("H Gm Lf"), totems={"flint": 0, "fish": 1}))
    assert (points["score.resource"], points["flint"], points["fish"], points["total"]) == (2, 6, 0, 8)


def test_eruption_picture(engine: Engine) -> None:
    """Three steps with a turn; a volcano of two craters would not reach so far."""
    for craters, expected in ((1, set()), (2, {"lava.range"})):
        laid = land(". . D D G", f"D V{craters} J . .", hut=(2, 2))
        fragment = state("origins/discovery", 4, laid, asks=asked("erupt"))
        assert engine.refused(fragment, {"erupt": {"at": [2, -2]}}) == expected


def test_connection_picture(engine: Engine) -> None:
    laid = land("H D G")
    fragment = state("origins/discovery", 4, laid, row=[{"tile": 7, "by": 0}, {"tile": 10, "by": 0}])
    fragment |= {"asks": asked("place"), "next": [20]}
    assert engine.refused(fragment, place([2, 1], [2, 2])) == {"place.connects"}
    after = engine.apply(fragment, place([1, 1], [1, 2]), {"select": {"tile": 20}})
    assert after["asks"] == asked("place")
    assert engine.refused(after, place([2, 1], [2, 2])) == set()


# Setup


def test_setup_picture(engine: Engine) -> None:
    orders = [box_starting(10, 1, 7, 5, 44, 9, 36, 35), [2, 0, 1]]
    first = engine("start", ruleset="origins/discovery", players=3, shuffles=orders)
    assert [entry["tile"] for entry in first["next"]] == [1, 5, 7, 10]
    assert first["asks"] == asked("setup.first-pick", 2)
    one = engine.apply(first, {"select": {"tile": 7}})
    assert one["chiefs"] == [0, 1]
    assert engine.refused(one, {"select": {"tile": 7}}) == {"select.free"}
    two = engine.apply(one, {"select": {"tile": 1}})
    assert engine.moves(two) == [{"select": {"tile": 5}}, {"select": {"tile": 10}}]  # the third has a choice
    third = engine.apply(two, {"select": {"tile": 10}})
    assert third["row"] == [{"tile": 1, "by": 0}, {"tile": 7, "by": 2}, {"tile": 10, "by": 1}]
    assert [entry["tile"] for entry in third["next"]] == [9, 35, 36, 44]
    assert len(third["box"]) == 40
    assert third["asks"] == asked("place", 0)
    assert "chiefs" not in third


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


def test_two_players(engine: Engine) -> None:
    orders = [box_starting(10, 1, 7, 5, 44, 9, 36, 35), [1, 0]]
    first = engine("start", ruleset="origins/discovery", players=2, shuffles=orders)
    assert first["asks"] == asked("two.first-pick", 1)
    assert engine.moves(first) == [{"choose": {"which": "ends"}}, {"choose": {"which": "middle"}}]
    for which, owners in (("ends", [1, 0, 0, 1]), ("middle", [0, 1, 1, 0])):
        after = engine.apply(first, {"choose": {"which": which}})
        assert [entry["by"] for entry in after["row"]] == owners
        assert len(after["next"]) == 4
        assert after["asks"] == asked("place", owners[0])
    wide = land("H D D D D D D")
    fragment = state("origins/discovery", 2, wide, row=[{"tile": 1, "by": 0}], asks=asked("place"))
    assert engine.refused(fragment, place([1, 1], [2, 1])) == set()
    assert engine.refused(fragment, place([7, 0], [8, 0])) == {"place.fits"}


# Placing


def test_all_reasons_at_once(engine: Engine) -> None:
    fragment = state("origins/discovery", 4, land("H D G"), row=[{"tile": 12, "by": 0}], asks=asked("place"))
    everything = {"place.empty", "place.shape", "place.connects", "place.fits"}
    assert engine.refused(fragment, place([0, 0], [5, 5])) == everything
    assert engine.refused(fragment, place([1, 0], [1, 1])) == {"place.empty"}
    assert engine.refused(fragment, place([1, 1], [2, 2])) == {"place.shape", "place.connects"}
    assert engine.refused(fragment, place([1, 1], [1, 2])) == {"place.connects"}  # a corner of the hut
    assert engine.refused(fragment, {"discard": {}}) == {"place.must"}
    assert engine.refused(fragment, {"select": {"tile": 3}}) == {"turn.not-asked"}
    assert engine.refused(fragment, {"discard": {}, "player": 1}) == {"turn.not-asked"}
    assert engine.refused(fragment, place([2, 1, 0], [2, 2, 0])) == set()
    assert engine.refused(fragment, place([2, 1, 1], [2, 2, 1])) != set()


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


def test_discard(engine: Engine) -> None:
    """A full 5x5 but for two single gaps: the domino goes, the chief still moves, no totems are compared."""
    full = land("Gm G G G .", "G G G G G", "G G H G G", "G G G G G", "G G G G .")
    fragment = state("origins/totem", 3, full, row=[{"tile": 12, "by": 0}], next=[{"tile": 20}], asks=asked("place"))
    assert engine.moves(fragment) == [{"discard": {}}]
    after = engine.apply(fragment, {"discard": {}})
    assert "totems" not in after
    assert "row" not in after
    assert after["asks"] == asked("select")


def test_volcano_connects_to_volcano(engine: Engine) -> None:
    fragment = state("origins/discovery", 4, land("H D V1"), row=[{"tile": 48, "by": 0}], asks=asked("place"))
    assert engine.refused(fragment, place([3, 1], [2, 1])) == set()  # the volcano is half b


# Rounds


def test_leftover_leaves_after_the_last_turn(engine: Engine) -> None:
    fragment = state("origins/discovery", 3, row=[{"tile": 1, "by": 2}], box=[40, 30, 20, 10, 44])
    fragment |= {
        "next": [{"tile": 3}, {"tile": 5, "by": 1}, {"tile": 6}, {"tile": 8, "by": 0}],
        "asks": asked("place", 2),
    }
    placed = engine.apply(fragment, place([1, 0], [2, 0]))
    assert len(placed["next"]) == 4
    after = engine.apply(placed, {"select": {"tile": 6}})
    assert after["row"] == [{"tile": 5, "by": 1}, {"tile": 6, "by": 2}, {"tile": 8, "by": 0}]
    assert [entry["tile"] for entry in after["next"]] == [10, 20, 30, 40]
    assert after["box"] == [44]
    assert after["asks"] == asked("place", 1)


def test_last_round_is_placing_only(engine: Engine) -> None:
    fragment = state("origins/discovery", 3, row=[{"tile": 1, "by": 2}, {"tile": 3, "by": 0}], asks=asked("place", 2))
    after = engine.apply(fragment, place([1, 0], [2, 0]))
    assert after["asks"] == asked("place", 0)
    over = engine.apply(after, place([1, 0], [2, 0]))
    assert "asks" not in over
    assert engine.moves(over) == []
    assert engine.refused(over, {"discard": {}}) == {"turn.not-asked"}


# Lava


def test_lava(engine: Engine) -> None:
    fragment = state("origins/totem", 3, land("Lf . D1", "H Q*1 V2"), row=[{"tile": 45, "by": 0}], next=[20])
    fragment |= {"asks": asked("place")}
    after = engine.apply(fragment, place([2, 2], [2, 1]))  # quarry and two-crater volcano
    assert after["asks"] == asked("erupt", vent_at=[2, 1])
    assert square_at(after, 0, [2, 1])["vent"] is True
    assert "taken" not in after
    reasons = {
        (2, 2): set(),  # the other half of the same domino
        (0, -1): set(),
        (1, 0): {"lava.landing"},
        (2, -1): {"lava.landing"},
        (2, 0): {"lava.not-volcano"},
        (1, 1): {"lava.on-territory"},
        (5, 1): {"lava.on-territory", "lava.range"},
    }
    for (x, y), rules in reasons.items():
        assert engine.refused(after, {"erupt": {"at": [x, y]}}) == rules
    assert "lava.not-hut" in engine.refused(after, {"erupt": {"at": [0, 0]}})
    assert engine.refused(after, {"fizzle": {}}) == {"lava.nowhere"}
    assert engine.refused(after, {"decline": {}}) == {"turn.not-asked"}
    burnt = engine.apply(after, {"erupt": {"at": [0, -1]}})
    assert square_at(burnt, 0, [0, -1]) == {"at": [0, -1], "terrain": "lake", "fire": 2}
    assert burnt["taken"] == {"2": 1}
    assert burnt["totems"] == {"flint": 0}
    assert burnt["asks"] == asked("select")


def test_no_token_no_eruption(engine: Engine) -> None:
    fragment = state(
        "origins/discovery", 3, row=[{"tile": 48, "by": 0}], taken={"3": 1}, next=[20], asks=asked("place")
    )
    assert engine.apply(fragment, place([1, 0], [2, 0]))["asks"] == asked("select")


def test_fizzle(engine: Engine) -> None:
    fragment = state("origins/discovery", 3, land("H Q1 V3"), next=[20], asks=asked("erupt"))
    assert engine.moves(fragment) == [{"fizzle": {}}]
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


def test_lava_layers(engine: Engine) -> None:
    laid = land("H D . D", ". V1 . .")
    ask = asked("erupt", vent_at=[1, 1])

    def targets(layer: str) -> list[Json]:
        return engine.moves(state("origins/discovery" + layer, 3, laid, next=[20], asks=ask))

    near, far, hut = ({"erupt": {"at": at}} for at in ([1, 0], [3, 0], [0, 0]))
    assert targets("") == [near, far]
    assert targets("+ruling-gaps-stop-lava") == [near]
    assert targets("+ruling-lava-on-hut") == [hut, near, far]
    assert targets("+edition-hu") == [near, far, {"decline": {}}]
    burning = state("origins/discovery+ruling-lava-on-hut", 3, laid, next=[20], asks=ask)
    after = engine.apply(burning, hut)
    assert after["territories"][0][0] == {"at": [0, 0], "fire": 1}
    assert engine.score(after)["result"] == [0, 1, 1]
    declined = engine.apply(state("origins/discovery+edition-hu", 3, laid, next=[20], asks=ask), {"decline": {}})
    assert "taken" not in declined
    assert declined["asks"] == asked("select")


# Totems


def totem_state(*lands: list[Json], **parts: Any) -> Json:
    """Player 0 is about to lay two deserts beside the hut."""
    return state("origins/totem", 3, *lands, row=[{"tile": 1, "by": 0}], next=[20], asks=asked("place"), **parts)


def test_totems_need_a_majority(engine: Engine) -> None:
    laying = place([0, 1], [0, 2])
    mine, theirs = land("H Gm Lf"), land("H Gm Js")
    after = engine.apply(totem_state(mine, theirs, totems={"fish": 2}), laying)
    assert after["totems"] == {"fish": 0}  # mammoths are tied, and the mushroom's owner did not place
    kept = engine.apply(totem_state(mine, theirs, totems={"mammoth": 1, "flint": 2}), laying)
    assert kept["totems"] == {"mammoth": 1, "fish": 0, "flint": 2}  # tied and none at all: both keep
    behind = engine.apply(totem_state(land("H D"), theirs, totems={"mammoth": 2}), laying)
    assert behind["totems"] == {"mammoth": 1}


def test_holder_chooses_among_the_tied(engine: Engine) -> None:
    """A fish burns; both others have one left to the holder's none."""
    fragment = state("origins/totem", 3, land("H Lf V3"), land("H Lf"), land("H Lf Q"), totems={"fish": 0}, next=[20])
    fragment |= {"asks": asked("erupt", vent_at=[2, 0])}
    after = engine.apply(fragment, {"erupt": {"at": [1, 0]}})
    assert after["asks"] == asked("totem.pass", totem="fish")
    assert engine.moves(after) == [{"give": {"to": 1}}, {"give": {"to": 2}}]
    assert engine.refused(after, {"give": {"to": 0}}) == {"totem.pass"}
    given = engine.apply(after, {"give": {"to": 2}})
    assert given["totems"] == {"fish": 2}
    assert given["asks"] == asked("select")


def test_another_holder_is_asked_in_the_movers_turn(engine: Engine) -> None:
    fragment = totem_state(land("H Lf"), land("H Lf"), land("H D"), totems={"fish": 2})
    after = engine.apply(fragment, place([0, 1], [0, 2]))
    assert after["asks"] == asked("totem.pass", 2, mover=0, totem="fish")
    assert engine.apply(after, {"give": {"to": 1}})["asks"] == asked("select", 0)


def test_tie_loses_totem_layer(engine: Engine) -> None:
    fragment = totem_state(land("H Lf"), land("H Lf"), totems={"fish": 1, "flint": 1})
    fragment["ruleset"] += "+ruling-tie-loses-totem"
    assert engine.apply(fragment, place([0, 1], [0, 2]))["totems"] == {"fish": 0, "flint": 1}


# Recruiting

PILE = ["oaf", "shaman", "hunter"]


def tribe_state(*rows: str, **parts: Any) -> Json:
    """Player 1 may recruit; it is not the last round."""
    whole = {"pile": PILE, "cave": ["painter", "brawler"], "next": [20], "row": [{"tile": 9, "by": 2}]}
    return state("origins/tribe", 3, [], land(*rows), **(whole | {"asks": asked("recruit", 1)} | parts))


def test_recruit_face_up(engine: Engine) -> None:
    first = tribe_state("H Gm Gm Lf V1 Q1 D")
    assert engine.moves(first) == [{"recruit": {"how": "open"}}, {"pass": {}}]
    assert engine.refused(first, {"recruit": {"how": "pile"}}) == {"recruit.pile"}
    kinds = engine.apply(first, {"recruit": {"how": "open"}})
    assert kinds["asks"] == asked("recruit.kinds", 1, how="open")
    assert engine.moves(kinds) == [{"spend": {"one_kind": "mammoth", "other_kind": "fish"}}]
    same = {"spend": {"one_kind": "fish", "other_kind": "fish"}}
    assert engine.refused(kinds, same) == {"recruit.open.different"}
    pay = engine.apply(kinds, {"spend": {"one_kind": "fish", "other_kind": "mammoth"}})
    assert pay["owed"] == {"mammoth": True, "fish": True}
    assert pay["asks"] == asked("pay", 1, how="open", kind="mammoth")
    assert engine.moves(pay) == [{"pay": {"at": [1, 0]}}, {"pay": {"at": [2, 0]}}]
    assert engine.refused(pay, {"pay": {"at": [3, 0]}})
    take = engine.apply(pay, {"pay": {"at": [2, 0]}}, {"pay": {"at": [3, 0]}})
    assert "owed" not in take
    assert engine.refused(take, {"take": {"caveman": "oaf"}}) == {"recruit.take"}
    assert engine.observe(take, 1)["pile"] == 3
    settle = engine.apply(take, {"take": {"caveman": "painter"}})
    assert settle["cave"] == ["brawler"]
    assert settle["asks"] == asked("settle", 1, caveman="painter")
    assert engine.moves(settle) == [{"settle": {"at": [x, 0]}} for x in (2, 3, 6)]
    for x, rule in ((0, "recruit.not-hut"), (1, "recruit.square"), (4, "recruit.square"), (5, "recruit.square")):
        assert engine.refused(settle, {"settle": {"at": [x, 0]}}) == {rule}
    assert engine.refused(settle, {"settle": {"at": [0, 5]}}) == {"recruit.square"}
    done = engine.apply(settle, {"settle": {"at": [3, 0]}})
    assert square_at(done, 1, [3, 0])["caveman"] == "painter"
    assert done["asks"] == asked("place", 2)
    assert done["cave"] == ["brawler"]  # refilled only with a new row


def test_recruit_from_the_pile(engine: Engine) -> None:
    first = tribe_state("H Gm Lf Js Qt")
    take = engine.apply(first, {"recruit": {"how": "pile"}}, *({"pay": {"at": [x, 0]}} for x in (1, 2, 3, 4)))
    assert take["asks"] == asked("take", 1, how="pile")
    assert sorted(engine.observe(take, 1)["pile"]) == sorted(PILE)
    assert engine.observe(take, 0)["pile"] == 3
    assert engine.refused(take, {"take": {"caveman": "painter"}}) == {"recruit.take"}
    due = engine.apply(take, {"take": {"caveman": "shaman"}})
    assert due["asks"] == [{"shuffle": "pile", "step": "recruit.reshuffle", "mover": 1, "caveman": "shaman"}]
    assert engine.observe(due, 1)["pile"] == 2
    after = engine.apply(due, {"shuffle": "pile", "order": ["hunter", "oaf"]})
    assert after["pile"] == ["hunter", "oaf"]
    assert after["asks"] == asked("settle", 1, caveman="shaman")


def test_recruiting_refused(engine: Engine) -> None:
    both = [{"recruit": {"how": "open"}}, {"recruit": {"how": "pile"}}]
    poor = tribe_state("H Gm Gm", cave=[], pile=[], next=[])
    assert engine.refused(poor, both[0]) == {"recruit.open", "recruit.open.someone", "recruit.not-last"}
    assert engine.refused(poor, both[1]) == {"recruit.pile", "cave.empty", "recruit.not-last"}
    assert engine.moves(poor) == [{"pass": {}}]
    rich = tribe_state("H Gm Lf Js Qt", next=[])
    assert engine.moves(rich) == [{"pass": {}}]
    rich["ruleset"] += "+ruling-recruit-last-round"
    assert engine.moves(rich) == [*both, {"pass": {}}]


def test_last_round_asks_to_recruit(engine: Engine) -> None:
    fragment = state("origins/tribe", 3, row=[{"tile": 1, "by": 0}], cave=["oaf"], pile=PILE, asks=asked("place"))
    after = engine.apply(fragment, place([1, 0], [2, 0]))
    assert after["asks"] == asked("recruit")
    over = engine.apply(after, {"pass": {}})
    assert "asks" not in over
    assert over["cave"] == ["oaf"]  # no new row, no refill


def test_cave_is_refilled_with_a_new_row(engine: Engine) -> None:
    fragment = tribe_state("H Gm", row=[], next=[{"tile": 9, "by": 1}], box=[1, 2, 3, 4])
    after = engine.apply(fragment, {"pass": {}})
    assert after["cave"] == ["painter", "shaman", "brawler", "oaf"]
    assert after["pile"] == ["hunter"]
    assert after["asks"] == asked("place", 1)


def test_cavemen_flee_from_lava(engine: Engine) -> None:
    fragment = state("origins/tribe", 3, land("H D:oaf V2"), next=[20], cave=["shaman"], asks=asked("erupt"))
    after = engine.apply(fragment, {"erupt": {"at": [1, 0]}})
    assert square_at(after, 0, [1, 0]) == {"at": [1, 0], "terrain": "desert", "fire": 2}
    assert after["cave"] == ["shaman"]


# The classic game


@pytest.mark.parametrize(("players", "dominoes", "row"), [(2, 24, 4), (3, 36, 3), (4, 48, 4)])
def test_classic_counts(engine: Engine, players: int, dominoes: int, row: int) -> None:
    first = engine("start", ruleset="kingdomino/classic", players=players, seed=1)
    assert len(first["next"]) == row
    assert len(first["box"]) == dominoes - row
    assert len(first["chiefs"]) == (4 if players == 2 else players)
    assert first["asks"][0]["ask"] == "setup.first-pick"


def test_classic_scoring(engine: Engine) -> None:
    laid: list[Json] = [{"at": [x, 0], "terrain": "mine", "crowns": x} for x in (1, 2)] + [
        {"at": [0, 1], "terrain": "wheat"}
    ]
    points = engine.score(state("kingdomino/classic+middle-kingdom+harmony", 3, laid))
    assert (points["mine"], points["wheat"], points["bonus.centre"], points["bonus.complete"]) == (6, 0, 10, 0)
    assert points["result"] == [16, 2, 3]
    off_centre = [*laid, {"at": [3, 0], "terrain": "wheat"}]
    assert engine.score(state("kingdomino/classic+middle-kingdom", 3, off_centre))["bonus.centre"] == 0
    assert engine.score(state("kingdomino/mighty-duel+middle-kingdom", 2, off_centre))["bonus.centre"] == 10


# Ranking and observing


def test_rank(engine: Engine) -> None:
    small, large, tied = land("H L1 L1 Q"), land("H D1 L L", ". D1 . ."), land("H L1 L1 G")
    fragment = state("origins/discovery", 4, small, large, tied, land("H D D D"))
    groups = engine("rank", position={"state": fragment})
    assert groups == [{"sides": [0, 1, 2], "decided_by": 0}, {"sides": [3]}]
    larger = land("H D1 L L", ". D1 . L")
    groups = engine("rank", position={"state": state("origins/discovery", 3, small, larger, tied)})
    assert groups == [{"sides": [1], "decided_by": 1}, {"sides": [0, 2]}]
    hotter = state("origins/discovery", 3, land("H L1 L"), land("H L1 Q1 D D"), land("H L2"))
    groups = engine("rank", position={"state": hotter})  # two points each
    assert groups == [{"sides": [1], "decided_by": 2}, {"sides": [0], "decided_by": 1}, {"sides": [2]}]


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
