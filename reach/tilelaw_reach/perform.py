"""Plays a game as a script wants it.

The order in a pile is chosen only when something is drawn from it: the position is read again with other pieces on top,
and the shuffle is answered afterwards as if that had been its outcome all along.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

from tilelaw_reach.learn import Customs, Laying, ordered
from tilelaw_reach.own_boards.sequences import Answered, Pause, Step
from tilelaw_reach.play.game import Clock, Data, Game, Position, due_in
from tilelaw_reach.play.parts import Cell, Piece, cells_named
from tilelaw_reach.script import Script

Receiver: TypeAlias = tuple[str, int] | None
"""The zone, with its owner, into which a piece is drawn; nothing if it leaves the game."""


ASIDE = 4
"""So many moves are looked at when a piece is to be laid aside."""


class _Drawn:
    """What has been drawn since a shuffle, which was answered as the answer of some number."""

    def __init__(self, answer: int) -> None:
        self.answer = answer
        self.pieces: list[Piece] = []
        self.taken: list[Piece] = []
        """Pieces that were taken out of the pile by their names."""


class Director:
    """Directs one game."""

    def __init__(
        self, game: Game, customs: Customs, laying: Laying, script: Script, chance: Random, clock: Clock
    ) -> None:
        self._game = game
        self._customs = customs
        self._parts = customs.parts
        self._laying = laying
        self._script = script
        self._chance = chance
        self._clock = clock
        self._answers: list[Data] = []
        self._piles: dict[str, _Drawn] = {}
        self._next_step: Counter[int] = Counter()
        self._follow: dict[int, deque[Answered]] = {}
        self._data: Data = {}

    def play(self) -> Iterator[Data]:
        """Play, and yield every position that is met."""
        position: Position | None = self._game.start()
        while position is not None:
            self._clock.check()
            self._data = position.data
            yield position.data
            due = due_in(position.data)
            if due is None:
                return
            answer = self._order(due) if "shuffle" in due else self._choice(position, due)
            if answer is None:
                return
            position = self._answered(position, answer)

    def history(self) -> list[Data]:
        """Return all answers so far, the shuffles as they must have come out."""
        found = list(self._answers)
        for zone, drawn in self._piles.items():
            top = self._script.kept.get(zone, [])
            found[drawn.answer] = self._outcome(zone, drawn, top)
        return found

    def _outcome(self, zone: str, drawn: _Drawn, top: Sequence[Piece]) -> Data:
        """Return how a shuffle must have come out."""
        left = Counter(self._parts.names(self._data, zone))
        first = list(top) if Counter(top) <= left else []
        rest = (left - Counter(first)).elements()
        return {**self._answers[drawn.answer], "order": [*drawn.pieces, *first, *rest, *drawn.taken]}

    # ---- answers

    def _order(self, due: Data) -> Data:
        zone, owner = due["shuffle"], due.get("owner", -1)
        pieces = self._parts.names(self._data, zone, owner)
        if not self._parts.zones[zone].kind:
            first = [player for player in self._script.players if player in pieces]
            return ordered(due, first if Counter(first) == Counter(pieces) else pieces)
        if zone in self._piles:
            drawn = self._piles[zone]
            self._answers[drawn.answer] = self._outcome(zone, drawn, ())
        self._piles[zone] = _Drawn(len(self._answers))
        return ordered(due, pieces)

    def _choice(self, position: Position, due: Data) -> Data | None:
        player = due["player"]
        if due["ask"] == self._laying.ask:
            return self._lay(position, player)
        follow = self._follow.get(player)
        if follow and follow[0].ask == due["ask"]:
            return follow.popleft().move
        moves = position.moves()
        kind = self._laying.kind
        named = [(move, arguments[kind]) for move in moves for arguments in move.values() if kind in arguments]
        if named:
            return self._picked(named, player)
        if not moves:
            return None
        if len(moves) > 1 and self._is_unmarked():
            fits = [self._fit(position.after(move)) for move in moves[:4]]
            if max(fits) > min(fits):
                return moves[fits.index(max(fits))]
        if not any(moves[-1].values()):
            return moves[-1]
        kept = self._kept(player if self._laying.is_owned else -1)
        harmless = [move for move in moves if not kept.intersection(cells_named([move]))]
        return self._chance.choice(harmless or moves)

    def _lay(self, position: Position, player: int) -> Data | None:
        who = player if self._laying.is_owned else -1
        steps = self._script.steps.get(who)
        if steps is None:
            return position.some_move(self._chance)
        number = self._next_step[who]
        self._next_step[who] += 1
        if number < len(steps):
            step = steps[number]
            self._follow[player] = deque(step.follow)
            if isinstance(step, Pause):
                return self._lay_aside(position, self._kept(who))
            cells = dict(zip(self._laying.cells, step.laid.cells, strict=True))
            return self._laying.move(self._script.pieces[who][number], cells)
        others = [move for move in position.moves() if self._laying.action not in move]
        return others[0] if others else None

    def _kept(self, who: int) -> set[Cell]:
        """Return the cells on which nothing may change but what is planned."""
        steps = self._script.steps.get(who, [])
        return {cell for step in steps if isinstance(step, Step) for cell in step.laid.cells} | self._script.spared

    def _lay_aside(self, position: Position, kept: set[Cell]) -> Data | None:
        """Return a move that lays a piece where it is not in the way, near what lies there."""
        found: list[tuple[int, int, Data]] = []
        for number in range(ASIDE):
            move = position.some_move(self._chance)
            if move is None or self._laying.action not in move:
                return move
            cells = cells_named([move])
            if not kept.intersection(cells):
                found.append((_spread(kept.union(cells)), number, move))
        return min(found)[2] if found else None

    def _picked(self, named: Sequence[tuple[Data, Piece]], player: int) -> Data | None:
        """Return the move that picks a piece which is meant for a player, or for nobody."""
        owners = self._script.owners
        mine = [move for move, piece in named if owners.get(piece) == player]
        free = [move for move, piece in named if piece not in owners]
        return mine[0] if mine else self._chance.choice(free) if free else None

    def _is_unmarked(self) -> bool:
        """Say whether a piece in a row has no mark although somebody is to have it."""
        return any(
            not any(mark in entry for mark in zone.marks) and entry[zone.kind] in self._script.owners
            for zone in self._parts.zones.values()
            if zone.is_row
            for _, entry in self._parts.pieces(self._data, zone.name)
        )

    def _fit(self, position: Position | None) -> int:
        """Return how well the marks on pieces are as they are meant to be."""
        if position is None:
            return -99
        found = 0
        for zone in self._parts.zones.values():
            for _, entry in self._parts.pieces(position.data, zone.name) if zone.is_row else ():
                owner = self._script.owners.get(entry[zone.kind])
                marks = {entry[mark] for mark in zone.marks if mark in entry}
                found += 0 if not marks or owner is None else 1 if owner in marks else -1
        return found

    # ---- drawing

    def _answered(self, position: Position, answer: Data) -> Position | None:
        """Return the position after an answer, the pieces that are drawn then chosen by the script."""
        after = position.after(answer)
        if after is None:
            return None
        before = position.data
        if "order" in answer:
            before = {**before, answer["shuffle"]: answer["order"]}
        chosen: dict[str, list[Piece]] = {}
        for zone, drawn in self._piles.items():
            was, is_ = self._parts.names(before, zone), self._parts.names(after.data, zone)
            number = len(was) - len(is_)
            if number <= 0:
                continue
            if was[number:] != is_:
                drawn.taken += (Counter(was) - Counter(is_)).elements()
                continue
            receivers = self._receivers(before, after.data, zone, was[:number])
            if self._is_over(receivers):
                return None
            top = self._top(zone, was, receivers)
            if top is None:
                return None
            chosen[zone] = top
            drawn.pieces += top[:number]
        if chosen:
            answer = {**answer, "order": chosen[answer["shuffle"]]} if answer.get("shuffle") in chosen else answer
            again = self._game.read({**position.data, **_unordered(chosen, answer)})
            after = again.after(answer) if again is not None else None
        self._answers.append(answer)
        return after

    def _receivers(self, before: Data, after: Data, pile: str, drawn: Sequence[Piece]) -> list[Receiver]:
        """Return where each of the pieces on top of a pile has gone."""
        kind = self._parts.zones[pile].kind
        gains: dict[tuple[str, int], Counter[Piece]] = {}
        for name, zone in self._parts.zones.items():
            if zone.kind != kind or zone.is_pile:
                continue
            for owner in range(self._parts.players) if zone.is_owned else [-1]:
                gains[name, owner] = Counter(self._parts.names(after, name, owner))
                gains[name, owner] -= Counter(self._parts.names(before, name, owner))
        found: list[Receiver] = []
        for piece in drawn:
            fitting = [where for where, gain in gains.items() if gain[piece] > 0]
            where = found[-1] if found and found[-1] in fitting else fitting[0] if fitting else None
            if where is not None:
                gains[where][piece] -= 1
            found.append(where)
        return found

    def _top(self, zone: str, pile: list[Piece], receivers: Sequence[Receiver]) -> list[Piece] | None:
        """Return the pile with the wanted pieces on top."""
        left = Counter(pile)
        order = list(self._parts.copies[self._parts.zones[zone].kind])
        found: list[Piece] = []
        wanted = [self._wanted(where, list(receivers)) for where in dict.fromkeys(receivers)]
        queues = dict(zip(dict.fromkeys(receivers), wanted, strict=True))
        needed = self._script.needed() + Counter(piece for queue in queues.values() for piece in queue)
        for where in receivers:
            if queues[where]:
                piece = queues[where].pop(0)
                needed[piece] -= 1
            else:
                spare = left - needed
                piece = self._chance.choice(sorted(spare or left, key=order.index))
            if left[piece] <= 0:
                return None
            left[piece] -= 1
            found.append(piece)
        return [*found, *left.elements()]

    def _is_over(self, receivers: Sequence[Receiver]) -> bool:
        """Say whether a row is drawn after the last one that the script has: what it is about is past."""
        comes = any(where is not None and self._parts.zones[where[0]].is_row for where in receivers)
        return comes and not self._script.rows

    def _wanted(self, where: Receiver, receivers: list[Receiver]) -> list[Piece]:
        """Take out of the script what is wanted in a zone now."""
        if where is None:
            return []
        number = receivers.count(where)
        if self._parts.zones[where[0]].is_row:
            return self._script.rows.pop(0)[:number]
        queue = self._script.hands.get(where, [])
        wanted, queue[:number] = queue[:number], []
        return wanted


def _spread(cells: set[Cell]) -> int:
    """Return how much room some cells take up."""
    return sum(max(line) - min(line) for line in zip(*cells, strict=True))


def _unordered(chosen: dict[str, list[Any]], answer: Data) -> Data:
    """Return the piles that must be arranged before an answer; the one that it orders need not be."""
    return {zone: pieces for zone, pieces in chosen.items() if zone != answer.get("shuffle")}
