"""What is kept from one run to the next in the cache of the user. The stub beside this file lists what there is."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
