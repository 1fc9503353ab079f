"""What stands around the boards in a picture: zones with their pieces, heaps, variables, and the legend."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tilelaw_draw.looks.style import NO_PICTURE, BoardLook, Grid, MarkKind, Picture
from tilelaw_draw.pictures.canvas import (
    EDGE,
    FAINT,
    PAPER,
    TEXT,
    Block,
    Studio,
    flow,
    number,
    rect,
    stack,
    text,
    text_width,
)
from tilelaw_draw.pictures.cells import SIZE, CellBrush, grounds
from tilelaw_draw.pictures.overlay import highlighted
from tilelaw_draw.pictures.shapes import border, outline, rounded
from tilelaw_draw.scene import Piece, Row, Scene, Variable, Zone, members_of
from tilelaw_draw.values import Cell, Json, short

_HEX = 26
"""The width of a hex of a piece that lies beside the board."""

_ICON = 22
"""The width of a key that is shown by a picture."""

_LEFT, _STEP = 12, 8
"""Where a track begins, and the width of a step on it."""


class Panels:
    """Makes blocks for everything but the boards; `chosen` are the pieces that a move names, by kind."""

    def __init__(self, scene: Scene, studio: Studio, brush: CellBrush, chosen: Mapping[str, Json]) -> None:
        self._scene = scene
        self._studio = studio
        self._brush = brush
        self._chosen = chosen

    def player(self, player: int, *, bold: bool = False, size: int = 13) -> Block:
        """Return the name of a player after the glyph in the player's colour."""
        name = self._scene.name(player)
        glyph = self.pawn(player, size * 0.65, size * 0.65, size * 1.3)
        left = size * 1.5 if glyph else 0
        body = glyph + text(left, size, name, size=size, bold=bold)
        return Block(left + text_width(name, size, bold=bold), size * 1.35, body)

    def pawn(self, player: int, x: float, y: float, size: float) -> str:
        """Return the glyph of a player around a centre."""
        look = self._scene.look.players
        fill = look.fills[player % len(look.fills)] if look.fills else TEXT
        return self._studio.glyph(look.glyph, x, y, size, fill)

    # ---- zones

    def zone(self, zone: Zone, width: float) -> Block:
        """Return a zone that lies on the table: its pieces below its title."""
        return stack([_title(zone.label), flow(self._pieces(zone), width, 10)], 5)

    def held(self, zones: list[Zone], width: float) -> Block:
        """Return zones that players hold: each kind below its title, a line for each player."""
        return stack(
            stack([_title(label), *(self._hand(zone, width) for zone in zones if zone.label == label)], 5)
            for label in dict.fromkeys(zone.label for zone in zones)
        )

    def _hand(self, zone: Zone, width: float) -> Block:
        is_due = zone.owner == self._scene.due_player
        title = self.player(zone.owner or 0, bold=is_due, size=12)
        left = max(84, title.width + 8)
        pieces = self._pieces(zone)
        body = flow(pieces or [self._heap(zone.count)], width - left, 7)
        return Block(left + body.width, max(body.height, 24), title.put(0, 7) + body.put(left, 0))

    def heaps(self, zones: list[Zone], width: float) -> Block:
        """Return zones of which only the number is shown, in a line."""
        blocks = []
        for zone in zones:
            heap = self._heap(zone.count)
            label = text(heap.width + 6, 16, zone.label, size=12, fill=FAINT)
            blocks.append(Block(heap.width + 6 + text_width(zone.label, 12), heap.height, heap.body + label))
        return flow(blocks, width, 20)

    def _heap(self, count: int) -> Block:
        """Return a heap of pieces that lie face down, with their number."""
        cards = "".join(
            rect(x, y, 24, 16, "#fff", round_=3, line=FAINT) for x, y in ((0.5, 6.5), (2.5, 3.5), (4.5, 0.5))
        )
        return Block(29, 23, cards + text(16.5, 13, str(count), size=12, bold=True, at="middle"))

    def _pieces(self, zone: Zone) -> list[Block]:
        """Return the pieces of a zone; of equal ones that the move names, the first is outlined."""
        blocks = []
        is_open = zone.owner is None or zone.owner == self._scene.due_player
        for piece in zone.pieces or ():
            block = self._piece(piece)
            if is_open and piece.name is not None and self._chosen.get(piece.kind) == piece.name:
                is_open = False
                wide, high = number(block.width + 4), number(block.height + 4)
                block = Block(block.width, block.height, block.body + highlighted([f"M-2-2h{wide}v{high}h-{wide}z"]))
            blocks.append(block)
        return blocks

    def picture(self, piece: Piece) -> Block:
        """Return a piece without its name, unless that is all there is to see."""
        if not piece.cells:
            return self._written(piece)
        return self._token(piece, None) if piece.look.mark else self._joined(piece, "")

    def _piece(self, piece: Piece) -> Block:
        """Return a piece in a zone."""
        if not piece.cells:
            return self._written(piece)
        return self._token(piece, "") if piece.look.mark else self._joined(piece, piece.title)

    def _written(self, piece: Piece) -> Block:
        words = " ".join([piece.title, *piece.rest])
        width = text_width(words, 12) + 12
        return Block(
            width, 22, rect(0.5, 0.5, width - 1, 21, "#fff", round_=4, line=EDGE) + text(6, 15, words, size=12)
        )

    def _token(self, piece: Piece, title: str | None) -> Block:
        """Return a piece that is drawn as the mark it would be on a board, with its name below unless it is `None`."""
        mark = self._scene.look.board(piece.look.board).mark(piece.look.mark)
        member = mark.members.get(str(piece.name)) if mark else None
        words = "" if title is None else title or (member.title if member else piece.title)
        width = max(46.0 if words else 38.0, text_width(words, 11))
        body = self._brush.mark(mark, piece.name, width / 2, 19, 36) if mark else ""
        return Block(
            width, 53 if words else 38, body + (text(width / 2, 50, words, size=11, at="middle") if words else "")
        )

    def _joined(self, piece: Piece, title: str) -> Block:
        """Return a piece of several cells, whose it is, and its name below."""
        look = self._scene.look.board(piece.look.board)
        size = SIZE if look.grid is Grid.SQUARES else _HEX
        height = size if look.grid is Grid.SQUARES else size * 1.155
        width = size * len(piece.cells)
        group = [(i, 0) for i in range(len(piece.cells))]
        spots = {at: (size * (at[0] + 0.5), height / 2) for at in group}
        paints: dict[str, list[str]] = {}
        for cell, at in zip(piece.cells, group, strict=True):
            fill = self._brush.ground(cell, None, look) or "#fff"
            paints.setdefault(fill, []).append(rounded(look.grid, at, spots[at], size, group, 0.7, 5))
        d = border(look.grid, group, spots.__getitem__, size, 0.7, 5)
        body = grounds(paints, line="none") + f'<path d="{d}" fill="none" stroke="{TEXT}" stroke-width="1.4"/>'
        if look.grid is Grid.SQUARES:
            cuts = "".join(f"M{size * i} 3v{size - 6}" for i in range(1, len(group)))
            body += f'<path d="{cuts}" stroke="#fff" stroke-width="1"/>' if cuts else ""
        for cell, at in zip(piece.cells, group, strict=True):
            body += self._brush.contents(cell, None, look, *spots[at], size)
        words = " ".join([title, *piece.rest]).strip()
        left = text_width(words, 11) + 6 if words else 0
        body += text(1, height + 12, words, size=11) if words else ""
        if type(piece.owner) is int:
            owner = self.player(piece.owner, size=11)
            body += owner.put(left, height + 1)
            left += owner.width
        return Block(max(width, left), height + (16 if left else 0), body)

    # ---- variables

    def variable(self, variable: Variable, width: float) -> Block:
        """Return a variable: a track for each row, or its entries in a line."""
        if variable.look.track:
            numbers = [value for row in variable.rows for _, value in row.entries if type(value) is int]
            boards = max(1, -(-max(numbers, default=0) // variable.look.track))
            tracks = flow((self._track(variable, row, boards) for row in variable.rows), width, 16)
            return stack([_title(variable.look.title), tracks], 5)
        rows = []
        for row in variable.rows:
            title = _title(f"{variable.look.title} {row.heading}".strip())
            entries = [self._entry(variable, key, value) for key, value in row.entries]
            rows.append(flow([Block(title.width, 22, title.put(0, 3)), *entries], width, 12))
        return stack(rows, 4)

    def _entry(self, variable: Variable, key: str, value: Json) -> Block:
        """Return the picture of a key and its value: a number, or a player with glyph and name."""
        picture = self._key(variable, key)
        left = picture.width + 4 if key else 0.0
        if variable.look.is_player and type(value) is int:
            who = self.player(value, size=12)
            return Block(left + who.width, 22, picture.body + who.put(left, 3))
        member = members_of(variable.board, variable.look.keys).get(key)
        called = member.title if member else key
        words = called if key and value is True else self._scene.value(value, variable.look)
        if picture.width == _ICON and type(value) is int:
            words = f"x {words}"
        return Block(left + text_width(words, 12), 22, picture.body + text(left, 15, words, size=12))

    def _key(self, variable: Variable, key: str) -> Block:
        mark = variable.board.mark(variable.look.keys)
        if mark is not None and (key in mark.members or (mark.kind is MarkKind.NUMBER and key.isdigit())):
            value: Json = int(key) if mark.kind is MarkKind.NUMBER else key
            return Block(_ICON, 22, self._brush.mark(mark, value, 11, 11, 21))
        return Block(text_width(f"{key}:", 12), 22, text(0, 15, f"{key}:" if key else "", size=12, fill=FAINT))

    def _track(self, variable: Variable, row: Row, boards: int) -> Block:
        """Return the tracks of one side, one below the other; a value beyond the end needs a second board."""
        track = variable.look.track
        is_due = self._scene.due_player in row.players
        heads = [self.player(player, bold=is_due, size=12) for player in row.players] or [_title(row.heading)]
        members = members_of(variable.board, variable.look.keys)
        lanes = [
            self._lane(members[key].picture if key in members else NO_PICTURE, value, track * boards, track)
            for key, value in row.entries
            if type(value) is int
        ]
        return stack([flow(heads, 9999, 10), stack(lanes, 0)], 4)

    def _lane(self, picture: Picture, value: int, length: int, track: int) -> Block:
        """Return one track: steps up to a value in the ink, a glyph there, and the number at the end."""
        step = _STEP * track / length
        ink = picture.ink or TEXT
        at, end = _LEFT + step * value, _LEFT + step * length
        steps = f'stroke-width="8" stroke-dasharray="{number(step - 1)} 1"'
        body = f'<path d="M{_LEFT} 8H{number(end)}" stroke="{EDGE}" {steps}/>'
        for stop in range(track, length + 1, track):
            body += f'<path d="M{number(_LEFT + step * stop)} 2v12" stroke="{FAINT}" stroke-width="2"/>'
        if value:
            body += f'<path d="M{_LEFT} 8H{number(at)}" stroke="{ink}" {steps}/>'
        body += f'<circle cx="{number(at)}" cy="8" r="8" fill="{picture.fill or TEXT}"/>'
        body += self._studio.glyph(picture.glyph, at, 8, 12, ink)
        return Block(end + 30, 16, body + text(end + 12, 12, str(value), size=12, bold=True))

    # ---- the legend

    def legend(self, width: float, shown: Mapping[str, Sequence[Cell]], boards: Collection[str], rings: bool) -> Block:
        """Return what the colours and shapes that occur on cells stand for, by the keys of the boards.

        Of `boards` what is printed is told as well, and with `rings` that a part of them is not used.
        """
        entries = [
            entry
            for key, cells in shown.items()
            for entry in self.legend_of(key, cells, has_board=key in boards, has_rings=rings and key in boards)
        ]
        return flow(entries, width, 12)

    def legend_of(self, key: str, cells: Sequence[Cell], *, has_board: bool, has_rings: bool) -> Iterator[Block]:
        """Yield what occurs on cells of a board, and what is printed on it."""
        look = self._scene.look.board(key)
        used = {str(cell.get(look.main)) for cell in cells}
        for member in look.members.values():
            if member.name in used:
                yield self._explained(look, {look.main: member.name}, member.title)
        for printed in {printed.picture.glyph: printed for printed in reversed(look.printed)}.values():
            if has_board and look.grid is Grid.SQUARES and printed.picture.glyph:
                yield self._labelled(
                    self._studio.glyph(printed.picture.glyph, 10, 10, 20, printed.picture.ink), printed.title
                )
        if has_rings and any(ring.players > self._scene.players for ring in look.rings):
            unused = grounds({PAPER: [outline(look.grid, 10, 10, 18)]}, line=EDGE)
            yield self._labelled(unused, self._scene.words.say("unused", n=self._scene.players))
        for name, counted in look.numbers.items():
            if any(cell.get(name) for cell in cells):
                glyph = self._studio.glyph(counted.picture.glyph, 10, 10, 18, counted.picture.ink)
                yield self._labelled(glyph, counted.title)
        for mark in look.marks:
            found = {short(cell[mark.field]) for cell in cells if mark in look.marks_on(cell)}
            if found and not mark.members:
                sign = text(10, 14, mark.sign, size=12, bold=True, at="middle")
                body = self._brush.mark(mark, 1, 10, 10, 19) if mark.picture.glyph else sign
                yield self._labelled(body, mark.title)
            for member in mark.members.values():
                if member.name in found:
                    yield self._labelled(self._brush.mark(mark, member.name, 10, 10, 19), member.title)

    def _explained(self, look: BoardLook, cell: Cell, title: str) -> Block:
        fill = self._brush.ground(cell, None, look)
        body = grounds({fill: [outline(look.grid, 10, 10, 18)]}, line=FAINT)
        return self._labelled(body + self._brush.contents(cell, None, look, 10, 10, 18), title)

    def _labelled(self, body: str, title: str) -> Block:
        return Block(25 + text_width(title, 12), 20, body + text(25, 14, title, size=12))


def _title(words: str) -> Block:
    return Block(text_width(words, 12), 16, text(0, 12, words, size=12, fill=FAINT)) if words else Block(0, 0, "")
