"""What the search learns about real games, and that it foretells what the engine does."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from tilelaw_play import load
from tilelaw_reach.knowledge import Knowledge
from tilelaw_reach.play.data import due_in, numbers
from tilelaw_reach.play.game import Game, transitions
from tilelaw_reach.shared_board.lines import Grid, Lines


@cache
def knowledge(ruleset: str, players: int) -> Knowledge:
    return Knowledge(Game(load(ruleset).engine(players)))


def test_parts_are_those_of_the_rules() -> None:
    parts = knowledge("origins/discovery", 4).game.parts
    piles = {name for name, zone in parts.zones.items() if zone.is_pile}
    rows = {name: zone.marks for name, zone in parts.zones.items() if zone.is_row}
    assert (piles, rows) == ({"box", "chiefs"}, {"row": ("by",), "next": ("by",)})
    assert {zone.kind for zone in parts.zones.values()} == {"tile", ""}
    assert parts.boards["territories"].flags == {"leads", "vent"}
    assert sum(parts.copies["tile"].values()) == 48


@pytest.mark.parametrize(
    ("ruleset", "players", "each", "rounds"),
    [("origins/discovery", 4, 1, 12), ("origins/discovery", 2, 2, 12), ("kingdomino/classic", 3, 1, 12)],
)
def test_pieces_are_drafted(ruleset: str, players: int, each: int, rounds: int) -> None:
    known = knowledge(ruleset, players)
    assert known.deck is not None
    assert (known.deck.place.action, known.deck.place.zone, known.deck.place.is_owned) == ("place", "row", True)
    assert known.draft is not None
    assert (known.draft.each, known.draft.rounds, known.draft.mark) == (each, rounds, "by")
    assert known.counters is None


def test_counters_are_learned() -> None:
    known = knowledge("ingenious/standard", 3)
    assert known.draft is None
    assert known.counters is not None
    assert (known.counters.stops, known.counters.hand, len(known.counters.printed)) == ([18], 6, 6)


@pytest.mark.parametrize("seed", range(3))
def test_gains_are_foretold(seed: int) -> None:
    """Whatever a placement raises in a random game, the lines on the board give it."""
    known = knowledge("ingenious/standard", 3)
    assert known.deck is not None
    assert known.counters is not None
    place, habits = known.deck.place, known.habits
    grid = Grid(habits.cells, habits.steps, known.counters.printed)
    seen = 0
    for before, answer, after in islice(transitions(known.game, seed), 40):
        due = due_in(before)
        if place.action not in answer or due is None:
            continue
        lines = Lines(grid)
        for at, content in known.game.parts.board(before, place.board).items():
            lines.place(at, str(content[place.field]))
        (side,) = habits.counters[due.player]
        counters = {path[-1]: number for path, number in numbers(before) if path[:-1] == side}
        board = known.game.parts.board(after, place.board)
        for at in place.cells_in(answer):
            word = str(board[at][place.field])
            counters[word] = known.counters.raised(counters.get(word, 0), lines.gains[at].get(word, 0))
        expected = {path[-1]: number for path, number in numbers(after) if path[:-1] == side}
        assert {word: number for word, number in counters.items() if number} == expected
        seen += 1
    assert seen > 10
