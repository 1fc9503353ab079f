"""Boards in pictures: squares and hexes, what lies on them, and what is drawn over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilelaw_draw.looks.style import Grid
from tilelaw_draw.notation import frame
from tilelaw_draw.notation import view as shown_of
from tilelaw_draw.pictures.canvas import EDGE, EMPTY, FAINT, PAPER, STRONG, TEXT, Block, Studio, badge, texts
from tilelaw_draw.pictures.cells import SIZE, CellBrush, grounds
from tilelaw_draw.pictures.extent import Answer, of_board
from tilelaw_draw.pictures.overlay import Field, ghostly, highlighted, outlined, ringed
from tilelaw_draw.pictures.shapes import Point, border, centre, outline, rounded
from tilelaw_draw.scene import Board, Scene
from tilelaw_draw.values import Cell, Spot
from tilelaw_draw.view import Outline, Seam, View

_LABEL, _HEX_LABEL = 16, 22
"""The room for coordinates beside a board."""
_LEAST = 18
"""The least width of a square: a larger board makes the picture wider."""
_LARGE, _LABELLED = 52, 64
"""The width of a square where only a part of a position is shown, and where labels stand on it."""


class BoardBrush:
    """Draws boards, so wide at most."""

    def __init__(
        self, scene: Scene, studio: Studio, brush: CellBrush, answer: Answer, view: View, width: float
    ) -> None:
        self._scene = scene
        self._studio = studio
        self._brush = brush
        self._answer = answer
        self._view = view
        self._width = width

    def board(self, board: Board) -> Block:
        """Return a board."""
        rows = self._rows(board)
        return self._hexes(board, rows) if board.look.grid is Grid.HEXES else self._squares(board, rows)

    def around(self, board: Board, margin: int) -> Block:
        """Return a board as far as it is used, with so many squares around."""
        return self._squares(board, self._framed(board, [*board.lying], margin))

    # ---- which cells

    def _outlines(self, board: Board) -> list[Outline]:
        return [each for each in of_board(self._view.outlines, board) if isinstance(each, Outline)]

    def _seams(self, board: Board) -> list[Seam]:
        return [each for each in of_board(self._view.seams, board) if isinstance(each, Seam)]

    def _rows(self, board: Board) -> Sequence[Sequence[Spot]]:
        """Return the cells to draw, row by row."""
        used = [*board.lying, *self._answer.on(board).values()]
        used += [at for each in self._outlines(board) for at in each.cells]
        if self._view.crop:
            return self._cropped(board, used)
        rings = board.look.rings
        if board.look.grid is Grid.HEXES and rings:
            return frame([*used, (0, max(ring.radius for ring in rings))], board.look)
        return shown_of(used, board.look)

    def _cropped(self, board: Board, used: Sequence[Spot]) -> Sequence[Sequence[Spot]]:
        """Return the cells that are used, with one around them unless nothing can come there any more."""
        if board.look.grid is Grid.SQUARES:
            return self._framed(board, used, 1 if self._grows(board) else 0)
        far = max((ring.radius for ring in board.look.rings if ring.players <= self._scene.players), default=99)
        cells = [at for row in board.look.rows for at in row if max(abs(at[0]), abs(at[1]), abs(sum(at))) <= far]
        places = [centre(Grid.HEXES, at, 1) for at in used or [(0, 0)]]
        left, right = min(x for x, _ in places) - 1.1, max(x for x, _ in places) + 1.1
        top, bottom = min(y for _, y in places) - 1, max(y for _, y in places) + 1
        kept: dict[int, list[Spot]] = {}
        for at in [*cells, *(at for at in used if at not in cells)]:
            x, y = centre(Grid.HEXES, at, 1)
            if left <= x <= right and top <= y <= bottom:
                kept.setdefault(at[1], []).append(at)
        return [sorted(kept[r]) for r in sorted(kept)]

    def _grows(self, board: Board) -> bool:
        """Return whether something may come to lie where nothing lies: with an answer, whether it does."""
        if self._view.outlines or not self._scene.due_ask:
            return False
        if self._answer.cells or self._answer.chosen:
            return any(at not in board.lying for at in self._answer.on(board).values())
        return True

    def _framed(self, board: Board, used: Sequence[Spot], margin: int) -> Sequence[Sequence[Spot]]:
        """Return the rectangle around used and printed squares, with so many around, as far as the board goes."""
        shown = [*used, *(printed.at for printed in board.look.printed)] or [(0, 0)]
        columns = range(min(x for x, _ in shown) - margin, max(x for x, _ in shown) + margin + 1)
        rows = range(min(y for _, y in shown) - margin, max(y for _, y in shown) + margin + 1)
        inside = {at for row in board.look.rows for at in row} | {*shown}
        found = [[(x, y) for x in columns if not board.look.rows or (x, y) in inside] for y in rows]
        return [row for row in found if row]

    # ---- squares

    def _squares(self, board: Board, rows: Sequence[Sequence[Spot]]) -> Block:
        side, above = (_LABEL, 12) if self._view.coordinates else (1, 1)
        left, top = rows[0][0]
        largest = _LABELLED if self._outlines(board) else _LARGE if self._view.crop else SIZE
        largest = SIZE if self._view.parts else largest  # beside zones, which are as large as they are
        size = max(_LEAST, min(largest, int(self._width - side) // len(rows[0])))
        x0, y0 = side + size / 2 - left * size, above + size / 2 - top * size
        spots = {at: (x0 + at[0] * size, y0 + at[1] * size) for row in rows for at in row}
        width, height = side + size * len(rows[0]) + 1, above + size * len(rows) + 1
        labels = ""
        if self._view.coordinates:
            columns = [(spots[at][0], 9.0, str(at[0])) for at in rows[0]]
            lines = [(side - 4.0, spots[row[0]][1] + 4, str(row[0][1])) for row in rows]
            labels += texts(columns, size=10, fill=FAINT, at="middle") + texts(lines, size=10, fill=FAINT, at="end")
        empty = [outline(Grid.SQUARES, *spots[at], size) for at in spots if not self._ground(board, at)]
        body = labels + grounds({EMPTY: empty}, line="#fff", width=1.5)
        body += self._painted(board, spots, size, line="#fff", width=1.5) + self._contents(board, spots, size)
        return Block(width, height, body + self._over(board, spots, size, (width, height)))

    def _ground(self, board: Board, at: Spot) -> str:
        return self._brush.ground(board.lying.get(at, {}), at, board.look)

    def _painted(
        self,
        board: Board,
        spots: Mapping[Spot, Point],
        size: float,
        *,
        line: str,
        width: float,
        otherwise: Mapping[Spot, str] | None = None,
    ) -> str:
        """Return the grounds of cells; cells of one piece hang together."""
        grid = board.look.grid
        seams = [[at for at in seam.cells if at in spots] for seam in self._seams(board)]
        joined = {at for group in seams for at in group if self._ground(board, at)}
        paints: dict[str, list[str]] = {}
        for at, (x, y) in spots.items():
            fill = self._ground(board, at) or (otherwise or {}).get(at, "")
            if fill and at not in joined:
                paints.setdefault(fill, []).append(outline(grid, x, y, size))
        halves: dict[str, list[str]] = {}
        wholes: dict[str, list[str]] = {}
        for group in filter(None, ([at for at in seam if at in joined] for seam in seams)):
            fills = {self._ground(board, at) for at in group}
            if len(fills) > 1:
                for at in group:
                    path = rounded(grid, at, spots[at], size, group, 1.3, 5)
                    halves.setdefault(self._ground(board, at), []).append(path)
            around = border(grid, group, spots.__getitem__, size, 1.3, 5)
            wholes.setdefault(fills.pop() if len(fills) == 1 else "none", []).append(around)
        return (
            grounds(paints, line=line, width=width)
            + grounds(halves, line="none")
            + grounds(wholes, line=TEXT, width=1.3)
        )

    def _contents(self, board: Board, spots: Mapping[Spot, Point], size: float) -> str:
        return "".join(
            self._brush.contents(board.lying.get(at, {}), at, board.look, x, y, size) for at, (x, y) in spots.items()
        )

    # ---- over the cells

    def _over(self, board: Board, spots: Mapping[Spot, Point], size: float, room: tuple[float, float]) -> str:
        """Return the answer and the outlines."""
        body = ""
        asked_about = self._answer.asked_about(board) if self._view.crop or self._view.ghost else []
        if asked_about:
            body += ringed(outline(board.look.grid, *spots[at], size - 4) for at in asked_about if at in spots)
        marked = {name: at for name, at in self._answer.on(board).items() if at in spots}
        ghost = self._answer.ghost(board) if self._view.ghost else {}
        if ghost:
            body += ghostly(self._laid(board, ghost, spots, size), board.look.grid, ghost, spots.__getitem__, size)
        elif marked:
            body += highlighted([outline(board.look.grid, *spots[at], size - 3) for at in marked.values()])
            if len(marked) > 1:  # which part of the piece comes where
                for name, at in marked.items():
                    x, y = spots[at]
                    body += badge(x + size * 0.27, y - size * 0.27, name, STRONG)
        busy = [at for at, cell in board.lying.items() if board.look.marks_on(cell)]
        return body + outlined(self._outlines(board), Field(board.look.grid, spots, size, *room, busy))

    def _laid(self, board: Board, cells: Mapping[Spot, Cell], spots: Mapping[Spot, Point], size: float) -> str:
        grid = board.look.grid
        paints: dict[str, list[str]] = {}
        for at, cell in cells.items():
            fill = self._brush.ground(cell, at, board.look) or PAPER
            paints.setdefault(fill, []).append(rounded(grid, at, spots[at], size, cells, 1.3, 5))
        body = grounds(paints, line="none")
        return body + "".join(
            self._brush.contents(cell, at, board.look, *spots[at], size) for at, cell in cells.items()
        )

    # ---- hexes

    def _hexes(self, board: Board, rows: Sequence[Sequence[Spot]]) -> Block:
        side = _HEX_LABEL if self._view.coordinates else 2
        places = {at: centre(Grid.HEXES, at, 1) for row in rows for at in row}
        left, right = min(x for x, _ in places.values()) - 0.5, max(x for x, _ in places.values()) + 0.5
        top, bottom = min(y for _, y in places.values()) - 0.577, max(y for _, y in places.values()) + 0.577
        size = max(_LEAST, min(SIZE, int((self._width - 2 * side) / (right - left))))
        width = (right - left) * size + 2 * side if self._view.crop else self._width
        x0, y0 = width / 2 - (left + right) / 2 * size, 2 - top * size
        height = (bottom - top) * size + 4
        spots = {at: (x0 + x * size, y0 + y * size) for at, (x, y) in places.items()}
        fills: dict[Spot, str] = {}
        unused = []
        for at, (x, y) in spots.items():
            away = max(abs(at[0]), abs(at[1]), abs(sum(at)))
            ring = next((ring for ring in board.look.rings if away <= ring.radius), None)
            if ring and ring.players > self._scene.players and not self._ground(board, at):
                unused.append(outline(Grid.HEXES, x, y, size))
            else:
                fills[at] = ring.fill if ring and ring.fill else "#fff"
        body = grounds({PAPER: unused}, line=EDGE, width=0.7)
        body += self._painted(board, spots, size, line="#8d8779", width=1, otherwise=fills)
        body += self._hex_labels(rows, spots, size) if self._view.coordinates else ""
        body += self._contents(board, spots, size) + self._over(board, spots, size, (width, height))
        return Block(width, height, body)

    def _hex_labels(self, rows: Sequence[Sequence[Spot]], spots: Mapping[Spot, Point], size: float) -> str:
        """Return the coordinates of the first and the last cell of each row."""
        body = ""
        for end, away, anchor in ((0, -0.62, "end"), (-1, 0.62, "start")):
            cells = [row[end] for row in rows]
            found = [(spots[at][0] + away * size, spots[at][1] + 3, f"{at[0]},{at[1]}") for at in cells]
            body += texts(found, size=9, fill=FAINT, at=anchor)
        return body
