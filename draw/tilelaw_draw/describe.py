"""A position in words, for those who hear a picture instead of seeing it."""

from __future__ import annotations

from tilelaw_draw.looks.style import BoardLook, MarkKind
from tilelaw_draw.scene import Piece, Scene, Variable
from tilelaw_draw.values import Cell, Json, Spot, short


def describe(scene: Scene) -> str:
    """Return everything that a picture of a position shows, in sentences."""
    said = []
    for zone in scene.zones():
        pieces = "; ".join(_piece(scene, piece) for piece in zone.pieces) if zone.pieces else str(zone.count)
        said.append(f"{scene.title_of(zone)}: {pieces}.")
    for board in scene.boards():
        heading = scene.heading(board) or board.key
        cells = [f"{at[0]},{at[1]} {cell_words(cell, at, board.look)}" for at, cell in sorted(board.lying.items())]
        said.append(f"{heading}: {'; '.join(cells) or 'nothing yet'}.")
    said += [_variable(scene, variable) for variable in scene.variables()]
    return " ".join([*said, scene.due])


def cell_words(cell: Cell, at: Spot | None, look: BoardLook) -> str:
    """Return what a cell shows, in words."""
    member = look.member_of(cell)
    printed = None if at is None else look.printed_at(at)
    words = [member.title if member else short(cell[look.main]) if cell.get(look.main) is not None else ""]
    if printed and not words[0]:
        words = [printed.title]
    for field, value in cell.items():
        if field in ("at", look.main) or value is False:
            continue
        mark = look.mark(field)
        if field in look.numbers:
            words += [f"{value} {look.numbers[field].title}"] if value else []
        elif mark is None:
            words.append(f"{field} {short(value)}")
        elif mark.kind is MarkKind.PLAYER and type(value) is int:
            words.append(f"{mark.title} player {value + 1}")
        elif mark.members:
            member = mark.member(value)
            words.append(member.title if member else short(value))
        else:
            words.append(mark.title if mark.kind is MarkKind.FLAG else f"{mark.title} {value}")
    return ", ".join(word for word in words if word)


def _piece(scene: Scene, piece: Piece) -> str:
    look = scene.look.board(piece.look.board)
    cells = " and ".join(cell_words(cell, None, look) for cell in piece.cells)
    words = [piece.title, cells] if not piece.look.mark else [cells]
    if piece.owner is not None:
        words.append(f"of {scene.name(piece.owner)}")
    words += piece.rest
    return " ".join(word for word in words if word)


def _variable(scene: Scene, variable: Variable) -> str:
    said = []
    for row in variable.rows:
        title = f"{variable.look.title} {row.heading}".strip()
        said.append(f"{title}: {', '.join(_entry(scene, variable, *entry) for entry in row.entries)}.")
    return " ".join(said)


def _entry(scene: Scene, variable: Variable, key: str, value: Json) -> str:
    return key if key and value is True else f"{key} {scene.value(value, variable.look)}".strip()
