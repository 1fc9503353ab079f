"""How strong the suite is, and what it takes the rules to find out.

`annex` works out what cases need of the rules before anybody is judged by them: legal neighbours of refused answers,
and the other rulesets in which a case holds. `judge` puts cases to the reference.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
