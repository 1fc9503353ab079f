"""Tilelaw: load a ruleset, start a game, ask what is legal, apply answers, score.

>>> import tilelaw
>>> state = tilelaw.load("origins/discovery").start(players=4, seed=7)
>>> state.asks[0]["ask"]
'setup.first-pick'
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
