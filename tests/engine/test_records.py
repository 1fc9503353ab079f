"""Sets of records in both engines."""

from __future__ import annotations

import pytest

from checkout import ROOT
from engine.programs.program import NAME, Program, checked
from engine.prove.compare import Depth
from engine.prove.games import Field, agree_on
from engine.prove.second import second
from engine.prove.walk import Figures
from engine.walking import Bare, Walk
from tilelaw_engine.layout import layout
from tilelaw_engine.to_json import CodecError, JsonObject, decode
from tilelaw_engine.to_record import encode
from tilelaw_play import load

TILES = """tile,a_colour,a_dots,a_in_deep,b_colour,b_dots,b_in_deep
1,red,1,2,blue,3,0
2,blue,3,0,blue,3,0
3,,0,1,red,2,5
4,red,1,2,red,1,1
5,blue,0,0,,0,0
6,red,3,-2,red,1,2
"""
TEXT = f"""mode {NAME}
    title "Walks through records"
    players 2
    house
    kinds colour: red, blue
    record inner
        deep: -2..5
    record half
        colour: colour?
        dots: 0..3
        in: inner
    kinds tile from "tiles.csv"
        a: half
        b: half
    board field
        grid squares 0..3 by 0..2
        relation beside = orthogonal
        cell spot
            colour: colour?
            dots: 0..3
    zone bag: pile of tile, starts with all
    zone open_row: row of tile by a
    var picked(player): 0..999
    var seen(colour): 0..99

    define halves(t: tile) = {{t.a, t.b}}
    define every_half = union(halves(it) over open_row)
    define lone = first(every_half[lowest dots])

    flow
        step mix
        step open
        repeat turn until count open_row = 6 with mover = first(players) then next_player(mover),
            best = first(every_half[lowest dots]) then first(every_half[highest dots])
            step draw
            each showing as h in every_half when h.dots > 0
                ask pick of mover
    rule mix "Mixed"
        at mix
            shuffle bag
        at open
            move top 1 from bag to open_row
        at draw
            move top 1 from bag to open_row
            for h in every_half
                add h.dots to seen(h.colour) at most 99
    rule pick "Pick"
        action pick
            t in open_row
            at in field
        action wait instead of pick
        for pick
            require h in halves(t) or h.in = t.b.in or best = t.a
        for pick
            put h on at
            add sum(dots over first(2, every_half)) + most(in.deep over halves(t)) + 2
                + count (every_half except halves(t)) to picked(you) at most 999
            for k in first(3, every_half except {{t.a}})
                when k.dots > 1
                    add k.in.deep + 2 to picked(next_player(you)) at most 999
    rule score "Points"
        score picked(you) + nth(every_half, 2).dots + count union({{in}} over every_half)
            + count union(if it.dots > 1 then {{it, lone}} else {{}} over every_half)
    rule inv "Invariant"
        invariant for k in every_half: k.dots < 3
    rule score.keys "By half"
        score for k in every_half: k.dots
    rule rank "Most points"
        rank total(you)
        rank sorted(dots * 3 - in.deep over every_half)
"""


def test_sets_of_records_are_the_same_in_both() -> None:
    engine = load(str(ROOT / "tests" / "engine" / "halves.rules"), engine="evaluator").engine(2)
    walk = Walk(engine, Bare(engine.game))
    walk.game(1, near=1)
    assert walk.states > 10


def test_walks_through_records_are_the_same_in_both() -> None:
    game, said = checked(Program(TEXT, (("tiles.csv", TILES),), 2))
    assert game is not None, said
    figures = Figures()
    agree_on(Field("records", "records", game), second, figures, seeds=range(2), depth=Depth(applied=2, near=1))
    assert [str(found) for found in figures.found] == []
    assert not figures.refused
    assert figures.states["records"] > 20


def test_a_record_that_no_table_has_is_left_to_the_evaluator() -> None:
    game, said = checked(Program(TEXT, (("tiles.csv", TILES),), 2))
    assert game is not None, said
    ask: JsonObject = {
        "ask": "pick",
        "player": 0,
        "best": {"in": {}},
        "h": {"colour": "red", "dots": 2, "in": {"deep": 5}},
    }
    position: JsonObject = {"players": 2, "open_row": [{"tile": 3}, {"tile": 5}], "asks": [ask]}
    found = layout(game)
    assert decode(found, encode(found, position))["asks"] == [ask]
    with pytest.raises(CodecError):
        encode(found, {**position, "asks": [{**ask, "best": {"dots": 1, "in": {}}}]})
