"""Positions as pictures: whole, self-contained, the same every time, and true to the position."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

import tilelaw_spec
from tilelaw_draw import draw_svg
from tilelaw_draw.values import Json
from tilelaw_play import load
from tilelaw_reference import State, manifest

NAMESPACE = "{http://www.w3.org/2000/svg}"
GAMES = [
    ("origins/discovery", 4, 24),
    ("origins/totem", 3, 40),
    ("origins/tribe", 2, 60),
    ("ingenious/standard", 2, 0),
    ("ingenious/team", 4, 12),
    ("ingenious/solo", 1, 300),
    ("kingdomino/classic", 3, 20),
]
FULL = [
    {"at": [x, y], "terrain": ("desert", "lake", "jungle", "quarry", "grassland")[(x + 2 * y) % 5], "fire": (x + y) % 3}
    for x in range(5)
    for y in range(5)
    if (x, y) != (0, 0)
]


def look(game: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8"))
    return data


def picture(position: dict[str, Any], **options: Any) -> str:
    known = load(position["ruleset"]).manifest(position["players"])
    return draw_svg(position, known, look(position["ruleset"].split("/")[0]), **options)


def played(name: str, players: int, answers: int) -> State:
    state = load(name).start(players, seed=7)
    chance = Random(7)
    for _ in range(answers):
        if not state.is_over:
            state = state.apply(chance.choice(state.moves()))
    return state


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize(("name", "players", "answers"), GAMES)
def test_pictures_are_whole_and_need_nothing_else(name: str, players: int, answers: int) -> None:
    position = played(name, players, answers).to_json()
    svg = picture(position)
    assert svg == picture(position)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{NAMESPACE}svg"
    assert [child.tag.removeprefix(NAMESPACE) for child in root][:3] == ["title", "desc", "defs"]
    tags = {element.tag.removeprefix(NAMESPACE) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "defs", "symbol", "pattern", "g", "path", "rect", "circle", "text", "use"}
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)
    used = re.findall(r'(?:href="#|url\(#)(\w+)', svg) + root.attrib["aria-labelledby"].split()
    assert set(used) == set(ids)
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
    places = re.findall(r' (?:x|y|d|width|height|cx|cy|r|transform|viewBox)="([^"]*)"', svg)
    assert not re.search(r"\.\d\d", " ".join(places))


@pytest.mark.parametrize(("name", "players", "answers"), GAMES)
def test_nothing_lies_outside(name: str, players: int, answers: int) -> None:
    root = ElementTree.fromstring(picture(played(name, players, answers).to_json()))
    wide, high = (float(part) for part in root.attrib["viewBox"].split()[2:])
    assert wide <= 480
    for x, y in _corners(root, 0, 0):
        assert 0 <= x <= wide
        assert 0 <= y <= high


def _corners(element: ElementTree.Element, x: float, y: float) -> list[tuple[float, float]]:
    """Return where rectangles, glyphs and the base lines of texts begin and end."""
    if element.tag.removeprefix(NAMESPACE) in ("defs", "desc", "title"):
        return []
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    found = []
    if "x" in element.attrib:
        left, top = x + float(element.attrib["x"]), y + float(element.attrib["y"])
        width, height = float(element.attrib.get("width", 0)), float(element.attrib.get("height", 0))
        found += [(left, top), (left + width, top + height)]
    return found + [corner for child in element for corner in _corners(child, x, y)]


def test_a_full_territory_is_small() -> None:
    svg = picture({"ruleset": "origins/discovery", "players": 3, "territories": [FULL]})
    assert len(svg) < 15_000
    root = ElementTree.fromstring(svg)
    circles = list(root.iter(f"{NAMESPACE}circle"))
    in_legend = 1
    assert len(circles) == sum(cell["fire"] != 0 for cell in FULL) + in_legend


def test_rows_carry_what_the_rules_lay_on_them() -> None:
    """The look repeats what lies on dominoes; it must agree with what comes to the territories."""
    known = manifest(load("origins/totem").game(3))
    state, chance, seen = load("origins/totem").start(3, seed=5), Random(5), 0
    while not state.is_over:
        before, asked = state.to_json(), state.asks[0]
        move = chance.choice(state.moves())
        state = state.apply(move)
        if "place" not in move.to_json():
            continue
        tile = before["row"][0]
        said = re.search(
            rf"Row: {tile['tile']} (.*?) and (.*?) of player",
            draw_svg(before, known, look("origins")),
        )
        assert said is not None
        cells = {tuple(cell["at"]): cell for cell in state.to_json()["territories"][asked["player"]]}
        for words, half in zip(said.groups(), ("a", "b"), strict=True):
            laid = cells[tuple(move.to_json()["place"][half])]
            if "fire" not in laid:  # lava burns what lies there at once
                assert laid.get("resource", "") in words
                assert ("resource" in laid) == bool(re.search("mammoth|fish|mushroom|flint", words))
                seen += 1
    assert seen > 50


@pytest.mark.parametrize(("name", "players"), [("ingenious/team", 4), ("ingenious/standard", 3), ("ingenious/solo", 1)])
def test_sides_have_the_players_of_the_rules(name: str, players: int) -> None:
    state = played(name, players, 4)
    names = ["Anna", "Berta", "Cyril", "Dora"][:players]
    described = ElementTree.fromstring(picture(state.to_json(), names=names))[1].text or ""
    told = re.findall(r"Pegs ((?:\w+ and )*\w+):", described)
    assert told == [" and ".join(names[p] for p in side["players"]) for side in state.score()]


@pytest.mark.parametrize(("players", "white", "unused"), [(2, 91, 78), (3, 91, 42), (4, 91, 0)])
def test_the_area_is_told_from_the_rim(players: int, white: int, unused: int) -> None:
    svg = picture(load("ingenious/standard").start(players, seed=1).to_json())
    fills: dict[str, int] = {}
    for path in ElementTree.fromstring(svg).iter(f"{NAMESPACE}path"):
        fills[path.attrib.get("fill", "")] = max(fills.get(path.attrib.get("fill", ""), 0), path.attrib["d"].count("z"))
    assert fills["#ffffff"] == white
    assert fills.get("#fcfaf5", 0) == unused
    assert (f"not for {players} players" in texts(svg)) is (unused > 0)


def test_moves_are_outlined() -> None:
    case = {
        "ruleset": "origins/discovery",
        "players": 3,
        "row": [{"tile": 7, "by": 1}],
        "next": [{"tile": 9}],
        "territories": [[], [{"at": [1, 0], "terrain": "desert"}]],
        "asks": [{"ask": "place", "player": 1}],
    }
    plain = picture(case)
    assert "stroke-dasharray" not in plain
    placed = picture(case, marks={"a": [2, 0], "b": [2, 1]})
    assert placed.count("stroke-dasharray") == 1
    assert [words for words in texts(placed) if words in ("a", "b")] == ["a", "b"]
    assert picture(case, marks={"tile": 9}).count("stroke-dasharray") == 1
    assert picture(case, marks={"tile": 11}) == plain
    of_another = picture(case, marks={"at": [0, 3, 2]})
    assert of_another.count("stroke-dasharray") == 1
    assert int(ElementTree.fromstring(of_another).attrib["height"]) > int(
        ElementTree.fromstring(plain).attrib["height"]
    )


def test_of_equal_tiles_one_is_outlined() -> None:
    position = {
        "ruleset": "ingenious/standard",
        "players": 2,
        "racks": [["red_red", "red_red"], ["red_red"]],
        "asks": [{"ask": "place", "player": 0}],
    }
    marked = picture(position, marks={"tile": "red_red", "a": [0, 0], "b": [1, 0]})
    tracks = picture(position).count("stroke-dasharray")
    assert marked.count("stroke-dasharray") == tracks + 2


def test_what_is_described() -> None:
    position = {
        "ruleset": "origins/totem",
        "players": 3,
        "row": [{"tile": 5, "by": 1}],
        "territories": [[{"at": [1, 0], "terrain": "grassland", "resource": "mammoth"}]],
        "totems": {"mammoth": 0},
        "asks": [{"ask": "place", "player": 1}],
    }
    title, desc = list(ElementTree.fromstring(picture(position, names=["Anna", "Berta", "Cyril"])))[:2]
    assert title.text == "Kingdomino Origins: Totem"
    assert desc.text == (
        "Row: 5 desert and grassland, mammoth of Berta. Anna: 1,0 grassland, mammoth. Berta: nothing yet. "
        "Cyril: nothing yet. Totems: mammoth Anna, fish nobody, mushroom nobody, flint nobody. "
        "Berta is asked: Where do you lay your domino?"
    )


def test_what_nobody_may_see_is_a_number() -> None:
    svg = picture(load("ingenious/standard").start(2, seed=1).observe(0))
    assert "6" in texts(svg)


def test_without_look_everything_is_still_there() -> None:
    grid = {"grid": "squares", "columns": [0, 1], "rows": [0, 1]}
    parts = {
        "boards": [{"key": "land", "owned": True, "grid": grid, "fields": []}],
        "zones": [{"key": "hand", "owned": False, "pieces": {"type": "kind", "of": "card"}}],
    }
    position: dict[str, Json] = {
        "ruleset": "x/y",
        "players": 2,
        "land": [[{"at": [0, 0], "ground": "moor", "snow": 2}], []],
        "hand": ["a", {"card": "b", "face": "up"}],
        "wind": {"north": {"force": 3}},
        "asks": [{"ask": "blow", "player": 0}],
    }
    words = texts(draw_svg(position, {"parts": parts}, {}))
    for wanted in ("ground=moor", "snow=2", "wind north", "force:", "3", "player 1 is asked: blow"):
        assert wanted in words
    assert any(word.startswith("a") for word in words)
    assert "force:" in texts(draw_svg(position, {}, {}))


def test_names_cannot_break_the_text() -> None:
    svg = picture(
        {"ruleset": "origins/discovery", "players": 2, "territories": []},
        names=["<b>&\x07", "B" * 80],
        title='"<&',
        width=300,
    )
    assert "<b>& " in texts(svg)
    assert ElementTree.fromstring(svg)[0].text == '"<&'


def test_the_width_decides_how_many_boards_stand_side_by_side() -> None:
    position = played("origins/discovery", 4, 60).to_json()
    sizes = [ElementTree.fromstring(picture(position, width=width)).attrib for width in (300, 480, 1000)]
    heights = [int(size["height"]) for size in sizes]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3
