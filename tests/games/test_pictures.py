"""The pictured examples of the rulebooks give what is printed beside them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from tilelaw_reference import load

GRIDS = Path(__file__).parents[1] / "data" / "origins_example_grids.csv"
WARRIORS = {"warrior_1": "brawler", "warrior_2": "amazon", "warrior_3": "oaf"}
DISCOVERY = load("origins/discovery")


def _picture(name: str) -> list[dict[str, Any]]:
    """Return a pictured territory as cells around its hut; a fragment without one is laid somewhere."""
    rows = [row for row in csv.DictReader(GRIDS.open(encoding="utf-8")) if row["example"] == name]
    hut = next((row for row in rows if row["terrain"] == "hut"), {"col": "0", "row": "0"})
    cells = []
    for row in rows:
        if row["terrain"] == "hut":
            continue
        at = [int(row["col"]) - int(hut["col"]), int(row["row"]) - int(hut["row"])]
        cell: dict[str, Any] = {"at": at, "terrain": row["terrain"]}
        for ours, theirs in (("flames", "printed_flames"), ("craters", "craters"), ("fire", "token_flames")):
            if int(row[theirs]):
                cell[ours] = int(row[theirs])
        cell |= {name: WARRIORS.get(row[name], row[name]) for name in ("resource", "caveman") if row[name]}
        cells.append(cell)
    return cells


def test_the_scoring_picture_is_worth_32_points() -> None:
    state = DISCOVERY.state(
        {"ruleset": "origins/discovery", "players": 3, "territories": [_picture("scoring_5x5_32pts"), [], []]}
    )
    side = state.score()[0]
    points = {line["key"]: line["points"] for line in side["lines"]}
    assert points == {"desert": 2, "grassland": 4, "lake": 6, "jungle": 12, "quarry": 8}
    assert side["result"] == [32, 4, 9]
    both = load("origins/discovery+centre+complete").state(
        {
            "ruleset": "origins/discovery+centre+complete",
            "players": 3,
            "territories": [_picture("scoring_5x5_32pts"), [], []],
        }
    )
    assert both.score()[0]["total"] == 47


def test_the_scoring_picture_has_ten_regions_five_without_flames() -> None:
    from tilelaw_dsl import ir
    from tilelaw_reference.evaluate import evaluator
    from tilelaw_reference.model.values import SHARED, as_elements

    engine = DISCOVERY.engine(3)
    state = engine.state(
        {"ruleset": "origins/discovery", "players": 3, "territories": [_picture("scoring_5x5_32pts"), [], []]}
    )
    here = evaluator(engine.rules, state.position)
    regions = ir.Call("regions_of", (ir.Local("p"), ir.Local("t")))
    found = []
    for terrain in engine.rules.members["terrain"]:
        found += list(as_elements(here.value(regions, {"p": 0, "t": terrain})))
    assert SHARED == -1
    assert len(found) == 10
    flames = [here.value(ir.Call("worth", (ir.Local("s"),)), {"s": region}) for region in found]
    assert flames.count(0) == 5


def _points(name: str, rule: str) -> int:
    tribe = load("origins/tribe")
    state = tribe.state({"ruleset": "origins/tribe", "players": 3, "territories": [_picture(name)]})
    (line,) = [line for line in state.score()[0]["lines"] if line["rule"] == rule]
    points: int = line["points"]
    return points


def _without(name: str, caveman: str) -> int:
    """Return what the first of two equal cavemen in a picture is worth, in reading order of the columns."""
    tribe = load("origins/tribe")
    cells = _picture(name)
    last = max(cell["at"][1] for cell in cells if cell.get("caveman") == caveman)
    alone = [
        {key: part for key, part in cell.items() if key != "caveman"} if cell["at"][1] == last else cell
        for cell in cells
    ]
    state = tribe.state({"ruleset": "origins/tribe", "players": 3, "territories": [alone]})
    return sum(line["points"] for line in state.score()[0]["lines"] if line["rule"] == f"score.{caveman}")


def test_the_hunters_are_worth_12_and_6() -> None:
    """The upper one has four mammoths around, the lower one two of them."""
    assert _without("hunters_12_and_6", "hunter") == 12
    assert _points("hunters_12_and_6", "score.hunter") == 12 + 6


def test_the_fire_lady_is_worth_5() -> None:
    """Tokens of two and one, printed flames, and the two craters beside her, which add nothing."""
    assert _points("fire_lady_5", "score.fire-lady") == 5


def test_the_hordes_are_worth_12_and_1() -> None:
    assert _points("warriors_12_plus_1", "score.horde") == 12 + 1


def test_the_lava_of_the_picture_flies_three_squares_and_turns() -> None:
    cells = _picture("eruption_1_crater")
    volcano = next(cell["at"] for cell in cells if cell["terrain"] == "volcano")
    token = next(cell for cell in cells if "fire" in cell)
    position = {
        "ruleset": "origins/discovery",
        "players": 3,
        "territories": [[{**cell, "fire": 0} for cell in cells]],
        "asks": [{"ask": "erupt", "player": 0, "vent_at": volcano}],
    }
    state = DISCOVERY.state(position)
    landing = {"erupt": {"at": token["at"]}}
    assert state.judge(landing).legal
    landed = state.apply(landing).to_json()["territories"][0]
    assert [cell["at"] for cell in landed if cell.get("fire") == 1] == [token["at"]]


def test_the_connection_picture_accepts_and_refuses_as_shown() -> None:
    """Hut, desert, grassland in a line; then desert and lake, wrong in one place and right in another."""
    position: dict[str, Any] = {
        "ruleset": "origins/discovery",
        "players": 3,
        "row": [{"tile": 6, "by": 0}],
        "territories": [[{"at": [1, 0], "terrain": "desert"}, {"at": [2, 0], "terrain": "grassland"}], [], []],
        "asks": [{"ask": "place", "player": 0}],
    }
    state = DISCOVERY.state(position)
    wrong = state.judge({"place": {"a": [2, 1], "b": [2, 2]}})
    assert [r.rule for r in wrong.rejections] == ["place.connects"]
    right = {"place": {"a": [1, 1], "b": [1, 2]}}
    assert state.judge(right).legal
    laid = state.apply(right).to_json()["territories"][0]
    quarry = next(
        m.name
        for m in DISCOVERY.game(3).kinds[1].members
        if {h[0] for h in m.data[1:3]} == {"desert", "quarry"}  # type: ignore[index]
    )
    last = DISCOVERY.state({**position, "row": [{"tile": quarry, "by": 0}], "territories": [laid, [], []]})
    moves = [{"place": {"a": [2, 1], "b": [2, 2]}}, {"place": {"a": [2, 2], "b": [2, 1]}}]
    assert any(last.judge(move).legal for move in moves)
