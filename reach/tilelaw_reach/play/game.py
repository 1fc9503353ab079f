"""The reference engine as the search uses it: an answer that cannot be given leads to no position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random

from tilelaw_reach.play.data import Data, Due, due_in
from tilelaw_reach.play.parts import parts_of
from tilelaw_reference import Engine, IllegalMove, NotationError, RulesError, ShuffleDue, State

_CANNOT = (IllegalMove, NotationError, RulesError, ShuffleDue)


class Position:
    """A position in which something is due, or the end of a game."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def data(self) -> Data:
        """The position as JSON data."""
        return self._state.to_json()

    def moves(self) -> Sequence[Data]:
        """Return every legal move; none if a shuffle is due or nobody can move."""
        try:
            return [move.to_json() for move in self._state.moves()]
        except _CANNOT:
            return []

    def some_move(self, chance: Random) -> Data | None:
        """Return a random legal move, faster than listing all of them, or nothing if there is none."""
        try:
            moves = self._state.some_moves(1, chance)
        except _CANNOT:
            return None
        return moves[0].to_json() if moves else None

    def after(self, answer: Data) -> Position | None:
        """Return the next position, or nothing if the answer is illegal."""
        try:
            return Position(self._state.apply(dict(answer)))
        except _CANNOT:
            return None


class Game:
    """A ruleset for a number of players, as cases see it that may be written for another ruleset."""

    def __init__(self, engine: Engine, written_for: Engine | None = None) -> None:
        self._engine = engine
        self.parts = parts_of(engine.game, written_for.game if written_for else None)

    def start(self) -> Position:
        """Return the start of a game, before anything is shuffled."""
        return Position(self._engine.start())

    def replay(self, answers: Sequence[Data]) -> Position | None:
        """Return the position after some answers, or nothing if one of them is illegal."""
        start = {"ruleset": self.parts.ruleset, "players": self.parts.players}
        try:
            return Position(self._engine.play({"start": start, "answers": list(answers)}))
        except _CANNOT:
            return None

    def read(self, data: Data) -> Position | None:
        """Return the position that is written as JSON data, or nothing if the rules cannot read it."""
        try:
            return Position(self._engine.state(dict(data)))
        except _CANNOT:
            return None


def transitions(game: Game, seed: int) -> Iterator[tuple[Data, Data, Data]]:
    """Yield the transitions of a random game: the position before, the answer, the position after."""
    chance = Random(seed)
    position: Position | None = game.start()
    while position is not None and (due := due_in(position.data)) is not None:
        answer = _shuffled(game, position.data, due, chance) if due.shuffle else position.some_move(chance)
        if answer is None:
            return
        following = position.after(answer)
        if following is not None:
            yield position.data, answer, following.data
        position = following


def _shuffled(game: Game, position: Data, due: Due, chance: Random) -> Data:
    order = game.parts.names(position, due.shuffle, due.owner)
    chance.shuffle(order)
    return due.ordered(order)
