"""What the rules of a file did in games at random, kept as examples: `rules lint --play`.

A rule that is well formed and means something else than its title passes every check. Only its author can see that,
and only by what the rule does. So of each rule it is kept which answers it refused and what the parts of its
requirements came to, what changed by its effects, the points it gave, and whom it put first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl import syntax as s
from tilelaw_reference import Json, JsonObject, Move, PartedLine, State, json_value

MOST_TESTED = 400
"""So many answers are tested for each number of players; half of them are those that are played."""
MOST_MOVES = 300
"""After so many moves for each number of players nobody learns more from what effects do."""
EXAMPLES = 2
"""Of what effects do, as long as they differ in what they change."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a file speaks of, and an account is about."""

    rules: frozenset[str] = frozenset()
    """The rules it has, replaces or amends."""
    names: frozenset[str] = frozenset()
    """The parameters and definitions it changes: rules that use them are told of as well."""
    asks: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    """The zones and variables it declares."""


def told_of(book: Rulebook, path: Path) -> Told:
    """Return what a file speaks of."""
    layers = next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())
    nodes = [node for layer in layers for item in layer.items for node in s.walk(item)]
    rules = {node.id.text for node in nodes if isinstance(node, s.Rule | s.ReplaceRule | s.AmendRule)}
    set_here = {node.name.text for node in nodes if isinstance(node, s.SetParam)}
    anew = [node.declaration for node in nodes if isinstance(node, s.Replace)]
    replaced = {each.name.text for each in anew if isinstance(each, s.Define | s.Param)}
    asks = {node.name.text for node in nodes if isinstance(node, s.Ask)}
    stores = {node.name.text for node in nodes if isinstance(node, s.Zone | s.Var)}
    return Told(frozenset(rules), frozenset(set_here | replaced), frozenset(asks), frozenset(stores))


@dataclass(frozen=True, slots=True)
class Scene:
    """A place in the games that were played."""

    players: int
    seed: int
    player: int | None = None
    """Who answered; nobody before the first answer and at the end."""
    move: str = ""


@dataclass(slots=True)
class Demand:
    """What became of one requirement of a rule."""

    text: str
    met: int = 0
    refused: int = 0
    found: dict[str, tuple[Counter[int], Counter[int]]] = field(default_factory=dict)
    """The numbers that its parts came to, where it was met and where not."""
    example: tuple[Scene, dict[str, Json]] | None = None
    """An answer that was refused, with the values of the parts."""


@dataclass(slots=True)
class Doings:
    """What the effects of one rule did."""

    times: int = 0
    looked: int = 0
    """So often it was looked: after a move, or at the beginning of a game."""
    examples: dict[tuple[str, ...], tuple[Scene, list[JsonObject]]] = field(default_factory=dict)
    """By what was changed."""


@dataclass(slots=True)
class Points:
    """What one rule gave at the end of games."""

    given: Counter[int] = field(default_factory=Counter)
    """How often so many points were given to a side by all lines of the rule."""
    example: tuple[Scene, State, int, list[PartedLine]] | None = None
    """A side that got something: the end of the game, the side, the lines."""


@dataclass(slots=True)
class Places:
    """How one rule ranked the sides at the end of games."""

    decided: int = 0
    games: int = 0
    example: tuple[Scene, list[tuple[int, int]]] | None = None
    """A game that it decided: the sides, best first, each with the number that counts."""


