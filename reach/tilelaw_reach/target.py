"""What the position of a case demands, and whether another position has it.

Only what `given` names is demanded. Boards agree when the same cells hold the same things, a flag that no cell of the
board names excepted; variables and the due ask agree as in an expectation (`tilelaw_conformance.match`). Pieces agree
exactly, or there are *more*: a row or a hand may hold others besides those that are named, a pile may go on behind
them. In the same way other cells of a board may hold something, too. An empty list names nothing. Whether what is more
matters to the case, its expectation shows: it must hold there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from tilelaw_conformance.run import match
from tilelaw_reach.play.game import Data, Game
from tilelaw_reach.play.parts import Board, Parts, Piece, Zone


class Agreement(IntEnum):
    """How far a position has what is demanded."""

    NONE = 0
    MORE_CELLS = 1
    """It has, and other cells hold something besides, or nothing was named."""
    MORE_PIECES = 2
    """It has, and there are other pieces besides in rows, hands and piles."""
    EXACT = 3


class Target:
    """The demands of one position."""

    def __init__(
        self, parts: Parts, given: Mapping[str, Any], canonical: Mapping[str, Any], first_counts: str = ""
    ) -> None:
        self.parts = parts
        self._first_counts = first_counts
        self.given = {name: part for name, part in given.items() if name not in ("ruleset", "players")}
        self._canonical = canonical
        self.boards = dict(self._boards())
        """The boards that are named, by name and owner (-1 if it is nobody's)."""
        self._flags = {name: _named_flags(parts, name, given) for name in parts.boards}
        self._variables = {
            name: _blanked(part, canonical.get(name))
            for name, part in self.given.items()
            if name not in parts.zones and name not in parts.boards and name != "asks"
        }

    @property
    def ask(self) -> Data | None:
        """What is due, if that is named."""
        asks = self.given.get("asks")
        return asks[0] if asks else None

    @property
    def mover(self) -> int:
        """Whose turn it is: the player asked, unless the ask names another; -1 if no ask is named."""
        ask = self.ask or {}
        others = [
            value
            for name, value in ask.items()
            if name not in ("ask", "player") and type(value) is int and value < self.parts.players
        ]
        mover: int = others[0] if others else ask.get("player", -1)
        return mover

    @property
    def variables(self) -> Mapping[str, Any]:
        """The variables that are named, with what is expected of them."""
        return self._variables

    def _boards(self) -> Iterator[tuple[tuple[str, int], Board]]:
        for name, part in self.parts.boards.items():
            if name not in self.given:
                continue
            owners = range(len(self.given[name])) if part.is_owned else [-1]
            for owner in owners:
                yield (name, owner), self.parts.board(self._canonical, name, owner)

    def named(self, zone: str, owner: int = -1) -> list[Data] | None:
        """Return the pieces named in a zone, each as an object, or nothing if it is not named."""
        here = self.parts.zones[zone]
        if zone not in self.given or (here.is_owned and owner >= len(self.given[zone])):
            return None
        named = [entry for whose, entry in self.parts.pieces(self.given, zone) if whose == owner]
        if here.is_pile:
            return named
        order = self.parts.names(self._canonical, zone, owner)
        return sorted(named, key=lambda entry: order.index(entry[here.kind]))

    def zones(self) -> Iterator[tuple[Zone, int, list[Data]]]:
        """Yield the zones that are named, with their owners and pieces."""
        for zone in self.parts.zones.values():
            for owner in range(self.parts.players) if zone.is_owned else [-1]:
                pieces = self.named(zone.name, owner)
                if pieces is not None:
                    yield zone, owner, pieces

    def reserved(self, kind: str) -> Counter[Piece]:
        """Return the pieces of a kind that must lie in zones."""
        found: Counter[Piece] = Counter()
        for zone, _, pieces in self.zones():
            if zone.kind == kind:
                found.update(piece[kind] for piece in pieces)
        return found

    def agreement(self, data: Mapping[str, Any], piles: frozenset[str] = frozenset()) -> Agreement:
        """Return how far a position has what is demanded; the order in some piles may still be chosen."""
        found = self._asks_agreement(data)
        for (name, owner), board in self.boards.items():
            if not found:
                return found
            found = min(found, _board_agreement(board, self.parts.board(data, name, owner)))
        if not all(self._has_flags(data, name) for name in self.parts.boards if self._flags[name]):
            return Agreement.NONE
        if any(match.differences(self._variables, dict(data))):
            return Agreement.NONE
        for zone, owner, wanted in self.zones():
            there = [entry for whose, entry in self.parts.pieces(data, zone.name) if whose == owner]
            found = min(found, self._zone_agreement(zone, wanted, there, zone.name in piles))
        return found

    def _asks_agreement(self, data: Mapping[str, Any]) -> Agreement:
        asks = self.given.get("asks")
        if asks is None or not any(match.differences(asks, data.get("asks", []))):
            return Agreement.EXACT
        return Agreement.NONE if asks else Agreement.MORE_CELLS

    def _zone_agreement(self, zone: Zone, wanted: list[Data], there: list[Data], is_open: bool) -> Agreement:
        """Return how far a zone holds what is wanted; the order in it does not count while it is open."""
        if not any(match.differences(wanted, there)):
            return Agreement.EXACT
        if not wanted:
            return Agreement.MORE_CELLS if zone.is_row or zone.is_owned else Agreement.NONE
        if zone.is_pile and not is_open:
            begins = not any(match.differences(wanted, there[: len(wanted)]))
            return Agreement.MORE_PIECES if begins and len(there) > len(wanted) else Agreement.NONE
        counts_first = zone.is_row and zone.name == self._first_counts
        if counts_first and (not there or any(match.differences(wanted[0], there[0]))):
            return Agreement.NONE
        left = list(there)
        for entry in wanted:
            fitting = [other for other in left if not any(match.differences(entry, other))]
            if not fitting:
                return Agreement.NONE
            left.remove(fitting[0])
        return Agreement.MORE_PIECES if left else Agreement.EXACT

    def _has_flags(self, data: Mapping[str, Any], name: str) -> bool:
        return _flagged(self.parts, name, data, self._flags[name]) >= _flagged(
            self.parts, name, self.given, self._flags[name]
        )


def make_target(parts: Parts, game: Game, given: Mapping[str, Any], first_counts: str = "") -> Target | None:
    """Return the demands of a position, or nothing if the rules cannot read it.

    In the zone `first_counts` the first piece that is named is the first.
    """
    here = game.read(dict(given))
    return None if here is None else Target(parts, given, here.data, first_counts)


def _board_agreement(wanted: Board, there: Board) -> Agreement:
    if wanted == there:
        return Agreement.EXACT
    is_there = all(there.get(at) == content for at, content in wanted.items())
    return Agreement.MORE_CELLS if is_there else Agreement.NONE


def filled(data: Any) -> Any:
    """Return variables with 0 where nothing is wanted."""
    if isinstance(data, Mapping):
        return {name: filled(part) for name, part in data.items()}
    return 0 if data == match.NOTHING else data


def _blanked(named: Any, canonical: Any) -> Any:
    """Return what is expected where something is named: the value, or nothing if it is blank."""
    if isinstance(named, dict):
        there = canonical if isinstance(canonical, dict) else {}
        return {name: _blanked(part, there.get(name)) for name, part in named.items()}
    return match.NOTHING if canonical is None else canonical


def _named_flags(parts: Parts, name: str, given: Mapping[str, Any]) -> frozenset[str]:
    """Return the flags that some cell of a board names."""
    return frozenset(flag for flag in parts.boards[name].flags if _flagged(parts, name, given, frozenset({flag})))


def _flagged(parts: Parts, name: str, data: Mapping[str, Any], flags: frozenset[str]) -> set[tuple[Any, ...]]:
    cells = data.get(name, [])
    listed = enumerate(cells) if parts.boards[name].is_owned else [(-1, cells)]
    return {
        (owner, *cell["at"][:2], flag)
        for owner, board in listed
        for cell in board
        if isinstance(cell, dict)
        for flag in flags
        if cell.get(flag)
    }
