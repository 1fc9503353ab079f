"""Puts what players are to lay into the rows that are picked from, round by round.

Everybody lays as many pieces in a round, and the row of a round is laid in the order of its pieces. In the last round
some have laid already, the row that is named has still to be laid, and a row to pick from lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tilelaw_reach.learn import Rows
from tilelaw_reach.own_boards.cover import Deck, Face, Laid
from tilelaw_reach.own_boards.sequences import Pause, Step
from tilelaw_reach.play.parts import Piece
from tilelaw_reach.script import Plans, Script
from tilelaw_reach.target import Target

Misfits: TypeAlias = Callable[[int, Sequence[Laid]], Collection[Piece]]
"""Returns the pieces that a player cannot lay who has laid some."""


class NoSchedule(Exception):
    """What is to be laid does not fit into rounds, at least not this time."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What may differ from what is named."""

    more_pieces: bool
    """Others may have pieces in the row that is named, too."""
    more_turns: bool
    """Players may have had more turns than what is named takes: they had to lay something aside or to discard it."""
    more_cells: bool
    """They may have laid it aside."""


LAST, ALIKE = 0.3, 0.3
"""How likely it is that the game lasts to its end if nothing is named that can be picked, and that it lasts until as
many pieces are left as are named."""
EARLY = 0.5
"""How likely it is that one of the earliest rounds is the last, whatever has been tried."""
LATE = 0.5
"""How likely it is that what is named is laid as late as possible, except by who is asked now."""
DULL = 0.7
"""How likely it is that time is filled with dull pieces."""
NOISE = (0.5, 1.5, 3.0)
"""How much chance there is in the choice of dull pieces."""


