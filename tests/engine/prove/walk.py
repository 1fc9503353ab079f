"""Games along which two engines are compared.

At every state the other engine is asked about the position as it reads it from JSON; and it is also left to go its own
way from the beginning, so that nothing it carries along beside the position can help or harm it. Where it arrives
elsewhere, the shortest history is told: from the last position of the game from which it still does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.prove.compare import Depth, Difference, SomeEngine, SomeState, differences, said, some_order
from tilelaw_reference import Engine, RulesError, State
from tilelaw_reference.model.position import Shuffling

MOST_STATES = 400

Choice = Callable[[State, random.Random], State]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two engines of one game."""

    name: str
    yardstick: Engine
    other: SomeEngine


@dataclass
class Figures:
    """What has been looked at, every difference that was found, at most one for each game, and what the other engine
    cannot do yet."""

    states: Counter[str] = field(default_factory=Counter)
    rulesets: Counter[str] = field(default_factory=Counter)
    games: int = 0
    found: list[tuple[str, Difference | str]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, other: Figures) -> None:
        """Take in what was looked at elsewhere."""
        self.states += other.states
        self.rulesets += other.rulesets
        self.games += other.games
        self.found += other.found
        self.refused += other.refused


def agree_at(pair: Pair, state: State, depth: Depth, figures: Figures, source: str) -> bool:
    """Say whether both engines say the same of a position; note the first difference."""
    figures.states[source] += 1
    chance = random.Random(figures.states[source])
    found = next(differences(state, pair.other.state(state.to_json()), chance, depth), None)
    if found is not None:
        figures.found.append((pair.name, found))
    return found is None


def agree_at_start(pair: Pair, figures: Figures) -> State | None:
    """Return the start of a game, before any shuffle; nothing where the rules contradict themselves."""
    ours, theirs = said(lambda: pair.yardstick.start().to_text()), said(lambda: pair.other.start().to_text())
    if ours != theirs:
        figures.found.append((pair.name, Difference("start", "", ours, theirs, "the start")))
    return pair.yardstick.start() if ours == theirs and ours.startswith("{") else None


def agree_along(
    pair: Pair,
    start: State,
    seed: int,
    choose: Choice,
    depth: Depth,
    figures: Figures,
    source: str,
    most: int = MOST_STATES,
) -> bool:
    """Say whether both engines play a game alike; note the first difference and stop there."""
    figures.games += 1
    chance, before, state = random.Random(seed), list[State](), start.without_dealer()
    theirs = pair.other.state(start.to_json())
    for _ in range(most):
        if not agree_at(pair, state, depth, figures, source):
            return False
        if theirs.to_text() != state.to_text():
            figures.found.append((pair.name, _shortest(pair, before, state)))
            return False
        if state.is_over:
            break
        before.append(state)
        try:
            is_shuffled = isinstance(state.position.due, Shuffling)
            state = state.apply(some_order(state, chance)) if is_shuffled else choose(state, chance)
        except RulesError:
            break  # compared already, as what follows a move
        theirs = _played(theirs, _answers(before[-1], state))
    return True


def _answers(before: State, after: State) -> list[Any]:
    answers: list[Any] = after.history["answers"][len(before.history["answers"]) :]
    return answers


def _played(state: SomeState, answers: list[Any]) -> SomeState:
    for answer in answers:
        state = state.apply(answer)
    return state


def _shortest(pair: Pair, before: list[State], state: State) -> Difference:
    """Return how the other engine arrives elsewhere, from as near as it does."""
    for first in reversed(before):
        answers = _answers(first, state)
        there = _played(pair.other.state(first.to_json()), answers).to_text()
        if there != state.to_text():
            return Difference("after all of", answers, state.to_text(), there, first.to_text())
    raise AssertionError("the other engine does not play the same twice")
