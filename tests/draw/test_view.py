"""Pictures of a part of a position: cropped, with the answer as a piece, with regions outlined and pieces joined."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

import tilelaw_spec
from tilelaw_draw import Outline, Seam, View, draw_svg, score_outlines, seams_of, words_of
from tilelaw_play import load

NAMESPACE = "{http://www.w3.org/2000/svg}"
PLACE: dict[str, Any] = {
    "ruleset": "origins/discovery",
    "players": 3,
    "row": [{"tile": 7, "by": 1}, {"tile": 9, "by": 0}],
    "next": [{"tile": 11}, {"tile": 30}],
    "territories": [[], [{"at": [1, 0], "terrain": "desert"}]],
    "taken": {"1": 2},
    "asks": [{"ask": "place", "player": 1, "mover": 1}],
}
MARKS = {"a": [2, 0], "b": [2, 1]}


def look(game: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8"))
    return data


def picture(position: dict[str, Any], language: str = "", **options: Any) -> str:
    known = load(position["ruleset"]).manifest(position["players"])
    words = words_of(known, language) if language else None
    return draw_svg(position, known, look(position["ruleset"].split("/")[0]), words=words, **options)


def root(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in root(svg).iter(f"{NAMESPACE}text")]


def test_a_cropped_picture_has_only_what_the_answer_is_about() -> None:
    whole, part = picture(PLACE, marks=MARKS), picture(PLACE, marks=MARKS, view=View(crop=True))
    assert "player 1" in texts(whole)
    assert "player 1" not in texts(part)
    assert "Next row" not in texts(part)
    assert [words for words in texts(part) if words in ("7", "9", "11")] == ["7"]
    assert "Row: 7 desert and lake of player 2. player 2: 1,0 desert." in (root(part)[1].text or "")
    assert len(part) < len(whole)


def test_parts_that_are_named_are_all_that_is_shown() -> None:
    rows = picture(PLACE, view=View(parts=(("next", None), ("territories", 1)), head=False, legend=False))
    assert {"Next row", "11", "30"} <= {*texts(rows)}
    assert not {"Row", "player 1", "player 2"} & {*texts(rows)}, "a board that is alone needs no name"
    boards = picture(PLACE, view=View(parts=(("territories", None),), head=False, legend=False))
    assert {"player 1", "player 2", "player 3"} <= {*texts(boards)}


def test_what_is_chosen_from_a_row_needs_no_board() -> None:
    position = {**PLACE, "asks": [{"ask": "select", "player": 1, "mover": 1}]}
    svg = picture(position, marks={"tile": 30}, view=View(crop=True))
    assert [words for words in texts(svg) if words.isdigit()] == ["11", "30"]
    assert "hut" not in texts(svg)


def test_a_ghost_is_the_piece_itself() -> None:
    outlined = picture(PLACE, marks=MARKS, view=View(crop=True))
    ghost = picture(PLACE, marks=MARKS, view=View(crop=True, ghost=True))
    assert {"a", "b"} <= {*texts(outlined)}
    assert not {"a", "b"} & {*texts(ghost)}
    assert ghost.count("opacity") == 1
    assert ghost.count("stroke-dasharray") == 1
    assert "lake" in texts(ghost), "the legend tells what the piece shows"
    assert "Answer: a 2,0, b 2,1." in (root(ghost)[1].text or "")


def test_a_named_piece_is_a_ghost_too() -> None:
    position = {
        "ruleset": "ingenious/standard",
        "players": 2,
        "plan": [{"at": [1, 0], "symbol": "red"}, {"at": [2, 0], "symbol": "blue"}],
        "racks": [["red_green"], []],
        "asks": [{"ask": "place", "player": 0}],
    }
    svg = picture(position, marks={"tile": "red_green", "a": [0, 0], "b": [0, 1]}, view=View(crop=True, ghost=True))
    assert svg.count("opacity") == 1
    assert {"red", "green", "blue"} <= {*texts(svg)}
    assert len(svg) < 8_000


def test_a_mark_is_a_ghost_on_what_lies_there() -> None:
    position = {
        "ruleset": "origins/tribe",
        "players": 3,
        "territories": [[{"at": [1, 0], "terrain": "desert"}]],
        "asks": [{"ask": "settle", "player": 0, "caveman": "hunter"}],
    }
    svg = picture(position, marks={"at": [1, 0]}, view=View(crop=True, ghost=True))
    assert svg.count("opacity") == 1
    assert "hunter" in texts(svg)


def test_without_a_piece_the_cells_are_outlined() -> None:
    position = {**PLACE, "row": []}
    svg = picture(position, marks=MARKS, view=View(crop=True, ghost=True))
    assert "opacity" not in svg
    assert svg.count("stroke-dasharray") == 1


def test_regions_are_outlined_and_labelled() -> None:
    outlines = (
        Outline(cells=((1, 0), (2, 0), (2, 1)), label="3 x 2", owner=1),
        Outline(cells=((0, 1),), label="7", owner=1),
        Outline(cells=((5, 5),), label="elsewhere", owner=2),
    )
    svg = picture(PLACE, view=View(crop=True, head=False, legend=False, outlines=outlines))
    assert {"3 x 2", "7", "elsewhere"} <= {*texts(svg)}
    assert "1,0 2,0 2,1: 3 x 2." in (root(svg)[1].text or "")


def test_parts_of_scores_become_outlines() -> None:
    lines = [
        {
            "rule": "score.region",
            "points": 8,
            "parts": [
                {"board": "b", "cells": [[0, 1], [0, 2]], "points": 8, "factors": [4, 2]},
                {"board": "b", "cells": [[3, 1]], "points": 0, "factors": [1, 0]},
            ],
        },
        {"rule": "other", "points": 1, "parts": [{"board": "b", "cells": [[1, 1, 2]], "points": 1}]},
    ]
    first = Outline(cells=((0, 1), (0, 2)), label="4 × 2 = 8", owner=1, board="b")  # noqa: RUF001 - as printed
    other = Outline(cells=((1, 1),), label="1", owner=2, board="b")
    assert score_outlines(lines, 1) == (first, other)
    assert score_outlines(lines, 1, rules=["other"]) == (other,)
    assert len(score_outlines(lines, 1, zeros=True)) == 3


def test_pieces_are_joined() -> None:
    cells = [{"at": [1, 0], "terrain": "desert"}, {"at": [2, 0], "terrain": "lake"}]
    position = {**PLACE, "territories": [[], cells]}
    seams = seams_of([{"board": "territories", "owner": 1, "cells": [[1, 0], [2, 0]]}])
    assert seams == (Seam(cells=((1, 0), (2, 0)), owner=1, board="territories"),)
    plain, joined = picture(position), picture(position, view=View(seams=seams))
    assert joined != plain
    assert joined.count("Q") > plain.count("Q"), "corners are rounded"
    elsewhere = seams_of([{"board": "territories", "owner": 0, "cells": [[1, 0], [2, 0]]}])
    assert picture(position, view=View(seams=elsewhere)) == plain


@pytest.mark.parametrize(("is_right", "said"), [(True, "Right."), (False, "Wrong.")])
def test_ticks_and_crosses(is_right: bool, said: str) -> None:
    svg = picture(PLACE, marks=MARKS, view=View(tick=is_right))
    assert said in (root(svg)[1].text or "")


def test_ticks_and_crosses_differ_in_more_than_colour() -> None:
    shapes = [
        re.sub('"#[0-9a-f]+"', "", picture(PLACE, view=View(crop=True, head=False, legend=False, tick=tick)))
        for tick in (True, False)
    ]
    paths = [re.findall(' d="([^"]*)"', shape) for shape in shapes]
    assert paths[0] != paths[1]


@pytest.mark.parametrize("language", ["en", "cs", "sk", "hu", "pl"])
@pytest.mark.parametrize("view", [View(), View(crop=True, ghost=True, tick=True)])
def test_nothing_lies_outside_and_nobody_is_player_0(language: str, view: View) -> None:
    svg = picture(PLACE, language, marks=MARKS, view=view)
    assert not re.search(r"(player|hráč|gracz) 0|\b0\. játékos", svg)
    width, height = (float(part) for part in root(svg).attrib["viewBox"].split()[2:])
    assert width <= 480 + 40
    assert height < 900
    assert svg == picture(PLACE, language, marks=MARKS, view=view)


def test_without_words_around_it_a_cropped_picture_is_small() -> None:
    view = View(crop=True, ghost=True, head=False, legend=False, coordinates=False, tick=True)
    assert len(picture(PLACE, "cs", marks=MARKS, view=view)) < 4_000
