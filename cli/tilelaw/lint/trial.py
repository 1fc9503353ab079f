"""Games at random, to see whether rules can be played: `tilelaw rules lint --play`.

In every ruleset of a file, for every number of players, a few games are played as `tilelaw play --random` plays them,
so that each can be played again by its seed. What always holds must hold after every move, whoever is asked must have
an answer, and a game must end. The first violation ends the trial of its file.
"""

from __future__ import annotations

import random
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tilelaw.lint.account.books import Account
from tilelaw.lint.account.told import told_of
from tilelaw.lint.account.words import Words
from tilelaw.lint.guesses import Guesses, accompanied, required_in
from tilelaw.lint.observed import Observed, never_chosen, spoken_in, stay_blank, stay_true
from tilelaw.wording import counted
from tilelaw_dsl import Report, Rulebook, ir, rulesets_in
from tilelaw_dsl import syntax as s
from tilelaw_play import Ruleset, RulesetError, load
from tilelaw_reference import RulesError, State

GAMES = 20
"""For each number of players."""
MOST_MOVES = 10_000
"""A random game of more moves would perhaps never end."""
NO_END = f"the game does not end within {counted(MOST_MOVES, 'move')}"
OFTEN = 100
"""An ask that is met so often, and has one answer every time, asks for nothing."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What went wrong in a game, and where."""

    rule: str
    """The rule that does not hold; empty if none can be named."""
    message: str
    seed: int
    moves: int
    """How many moves were made before."""
    state: State | None
    """Nothing if the game does not even start."""


@dataclass(slots=True)
class Trial:
    """The games of a ruleset with a number of players."""

    name: str
    """As it is written on the command line."""
    ruleset: Ruleset
    players: int
    observed: Observed
    guesses: Guesses
    account: Account
    """One for all numbers of players."""
    games: int = 0
    moves: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    chosen: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)
    """How often an ask had one answer only."""
    ties: int = 0
    scored: set[str] = field(default_factory=set)
    """The rules whose score line came to something for somebody."""
    heard: set[int] = field(default_factory=set)
    """The players who were asked something."""
    violation: Violation | None = None

    @property
    def again(self) -> str:
        """The command that plays the game with the violation once more."""
        assert self.violation is not None, "only such a game is played again"
        name = shlex.quote(self.name)
        return f"tilelaw play {name} --players {self.players} --seed {self.violation.seed} --random"

    def play(self, seed: int) -> None:
        """Play one game, move by move, to its end or to a violation."""
        chance, made, state = random.Random(seed), 0, None
        self.observed.begin()
        try:
            state = self.ruleset.start(self.players, seed=seed)
            self.account.begun(state, seed)
            while self._holds(state, seed, made) and not state.is_over:
                if made == MOST_MOVES:
                    self.violation = Violation("", NO_END, seed, made, state)
                    return
                state = self._moved(state, chance, seed)
                made += 1
            if self.violation is None:
                self.ties += len(state.ranking()) == 1
                self.scored |= {line["rule"] for side in state.score() for line in side["lines"] if line["points"]}
                self.account.ended(state, seed)
        except RulesError as error:
            self.violation = Violation("", str(error), seed, made, state)
        finally:
            self.games += 1
            self.moves += made

    def _holds(self, state: State, seed: int, made: int) -> bool:
        self.observed.at(state)
        broken = state.broken_invariants()
        if broken:
            message = f"the invariant of `{broken[0]}` does not hold"
            self.violation = Violation(broken[0], message, seed, made, state)
        return not broken

    def _moved(self, state: State, chance: random.Random, seed: int) -> State:
        self.guesses.at(state)
        moves, ask = state.moves(), state.asks[0]["ask"]
        self.asked[ask] += 1
        self.heard.add(state.asks[0]["player"])
        self.single[ask] += len(moves) == 1
        move = chance.choice(moves)
        self.chosen[move.action] += 1
        self.observed.moved(move)
        self.account.asked_at(state, move, seed)
        after = state.apply(move)
        self.account.moved(after, move, seed)
        return after


