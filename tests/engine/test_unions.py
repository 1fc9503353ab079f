"""Unions of unions in both engines: of numbers far apart, of regions, of cells of several boards."""

from __future__ import annotations

from engine.programs.program import NAME
from engine.prove.compare import Depth
from engine.prove.games import agree_on_text
from engine.prove.second import second

TEXT = f"""mode {NAME}
    title "Unions of unions"
    players 2
    house
    board field
        grid squares 0..4 by 0..4
        relation beside = orthogonal
        cell spot
            n: -1000000..1000000
    board own of player
        grid squares 0..3 by 0..3
        relation around = king
        cell plot
            seed: flag
    var clock: 0..9

    flow
        repeat turn until clock >= 4 with mover = first(players) then next_player(mover)
            ask lay of mover
    rule lay "A number is laid"
        action lay
            at in field[x < 3 and y < 2]
        for lay
            at.n := (at.x * 300000 - at.y * 500000) at most 1000000 at least -1000000
            add 1 to clock at most 9
            own(you)[x = at.x].seed := true
    rule score.numbers "Numbers of pairs and of three"
        score count union(union({{a.n * 3 + c.n * 7}} over a in field) over c in field)
            + sum(it div 1000 over union(union(union({{a.n * 3 + c.n * 7 + d.n}} over a in field)
                over c in field) over d in field))
    rule score.regions "Regions of all"
        score count union(union(regions(field[n > a.n or n < c.n]) over a in field) over c in field[x < 2])
            + count union(union(regions(own(p)[seed]) over p in players) over field)
    rule score.cells "Cells of all"
        score count union(union(around(own(p)[seed and x < c.x]) over p in players) over c in field)
            + count union(union(beside(beside(field[n < a.n]), 2, field[n > c.n]) over a in field) over c in field)
    rule rank "Most points"
        rank total(you)
"""


def test_unions_of_unions_are_the_same_in_both() -> None:
    figures = agree_on_text(TEXT, second, range(2), Depth(applied=1, near=0))
    assert [str(found) for found in figures.found] == []
    assert not figures.refused
    assert figures.states["text"] > 8
