"""A module that speaks in records: positions and moves go in and come out as bytes.

Every question copies its record into the memory of the module and its answer out, so that nothing is left behind and
positions are values. What the rules themselves get wrong comes back as a negative number and is raised as `Stopped`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from tilelaw_engine.host import Host
from tilelaw_engine.layout import Layout

LAYOUT = "tilelaw.layout"
REST = 0
"""How shuffles are answered: not at all, so that play rests there. A host deals by itself."""
DEAL = 1
"""By the generator of the module: in playouts."""


class Stopped(Exception):
    """The rules contradict themselves, or the module has no room: the code says what."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the module stopped with {code}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Listing:
    """The legal moves of a position: their number, and their bytes one after the other."""

    count: int
    moves: bytes


class Runner:
    """Asks a module about records."""

    def __init__(self, host: Host) -> None:
        described = json.loads(host.said[LAYOUT])
        self.layout: Layout = described
        self.size: int = described["size"]
        self.move: int = described["move"]
        self._memory = host.memory
        areas = described["areas"]
        self._record: int = areas["record"]
        self._listed: int = areas["moves"]
        self._one: int = areas["move"]
        self._capacity: int = areas["capacity"]
        self._end = self._record + self.size
        names = ("start", "moves", "step", "resume", "judge", "playout", "seed")
        self._start, self._moves, self._step, self._resume, self._judge, self._playout, self._seed = (
            host.function(name) for name in names
        )
        self._perft = host.function("perft", is_long=True)

    def start(self) -> bytes:
        """Return the first position."""
        _checked(self._start(self._record, REST))
        return bytes(self._memory[self._record : self._end])

    def moves(self, record: bytes) -> Listing:
        """Return the legal moves of a position."""
        self._memory[self._record : self._end] = record
        return self._list(self._moves(self._record))

    def step(self, record: bytes, move: bytes) -> tuple[bytes, Listing]:
        """Return the position after a legal move, and its moves."""
        memory = self._memory
        memory[self._record : self._end] = record
        memory[self._listed : self._listed + self.move] = move
        listing = self._list(self._step(self._record, 0, REST))
        return bytes(memory[self._record : self._end]), listing

    def _list(self, count: int) -> Listing:
        if count < 0 or count > self._capacity:
            raise Stopped(min(count, 0))
        return Listing(count, bytes(self._memory[self._listed : self._listed + count * self.move]))

    def resume(self, record: bytes) -> bytes:
        """Return the position after the first of the zones that are due has been put into its order."""
        self._memory[self._record : self._end] = record
        _checked(self._resume(self._record, REST))
        return bytes(self._memory[self._record : self._end])

    def judge(self, record: bytes, move: bytes) -> bytes | None:
        """Return a move with its arguments in canonical order if it is legal, or nothing."""
        self._memory[self._record : self._end] = record
        self._memory[self._one : self._one + self.move] = move
        if self._judge(self._record, self._one):
            return None
        return bytes(self._memory[self._one : self._one + self.move])

    def perft(self, record: bytes, depth: int) -> int:
        """Return how many sequences of so many moves there are."""
        self._memory[self._record : self._end] = record
        return _checked(self._perft(self._record, depth))

    def playout(self, record: bytes, seed: int, policy: int, most: int) -> bytes:
        """Return the position at the end of a game that the module plays by itself."""
        self._memory[self._record : self._end] = record
        seed &= 2**64 - 1
        self._seed(seed - 2**64 if seed >= 2**63 else seed)
        _checked(self._playout(self._record, policy, most))
        return bytes(self._memory[self._record : self._end])


def _checked(result: int) -> int:
    if result < 0:
        raise Stopped(result)
    return result
