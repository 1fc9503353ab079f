"""Orders in which pieces can be laid so that a board comes about, with the answers that follow each.

A board is built up in fragments of positions: the board as it is so far, and one piece that its player may lay. What
the rules ask then is answered in every way that can still lead to the board that is wanted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from tilelaw_conformance.run import match
from tilelaw_reach.learn import Customs, Laying, ordered
from tilelaw_reach.own_boards.cover import Deck, Face, Laid, text
from tilelaw_reach.play.game import Clock, Data, Game, Position, due_in
from tilelaw_reach.play.parts import Piece
from tilelaw_reach.target import Target

Follows: TypeAlias = Callable[[Sequence[Laid], Laid], bool]
"""Says whether a piece can be laid after some others."""

ATTEMPTS = 8
TRIED, TRIED_FOR_EACH = 20, 8
"""An attempt looks at so many layings."""
MOST_ENDS = 12
"""So many ways to answer what follows one piece are tried."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that follows a laying."""

    ask: str
    move: Data
    took: tuple[tuple[str, Piece], ...]
    """The pieces of other kinds that it takes out of zones."""


@dataclass(frozen=True, slots=True)
class Step:
    """A piece is laid, and answers follow."""

    player: int
    laid: Laid
    follow: tuple[Answered, ...]


@dataclass(frozen=True, slots=True)
class Pause:
    """A piece is laid anywhere, or cannot be laid, and answers follow."""

    follow: tuple[Answered, ...] = ()


@dataclass(frozen=True, slots=True)
class _End:
    """A resting place after a piece has been laid."""

    data: Data
    follow: tuple[Answered, ...]
    is_turn_over: bool
    is_final: bool = False
    """Whether everything is as it is wanted."""


