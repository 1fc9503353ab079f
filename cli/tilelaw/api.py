"""The public Python API, gathered from the packages; `tilelaw` itself imports this when a name is first used."""

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
