"""A position in words, for those who hear a picture instead of seeing it."""

from __future__ import annotations

from collections.abc import Sequence

from tilelaw_draw.looks.style import BoardLook, MarkKind
from tilelaw_draw.pictures.extent import Answer, Extent
from tilelaw_draw.scene import Piece, Scene, Variable, members_of
from tilelaw_draw.values import Cell, Json, Spot, short
from tilelaw_draw.view import View


def describe(scene: Scene, extent: Extent, answer: Answer, view: View) -> str:
    """Return everything that a picture of a position shows, in sentences."""
    said = []
    for zone in extent.zones:
        pieces = "; ".join(piece_words(scene, piece) for piece in zone.pieces) if zone.pieces else str(zone.count)
        said.append(f"{scene.title_of(zone)}: {pieces}.")
    for board in extent.boards:
        heading = scene.heading(board) or scene.board_title(board.key)
        cells = [f"{_pair(at)} {cell_words(scene, cell, at, board.look)}" for at, cell in sorted(board.lying.items())]
        said.append(f"{heading}: {'; '.join(cells) or scene.words.say('nothing')}.")
    said += [_variable(scene, variable) for variable in extent.variables]
    said += [f"{' '.join(map(_pair, each.cells))}: {each.label}." for each in view.outlines]
    if view.crop or view.ghost:
        said += _answer(scene, answer)
    if view.tick is not None:
        verdict = scene.words.say("right" if view.tick else "wrong")
        said.append(f"{verdict[:1].upper()}{verdict[1:]}.")
    return " ".join([*said, scene.due] if view.head else said)


def _answer(scene: Scene, answer: Answer) -> list[str]:
    words = scene.words
    parts = [
        f"{words.label('kinds', name, name)} {words.label('member', f'{name}.{short(value)}', short(value))}"
        for name, value in answer.chosen.items()
    ]
    parts += [f"{name} {_pair(at)}" for name, at in answer.cells.items()]
    return [words.say("answer", what=", ".join(parts))] if parts else []


def _pair(at: Sequence[int]) -> str:
    return f"{at[0]},{at[1]}"


def cell_words(scene: Scene, cell: Cell, at: Spot | None, look: BoardLook) -> str:
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
            title = look.numbers[field].title
            # Behind a label no number asks for another form of it.
            words += [f"{title} {value}" if scene.words.labels else f"{value} {title}"] if value else []
        elif mark is None:
            words.append(f"{field} {short(value)}")
        elif mark.kind is MarkKind.PLAYER and type(value) is int:
            words.append(f"{mark.title} {scene.words.player(value)}")
        elif mark.members:
            member = mark.member(value)
            words.append(member.title if member else short(value))
        else:
            words.append(mark.title if mark.kind is MarkKind.FLAG else f"{mark.title} {value}")
    return ", ".join(word for word in words if word)


def piece_words(scene: Scene, piece: Piece) -> str:
    """Return what a piece is and carries, in words."""
    look = scene.look.board(piece.look.board)
    cells = scene.words.joined(cell_words(scene, cell, None, look) for cell in piece.cells)
    words = [piece.title, cells] if not piece.look.mark else [cells]
    if piece.owner is not None:
        words.append(scene.words.say("of", who=scene.name(piece.owner)))
    words += piece.rest
    return " ".join(word for word in words if word)


def _variable(scene: Scene, variable: Variable) -> str:
    said = []
    for row in variable.rows:
        title = f"{variable.look.title} {row.heading}".strip()
        said.append(f"{title}: {', '.join(_entry(scene, variable, *entry) for entry in row.entries)}.")
    return " ".join(said)


def _entry(scene: Scene, variable: Variable, key: str, value: Json) -> str:
    member = members_of(variable.board, variable.look.keys).get(key)
    key = member.title if member else key
    return key if key and value is True else f"{key} {scene.value(value, variable.look)}".strip()
