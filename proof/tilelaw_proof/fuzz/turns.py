"""Questions to an implementation whose moves are whole turns: each is a turn, played to its end with the reference.

At every position that rests between two turns one turn is legal, and the position at its end is asked for. Others
differ from it in one answer: that is a neighbour of the right one, and where it is illegal the whole turn is. What a
list of moves would show is asked so, a few turns at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilelaw_conformance import Answer, Case, Expectation
from tilelaw_proof.fuzz.play import CANNOT
from tilelaw_proof.fuzz.questions import Inquirer
from tilelaw_proof.shuffles import ordered, pieces_due
from tilelaw_reference import State

_MOST = 40
"""A turn with more answers than this is not asked about."""
_PROBES = 6
"""So many neighbours of a turn are put: a turn is all that there is to ask, where others ask four things."""


class TurnInquirer(Inquirer):
    """Asks about positions of one ruleset that rest between two turns."""

    def questions(self, state: State) -> Iterator[Case]:
        """Yield questions about a position, each with the right answer; none in the middle of a turn."""
        if not state.begins_turn:
            return
        here = replace(self.case(state), turns=(0,))
        yield replace(here, then=self.results(state))
        if state.is_over:
            return
        yield replace(here, then=self.sight(state))
        turn = self._turn(state, ())
        if turn:
            yield self._asked(here, state, turn, 0)
        for _ in range(_PROBES if turn else 0):
            yield from self._neighbouring(here, state, turn)

    def _neighbouring(self, here: Case, state: State, turn: Sequence[Answer]) -> Iterator[Case]:
        """Yield a turn in which one answer is a neighbour; it goes on by itself where that is legal."""
        moves = [number for number, answer in enumerate(turn) if "shuffle" not in answer]
        number = self._chance.choice(moves)
        for answer in turn[:number]:
            state = state.apply(dict(answer))
        other = self.neighbours.beside(state, turn[number])
        try:
            is_legal = not state.refused_by(dict(other))
        except CANNOT:
            return  # no move at all
        if not is_legal:
            asked = (*turn[:number], other, *turn[number + 1 :])
            rest = len(turn) - number - 1
            yield replace(here, answers=asked, rest=rest, turns=(0, len(asked)), then=Expectation(legal=False))
            return
        begun = self.engine.state(dict(here.position) | {"ruleset": self.engine.game.name})
        whole = self._turn(begun, (*turn[:number], other))
        if whole:
            yield self._asked(here, begun, whole, 0)

    def _asked(self, here: Case, state: State, turn: Sequence[Answer], rest: int) -> Case:
        asked = replace(here, answers=tuple(turn), rest=rest, turns=(0, len(turn)))
        return replace(asked, then=self._following(state, asked))

    def _turn(self, state: State, begun: Sequence[Answer]) -> tuple[Answer, ...]:
        """Return a turn that begins with some answers and goes on at random; nothing if it does not end."""
        found = list(begun)
        try:
            for answer in begun:
                state = state.apply(dict(answer))
            while not found or not state.begins_turn:
                if "shuffle" in (state.due or {}):
                    pieces = pieces_due(state)
                    self._chance.shuffle(pieces)
                    answer = ordered(state, pieces)
                else:
                    answer = state.some_moves(1, self._chance)[0].to_json()
                found.append(answer)
                state = state.apply(dict(answer))
                if len(found) > _MOST:
                    return ()
        except CANNOT:
            return ()
        return tuple(found)
