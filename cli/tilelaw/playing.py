"""The reference engine as somebody who plays by the rules while games are searched that lead to positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tilelaw.background import manifest_of
from tilelaw_reach.proof import Prover
from tilelaw_reach.reacher import Reacher
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.errors import IllegalMove, NotationError, RulesError, ShuffleDue
from tilelaw_reference.library import load
from tilelaw_reference.serve import Server

_CANNOT = (IllegalMove, NotationError, RulesError, ShuffleDue)


class Position:
    """A position at rest."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._data: dict[str, Any] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The position as it is written."""
        if self._data is None:
            self._data = self._state.to_json()
        return self._data

    def moves(self) -> Sequence[dict[str, Any]]:
        """Return every legal move; none if a shuffle is due or nobody can move."""
        try:
            return [move.to_json() for move in self._state.moves()]
        except _CANNOT:
            return []

    def some_move(self, chance: Random) -> dict[str, Any] | None:
        """Return a legal move by chance, quicker than all of them; nothing if there is none."""
        try:
            moves = self._state.some_moves(1, chance)
        except _CANNOT:
            return None
        return moves[0].to_json() if moves else None

    def after(self, answer: dict[str, Any]) -> Position | None:
        """Return the next position, or nothing if the answer is illegal."""
        try:
            return Position(self._state.apply(answer))
        except _CANNOT:
            return None


class Game:
    """A ruleset for a number of players."""

    def __init__(self, engine: Engine, manifest: Mapping[str, Any]) -> None:
        self._engine = engine
        self._manifest = manifest

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What its positions are made of."""
        return self._manifest

    def start(self) -> Position:
        """Return where a game begins: nothing is shuffled yet."""
        return Position(self._engine.start())

    def replay(self, answers: Sequence[dict[str, Any]]) -> Position | None:
        """Return the position after some answers, or nothing if one is illegal."""
        start = {"ruleset": self._engine.game.name, "players": self._engine.game.players}
        try:
            return Position(self._engine.play({"start": start, "answers": list(answers)}))
        except _CANNOT:
            return None

    def read(self, data: dict[str, Any]) -> Position | None:
        """Return a position that is written, or nothing if it makes no sense."""
        try:
            return Position(self._engine.state(data))
        except _CANNOT:
            return None


def make_reacher() -> Reacher:
    """Return somebody who searches with the reference engine."""
    server = Server()

    def game(ruleset: str, players: int) -> Game:
        # The server's own engine: what has just been replayed here, it need not replay when the case is put to it.
        found = server.rulesets.setdefault(ruleset, load(ruleset))
        return Game(found.engine(players), manifest_of(ruleset, players) or {})

    return Reacher(game, Prover(server.answer).holds)
