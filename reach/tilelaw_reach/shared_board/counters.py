"""How numbers rise when pieces are laid on a board that is nobody's own, found out by trying.

A half is taken to be worth the like cells in a row with it, in each direction. What is found out about a game is
which cells show something although nothing was laid there, where numbers stop, whether a number that stops owes its
player another piece, and where the very first piece can lie. Whatever else the rules do shows when a game is played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tilelaw_reach.learn import Customs, Laying, numbers, transitions
from tilelaw_reach.own_boards.sequences import beginning, fragment
from tilelaw_reach.play.game import Data, Game, Position, due_in
from tilelaw_reach.play.parts import Cell, Piece

Path = tuple[str, ...]
Pair = tuple[Cell, Cell]

HIGHEST = 99
"""No number is tried beyond this."""
TRIED = 30
"""So many layings are looked at for one that moves a number by more than one."""


@dataclass(slots=True)
class Rises:
    """What has been found out about a game."""

    words: dict[str, tuple[str, ...]]
    """The words of the halves of each piece."""
    shown: dict[Cell, str] = field(default_factory=dict)
    """What cells show on which nothing was laid."""
    stops: list[int] = field(default_factory=list)
    """Where a number stops, however far it would rise; at the last one it stays."""
    owed: str = ""
    """The number that counts the pieces owed to whoever has made a number stop; empty if none are."""
    firsts: frozenset[Pair] = frozenset()
    """Where the very first piece can lie."""
    hand: int = 0
    """How many pieces a player holds when asked for the first time."""

    def risen(self, number: int, gain: int) -> int:
        """Return a number after a gain."""
        if not gain:
            return number
        stop = next((stop for stop in self.stops if stop > number), number if self.stops else HIGHEST)
        return min(number + gain, stop)

    def is_owed(self, before: int, after: int) -> bool:
        """Say whether a number that has risen owes its player another piece."""
        return bool(self.owed) and after > before and after in self.stops


def find_out(game: Game, customs: Customs, laying: Laying) -> Rises:
    """Return how numbers rise in a game."""
    printed = customs.parts.printed[laying.kind]
    rises = Rises({str(piece): tuple(str(each[name]) for name in laying.cells) for piece, each in printed.items()})
    _Trial(game, customs, laying, rises).run()
    return rises


class _Trial:
    """Tries things out."""

    def __init__(self, game: Game, customs: Customs, laying: Laying, rises: Rises) -> None:
        self._game = game
        self._customs = customs
        self._laying = laying
        self._rises = rises
        self._steps = sorted(customs.steps)

    def run(self) -> None:
        """Find out everything."""
        start = beginning(self._customs, Counter())
        pieces = list(self._customs.parts.copies[self._laying.kind])
        empty = self._game.read(fragment(self._customs, self._laying, start, 0, pieces))
        if empty is not None:
            cells = self._customs.cells
            pairs = [(at, mate) for at in sorted(cells) for mate in sorted(self._around(at) & cells)]
            legal = {pair for pair in pairs if self._laid(empty, pieces[0], pair) is not None}
            self._rises.firsts = frozenset(legal)
            self._rises.shown = dict(self._shown(empty, sorted(legal)))
        self._find_stops()

    def _around(self, at: Cell) -> set[Cell]:
        return {(at[0] + step[0], at[1] + step[1]) for step in self._steps}

    def _laid(self, position: Position, piece: Piece, pair: Pair) -> Position | None:
        return position.after(self._laying.move(piece, dict(zip(self._laying.cells, pair, strict=True))))

    def _shown(self, empty: Position, pairs: Sequence[Pair]) -> Iterator[tuple[Cell, str]]:
        """Yield what bare cells show: who lays a like half beside one of them gains."""
        mates = dict(pairs)
        for word, (piece, half) in self._apart().items():
            gaining: set[Cell] = set()
            for at, mate in mates.items():
                after = self._laid(empty, piece, (at, mate) if half == 0 else (mate, at))
                if after is not None and any(path[-1] == word for path, _ in _rising({}, after.data)):
                    gaining.add(at)
            around = {cell for at in gaining for cell in self._around(at)} - self._customs.cells
            beside = {cell: self._around(cell) & mates.keys() for cell in around}
            fitting = {cell: cells for cell, cells in beside.items() if cells <= gaining}
            left = set(gaining)
            while left and fitting:
                cell = max(fitting, key=lambda each: (len(fitting[each] & left), each))
                if not fitting[cell] & left:
                    break
                yield cell, word
                left -= fitting.pop(cell)

    def _apart(self) -> dict[str, tuple[Piece, int]]:
        """Return for each word a piece whose other half has another word, and which half it is."""
        found: dict[str, tuple[Piece, int]] = {}
        for piece in self._customs.parts.copies[self._laying.kind]:
            words = self._rises.words[str(piece)]
            if len(set(words)) == len(words):
                for half, word in enumerate(words):
                    found.setdefault(word, (piece, half))
        return found

    def _find_stops(self) -> None:
        """Find where numbers stop: let one rise from wherever it can stand."""
        found = self._jump()
        if found is None:
            return
        data, move, path, gain = found
        for number in range(HIGHEST):
            position = self._game.read(_with(data, path, number))
            after = position.after(move) if position is not None else None
            if after is None:
                break
            now = _at(after.data, path)
            if now < number + gain and now not in self._rises.stops:
                self._rises.stops.append(now)
            owed = [name for name, value in after.data.items() if type(value) is int and value > data.get(name, 0)]
            if now > number and now in self._rises.stops:
                self._rises.owed = next(iter(owed), self._rises.owed)

    def _jump(self) -> tuple[Data, Data, Path, int] | None:
        """Return a laying that moves a number by more than one and asks for nothing, the number and the gain."""
        for seed in range(TRIED):
            for before, answer, after in islice(transitions(self._game, seed), TRIED):
                due = due_in(before) or {}
                if not self._rises.hand and due.get("ask") == self._laying.ask:
                    zone = self._customs.parts.zones[self._laying.zone]
                    self._rises.hand = len(self._customs.parts.names(before, zone.name, due["player"]))
                if self._laying.action not in answer:
                    continue
                piece = answer[self._laying.action].get(self._laying.argument)
                if len(set(self._rises.words.get(str(piece), ("", "")))) < 2:
                    continue
                for path, rise in _rising(before, after):
                    if rise > 1 and len(path) > 1:
                        return before, answer, path, rise
        return None


def _rising(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[Path, int]]:
    """Yield the numbers that have become larger, and by how much."""
    earlier = dict(numbers(dict(before)))
    for path, number in numbers(dict(after)):
        if number > earlier.get(path, 0):
            yield path, number - earlier.get(path, 0)


def _with(data: Data, path: Path, number: int) -> Data:
    """Return data in which another number stands somewhere."""
    found: Data = json.loads(json.dumps(data))
    here = found
    for name in path[:-1]:
        here = here.setdefault(name, {})
    here[path[-1]] = number
    return found


def _at(data: Any, path: Sequence[str]) -> int:
    for name in path:
        data = data.get(name) if isinstance(data, Mapping) else None
    return data if type(data) is int else 0