class Rounds:
    """Fills the rows of one script."""

    def __init__(self, rows: Rows, deck: Deck, target: Target, misfits: Misfits, chance: Random, mode: Mode) -> None:
        self._rows = rows
        self._misfits = misfits
        self._weights = deck.customs.weights
        self._noise = chance.choice(NOISE)
        self._is_late = chance.random() < LATE
        self._is_dull = chance.random() < DULL
        self._deck = deck
        self._chance = chance
        self._mode = mode
        self._kind = deck.laying.kind
        self._players = range(target.parts.players)
        self._order = {piece: place for place, piece in enumerate(deck.face_of)}
        self._row = target.named(rows.source.name)
        self._next = target.named(rows.offer.name)
        self._mark = rows.source.marks[0] if rows.source.marks else ""
        self._is_laying = (target.ask or {}).get("ask") == deck.laying.ask
        self._asked = target.mover
        self._ends_here = not self._is_laying and len(target.ask or {}) > 2
        self._left = next(
            (len(pieces) for zone, _, pieces in target.zones() if zone.is_pile and zone.kind == self._kind), 0
        )
        self._chosen_by = Counter(piece.get(self._mark, -1) for piece in self._next or [])
        self._used: set[Piece] = set(target.reserved(self._kind))
        self._plans: Plans = {}
        self._earlier: dict[int, list[Piece]] = {}
        self._later: dict[int, list[Piece]] = {}
        self._owners: dict[Piece, int] = {}

    def fill(self, script: Script, vain: Mapping[int, int]) -> None:
        """Fill all rows; rounds in which games were played in vain are not preferred. Raises `NoSchedule`."""
        script.last = last = self._last(script.steps, vain)
        self._plans = self._padded(script.steps, last)
        self._earlier = {who: [] for who in self._plans}
        final = self._final(last) if last >= 0 else []
        planned = [self._planned(number) for number in range(last)]
        rows = [self._filled(row) for row in planned]
        if last >= 0:
            rows.append([*final, *self._fillers(self._rows.size - len(final), is_left=True)])
            self._check_opening(rows[0])
        offered = self._offered(len(rows))
        script.rows = [*rows, offered] if offered else rows
        script.steps = self._plans
        script.pieces = {who: [*names, *self._later.get(who, [])] for who, names in self._earlier.items()}
        script.owners = self._owners

    def _check_opening(self, row: Sequence[Piece]) -> None:
        owners = [self._owners[piece] for piece in sorted(row, key=self._order.__getitem__) if piece in self._owners]
        if self._rows.openings and tuple(owners) not in self._rows.openings:
            raise NoSchedule

    # ---- how many rounds

    def _last(self, plans: Plans, vain: Mapping[int, int]) -> int:
        """Choose which round is the last, counted from 0; -1 is before the first."""
        is_open = not any(plans.values()) and not self._is_laying and not self._row
        lasts = range(-1 if is_open else 0, self._rows.number - bool(self._next))
        found = [last for last in lasts if self._fits(plans, last)]
        if not found:
            raise NoSchedule
        alike = [last for last in found if self._left and last + 2 + self._left // self._rows.size == self._rows.number]
        if alike and self._chance.random() < ALIKE:
            return alike[0]
        if self._row and not self._next and self._chance.random() < LAST:
            return found[-1]
        if self._chance.random() < EARLY:
            return found[min(int(self._chance.expovariate(1)), len(found) - 1)]
        return min(found, key=lambda last: vain[last] + last + self._chance.random())

    def _fits(self, plans: Plans, last: int) -> bool:
        for who in plans if last >= 0 else ():
            low, high = self._need(who, plans, last)
            if high < max(low, 0) or (low > 0 and not self._mode.more_turns):
                return False
        return True

    def _need(self, who: int, plans: Plans, last: int) -> tuple[int, int]:
        """Return how many pieces more a player lays until the last round, at least and at most."""
        each, there = self._rows.each, len(plans[who])
        low, high = each * last, each * (last + 1)
        if who == self._asked:
            low, high = (low, high - 1) if self._is_laying else (low + 1, high)
        coming = sum(1 for piece in self._row or [] if piece.get(self._mark) == who)
        low = max(low, each * last + self._chosen_by[who])
        high = min(high, each * (last + 1) - coming)
        if self._row is not None and not self._mode.more_pieces:
            low = each * (last + 1) - coming
        return low - there, high - there

    def _padded(self, plans: Plans, last: int) -> Plans:
        """Return plans in which everybody lays as much as there are rounds."""
        if last < 0:
            return plans
        found: Plans = {}
        for who, steps in plans.items():
            low, high = self._need(who, plans, last)
            low = max(low, 0)
            if low > high:
                raise NoSchedule
            more: list[Step | Pause] = [Pause()] * (self._chance.randint(low, high) if self._mode.more_turns else low)
            found[who] = self._mixed(steps, more, who == self._asked)
        return found

    def _mixed(self, steps: list[Step | Pause], more: list[Step | Pause], is_asked: bool) -> list[Step | Pause]:
        """Return steps with others among them; the last one stays the last if all ends with it."""
        more = list(more)
        found: list[Step | Pause] = []
        for step in steps:
            if more and len(found) % self._rows.each and not self._ascend(found[-1], step):
                found.append(more.pop())
            found.append(step)
        ends_here = is_asked and self._ends_here
        last = len(found) - 1 if ends_here and found else len(found)
        place = self._chance.choice(("before", "behind", "among"))
        if self._is_late:
            place = "before" if ends_here or not is_asked else "behind"
        for step in more:
            at = 0 if place == "before" else last if place == "behind" else self._chance.randint(0, last)
            found.insert(at, step)
            last += 1
        return found

    def _ascend(self, one: Step | Pause, other: Step | Pause) -> bool:
        """Say whether one piece can come before another in a row."""
        if isinstance(one, Pause) or isinstance(other, Pause):
            return True
        first, second = self._deck.pieces[one.laid.face], self._deck.pieces[other.laid.face]
        return min(map(self._order.__getitem__, first)) < max(map(self._order.__getitem__, second))

    # ---- which pieces

    def _final(self, last: int) -> list[Piece]:
        """Choose the pieces of the last row: those that have been laid, and those that have not."""
        each = self._rows.each
        coming = Counter(piece.get(self._mark, self._asked) for piece in self._row or [])
        named = [piece[self._kind] for piece in self._row or []]
        for piece in self._row or []:
            self._owners[piece[self._kind]] = piece.get(self._mark, self._asked)
        done = {who: len(steps) - each * last for who, steps in self._plans.items()}
        for player in self._players:
            if player not in done:
                free = each - coming[player]
                if self._mode.more_pieces or self._row is None:
                    low = min(self._chosen_by[player], free)
                    is_named = len(self._chosen_by) > 1 and self._chance.random() < ALIKE
                    free = low if is_named else self._chance.randint(low, free)
                done[player] = free
        if self._asked >= 0 and self._asked not in self._plans:
            done[self._asked] = min(max(done[self._asked], 0 if self._is_laying else 1), each - int(self._is_laying))
        high = self._order[named[0]] if named else len(self._order)
        low, laid = self._laid(last, done, high)
        more = [who for who in self._players for _ in range(each - done[who] - coming[who])]
        if not named and self._is_laying:
            more.sort(key=lambda who: who != self._asked)
            first = self._chosen(None, range(low + 1, len(self._order)), is_low=True)
            self._owners[first] = more.pop(0)
            named, low = [first], self._order[first]
        elif named:
            low = high
        rest = [self._chosen(None, range(low + 1, len(self._order))) for _ in more]
        self._owners.update(zip(rest, more, strict=True))
        return [*laid, *named, *rest]

    def _laid(self, last: int, done: dict[int, int], high: int) -> tuple[int, list[Piece]]:
        """Choose the pieces that have been laid in the last round, and return the place of the last one."""
        each = self._rows.each
        order = sorted(self._players, key=lambda who: who != self._asked)
        found: list[Piece] = []
        for who in order:
            steps = self._plans.get(who, [Pause()] * (each * last + done[who]))
            cap = high
            mine: list[Piece] = []
            for number in reversed(range(each * last, len(steps))):
                is_last = who == self._asked and not self._is_laying and not mine
                below = self._for_step(who, steps, number, range(cap), is_low=not is_last)
                mine.insert(0, below)
                cap = self._order[below]
                if is_last:
                    high = cap
            self._owners.update(dict.fromkeys(mine, who))
            self._later[who] = mine
            found += mine
        return max((self._order[piece] for piece in found), default=-1), found

    def _for_step(self, who: int, steps: Sequence[Step | Pause], number: int, places: range, is_low: bool) -> Piece:
        """Take a piece for a step of a player."""
        step = steps[number]
        if isinstance(step, Step):
            return self._chosen(step.laid.face, places, is_low)
        if who not in self._plans or self._mode.more_cells:
            return self._chosen(None, places, is_low)
        before = [each.laid for each in steps[:number] if isinstance(each, Step)]
        return self._chosen(None, places, is_low, self._misfits(who, before))

    def _chosen(
        self, face: Face | None, places: range, is_low: bool = False, among: Collection[Piece] | None = None
    ) -> Piece:
        """Take a piece that nobody has, of some face if one is named."""
        names = among if among is not None else self._deck.face_of if face is None else self._deck.pieces[face]
        free = [piece for piece in names if piece not in self._used and self._order[piece] in places]
        if face is None:
            free = self._spare(free) or free
        if not free:
            raise NoSchedule
        if face is None and self._is_dull:
            free = self._dullest(free)[:4]
        at = min(int(self._chance.expovariate(0.5)), len(free) - 1) if is_low else self._chance.randrange(len(free))
        self._used.add(free[at])
        return free[at]

    def _spare(self, free: Sequence[Piece]) -> list[Piece]:
        """Return the pieces whose faces nobody needs."""
        needed = {step.laid.face for steps in self._plans.values() for step in steps if isinstance(step, Step)}
        return [piece for piece in free if self._deck.face_of[piece] not in needed]

    def _dullest(self, free: Sequence[Piece]) -> list[Piece]:
        """Return pieces in the order in which they change little, more or less."""
        return sorted(free, key=lambda piece: self._weights[piece] + self._chance.uniform(0, self._noise))

    def _planned(self, number: int) -> list[Piece]:
        """Choose the pieces of an earlier row that players are to lay."""
        row: list[Piece] = []
        each = self._rows.each
        for who, steps in self._plans.items():
            low = -1
            for at in range(each * number, min(each * (number + 1), len(steps))):
                is_low = isinstance(steps[at], Pause) and self._chance.random() < 0.5
                piece = self._for_step(who, steps, at, range(low + 1, len(self._order)), is_low)
                low = self._order[piece]
                self._owners[piece] = who
                self._earlier[who].append(piece)
                row.append(piece)
        return row

    def _filled(self, row: list[Piece]) -> list[Piece]:
        """Return a row with pieces for those who have no plan."""
        for player in self._players:
            if player not in self._plans:
                pieces = self._fillers(self._rows.each)
                self._owners.update(dict.fromkeys(pieces, player))
                row = [*row, *pieces]
        return [*row, *self._fillers(self._rows.size - len(row), is_left=True)]

    def _offered(self, before: int) -> list[Piece]:
        """Return the row that is picked from at the end."""
        named = self._next or []
        for piece in named:
            if self._mark in piece:
                self._owners[piece[self._kind]] = piece[self._mark]
        if before >= self._rows.number:
            return []
        found = [piece[self._kind] for piece in named]
        return [*found, *self._fillers(self._rows.size - len(found), is_left=True)]

    def _fillers(self, number: int, is_left: bool = False) -> list[Piece]:
        """Return pieces that nobody needs; those that are left over need not be dull."""
        free = [piece for piece in self._order if piece not in self._used]
        spare = self._spare(free)
        pool = spare if len(spare) >= number else free
        if len(pool) < number:
            raise NoSchedule
        number = max(number, 0)
        dull = self._dullest(pool) if self._is_dull else self._chance.sample(pool, len(pool))
        found = (dull[::-1] if is_left else dull)[:number]
        self._used.update(found)
        return found


def ascending(rows: Rows, deck: Deck) -> Callable[[Sequence[Laid], Laid], bool]:
    """Return whether a piece can follow others: in a round everybody lays pieces in their order."""
    places = {piece: place for place, piece in enumerate(deck.face_of)}
    lowest = {face: min(places[piece] for piece in pieces) for face, pieces in deck.pieces.items()}
    highest = {face: max(places[piece] for piece in pieces) for face, pieces in deck.pieces.items()}

    def follows(before: Sequence[Laid], laid: Laid) -> bool:
        if len(before) % rows.each == 0:
            return True
        return lowest[before[-1].face] < highest[laid.face]

    return follows
