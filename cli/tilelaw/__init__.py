"""Tilelaw: load a ruleset, start a game, ask what is legal, apply answers, score.

>>> import tilelaw
>>> state = tilelaw.load("origins/discovery").start(players=4, seed=7)
>>> state.asks[0]["ask"]
'setup.first-pick'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "Diagnostic": "tilelaw_dsl.diagnostics",
    "IllegalMove": "tilelaw_reference.errors",
    "MoveError": "tilelaw_reference.errors",
    "PositionError": "tilelaw_reference.errors",
    "RulesError": "tilelaw_reference.errors",
    "Ruleset": "tilelaw_reference.library",
    "RulesetError": "tilelaw_reference.library",
    "ShuffleDue": "tilelaw_reference.errors",
    "State": "tilelaw_reference.engine",
    "load": "tilelaw_reference.library",
    "names": "tilelaw_reference.library",
}


def __getattr__(name: str) -> Any:
    # Looked up at their first use: the command `tilelaw check` starts without the language.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
