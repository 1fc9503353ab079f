"""What other packages may use of the compiled engine. The rest is private to it."""

from .codec import decode as decode
from .codec import decode_move as decode_move
from .codec import encode as encode
from .codec import encode_move as encode_move
from .layout import Layout as Layout
from .layout import layout as layout
