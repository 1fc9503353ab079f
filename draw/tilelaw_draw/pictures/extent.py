"""What a picture shows of a position: everything, or only what an answer and outlines are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tilelaw_draw.scene import Board, Piece, Scene, Variable, Zone
from tilelaw_draw.values import Cell, Json, Spot
from tilelaw_draw.view import Outline, Seam, View


@dataclass(frozen=True, slots=True)
class Extent:
    """The parts of a position that are shown."""

    zones: tuple[Zone, ...]
    boards: tuple[Board, ...]
    variables: tuple[Variable, ...]


class Answer:
    """The arguments of a move: the cells among them, and what else it chooses."""

    def __init__(self, scene: Scene, marks: Mapping[str, Json]) -> None:
        self._scene = scene
        self.cells = {name: at for name, value in marks.items() if (at := cell_of(value))}
        self.chosen = {name: value for name, value in marks.items() if name not in self.cells}

    def on(self, board: Board) -> dict[str, Spot]:
        """Return the cells that lie on a board: with a player's number, or the asked player's."""
        found = {}
        for name, at in self.cells.items():
            owner = at[2] if len(at) > 2 else self._scene.due_player or 0
            if board.owner is None or board.owner == owner:
                found[name] = (at[0], at[1])
        return found

    def asked_about(self, board: Board) -> list[Spot]:
        """Return the cells of a board that the ask itself names."""
        named = [
            cell_of(value)
            for name, value in self._scene.due_ask.items()
            if name in self._scene.facts.bound and self._scene.facts.bound[name].sort == "cell"
        ]
        owner = self._scene.due_player
        return [(at[0], at[1]) for at in named if at and board.owner in (None, at[2] if len(at) > 2 else owner)]

    def piece(self) -> Piece | None:
        """Return the piece that comes to the cells: one that is named, or else the asked player's."""
        named = {**self._scene.due_ask, **self.chosen}
        for name, value in named.items():
            kind = self._scene.facts.bound[name].of if name in self._scene.facts.bound else name
            if kind in self._scene.look.pieces and value is not None:
                return self._scene.piece(kind, value)
        for zone in self._scene.zones():
            for piece in zone.pieces or ():
                if piece.owner == self._scene.due_player is not None and len(piece.cells) == len(self.cells):
                    return piece
        return None

    def ghost(self, board: Board) -> dict[Spot, Cell]:
        """Return what would come to lie on the cells of a board, nothing if that is not known."""
        cells, piece = self.on(board), self.piece()
        if piece is None or not cells or len(cells) != len(self.cells):
            return {}
        look = self._scene.look.pieces.get(piece.kind, piece.look)
        if look.board != board.key or len(piece.cells) != len(cells):
            return {}
        if look.mark:
            return {
                at: {**board.lying.get(at, {}), **part} for at, part in zip(cells.values(), piece.cells, strict=True)
            }
        names = [part.record or next(iter(part.fields.values()), "") for part in look.parts]
        by_name = {*names} == {*cells}
        order = [cells[name] for name in names] if by_name else [*cells.values()]
        return dict(zip(order, piece.cells, strict=True))


def extent_of(scene: Scene, answer: Answer, view: View) -> Extent:
    """Return what is shown."""
    whole = Extent(tuple(scene.zones()), tuple(scene.boards()), tuple(scene.variables()))
    if view.parts:
        return _parts(whole, view)
    if not view.crop:
        return whole
    zones = _zones(whole.zones, scene, answer, view)
    variables = tuple(each for each in whole.variables if _is_chosen(each, answer.chosen))
    is_about_pieces = bool(zones) and not answer.cells and not view.outlines
    return Extent(zones, () if is_about_pieces else _boards(whole.boards, scene, answer, view), variables)


def _parts(whole: Extent, view: View) -> Extent:
    """Return the parts that are named, each player's or one's."""

    def is_named(key: str, owner: int | None = None) -> bool:
        return any(key == name and who in (None, owner) for name, who in view.parts)

    return Extent(
        tuple(each for each in whole.zones if is_named(each.key, each.owner)),
        tuple(each for each in whole.boards if is_named(each.key, each.owner)),
        tuple(each for each in whole.variables if is_named(each.key)),
    )


def _boards(boards: Sequence[Board], scene: Scene, answer: Answer, view: View) -> tuple[Board, ...]:
    """Return the boards with marks or outlines; else the asked player's; else those on which something lies."""
    marked = [each for each in boards if answer.on(each) or of_board(view.outlines, each)]
    due = [each for each in boards if each.owner is None or each.owner == scene.due_player]
    return tuple(marked or due or [each for each in boards if each.lying] or boards[:1])


def _zones(zones: Sequence[Zone], scene: Scene, answer: Answer, view: View) -> tuple[Zone, ...]:
    """Return the zones to choose from, or of the piece that comes to cells, that piece alone."""
    if answer.cells:
        piece = None if view.ghost else answer.piece()
        found = [
            replace(zone, pieces=tuple(each for each in zone.pieces or () if each == piece)[:1])
            for zone in zones
            if piece is not None and piece in (zone.pieces or ()) and zone.owner in (None, scene.due_player)
        ]
        return tuple(found[:1])
    return tuple(
        zone
        for zone in zones
        if zone.owner in (None, scene.due_player)
        and any(piece.name is not None and answer.chosen.get(piece.kind) == piece.name for piece in zone.pieces or ())
    )


def _is_chosen(variable: Variable, chosen: Mapping[str, Json]) -> bool:
    keys = {key for row in variable.rows for key, _ in row.entries}
    return any(str(value) in keys for value in chosen.values())


def of_board(groups: Sequence[Outline] | Sequence[Seam], board: Board) -> list[Outline | Seam]:
    """Return the outlines or seams that belong to a board."""
    return [each for each in groups if each.owner in (None, board.owner) and each.board in ("", board.key)]


def cell_of(value: Json) -> tuple[int, ...]:
    """Return the coordinates of an argument that is a cell, perhaps with the number of its player; else nothing."""
    numbers = tuple(part for part in value if type(part) is int) if isinstance(value, list | tuple) else ()
    is_cell = isinstance(value, Sequence) and len(numbers) == len(value) and len(numbers) in (2, 3)
    return numbers if is_cell else ()
