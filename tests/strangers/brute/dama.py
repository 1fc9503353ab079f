"""Turkish draughts. The first player starts at the bottom and moves up, a jump is a move, and chains are followed by
recursion."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Self, TypeAlias

from strangers.brute import Answer

Square: TypeAlias = tuple[int, int]
Board: TypeAlias = dict[Square, tuple[int, bool]]
"""Who stands on a square, and whether it is a king."""

WAYS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}
FORWARD, LAST_ROW = ("up", "down"), (0, 7)
LIMIT = 60
"""So many moves in a row without a capture are a draw."""


class Move(NamedTuple):
    who: Square
    way: str
    victim: Square | None
    to: Square
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Dama:
    board: Board
    mover: int = 0
    chaining: Square | None = None
    course: str = ""
    quiet: int = 0

    @classmethod
    def start(cls) -> Self:
        return cls({(x, y): (int(y < 3), False) for x in range(8) for y in (1, 2, 5, 6)})

    def moves(self) -> list[Move]:
        if self.chaining is None and self.quiet >= LIMIT:
            return []
        able = (
            [self.chaining] if self.chaining else [at for at, (player, _) in self.board.items() if player == self.mover]
        )
        chains = [
            (1 + longest(jumped(self.board, at, over, to), to, way), at, way, over, to)
            for at in able
            for way, over, to in jumps(self.board, at, self.course)
        ]
        most = max((length for length, *_ in chains), default=0)
        if most:
            return [Move(at, way, over, to, most > 1) for length, at, way, over, to in chains if length == most]
        return [Move(at, way, None, to, False) for at in able for way, to in walks(self.board, at)]

    def after(self, move: Move) -> Self:
        board = jumped(self.board, move.who, move.victim, move.to)
        quiet = 0 if move.victim else self.quiet + 1
        if move.goes_on:
            return type(self)(board, self.mover, move.to, move.way, quiet)
        if move.to[1] == LAST_ROW[self.mover]:
            board[move.to] = (self.mover, True)
        return type(self)(board, 1 - self.mover, None, "", quiet)

    def answer(self, move: Move) -> Answer:
        name = "jump" if move.victim else "walk"
        return {name: {"who": list(move.who), "way": move.way, "to": list(move.to)}}

    def result(self) -> list[int]:
        own = [at for at, (player, _) in self.board.items() if player == self.mover]
        is_able = any([*walks(self.board, at), *jumps(self.board, at, "")] for at in own)
        return [int(is_able or player != self.mover) for player in (0, 1)]


def jumps(board: Board, at: Square, course: str) -> Iterator[tuple[str, Square, Square]]:
    """Yield the single jumps of a piece: the way, the victim and the landing."""
    player, is_king = board[at]
    for way in _ways(player, is_king):
        free, beyond = _ahead(board, at, way)
        if (course and way == BACK[course]) or beyond is None or board[beyond][0] == player or (free and not is_king):
            continue
        landings, _ = _ahead(board, beyond, way)
        for to in landings if is_king else landings[:1]:
            yield way, beyond, to


def walks(board: Board, at: Square) -> Iterator[tuple[str, Square]]:
    player, is_king = board[at]
    for way in _ways(player, is_king):
        free, _ = _ahead(board, at, way)
        yield from ((way, to) for to in (free if is_king else free[:1]))


def longest(board: Board, at: Square, course: str) -> int:
    after = ((jumped(board, at, over, to), to, way) for way, over, to in jumps(board, at, course))
    return max((1 + longest(*each) for each in after), default=0)


def jumped(board: Board, at: Square, over: Square | None, to: Square) -> Board:
    left = {square: piece for square, piece in board.items() if square not in (at, over)}
    return left | {to: board[at]}


def _ways(player: int, is_king: bool) -> list[str]:
    return list(WAYS) if is_king else [FORWARD[player], "left", "right"]


def _ahead(board: Board, at: Square, way: str) -> tuple[list[Square], Square | None]:
    """Return the free squares ahead, and the one with a piece that ends them."""
    (x, y), (dx, dy) = at, WAYS[way]
    free: list[Square] = []
    while 0 <= (x := x + dx) < 8 and 0 <= (y := y + dy) < 8:
        if (x, y) in board:
            return free, (x, y)
        free.append((x, y))
    return free, None


def scattered(seed: int, men: tuple[int, int], kings: tuple[int, int]) -> Dama:
    """Return a random position with so many men and kings of both players."""
    chance, board = random.Random(seed), Board()
    for player in (0, 1):
        open_ = [(x, y) for x in range(8) for y in range(8) if (x, y) not in board and y != LAST_ROW[player]]
        chosen = chance.sample(open_, men[player] + kings[player])
        board |= {at: (player, i < kings[player]) for i, at in enumerate(chosen)}
    return Dama(board)
