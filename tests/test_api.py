"""The public interface: what the package promises in its docstring and under its names."""

from __future__ import annotations

import doctest
import json

import tilelaw


def test_the_docstring_is_true() -> None:
    assert doctest.testmod(tilelaw).failed == 0
    assert doctest.testmod(tilelaw).attempted >= 3


NAMES = ["Diagnostic", "IllegalMove", "MoveError", "PositionError", "RulesError", "Ruleset", "RulesetError"]
NAMES += ["ShuffleDue", "State", "load", "names"]


def test_every_promised_name_is_there_and_no_other() -> None:
    assert dir(tilelaw) == NAMES
    for name in NAMES:
        assert getattr(tilelaw, name)


def test_a_game_through_the_public_names_alone() -> None:
    ruleset = tilelaw.load("origins/discovery")
    assert ruleset.counts == (2, 3, 4)
    state = ruleset.start(players=4, seed=7)
    move = state.moves()[0]
    assert state.judge(move).legal
    assert state.judge(move.to_json()).legal
    assert state.apply(json.dumps(move.to_json())) == state.apply(move)
    after = state.apply(move)
    assert after.events
    assert after.trace[0] == "select.free"
    assert "is legal" in str(state.explain(move.to_json()))
    assert ruleset.state(after.to_json()) == after
    assert after.observe(0)["box"] == 44
    assert [side["total"] for side in after.score()] == [0, 0, 0, 0]
    assert after.ranking() == [{"sides": [0, 1, 2, 3]}]
