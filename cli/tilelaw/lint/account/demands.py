"""What became of the requirements of rules: which answers they allowed and which they refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilelaw.lint.account.facts import Fact, Judged, Reader
from tilelaw.lint.account.tally import Choices, Tally
from tilelaw.lint.account.told import Scene
from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import Move, State, Tested

Telling = tuple[int, ...]
"""How much an example tells: of two the greater one is told."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and what a requirement read."""

    scene: Scene
    facts: tuple[Fact, ...]
    telling: Telling

    @property
    def is_telling(self) -> bool:
        """Whether it is told though it was allowed: it meets the requirement only in part, or by numbers."""
        return self.telling[0] > 0 or any(fact.is_counted for fact in self.facts)


@dataclass(slots=True)
class Demand:
    """What became of one requirement of a rule."""

    text: str
    tally: Tally = field(default_factory=Tally)
    choices: Choices = field(default_factory=Choices)
    allowed: Answered | None = None
    refused: Answered | None = None


@dataclass(slots=True)
class Demands:
    """What became of the requirements of all rules that are told of."""

    rules: frozenset[str]
    own: Mapping[str, ir.Define]
    """The definitions of the file."""
    words: Words
    loops: frozenset[str]
    """The names that loops bind to numbers."""
    found: dict[tuple[str, str], Demand]
    """By rule and text."""

    def test(self, state: State, move: Move, scene: Scene, turn: int) -> None:
        """Look at what requirements say to an answer in somebody's turn, legal or not."""
        reader, refusing = Reader(state.value, self.words, self.own), state.refused_by(move)
        for tested in state.tested(move, self.rules):
            others = set(refusing) - {tested.requirement.rule}
            self._look(reader, tested, scene, turn, is_alone=not others)

    def _look(self, reader: Reader, tested: Tested, scene: Scene, turn: int, *, is_alone: bool) -> None:
        requirement, env = tested.requirement, tested.bindings
        numbers = {name: env[name] for name in self.loops & env.keys()}
        when = [(scene.players, name, value) for name, value in numbers.items() if isinstance(value, int)]
        demand = self.found.setdefault((requirement.rule, requirement.text), Demand(requirement.text))
        judged = reader.judged(requirement.condition, env)
        demand.tally.add(judged)
        demand.choices.look(reader, requirement.condition, env, when or [(scene.players, "", turn)])
        answered = Answered(scene, judged.facts, _telling(judged, is_alone, scene.players))
        if judged.holds:
            demand.allowed = _better(demand.allowed, answered)
        else:
            demand.refused = _better(demand.refused, answered)


def _telling(judged: Judged, is_alone: bool, players: int) -> Telling:
    """Return how much an answer tells of a requirement.

    Of answers that are allowed those tell most that meet it only in part, of refused ones those that nearly meet it;
    and among both those that no other rule refuses.
    """
    missed = judged.missed if judged.holds else -judged.missed
    return missed + judged.is_split, is_alone, -judged.margin, players


def _better(one: Answered | None, other: Answered) -> Answered:
    return other if one is None or other.telling > one.telling else one
