"""Pictures of what is in the box: one piece, all pieces of a kind with their numbers, an empty board.

A kind is a kind of the rules, drawn as its look says or as it appears on cells; or a field of a board that holds
numbers, such as tokens that come in several sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tilelaw_draw.looks.style import BoardLook, Frame, Grid, Mark
from tilelaw_draw.pictures.boards import BoardBrush
from tilelaw_draw.pictures.canvas import FAINT, Block, Studio, flow, stack, text, text_width
from tilelaw_draw.pictures.cells import SIZE, CellBrush, grounds
from tilelaw_draw.pictures.describe import cell_words, piece_words
from tilelaw_draw.pictures.extent import Answer
from tilelaw_draw.pictures.panels import Panels
from tilelaw_draw.pictures.shapes import outline, rounded
from tilelaw_draw.pictures.svg import page
from tilelaw_draw.scene import Board, Scene, read_scene
from tilelaw_draw.values import TIMES, Json
from tilelaw_draw.view import View
from tilelaw_draw.words import Words

_MANY = 99
"""So many players use every part of a board."""
_AROUND = 2
"""How many squares are shown around what is printed on a board that grows."""


class PieceError(ValueError):
    """There is no such kind, member or board; the message says which there are."""


def draw_piece(
    kind: str,
    member: Json,
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    *,
    words: Words | None = None,
    width: int | None = None,
    caption: bool = True,
) -> str:
    """Return the picture of one component with its name below, as wide as it needs or as is said."""
    sheet = _Sheet(manifest, look, words)
    name = sheet.member(kind, member)
    block = sheet.block(kind, name, with_caption=caption)
    return page(sheet.studio, block, sheet.title(kind, name), sheet.told(kind, name), margin=5, width=width)


def draw_pieces(
    kind: str,
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    *,
    members: Sequence[Json] | None = None,
    words: Words | None = None,
    width: int = 480,
) -> str:
    """Return all members of a kind, or some, side by side, each with the number of its copies where it has several."""
    sheet = _Sheet(manifest, look, words)
    names = sheet.members(kind) if members is None else [sheet.member(kind, name) for name in members]
    body = sheet.grid([sheet.counted(kind, name) for name in names], width - 28)
    told = "; ".join(sheet.told(kind, name) for name in names)
    return page(sheet.studio, stack([body, *sheet.notes(kind, names)], 10), sheet.heading(kind), f"{told}.")


def draw_empty(
    board: str,
    manifest: Mapping[str, Any],
    look: Mapping[str, Json],
    *,
    words: Words | None = None,
    width: int = 480,
    coordinates: bool = False,
) -> str:
    """Return an empty board with what is printed on it, given the key or the name of the board."""
    sheet = _Sheet(manifest, look, words, players=_MANY)
    key = sheet.board(board)
    scene = sheet.scene
    shown = next(each for each in scene.boards() if each.key == key)
    view = View(coordinates=coordinates)
    brush = BoardBrush(scene, sheet.studio, sheet.brush, Answer(scene, {}), view, width - 28)
    is_growing = shown.look.frame is Frame.USED and shown.look.grid is Grid.SQUARES
    body = brush.around(shown, _AROUND) if is_growing else brush.board(shown)
    legend = flow(
        [*sheet.panels.legend_of(key, [], has_board=True, has_rings=False), *sheet.rings(shown.look)],
        max(body.width, 200),
        12,
    )
    return page(sheet.studio, stack([body, legend], 12), scene.board_title(key), _printed(scene, shown))


def _printed(scene: Scene, board: Board) -> str:
    found = [f"{at[0]},{at[1]} {cell_words(scene, {}, at, board.look)}" for at in (p.at for p in board.look.printed)]
    return f"{scene.board_title(board.key)}: {'; '.join(found) or scene.words.say('nothing')}."


class _Sheet:
    """Makes blocks for components, by their kinds and names."""

    def __init__(
        self, manifest: Mapping[str, Any], look: Mapping[str, Json], words: Words | None, players: int | None = None
    ) -> None:
        players = manifest.get("players", 0) if players is None else players
        self.scene = read_scene({"players": players}, manifest, look, None, words)
        self.studio = Studio(self.scene.look.glyphs, self.scene.look.patterns)
        self.brush = CellBrush(self.studio)
        self.panels = Panels(self.scene, self.studio, self.brush, {})
        self._facts = self.scene.facts
        self._words = self.scene.words

    # ---- names

    def board(self, name: str) -> str:
        """Return the key of a board."""
        for key in self.scene.board_keys:
            if name in (key, self._facts.name(key)):
                return key
        raise PieceError(f"there is no board `{name}`: {_listed(self.scene.board_keys)}")

    def members(self, kind: str) -> Sequence[Json]:
        """Return the members of a kind, or the numbers of a field."""
        if kind in self._facts.kinds:
            return self._facts.kinds[kind]
        for board in self._facts.boards.values():
            for field in board.fields:
                if field.name == kind and field.type.sort == "number" and field.high:
                    return range(max(1, field.low), field.high + 1)
        raise PieceError(f"there is no kind `{kind}`: {_listed(self._facts.kinds)}")

    def member(self, kind: str, name: Json) -> Json:
        """Return a member as the rules have it; its name may be given as text."""
        members = self.members(kind)
        for member in members:
            if str(member) == str(name):
                return member
        raise PieceError(f"there is no {kind} `{name}`: {_listed(members)}")

    def heading(self, kind: str) -> str:
        """Return what a kind is called."""
        return self._words.heading("kinds", kind, self._words.label("field", kind, kind))

    def title(self, kind: str, name: Json) -> str:
        """Return what a member is called."""
        return self._words.label("member", f"{kind}.{name}", "") or self._title(kind, name)

    def _title(self, kind: str, name: Json) -> str:
        look, mark = self._place(kind)
        members = mark.members if mark else look.members if look else {}
        called = members[str(name)].title if str(name) in members else str(name).replace("_", " ")
        return f"{self.heading(kind)} {called}" if isinstance(name, int) else called

    def told(self, kind: str, name: Json) -> str:
        """Return a component in words."""
        copies = self._copies(kind, name)
        piece = self.scene.piece(kind, name)
        words = piece_words(self.scene, piece) if piece.cells else self.title(kind, name)
        return f"{words} {TIMES}{copies}" if copies > 1 else words

    def _copies(self, kind: str, name: Json) -> int:
        return self._facts.copies.get((kind, str(name)), 1)

    # ---- pictures

    def block(self, kind: str, name: Json, *, with_caption: bool) -> Block:
        """Return a component with its name below."""
        picture = self._picture(kind, name)
        caption = self._caption(kind, name) if with_caption else ""
        if not caption:
            return picture
        wide = max(picture.width, text_width(caption, 11))
        words = text(wide / 2, picture.height + 13, caption, size=11, at="middle")
        return Block(wide, picture.height + 16, picture.put((wide - picture.width) / 2, 0) + words)

    def counted(self, kind: str, name: Json) -> Block:
        """Return a component with the number of its copies behind it and its name below."""
        picture, caption, copies = self._picture(kind, name), self._caption(kind, name), self._copies(kind, name)
        body, wide = picture.body, picture.width
        if copies > 1:
            words = f"{TIMES}{copies}"
            body += text(wide + 5, picture.height / 2 + 5, words, size=13, bold=True)
            wide += 5 + text_width(words, 13, bold=True)
        if not caption:
            return Block(wide, picture.height, body)
        body += text(1, picture.height + 13, caption, size=11)
        return Block(max(wide, text_width(caption, 11)), picture.height + 16, body)

    def _picture(self, kind: str, name: Json) -> Block:
        look, mark = self._place(kind)
        if kind in self.scene.look.pieces or look is None:
            return self.panels.picture(self.scene.piece(kind, name))
        middle = SIZE / 2
        if mark is not None:
            return Block(SIZE, SIZE, self.brush.mark(mark, name, middle, middle, SIZE * 0.9))
        cell = {look.main: name}
        size = SIZE if look.grid is Grid.SQUARES else SIZE * 0.85
        paints = {
            self.brush.ground(cell, None, look) or "#fff": [
                rounded(look.grid, (0, 0), (middle, middle), size, (), 0.5, 4)
            ]
        }
        body = grounds(paints, line=FAINT) + self.brush.contents(cell, None, look, middle, middle, size)
        return Block(SIZE, SIZE, body)

    def _caption(self, kind: str, name: Json) -> str:
        """Return the name of a component, where it says more than its picture."""
        look = self.scene.look.pieces.get(kind)
        mark = "?" if look and str(name) in look.unsure else ""
        if kind not in self._facts.kinds or (look is None and self._place(kind)[0] is None):
            return ""  # a number that can be seen, or a name that is written already
        piece = self.scene.piece(kind, name)
        if look and not look.is_named and piece.cells:
            board = self.scene.look.board(look.board)
            return " / ".join(cell_words(self.scene, cell, None, board) for cell in piece.cells) + mark
        return (str(name) if isinstance(name, int) else self.title(kind, name)) + mark

    def grid(self, blocks: Sequence[Block], width: float) -> Block:
        """Return blocks in columns that are all as wide as the widest."""
        wide = max((block.width for block in blocks), default=0)
        return flow([Block(wide, block.height, block.body) for block in blocks], width, 14)

    def rings(self, look: BoardLook) -> Iterator[Block]:
        """Yield from how many players on the areas of a board are used."""
        for ring in look.rings:
            if ring.players > 1:
                swatch = grounds({ring.fill or "#fff": [outline(look.grid, 10, 10, 18)]}, line=FAINT)
                words = self._words.say("from", n=ring.players)
                yield Block(25 + text_width(words, 12), 20, swatch + text(25, 14, words, size=12))

    def notes(self, kind: str, names: Iterable[Json]) -> list[Block]:
        """Return what must be said below: that some are not known for certain."""
        look = self.scene.look.pieces.get(kind)
        if look is None or not any(str(name) in look.unsure for name in names):
            return []
        words = self._words.say("unsure")
        return [Block(text_width(words, 12), 16, text(0, 12, words, size=12, fill=FAINT))]

    def _place(self, kind: str) -> tuple[BoardLook | None, Mark | None]:
        """Return the board on which a kind lies, and as which mark unless it is the ground."""
        for key, facts in self._facts.boards.items():
            look = self.scene.look.board(key)
            for field in facts.fields:
                if kind in (field.type.of if field.type.sort == "kind" else "", field.name):
                    if field.name == look.main:
                        return look, None
                    mark = look.mark(field.name)
                    if mark is not None:
                        return look, mark
        return None, None


def _listed(names: Iterable[Json]) -> str:
    found = [f"`{name}`" for name in names]
    return "there are " + ", ".join([*found[:12], "…"] if len(found) > 12 else found) if found else "there is none"
