"""Directions, relations of one's own, cells and lines: what they say of a position, and how they go over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl import Rulebook, ir
from tilelaw_play import Ruleset, load

GAME = """mode said/ways
    title "Arrows"
    players 3
    house
    kinds colour: red, blue
    kinds arrow from "arrows.csv"
        points: direction of mat?
    param limit: 1..9 = 2
    param bonus by direction of mat: 0..9 = up: 5, left: 3, else: 0
    board mat
        grid squares 0..4 by 0..2
        relation slope = a, b when b = shift(a, down_right)
        relation beside = orthogonal
        relation corner = diagonal
        relation ahead = up_left, up_right
        relation far = a, b when distance(beside, a, b) > limit and a.y = b.y
        relation tied = pairs from "pairs.csv"
        relation slide = pairs from "pairs.csv" one way
        relation alike = a, b when a.hue = b.hue
        relation drift = a, b when heading(a, b) = a.stream
        cell spot
            full: flag
            hue: colour? printed red at 0,0, red at 4,2, blue at 2,2
            stream: direction of mat? printed right at 1,1, up at 4,1
            arrow: direction of mat?
    board ring of player written rings
        grid hexagon 2
        relation near = a, b when (a.q = 0 and a.r = 0) or (b.q = 0 and b.r = 0)
        cell plot
            full: flag
    var facing(player): direction of mat?
    var turned(direction of ring): 0..9
    flow
        step setup
        repeat round with p = first(players) then next_player(p, players[no facing(it)])
            ask turn of p
                on turn
                    step turned
    rule setup "The second row is full, but for the spot in its middle"
        at setup
            mat[y = 1 and x != 2].full := true
            turned(west) := 4
    rule turn "Everybody turns once"
        action turn
            to in {left, right} | directions(ahead)
            by in directions(corner)
        for turn
            facing(you) := to
            cell(2, 2).arrow := by
            add 1 to turned(east) at most 9
        at turned
            turned(opposite(east)) := 1
    rule score "Points if it is said rightly"
        score {points}
