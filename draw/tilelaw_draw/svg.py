"""Whole positions as pictures: one SVG text that needs nothing else.

Above, what is asked and the rows to choose from; then the boards, side by side as far as the width allows; below,
what players hold, variables, heaps and the legend. Everything is as wide as a small screen unless another width is
asked for. The text is the same for the same position, on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilelaw_draw.canvas import (
    EDGE,
    EMPTY,
    FAINT,
    FONT,
    PAPER,
    STRONG,
    TEXT,
    Block,
    Studio,
    badge,
    flow,
    lines,
    name_of,
    number,
    rect,
    stack,
    text,
    written,
)
from tilelaw_draw.cells import SIZE, CellBrush, centre, grounds, highlighted, outline
from tilelaw_draw.describe import describe
from tilelaw_draw.looks.style import Grid
from tilelaw_draw.notation import frame, view
from tilelaw_draw.panels import Panels
from tilelaw_draw.scene import Board, Scene, read_scene
from tilelaw_draw.values import Json, Spot

_MARGIN = 14
_LABEL, _HEX_LABEL = 16, 22
"""The room for coordinates beside a board."""
_LEAST = 18
"""The least width of a square: a larger board makes the picture wider."""


def draw_svg(
    position: Mapping[str, Json],
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    names: Sequence[str] | None = None,
    *,
    marks: Mapping[str, Json] | None = None,
    title: str = "",
    width: int = 480,
) -> str:
    """Return a position as an SVG picture; `marks` are the arguments of a move, whose cells and pieces are outlined."""
    scene = read_scene(position, manifest, look, names)
    return _Picture(scene, marks or {}, title or scene.title, width - 2 * _MARGIN).svg()


class _Picture:
    def __init__(self, scene: Scene, marks: Mapping[str, Json], title: str, width: float) -> None:
        self.scene = scene
        self.title = title
        self.width = width
        self.studio = Studio(scene.look.glyphs, scene.look.patterns)
        self.brush = CellBrush(self.studio)
        self.marked = {name: at for name, value in marks.items() if (at := _cell(value))}
        chosen = {name: value for name, value in marks.items() if name not in self.marked}
        self.panels = Panels(scene, self.studio, self.brush, chosen)

    def svg(self) -> str:
        zones = list(self.scene.zones())
        rows = [zone for zone in zones if zone.owner is None and zone.pieces is not None]
        held = [zone for zone in zones if zone.owner is not None]
        heaps = [zone for zone in zones if zone.owner is None and zone.pieces is None]
        parts = stack(
            [
                self._head(),
                *(self.panels.zone(zone, self.width) for zone in rows),
                flow([self._board(board) for board in self.scene.boards()], self.width),
                self.panels.held(held, self.width),
                stack((self.panels.variable(variable, self.width) for variable in self.scene.variables()), 8),
                self.panels.heaps(heaps, self.width),
            ],
            14,
        )
        page = stack([parts, self._legend(parts.width)], 14)
        wide, high = number(round(page.width + 2 * _MARGIN)), number(round(page.height + 2 * _MARGIN))
        body = page.put(_MARGIN, _MARGIN)
        title, words = written(self.title), written(describe(self.scene))
        first, second = name_of(title + words), name_of(words + title)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
            f' style="max-width:100%;height:auto" role="img" aria-labelledby="{first} {second}" font-family="{FONT}"'
            f' font-size="13" fill="{TEXT}">\n'
            f'<title id="{first}">{title}</title>\n<desc id="{second}">{words}</desc>\n'
            f"{self.studio.definitions()}"
            f"{rect(0.5, 0.5, float(wide) - 1, float(high) - 1, PAPER, round_=8, line=EDGE)}\n{body}</svg>\n"
        )

    def _head(self) -> Block:
        title = lines(self.title, self.width, size=12, fill=FAINT)
        due = self.scene.due_player
        pawn = "" if due is None else self.panels.pawn(due, 9, 10, 20)
        left = 24 if pawn else 0
        words = lines(self.scene.due, self.width - left, size=14, bold=True)
        return stack([title, Block(left + words.width, words.height, pawn + words.put(left, 0))], 3)

    def _legend(self, width: float) -> Block:
        """Return the legend below a line that is as wide as all above."""
        legend = self.panels.legend(max(width, 200))
        if not legend.body:
            return legend
        rule = f'<path d="M0 0H{number(max(width, legend.width))}" stroke="{EDGE}"/>'
        return Block(legend.width, legend.height + 10, rule + legend.put(0, 10))

    # ---- boards

    def _marked_on(self, board: Board) -> dict[str, Spot]:
        """Return the cells of the move that lie on this board: with a player's number, or the asked player's."""
        found = {}
        for name, at in self.marked.items():
            owner = at[2] if len(at) > 2 else self.scene.due_player or 0
            if board.owner is None or board.owner == owner:
                found[name] = (at[0], at[1])
        return found

    def _board(self, board: Board) -> Block:
        drawn = self._hexes(board) if board.look.grid is Grid.HEXES else self._squares(board)
        if board.owner is None:
            return drawn
        is_due = board.owner == self.scene.due_player
        head = self.panels.player(board.owner, bold=is_due)
        width, height = max(drawn.width, head.width + 8), drawn.height + 26
        edge = rect(-4, -3, width + 8, height + 7, "#fff", round_=6, line=FAINT) if is_due else ""
        return Block(width, height, edge + head.put(2, 2) + drawn.put(0, 26))

    def _squares(self, board: Board) -> Block:
        marked = self._marked_on(board)
        rows = view([*board.lying, *marked.values()], board.look)
        left, top = rows[0][0]
        size = max(_LEAST, min(SIZE, int(self.width - _LABEL) // len(rows[0])))
        x0, y0 = _LABEL + size / 2 - left * size, 12 + size / 2 - top * size
        spots = {at: (x0 + at[0] * size, y0 + at[1] * size) for row in rows for at in row}
        labels = "".join(
            [text(spots[at][0], 9, str(at[0]), size=10, fill=FAINT, at="middle") for at in rows[0]]
            + [text(_LABEL - 4, spots[row[0]][1] + 4, str(row[0][1]), size=10, fill=FAINT, at="end") for row in rows]
        )
        paints: dict[str, list[str]] = {}
        empty = []
        for at, (x, y) in spots.items():
            fill = self.brush.ground(board.lying.get(at, {}), at, board.look)
            if fill:
                paints.setdefault(fill, []).append(outline(Grid.SQUARES, x, y, size))
            else:
                empty.append(outline(Grid.SQUARES, x, y, size))
        body = labels + grounds({EMPTY: empty, **paints}, line="#fff", width=1.5) + self._contents(board, spots, size)
        body += self._highlights(marked, spots, board, size)
        return Block(_LABEL + size * len(rows[0]) + 1, 12 + size * len(rows) + 1, body)

    def _contents(self, board: Board, spots: Mapping[Spot, tuple[float, float]], size: float) -> str:
        return "".join(
            self.brush.contents(board.lying.get(at, {}), at, board.look, x, y, size) for at, (x, y) in spots.items()
        )

    def _highlights(
        self, marked: Mapping[str, Spot], spots: Mapping[Spot, tuple[float, float]], board: Board, size: float
    ) -> str:
        if not marked:
            return ""
        body = highlighted([outline(board.look.grid, *spots[at], size - 3) for at in marked.values()])
        if len(marked) > 1:  # which part of the piece comes where
            for name, at in marked.items():
                x, y = spots[at]
                body += badge(x + size * 0.27, y - size * 0.27, name, STRONG)
        return body

    def _hexes(self, board: Board) -> Block:
        marked = self._marked_on(board)
        rings = board.look.rings
        lying = [*board.lying, *marked.values()]
        rows = (
            frame([*lying, (0, max(ring.radius for ring in rings))], board.look) if rings else view(lying, board.look)
        )
        far = len(rows) // 2
        size = min(SIZE, int(self.width - 2 * _HEX_LABEL) // (2 * far + 1))
        x0, y0 = self.width / 2, (far * 0.866 + 0.577) * size + 2
        spots = {}
        for row in rows:
            for at in row:
                x, y = centre(Grid.HEXES, at, size)
                spots[at] = (x0 + x, y0 + y)
        paints: dict[str, list[str]] = {}
        unused = []
        for at, (x, y) in spots.items():
            path = outline(Grid.HEXES, x, y, size)
            away = max(abs(at[0]), abs(at[1]), abs(sum(at)))
            ring = next((ring for ring in board.look.rings if away <= ring.radius), None)
            if fill := self.brush.ground(board.lying.get(at, {}), at, board.look):
                paints.setdefault(fill, []).append(path)
            elif ring and ring.players > self.scene.players:
                unused.append(path)
            else:
                paints.setdefault(ring.fill if ring and ring.fill else "#fff", []).append(path)
        faint = grounds({PAPER: unused}, line=EDGE, width=0.7)
        body = faint + grounds(paints, line="#8d8779", width=1) + self._hex_labels(rows, spots, size)
        body += self._contents(board, spots, size) + self._highlights(marked, spots, board, size)
        return Block(self.width, 2 * y0, body)

    def _hex_labels(
        self, rows: Sequence[Sequence[Spot]], spots: Mapping[Spot, tuple[float, float]], size: float
    ) -> str:
        """Return the coordinates of the first and the last cell of each row."""
        body = ""
        for row in rows:
            for at, away, anchor in ((row[0], -0.62, "end"), (row[-1], 0.62, "")):
                x, y = spots[at]
                body += text(x + away * size, y + 3, f"{at[0]},{at[1]}", size=9, fill=FAINT, at=anchor)
        return body


def _cell(value: Json) -> tuple[int, ...]:
    """Return the coordinates of an argument that is a cell, perhaps with the number of its player; else nothing."""
    numbers = tuple(part for part in value if type(part) is int) if isinstance(value, list | tuple) else ()
    is_cell = isinstance(value, Sequence) and len(numbers) == len(value) and len(numbers) in (2, 3)
    return numbers if is_cell else ()
