"""Pictures of components: one piece, all pieces of a kind, empty boards, and what is not certain about them."""

from __future__ import annotations

import csv
from typing import Any

import pytest

import tilelaw_spec
from draw.test_view import NAMESPACE, look, root, texts
from tilelaw_draw import PieceError, draw_empty, draw_piece, draw_pieces, words_of
from tilelaw_play import load


def told(name: str) -> dict[str, Any]:
    ruleset = load(name)
    return ruleset.manifest(ruleset.counts[-1])


TRIBE, STANDARD = told("origins/tribe"), told("ingenious/standard")


@pytest.mark.parametrize(
    ("kind", "name", "title", "words"),
    [
        ("tile", "47", "Dílek domina 47", ["47?"]),
        ("caveman", "hunter", "lovec", ["lovec"]),
        ("resource", "mammoth", "mamut", ["mamut"]),
        ("terrain", "lake", "jezero", ["jezero"]),
        ("fire", 3, "Žeton lávy 3", []),
        ("way", "open", "z odkrytých", ["open"]),
    ],
)
def test_one_piece(kind: str, name: Any, title: str, words: list[str]) -> None:
    svg = draw_piece(kind, name, TRIBE, look("origins"), words=words_of(TRIBE, "cs"), width=120)
    assert root(svg)[0].text == title
    assert texts(svg) == words
    assert root(svg).attrib["width"] == "120"
    assert len(svg) < 3_000


def test_all_pieces_of_a_kind_with_their_copies() -> None:
    svg = draw_pieces("caveman", TRIBE, look("origins"), words=words_of(TRIBE, "pl"))
    copies = [words for words in texts(svg) if words[0] == "\N{MULTIPLICATION SIGN}"]
    assert sorted(copies) == ["\N{MULTIPLICATION SIGN}2"] * 7 + ["\N{MULTIPLICATION SIGN}3", "\N{MULTIPLICATION SIGN}4"]
    svg = draw_pieces("tile", STANDARD, look("ingenious"), words=words_of(STANDARD, "cs"))
    assert "červená / zelená" in texts(svg)
    svg = draw_pieces("tile", TRIBE, look("origins"), members=[5, 47])
    assert texts(svg) == ["5", "47?", "? known from one source only"]


def test_numbers_of_one_source_are_marked() -> None:
    table = (tilelaw_spec.root() / "data" / "origins_dominoes.csv").read_text(encoding="utf-8")
    unsure = [row["number"] for row in csv.DictReader(table.splitlines()) if row["note"] != "two sources"]
    assert unsure
    assert [str(number) for number in look("origins")["pieces"]["tile"]["unsure"]] == unsure


def test_an_empty_board_has_what_is_printed_and_all_its_areas() -> None:
    svg = draw_empty("plan", STANDARD, look("ingenious"), words=words_of(STANDARD, "cs"))
    assert texts(svg) == ["od 3 hráčů", "od 4 hráčů"]
    assert len(list(root(svg).iter(f"{NAMESPACE}use"))) == 6
    svg = draw_empty("territory", TRIBE, look("origins"), words=words_of(TRIBE, "hu"))
    assert texts(svg) == ["kunyhó"]
    assert draw_empty("territories", TRIBE, look("origins"), words=words_of(TRIBE, "hu")) == svg


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("tle", 1, "there is no kind `tle`: there are `terrain`, `resource`"),
        ("tile", 49, "there is no tile `49`: there are `1`, `2`"),
        ("fire", 4, "there is no fire `4`: there are `1`, `2`, `3`"),
    ],
)
def test_what_there_is_not(kind: str, name: Any, message: str) -> None:
    with pytest.raises(PieceError, match="there is no") as caught:
        draw_piece(kind, name, TRIBE, look("origins"))
    assert str(caught.value).startswith(message)
    with pytest.raises(PieceError, match="there is no board `x`: there are `territories`"):
        draw_empty("x", TRIBE, look("origins"))


def test_without_a_look_pieces_are_written() -> None:
    known = {"players": 2, "components": [{"kind": "card", "members": [{"name": "moss", "copies": 3}]}]}
    assert texts(draw_pieces("card", known, {})) == ["moss", "\N{MULTIPLICATION SIGN}3"]
