"""The part `texts` of `make prove`: whatever text, table or file comes in, sentences come out, and soon.

    python tests/prove.py texts [--texts N] [--from SEED]

Every specimen has a number, so that one that fails can be made again. Prints how many of each kind were tried, how
often which code was said, and for each failure its number and the last lines of its traceback.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from dsl.fuzz.judge import judge, soon
from dsl.fuzz.specimens import kind_of, specimen

CHUNK = 500
SHOWN = 20


@dataclass
class Figures:
    """What came out of some specimens."""

    tried: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    clean: int = 0
    slowest: tuple[float, int] = (0.0, 0)
    failed: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Take in what came out of others."""
        self.tried += other.tried
        self.codes += other.codes
        self.clean += other.clean
        self.slowest = max(self.slowest, other.slowest)
        self.failed += other.failed


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this part."""
    parser.add_argument("--texts", type=int, default=100_000, help="how many texts, tables and files to try")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first")
    parser.add_argument("--jobs", type=int, help="how many at once (default: one for each core)")


def prove(arguments: argparse.Namespace) -> bool:
    """Try so many specimens; print what was found, and return whether nothing failed."""
    begun, figures = time.monotonic(), Figures()
    last = arguments.first + arguments.texts
    starts = range(arguments.first, last, CHUNK)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for number, found in enumerate(pool.map(try_all, (range(n, min(n + CHUNK, last)) for n in starts)), 1):
            figures.add(found)
            if number % 20 == 0 or number == len(starts):
                _tell(figures, begun)
    print("said: " + ", ".join(f"{code} {times}" for code, times in sorted(figures.codes.items())))
    for seed, told in figures.failed[:SHOWN]:
        print(f"\n{kind_of(seed)}, number {seed}:\n{told}")
    return not figures.failed


def try_all(seeds: Iterable[int]) -> Figures:
    """Try the specimens with these numbers."""
    figures = Figures()
    for seed in seeds:
        start = time.process_time()
        try:
            with soon():
                found = specimen(seed)
                judge(found)
        except Exception:  # whatever it is, the next specimen is tried as well
            figures.failed.append((seed, traceback.format_exc(limit=-4)))
        else:
            figures.codes.update({str(item.code) for item in found})
            figures.clean += not found
        figures.tried[kind_of(seed)] += 1
        figures.slowest = max(figures.slowest, (time.process_time() - start, seed))
    return figures


def _tell(figures: Figures, begun: float) -> None:
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(figures.tried.items()))
    seconds, seed = figures.slowest
    print(
        f"{figures.tried.total()} texts tried in {(time.monotonic() - begun) / 60:.1f} minutes ({kinds}): "
        f"{len(figures.codes)} codes said, {figures.clean} without a mistake, "
        f"slowest {seconds:.2f} s (number {seed}), {len(figures.failed)} failures",
        flush=True,
    )
