"""Where the games come from along which engines are compared: bundled rulesets with their options, positions of the
corpus, corners of games, games of strangers, and random programs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from engine.programs.program import Program, checked, program
from engine.prove.compare import Depth, SomeEngine
from engine.prove.walk import Figures, Pair, agree_along, agree_at, agree_at_start
from play.odd_positions import corner, is_plain
from play.rule_counts import Applications
from play.walks import at_random, greedily, random_walk, steered
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


def bundled(*, with_options: bool = True) -> Iterator[Field]:
    """Yield every mode, alone, with each option and with all that go together, for every number of players."""
    for mode in rulebook().named(Role.MODE):
        ruleset = load(mode)
        names = [mode, *(f"{mode}+{option}" for option in ruleset.options if with_options)]
        for name in names:
            yield from _played("bundled", name, None)


def strangers() -> Iterator[Field]:
    """Yield the games in the folders of the tests that were written without a look at the engine."""
    for path in sorted([*(TESTS / "strangers").glob("*.rules"), *(TESTS / "foreign").glob("*.rules")]):
        yield from _played("strangers", str(path), Rulebook.read([]))


def _played(source: str, name: str, book: Rulebook | None) -> Iterator[Field]:
    try:
        ruleset: Ruleset = load(name) if book is None else load(name, book)
        for players in ruleset.counts:
            shown = Path(name).stem if book is not None else name
            yield Field(f"{shown} for {players}", source, ruleset.game(players))
    except RulesetError:
        return  # options that exclude each other, and layers that stand on bundled ones


def random_programs(seeds: range) -> Iterator[tuple[Field, Program]]:
    """Yield random programs that the checker takes."""
    for seed in seeds:
        written = program(random.Random(seed))
        game, _ = checked(written)
        if game is not None:
            yield Field(f"random program {seed}", "programs", game), written


def agree_on(field: Field, other: Other, figures: Figures, *, seeds: range, depth: Depth, corners: int = 0) -> bool:
    """Compare both engines along some games: at random, greedily, towards rare rules, and from corners."""
    try:
        pair = Pair(field.name, Engine(field.game), other(field.game))
    except NotLowered as what:
        figures.refused[str(what)] += 1
        return True
    counted = Applications(field.game)
    ways = (at_random, greedily, steered(counted))
    start = agree_at_start(pair, figures)
    if start is None:
        return not figures.found or figures.found[-1][0] != field.name
    for seed in seeds:
        if not agree_along(pair, start, seed, ways[seed % len(ways)], depth, figures, field.source):
            return False
    chance = random.Random(seeds.start)
    for seed in range(seeds.start, seeds.start + corners):
        plain = [state for state in _walked(pair.yardstick, seed) if is_plain(state)]
        if plain and not agree_at(pair, corner(chance.choice(plain), chance), depth, figures, "corners"):
            return False
    return True


def _walked(engine: Engine, seed: int) -> Iterator[State]:
    """Yield the states of a random game, as far as its rules do not contradict themselves."""
    with suppress(RulesError):
        yield from islice(random_walk(engine.start(seed=seed), seed), 60)


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
