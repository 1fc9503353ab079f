"""A module that speaks in records: positions and moves go in and come out as bytes.

Every question copies its record into the memory of the module, unless it lies there already, and its answer out: so
positions are values. What the rules themselves get wrong comes back as a negative number and is raised as `Stopped`.
"""

from __future__ import annotations

import json
from struct import Struct

from tilelaw_dsl.ir import NOT_ASKED
from tilelaw_engine.host import RAW, Host
from tilelaw_engine.shapes import Layout
from tilelaw_engine.to_json import JsonObject, decode, zone_places

LAYOUT = "tilelaw.layout"
LINE, NUMBER = Struct("<iiq"), Struct("<q")
"""How score lines and the numbers of results are written."""
HEAD = 8
"""The bytes in front of them."""
REST = 0
"""How shuffles are answered: not at all, so that play rests there. A host deals by itself."""
DEAL = 1
"""By the generator of the module: in playouts."""


NO_END = -9
"""The code of an answer that takes too many steps."""
COUNTED = 50_000_000
"""So many sequences are counted in one call, and moves made in a playout; then Python can be interrupted."""
PLAYED = 256


class Stopped(Exception):
    """The rules contradict themselves, or the module has no room: the code says what."""

    def __init__(self, code: int, place: int = 0) -> None:
        super().__init__(f"the module stopped with {code}")
        self.code = code
        self.place = place
        """What it is about: a rule, a loop, an item of the flow, by its number."""


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
        self._one: int = areas["move"]
        self._capacity: int = areas["capacity"]
        self._end = self._record + self.size
        self._here = self._memory[self._record : self._end]
        self._heads = self._here.cast("H")
        self._list = self._memory[areas["moves"] : areas["moves"] + self._capacity * self.move]
        self._first = self._list[: self.move]
        self._at: bytes | None = None
        """The record that lies in the memory."""
        self.listed_of: bytes | None = None
        """The record, lying there, whose moves lie there as well."""
        self._count = 0
        """How many there are."""
        self._start = host.bound("start", self._record, REST)
        self._moves = host.bound("moves", self._record)
        self._numbers, self._step = host.prepared("step")
        self._numbers[2 * RAW] = REST
        self._resume = host.bound("resume", self._record, REST)
        self._judge = host.bound("judge", self._record, self._one)
        self._score, self._rank = host.bound("score", self._record), host.bound("rank", self._record)
        self._judged: int = areas["judged"]
        self._invariants = host.bound("invariants", self._record)
        self._scores: int = areas["scores"]
        self._results: int = areas["results"]
        self._lines: int = areas["lines"]
        self._most_results: int = areas["results_most"]
        self._seen = self._memory[areas["seen"] : areas["seen"] + self.size + len(zone_places(self.layout))]
        self._observe = host.function("observe")
        self._seed, self._playout = host.function("seed"), host.function("playout")
        self._perft, self._allow = host.function("perft", is_long=True), host.function("allow")
        self._error: int = areas["error"]

    def _put(self, record: bytes) -> None:
        """Have a record lie in the memory."""
        if record is not self._at:
            self._at, self.listed_of = None, None
            self._here[:] = record
            self._at = record

    def _taken(self) -> bytes:
        """Return the record that has been written to the memory."""
        self._at, self.listed_of = self._here.tobytes(), None
        return self._at

    def start(self) -> bytes:
        """Return the first position."""
        self._at = self.listed_of = None
        self._checked(self._start())
        return self._taken()

    def moves(self, record: bytes) -> int:
        """Return the number of legal moves of a position; `listed` tells them."""
        if record is not self.listed_of:
            self._put(record)
            self.listed_of = None
            self._count = self._of(self._moves())
            self.listed_of = record
        return self._count

    def listed(self, record: bytes) -> bytes:
        """Return the legal moves of a position, one after the other."""
        return self._list[: self.moves(record) * self.move].tobytes()

    def _of(self, count: int) -> int:
        """Return the number of moves that the module has listed, if it could list them."""
        if 0 <= count <= self._capacity:
            return count
        raise self._stopped(min(count, 0))

    def step(self, place: int) -> tuple[int, bytes, int]:
        """Make one of the moves that are listed. Return what is due then, the position, and how many moves it has."""
        self._at = self.listed_of = None  # until all has gone well
        self._numbers[RAW] = place
        count = self._step(self._record)
        if not 0 <= count <= self._capacity:
            raise self._stopped(min(count, 0))
        self._count = count
        self._at = self.listed_of = record = self._here.tobytes()
        return self._heads[0], record, count

    def step_by(self, record: bytes, move: bytes) -> tuple[int, bytes, int]:
        """Make a legal move, as `step` does."""
        self._put(record)
        self._first[:] = move
        return self.step(0)

    def resume(self, record: bytes) -> bytes:
        """Return the position after the first of the zones that are due has been put into its order."""
        self._put(record)
        self._at = self.listed_of = None
        self._checked(self._resume())
        return self._taken()

    def judge(self, record: bytes, move: bytes) -> bytes | None:
        """Return a move with its arguments in canonical order if it is legal, or nothing."""
        self._put(record)
        self._memory[self._one : self._one + self.move] = move
        if self._judge():
            return None
        return bytes(self._memory[self._one : self._one + self.move])

    def refused_by(self, record: bytes, move: bytes) -> list[str]:
        """Return the rules that refuse a move of the player asked, none if it is legal."""
        self._put(record)
        self._memory[self._one : self._one + self.move] = move
        action = self.layout["actions"][int.from_bytes(move[:2], "little")]
        match self._judge():
            case 0:
                return []
            case 1:
                flags = self._memory[self._judged : self._judged + len(action["requirements"])]
                return list(
                    dict.fromkeys(
                        rule for rule, is_broken in zip(action["requirements"], flags, strict=True) if is_broken
                    )
                )
            case 2:
                return [NOT_ASKED]
            case _:
                return [action["rule"]]  # an argument is outside its domain

    def score(self, record: bytes) -> list[list[tuple[int, int, int]]]:
        """Return the score lines of each side: the number of the line, that of its key, the points."""
        self._put(record)
        self._score()
        step = HEAD + LINE.size * self._lines
        starts = range(self._scores, self._scores + step * self.layout["sides"], step)
        return [list(LINE.iter_unpack(self._after_count(start, LINE.size))) for start in starts]

    def results(self, record: bytes) -> list[list[int]]:
        """Return the numbers by which each side is ranked."""
        self._put(record)
        self._rank()
        step = HEAD + NUMBER.size * self._most_results
        starts = range(self._results, self._results + step * self.layout["sides"], step)
        return [[number for (number,) in NUMBER.iter_unpack(self._after_count(start, NUMBER.size))] for start in starts]

    def _after_count(self, start: int, size: int) -> bytes:
        """Return the entries behind their number, which is followed by padding."""
        count = int.from_bytes(self._memory[start : start + 4], "little")
        return self._memory[start + HEAD : start + HEAD + count * size].tobytes()

    def observed(self, record: bytes, player: int) -> JsonObject:
        """Return a position as a player may know it."""
        self._put(record)
        self._observe(self._record, player + 1)
        return decode(self.layout, self._seen.tobytes())

    def broken_invariants(self, record: bytes) -> list[str]:
        """Return the rules that hold in every whole position but not here."""
        self._put(record)
        if not self._invariants():
            return []
        rules = self.layout["invariants"]
        flags = self._memory[self._judged : self._judged + len(rules)]
        return list(dict.fromkeys(rule for rule, is_broken in zip(rules, flags, strict=True) if is_broken))

    def perft(self, record: bytes, depth: int) -> int:
        """Return how many sequences of so many moves there are."""
        self._put(record)
        self.listed_of = None
        self._allow(COUNTED)
        return self._checked(self._perft(self._record, depth))

    def playout(self, record: bytes, seed: int, policy: int, most: int) -> bytes:
        """Return the position at the end of a game that the module plays by itself."""
        self._put(record)
        self._at = self.listed_of = None
        seed &= 2**64 - 1
        self._seed(seed - 2**64 if seed >= 2**63 else seed)
        made = PLAYED
        while made == PLAYED:
            made = self._checked(self._playout(self._record, policy, min(most, PLAYED)))
            most -= made
        return self._taken()

    def _checked(self, result: int) -> int:
        if result < 0:
            raise self._stopped(result)
        return result

    def _stopped(self, code: int) -> Stopped:
        return Stopped(code, int.from_bytes(self._memory[self._error : self._error + 2], "little"))