def trials(book: Rulebook, paths: list[Path]) -> Iterator[Trial]:
    """Play the rulesets of some files; what comes is what was played, up to the first violation in each file."""
    for path in paths:
        for layers in rulesets_in(book, path):
            name = _written(book, layers, paths)
            try:
                ruleset = load(book.name_of(layers), book)
            except RulesetError:  # a plain layer is no game by itself
                continue
            account = Account(told_of(book, path))
            for players in ruleset.counts:
                account.begin(ruleset.game(players), _words(ruleset, players))
                observed = Observed(ruleset.game(players), spoken_in(book, path))
                trial = Trial(name, ruleset, players, observed, Guesses(required_in(book, path)), account)
                for seed in range(1, GAMES + 1):
                    if trial.violation is None:
                        _progress(trial)
                        trial.play(seed)
                _progress(None)
                yield trial
                if trial.violation is not None:
                    break
            else:
                continue
            break


def _words(ruleset: Ruleset, players: int) -> Words:
    """Return how the parts of a game were written."""
    checked = ruleset.book.check(ruleset.layers, players, Report())
    assert checked is not None, "it is played"
    assert checked.game is ruleset.game(players), "what is known of the parts of a game goes by the parts themselves"
    return Words(checked.notes)


def _written(book: Rulebook, layers: tuple[str, ...], paths: list[Path]) -> str:
    """Return the ruleset of some layers as it is written on the command line, with the files in which they stand."""
    files = {layer.name.text: path for path in paths for layer in _file_layers(book, path)}
    there = {name for layer in layers for name in (layer, *book.library.under(layer))} & files.keys()
    tops = [name for name in files if name in there and not any(name in book.library.below(o) for o in there)]
    bases = [name for name in files if name in there and name not in tops and files[name] not in map(files.get, tops)]
    if not tops:
        return book.name_of(layers)
    alone = Counter(files.values())
    return "+".join(str(files[n]) if alone[files[n]] == 1 else f"{files[n]}:{n}" for n in (*bases, *tops))


def _file_layers(book: Rulebook, path: Path) -> tuple[s.Layer, ...]:
    return next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())


def remarks(played: list[Trial]) -> list[str]:
    """Return what was odd in the games of one ruleset, though no rule forbids it."""
    asked, single, chosen = Counter[str](), Counter[str](), Counter[str]()
    asks: dict[str, ir.Ask] = {}
    for trial in played:
        asked += trial.asked
        single += trial.single
        chosen += trial.chosen
        items = ir.flow_items(trial.ruleset.game(trial.players).flow)
        asks |= {item.name: item for item in items if isinstance(item, ir.Ask)}
    met = {action: None for name, ask in asks.items() if asked[name] for action in ask.actions}
    number = counted(sum(trial.games for trial in played), "game")
    scores = dict.fromkeys(score.rule for trial in played for score in trial.ruleset.game(trial.players).scores)
    odd = {
        f"never asked in {number}": [name for name in asks if not asked[name]],
        f"never chosen in {number}": [
            *(name for name in met if not chosen[name]),
            *never_chosen([trial.observed for trial in played]),
        ],
        "always with one answer only": [n for n in asks if asked[n] >= OFTEN and single[n] == asked[n]],
        f"never given a value in {number}": stay_blank([trial.observed for trial in played]),
        f"to the end of the game true once it was, in {number}": stay_true([trial.observed for trial in played]),
        f"refused no answer that was tried in {number}": _idle(played),
        f"refused no answer alone in {number}": accompanied([trial.guesses for trial in played]),
        f"0 points for everybody in {number}": [r for r in scores if not any(r in trial.scored for trial in played)],
    }
    for trial in played:
        there = [item.name for item in ir.flow_items(trial.ruleset.game(trial.players).flow) if item.name in asks]
        odd[f"never asked with {counted(trial.players, 'player')}"] = [
            *(name for name in there if asked[name] and not trial.asked[name]),
            *(f"player {player + 1}" for player in range(trial.players) if player not in trial.heard),
        ]
    found = [f"{what}: {', '.join(names)}" for what, names in odd.items() if names]
    if all(trial.players > 1 and trial.ties == trial.games for trial in played):
        found.append(f"all sides tied in {number}")
    return found


def _idle(played: list[Trial]) -> list[str]:
    """Return the rules whose requirements refused nothing, whatever the number of players."""
    idle = [trial.guesses.idle(trial.ruleset.game(trial.players)) for trial in played]
    return [rule for rule in dict.fromkeys(idle[0]) if all(rule in each for each in idle)]


def _progress(trial: Trial | None) -> None:
    """Show how far a trial is, on a terminal; nothing clears it."""
    if sys.stderr.isatty():
        text = f"{trial.name}, {counted(trial.players, 'player')}: game {trial.games + 1} of {GAMES}" if trial else ""
        print(f"\r{text:<90.90}\r", end="", file=sys.stderr, flush=True)
