"""The long proof that the compiled engine never differs from the evaluator: `make prove`.

    python tests/engine/prove [--states N] [--only SOURCE]

Goes round all sources of games, with other seeds each time, until so many states have been compared (200,000), and
prints figures. A difference is printed with the shortest history that shows it; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.prove.compare import Depth
from engine.prove.games import Field, agree_on, agree_on_corpus, bundled, random_programs, strangers
from engine.prove.second import second
from engine.prove.walk import Figures

DEPTH = Depth(applied=2, near=1, perft=0)
ROUND = 400
"""So many random programs in each round."""
GAMES = 3
TOLD = 100
"""After so many rulesets it is told how far it has come."""


def main() -> int:
    """Compare until there are enough states; print what was found."""
    parser = argparse.ArgumentParser(description="Compare the compiled engine with the evaluator.")
    parser.add_argument("--states", type=int, default=200_000, help="how many states to compare")
    parser.add_argument("--only", choices=("bundled", "strangers", "programs", "corpus"), help="one source of games")
    arguments = parser.parse_args()
    figures, begun = Figures(), time.monotonic()
    with ProcessPoolExecutor() as pool:
        if arguments.only in (None, "corpus"):
            figures.add(pool.submit(_corpus).result())
            _tell(figures, begun)
        for number in count():
            if figures.states.total() >= arguments.states or arguments.only == "corpus":
                break
            fields = list(_round(number, arguments.only))
            for done, found in enumerate(pool.map(_compared, fields, [number] * len(fields)), 1):
                figures.add(found)
                if done % TOLD == 0 or done == len(fields):
                    _tell(figures, begun)
    for name, difference in figures.found:
        print(f"\n{name}: {difference}")
    return 1 if figures.found or figures.refused else 0


def _compared(field: Field, number: int) -> Figures:
    figures = Figures()
    agree_on(field, second, figures, seeds=range(number * GAMES, (number + 1) * GAMES), depth=DEPTH, corners=2)
    return figures


def _corpus() -> Figures:
    figures = Figures()
    agree_on_corpus(second, figures, every=1, depth=DEPTH)
    return figures


def _round(number: int, only: str | None) -> Iterator[Field]:
    if only in (None, "strangers"):
        yield from strangers()
    if only in (None, "programs"):
        yield from (field for field, _ in random_programs(range(number * ROUND, (number + 1) * ROUND)))
    if only in (None, "bundled"):
        yield from bundled(with_options=number % 2 == 0)


def _tell(figures: Figures, begun: float) -> None:
    """Print how far it has come."""
    states = ", ".join(f"{source} {number}" for source, number in sorted(figures.states.items()))
    minutes = (time.monotonic() - begun) / 60
    print(
        f"{figures.states.total()} states of {figures.games} games in {minutes:.1f} minutes ({states}): "
        f"{len(figures.found)} differences",
        flush=True,
    )
    for what, times in figures.refused.most_common():
        print(f"  not lowered: {what} ({times} games)")


if __name__ == "__main__":
    sys.exit(main())
