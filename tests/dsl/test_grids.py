"""Boards of every shape with relations of every sort, right and wrong: lint answers, and never with an exception."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from thorough import examples
from tilelaw_dsl.diagnostics import Severity, render
from tilelaw_dsl.ir.geometry import DIRECTIONS, RELATIONS
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook

GAME = """\
mode t/grids
    title "Grids"
    players 2
    house
    board bed{owner}
        {grid}
{relations}
        cell spot
            flower: player?
    define mine(p: player) = {cells}[flower = p]
    flow
        ask plant of first(players)
    rule plant.any "Anywhere"
        action plant
            at in {yours}
        for plant
            at.flower := you
        score {score}
        rank total(you)
"""
PLACES = ["squares 0..3 by 0..3", "squares -2..0 by 0..0", "squares 3..0 by 0..3", "squares 0..99 by 0..99"]
PLACES += ["hexagon 1", "hexagon 3", "hexagon 0"]
STEPS = sorted({name for shape in DIRECTIONS for name in (*DIRECTIONS[shape], *RELATIONS[shape])})
SCORES = [
    "count regions(mine(you))",
    "count regions(mine(you), {0})",
    "count {0}(mine(you))",
    "count {0}(mine(you), 2, mine(you))",
    "count directions({0})",
    "span(mine(you))",
    "sum(distance({0}, it, it) over mine(you))",
    "sum(count line(it, {1}, mine(you)) over mine(you))",
    "count mine(you)[shift(it, {1}) in mine(you)]",
    "count union({{opposite({1})}} over mine(you))",
]
BY = st.one_of(
    st.lists(st.sampled_from(STEPS), min_size=1, max_size=3).map(", ".join),
    st.sampled_from(["a, b when a.x = b.x", "a, b when a.q = b.r", "a, b when false", "a, b when true"]),
    st.just('pairs from "pairs.csv"'),
)


@st.composite
def games(draw: st.DrawFn) -> str:
    names = draw(st.lists(st.sampled_from(["beside", "around", "leap"]), min_size=1, max_size=3))
    relations = "\n".join(f"        relation {name} = {draw(BY)}" for name in names)
    is_owned = draw(st.booleans())
    score = draw(st.sampled_from(SCORES)).format(draw(st.sampled_from(names)), draw(st.sampled_from(STEPS)))
    return GAME.format(
        owner=" of player" if is_owned else "",
        grid=f"grid {draw(st.sampled_from(PLACES))}",
        relations=relations,
        cells="bed(p)" if is_owned else "bed",
        yours="bed(you)" if is_owned else "bed",
        score=score,
    )


@settings(max_examples=examples(50))
@given(games())
def test_any_relations_on_any_grid(text: str) -> None:
    book = Rulebook.of_texts({"grids.rules": text}, {"pairs.csv": "x1,y1,x2,y2\n0,0,1,1\n"})
    found = book.report.sorted() or lint(book, Path("grids.rules"))
    assert all(render(item) and item.message for item in found)
    game = book.compile(("t/grids",), 2, book.report)
    assert (game is None) == any(item.severity is Severity.ERROR for item in found), text
