"""What other packages may use of the compiled engine. The rest is private to it."""

from .compile import Compiled as Compiled
from .compile import compile_game as compile_game
from .compile import digest as digest
from .host import Host as Host
from .layout import layout as layout
from .lower.terms import NotLowered as NotLowered
from .plain import read_plain as read_plain
from .plain import read_plain_move as read_plain_move
from .runner import NO_END as NO_END
from .runner import Listing as Listing
from .runner import Runner as Runner
from .runner import Stopped as Stopped
from .sections import BadModule as BadModule
from .sections import with_section as with_section
from .shapes import Layout as Layout
from .shuffles import order_answer as order_answer
from .shuffles import order_given as order_given
from .shuffles import pieces_due as pieces_due
from .shuffles import with_order as with_order
from .to_json import CodecError as CodecError
from .to_json import asks as asks
from .to_json import decode as decode
from .to_json import decode_move as decode_move
from .to_json import value_of as value_of
from .to_record import encode as encode
from .to_record import encode_move as encode_move
