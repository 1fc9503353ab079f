"""Pictures of components, each drawn once for all languages, and marks that say how well a component is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from markupsafe import Markup

from tilelaw_draw import PieceError, draw_empty, draw_piece
from tilelaw_press.model import Reading, Said
from tilelaw_press.page import Asset, link
from tilelaw_press.pages.pictures import Picture, picture
from tilelaw_press.rulebook.components import notes
from tilelaw_press.shelf import Shelf

Shown: TypeAlias = Callable[[Picture, str], Markup]
"""How a picture is put into a page, given what it shows in words."""

MARKS = "*†‡§¶"
MOST_MARKS = len(MARKS)


@dataclass(frozen=True, slots=True)
class Note:
    """A mark and what it says."""

    mark: str
    text: Said


class Pieces:
    """Pictures of the components of a ruleset; nothing for what cannot be drawn."""

    def __init__(self, shelf: Shelf, name: str, players: int, shown: Shown) -> None:
        self._shelf = shelf
        self._name = name
        self._players = players
        self._shown = shown

    def __call__(self, kind: str, member: str | int) -> Markup:
        """Return the picture of a component; its name stands beside it."""
        drawn = _drawn(self._shelf, self._name, self._players, kind, member)
        return Markup("") if drawn is None else self._shown(drawn, "")

    def board(self, board: str, alt: str) -> Markup:
        """Return the picture of an empty board."""
        manifest = self._shelf.sources.manifest(self._name, self._players)
        look = self._shelf.sources.look(self._name, self._players)
        return self._shown(picture(draw_empty(board, manifest, look, width=560)), alt)

    def marks(self, kind: str, reading: Reading) -> Mapping[str, Note]:
        """Return the marks of members of a kind that have one."""
        found = notes(self._shelf.ruleset(self._name).book, reading.game, kind)
        remarks = list(dict.fromkeys(found.values()))
        if len(remarks) > MOST_MARKS:
            return {}
        marked = {remark: Note(mark, reading.note(remark)) for remark, mark in zip(remarks, MARKS, strict=False)}
        return {member: marked[remark] for member, remark in found.items()}


def _drawn(shelf: Shelf, name: str, players: int, kind: str, member: str | int) -> Picture | None:
    kept = shelf.kept.setdefault(f"piece {kind} {member}", {})
    if (name, players) not in kept:
        manifest, look = shelf.sources.manifest(name, players), shelf.sources.look(name, players)
        try:
            kept[name, players] = picture(draw_piece(kind, member, manifest, look, caption=False))
        except PieceError:
            kept[name, players] = None
    found: Picture | None = kept[name, players]
    return found


class Filed:
    """Puts pictures into files; `files` are those of one page."""

    def __init__(self, path: str, scale: float = 1.0) -> None:
        self._path = path
        self._scale = scale
        self.files: dict[str, Asset] = {}

    def __call__(self, drawn: Picture, alt: str) -> Markup:
        """Return a picture that lies in a file."""
        self.files[drawn.path] = drawn.asset
        width, height = round(drawn.width * self._scale), round(drawn.height * self._scale)
        return Markup('<img class="tl-piece" src="{}" alt="{}" width="{}" height="{}" loading="lazy">').format(
            link(self._path, drawn.path), alt, width, height
        )
