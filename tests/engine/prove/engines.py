"""The part `engines` of `make prove`: the compiled engine never differs from the evaluator.

    python tests/prove.py engines [--states N] [--only SOURCE] [--again]

Goes round all sources of games, with other seeds each time, until so many states have been compared (200,000), and
tells how far it has come twice a minute. What is done is noted in build/prove: stopped and started again it goes on
where it was, unless something has changed that is compared. A difference is printed with the shortest history that
shows it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count

from checkout import ROOT
from engine.prove.compare import Depth
from engine.prove.games import Task, agree_on, agree_on_corpus, bundled, field_of, random_programs, strangers
from engine.prove.ledger import Ledger
from engine.prove.second import second
from engine.prove.walk import Figures

DEPTH = Depth(applied=1, near=1, perft=0)
"""Beside the move that is played on, which both engines make too."""
SOURCES = ("corpus", "strangers", "programs", "bundled")
ROUND = 600
"""So many random programs in each round."""
GAMES = 3
"""So many games of each ruleset in a round: at random, greedily, towards rare rules."""
WAITING = 8
"""So many tasks are handed out at a time, so that little is lost when there are enough states."""
TOLD = 30.0
"""After so many seconds it is told how far it has come."""

Job = tuple[int, Task]
"""A task in a round."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this part."""
    parser.add_argument("--states", type=int, default=200_000, help="how many states to compare")
    parser.add_argument("--only", choices=SOURCES, help="one source of games")
    parser.add_argument("--again", action="store_true", help="forget what was compared before")


def prove(arguments: argparse.Namespace) -> bool:
    """Compare until there are enough states; print what was found, and return whether it is nothing."""
    ledger = Ledger(ROOT / "build" / "prove")
    if arguments.again:
        ledger.done.clear()
        ledger.path.unlink(missing_ok=True)
    figures = _run(ledger, arguments.states, arguments.only)
    _summary(figures)
    for name, difference in figures.found:
        print(f"\n{name}: {difference}")
    return not (figures.found or figures.refused)


def _run(ledger: Ledger, states: int, only: str | None) -> Figures:
    """Return the figures of as many tasks as it takes, those of earlier runs included."""
    figures, begun, told = Figures(), time.monotonic(), time.monotonic()
    jobs = _jobs(only)
    waiting: dict[Future[Figures], str] = {}
    with ProcessPoolExecutor() as pool:
        while True:
            while len(waiting) < WAITING and figures.states.total() < states and (job := next(jobs, None)):
                name = f"{job[1].source} {job[1].name}, round {job[0]}"
                if name in ledger.done:
                    figures.add(ledger.done[name])
                else:
                    waiting[pool.submit(_compared, job)] = name
            if not waiting:
                return figures
            for done in wait(waiting, timeout=TOLD, return_when=FIRST_COMPLETED).done:
                ledger.add(waiting.pop(done), done.result())
                figures.add(done.result())
            if time.monotonic() - told > TOLD:
                told = time.monotonic()
                _tell(figures, told - begun)


def _jobs(only: str | None) -> Iterator[Job]:
    """Yield all tasks, round after round."""
    for number in count():
        tasks = list(_round(number, only))
        if not tasks:
            return
        yield from ((number, task) for task in tasks)


def _round(number: int, only: str | None) -> Iterator[Task]:
    if only in (None, "corpus") and number == 0:
        yield Task("corpus", "all positions", 0)
    if only in (None, "strangers"):
        yield from strangers()
    if only in (None, "programs"):
        yield from random_programs(range(number * ROUND, (number + 1) * ROUND))
    if only in (None, "bundled"):
        yield from bundled(with_options=number % 2 == 0)


def _compared(job: Job) -> Figures:
    number, task = job
    figures = Figures()
    if task.source == "corpus":
        agree_on_corpus(second, figures, every=1, depth=DEPTH)
    elif field := field_of(task):
        agree_on(field, second, figures, seeds=range(number * GAMES, (number + 1) * GAMES), depth=DEPTH, corners=2)
    return figures


def _tell(figures: Figures, seconds: float) -> None:
    """Print how far it has come."""
    states = ", ".join(f"{source} {number}" for source, number in sorted(figures.states.items()))
    print(
        f"{seconds / 60:.1f} minutes: {figures.states.total()} states of {figures.games} games ({states}), "
        f"{len(figures.found)} differences",
        flush=True,
    )


def _summary(figures: Figures) -> None:
    """Print what was compared, source by source."""
    print(f"{'':>10}{'rulesets':>10}{'states':>10}")
    for source in sorted(figures.states):
        print(f"{source:>10}{figures.rulesets[source] or '':>10}{figures.states[source]:>10}")
    print(f"{'all':>10}{figures.rulesets.total():>10}{figures.states.total():>10}")
    print(f"{figures.games} games, {len(figures.found)} differences")
    for what, times in figures.refused.most_common():
        print(f"not lowered: {what} ({times} rulesets)")
