"""The pictured examples of the rulebooks give what is printed beside them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from tilelaw_reference.library import load

GRIDS = Path(__file__).parents[1] / "data" / "origins_example_grids.csv"
DISCOVERY = load("origins/discovery")


def _picture(name: str) -> list[dict[str, Any]]:
    """Return a pictured territory as cells around its hut."""
    rows = [row for row in csv.DictReader(GRIDS.open(encoding="utf-8")) if row["example"] == name]
    hut = next(row for row in rows if row["terrain"] == "hut")
    cells = []
    for row in rows:
        if row["terrain"] == "hut":
            continue
        at = [int(row["col"]) - int(hut["col"]), int(row["row"]) - int(hut["row"])]
        cell: dict[str, Any] = {"at": at, "terrain": row["terrain"]}
        for ours, theirs in (("flames", "printed_flames"), ("craters", "craters"), ("fire", "token_flames")):
            if int(row[theirs]):
                cell[ours] = int(row[theirs])
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
    from tilelaw_reference.meaning import evaluator
    from tilelaw_reference.values import SHARED

    engine = DISCOVERY.engine(3)
    state = engine.state(
        {"ruleset": "origins/discovery", "players": 3, "territories": [_picture("scoring_5x5_32pts"), [], []]}
    )
    here = evaluator(engine.rules, state.position)
    regions = ir.Call("regions_of", (ir.Local("p"), ir.Local("t")))
    found = []
    for terrain in engine.rules.members["terrain"]:
        found += list(here.value(regions, {"p": 0, "t": terrain}))
    assert SHARED == -1
    assert len(found) == 10
    flames = [here.value(ir.Call("worth", (ir.Local("s"),)), {"s": region}) for region in found]
    assert flames.count(0) == 5


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
