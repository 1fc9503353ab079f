"""Ways to cover the named cells of boards with pieces: an exact cover in which each piece is used at most as often as
there are copies of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tilelaw_reach.deck import Deck, Face, Placement, text
from tilelaw_reach.play.data import Cell, step_from
from tilelaw_reach.play.parts import Board


def covers(
    deck: Deck, boards: Sequence[Board], stock: Counter[Face], chance: Random
) -> Iterator[list[list[Placement]]]:
    """Yield ways to cover several boards from one stock of pieces, each as one list of placements for each board."""
    if not boards:
        yield []
        return
    for first in _board_covers(deck, boards[0], stock, chance):
        used = Counter(placement.face for placement in first)
        for others in covers(deck, boards[1:], stock - used, chance):
            yield [first, *others]


def _board_covers(deck: Deck, board: Board, stock: Counter[Face], chance: Random) -> Iterator[list[Placement]]:
    names = deck.habits.printed_fields
    printed = {at: {name: value for name, value in content.items() if name in names} for at, content in board.items()}
    halves = {at: text(content) for at, content in printed.items() if content}
    if len(deck.place.cells) != 2 or len(halves) % 2:
        return
    options = _options(deck, halves)
    for listed in options.values():
        chance.shuffle(listed)
    yield from _completed(dict.fromkeys(sorted(halves)), options, Counter(stock), [])


def _options(deck: Deck, halves: Mapping[Cell, str]) -> dict[Cell, list[Placement]]:
    """Return for each cell the placements that cover it."""
    found: dict[Cell, list[Placement]] = {at: [] for at in halves}
    for at, half in halves.items():
        for step in sorted(deck.habits.steps):
            mate = step_from(at, step)
            face = (half, halves.get(mate, ""))
            if face in deck.pieces and (face[0] != face[1] or at < mate):
                placement = Placement(face, (at, mate))
                found[at].append(placement)
                found[mate].append(placement)
    return found


def _completed(
    open_cells: dict[Cell, None],
    options: Mapping[Cell, Sequence[Placement]],
    stock: Counter[Face],
    done: list[Placement],
) -> Iterator[list[Placement]]:
    """Yield all ways to go on from the placements that are done, the cell with the fewest options first."""
    if not open_cells:
        yield list(done)
        return
    left = {
        at: [each for each in options[at] if stock[each.face] > 0 and all(cell in open_cells for cell in each.cells)]
        for at in open_cells
    }
    at = min(left, key=lambda each: len(left[each]))
    for placement in left[at]:
        stock[placement.face] -= 1
        done.append(placement)
        still_open = {each: None for each in open_cells if each not in placement.cells}
        yield from _completed(still_open, options, stock, done)
        done.pop()
        stock[placement.face] += 1
