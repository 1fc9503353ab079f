"""Games to ask about. Everything comes from one generator, so that a seed gives the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random

from tilelaw_proof.shuffles import ordered, pieces_due
from tilelaw_reference import Engine, IllegalMove, NotationError, RulesError, ShuffleDue, State

MOST_ANSWERS = 400
_SAMPLE = 4
_GAMES = 40
"""Of so many games the one with the rarest ask is chosen."""
CANNOT = (IllegalMove, NotationError, RulesError, ShuffleDue)
"""What it raises when something cannot be played."""


class Style(Enum):
    """How moves are chosen."""

    RANDOM = "at random"
    GREEDY = "for the most points"
    STEERED = "towards rare rules"
    CHOSEN = "the one of many games in which a rare ask falls due"


class Player:
    """Plays games of one ruleset, and remembers which rules and asks have been rare."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self.engine = engine
        self._chance = chance
        self._seen: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()

    def game(self) -> Iterator[State]:
        """Yield the positions of one game, from the start; each knows the answers that led there."""
        style = self._chance.choice(list(Style))
        for state in self._chosen() if style is Style.CHOSEN else self._played(style):
            self._asked.update(_ask(state))
            yield state

    def _chosen(self) -> Sequence[State]:
        """Return, of many games at random, the one with the ask that has been due least often so far.

        To play costs little beside asking about every position.
        """
        games = [list(self._played(Style.RANDOM)) for _ in range(_GAMES)]
        return min(games, key=lambda game: min((self._asked[ask] for state in game for ask in _ask(state)), default=0))

    def _played(self, style: Style) -> Iterator[State]:
        state = self.engine.start()
        for _ in range(MOST_ANSWERS):
            yield state
            if state.is_over:
                return
            try:
                state = self._shuffled(state) if "shuffle" in (state.due or {}) else self._moved(state, style)
            except RulesError:
                return

    def _shuffled(self, state: State) -> State:
        pieces = pieces_due(state)
        self._chance.shuffle(pieces)
        return state.apply(dict(ordered(state, pieces)))

    def _moved(self, state: State, style: Style) -> State:
        if style is Style.RANDOM:
            return state.apply(state.some_moves(1, self._chance)[0])
        asked = (state.due or {})["player"]
        options = [state.apply(move) for move in state.some_moves(_SAMPLE, self._chance)]
        if style is Style.GREEDY:
            return max(options, key=lambda after: after.total(asked))
        found = min(options, key=lambda after: min((self._seen[rule] for rule in after.trace), default=0))
        self._seen.update(set(found.trace))
        return found


def _ask(state: State) -> tuple[str, ...]:
    """Return the name of the ask that is due, if one is."""
    due = state.due or {}
    return (due["ask"],) if "ask" in due else ()
