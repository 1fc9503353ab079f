"""What makes the evaluator quick never changes what it finds: with every shortcut taken away it finds the same."""

from __future__ import annotations

from typing import Any

import pytest

from play.walks import random_walk
from tilelaw_play import load
from tilelaw_reference import Engine, State


def _findings(state: State) -> dict[str, Any]:
    players = range(state.engine.game.players)
    return {
        "moves": [] if state.is_over else [move.to_json() for move in state.moves()],
        "score": state.score(),
        "ranking": state.ranking(),
        "broken": state.broken_invariants(),
        "seen": [state.observe(player) for player in players],
    }


@pytest.mark.parametrize(
    ("name", "players"),
    [("origins/totem", 3), ("origins/tribe", 4), ("kingdomino/mighty-duel", 2), ("ingenious/team", 4)],
)
def test_cells_judged_together_are_judged_alike(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load(name, engine="evaluator")
    slow = Engine(ruleset.game(players))
    monkeypatch.setattr(slow.rules, "fields_judged", lambda _node, _element: None)
    states = list(random_walk(ruleset.start(players, seed=5), 5))
    for before, after in zip(states[:-1:23], states[1::23], strict=False):
        again = slow.state(before.to_json())
        assert _findings(again) == _findings(before)
        answer = after.history["answers"][len(before.history["answers"])]
        assert again.apply(answer).to_json() == before.without_dealer().apply(answer).to_json()
