"""Puts placements into the rounds of a draft: which pieces are in each row, and who gets them.

In every round each player places the same number of pieces, and the pieces of a row are placed in their order. In the
last round of a script some pieces of the row have been placed, the named ones are still to be placed, and the named
offer lies beside them. Many choices are random; one that does not work out raises `NoSchedule`, and the caller tries
again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tilelaw_reach.deck import Deck, Face, Placement
from tilelaw_reach.own_boards.draft import Draft
from tilelaw_reach.own_boards.sequences import CanFollow
from tilelaw_reach.play.data import Piece
from tilelaw_reach.script import FreeStep, Plans, Script, Step, Steps
from tilelaw_reach.target import Target

Unplaceable: TypeAlias = Callable[[int, Sequence[Placement]], Collection[Piece]]
"""Returns the pieces that a player cannot place on a board with these placements."""


class NoSchedule(Exception):
    """The placements do not fit into rounds, at least not with these random choices."""


@dataclass(frozen=True, slots=True)
class Mode:
    """How a game may go beyond what the case names."""

    more_pieces: bool
    """Players may have pieces in the named row besides the named ones."""
    more_turns: bool
    """Players may have had more turns than the named boards need."""
    more_cells: bool
    """In these turns they may have placed pieces on other cells; otherwise they discard pieces they cannot place."""


UNTIL_THE_END, LIKE_THE_PILE = 0.3, 0.3
"""How likely the last round is the last of the game if a row but no offer is named, and how likely it is the one after
which the pile is as large as named."""
FEWEST = 0.3
"""How likely a player without a plan has placed no more pieces of the last row than the picks in the offer require."""
EARLY = 0.5
"""How likely the last round is one of the first possible ones, whichever have been tried."""
LATE = 0.5
"""How likely the named pieces are placed as late as possible, except those of the player who is asked."""
QUIET = 0.7
"""How likely other turns are filled with pieces that change little."""
NOISE = (0.5, 1.5, 3.0)
"""How much randomness there may be in the ranking of pieces by their impact."""
BEST_FILLERS = 4
"""How many of the pieces that change least are candidates for one turn."""


class RoundPlanner:
    """Fills the rows of one script."""

    def __init__(
        self,
        draft: Draft,
        deck: Deck,
        target: Target,
        impacts: Mapping[Piece, int],
        unplaceable: Unplaceable,
        chance: Random,
        mode: Mode,
    ) -> None:
        self._draft = draft
        self._unplaceable = unplaceable
        self._impacts = impacts
        self._noise = chance.choice(NOISE)
        self._is_late = chance.random() < LATE
        self._is_quiet = chance.random() < QUIET
        self._deck = deck
        self._chance = chance
        self._mode = mode
        self._players = range(target.parts.players)
        self._rank = {piece: rank for rank, piece in enumerate(deck.face_of)}
        """The place of each piece in the order of all pieces, and so in a row."""
        self._row = target.named(draft.source.name)
        self._offer = target.named(draft.offer.name)
        self._is_placing = target.asks_for(deck.place.ask)
        self._asked = target.mover
        # An ask that carries something belongs to the piece that has just been placed.
        self._ends_with_step = not self._is_placing and target.due is not None and len(target.due.data) > 2
        self._left = next(
            (len(entries) for zone, _, entries in target.zones() if zone.is_pile and zone.kind == deck.place.kind), 0
        )
        self._picks = Counter(entry.marks.get(draft.mark, -1) for entry in self._offer or [])
        """How many pieces of the offer each player has picked."""
        self._used: set[Piece] = set(target.reserved(deck.place.kind))
        self._plans: Plans = {}
        self._earlier: dict[int, list[Piece]] = {}
        """The pieces that players with a plan place before the last round."""
        self._latest: dict[int, list[Piece]] = {}
        """The pieces that players have placed in the last round."""
        self._owners: dict[Piece, int] = {}

    def fill(self, script: Script, games_played: Mapping[int, int]) -> None:
        """Fill all rows of a script; last rounds that few games were played with are preferred. Raises `NoSchedule`."""
        script.last_round = last = self._last_round(script.steps, games_played)
        self._plans = self._padded(script.steps, last)
        self._earlier = {who: [] for who in self._plans}
        final = self._final_row(last) if last >= 0 else []
        planned = [self._planned_row(number) for number in range(last)]
        rows = [self._filled_row(row) for row in planned]
        if last >= 0:
            rows.append([*final, *self._fillers(self._draft.size - len(final), is_leftover=True)])
            self._check_opening(rows[0])
        offer = self._offer_row(len(rows))
        script.rows = [*rows, offer] if offer else rows
        script.steps = self._plans
        script.pieces = {who: [*names, *self._latest.get(who, [])] for who, names in self._earlier.items()}
        script.owners = self._owners

    def _check_opening(self, row: Sequence[Piece]) -> None:
        owners = [self._owners[piece] for piece in sorted(row, key=self._rank.__getitem__) if piece in self._owners]
        if self._draft.openings and tuple(owners) not in self._draft.openings:
            raise NoSchedule

    # ---- how many rounds

    def _last_round(self, plans: Plans, games_played: Mapping[int, int]) -> int:
        """Choose the last round, counted from 0; -1 is before the first, while its row is picked from."""
        is_empty = not any(plans.values()) and not self._is_placing and not self._row
        rounds = range(-1 if is_empty else 0, self._draft.rounds - bool(self._offer))
        found = [last for last in rounds if self._fits(plans, last)]
        if not found:
            raise NoSchedule
        size = self._draft.size
        alike = [last for last in found if self._left and last + 2 + self._left // size == self._draft.rounds]
        if alike and self._chance.random() < LIKE_THE_PILE:
            return alike[0]
        if self._row and not self._offer and self._chance.random() < UNTIL_THE_END:
            return found[-1]
        if self._chance.random() < EARLY:
            return found[min(int(self._chance.expovariate(1)), len(found) - 1)]
        return min(found, key=lambda last: games_played[last] + last + self._chance.random())

    def _fits(self, plans: Plans, last: int) -> bool:
        for who in plans if last >= 0 else ():
            low, high = self._free_turns(who, plans, last)
            if high < max(low, 0) or (low > 0 and not self._mode.more_turns):
                return False
        return True

    def _free_turns(self, who: int, plans: Plans, last: int) -> tuple[int, int]:
        """Return how many turns a player has until the last round besides those of the plan, at least and at most."""
        each, planned = self._draft.each, len(plans[who])
        low, high = each * last, each * (last + 1)
        if who == self._asked:
            low, high = (low, high - 1) if self._is_placing else (low + 1, high)
        coming = sum(1 for entry in self._row or [] if entry.marks.get(self._draft.mark) == who)
        low = max(low, each * last + self._picks[who])
        high = min(high, each * (last + 1) - coming)
        if self._row is not None and not self._mode.more_pieces:
            low = each * (last + 1) - coming
        return low - planned, high - planned

    def _padded(self, plans: Plans, last: int) -> Plans:
        """Return plans with free steps added, so that every player has as many steps as there are rounds."""
        if last < 0:
            return plans
        found: Plans = {}
        for who, steps in plans.items():
            low, high = self._free_turns(who, plans, last)
            low = max(low, 0)
            if low > high:
                raise NoSchedule
            number = self._chance.randint(low, high) if self._mode.more_turns else low
            found[who] = self._with_free_steps(steps, number, who == self._asked)
        return found

    def _with_free_steps(self, steps: Steps, number: int, is_asked: bool) -> Steps:
        """Return steps with free steps among them; the last step stays last if the position comes right after it."""
        found: Steps = []
        for step in steps:
            if number and len(found) % self._draft.each and not self._can_precede(found[-1], step):
                found.append(FreeStep())
                number -= 1
            found.append(step)
        ends_with_step = is_asked and self._ends_with_step
        last = len(found) - 1 if ends_with_step and found else len(found)
        place = self._chance.choice(("before", "behind", "among"))
        if self._is_late:
            place = "before" if ends_with_step or not is_asked else "behind"
        for _ in range(number):
            at = 0 if place == "before" else last if place == "behind" else self._chance.randint(0, last)
            found.insert(at, FreeStep())
            last += 1
        return found

    def _can_precede(self, one: Step | FreeStep, other: Step | FreeStep) -> bool:
        """Say whether the piece of one step can come before that of another in a row."""
        if isinstance(one, FreeStep) or isinstance(other, FreeStep):
            return True
        first, second = self._deck.pieces[one.placement.face], self._deck.pieces[other.placement.face]
        return min(map(self._rank.__getitem__, first)) < max(map(self._rank.__getitem__, second))

    # ---- the last row

    def _final_row(self, last: int) -> list[Piece]:
        """Choose the pieces of the last row: those that have been placed, and those that have not."""
        each, row = self._draft.each, self._row or []
        coming = Counter(entry.marks.get(self._draft.mark, self._asked) for entry in row)
        named = [entry.name for entry in row]
        for entry in row:
            self._owners[entry.name] = entry.marks.get(self._draft.mark, self._asked)
        done = self._numbers_placed(last, coming)
        high = self._rank[named[0]] if named else len(self._rank)
        low, placed = self._placed_pieces(last, done, high)
        waiting = [who for who in self._players for _ in range(each - done[who] - coming[who])]
        if not named and self._is_placing:
            waiting.sort(key=lambda who: who != self._asked)
            first = self._take(None, range(low + 1, len(self._rank)), is_low=True)
            self._owners[first] = waiting.pop(0)
            named, low = [first], self._rank[first]
        elif named:
            low = high
        rest = [self._take(None, range(low + 1, len(self._rank))) for _ in waiting]
        self._owners.update(zip(rest, waiting, strict=True))
        return [*placed, *named, *rest]

    def _numbers_placed(self, last: int, coming: Counter[int]) -> dict[int, int]:
        """Choose how many pieces of the last row each player has placed."""
        each = self._draft.each
        done = {who: len(steps) - each * last for who, steps in self._plans.items()}
        for player in self._players:
            if player not in done:
                free = each - coming[player]
                if self._mode.more_pieces or self._row is None:
                    low = min(self._picks[player], free)
                    is_least = len(self._picks) > 1 and self._chance.random() < FEWEST
                    free = low if is_least else self._chance.randint(low, free)
                done[player] = free
        if self._asked >= 0 and self._asked not in self._plans:
            low, high = (0, each - 1) if self._is_placing else (1, each)
            done[self._asked] = min(max(done[self._asked], low), high)
        return done

    def _placed_pieces(self, last: int, done: Mapping[int, int], high: int) -> tuple[int, list[Piece]]:
        """Choose the pieces that have been placed in the last round; return the highest rank with them."""
        each = self._draft.each
        found: list[Piece] = []
        for who in sorted(self._players, key=lambda who: who != self._asked):
            steps = self._plans.get(who, [FreeStep()] * (each * last + done[who]))
            below = high
            mine: list[Piece] = []
            for number in reversed(range(each * last, len(steps))):
                is_last = who == self._asked and not self._is_placing and not mine
                piece = self._piece_for(who, steps, number, range(below), is_low=not is_last)
                mine.insert(0, piece)
                below = self._rank[piece]
                if is_last:
                    high = below
            self._owners.update(dict.fromkeys(mine, who))
            self._latest[who] = mine
            found += mine
        return max((self._rank[piece] for piece in found), default=-1), found

    # ---- the other rows

    def _planned_row(self, number: int) -> list[Piece]:
        """Choose the pieces of an earlier row for the players with a plan."""
        row: list[Piece] = []
        each = self._draft.each
        for who, steps in self._plans.items():
            low = -1
            for at in range(each * number, min(each * (number + 1), len(steps))):
                is_low = isinstance(steps[at], FreeStep) and self._chance.random() < 0.5
                piece = self._piece_for(who, steps, at, range(low + 1, len(self._rank)), is_low)
                low = self._rank[piece]
                self._owners[piece] = who
                self._earlier[who].append(piece)
                row.append(piece)
        return row

    def _filled_row(self, row: list[Piece]) -> list[Piece]:
        """Return a row with pieces for the players without a plan."""
        for player in self._players:
            if player not in self._plans:
                pieces = self._fillers(self._draft.each)
                self._owners.update(dict.fromkeys(pieces, player))
                row = [*row, *pieces]
        return [*row, *self._fillers(self._draft.size - len(row), is_leftover=True)]

    def _offer_row(self, rows_before: int) -> list[Piece]:
        """Return the row that is picked from at the end."""
        named = self._offer or []
        for entry in named:
            if self._draft.mark in entry.marks:
                self._owners[entry.name] = entry.marks[self._draft.mark]
        if rows_before >= self._draft.rounds:
            return []
        return [*(entry.name for entry in named), *self._fillers(self._draft.size - len(named), is_leftover=True)]

    # ---- single pieces

    def _piece_for(self, who: int, steps: Sequence[Step | FreeStep], number: int, ranks: range, is_low: bool) -> Piece:
        """Take a piece for a step of a player."""
        step = steps[number]
        if isinstance(step, Step):
            return self._take(step.placement.face, ranks, is_low)
        if who not in self._plans or self._mode.more_cells:
            return self._take(None, ranks, is_low)
        before = [each.placement for each in steps[:number] if isinstance(each, Step)]
        return self._take(None, ranks, is_low, self._unplaceable(who, before))

    def _take(
        self, face: Face | None, ranks: range, is_low: bool = False, among: Collection[Piece] | None = None
    ) -> Piece:
        """Take an unused piece: of a face, or among some pieces, or any; rather one of low rank if `is_low`."""
        names = among if among is not None else self._deck.face_of if face is None else self._deck.pieces[face]
        free = [piece for piece in names if piece not in self._used and self._rank[piece] in ranks]
        if face is None:
            free = self._not_needed(free) or free
        if not free:
            raise NoSchedule
        if face is None and self._is_quiet:
            free = self._by_impact(free)[:BEST_FILLERS]
        at = min(int(self._chance.expovariate(0.5)), len(free) - 1) if is_low else self._chance.randrange(len(free))
        self._used.add(free[at])
        return free[at]

    def _fillers(self, number: int, is_leftover: bool = False) -> list[Piece]:
        """Take unused pieces; leftovers, which nobody places, are those with the largest impact."""
        free = [piece for piece in self._rank if piece not in self._used]
        spare = self._not_needed(free)
        pool = spare if len(spare) >= number else free
        if len(pool) < number:
            raise NoSchedule
        number = max(number, 0)
        ranked = self._by_impact(pool) if self._is_quiet else self._chance.sample(pool, len(pool))
        found = (ranked[::-1] if is_leftover else ranked)[:number]
        self._used.update(found)
        return found

    def _not_needed(self, free: Sequence[Piece]) -> list[Piece]:
        """Return the pieces whose faces no plan needs."""
        needed = {step.placement.face for steps in self._plans.values() for step in steps if isinstance(step, Step)}
        return [piece for piece in free if self._deck.face_of[piece] not in needed]

    def _by_impact(self, free: Sequence[Piece]) -> list[Piece]:
        """Return pieces by their impact, the smallest first, with some noise."""
        return sorted(free, key=lambda piece: self._impacts[piece] + self._chance.uniform(0, self._noise))


def draft_order(draft: Draft, deck: Deck) -> CanFollow:
    """Return whether a piece can follow others: in a round each player places pieces in the order of the row."""
    ranks = {piece: rank for rank, piece in enumerate(deck.face_of)}
    lowest = {face: min(ranks[piece] for piece in pieces) for face, pieces in deck.pieces.items()}
    highest = {face: max(ranks[piece] for piece in pieces) for face, pieces in deck.pieces.items()}

    def can_follow(before: Sequence[Placement], placement: Placement) -> bool:
        if len(before) % draft.each == 0:
            return True
        return lowest[before[-1].face] < highest[placement.face]

    return can_follow