class Orders:
    """Looks for orders for one board of a target."""

    def __init__(
        self, game: Game, deck: Deck, target: Target, owner: int, clock: Clock, follows: Follows | None = None
    ) -> None:
        self._follows = follows
        self._game = game
        self._deck = deck
        self._target = target
        self._owner = owner
        self._clock = clock
        self._customs: Customs = deck.customs
        self._laying: Laying = deck.laying
        self._wanted = target.boards[(self._laying.board, owner)]
        self._asked_after: dict[Face, str] = {}
        self._dead: set[tuple[frozenset[Laid], str]] = set()
        self._left_to_try = 0
        self._is_cut = False
        self._is_free = True

    def all(self, layings: Sequence[Laid], chance: Random) -> Iterator[list[Step | Pause]]:
        """Yield orders of some layings.

        Each is the first that some attempt finds. An attempt that looks at too much gives up, and the next one tries
        things in another order; one that has looked at everything in vain is the last.
        """
        if not layings and not self._lacks({}):
            yield []
            return
        if any(self._is_stray(laid, layings) for laid in layings):
            return
        for number in range(ATTEMPTS):
            start = beginning(self._customs, Counter() if number % 4 == 3 else self._lacks({}))
            self._dead = set()
            self._left_to_try = TRIED + TRIED_FOR_EACH * len(layings)
            self._is_cut = False
            self._is_free = self._follows is None or number % 2 == 1
            found = next(self._orders(start, self._owner, list(layings), [], chance), None)
            if found is not None:
                yield found
            elif self._is_free and not self._is_cut:
                return

    def _is_stray(self, laid: Laid, layings: Sequence[Laid]) -> bool:
        """Say whether a piece could not even be laid as the last one."""
        self._clock.check()
        others = [other for other in layings if other is not laid]
        boards = [cells_of(others) if owner == self._owner else [] for owner in range(self._customs.parts.players)]
        data = {**beginning(self._customs, Counter()), self._laying.board: boards}
        return self._laid(data, self._owner, laid) is None

    def _laid(self, data: Data, player: int, laid: Laid) -> Position | None:
        """Return the position after a laying, or nothing if it is illegal."""
        piece = self._deck.pieces[laid.face][0]
        hand = [piece, *self._deck.others(piece)]
        here = self._game.read(fragment(self._customs, self._laying, data, player, hand))
        cells = dict(zip(self._laying.cells, laid.cells, strict=True))
        return here.after(self._laying.move(piece, cells)) if here is not None else None

    def _orders(
        self, data: Data, player: int, left: list[Laid], done: list[Step | Pause], chance: Random
    ) -> Iterator[list[Step | Pause]]:
        key = frozenset(left), f"{player} {text(self._state(data))}"
        if key in self._dead:
            return
        for laid in self._sorted(left, chance):
            before = [step.laid for step in done if isinstance(step, Step)]
            if self._follows and not self._is_free and not self._follows(before, laid):
                continue
            rest = [other for other in left if other is not laid]
            for end in self._ends(data, player, laid, chance, is_last=not rest):
                steps = [*done, Step(player, laid, end.follow)]
                if end.is_final:
                    yield steps
                if end.is_turn_over and (rest or self._can_pause):
                    yield from self._orders(end.data, player, rest, steps, chance)
        if not left:
            yield from self._pauses(data, player, done, chance)
        self._dead.add(key)

    def _pauses(
        self, data: Data, player: int, done: list[Step | Pause], chance: Random
    ) -> Iterator[list[Step | Pause]]:
        """Yield orders that end with turns in which it does not matter what is laid."""
        here = self._game.read(self._calm(data, player))
        for end in self._answered(here, player, chance, is_last=True) if here is not None else ():
            steps = [*done, Pause(end.follow)]
            if end.is_final:
                yield steps
            if end.is_turn_over and self._state(end.data) != self._state(data):
                yield from self._orders(end.data, player, [], steps, chance)

    @property
    def _can_pause(self) -> bool:
        """Whether pieces of other kinds are wanted, which can come in turns of their own."""
        asked = (self._target.ask or {}).values()
        return bool(self._lacks({})) or any(map(self._is_piece, asked))

    def _calm(self, data: Data, player: int) -> Data:
        """Return a position in which a player has just laid a piece that changes nothing."""
        found = fragment(self._customs, self._laying, data, player, [next(iter(self._deck.face_of))])
        return {**found, "asks": [{"ask": self._customs.calm, "player": player}]}

    def _sorted(self, left: list[Laid], chance: Random) -> list[Laid]:
        """Return the layings in the order in which they are tried: those that leave nothing to answer first."""
        mixed = list(left)
        chance.shuffle(mixed)
        calm = self._customs.calm
        return sorted(mixed, key=lambda laid: self._asked_after.get(laid.face, calm) != calm)

    def _state(self, data: Data) -> dict[str, Any]:
        board = self._customs.parts.board(data, self._laying.board, self._owner)
        return {str(at): content for at, content in board.items()}

    def _ends(self, data: Data, player: int, laid: Laid, chance: Random, is_last: bool) -> Iterator[_End]:
        """Yield the resting places after a laying from which one can go on."""
        self._clock.check()
        after = self._laid(data, player, laid)
        if after is None:
            return
        self._asked_after.setdefault(laid.face, (due_in(after.data) or {}).get("ask", ""))
        yield from self._answered(after, player, chance, is_last)

    def _answered(self, after: Position, player: int, chance: Random, is_last: bool) -> Iterator[_End]:
        """Yield the resting places from which one can go on."""
        self._left_to_try -= 1
        if self._left_to_try < 0:
            self._is_cut = True
            return
        number = 0
        seen: set[str] = set()
        for end in self._followed(after, player, (), chance):
            is_final = is_last and self._is_final(end)
            if not is_final and (not end.is_turn_over or (is_last and not self._can_pause)):
                continue
            key = f"{is_final} {text(self._state(end.data))}"
            if key not in seen:
                seen.add(key)
                yield replace(end, is_final=is_final)
                number += 1
            if number == MOST_ENDS:
                self._is_cut = True
                return

    def _followed(
        self, position: Position, player: int, follow: tuple[Answered, ...], chance: Random
    ) -> Iterator[_End]:
        data = position.data
        if not self._is_possible(data):
            return
        self._clock.check()
        due = due_in(data)
        is_over = due is None or due.get("ask") == self._laying.ask or due.get("player", player) != player
        yield _End(data, follow, is_over)
        if due is None or is_over:
            return
        if "shuffle" in due:
            order = self._customs.parts.names(data, due["shuffle"], due.get("owner", -1))
            following = position.after(ordered(due, order))
            if following is not None:
                yield from self._followed(following, player, follow, chance)
            return
        for move in self._mixed(position.moves(), data, chance):
            following = position.after(move)
            if following is not None and self._is_wanted(data, following.data):
                answered = Answered(due["ask"], move, tuple(self._taken(data, following.data)))
                is_choice = any(self._laying.kind in arguments for arguments in move.values())
                yield from self._followed(following, player, follow if is_choice else (*follow, answered), chance)

    def _mixed(self, moves: Sequence[Data], data: Data, chance: Random) -> list[Data]:
        """Return moves in the order in which they are tried: one that declines first, unless something is lacking."""
        mixed = list(moves)
        chance.shuffle(mixed)
        is_lacking = bool(self._lacks(data)) and chance.random() < 0.9
        return sorted(mixed, key=lambda move: any(move.values()) != is_lacking)

    def _lacks(self, data: Data) -> Counter[Piece]:
        """Return the pieces of other kinds that are wanted on the board and do not lie there yet."""
        board = self._customs.parts.board(data, self._laying.board, self._owner)
        lacks: Counter[Piece] = Counter()
        for at, content in self._wanted.items():
            now = board.get(at, {})
            lacks.update(value for name, value in content.items() if now.get(name) != value and self._is_piece(value))
        return lacks

    def _is_piece(self, value: Any) -> bool:
        kinds = {zone.kind for zone in self._customs.parts.zones.values()} - {"", self._laying.kind}
        return isinstance(value, str) and any(value in self._customs.parts.copies[kind] for kind in kinds)

    def _is_wanted(self, before: Data, after: Data) -> bool:
        """Say whether the pieces of other kinds that a move takes are wanted on the board, or in the ask."""
        lacks = self._lacks(before)
        asked = (self._target.ask or {}).values()
        return all(lacks[piece] or piece in asked for _, piece in self._taken(before, after))

    def _taken(self, before: Data, after: Data) -> Iterator[tuple[str, Piece]]:
        parts = self._customs.parts
        for name, zone in parts.zones.items():
            if zone.kind not in ("", self._laying.kind) and not zone.is_owned:
                there = Counter(parts.names(after, name))
                yield from ((name, piece) for piece in (Counter(parts.names(before, name)) - there).elements())

    def _is_possible(self, data: Data) -> bool:
        """Say whether a board may still become the one that is wanted."""
        board = self._customs.parts.board(data, self._laying.board, self._owner)
        return all(at in self._wanted and self._customs.can_become(now, self._wanted[at]) for at, now in board.items())

    def _is_final(self, end: _End) -> bool:
        """Say whether the board is the one that is wanted, at a moment like the one that is wanted."""
        if self._customs.parts.board(end.data, self._laying.board, self._owner) != self._wanted:
            return False
        ask = self._target.ask
        if ask is None:
            return True
        if self._target.mover != self._owner or ask.get("ask") == self._laying.ask:
            return end.is_turn_over
        is_other = ask.get("player") != self._owner  # nobody else is there to be asked
        return is_other or not any(match.differences([ask], end.data.get("asks", [])))


