"""What other packages may use to play rulesets by name. The rest is private to it."""

from .engines import EngineName as EngineName
from .laid import Laid as Laid
from .laid import laid_together as laid_together
from .library import Ruleset as Ruleset
from .library import RulesetError as RulesetError
from .library import load as load
from .library import names as names
from .library import rulebook as rulebook
