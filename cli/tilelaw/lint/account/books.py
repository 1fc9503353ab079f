"""The account that is kept while games are played at random: `rules lint --play`.

Of each rule that a file speaks of it is kept which answers it allowed and refused, what changed by its effects, the
points it gave and whom it put first; of its asks how often they came.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from tilelaw.lint.account.demands import Demand, Demands
from tilelaw.lint.account.doings import Doing, Doings
from tilelaw.lint.account.facts import Reader
from tilelaw.lint.account.points import Places, Points, Scores
from tilelaw.lint.account.tally import Tally
from tilelaw.lint.account.told import Scene, Told, uses, using
from tilelaw.lint.account.turns import Turns, loop_numbers, tests_of
from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import Move, State

MOST_TESTED = 400
"""So many answers are tested for each number of players; half of them are those that are played."""
MOST_MOVES = 300
"""After so many moves for each number of players nobody learns more from what effects do, but from how games end."""
MOST_ASKED = 300
"""So often it is looked, for each number of players, under which conditions somebody is asked."""


@dataclass(slots=True)
class Asked:
    """What became of one ask."""

    answers: Counter[str] = field(default_factory=Counter)
    """How often it was answered by an action."""
    running: int = 0
    """How often it came at the most before another player was asked anything."""
    conditions: Tally = field(default_factory=Tally)
    """What the conditions read on which it is asked."""


@dataclass(slots=True)
class Account:
    """What the rules of a file did in all games of a ruleset."""

    told: Told
    game: ir.Game | None = None
    """The one played last; between numbers of players the rules that are told of hardly differ."""
    demands: dict[tuple[str, str], Demand] = field(default_factory=dict)
    """By rule and text."""
    doings: dict[str, Doing] = field(default_factory=dict)
    points: dict[str, Points] = field(default_factory=dict)
    places: dict[str, Places] = field(default_factory=dict)
    asked: dict[str, Asked] = field(default_factory=dict)
    shares: dict[int, dict[str, Counter[int]]] = field(default_factory=dict)
    """For each number of players how often each ask came to one of them in a game."""
    lengths: dict[int, Counter[int]] = field(default_factory=dict)
    """For each number of players how many turns one of them had in a game."""
    positions: int = 0
    """In so many invariants were looked at."""
    tells_turns: bool = False
    """Whether the file changes who is asked how often, or when the game ends."""
    _rules: frozenset[str] = frozenset()
    _demanding: frozenset[str] = frozenset()
    """The actions for which a rule that is told of has a requirement."""
    _books: _Books | None = None
    _left: Counter[str] = field(default_factory=Counter)
    """How much is still looked at for this number of players."""
    _chance: random.Random = field(default_factory=lambda: random.Random(0))
    _unseen: tuple[State, Scene] | None = None
    """The last transition, if it was not looked at."""

    def begin(self, game: ir.Game, words: Words) -> None:
        """Games for another number of players begin."""
        self.game = game
        self._rules = self.told.rules | using(game, self.told.names)
        self._demanding = frozenset(each.action for each in game.requirements if each.rule in self._rules)
        self._left = Counter(tested=MOST_TESTED, moves=MOST_MOVES, asked=MOST_ASKED)
        own = {define.name: define for define in game.defines if define.name in self.told.defines}
        doings = Doings(game, self._rules, own, words, self.doings)
        is_moved = self.told.turns or any(uses(game, item, self.told.names) for item in game.flow)
        self.tells_turns = is_moved or (doings.ends and not self.told.asks)
        self._books = _Books(
            Demands(self._rules, own, words, loop_numbers(game), self.demands),
            doings,
            Scores(game, self._rules, own, words, self.points, self.places),
            Turns(game),
            words,
            {ask: tests_of(game, ask) for ask in self.told.asks},
        )

    def asked_at(self, state: State, move: Move, seed: int) -> None:
        """Look at an ask and the answer that will be played."""
        books, ask, game = self._kept, state.asks[0]["ask"], state.engine.game
        self.positions += 1
        books.turns.ask(move.player, ask)
        if ask in self.told.asks:
            asked = self.asked.setdefault(ask, Asked())
            asked.running = max(asked.running, books.turns.running[ask])
            asked.answers[move.action] += 1
            self._look_at_tests(asked, state, books.tests.get(ask, []))
        if self._demanding and self._left["tested"] > 0:
            guess = state.guess(self._chance)
            for each in (move, guess):
                if each is not None and each.action in self._demanding:
                    self._left["tested"] -= 1
                    scene = Scene(game.players, seed, each.player, str(each))
                    books.demands.test(state, each, scene, books.turns.taken[each.player])

    def _look_at_tests(self, asked: Asked, state: State, tests: list[ir.Expr]) -> None:
        due = state.position.due if tests and self._left["asked"] > 0 else None
        if due is not None:
            self._left["asked"] -= 1
            reader = Reader(state.value, self._kept.words, {})
            for test in tests:
                judged = reader.judged(test, due.bindings)
                asked.conditions.add(judged)

    def begun(self, state: State, seed: int) -> None:
        """Look at what happens before anybody is asked."""
        self._kept.turns.begin()
        self._look(state, Scene(state.engine.game.players, seed))

    def moved(self, after: State, move: Move, seed: int) -> None:
        """Look at what an answer led to."""
        self._look(after, Scene(after.engine.game.players, seed, move.player, str(move)))

    def _look(self, after: State, scene: Scene) -> None:
        self._unseen = None
        if not self._kept.doings.acting:
            return
        if self._left["moves"] <= 0:
            self._unseen = after, scene
            return
        self._left["moves"] -= 1
        self._kept.look(after, scene)

    def ended(self, state: State, seed: int) -> None:
        """Look at the end of a game."""
        books, players = self._kept, state.engine.game.players
        if self._unseen is not None and books.doings.ends:
            books.look(*self._unseen)
        lengths = self.lengths.setdefault(players, Counter())
        shares = self.shares.setdefault(players, {})
        for ask in (item.name for item in ir.flow_items(state.engine.game.flow) if isinstance(item, ir.Ask)):
            counter = shares.setdefault(ask, Counter())
            counter.update(books.turns.asked[player, ask] for player in range(players))
        lengths.update(books.turns.taken[player] for player in range(players))
        books.scores.ended(state, seed)

    @property
    def _kept(self) -> _Books:
        assert self._books is not None, "games for some number of players have begun"
        return self._books


@dataclass(slots=True)
class _Books:
    """What is kept while games for one number of players are played."""

    demands: Demands
    doings: Doings
    scores: Scores
    turns: Turns
    words: Words
    tests: dict[str, list[ir.Expr]]
    """The conditions on which each ask is asked that is told of."""

    def look(self, after: State, scene: Scene) -> None:
        """Look at what happened after an answer, or before the first."""
        players = after.engine.game.players
        self.doings.look(after, scene, tuple(self.turns.taken[player] for player in range(players)))
