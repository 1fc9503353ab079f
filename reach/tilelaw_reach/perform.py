"""Plays a game according to a script.

The order of a pile is decided only when something is drawn from it: the position before the draw is read again with
the wanted pieces on top of the pile. The answer to the shuffle, which was given earlier, is rewritten at the end so
that the pieces come out as they were drawn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from tilelaw_reach.deck import Deck
from tilelaw_reach.play.clock import Clock
from tilelaw_reach.play.data import Cell, Data, Due, Piece, cells_named, due_in, fields, piece
from tilelaw_reach.play.game import Game, Position
from tilelaw_reach.script import FollowUp, FreeStep, Script, Step

Receiver: TypeAlias = tuple[str, int] | None
"""The zone, with its owner, that a piece is drawn into; nothing if the piece leaves the game."""

TRIES_OUT_OF_THE_WAY = 4
"""How many random moves are looked at when a piece is to be placed out of the way."""
COMPARED_MOVES = 4
"""How many moves are compared by the marks that they put on pieces."""
ILLEGAL = -99
"""The fit of a move that is illegal."""


class _Pile:
    """What has happened to a pile since its shuffle, which is the answer of this number."""

    def __init__(self, answer: int) -> None:
        self.answer = answer
        self.drawn: list[Piece] = []
        """The pieces that were drawn from the top, in order."""
        self.taken: list[Piece] = []
        """The pieces that were taken from anywhere in the pile by name."""


class Performance:
    """One game that follows a script."""

    def __init__(self, game: Game, deck: Deck, script: Script, chance: Random, clock: Clock) -> None:
        self._game = game
        self._parts = game.parts
        self._place = deck.place
        self._script = script
        self._chance = chance
        self._clock = clock
        self._answers: list[Data] = []
        self._piles: dict[str, _Pile] = {}
        self._next_step: Counter[int] = Counter()
        self._follow_ups: dict[int, deque[FollowUp]] = {}
        self._position: Data = {}

    def play(self) -> Iterator[Data]:
        """Play, and yield every position on the way."""
        here: Position | None = self._game.start()
        while here is not None:
            self._clock.check()
            self._position = here.data
            yield here.data
            due = due_in(here.data)
            if due is None:
                return
            answer = self._shuffle(due) if due.shuffle else self._choose(here, due)
            if answer is None:
                return
            here = self._answer(here, answer)

    def history(self) -> list[Data]:
        """Return all answers so far, with shuffles that explain what was drawn."""
        found = list(self._answers)
        for zone, pile in self._piles.items():
            found[pile.answer] = self._explained(zone, pile, self._script.pile_tops.get(zone, []))
        return found

    def _explained(self, zone: str, pile: _Pile, top: Sequence[Piece]) -> Data:
        """Return the shuffle after which a pile came out as it did; what is left in it begins with `top` if it can."""
        left = Counter(self._parts.names(self._position, zone))
        first = list(top) if Counter(top) <= left else []
        rest = (left - Counter(first)).elements()
        return {**self._answers[pile.answer], "order": [*pile.drawn, *first, *rest, *pile.taken]}

    # ---- answers

    def _shuffle(self, due: Due) -> Data:
        """Answer a shuffle; only an order of players is decided at once."""
        zone = due.shuffle
        pieces = self._parts.names(self._position, zone, due.owner)
        if not self._parts.zones[zone].kind:
            players: list[Piece] = [player for player in self._script.players if player in pieces]
            return due.ordered(players if Counter(players) == Counter(pieces) else pieces)
        if zone in self._piles:
            pile = self._piles[zone]
            self._answers[pile.answer] = self._explained(zone, pile, ())
        self._piles[zone] = _Pile(len(self._answers))
        return due.ordered(pieces)

    def _choose(self, here: Position, due: Due) -> Data | None:
        """Choose a move: as planned, then as marks require, then one that declines, then a harmless one."""
        if due.ask == self._place.ask:
            return self._next_placement(here, due.player)
        follow_ups = self._follow_ups.get(due.player)
        if follow_ups and follow_ups[0].ask == due.ask:
            return follow_ups.popleft().move
        moves = here.moves()
        picks = [(move, name) for move in moves for name in self._picked_by(move)]
        if picks:
            return self._pick(picks, due.player)
        if not moves:
            return None
        if len(moves) > 1 and self._lacks_marks():
            fits = [self._fit(here.after(move)) for move in moves[:COMPARED_MOVES]]
            if max(fits) > min(fits):
                return moves[fits.index(max(fits))]
        if not any(moves[-1].values()):
            return moves[-1]
        kept = self._kept_cells(due.player if self._place.is_owned else -1)
        harmless = [move for move in moves if not kept.intersection(cells_named([move]))]
        return self._chance.choice(harmless or moves)

    def _next_placement(self, here: Position, player: int) -> Data | None:
        """Return the move of the next step of a player; without a plan, any move."""
        who = player if self._place.is_owned else -1
        steps = self._script.steps.get(who)
        if steps is None:
            return here.some_move(self._chance)
        number = self._next_step[who]
        self._next_step[who] += 1
        if number < len(steps):
            step = steps[number]
            self._follow_ups[player] = deque(step.follow_ups)
            if isinstance(step, FreeStep):
                return self._place_out_of_the_way(here, self._kept_cells(who))
            return self._place.move(self._script.pieces[who][number], step.placement.cells)
        others = [move for move in here.moves() if self._place.action not in move]
        return others[0] if others else None

    def _kept_cells(self, who: int) -> set[Cell]:
        """Return the cells on which nothing may change but what is planned."""
        steps = self._script.steps.get(who, [])
        planned = {cell for step in steps if isinstance(step, Step) for cell in step.placement.cells}
        return planned | self._script.spared

    def _place_out_of_the_way(self, here: Position, kept: set[Cell]) -> Data | None:
        """Return a move that places a piece off the kept cells but near them, or discards it."""
        found: list[tuple[int, int, Data]] = []
        for number in range(TRIES_OUT_OF_THE_WAY):
            move = here.some_move(self._chance)
            if move is None or self._place.action not in move:
                return move
            cells = cells_named([move])
            if not kept.intersection(cells):
                found.append((_extent(kept.union(cells)), number, move))
        return min(found)[2] if found else None

    # ---- picks and marks

    def _picked_by(self, move: Data) -> list[Piece]:
        """Return the piece that a move picks out of a row, if it picks one."""
        return [piece(fields(given)[self._place.kind]) for given in move.values() if self._place.kind in fields(given)]

    def _pick(self, picks: Sequence[tuple[Data, Piece]], player: int) -> Data | None:
        """Return the move that picks a piece meant for a player, or else for nobody."""
        owners = self._script.owners
        mine = [move for move, name in picks if owners.get(name) == player]
        free = [move for move, name in picks if name not in owners]
        return mine[0] if mine else self._chance.choice(free) if free else None

    def _lacks_marks(self) -> bool:
        """Say whether a piece in a row is meant for somebody and has no mark yet."""
        return any(
            not entry.marks and entry.name in self._script.owners
            for zone in self._parts.zones.values()
            if zone.is_row
            for entry in self._parts.entries(self._position, zone.name)
        )

    def _fit(self, here: Position | None) -> int:
        """Return how many marks are on pieces as the script wants them, minus those that are not."""
        if here is None:
            return ILLEGAL
        found = 0
        for zone in self._parts.zones.values():
            for entry in self._parts.entries(here.data, zone.name) if zone.is_row else ():
                owner = self._script.owners.get(entry.name)
                if entry.marks and owner is not None:
                    found += 1 if owner in entry.marks.values() else -1
        return found

    # ---- draws

    def _answer(self, here: Position, answer: Data) -> Position | None:
        """Give an answer and return the next position, in which the pieces drawn are those that the script wants."""
        after = here.after(answer)
        if after is None:
            return None
        before = here.data
        if "order" in answer:
            before = {**before, _shuffled_zone(answer): answer["order"]}
        orders: dict[str, list[Piece]] = {}
        for zone, pile in self._piles.items():
            was, is_ = self._parts.names(before, zone), self._parts.names(after.data, zone)
            number = len(was) - len(is_)
            if number <= 0:
                continue
            if was[number:] != is_:
                pile.taken += (Counter(was) - Counter(is_)).elements()
                continue
            receivers = self._receivers(before, after.data, zone, was[:number])
            order = None if self._is_past_script(receivers) else self._order(zone, was, receivers)
            if order is None:
                return None
            orders[zone] = order
            pile.drawn += order[:number]
        if orders:
            answer, after = self._answer_again(here, answer, orders)
        self._answers.append(answer)
        return after

    def _answer_again(
        self, here: Position, answer: Data, orders: Mapping[str, list[Piece]]
    ) -> tuple[Data, Position | None]:
        """Give an answer with other orders of the piles; a pile that is just being shuffled gets its order by that."""
        shuffled = _shuffled_zone(answer)
        if shuffled in orders:
            answer = {**answer, "order": orders[shuffled]}
        rearranged = {zone: pieces for zone, pieces in orders.items() if zone != shuffled}
        again = self._game.read({**here.data, **rearranged})
        return answer, again.after(answer) if again is not None else None

    def _receivers(self, before: Data, after: Data, pile: str, drawn: Sequence[Piece]) -> list[Receiver]:
        """Return for each of the pieces on top of a pile where it has gone."""
        kind = self._parts.zones[pile].kind
        gains: dict[tuple[str, int], Counter[Piece]] = {}
        for name, zone in self._parts.zones.items():
            if zone.kind != kind or zone.is_pile:
                continue
            for owner in self._parts.owners(zone):
                gains[name, owner] = Counter(self._parts.names(after, name, owner))
                gains[name, owner] -= Counter(self._parts.names(before, name, owner))
        found: list[Receiver] = []
        for each in drawn:
            fitting = [receiver for receiver, gain in gains.items() if gain[each] > 0]
            receiver = found[-1] if found and found[-1] in fitting else fitting[0] if fitting else None
            if receiver is not None:
                gains[receiver][each] -= 1
            found.append(receiver)
        return found

    def _order(self, zone: str, pile: list[Piece], receivers: Sequence[Receiver]) -> list[Piece] | None:
        """Return a pile with the wanted pieces on top, or nothing if one of them is not there."""
        left = Counter(pile)
        ranks = list(self._parts.copies[self._parts.zones[zone].kind])
        found: list[Piece] = []
        queues = {receiver: self._wanted(receiver, list(receivers)) for receiver in dict.fromkeys(receivers)}
        needed = self._script.needed() + Counter(each for queue in queues.values() for each in queue)
        for receiver in receivers:
            if queues[receiver]:
                each = queues[receiver].pop(0)
                needed[each] -= 1
            else:
                spare = left - needed
                each = self._chance.choice(sorted(spare or left, key=ranks.index))
            if left[each] <= 0:
                return None
            left[each] -= 1
            found.append(each)
        return [*found, *left.elements()]

    def _is_past_script(self, receivers: Sequence[Receiver]) -> bool:
        """Say whether a row is drawn after the last one of the script: then the position has not been met."""
        draws_row = any(receiver is not None and self._parts.zones[receiver[0]].is_row for receiver in receivers)
        return draws_row and not self._script.rows

    def _wanted(self, receiver: Receiver, receivers: list[Receiver]) -> list[Piece]:
        """Take out of the script what a zone is to receive now."""
        if receiver is None:
            return []
        number = receivers.count(receiver)
        if self._parts.zones[receiver[0]].is_row:
            return self._script.rows.pop(0)[:number]
        queue = self._script.hands.get(receiver, [])
        wanted, queue[:number] = queue[:number], []
        return wanted


def _shuffled_zone(answer: Data) -> str:
    zone = answer.get("shuffle")
    return zone if isinstance(zone, str) else ""


def _extent(cells: set[Cell]) -> int:
    """Return the width plus the height of some cells."""
    return sum(max(line) - min(line) for line in zip(*cells, strict=True))
