"""What the command uses of the search. The rest is private to it."""

from .heirs import heirs_with_games as heirs_with_games
from .reacher import Effort as Effort
from .reacher import reach as reach
from .survey import LEAST as LEAST
from .survey import Reached as Reached
from .survey import reached_text as reached_text
