"""Learns the habits of a game by watching a few random games.

Out come the action that places a piece, the zone that the piece comes from, and how what is printed on the piece
becomes the content of cells. Also how other contents come to cells and leave them, which shows when a cell can no
longer come to hold what is wanted there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from tilelaw_reach.play.data import (
    Cell,
    Content,
    Data,
    Json,
    Path,
    Piece,
    ask_in,
    cell,
    due_in,
    fields,
    numbers,
    piece,
)
from tilelaw_reach.play.game import Game, transitions
from tilelaw_reach.play.parts import Board, Parts, Zone

WATCHED_GAMES = 3


@dataclass(frozen=True, slots=True)
class PlaceAction:
    """The action that places a piece on a board."""

    action: str
    ask: str
    board: str
    is_owned: bool
    """Whether each player places on a board of their own."""
    cells: tuple[str, ...]
    """The arguments that name cells; the fields printed on a piece have the same names."""
    argument: str
    """The argument that names the piece; empty if there is none."""
    kind: str
    zone: str
    """The zone that the piece comes from."""
    field: str
    """The field of a cell that a printed word goes to; empty if halves are records with fields of their own."""

    def content(self, printed: Json) -> Content:
        """Return the content of a cell on which a half with this print lies."""
        return dict(printed) if isinstance(printed, Mapping) else {self.field: printed}

    def move(self, name: Piece, cells: tuple[Cell, ...]) -> Data:
        """Return the move that places a piece on cells."""
        named = {self.argument: name} if self.argument else {}
        places = zip(self.cells, cells, strict=True)
        return {self.action: {**named, **{argument: list(at) for argument, at in places}}}

    def cells_in(self, move: Data) -> tuple[Cell, ...]:
        """Return the cells on which a move of this action places a piece."""
        arguments = fields(move[self.action])
        return tuple(cell(arguments[name]) for name in self.cells)


@dataclass(slots=True)
class Habits:
    """What has been learned about a game."""

    parts: Parts
    place: PlaceAction | None = None
    steps: set[Cell] = field(default_factory=set)
    """The vectors from one half of a piece to the other."""
    cells: set[Cell] = field(default_factory=set)
    """The cells on which pieces have been placed."""
    later_fields: set[str] = field(default_factory=set)
    """The fields that change on cells which already hold something."""
    leaves_with: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    """For each field that has become empty, the sets of fields that changed on the same cell in the same move."""
    printed_fields: set[str] = field(default_factory=set)
    """The fields of cells that are printed on pieces."""
    next_asks: Counter[str] = field(default_factory=Counter)
    """The asks that are due after a piece has been placed, and how often."""
    counters: dict[int, set[Path]] = field(default_factory=dict)
    """For each player the objects that hold the numbers which rise when the player places a piece."""

    @property
    def usual_ask(self) -> str:
        """The ask that is due most often after a piece has been placed."""
        return max(self.next_asks, key=lambda ask: self.next_asks[ask], default="")

    def can_become(self, now: Content, wanted: Content) -> bool:
        """Say whether a cell with this content may still come to hold what is wanted."""
        for name in {*now, *wanted} - self.printed_fields:
            here, goal = now.get(name), wanted.get(name)
            if here == goal:
                continue
            if goal is not None and name not in self.later_fields:
                return False
            if here is not None and not self._can_leave(name, now, wanted):
                return False
        return all(now.get(name) == wanted.get(name) for name in self.printed_fields)

    def _can_leave(self, name: str, now: Content, wanted: Content) -> bool:
        ways = self.leaves_with.get(name, set())
        return any(all(each in wanted and each not in now for each in way) for way in ways)


def learn(game: Game) -> Habits:
    """Return the habits of a game."""
    habits = Habits(game.parts)
    for seed in range(WATCHED_GAMES):
        for before, answer, after in transitions(game, seed):
            _learn(habits, before, answer, after)
    return habits


def learn_place_action(game: Game) -> PlaceAction | None:
    """Return the action that places a piece; watching the beginning of one game is enough for that."""
    habits = Habits(game.parts)
    for before, answer, after in transitions(game, 0):
        _learn(habits, before, answer, after)
        if habits.place is not None:
            break
    return habits.place


def _learn(habits: Habits, before: Data, answer: Data, after: Data) -> None:
    parts = habits.parts
    for name, part in parts.boards.items():
        for owner in parts.owners(part):
            was, is_ = parts.board(before, name, owner), parts.board(after, name, owner)
            if is_.keys() - was.keys():
                _learn_placement(habits, name, is_, before, answer, after)
            for at in is_.keys() & was.keys():
                _learn_change(habits, was[at], is_[at])
    if habits.place is not None and habits.place.action in answer:
        habits.next_asks[ask_in(after)] += 1
        due = due_in(before)
        earlier = dict(numbers(before))
        rising = (path for path, number in numbers(after) if number > earlier.get(path, 0) and len(path) > 1)
        habits.counters.setdefault(due.player if due else -1, set()).update(path[:-1] for path in rising)


def _learn_placement(habits: Habits, board: str, now: Board, before: Data, answer: Data, after: Data) -> None:
    """Learn from a move after which something lies on cells that were empty."""
    if habits.place is None:
        habits.place = _place_action(habits.parts, board, before, answer, after, now)
        habits.printed_fields |= _printed_fields(habits.parts, habits.place)
    place = habits.place
    if place is not None and place.action in answer:
        cells = place.cells_in(answer)
        habits.cells.update(cells)
        for one, other in pairwise(cells):
            x, y = other[0] - one[0], other[1] - one[1]
            habits.steps |= {(x, y), (-x, -y)}


def _learn_change(habits: Habits, was: Content, is_: Content) -> None:
    changed = {name for name, value in is_.items() if was.get(name) != value}
    habits.later_fields |= changed
    for name in was.keys() - is_.keys():
        habits.leaves_with.setdefault(name, set()).add(frozenset(changed))


def _printed_fields(parts: Parts, place: PlaceAction | None) -> set[str]:
    if place is None:
        return set()
    pieces = parts.printed[place.kind].values()
    return {field_ for printed in pieces for name in place.cells for field_ in place.content(printed[name])}


def _place_action(parts: Parts, board: str, before: Data, answer: Data, after: Data, now: Board) -> PlaceAction | None:
    """Return the action that has just placed a piece on a board, if that is what happened."""
    due = due_in(before)
    if due is None or not due.ask:
        return None
    ((action, given),) = answer.items()
    arguments = fields(given)
    for zone in parts.zones.values():
        if not zone.kind or zone.is_pile:
            continue
        named = [name for name, value in arguments.items() if _is_piece(value, parts.copies[zone.kind])]
        for each in [piece(arguments[named[0]])] if named else _gone(parts, zone, before, after):
            printed = parts.printed[zone.kind][each]
            cells = tuple(name for name, value in arguments.items() if isinstance(value, list) and name in printed)
            if not cells:
                continue
            return PlaceAction(
                action,
                due.ask,
                board,
                is_owned=parts.boards[board].is_owned,
                cells=cells,
                argument=named[0] if named else "",
                kind=zone.kind,
                zone=_hand_with(parts, zone.kind, before, due.player, each) if named else zone.name,
                field=_field(now.get(cell(arguments[cells[0]]), {}), printed[cells[0]]),
            )
    return None


def _gone(parts: Parts, zone: Zone, before: Data, after: Data) -> list[Piece]:
    """Return the pieces that have left a zone."""
    gone: list[Piece] = []
    for owner in parts.owners(zone):
        there = parts.names(after, zone.name, owner)
        gone += [each for each in parts.names(before, zone.name, owner) if each not in there]
    return gone


def _is_piece(value: Json, pieces: Mapping[Piece, int]) -> bool:
    return isinstance(value, str | int) and value in pieces


def _field(content: Content, printed: Json) -> str:
    """Return the field of a cell that holds a printed word."""
    if isinstance(printed, Mapping):
        return ""
    return next((name for name, value in content.items() if value == printed), "")


def _hand_with(parts: Parts, kind: str, before: Data, player: int, name: Piece) -> str:
    """Return the zone of a player that holds a piece."""
    hands = [zone for zone in parts.zones.values() if zone.kind == kind and zone.is_owned]
    found = [zone.name for zone in hands if name in parts.names(before, zone.name, player)]
    return found[0] if found else ""
