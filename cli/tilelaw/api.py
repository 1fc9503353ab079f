"""The public Python API, gathered from the packages; `tilelaw` itself imports this when a name is first used."""

from tilelaw_dsl import Diagnostic
from tilelaw_play import Ruleset, RulesetError, load, names
from tilelaw_reference import IllegalMove, MoveError, PositionError, RulesError, ShuffleDue, State

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
