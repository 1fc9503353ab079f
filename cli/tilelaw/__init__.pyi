"""The public interface."""

from .api import Diagnostic as Diagnostic
from .api import IllegalMove as IllegalMove
from .api import MoveError as MoveError
from .api import PositionError as PositionError
from .api import RulesError as RulesError
from .api import Ruleset as Ruleset
from .api import RulesetError as RulesetError
from .api import ShuffleDue as ShuffleDue
from .api import State as State
from .api import load as load
from .api import names as names