def cells_of(laid: Sequence[Laid]) -> list[Data]:
    """Return the cells on which some pieces lie, with what is printed there."""
    return [
        {"at": list(at), **json.loads(half)} for each in laid for at, half in zip(each.cells, each.face, strict=True)
    ]


def beginning(customs: Customs, in_hand: Counter[Piece]) -> Data:
    """Return the fragment that everything begins with: pieces that are not laid lie where they can be taken.

    Of each kind the pieces `in_hand` lie in the last zone, of the others one in each zone.
    """
    parts = customs.parts
    data: Data = {"ruleset": parts.ruleset, "players": parts.players}
    for kind in parts.copies:
        zones = [zone for zone in parts.zones.values() if zone.kind == kind and not zone.is_row and not zone.is_owned]
        if not zones or (customs.laying is not None and kind == customs.laying.kind):
            continue
        left = parts.set_of(kind)
        for zone in zones[:-1]:
            one = Counter({piece: 1 for piece, number in left.items() if number > in_hand[piece]})
            data[zone.name] = list(one.elements())
            left -= one
        data[zones[-1].name] = list(left.elements())
    return data


def fragment(customs: Customs, laying: Laying, data: Mapping[str, Any], player: int, pieces: Sequence[Piece]) -> Data:
    """Return a position like another in which a player is to lay a piece, and there is one more to choose.

    Where pieces come in rows it is the first; where they come into hands, the player holds all of them.
    """
    parts = customs.parts
    others = {name for name, zone in parts.zones.items() if zone.kind != laying.kind}
    found = {
        name: part for name, part in data.items() if name != "asks" and (name not in parts.zones or name in others)
    }
    source = parts.zones[laying.zone]
    spare = next(each for each in parts.copies[laying.kind] if each != pieces[0])
    for zone in parts.zones.values():
        if zone.kind == laying.kind and zone.is_row:
            is_source = zone.name == source.name
            found[zone.name] = [
                {zone.kind: pieces[0], **dict.fromkeys(zone.marks, player)} if is_source else {zone.kind: spare}
            ]
    if source.is_owned:
        found[source.name] = [list(pieces) if owner == player else [] for owner in range(parts.players)]
    found["asks"] = [{"ask": laying.ask, "player": player}]
    return found
