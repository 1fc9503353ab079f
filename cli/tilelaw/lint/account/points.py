"""What score lines gave at the end of games, taken apart, and how sides were ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, groupby, product

from tilelaw.lint.account.facts import Reader
from tilelaw.lint.account.tally import Choices
from tilelaw.lint.account.terms import Splitter, Term
from tilelaw.lint.account.told import Scene
from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import Cell, Env, State, Value

TAKEN_APART = 5
"""In so many games for each number of players an example is looked for."""
NAMED = range(2, 9)
"""So many shares can be told and compared."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a score, taken apart."""

    key: Value
    key_type: ir.Type | None
    points: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """What a side got by one rule."""

    scene: Scene
    state: State
    side: int
    lines: tuple[Line, ...]
    rule_lines: tuple[ir.ScoreLine, ...]
    telling: tuple[int, ...]
    """How much it tells: of two examples the greater one is told."""


@dataclass(slots=True)
class Points:
    """What one rule gave at the end of games."""

    given: Counter[int] = field(default_factory=Counter)
    """How often so many points were given to a side by all lines of the rule."""
    example: Scored | None = None
    choices: Choices = field(default_factory=Choices)


@dataclass(slots=True)
class Places:
    """How one rule ranked the sides at the end of games."""

    decided: int = 0
    games: int = 0
    example: tuple[Scene, list[tuple[list[int], int]]] | None = None
    """A game that it decided: the sides that are tied, best first, each time with the number that counts."""


@dataclass(slots=True)
class Scores:
    """What all rules gave, and decided, that are told of."""

    game: ir.Game
    rules: frozenset[str]
    own: Mapping[str, ir.Define]
    """The definitions of the file."""
    words: Words
    points: dict[str, Points]
    places: dict[str, Places]
    _ended: int = 0

    def ended(self, state: State, seed: int) -> None:
        """Look at the end of a game."""
        self._ended += 1
        scene = Scene(self.game.players, seed)
        score = state.score() if self.rules.intersection(_ruling(self.game)) else []
        for rule in dict.fromkeys(each.rule for each in self.game.scores if each.rule in self.rules):
            points = self.points.setdefault(rule, Points())
            for side in score:
                total = sum(line["points"] for line in side["lines"] if line["rule"] == rule)
                points.given[total] += 1
                if self._ended <= TAKEN_APART or points.example is None:
                    self._take_apart(rule, state, side["side"], scene, points, has_points=total != 0)
        ranks = state.deciding_rules()
        results = {side["side"]: side["result"] for side in score}
        for rule in self.rules.intersection(ranks):
            self._rank(self.places.setdefault(rule, Places()), ranks.index(rule), state, results, scene)

    def _take_apart(
        self, rule: str, state: State, side: int, scene: Scene, points: Points, *, has_points: bool
    ) -> None:
        """Keep what a side got if it is a better example than what is kept."""
        reader = Reader(state.value, self.words, self.own)
        for line in self.game.scores:
            if line.rule == rule and line.each is None:
                points.choices.look(reader, line.points, {"you": side})
        if has_points:
            splitter = Splitter(state.value, self.words, self.game, self.own)
            lines = tuple(self._lines(rule, state, side, splitter))
            telling = (*_telling(lines), scene.players)
            own = tuple(line for line in self.game.scores if line.rule == rule)
            if points.example is None or telling > points.example.telling:
                points.example = Scored(scene, state, side, lines, own, telling)

    def _lines(self, rule: str, state: State, side: int, splitter: Splitter) -> Iterator[Line]:
        for line in self.game.scores:
            if line.rule != rule:
                continue
            keys: list[tuple[Value, Env]] = [(None, {"you": side})]
            if line.each is not None:
                reader = Reader(state.value, self.words, self.own)
                elements = reader.elements(line.each.over, {"you": side})
                keys = [(key, {"you": side, line.each.element: key}) for key in elements]
            for key, env in keys:
                terms = tuple(splitter.terms(line.points, env))
                key_type = None if line.each is None else line.each.type
                yield Line(key, key_type, sum(term.points for term in terms), terms)

    def _rank(self, places: Places, number: int, state: State, results: Mapping[int, list[int]], scene: Scene) -> None:
        """Look at whom a rule has put before whom; of a rule that breaks ties only at these."""
        places.games += 1
        groups = state.ranking()
        decided = [place for place, group in enumerate(groups) if group.get("decided_by") == number]
        if not decided:
            return
        places.decided += 1
        if places.example is None or scene.players > places.example[0].players:
            shown = groups if number == 0 else groups[decided[0] : decided[0] + 2]
            sides = [side for group in shown for side in group["sides"]]
            tied = groupby(sides, key=lambda side: results[side][number])
            places.example = scene, [(sorted(group), value) for value, group in tied]


def _ruling(game: ir.Game) -> frozenset[str]:
    return frozenset(line.rule for line in (*game.scores, *game.ranks))


def _telling(lines: tuple[Line, ...]) -> tuple[int, ...]:
    """Return how much a score tells: most where equal numbers are one, where something counts that meets a
    condition only in part, and where terms and shares differ."""
    terms = [term for line in lines for term in line.terms]
    shares = [share for term in terms for share in (*term.shares, *term.others)]
    return (
        any(term.merged for term in terms),
        sum(term.points != 0 for term in terms) > len(lines),
        any(_is_touching(term) for term in terms),
        max((term.missed for term in terms), default=0),
        any(term.others for term in terms),
        min(len({share.points for share in shares}), 3),
        len(shares) in NAMED,
    )


def _is_touching(term: Term) -> bool:
    """Say whether two sets of cells that are told apart touch, if only at a corner."""
    sets = [share.of for share in (*term.shares, *term.others) if isinstance(share.of, frozenset)]
    groups = [[cell for cell in cells if isinstance(cell, Cell)] for cells in sets[: NAMED.stop]]
    return any(
        a.owner == b.owner and abs(a.x - b.x) < 2 and abs(a.y - b.y) < 2
        for one, other in combinations(groups, 2)
        for a, b in product(one, other)
    )
