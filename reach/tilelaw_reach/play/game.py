"""Who plays by the rules while a game is looked for: whoever starts the search hands in a `Game`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

Data: TypeAlias = dict[str, Any]
"""A position, a move, or another part of either, as JSON data."""


class Position(Protocol):
    """A position at rest."""

    @property
    def data(self) -> Data:
        """The position as it is written."""

    def moves(self) -> Sequence[Data]:
        """Return every legal move; none if a shuffle is due or nobody can move."""

    def some_move(self, chance: Random) -> Data | None:
        """Return a legal move by chance, quicker than all of them; nothing if there is none."""

    def after(self, answer: Data) -> Position | None:
        """Return the next position, or nothing if the answer is illegal."""


class Game(Protocol):
    """A ruleset for a number of players."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What its positions are made of."""

    def start(self) -> Position:
        """Return where a game begins: nothing is shuffled yet."""

    def replay(self, answers: Sequence[Data]) -> Position | None:
        """Return the position after some answers since the start, or nothing if one is illegal."""

    def read(self, data: Data) -> Position | None:
        """Return a position that is written, or nothing if it makes no sense."""


class OutOfTime(Exception):
    """The time for a case is over."""


class Clock:
    """How long a search may last, in time of this process: what else the machine does is no matter."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def check(self) -> None:
        """Raise `OutOfTime` if it is over."""
        if time.process_time() > self._end:
            raise OutOfTime

    def part(self, share: float) -> Clock:
        """Return a clock for a share of the time that is left."""
        return Clock((self._end - time.process_time()) * share)


def due_in(data: Mapping[str, Any]) -> Data | None:
    """Return what must be answered in a position."""
    asks = data.get("asks")
    return asks[0] if asks else None
