"""Two engines play alike in a sample of what `make prove` compares; an engine that is wrong in one thing is caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import Phase, assume, given, note, settings

from engine.programs.program import Program, checked, programs
from engine.prove.compare import Depth, Difference, SomeMove
from engine.prove.games import Field, Task, agree_on, agree_on_corpus, bundled, field_of, noted, strangers
from engine.prove.second import second
from engine.prove.walk import MOST_STATES, Figures, Pair, agree_along
from play.rule_counts import Applications
from play.walks import at_random, steered, walk
from thorough import examples, so_many, some
from tilelaw_dsl import ir
from tilelaw_play import load
from tilelaw_reference import Engine, State

SAMPLE = Depth(applied=1, near=1)
SHORT = so_many(30, MOST_STATES)


def told(figures: Figures) -> list[str]:
    return [*figures.refused, *(f"{name}: {difference}" for name, difference in figures.found)]


def written(task: Task) -> Field:
    field = field_of(task)
    assert field is not None
    return field


@settings(
    max_examples=examples(5), phases=(Phase.reuse, Phase.generate)
)  # to make a program smaller takes many minutes
@given(programs())
def test_on_random_programs(written: Program) -> None:
    note(repr(written))
    game, _ = checked(written)
    assume(game is not None)
    assert game is not None
    figures = Figures()
    agree_on(
        Field("random program", "programs", game), second, figures, seeds=range(1), depth=Depth(perft=1), most=SHORT
    )
    assert told(figures) == []


def test_on_games_of_strangers() -> None:
    """The first states of each; `make prove` plays three whole games of each in every round."""
    figures = Figures()
    for task in some(strangers(), 8):
        agree_on(written(task), second, figures, seeds=range(1), depth=SAMPLE, most=30)
    assert told(figures) == []
    assert figures.games > 2


def test_on_every_mode_some_positions_of_the_corpus_and_corners() -> None:
    figures = Figures()
    agree_on_corpus(second, figures, every=so_many(150, 1), depth=SAMPLE)
    for task in random.Random(0).sample(list(bundled(with_options=False)), 2):
        agree_on(written(task), second, figures, seeds=range(0), depth=SAMPLE, corners=1)
    assert told(figures) == []
    assert figures.states["corpus"] > 5


def test_steered_games_bring_rare_rules_to_apply() -> None:
    ruleset = load("origins/tribe", engine="evaluator")
    rarest = []
    for way in (lambda _: at_random, steered):
        counted = Applications(ruleset.game(2))
        for _ in islice(walk(ruleset.start(2, seed=1), 1, noted(way(counted), counted)), 120):
            pass
        rarest.append(sum(sorted(counted.counts.values())[:5]))
    assert rarest[1] > rarest[0]


class Wrong:
    """A state that is right in all but one thing."""

    def __init__(self, state: State, **instead: Callable[[Any], Any]) -> None:
        self._state, self._instead = state, instead

    def __getattr__(self, name: str) -> Any:
        told = getattr(self._state, name)
        if name not in self._instead:
            return told
        return lambda *given: self._instead[name](told(*given))

    def apply(self, answer: Any) -> Wrong:
        following = Wrong(self._state.apply(answer), **self._instead)
        return self._instead["apply"](following) if "apply" in self._instead else following


class WrongEngine(Engine):
    """An engine whose states are wrong in one thing."""

    def __init__(self, game: ir.Game, **instead: Callable[[Any], Any]) -> None:
        super().__init__(game)
        self.instead = instead

    def state(self, data: Any, *, check: bool = False) -> Any:
        return Wrong(super().state(data, check=check), **self.instead)


def backwards(moves: Sequence[SomeMove]) -> Sequence[SomeMove]:
    return moves[::-1]


def one_point_more(score: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**side, "total": side["total"] + 1} for side in score]


def halfway(state: Any) -> Any:
    return state.apply(state.moves()[0].to_json()) if not state.is_over and state.moves() else state


WRONG: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "moves": ("moves", backwards),
    "score": ("score", one_point_more),
    "ranking": ("ranking", lambda groups: groups[::-1] if len(groups) > 1 else [*groups, *groups]),
    "observed by": ("observe", lambda seen: {**seen, "ruleset": "other"}),
    "invariants": ("broken_invariants", lambda broken: [*broken, "one.more"]),
    "position": ("to_text", lambda text: text + " "),
    "after": ("apply", halfway),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_engine_that_is_wrong_in_one_thing_is_caught(what: str) -> None:
    game = load("kingdomino/classic").game(2)
    method, instead = WRONG[what]
    pair = Pair("wrong", Engine(game), WrongEngine(game, **{method: instead}))
    figures = Figures()
    assert not agree_along(pair, pair.yardstick.start(seed=1), 1, at_random, SAMPLE, figures, "wrong")
    ((_, found),) = figures.found
    assert isinstance(found, Difference)
    assert found.what == what
    assert len(str(found).splitlines()) == 4
