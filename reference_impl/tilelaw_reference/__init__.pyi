"""What other packages may use of the reference: to play, to explain, to describe. The rest is private to it."""

from .engine import Answer as Answer
from .engine import Engine as Engine
from .engine import Judgement as Judgement
from .engine import Policy as Policy
from .engine import State as State
from .errors import IllegalMove as IllegalMove
from .errors import MoveError as MoveError
from .errors import NotationError as NotationError
from .errors import PositionError as PositionError
from .errors import RulesError as RulesError
from .errors import ShuffleDue as ShuffleDue
from .evaluate.evaluator import Evaluator as Evaluator
from .explain import Explanation as Explanation
from .explain import ScoreExplanation as ScoreExplanation
from .model.json_values import Given as Given
from .model.json_values import Json as Json
from .model.json_values import JsonObject as JsonObject
from .model.move import Move as Move
from .model.values import Value as Value
from .perft import perft as perft
from .play.deal import Dealer as Dealer
from .play.events import Event as Event
from .play.generator import shuffled as shuffled
from .wire.manifest import manifest as manifest
from .wire.read import read_json as read_json
