"""A name that is bound anew within an expression is another's: in both engines, also where it is the same name."""

from __future__ import annotations

from engine.programs.program import NAME
from engine.prove.compare import Depth
from engine.prove.games import agree_on_text
from engine.prove.second import second

TEXT = f"""mode {NAME}
    title "Two boards"
    players 2
    house
    board field
        grid squares 0..3 by 0..3
        relation beside = orthogonal
        cell spot
            token: player?
    board shelf
        grid squares 0..2 by 0..0
        relation along = orthogonal
        cell slot
            full: flag
            holder: player?

    flow
        repeat turn while some field[no token] with mover = first(players) then next_player(mover)
            ask lay of mover
    rule lay "A token is laid"
        action lay
            at in field[no token and count shelf[full] <= it.x + 3]
        for lay
            at.token := you
            shelf[x = at.y].full := true
            shelf[x = at.y].holder := you
    rule score.other "Another board within"
        score count field[count shelf[it.full] <= 1] + count field[count shelf[holder = you] >= 1 and token = you]
    rule score.same "The same name for both"
        score count field[s: s.token = you and some shelf[s: s.holder = you] and s.x > 0]
            + count field[s: sum(s.x over s in shelf[s: s.full]) >= 1 and s.token = you]
            + count field[s: some field[s: s.token = you and s.x = 0]]
    rule rank "Most points"
        rank total(you)
"""


def test_a_name_bound_again_is_another() -> None:
    figures = agree_on_text(TEXT, second, range(2), Depth(applied=1, near=1))
    assert [str(found) for found in figures.found] == []
    assert not figures.refused
    assert figures.states["text"] > 20
