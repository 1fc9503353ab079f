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


def main() -> int:
    """Compare until there are enough states; print what was found."""
    parser = argparse.ArgumentParser(description="Compare the compiled engine with the evaluator.")
    parser.add_argument("--states", type=int, default=200_000, help="how many states to compare")
    parser.add_argument("--only", choices=("bundled", "strangers", "programs", "corpus"), help="one source of games")
    arguments = parser.parse_args()
    figures, begun = Figures(), time.monotonic()
    for number in count():
        if arguments.only in (None, "corpus") and number == 0:
            agree_on_corpus(second, figures, every=1, depth=DEPTH)
        for field in _round(number, arguments.only):
            agree_on(field, second, figures, games=3, depth=DEPTH, corners=2)
        _tell(figures, begun)
        if figures.states.total() >= arguments.states or arguments.only == "corpus":
            break
    for name, difference in figures.found:
        print(f"\n{name}: {difference}")
    return 1 if figures.found or figures.refused else 0


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
