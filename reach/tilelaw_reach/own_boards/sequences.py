"""Legal orders in which the pieces of one board can be placed, with the answers that follow each placement.

The board is built up in fragments of positions: the board so far, and one piece that its player may place. Whatever
the rules ask then is answered in every way that can still lead to the wanted board. It is a depth-first search with a
budget; when the budget is spent, the search starts again in another random order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from tilelaw_conformance import differences
from tilelaw_reach.deck import Deck, Face, Placement, text
from tilelaw_reach.fragments import board_cells, empty_fragment, own_boards, place_fragment, placed
from tilelaw_reach.learn import Habits, PlaceAction
from tilelaw_reach.play.clock import Clock
from tilelaw_reach.play.data import Data, Json, Piece, ask_in, due_in, fields
from tilelaw_reach.play.game import Game, Position
from tilelaw_reach.script import FollowUp, FreeStep, Step, Steps
from tilelaw_reach.target import Target

CanFollow: TypeAlias = Callable[[Sequence[Placement], Placement], bool]
"""Says whether a piece can be placed after some others, as far as the draft is concerned."""

ATTEMPTS = 8
"""How often the search is started for one set of placements."""
BUDGET, BUDGET_FOR_EACH = 20, 8
"""How many placements one attempt looks at: a fixed number, and some more for each piece."""
MOST_ENDS = 12
"""How many ways to answer what follows one placement are tried."""
TAKE_WHAT_IS_MISSING = 0.9
"""How likely an attempt is to try the moves that take something first while something is missing."""


@dataclass(frozen=True, slots=True)
class _End:
    """A position after a placement and its follow-up answers, in which the search can stop or go on."""

    position: Data
    follow_ups: tuple[FollowUp, ...]
    is_turn_over: bool
    is_final: bool = False
    """Whether the board and the ask are as wanted."""


class SequenceSearch:
    """The search for orders for one board of a target."""

    def __init__(
        self, game: Game, deck: Deck, target: Target, owner: int, clock: Clock, can_follow: CanFollow | None = None
    ) -> None:
        self._can_follow = can_follow
        self._game = game
        self._deck = deck
        self._target = target
        self._owner = owner
        self._clock = clock
        self._habits: Habits = deck.habits
        self._place: PlaceAction = deck.place
        self._wanted = target.boards[(self._place.board, owner)]
        self._ask_after: dict[Face, str] = {}
        """The ask that each face was followed by when it was first placed."""
        self._dead_ends: set[tuple[frozenset[Placement], str]] = set()
        self._budget = 0
        self._is_incomplete = False
        """Whether the current attempt has left something out."""
        self._ignores_draft = True
        """Whether the current attempt allows orders that the draft may not."""

    def run(self, placements: Sequence[Placement], chance: Random) -> Iterator[Steps]:
        """Yield orders of these placements, the first that each attempt finds.

        An attempt that has looked at everything and found nothing ends the search.
        """
        if not placements and not self._missing({}):
            yield []
            return
        if any(self._is_impossible(placement, placements) for placement in placements):
            return
        for number in range(ATTEMPTS):
            start = empty_fragment(self._deck, Counter() if number % 4 == 3 else self._missing({}))
            self._dead_ends = set()
            self._budget = BUDGET + BUDGET_FOR_EACH * len(placements)
            self._is_incomplete = False
            self._ignores_draft = self._can_follow is None or number % 2 == 1
            found = next(self._orders(start, list(placements), [], chance), None)
            if found is not None:
                yield found
            elif self._ignores_draft and not self._is_incomplete:
                return

    def _is_impossible(self, placement: Placement, placements: Sequence[Placement]) -> bool:
        """Say whether a piece could not even be placed as the last one."""
        self._clock.check()
        others = [other for other in placements if other is not placement]
        boards = own_boards(self._game.parts, self._owner, board_cells(others))
        position = {**empty_fragment(self._deck, Counter()), self._place.board: boards}
        return placed(self._game, self._deck, position, self._owner, placement) is None

    # ---- turns

    def _orders(self, position: Data, left: list[Placement], done: Steps, chance: Random) -> Iterator[Steps]:
        key = frozenset(left), f"{self._owner} {text(self._board(position))}"
        if key in self._dead_ends:
            return
        for placement in self._shuffled(left, chance):
            before = [step.placement for step in done if isinstance(step, Step)]
            if self._can_follow and not self._ignores_draft and not self._can_follow(before, placement):
                continue
            rest = [other for other in left if other is not placement]
            for end in self._ends(position, placement, chance, is_last=not rest):
                steps = [*done, Step(self._owner, placement, end.follow_ups)]
                if end.is_final:
                    yield steps
                if end.is_turn_over and (rest or self._can_add_free_steps):
                    yield from self._orders(end.position, rest, steps, chance)
        if not left:
            yield from self._free_steps(position, done, chance)
        self._dead_ends.add(key)

    def _free_steps(self, position: Data, done: Steps, chance: Random) -> Iterator[Steps]:
        """Yield orders that end with turns in which it does not matter what is placed."""
        here = self._game.read(self._after_usual_placement(position))
        for end in self._answered(here, chance, is_last=True) if here is not None else ():
            steps = [*done, FreeStep(end.follow_ups)]
            if end.is_final:
                yield steps
            if end.is_turn_over and self._board(end.position) != self._board(position):
                yield from self._orders(end.position, [], steps, chance)

    @property
    def _can_add_free_steps(self) -> bool:
        """Whether pieces of other kinds are wanted, which may be taken in later turns."""
        due = self._target.due
        return bool(self._missing({})) or any(map(self._is_piece, due.data.values() if due is not None else ()))

    def _after_usual_placement(self, position: Data) -> Data:
        """Return a position in which the player has just placed a piece that changed nothing."""
        found = place_fragment(self._deck, position, self._owner, [next(iter(self._deck.face_of))])
        return {**found, "asks": [{"ask": self._habits.usual_ask, "player": self._owner}]}

    def _shuffled(self, left: list[Placement], chance: Random) -> list[Placement]:
        """Return the placements in the order in which they are tried: those with the usual ask after them first."""
        shuffled = list(left)
        chance.shuffle(shuffled)
        usual = self._habits.usual_ask
        return sorted(shuffled, key=lambda placement: self._ask_after.get(placement.face, usual) != usual)

    def _board(self, position: Data) -> dict[str, Json]:
        board = self._game.parts.board(position, self._place.board, self._owner)
        return {str(at): content for at, content in board.items()}

    # ---- what follows a placement

    def _ends(self, position: Data, placement: Placement, chance: Random, is_last: bool) -> Iterator[_End]:
        """Yield the positions after a placement from which the search can go on."""
        self._clock.check()
        after = placed(self._game, self._deck, position, self._owner, placement)
        if after is None:
            return
        self._ask_after.setdefault(placement.face, ask_in(after.data))
        yield from self._answered(after, chance, is_last)

    def _answered(self, after: Position, chance: Random, is_last: bool) -> Iterator[_End]:
        """Yield different positions from which the search can go on, at most `MOST_ENDS`."""
        self._budget -= 1
        if self._budget < 0:
            self._is_incomplete = True
            return
        number = 0
        seen: set[str] = set()
        for end in self._followed(after, (), chance):
            is_final = is_last and self._is_final(end)
            if not is_final and (not end.is_turn_over or (is_last and not self._can_add_free_steps)):
                continue
            key = f"{is_final} {text(self._board(end.position))}"
            if key not in seen:
                seen.add(key)
                yield replace(end, is_final=is_final)
                number += 1
            if number == MOST_ENDS:
                self._is_incomplete = True
                return

    def _followed(self, here: Position, follow_ups: tuple[FollowUp, ...], chance: Random) -> Iterator[_End]:
        """Yield every position until the end of the turn that can still lead to the wanted board."""
        position = here.data
        if not self._is_possible(position):
            return
        self._clock.check()
        due = due_in(position)
        is_over = due is None or due.ask == self._place.ask or due.data.get("player", self._owner) != self._owner
        yield _End(position, follow_ups, is_over)
        if due is None or is_over:
            return
        if due.shuffle:
            following = here.after(due.ordered(self._game.parts.names(position, due.shuffle, due.owner)))
            if following is not None:
                yield from self._followed(following, follow_ups, chance)
            return
        for move in self._shuffled_moves(here.moves(), position, chance):
            following = here.after(move)
            if following is not None and self._takes_only_wanted(position, following.data):
                answer = FollowUp(due.ask, move, tuple(self._taken(position, following.data)))
                is_pick = any(self._place.kind in fields(given) for given in move.values())
                yield from self._followed(following, follow_ups if is_pick else (*follow_ups, answer), chance)

    def _shuffled_moves(self, moves: Sequence[Data], position: Data, chance: Random) -> list[Data]:
        """Return moves in the order in which they are tried: those that decline first, unless something is missing."""
        shuffled = list(moves)
        chance.shuffle(shuffled)
        takes_first = bool(self._missing(position)) and chance.random() < TAKE_WHAT_IS_MISSING
        return sorted(shuffled, key=lambda move: any(move.values()) != takes_first)

    # ---- pieces of other kinds

    def _missing(self, position: Data) -> Counter[Piece]:
        """Return the pieces of other kinds that are wanted on the board and do not lie there yet."""
        board = self._game.parts.board(position, self._place.board, self._owner)
        missing: Counter[Piece] = Counter()
        for at, content in self._wanted.items():
            now = board.get(at, {})
            for name, value in content.items():
                if isinstance(value, str) and now.get(name) != value and self._is_piece(value):
                    missing[value] += 1
        return missing

    def _is_piece(self, value: Json) -> bool:
        """Say whether a value names a piece of another kind."""
        parts = self._game.parts
        kinds = {zone.kind for zone in parts.zones.values()} - {"", self._place.kind}
        return isinstance(value, str) and any(value in parts.copies[kind] for kind in kinds)

    def _takes_only_wanted(self, before: Data, after: Data) -> bool:
        """Say whether the pieces of other kinds that a move takes are wanted on the board or in the ask."""
        missing, due = self._missing(before), self._target.due
        carried = due.data.values() if due is not None else ()
        return all(missing[piece] or piece in carried for _, piece in self._taken(before, after))

    def _taken(self, before: Data, after: Data) -> Iterator[tuple[str, Piece]]:
        """Yield the pieces of other kinds that have left the zones of nobody."""
        parts = self._game.parts
        for name, zone in parts.zones.items():
            if zone.kind not in ("", self._place.kind) and not zone.is_owned:
                there = Counter(parts.names(after, name))
                yield from ((name, piece) for piece in (Counter(parts.names(before, name)) - there).elements())

    # ---- the wanted board

    def _is_possible(self, position: Data) -> bool:
        """Say whether the board may still become the wanted one."""
        board = self._game.parts.board(position, self._place.board, self._owner)
        return all(at in self._wanted and self._habits.can_become(now, self._wanted[at]) for at, now in board.items())

    def _is_final(self, end: _End) -> bool:
        """Say whether the board is the wanted one, at the wanted moment of the turn."""
        if self._game.parts.board(end.position, self._place.board, self._owner) != self._wanted:
            return False
        due = self._target.due
        if due is None:
            return True
        if self._target.mover != self._owner or due.ask == self._place.ask:
            return end.is_turn_over
        is_other = due.player != self._owner  # in a fragment nobody else is there to be asked
        return is_other or not any(differences([due.data], end.position.get("asks", [])))
