"""Whole positions as pictures: one SVG text that needs nothing else.

Above, what is asked and the rows to choose from; then the boards, side by side as far as the width allows; below,
what players hold, variables, heaps and the legend. Everything is as wide as a small screen unless another width is
asked for. The text is the same for the same position, on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilelaw_draw.pictures.boards import BoardBrush
from tilelaw_draw.pictures.canvas import (
    EDGE,
    FAINT,
    FONT,
    PAPER,
    TEXT,
    Block,
    Studio,
    flow,
    lines,
    name_of,
    number,
    rect,
    stack,
    written,
)
from tilelaw_draw.pictures.cells import CellBrush
from tilelaw_draw.pictures.describe import describe
from tilelaw_draw.pictures.extent import Answer, extent_of
from tilelaw_draw.pictures.overlay import tick
from tilelaw_draw.pictures.panels import Panels
from tilelaw_draw.scene import Board, Scene, read_scene
from tilelaw_draw.values import Cell, Json
from tilelaw_draw.view import View
from tilelaw_draw.words import Words

MARGIN = 14
_HEAD = 290
"""How wide the words above a small picture are."""
EVERYTHING = View()


def draw_svg(
    position: Mapping[str, Json],
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    names: Sequence[str] | None = None,
    *,
    marks: Mapping[str, Json] | None = None,
    title: str = "",
    width: int = 480,
    view: View = EVERYTHING,
    words: Words | None = None,
) -> str:
    """Return a position as an SVG picture; `marks` are the arguments of a move, whose cells and pieces are outlined.

    `view` says how much is shown, and what is drawn over it; `words` are those of a language, from `words_of`.
    """
    scene = read_scene(position, manifest, look, names, words)
    return _Picture(scene, marks or {}, title or scene.title, width - 2 * MARGIN, view).svg()


def page(
    studio: Studio, body: Block, title: str, words: str, *, margin: float = MARGIN, width: float | None = None
) -> str:
    """Return a picture of its own: a block on paper, with a title and a description, as wide as is said."""
    wide, high = round(body.width + 2 * margin), round(body.height + 2 * margin)
    scale = 1 if width is None else width / wide
    title, words = written(title), written(words)
    first, second = name_of(title + words), name_of(words + title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{number(wide * scale)}"'
        f' height="{number(high * scale)}"'
        f' style="max-width:100%;height:auto" role="img" aria-labelledby="{first} {second}" font-family="{FONT}"'
        f' font-size="13" fill="{TEXT}">\n'
        f'<title id="{first}">{title}</title>\n<desc id="{second}">{words}</desc>\n'
        f"{studio.definitions()}"
        f"{rect(0.5, 0.5, wide - 1, high - 1, PAPER, round_=min(8, margin + 1), line=EDGE)}\n"
        f"{body.put(margin, margin)}</svg>\n"
    )


class _Picture:
    def __init__(self, scene: Scene, marks: Mapping[str, Json], title: str, width: float, view: View) -> None:
        self.scene = scene
        self.title = title
        self.width = width
        self.view = view
        self.studio = Studio(scene.look.glyphs, scene.look.patterns)
        self.brush = CellBrush(self.studio)
        self.answer = Answer(scene, marks)
        self.extent = extent_of(scene, self.answer, view)
        self.panels = Panels(scene, self.studio, self.brush, self.answer.chosen)
        self.boards = BoardBrush(scene, self.studio, self.brush, self.answer, view, width)

    def svg(self) -> str:
        zones = self.extent.zones
        rows = [zone for zone in zones if zone.owner is None and zone.pieces is not None]
        held = [zone for zone in zones if zone.owner is not None]
        heaps = [zone for zone in zones if zone.owner is None and zone.pieces is None]
        boards = flow([self._board(board) for board in self.extent.boards], self.width)
        wide = max(boards.width, _HEAD) if self.view.crop or self.view.parts else self.width
        parts = stack(
            [
                self._head(min(wide, self.width)) if self.view.head else Block(0, 0, ""),
                *(self.panels.zone(zone, self.width) for zone in rows),
                boards,
                self.panels.held(held, self.width),
                stack((self.panels.variable(variable, self.width) for variable in self.extent.variables), 8),
                self.panels.heaps(heaps, self.width),
            ],
            14,
        )
        whole = stack([parts, self._legend(parts.width) if self.view.legend else Block(0, 0, "")], 14)
        if self.view.tick is not None:
            sign = tick(self.view.tick)
            whole = Block(whole.width + 36, max(whole.height, 28), whole.put(0, 0) + sign.put(whole.width + 8, 0))
        return page(self.studio, whole, self.title, self._described())

    def _described(self) -> str:
        return describe(self.scene, self.extent, self.answer, self.view)

    def _head(self, width: float) -> Block:
        title = lines(self.title, width, size=12, fill=FAINT)
        due = self.scene.due_player
        pawn = "" if due is None else self.panels.pawn(due, 9, 10, 20)
        left = 24 if pawn else 0
        words = lines(self.scene.due, width - left, size=14, bold=True)
        return stack([title, Block(left + words.width, words.height, pawn + words.put(left, 0))], 3)

    def _legend(self, width: float) -> Block:
        """Return the legend below a line that is as wide as all above."""
        legend = self.panels.legend(
            max(width, 200), self._shown(), {board.key for board in self.extent.boards}, not self.view.crop
        )
        if not legend.body:
            return legend
        rule = f'<path d="M0 0H{number(max(width, legend.width))}" stroke="{EDGE}"/>'
        return Block(legend.width, legend.height + 10, rule + legend.put(0, 10))

    def _shown(self) -> Mapping[str, Sequence[Cell]]:
        """Return the cells that the picture shows, by their boards."""
        found: dict[str, list[Cell]] = {key: [] for key in self.scene.board_keys}
        for board in self.extent.boards:
            found[board.key] += board.lying.values()
            found[board.key] += self.answer.ghost(board).values() if self.view.ghost else ()
        for zone in self.extent.zones:
            for piece in zone.pieces or ():
                if piece.look.board in found and not piece.look.mark:  # a mark has its name below
                    found[piece.look.board] += piece.cells
        return found

    def _board(self, board: Board) -> Block:
        drawn = self.boards.board(board)
        is_alone = self.view.crop if not self.view.parts else len(self.extent.boards) == 1
        if board.owner is None or (is_alone and not self.view.head):
            return drawn
        is_due = board.owner == self.scene.due_player
        head = self.panels.player(board.owner, bold=is_due)
        width, height = max(drawn.width, head.width + 8), drawn.height + 26
        edge = rect(-4, -3, width + 8, height + 7, "#fff", round_=6, line=FAINT) if is_due else ""
        return Block(width, height, edge + head.put(2, 2) + drawn.put(0, 26))
