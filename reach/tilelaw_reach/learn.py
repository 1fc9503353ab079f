"""What is usual in a game, learned by watching some games played at random.

How pieces get onto boards: which answer lays one, from where it comes, and how what is printed on it becomes what lies
on the cells. And how the other contents of cells come and go, so that it can be told when a cell can never again hold
what is wanted there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from tilelaw_reach.play.game import Data, Game, Position, due_in
from tilelaw_reach.play.parts import Board, Cell, Content, Parts, Piece, Zone, read_parts

GAMES = 3
"""So many games are watched."""


@dataclass(frozen=True, slots=True)
class Laying:
    """How a piece gets onto a board."""

    action: str
    ask: str
    board: str
    is_owned: bool
    """Whether everybody lays on a board of their own."""
    cells: tuple[str, ...]
    """The arguments that name cells; what is printed on the pieces has the same names."""
    argument: str
    """The argument that names the piece; empty if none does."""
    kind: str
    zone: str
    """Where the piece comes from."""
    field: str
    """What a cell gets, if what is printed is a single word; otherwise what is printed says so itself."""

    def content(self, printed: Any) -> Content:
        """Return what lies on a cell when a half with this print is laid on it."""
        return dict(printed) if isinstance(printed, dict) else {self.field: printed}

    def move(self, piece: Piece, cells: Mapping[str, Cell]) -> Data:
        """Return the move that lays a piece."""
        named = {self.argument: piece} if self.argument else {}
        return {self.action: {**named, **{name: list(at) for name, at in cells.items()}}}


@dataclass(frozen=True, slots=True)
class Rows:
    """How pieces come: in rows of a size, of which everybody gets some."""

    source: Zone
    offer: Zone
    size: int
    each: int
    number: int
    """How many rows there are in a game."""
    openings: frozenset[tuple[int, ...]]
    """Who may have which piece of the first row."""


@dataclass(slots=True)
class Customs:
    """What has been seen."""

    parts: Parts
    laying: Laying | None = None
    steps: set[tuple[int, ...]] = field(default_factory=set)
    """Where the second half of a piece lies, seen from the first."""
    cells: set[Cell] = field(default_factory=set)
    """Where pieces have been laid."""
    later: set[str] = field(default_factory=set)
    """What comes to cells on which something lies already."""
    leaves_with: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    """What leaves cells, and what has come to the cell in the same move."""
    printed_fields: set[str] = field(default_factory=set)
    """What comes from the pieces themselves."""
    next_asks: Counter[str] = field(default_factory=Counter)
    """What is asked after a piece has been laid."""
    moved: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)
    """Where the numbers are that players move by laying: the paths to the objects that hold them."""
    rows: Rows | None = None
    """How pieces come, if they come in rows."""
    weights: dict[Piece, int] = field(default_factory=dict)
    """How much changes when a piece is laid."""

    @property
    def calm(self) -> str:
        """What is mostly asked after a piece has been laid."""
        return max(self.next_asks, key=lambda ask: self.next_asks[ask], default="")

    def can_become(self, now: Content, wanted: Content) -> bool:
        """Say whether a cell on which this lies may still come to hold what is wanted."""
        for name in {*now, *wanted} - self.printed_fields:
            here, goal = now.get(name), wanted.get(name)
            if here == goal:
                continue
            if goal is not None and name not in self.later:
                return False
            if here is not None and not self._can_leave(name, now, wanted):
                return False
        return all(now.get(name) == wanted.get(name) for name in self.printed_fields)

    def _can_leave(self, name: str, now: Content, wanted: Content) -> bool:
        ways = self.leaves_with.get(name, set())
        return any(all(each in wanted and each not in now for each in way) for way in ways)


def watch(game: Game, games: int = GAMES) -> Customs:
    """Return what is usual in a game."""
    customs = Customs(read_parts(game.manifest))
    for seed in range(games):
        for before, answer, after in transitions(game, seed):
            _learn(customs, before, answer, after)
    return customs


def glance(game: Game) -> Customs:
    """Return only what a position is made of and how pieces get onto boards: that is seen soon."""
    customs = Customs(read_parts(game.manifest))
    for before, answer, after in transitions(game, 0):
        _learn(customs, before, answer, after)
        if customs.laying is not None:
            break
    return customs


def transitions(game: Game, seed: int) -> Iterator[tuple[Data, Data, Data]]:
    """Yield what happens in a game of chance."""
    chance = Random(seed)
    position: Position | None = game.start()
    while position is not None and (due := due_in(position.data)):
        answer = shuffled(position.data, due, chance) if "shuffle" in due else position.some_move(chance)
        if answer is None:
            return
        following = position.after(answer)
        if following is not None:
            yield position.data, answer, following.data
        position = following


def shuffled(data: Data, due: Data, chance: Random) -> Data:
    """Return a random answer to a shuffle that is due."""
    order = list(data.get(due["shuffle"], []))
    if "owner" in due:
        order = list(order[due["owner"]])
    chance.shuffle(order)
    return ordered(due, order)


def ordered(due: Data, order: list[Any]) -> Data:
    """Return the answer to a shuffle that is due."""
    return {**{name: due[name] for name in ("shuffle", "owner", "step") if name in due}, "order": order}


def _learn(customs: Customs, before: Data, answer: Data, after: Data) -> None:
    parts = customs.parts
    for name, part in parts.boards.items():
        for owner in range(parts.players) if part.is_owned else [-1]:
            was, is_ = parts.board(before, name, owner), parts.board(after, name, owner)
            new = {at for at in is_ if at not in was}
            if new and customs.laying is None:
                customs.laying = _laying(customs.parts, name, before, answer, after, is_)
                _learn_print(customs)
            if new and customs.laying is not None:
                _learn_steps(customs, answer)
            for at in is_.keys() & was.keys():
                _learn_change(customs, was[at], is_[at])
    if customs.laying is not None and customs.laying.action in answer:
        customs.next_asks[(due_in(after) or {}).get("ask", "")] += 1
        player = (due_in(before) or {}).get("player", -1)
        earlier = dict(numbers(before))
        rising = (path for path, number in numbers(after) if number > earlier.get(path, 0) and len(path) > 1)
        customs.moved.setdefault(player, set()).update(path[:-1] for path in rising)


def numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the numbers in objects that lie in each other, with their paths."""
    if isinstance(data, dict):
        for name, part in data.items():
            yield from numbers(part, (*path, name))
    elif type(data) is int:
        yield path, data


