"""What other packages may use of the drawings. The rest is private to them."""

from .looks.complete import board_looks as board_looks
from .looks.fields import LookError as LookError
from .looks.look import Look as Look
from .looks.look import merge_looks as merge_looks
from .looks.look import read_look as read_look
from .looks.style import BoardLook as BoardLook
from .notation import NotationError as NotationError
from .notation import read_board as read_board
from .notation import write_board as write_board
from .svg import draw_svg as draw_svg
from .terminal import draw_position as draw_position
from .values import Json as Json
