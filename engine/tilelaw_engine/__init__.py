"""The compiled engine: the typed rules of a game as one pure WebAssembly module, and what a host needs to use it.

What other packages may use is listed in `__init__.pyi`, and is imported when it is first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
