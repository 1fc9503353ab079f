"""Look data: the bundled ones fit their games, and mistakes are told."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

import tilelaw_spec
from tilelaw_draw.looks.fields import LookError
from tilelaw_draw.looks.look import read_look
from tilelaw_draw.manifest import read_manifest
from tilelaw_draw.scene import Scene
from tilelaw_play import load, names

GAMES = sorted(path.parent.name for path in tilelaw_spec.root().glob("*/look.yaml"))


def look_data(game: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8"))
    return data


@pytest.mark.parametrize("name", [name for name in names(all=True) if name.split("/")[0] in GAMES])
def test_every_field_and_member_has_a_sign(name: str) -> None:
    look = read_look(look_data(name.split("/")[0]))
    ruleset = load(name)
    game = ruleset.game(ruleset.counts[-1])
    kinds = {kind.name: [str(member.name) for member in kind.members] for kind in game.kinds}
    for board in game.boards:
        drawn = look.boards[board.written]
        marks = {mark.field: mark for mark in drawn.marks}
        numbers = {member.number for member in drawn.members.values()}
        for field in [field for field in board.fields if not field.is_printed]:
            assert field.name == drawn.main or field.name in marks or field.name in numbers
        main = next(field for field in board.fields if field.name == drawn.main)
        assert list(drawn.members) == kinds[getattr(main.type, "name", "")]
        for spot in {(x, y) for field in board.fields if field.name != "centre" for x, y, _ in field.printed}:
            assert drawn.printed_at(spot) is not None
    known = {zone.written for zone in game.zones} | {variable.name for variable in game.variables}
    assert known <= look.zones.keys() | look.variables.keys() | {"b_first"}


@pytest.mark.parametrize("game", GAMES)
def test_every_member_can_be_told_without_colours(game: str) -> None:
    look = read_look(look_data(game))
    for board in look.boards.values():
        shapes = [(member.picture.pattern, member.picture.glyph) for member in board.members.values()]
        assert len(set(shapes)) == len(shapes)
        assert ("", "") not in shapes
        for mark in board.marks:
            pictures = [(m.picture.glyph, m.picture.text) for m in mark.members.values()] or [(mark.picture.glyph, "")]
            assert len(set(pictures)) == len(pictures)
            assert all(glyph in look.glyphs for glyph, _ in pictures)
        assert all(counted.picture.glyph for counted in board.numbers.values())
        assert {member.number for member in board.members.values()} - {""} == board.numbers.keys()
        assert all(printed.picture.glyph for printed in board.printed)


@pytest.mark.parametrize("game", GAMES)
def test_every_shape_is_used(game: str) -> None:
    data = look_data(game)
    shapes = [*data.pop("glyphs"), *data.pop("patterns", {})]
    rest = yaml.safe_dump(data)
    assert [name for name in shapes if not re.search(rf"(?:glyph|pattern): {name}\b", rest)] == []


@pytest.mark.parametrize(("players", "cells"), [(1, 91), (2, 91), (3, 127), (4, 169)])
def test_rings_are_the_area_of_the_rules(players: int, cells: int) -> None:
    look = read_look(look_data("ingenious"))
    name = "ingenious/solo" if players == 1 else "ingenious/standard"
    scene = Scene({"players": players}, read_manifest({}), look, None)
    radius = scene.radius(look.boards["plan"])
    assert 3 * radius * (radius + 1) + 1 == cells
    if players > 1:  # first tiles lie beside a printed symbol, some of them as far out as the area goes
        moves = [move.to_json()["place"] for move in load(name).start(players, seed=1).moves()]
        far = max(max(abs(q), abs(r), abs(q + r)) for move in moves for q, r in (move["a"], move["b"]))
        assert far == radius


def board(**parts: Any) -> dict[str, Any]:
    return {"boards": {"land": {"main": {"field": "terrain", "members": {"desert": {"letter": "D"}}}, **parts}}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"bords": {}}, "bords: there is no such field; did you mean `boards`?"),
        ({"boards": []}, "boards: expected an object"),
        (board(grid="triangles"), "boards.land.grid: expected one of squares, hexes, found `triangles`"),
        (board(nothing=False), "boards.land.nothing: expected a text, found `False` (put it in quotes)"),
        (board(nothing="D"), "boards.land.main: `D` stands for two things"),
        (board(printed={"0": {"word": "H"}}), 'boards.land.printed.0: expected a cell such as "0,-5"'),
        (board(printed={"0,0": {"word": "DH"}}), "boards.land.main: `D` is the beginning of `DH`"),
        (board(marks={"fire": {"kind": "number"}}), "boards.land.marks.fire.sign: expected one character"),
        (board(marks={"x": {"kind": "flag", "sign": "D"}}), "boards.land.main: `D` begins like a mark"),
        (board(marks={"x": {"kind": "flag", "sign": "1"}}), "boards.land.marks: `1` must be one character"),
        (board(marks={"x": {"kind": "flag", "sign": "+"}}), "boards.land.marks: `+` stands for two things"),
        (board(printed={"0,0": {"word": "H", "terminal": 300}}), "boards.land.printed.0,0.terminal: expected"),
        (board(printed={"0,0": {"word": "H", "fill": "red"}}), "boards.land.printed.0,0.fill: expected a colour"),
        (board(rings=[{"radius": -1}]), "boards.land.rings[0].radius: expected a whole number from 0 to 99"),
        (
            {"glyphs": {"hut": [{"path": "M0 0h9"}]}, **board(printed={"0,0": {"word": "H", "glyph": "hat"}})},
            "boards.land.printed.0,0.glyph: there is no glyph `hat`; did you mean `hut`?",
        ),
        ({"glyphs": {"hut": [{"path": 'M0 0"/><script>'}]}}, "glyphs.hut[0].path: expected the outline of a shape"),
        ({"glyphs": {"hut": []}}, "glyphs.hut: expected a list of outlines"),
        ({"glyphs": {"hut": [{"path": "M0 0h9", "width": "2"}]}}, "glyphs.hut[0].width: expected a number"),
        ({"glyphs": []}, "glyphs: expected an object"),
        ({"patterns": {"dots": {"size": [0, 9]}}}, "patterns.dots.size: expected a width and a height"),
        ({"players": {"fills": ["#fff", "#ggg"]}}, "players.fills.1: expected a colour such as #ee8a2c"),
        ({"players": {"fills": "#fff"}}, "players.fills: expected a list"),
        ({"variables": {"peg": {"track": "18"}}}, "variables.peg.track: expected a whole number from 0 to 999"),
        ({"pieces": {"tile": {"named": "no"}}}, "pieces.tile.named: expected true or false"),
        ({"zones": {"row": {"show": "all"}}}, "zones.row.show: expected one of pieces, number, found `all`"),
    ],
)
def test_mistakes(data: dict[str, Any], message: str) -> None:
    with pytest.raises(LookError) as caught:
        read_look(data)
    assert str(caught.value).startswith(message)


def test_nothing_is_needed() -> None:
    assert read_look({}).board("anything").nothing == "."
