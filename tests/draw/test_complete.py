"""What no look speaks of is drawn readably all the same, and can be read back."""

from __future__ import annotations

from typing import Any

import pytest

from tilelaw_draw import board_looks, draw_position, draw_svg, read_board, write_board
from tilelaw_draw.looks.complete import letters_for

SQUARES = {"grid": "squares", "columns": [0, 2], "rows": [0, 1]}
HEXES = {"grid": "hexagon", "side": 2}


def field(name: str, type_: str, of: str = "", cells: list[Any] | None = None) -> dict[str, Any]:
    told: dict[str, Any] = {"name": name, "type": type_, "printed": cells is not None}
    return told | ({"of": of} if of else {}) | ({"cells": cells} if cells is not None else {})


def manifest(*fields: dict[str, Any], players: int = 2, grid: dict[str, Any] = SQUARES, **parts: Any) -> dict[str, Any]:
    board = {"key": "land", "owned": False, "grid": grid, "fields": list(fields)}
    kinds: dict[str, list[Any]] = {"plant": ["moss", "reed", "rose"], "card": [1, 2]}
    members = {kind: [{"name": name} for name in names] for kind, names in kinds.items()}
    components = [{"kind": kind, "members": each} for kind, each in members.items()]
    return {"players": players, "components": components, "parts": {"boards": [board], **parts}}


def drawn(position: dict[str, Any], told: dict[str, Any], **names: Any) -> str:
    whole = {"players": told["players"], **position}
    assert "player 0" not in draw_svg(whole, told, {})
    return draw_position(whole, told, {}, colour=False, **names)


def test_letters() -> None:
    assert letters_for(["moss", "reed", "rose"], ".") == {"moss": "M", "reed": "R", "rose": "O"}
    assert letters_for(["reed", "rose"], ["Rx"]) == {"reed": "E", "rose": "O"}
    assert letters_for(["c1", "c2"], "") == {"c1": "1", "c2": "2"}
    many = letters_for([f"a{'b' * i}" for i in range(26)], ".")
    assert len(set(many.values())) == 26


def test_an_empty_board_is_a_grid() -> None:
    assert drawn({}, manifest()).startswith("   0 1 2\n0  . . .\n1  . . .\n")
    assert drawn({}, manifest(grid=HEXES)).startswith("0,-1   . .\n-1,0  . . .\n-1,1   . .\n")


CELLS: list[dict[str, Any]] = [
    {"at": [0, 0], "plant": "reed", "wet": True, "by": 1},
    {"at": [0, 1], "depth": 3, "goes": "up_left"},
    {"at": [2, 1], "plant": "rose", "by": 0},
]
FIELDS = (
    field("plant", "kind", "plant"),
    field("wet", "flag"),
    field("depth", "number"),
    field("by", "player"),
    field("goes", "direction"),
    field("pond", "flag", cells=[{"at": [1, 0], "value": True}]),
)
BOARD = """\
   0    1 2
0  R*^2 p .
1  .!3↖ . O^1

R reed  O rose  p pond  * wet  ! depth  ^ by  ↖ up left"""


def test_fields_become_letters_and_signs() -> None:
    assert drawn({"land": CELLS}, manifest(*FIELDS)).startswith(BOARD)


def test_what_is_written_is_read_back() -> None:
    look = board_looks(manifest(*FIELDS), {})["land"]
    assert read_board(write_board(CELLS, look), look) == CELLS
    look = board_looks(manifest(field("card", "kind", "card"), field("by", "player")), {})["land"]
    cells: list[dict[str, Any]] = [{"at": [0, 0], "card": 2, "by": 0}, {"at": [1, 0], "card": 1}]
    assert read_board(write_board(cells, look), look) == cells


@pytest.mark.parametrize("players", [5, 12])
def test_many_players(players: int) -> None:
    cells: list[dict[str, Any]] = [{"at": [i // 4, i % 4], "stone": i} for i in range(players)]
    grid = {"grid": "squares", "columns": [0, 2], "rows": [0, 3]}
    told = manifest(field("stone", "player"), players=players, grid=grid)
    text = drawn({"land": cells}, told)
    assert f"{'123456789ABC'[players - 1]} player {players}" in text
    look = board_looks(told, {})["land"]
    assert read_board(write_board(cells, look), look) == cells
    svg = draw_svg({"players": players, "land": cells}, told, {})
    assert all(member.picture.fill in svg for member in look.members.values())


def test_zones_of_a_kind_and_of_players() -> None:
    zones = [
        {"key": "factory", "owned": False, "pieces": {"type": "kind", "of": "plant"}},
        {"key": "order", "owned": False, "pieces": {"type": "player"}},
    ]
    text = drawn({"factory": {"moss": ["reed"], "rose": 2}, "order": [1, 0]}, manifest(zones=zones))
    assert text.startswith("factory moss  reed\nfactory rose  2\norder         player 2  player 1\n")


def test_players_count_from_one() -> None:
    variables = [
        {"key": "coins", "indices": [{"type": "player"}], "type": "number"},
        {"key": "owner_of", "indices": [{"type": "kind", "of": "plant"}], "type": "player"},
    ]
    position = {"coins": {"0": 3}, "owner_of": {"moss": 1}, "asks": [{"ask": "buy", "player": 0, "from": 1}]}
    told = manifest(variables=variables) | {"asks": [{"name": "buy", "bound": {"from": {"type": "player"}}}]}
    text = drawn(position, told)
    assert "coins  player 1: 3\n" in text
    assert "owner of  moss: player 2\n" in text
    assert text.endswith("player 1 is asked: buy (from player 2)")
    assert "coins  Anna: 3\n" in drawn(position, told, names=["Anna", "Berta"])


def test_a_look_may_say_as_little_as_a_colour() -> None:
    data: dict[str, Any] = {"boards": {"land": {"main": {"field": "plant", "members": {"reed": {"fill": "#123456"}}}}}}
    look = board_looks(manifest(*FIELDS), data)["land"]
    assert [member.letter for member in look.members.values()] == ["R", "M", "O"]
    assert look.members["reed"].picture.fill == "#123456"
    assert read_board(write_board(CELLS, look), look) == CELLS