def _learn_steps(customs: Customs, answer: Data) -> None:
    laying = customs.laying
    if laying is None or laying.action not in answer:
        return
    customs.cells |= {tuple(answer[laying.action][name][:2]) for name in laying.cells}
    for one, other in pairwise(answer[laying.action][name] for name in laying.cells):
        step = tuple(b - a for a, b in zip(one[:2], other[:2], strict=True))
        customs.steps |= {step, tuple(-number for number in step)}


def _learn_change(customs: Customs, was: Content, is_: Content) -> None:
    come = {name for name, value in is_.items() if was.get(name) != value}
    customs.later |= come
    for name in was.keys() - is_.keys():
        customs.leaves_with.setdefault(name, set()).add(frozenset(come))


def _learn_print(customs: Customs) -> None:
    laying = customs.laying
    if laying is None:
        return
    for printed in customs.parts.printed[laying.kind].values():
        for name in laying.cells:
            customs.printed_fields |= laying.content(printed[name]).keys()


def _laying(parts: Parts, board: str, before: Data, answer: Data, after: Data, now: Board) -> Laying | None:
    """Return how a piece got onto a board just now, if that is what happened."""
    due = due_in(before)
    if due is None or "ask" not in due:
        return None
    ((action, arguments),) = answer.items()
    for zone in parts.zones.values():
        if not zone.kind or zone.is_pile:
            continue
        for whose in range(parts.players) if zone.is_owned else [-1]:
            there = parts.names(after, zone.name, whose)
            gone = [piece for piece in parts.names(before, zone.name, whose) if piece not in there]
            named = [name for name, value in arguments.items() if _is_piece(value, parts.copies[zone.kind])]
            pieces = [arguments[named[0]]] if named else gone
            for piece in pieces:
                printed = parts.printed[zone.kind][piece]
                cells = tuple(name for name, value in arguments.items() if isinstance(value, list) and name in printed)
                if not cells or not (named or gone):
                    continue
                field_ = _field(now.get(tuple(arguments[cells[0]][:2]), {}), printed[cells[0]])
                is_owned = parts.boards[board].is_owned
                argument = named[0] if named else ""
                source = _source(parts, zone.kind, before, due["player"], piece) if named else zone.name
                return Laying(action, due["ask"], board, is_owned, cells, argument, zone.kind, source, field_)
    return None


def _is_piece(value: Any, pieces: Mapping[Piece, int]) -> bool:
    return isinstance(value, str | int) and value in pieces


def _field(content: Content, printed: Any) -> str:
    """Return the field of a cell that holds a printed word."""
    if isinstance(printed, dict):
        return ""
    return next((name for name, value in content.items() if value == printed), "")


def _source(parts: Parts, kind: str, before: Data, player: int, piece: Piece) -> str:
    """Return the zone in which a player has a piece."""
    hands = [zone for zone in parts.zones.values() if zone.kind == kind and zone.is_owned]
    found = [zone.name for zone in hands if piece in parts.names(before, zone.name, player)]
    return found[0] if found else ""
