"""How long it takes from the start of Python to a first answer, beside a Python that does nothing.

    python benchmarks/start.py [--gate]

Each program is started `ROUNDS` times, in turn with the others, and the best of each is told: in seconds, in seconds
of the processor (on a busy machine only these mean something), and these as a multiple of what `python -c pass` takes.
"First move" is `tilelaw.load(...).start(...).moves()`: with an empty cache of our own (Python's own compiled files are
there), and once that has been filled. With `--gate` the exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROUNDS = 7
MOVE = "import tilelaw; tilelaw.load('origins/discovery').start(players=4, seed=7).moves()"
NOTHING, VERSION, COLD, WARM = "python -c pass", "tilelaw --version", "first move, empty cache", "first move"
PROGRAMS = {
    NOTHING: ("-c", "pass"),
    VERSION: ("-m", "tilelaw.main", "--version"),
    COLD: ("-c", MOVE),
    WARM: ("-c", MOVE),
}
GOALS = {VERSION: 0.1, COLD: 1.0, WARM: 0.3}
"""Seconds; that of the version is counted from the end of a Python that does nothing."""


def seconds(words: Sequence[str]) -> tuple[float, float]:
    """Return how long a Python takes for some words, and how long it keeps a processor busy."""
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - begin, busy


def measured(cache: Path) -> dict[str, tuple[float, float]]:
    """Return the best times of each program."""
    os.environ["TILELAW_CACHE"] = str(cache)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        shutil.rmtree(cache, ignore_errors=True)
        for name, words in PROGRAMS.items():  # the empty cache is filled by the first of the two moves
            times[name].append(seconds(words))
    return {name: (min(took for took, _ in each), min(busy for _, busy in each)) for name, each in times.items()}


def main() -> int:
    """Measure, tell, and compare with the goals."""
    parser = argparse.ArgumentParser(description="How long it takes to start.")
    parser.add_argument("--gate", action="store_true", help="fail if a goal is missed")
    is_gate = parser.parse_args().gate
    seconds(PROGRAMS[WARM])  # Python's own compiled files
    with tempfile.TemporaryDirectory() as folder:
        best = measured(Path(folder) / "cache")
    missed = []
    for name, (took, busy) in best.items():
        limit = GOALS.get(name, float("inf")) + (best[NOTHING][0] if name == VERSION else 0)
        goal = f"  (goal: {limit:.2f} s)" if name in GOALS else ""
        print(f"{name:<26}{took:6.3f} s {busy:6.3f} s {busy / best[NOTHING][1]:6.1f} x{goal}")
        missed += [name] if took > limit else []
    for name in missed:
        print(f"missed: {name}", file=sys.stderr)
    return 1 if is_gate and missed else 0


if __name__ == "__main__":
    sys.exit(main())
