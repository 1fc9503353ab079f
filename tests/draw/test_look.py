"""Look data: the bundled ones fit their games, and mistakes are told."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

import tilelaw_spec
from tilelaw_draw.look import LookError, read_look
from tilelaw_reference.library import load, names

GAMES = sorted(path.parent.name for path in tilelaw_spec.root().glob("*/look.yaml"))


@pytest.mark.parametrize("name", [name for name in names() if name.split("/")[0] in GAMES])
def test_every_field_and_member_has_a_sign(name: str) -> None:
    text = (tilelaw_spec.root() / name.split("/")[0] / "look.yaml").read_text(encoding="utf-8")
    look = read_look(yaml.safe_load(text))
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
        (board(printed=[{"at": [0], "word": "H"}]), "boards.land.printed[0].at: expected a cell such as [0, 0]"),
        (board(printed=[{"at": [0, 0], "word": "DH"}]), "boards.land.main: `D` is the beginning of `DH`"),
        (board(marks=[{"field": "fire", "kind": "number"}]), "boards.land.marks[0].sign: expected one character"),
        (board(marks=[{"field": "x", "kind": "flag", "sign": "D"}]), "boards.land.main: `D` begins like a mark"),
        (board(marks=[{"field": "x", "kind": "flag", "sign": "1"}]), "boards.land.marks: `1` must be one character"),
        (board(marks=[{"field": "x", "kind": "flag", "sign": "+"}]), "boards.land.marks: `+` stands for two things"),
        (board(printed=[{"at": [0, 0], "word": "H", "terminal": 300}]), "boards.land.printed[0].terminal: expected"),
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
