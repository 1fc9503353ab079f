"""Boards as text and as pictures: the notation people write them in, and whole positions drawn."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
