"""Tilelaw: load a ruleset, start a game, ask what is legal, apply answers, score.

>>> import tilelaw
>>> state = tilelaw.load("origins/discovery").start(players=4, seed=7)
>>> state.asks[0]["ask"]
'setup.first-pick'
"""

from tilelaw_dsl.diagnostics import Diagnostic
from tilelaw_reference.engine import State
from tilelaw_reference.errors import IllegalMove, MoveError, PositionError, RulesError, ShuffleDue
from tilelaw_reference.library import Ruleset, RulesetError, load, names

__all__ = [
    "Diagnostic",
    "IllegalMove",
    "MoveError",
    "PositionError",
    "RulesError",
    "Ruleset",
    "RulesetError",
    "ShuffleDue",
    "State",
    "load",
    "names",
]
