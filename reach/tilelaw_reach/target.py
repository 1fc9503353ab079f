"""What the position of a case requires, and how well another position meets that.

Only what the case names is required. A board meets it when the named cells hold exactly the same things (except flags
that no cell of the board names); variables and the due ask are compared like an expectation
(`tilelaw_conformance.run.match`). There may be *more* than is named: other pieces in a row or a hand, further pieces
at the bottom of a pile, things on other cells of a board. An empty list names nothing. Whether the surplus matters to
the case is not decided here: a witness also has to fulfil the expectation of its case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from tilelaw_conformance import NOTHING, differences
from tilelaw_reach.play.data import Cell, Data, Due, Json, Piece, cell, due_in, fields, items
from tilelaw_reach.play.game import Game
from tilelaw_reach.play.parts import Board, Entry, Parts, Zone


class Agreement(IntEnum):
    """How well a position meets a target, from not at all to exactly."""

    NONE = 0
    MORE_CELLS = 1
    """It does, but other cells hold something as well, or an empty list was named."""
    MORE_PIECES = 2
    """It does, but there are other pieces as well in rows, hands and piles."""
    EXACT = 3


class Target:
    """What the position of one case requires.

    `given` is the position as the case writes it, `canonical` the same as the engine writes it. In the zone
    `first_counts` the first named piece must be the first.
    """

    def __init__(self, parts: Parts, given: Data, canonical: Data, first_counts: str = "") -> None:
        self.parts = parts
        self._first_counts = first_counts
        self._given = {name: part for name, part in given.items() if name not in ("ruleset", "players")}
        self._canonical = canonical
        self.due: Due | None = due_in(self._given)
        """The ask that must be due, if the case names one."""
        self.boards = dict(self._boards())
        """The named boards, by name and owner (-1 for a shared board)."""
        self._flags = {name: _named_flags(parts, name, given) for name in parts.boards}
        self.variables: Data = {
            name: _expected(part, canonical.get(name))
            for name, part in self._given.items()
            if name not in parts.zones and name not in parts.boards and name != "asks"
        }
        """The named variables with their expected values."""

    @property
    def mover(self) -> int:
        """Whose turn it is: the player asked, unless the ask carries another; -1 if no ask is named."""
        if self.due is None:
            return -1
        carried = [value for value in self.due.others if type(value) is int and value < self.parts.players]
        return carried[0] if carried else self.due.player

    def asks_for(self, ask: str) -> bool:
        """Say whether the case names this ask as the one that is due."""
        return self.due is not None and self.due.ask == ask

    def _boards(self) -> Iterator[tuple[tuple[str, int], Board]]:
        for name, part in self.parts.boards.items():
            if name not in self._given:
                continue
            owners = range(len(items(self._given[name]))) if part.is_owned else [-1]
            for owner in owners:
                yield (name, owner), self.parts.board(self._canonical, name, owner)

    def named(self, zone: str, owner: int = -1) -> list[Entry] | None:
        """Return the pieces that are named in a zone, or nothing if the zone is not named."""
        here = self.parts.zones[zone]
        if zone not in self._given or (here.is_owned and owner >= len(items(self._given[zone]))):
            return None
        named = [entry for entry in self.parts.entries(self._given, zone) if entry.owner == owner]
        if here.is_pile:
            return named
        order = self.parts.names(self._canonical, zone, owner)
        return sorted(named, key=lambda entry: order.index(entry.name))

    def zones(self) -> Iterator[tuple[Zone, int, list[Entry]]]:
        """Yield the named zones with their owners and pieces."""
        for zone in self.parts.zones.values():
            for owner in self.parts.owners(zone):
                entries = self.named(zone.name, owner)
                if entries is not None:
                    yield zone, owner, entries

    def reserved(self, kind: str) -> Counter[Piece]:
        """Return the pieces of a kind that must lie in zones and so cannot lie on a board."""
        found: Counter[Piece] = Counter()
        for zone, _, entries in self.zones():
            if zone.kind == kind:
                found.update(entry.name for entry in entries)
        return found

    def agreement(self, position: Data, open_piles: frozenset[str] = frozenset()) -> Agreement:
        """Return how well a position meets the target; the order of open piles can still be chosen."""
        found = self._asks_agreement(position)
        for (name, owner), board in self.boards.items():
            if not found:
                return found
            found = min(found, _board_agreement(board, self.parts.board(position, name, owner)))
        if not all(self._has_flags(position, name) for name in self.parts.boards if self._flags[name]):
            return Agreement.NONE
        if any(differences(self.variables, dict(position))):
            return Agreement.NONE
        for zone, owner, wanted in self.zones():
            there = [entry for entry in self.parts.entries(position, zone.name) if entry.owner == owner]
            is_ordered = zone.is_pile and zone.name not in open_piles
            found = min(found, self._zone_agreement(zone, _data(wanted), _data(there), is_ordered))
        return found

    def _asks_agreement(self, position: Data) -> Agreement:
        asks = self._given.get("asks")
        if asks is None or not any(differences(asks, position.get("asks", []))):
            return Agreement.EXACT
        return Agreement.NONE if asks else Agreement.MORE_CELLS

    def _zone_agreement(self, zone: Zone, wanted: list[Data], there: list[Data], is_ordered: bool) -> Agreement:
        if not any(differences(wanted, there)):
            return Agreement.EXACT
        if not wanted:
            return Agreement.MORE_CELLS if zone.is_row or zone.is_owned else Agreement.NONE
        if is_ordered:
            begins = not any(differences(wanted, there[: len(wanted)]))
            return Agreement.MORE_PIECES if begins and len(there) > len(wanted) else Agreement.NONE
        counts_first = zone.is_row and zone.name == self._first_counts
        if counts_first and (not there or any(differences(wanted[0], there[0]))):
            return Agreement.NONE
        left = list(there)
        for entry in wanted:
            fitting = [other for other in left if not any(differences(entry, other))]
            if not fitting:
                return Agreement.NONE
            left.remove(fitting[0])
        return Agreement.MORE_PIECES if left else Agreement.EXACT

    def _has_flags(self, position: Data, name: str) -> bool:
        flags = self._flags[name]
        return _flagged(self.parts, name, position, flags) >= _flagged(self.parts, name, self._given, flags)


def make_target(game: Game, given: Data, first_counts: str = "") -> Target | None:
    """Return what a position requires, or nothing if the rules cannot read it."""
    here = game.read(given)
    return None if here is None else Target(game.parts, given, here.data, first_counts)


def with_zeros(data: Json) -> Json:
    """Return expected variables with 0 where the blank value is expected."""
    if isinstance(data, Mapping):
        return {name: with_zeros(part) for name, part in data.items()}
    return 0 if data == NOTHING else data


def _data(entries: Sequence[Entry]) -> list[Data]:
    return [entry.data for entry in entries]


def _board_agreement(wanted: Board, there: Board) -> Agreement:
    if wanted == there:
        return Agreement.EXACT
    is_there = all(there.get(at) == content for at, content in wanted.items())
    return Agreement.MORE_CELLS if is_there else Agreement.NONE


def _expected(named: Json, canonical: Json) -> Json:
    """Return what is expected of a named variable: its canonical value, or nothing where that is blank."""
    if isinstance(named, Mapping):
        there = fields(canonical)
        return {name: _expected(part, there.get(name)) for name, part in named.items()}
    return NOTHING if canonical is None else canonical


def _named_flags(parts: Parts, name: str, given: Data) -> frozenset[str]:
    """Return the flags that some cell of a board names."""
    return frozenset(flag for flag in parts.boards[name].flags if _flagged(parts, name, given, frozenset({flag})))


def _flagged(parts: Parts, name: str, position: Data, flags: frozenset[str]) -> set[tuple[int, Cell, str]]:
    """Return which of these flags are set on which cells of whose board."""
    cells = position.get(name)
    listed = enumerate(items(cells)) if parts.boards[name].is_owned else [(-1, cells)]
    return {
        (owner, cell(each["at"]), flag)
        for owner, board in listed
        for each in map(fields, items(board))
        for flag in flags
        if each.get(flag)
    }
