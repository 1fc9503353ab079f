"""Rules as pages for readers: rulebooks, pages of single rules and cases, what editions say, in five languages.

Everything is made from the typed rules with their texts, from cases and from drawings. Nothing here knows a game, and
nothing knows the program that puts the pages into a site.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
