"""The rules language: parser, checker and typed rules. What other packages may use is listed in the stub beside this
file; each name is imported when it is first used, because the typed rules must not wait for the parser.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
