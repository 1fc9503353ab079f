"""Both engines at the limits of the language: 12 players, a kind of 1000 members, a board of 2500 cells, a million."""

from __future__ import annotations

import pytest

from engine.programs.program import NAME, Program, checked
from engine.prove.compare import Depth
from engine.prove.games import Field, agree_on
from engine.prove.second import second
from engine.prove.walk import Figures

MEMBERS = 1000
CARDS = "card,worth\n" + "".join(f"{n},{n * 1000}\n" for n in range(1, MEMBERS + 1))
LEAPS = "x1,y1,x2,y2\n" + "".join(f"{x},{y},{x + 7},{y - 3}\n" for x in range(-25, 18) for y in range(-22, 25))
TEXT = f"""mode {NAME}
    title "As much as there can be"
    players 12
    house
    kinds card from "cards.csv"
        worth: 0..1000000
    board field
        grid squares -25..24 by -25..24
        relation beside = orthogonal
        relation leap = pairs from "leaps.csv" one way
        cell spot
            top: card?
            height: 0..1000000
            by: player?
    board own of player
        grid squares 0..49 by 0..49
        relation around = king
        cell plot
            seed: flag
    zone deck: pile of card, starts with all
    zone open_row: row of card by worth
    mark bid on card: -1000000..1000000
    var coins(player): -1000000..1000000
    var last(card): spot?
    var clock: 0..30

    define taken(p: player) = field[by = p]

    flow
        step mix
        repeat turn until clock >= 24 with mover = first(players) then next_player(mover)
            ask lay of mover
            step after

    rule mix "Mixed, and a hundred lie open"
        at mix
            shuffle deck
        at after
            move top 5 from deck to open_row
            add 1 to clock at most 30
    rule lay "A card is laid on a corner or beside a card"
        action lay
            what in first(4, deck)
            at in {{cell(field, -25, -25), cell(field, 24, 24), cell(field, 24, -25)}} | beside(field[some top], 2)
        action wait instead of lay
        for lay
            require no at.top
        for lay
            at.top := what
            at.by := you
            at.height := what.worth * 3 at most 1000000
            remove what from deck
            last(what) := at
            add what.worth to coins(you) at most 1000000
            own(you)[x = count taken(you) and y in 47..49].seed := true
            open_row.bid := what.worth - 500000
    rule score "Coins times regions"
        score coins(you) * 1000 + sum(height * 100000 over taken(you)) - span(taken(you))
    rule score.plots "Plots that are sown"
        score count own(you)[seed] + count around(own(you)[seed], 3) + count leap(taken(you), 2)
    rule score.line "The dearest in the row"
        score most(bid over open_row) + count regions(taken(you)) + count card[some last(it)]
    rule rank "Most points"
        rank total(you)
        rank sorted(worth over open_row)
"""


@pytest.mark.long
def test_both_engines_agree_at_the_limits() -> None:
    game, said = checked(Program(TEXT, (("cards.csv", CARDS), ("leaps.csv", LEAPS)), 12))
    assert game is not None, said
    figures = Figures()
    agree_on(Field("limits", "limits", game), second, figures, seeds=range(1), depth=Depth(applied=1, near=1, perft=1))
    assert [str(found) for found in figures.found] == []
    assert not figures.refused
    assert figures.states["limits"] > 20