"""
POINTS = {
    "count slope(mat)": 8,
    "sum(x * 10 + y over slope(cell(1, 1)))": 22,
    "count slope(cell(0, 0), 9)": 2,
    "count beside(cell(0, 0))": 2,
    "count corner(cell(1, 1))": 4,
    "count corner(cell(1, 1), 9) + count regions(mat, corner) * 100": 208,
    "count ahead(cell(2, 2), 2)": 5,
    "sum(x over far(cell(1, 0)))": 4,
    "count tied(cell(4, 0)) * 10 + count slide(cell(4, 0))": 21,
    "count tied(cell(0, 0)) * 10 + count slide(cell(0, 0))": 11,
    "count regions(mat, tied)": 13,
    "count alike(mat)": 2,
    "sum(x + y over drift(mat))": 7,
    "distance(beside, cell(0, 0), cell(4, 2))": 6,
    "distance(corner, cell(0, 0), cell(4, 2))": 4,
    "distance(corner, cell(0, 0), cell(1, 0))": 15,
    "distance(slide, cell(0, 0), cell(4, 2))": 2,
    "distance(slide, cell(4, 2), cell(0, 0))": 15,
    "distance(tied, cell(4, 2), cell(0, 0))": 2,
    "distance(beside, cell(0, 0), cell(8 - count mat[full], 0))": 4,
    "distance(beside, cell(0, 0), cell(count mat[full] * 3, 0))": 0,
    "count near(ring(you)) * 10 + count regions(ring(you))": 71,
    "distance(near, cell(ring(you), -1, 0), cell(ring(you), 1, 0))": 2,
    "count line(cell(2, 1), left, mat[full])": 5,
    "count line(cell(2, 1), up, mat[full])": 1,
    "count line(cell(0, 0), down_right, mat)": 3,
    "if opposite(heading(cell(1, 1), cell(2, 2))) = up_left then 1 else 0": 1,
    "if no opposite(heading(cell(1, 1), cell(3, 2))) then 1 else 0": 1,
    "sum(match d with (up: 1, down: 10, else: 100) over d in directions(beside))": 211,
    "sum(bonus(d) over d in directions(corner) | {up, left})": 8,
    "bonus(facing(you))": 0,
    "turned(west) + turned(opposite(west))": 4,
    "if first(directions(ahead)) in {up_right, down} then 1 else 0": 1,
    "count arrow[points = up] * 10 + count arrow[no points]": 11,
    "if cell(1, 1).stream = right and no cell(0, 0).stream then 1 else 0": 1,
    "if no cell(count mat[full] + 1, 0) then 1 else 0": 1,
    "if next_player(you, players) = next_player(you) then 1 else 0": 1,
    "if next_player(you, {you}) = you and no next_player(you, {}) then 1 else 0": 1,
}


def arrows(folder: Path, points: str = "0", text: str = GAME) -> Ruleset:
    (folder / "ways.rules").write_text(text.replace("{points}", points), encoding="utf-8")
    (folder / "pairs.csv").write_text("x1,y1,x2,y2\n0,0,4,0\n4,0,4,2\n", encoding="utf-8")
    (folder / "arrows.csv").write_text("arrow,points\na,up\nb,down\nc,\n", encoding="utf-8")
    return load(str(folder / "ways.rules"), Rulebook.read([]))


@pytest.mark.parametrize(("points", "expected"), POINTS.items(), ids=POINTS)
def test_score(points: str, expected: int, tmp_path: Path) -> None:
    state = arrows(tmp_path, points).start(3)
    assert [line["total"] for line in state.score()] == [expected] * 3


def test_directions_are_their_names_on_the_wire(tmp_path: Path) -> None:
    ruleset = arrows(tmp_path)
    state = ruleset.start(3)
    assert len(state.moves()) == 4 * 4
    following = state.apply({"turn": {"to": "up_left", "by": "down_left"}})
    position = following.to_json()
    assert position["facing"] == {"0": "up_left"}
    assert position["turned"] == {"east": 1, "west": 1}
    assert {"at": [2, 2], "arrow": "down_left"} in position["mat"]
    assert ruleset.state(position).to_json() == position


def test_what_is_no_direction_is_refused(tmp_path: Path) -> None:
    state = arrows(tmp_path).start(3)
    assert not state.judge({"turn": {"to": "up", "by": "down_left"}}).legal
    with pytest.raises(ValueError, match="expected a direction, found `west`"):
        state.judge({"turn": {"to": "west", "by": "down_left"}})


def test_a_game_with_pairs_reads_back(tmp_path: Path) -> None:
    game = arrows(tmp_path).game(3)
    assert ir.from_json(ir.to_json(game)) == game


CONDITIONS = [
    "a.x < b.x and not a.y = b.y",
    "a.x - b.x at least 0 at most limit = b.y mod 2",
    "b.x * 2 div 3 >= a.y or false",
    "a.hue = b.hue or a.hue in {red} and no b.hue",
    "some a.hue and count {a.hue, b.hue} = 2",
    "{a.hue, b.hue} in {red, blue} and colour = {a.hue, b.hue}",
    "price(a.hue) + price(b.hue) = 3",
    "worth(a) = 1 and worth(b) != 1",
    "same(a, cell(b.y, b.x))",
    "if a.x = 2 then b in beside(a) else b in corner(a, 2)",
    "b in beside(a, 3, mat[y != 1])",
    "beside(a) meets corner(b) and not beside(a) = corner(b)",
    "count (beside(a) & beside(b)) = 1 and count (beside(a) | {b}) > 2",
    "count (beside(a) except {b}) = match b.x with (0: 2, 1: 3, else: 4)",
    "match heading(a, b) with (up: true, left: a.y = 1, else: false)",
    "heading(a, b) = opposite(b.stream) or heading(a, b) = a.stream",
    "shift(a, a.stream) = shift(b, down)",
    "shift(shift(a, up), left) = b and bonus(heading(a, b)) = 0",
    "bonus(opposite(heading(a, b))) = 5",
    "distance(tied, a, b) < 3 or distance(corner, a, b) = 15",
    "every c in beside(a): c in beside(b, 2) and c != b",
    "no cell(a.x + b.x, a.y) and a.x in 1..3",
    "match a.hue with (red: b.hue, blue: none, else: blue) = blue",
    "some arrow[points = a.stream] or kindred(a.hue)",
]
MORE = """    param price by colour: 0..9 = 1, 2
    define worth(c: spot) = match c.hue with (red: 1, else: 2)
    define same(c: spot, d: spot) = c = d and c.x > 0
    define kindred(c: colour) = c = blue
"""


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_relation_holds_where_its_condition_does(condition: str, tmp_path: Path) -> None:
    points = f"sum(count mat[b: not a = b and not (b in r(a)) = ({condition})] over a in mat)"
    text = GAME.replace("        cell spot\n", f"        relation r = a, b when {condition}\n        cell spot\n")
    ruleset = arrows(tmp_path, points, text.replace("    flow\n", MORE + "    flow\n", 1))
    assert [line["total"] for line in ruleset.start(3).score()] == [0] * 3
    pairs = next(each for each in ruleset.game(3).boards[0].relations if each.name == "r").pairs
    assert 0 < len(pairs) < 15 * 14
