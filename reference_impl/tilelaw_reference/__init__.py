"""The reference engine: plays any game from its typed rules.

What other packages may use is listed in `__init__.pyi`, and is imported when it is first used. The engine is also a
program, `python -m tilelaw_play.serve`, that speaks the protocol of the conformance suite.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
