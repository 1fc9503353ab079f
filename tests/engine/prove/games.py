"""Where the games come from along which engines are compared: bundled rulesets with their options, positions of the
corpus, corners of games, games of strangers, and random programs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from engine.programs.program import Program, checked, program
from engine.prove.compare import Depth, SomeEngine
from engine.prove.walk import MOST_STATES, Figures, Pair, agree_along, agree_at, agree_at_start
from play.odd_positions import corner, is_plain
from play.rule_counts import Applications
from play.walks import Choice, applied, at_random, greedily, random_walk, steered
from tilelaw.background import corpus
from tilelaw_conformance import Given, bundled_corpus
from tilelaw_dsl import Role, Rulebook, ir
from tilelaw_engine import NotLowered
from tilelaw_play import Ruleset, RulesetError, load, rulebook
from tilelaw_reference import Engine, PositionError, RulesError, State

TESTS = Path(__file__).parents[2]

Other: TypeAlias = Callable[[ir.Game], SomeEngine]
"""Makes the engine that is compared with the evaluator."""


@dataclass(frozen=True, slots=True)
class Field:
    """A game to be compared on: what it is called, where it comes from, and its typed rules."""

    name: str
    source: str
    game: ir.Game


@dataclass(frozen=True, slots=True)
class Task:
    """A game that is still to be read or written: a ruleset for a number of players, or the seed of a program."""

    source: str
    given: str
    number: int

    @property
    def name(self) -> str:
        """What it is called."""
        if self.source == "programs":
            return f"random program {self.number}"
        return f"{Path(self.given).stem if self.source == 'strangers' else self.given} for {self.number}"


def field_of(task: Task) -> Field | None:
    """Return the game of a task; nothing where the checker refuses a random program."""
    match task.source:
        case "programs":
            game, _ = checked(program(random.Random(task.number)))
        case "strangers":
            game = load(task.given, Rulebook.read([])).game(task.number)
        case _:
            game = load(task.given).game(task.number)
    return None if game is None else Field(task.name, task.source, game)


def bundled(*, with_options: bool = True) -> Iterator[Task]:
    """Yield every mode, alone and with each option and with all that go together, for every number of players."""
    for mode in rulebook().named(Role.MODE):
        options = load(mode).options if with_options else []
        names = [mode, *(f"{mode}+{option}" for option in options), _with_all(mode, options)]
        for name in dict.fromkeys(names):
            yield from _played("bundled", name, None)


def _with_all(mode: str, options: Sequence[str]) -> str:
    """Return a mode with as many options as go together."""
    name = mode
    for option in options:
        with suppress(RulesetError):
            name = load(f"{name}+{option}").name
    return name


def strangers() -> Iterator[Task]:
    """Yield the games in the folders of the tests that were written without a look at the engine."""
    for path in sorted([*(TESTS / "strangers").glob("*.rules"), *(TESTS / "foreign").glob("*.rules")]):
        yield from _played("strangers", str(path), Rulebook.read([]))


def _played(source: str, name: str, book: Rulebook | None) -> Iterator[Task]:
    try:
        ruleset: Ruleset = load(name) if book is None else load(name, book)
    except RulesetError:
        return  # options that exclude each other, and layers that stand on bundled ones
    yield from (Task(source, name, players) for players in ruleset.counts)


def random_programs(seeds: range) -> Iterator[Task]:
    """Yield random programs; the checker takes nearly all of them."""
    yield from (Task("programs", "", seed) for seed in seeds)


def agree_on(
    field: Field,
    other: Other,
    figures: Figures,
    *,
    seeds: range,
    depth: Depth,
    corners: int = 0,
    most: int = MOST_STATES,
) -> bool:
    """Compare both engines along some games: at random, greedily, towards rare rules, and from corners."""
    try:
        pair = Pair(field.name, Engine(field.game), other(field.game))
    except NotLowered as what:
        figures.refused[str(what)] += 1
        return True
    counted = Applications(field.game)
    ways = [noted(way, counted) for way in (at_random, greedily, steered(counted))]
    figures.rulesets[field.source] += 1
    start = agree_at_start(pair, figures)
    if start is None:
        return not figures.found or figures.found[-1][0] != field.name
    for seed in seeds:
        if not agree_along(pair, start, seed, ways[seed % len(ways)], depth, figures, field.source, most):
            return False
    chance = random.Random(seeds.start)
    for seed in range(seeds.start, seeds.start + corners):
        plain = [state for state in _walked(pair.yardstick, seed) if is_plain(state)]
        if plain and not agree_at(pair, corner(chance.choice(plain), chance), depth, figures, "corners"):
            return False
    return True


def noted(choose: Choice, counted: Applications) -> Choice:
    """Return a way to choose that notes which rules applied, so that steering knows the rare ones."""

    def chosen(state: State, chance: random.Random) -> State:
        after = choose(state, chance)
        counted.counts.update(applied(after))
        return after

    return chosen


def _walked(engine: Engine, seed: int) -> Iterator[State]:
    """Yield the states of a random game, as far as its rules do not contradict themselves."""
    with suppress(RulesError):
        yield from islice(random_walk(engine.start(seed=seed), seed), 60)


def agree_on_text(text: str, other: Other, seeds: range, depth: Depth) -> Figures:
    """Return what both engines say of the games of a text for two players that is right."""
    game, said = checked(Program(text, (), 2))
    assert game is not None, said
    figures = Figures()
    agree_on(Field("a text", "text", game), other, figures, seeds=seeds, depth=depth)
    return figures


def agree_on_corpus(other: Other, figures: Figures, *, every: int, depth: Depth) -> None:
    """Compare both engines on the positions that cases of the corpus begin with."""
    made: dict[tuple[str, int], Pair] = {}
    for case in corpus(bundled_corpus()).cases[::every]:
        if case.given is not Given.POSITION:
            continue
        key = (case.ruleset, case.players)
        if key not in made:
            game = load(case.ruleset).game(case.players)
            made[key] = Pair(case.ruleset, Engine(game), other(game))
        try:
            state = made[key].yardstick.state(case.position)
        except PositionError:
            continue  # fragments that are judged by more than this
        agree_at(made[key], state, depth, figures, "corpus")
