"""The conformance suite: cases, the protocol, a runner that judges implementations, and reports.

What other packages use stands in `__init__.pyi`. A module is imported when a name in it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
