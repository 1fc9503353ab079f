"""Ways to cover the cells of a board with pieces, each piece used as often as there are copies of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from tilelaw_reach.learn import Customs, Laying
from tilelaw_reach.play.parts import Board, Cell, Content, Piece

Face: TypeAlias = tuple[str, ...]
"""What a piece shows, half by half; pieces with the same face are interchangeable."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece of some face on cells, half by half."""

    face: Face
    cells: tuple[Cell, ...]


class Deck:
    """The pieces that can be laid, by their faces."""

    def __init__(self, customs: Customs, laying: Laying) -> None:
        self.customs = customs
        self.laying = laying
        self.pieces: dict[Face, list[Piece]] = {}
        self.face_of: dict[Piece, Face] = {}
        printed = customs.parts.printed[laying.kind]
        for piece, copies in customs.parts.copies[laying.kind].items():
            face = tuple(text(laying.content(printed[piece][name])) for name in laying.cells)
            self.face_of[piece] = face
            self.pieces.setdefault(face, []).extend([piece] * copies)

    def others(self, piece: Piece) -> list[Piece]:
        """Return some other pieces: who has nothing else to lay may be asked other things."""
        return [other for other in self.face_of if other != piece][:5]

    def faces(self, without: Mapping[Piece, int]) -> Counter[Face]:
        """Return how many pieces of each face there are besides some."""
        found = Counter({face: len(pieces) for face, pieces in self.pieces.items()})
        for piece, number in without.items():
            found[self.face_of[piece]] -= number
        return found


def text(content: Mapping[str, Any]) -> str:
    """Return what lies on a cell as text, so that it can be compared."""
    return json.dumps(content, sort_keys=True)


def covers(deck: Deck, boards: Sequence[Board], left: Counter[Face], chance: Random) -> Iterator[list[list[Laid]]]:
    """Yield ways to cover several boards at once; `left` says how many pieces of each face there are."""
    if not boards:
        yield []
        return
    for first in _covers(deck, boards[0], left, chance):
        used = Counter(laid.face for laid in first)
        for others in covers(deck, boards[1:], left - used, chance):
            yield [first, *others]


def _covers(deck: Deck, board: Board, left: Counter[Face], chance: Random) -> Iterator[list[Laid]]:
    names = deck.customs.printed_fields
    printed = {at: _printed(content, names) for at, content in board.items()}
    prints = {at: text(content) for at, content in printed.items() if content}
    if len(deck.laying.cells) != 2 or len(prints) % 2:
        return
    ways = _ways(deck, prints)
    for listed in ways.values():
        chance.shuffle(listed)
    yield from _covered(dict.fromkeys(sorted(prints)), ways, Counter(left), [])


def _printed(content: Content, names: set[str]) -> Content:
    return {name: value for name, value in content.items() if name in names}


def _ways(deck: Deck, prints: Mapping[Cell, str]) -> dict[Cell, list[Laid]]:
    """Return for each cell the pieces that can lie on it."""
    found: dict[Cell, list[Laid]] = {at: [] for at in prints}
    for at, one in prints.items():
        for step in sorted(deck.customs.steps):
            mate = tuple(a + b for a, b in zip(at, step, strict=True))
            face = (one, prints.get(mate, ""))
            if face in deck.pieces and (face[0] != face[1] or at < mate):
                laid = Laid(face, (at, mate))
                found[at].append(laid)
                found[mate].append(laid)
    return found


def _covered(
    bare: dict[Cell, None], ways: Mapping[Cell, Sequence[Laid]], left: Counter[Face], done: list[Laid]
) -> Iterator[list[Laid]]:
    if not bare:
        yield list(done)
        return
    options = {at: [laid for laid in ways[at] if left[laid.face] > 0 and _fits(laid, bare)] for at in bare}
    at = min(options, key=lambda each: len(options[each]))
    for laid in options[at]:
        left[laid.face] -= 1
        done.append(laid)
        yield from _covered({each: None for each in bare if each not in laid.cells}, ways, left, done)
        done.pop()
        left[laid.face] += 1


def _fits(laid: Laid, bare: Mapping[Cell, None]) -> bool:
    return all(cell in bare for cell in laid.cells)
