"""What takes too long in play is stopped by both engines, at the same place and in the same words."""

from __future__ import annotations

import re

import pytest

from dsl.test_costs import written
from tilelaw_dsl import Rulebook, ir
from tilelaw_engine import runner
from tilelaw_play import EngineName, load
from tilelaw_reference import RulesError, State

LINES = """at place.grow
    add {amount} to grown at most 9
score grown"""
FLOW = """each grow.x as g in field
    each grow.y as h in field{when}
        step place.grow"""


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer have few steps; a module that was made for more must not be remembered."""
    monkeypatch.setattr(ir, "MOST_STEPS", 200_000)
    monkeypatch.setenv("TILELAW_CACHE", "")


def start(lines: str, flow: str, engine: EngineName, last: int) -> State:
    text = written(lines, "var grown: 0..9", flow, last)
    state = load("cost/game", Rulebook.of_texts({"cost.rules": text}), engine=engine).start(2, seed=1)
    assert state.engine.name == engine
    return state


@pytest.mark.parametrize("engine", EngineName)
def test_loops_in_loops_are_stopped_with_the_rule(engine: EngineName) -> None:
    state = start(LINES.format(amount="count regions(free)"), FLOW.format(when=""), engine, 9)
    said = re.escape("one answer has 200 000 steps of work; this one takes more, and comes to rule `costly` at ")
    for play in (lambda: state.apply(state.moves()[0]), lambda: state.playout(1), lambda: state.perft(2)):
        with pytest.raises(RulesError, match=f"^{said}`place.grow` again and again$"):
            play()


@pytest.mark.parametrize("engine", EngineName)
def test_a_test_that_never_holds_is_counted_for_every_element(engine: EngineName) -> None:
    never = " when count field[x > g.x and y > h.x] > 90"
    state = start(LINES.format(amount="1"), FLOW.format(when=never), engine, 6)
    with pytest.raises(RulesError, match=r"comes to `grow\.[xy]` again and again$"):
        state.apply(state.moves()[0])


def stopped(engine: EngineName, last: int) -> str:
    """Return what is said of the first move on a field of some size, nothing if it can be made."""
    state = start(LINES.format(amount="count beside(g)"), FLOW.format(when=""), engine, last)
    try:
        state.apply(state.moves()[0])
    except RulesError as error:
        return str(error)
    return ""


def test_both_engines_stop_at_the_same_size() -> None:
    said = [[stopped(engine, last) for engine in EngineName] for last in range(4, 13)]
    assert all(one == other for one, other in said)
    assert [not one for one, _ in said] == sorted([not one for one, _ in said], reverse=True)
    assert (said[0][0], bool(said[-1][0])) == ("", True)


def test_sequences_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("score 1", "", EngineName.COMPILED, 3)
    whole = state.perft(4)
    assert whole == 16 * 15 * 14 * 13
    monkeypatch.setattr(runner, "COUNTED", 20)
    assert state.perft(4) == whole


def test_playouts_in_parts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    state = start("score 1", "", EngineName.COMPILED, 5)
    whole = [state.playout(3), state.playout(3, most=20)]
    monkeypatch.setattr(runner, "PLAYED", 5)
    assert [state.playout(3), state.playout(3, most=20)] == whole
    assert whole[0] == start("score 1", "", EngineName.EVALUATOR, 5).playout(3)
