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
from .pictures.components import PieceError as PieceError
from .pictures.components import draw_empty as draw_empty
from .pictures.components import draw_piece as draw_piece
from .pictures.components import draw_pieces as draw_pieces
from .pictures.svg import draw_svg as draw_svg
from .terminal import draw_position as draw_position
from .values import Json as Json
from .view import Outline as Outline
from .view import Seam as Seam
from .view import View as View
from .view import score_outlines as score_outlines
from .view import seams_of as seams_of
from .words import Words as Words
from .words import words_of as words_of
