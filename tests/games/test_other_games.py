"""Single questions about the other modes that whole games seldom answer."""

from __future__ import annotations

from pathlib import Path

from tilelaw_play import load


def test_an_amendment_of_the_house_rests_on_the_house_alone(tmp_path: Path) -> None:
    path = tmp_path / "corner.rules"
    head = 'option house/corner on origins/discovery\n    title "x"\n'
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
