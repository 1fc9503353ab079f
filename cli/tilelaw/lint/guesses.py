"""Answers guessed during games at random, legal or not, to see which requirements ever refuse one."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl import syntax as s
from tilelaw_reference import State

EACH = 4
"""So many are guessed at each ask."""
MOST = 600
"""After so many in the games of one number of players a requirement that has refused none surely never does."""
OFTEN = 100
"""A requirement that was judged so often, and has refused nothing, is told."""
SOMETIMES = 20
"""A rule that has refused so often, and every time together with another, is told."""


def required_in(book: Rulebook, path: Path) -> frozenset[str]:
    """Return the rules for which a file has a requirement."""
    layers = next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())
    rules = [x for layer in layers for x in layer.items if isinstance(x, s.Rule | s.AmendRule | s.ReplaceRule)]
    return frozenset(rule.id.text for rule in rules if any(isinstance(node, s.Require) for node in s.walk(rule)))


@dataclass(slots=True)
class Guesses:
    """What became of the guesses in some games."""

    rules: frozenset[str]
    """Those that are looked at; without any nothing is guessed."""
    made: Counter[str] = field(default_factory=Counter)
    """By action."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """The rules that have refused an answer by an action."""
    beside: dict[str, set[str]] = field(default_factory=dict)
    """Who has refused whatever a rule refused as well."""
    times: Counter[str] = field(default_factory=Counter)
    """How often a rule has refused an answer."""
    _chance: random.Random = field(default_factory=lambda: random.Random(0))

    def at(self, state: State) -> None:
        """Guess some answers where somebody is asked."""
        if not self.rules or self.made.total() >= MOST:
            return
        for _ in range(EACH):
            move = state.guess(self._chance)
            if move is not None:
                self.made[move.action] += 1
                refusing = state.refused_by(move)
                self.refused |= {(rule, move.action) for rule in refusing}
                for rule in self.rules.intersection(refusing):
                    others = set(refusing) - {rule}
                    self.beside[rule] = self.beside.get(rule, others) & others
                    self.times[rule] += 1

    def idle(self, game: ir.Game) -> list[str]:
        """Return the rules that have refused nothing by any requirement, though it was judged often."""
        judged = [(r.rule, r.action) for r in game.requirements if r.rule in self.rules]
        busy = {rule for rule, action in judged if (rule, action) in self.refused or self.made[action] < OFTEN}
        return [rule for rule in dict.fromkeys(rule for rule, _ in judged) if rule not in busy]


def accompanied(guesses: list[Guesses]) -> list[str]:
    """Return the rules that have often refused something, and always together with one and the same other."""
    found = []
    for rule in dict.fromkeys(rule for each in guesses for rule in sorted(each.times)):
        beside = set.intersection(*(each.beside[rule] for each in guesses if rule in each.beside))
        if beside and sum(each.times[rule] for each in guesses) >= SOMETIMES:
            found.append(f"{rule} (always with {', '.join(sorted(beside))})")
    return found