@dataclass(slots=True)
class Account:
    """What the rules of a file did in all games of a ruleset."""

    told: Told
    game: ir.Game | None = None
    """The one played last; between numbers of players the rules that are told of hardly differ."""
    demands: dict[tuple[str, str], Demand] = field(default_factory=dict)
    doings: dict[str, Doings] = field(default_factory=dict)
    points: dict[str, Points] = field(default_factory=dict)
    places: dict[str, Places] = field(default_factory=dict)
    asked: dict[str, Counter[str]] = field(default_factory=dict)
    """How often an ask was answered by an action."""
    running: Counter[str] = field(default_factory=Counter)
    """How often an ask came at the most before another player was asked anything."""
    positions: int = 0
    """In so many invariants were looked at."""
    _rules: frozenset[str] = frozenset()
    _demanding: frozenset[str] = frozenset()
    """The actions for which a rule that is told of has a requirement."""
    _acts: bool = False
    _left: Counter[str] = field(default_factory=Counter)
    """How much is still looked at for this number of players."""
    _chance: random.Random = field(default_factory=lambda: random.Random(0))
    _player: int | None = None
    _run: Counter[str] = field(default_factory=Counter)
    """How often each ask has come since this player is asked."""

    def begin(self, game: ir.Game) -> None:
        """Games for another number of players begin."""
        self.game = game
        self._rules = self.told.rules | frozenset(_using(game, self.told.names))
        self._demanding = frozenset(each.action for each in game.requirements if each.rule in self._rules)
        self._acts = any(each.rule in self._rules for each in game.consequences)
        self._left = Counter(tested=MOST_TESTED, moves=MOST_MOVES)

    def asked_at(self, state: State, move: Move, seed: int) -> None:
        """Look at an ask and the answer that will be played."""
        ask = state.asks[0]["ask"]
        self.positions += 1
        if move.player != self._player:
            self._player, self._run = move.player, Counter()
        self._run[ask] += 1
        if ask in self.told.asks:
            self.running[ask] = max(self.running[ask], self._run[ask])
            self.asked.setdefault(ask, Counter())[move.action] += 1
        if self._demanding and self._left["tested"] > 0:
            guess = state.guess(self._chance)
            for each in (move, guess):
                if each is not None and each.action in self._demanding:
                    self._left["tested"] -= 1
                    self._test(state, each, seed)

    def _test(self, state: State, move: Move, seed: int) -> None:
        for tested in state.tested(move, self._rules):
            demand = self.demands.setdefault((tested.rule, tested.text), Demand(tested.text))
            demand.met += tested.is_met
            demand.refused += not tested.is_met
            for text, value in tested.facts:
                if isinstance(value, int):
                    demand.found.setdefault(text, (Counter(), Counter()))[not tested.is_met][value] += 1
            if demand.example is None and not tested.is_met:
                facts = {text: json_value(value) for text, value in tested.facts}
                demand.example = Scene(state.engine.game.players, seed, move.player, str(move)), facts

    def begun(self, state: State, seed: int) -> None:
        """Look at what happens before anybody is asked."""
        self._player = None
        self._look(state, Scene(state.engine.game.players, seed))

    def moved(self, after: State, move: Move, seed: int) -> None:
        """Look at what an answer led to."""
        self._look(after, Scene(after.engine.game.players, seed, move.player, str(move)))

    def _look(self, after: State, scene: Scene) -> None:
        if not self._acts or self._left["moves"] <= 0:
            return
        self._left["moves"] -= 1
        found: dict[str, list[JsonObject]] = {}
        for event in after.events:
            if event["rule"] in self._rules and event["event"] not in ("answer", "skip"):
                found.setdefault(event["rule"], []).append(event)
        for rule in {each.rule for each in after.engine.game.consequences} & self._rules:
            doings = self.doings.setdefault(rule, Doings())
            doings.looked += 1
            if rule in found:
                doings.times += 1
                what = tuple(dict.fromkeys(_changed(event) for event in found[rule]))
                if len(doings.examples) < EXAMPLES:
                    doings.examples.setdefault(what, (scene, found[rule]))

    def ended(self, state: State, seed: int) -> None:
        """Look at the end of a game."""
        game, scene = state.engine.game, Scene(state.engine.game.players, seed)
        for rule in {each.rule for each in game.scores} & self._rules:
            points = self.points.setdefault(rule, Points())
            for side in state.score():
                total = sum(line["points"] for line in side["lines"] if line["rule"] == rule)
                points.given[total] += 1
                if total and points.example is None:
                    lines = [line for line in state.score_parts(side["side"]) if line["rule"] == rule]
                    points.example = scene, state, side["side"], lines
        ranks = state.deciding_rules()
        if self._rules.isdisjoint(ranks):
            return
        results, groups = {side["side"]: side["result"] for side in state.score()}, state.ranking()
        for rule in self._rules.intersection(ranks):
            places = self.places.setdefault(rule, Places())
            places.games += 1
            number = ranks.index(rule)
            if any(group.get("decided_by") == number for group in groups):
                places.decided += 1
                order = [(side, results[side][number]) for group in groups for side in group["sides"]]
                places.example = places.example or (scene, order)


def _using(game: ir.Game, names: frozenset[str]) -> Iterator[str]:
    """Yield the rules that use some parameters or definitions, also through definitions."""
    defines = {define.name: define for define in game.defines}
    for clause in (*game.requirements, *game.consequences, *game.scores, *game.ranks):
        if names and any(_name(part) in names for part in ir.walk_called(clause, defines)):
            yield clause.rule


def _name(node: ir.Node) -> str:
    match node:
        case ir.Table(name) | ir.Call(name):
            return name
        case _:
            return ""


def _changed(event: JsonObject) -> str:
    """Return what an event changes, without saying where."""
    return " ".join(str(event[name]) for name in ("event", "variable", "field", "mark", "from", "to") if name in event)
