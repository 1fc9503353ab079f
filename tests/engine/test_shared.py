"""Definitions that are functions of their own: where a game would else be too large, or where that is wanted."""

from __future__ import annotations

import random

import pytest
from hypothesis import Phase, assume, given, note, settings

from engine.programs.program import NAME, Program, checked, programs
from engine.prove.compare import Depth
from engine.prove.games import Field, agree_on, bundled, field_of
from engine.prove.second import ModuleEngine, second, second_shared
from engine.prove.walk import MOST_STATES, Figures
from thorough import examples, so_many
from tilelaw_engine import NotLowered, compile_game
from tilelaw_engine.lower import shared

LEVELS = 11
DEFINES = "\n".join(
    f"    define d{level}(k: 0..99): 0..1000000 = "
    f"(d{level - 1}((k * 2 + {level}) mod 97) + d{level - 1}((k * 3 + 1) mod 89)) at most 1000000"
    for level in range(1, LEVELS + 1)
)
LARGE = f"""mode {NAME}
    title "Definitions that call each other twice"
    players 2
    house
    board field
        grid squares 0..9 by 0..9
        relation beside = orthogonal
        cell spot
            n: 0..99
    var clock: 0..9

    define d0(k: 0..99): 0..1000000 = count field[it.n + 3 > k and it.n * 2 < k + 100] + k
{DEFINES}

    flow
        repeat turn until clock >= 3 with mover = first(players) then next_player(mover)
            ask lay of mover
    rule lay "A number is laid"
        action lay
            at in field[x < 2]
        for lay
            at.n := at.x * 7 + at.y
            add 1 to clock at most 9
    rule score.many "As many as there are"
        score d{LEVELS}(clock)
"""

SHORT = so_many(30, MOST_STATES)


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all definitions shared, the smallest too."""
    monkeypatch.setattr(shared, "LEAST", 0)


def told(figures: Figures) -> list[str]:
    return [*figures.refused, *(f"{name}: {difference}" for name, difference in figures.found)]


def test_what_is_too_large_is_shared() -> None:
    game, said = checked(Program(LARGE, (), 2))
    assert game is not None, said
    made = second(game)
    assert isinstance(made, ModuleEngine)
    assert "(func $define_" in made.bare.compiled.text
    figures = Figures()
    agree_on(Field("large", "large", game), lambda _: made, figures, seeds=range(1), depth=Depth(applied=0, near=0))
    assert told(figures) == []


def test_what_is_small_is_written_out() -> None:
    game, said = checked(Program(LARGE.replace(f"score d{LEVELS}(", "score d2("), (), 2))
    assert game is not None, said
    assert "(func $define_" not in compile_game(game).text


def test_what_is_too_large_all_the_same_is_refused_under_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilelaw_engine.text.code.MOST_LOCALS", 4)
    game, said = checked(Program(LARGE, (), 2))
    assert game is not None, said
    with pytest.raises(NotLowered, match=r"a function with more than \d+ values, for "):
        compile_game(game)


@pytest.mark.usefixtures("everything")
def test_bundled_games_are_the_same_with_all_definitions_shared() -> None:
    figures = Figures()
    tasks = random.Random(1).sample(list(bundled(with_options=False)), 1)
    for task in tasks:
        field = field_of(task)
        assert field is not None, task
        agree_on(field, second_shared, figures, seeds=range(1), depth=Depth(applied=0, near=1))
    assert told(figures) == []
    assert figures.games == len(tasks)


@pytest.mark.usefixtures("everything")
@settings(max_examples=examples(4), phases=(Phase.reuse, Phase.generate))
@given(programs())
def test_random_programs_are_the_same_with_all_definitions_shared(written: Program) -> None:
    note(repr(written))
    game, _ = checked(written)
    assume(game is not None)
    assert game is not None
    figures = Figures()
    field = Field("random program", "programs", game)
    agree_on(field, second_shared, figures, seeds=range(1), depth=Depth(perft=1), most=SHORT)
    assert told(figures) == []
