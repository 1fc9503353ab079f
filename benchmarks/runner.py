"""How fast the runner is, beside Bowtie, in the same run on the same machine.

    python benchmarks/runner.py [--cases N] [--bowtie PROGRAM] [--gate]

Cases are made up in a scratch folder: a position of a dozen squares and one move each. The child answers without
thinking: it looks for the id of a request and finds every move legal. Everything is measured `ROUNDS` times, in turn,
and the best of each is told, so that a busy moment of the machine harms nobody.

Rates are net of start-up. Ours runs from the first verdict to the last. Bowtie's is what 4000 more cases add to the
time of one; it judges in-process, by its own implementation that finds everything valid (`direct:null`), cases of the
same size as ours with one test each. Where there is no Bowtie, its line is missing:

    python -m venv bowtie && bowtie/bin/pip install bowtie-json-schema

With `--gate` the exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROUNDS = 3
BOWTIE_CASES = 4000
GOALS = {"start-up": 0.5, "memory": 150.0, "ratio": 10.0}

HEAD = """\
title: Cases to be fast with
defaults:
  ruleset: origins/discovery
  players: 4
  rules: [place.connects]
  basis: ruling
  why: It is only there to be fast
  since: "0.1"
cases:
"""

CASE = """\
  - id: bench/{file}/{number}
    title: A domino is laid
    given:
      territories:
        - |
          D0 G0 L0 Q0
          H  D0 G0 J0
          J0 D1 Q0 L1
      row:
        - {{tile: {tile}, by: 0}}
      asks:
        - {{ask: place, player: 0}}
    when: {{place: {{a: [1, {y}], b: [2, {y}]}}}}
    then:
      legal: true
"""

CHILD = """\
import os, re
HELLO = (b'{"name":"quick","version":"1","protocol":1,"rulesets":[{"name":"origins/discovery","players":[4]}],'
         b'"methods":["judge"],"levels":["legality"],"positions":["state"],"steps":"ask"}')
ID = re.compile(rb'"id":(\\d+)')
rest = b""
while chunk := os.read(0, 1 << 18):
    *lines, rest = (rest + chunk).split(b"\\n")
    os.write(1, b"".join(
        b'{"jsonrpc":"2.0","id":%b,"result":%b}\\n'
        % (ID.search(line)[1], HELLO if b'"method":"hello"' in line else b'{"legal":true}')
        for line in lines
    ))
"""

RATE = """\
import sys, time
from pathlib import Path
from tilelaw.background import corpus
from tilelaw_conformance import ChildProcess, run_cases
times = []
cases = corpus(Path(sys.argv[1])).cases
outcome = run_cases(cases, ChildProcess(sys.argv[2:]), on_judged=lambda _: times.append(time.perf_counter()))
assert outcome.status == 0, outcome
print(len(times) / (times[-1] - times[0]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=2000, metavar="N", help="how many cases (default 2000)")
    parser.add_argument("--bowtie", default=shutil.which("bowtie"), metavar="PROGRAM", help="where Bowtie is")
    parser.add_argument("--gate", action="store_true", help="fail if a goal is missed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        return measure(Path(scratch), arguments)


def measure(scratch: Path, arguments: argparse.Namespace) -> int:
    write_cases(scratch / "cases", arguments.cases)
    child = scratch / "child.py"
    child.write_text(CHILD, encoding="utf-8")
    os.environ["TILELAW_CACHE"] = str(scratch / "cache")
    command = [sys.executable, "-m", "tilelaw.main", "check"]
    everything = [*command, "--cases", str(scratch / "cases"), "--", sys.executable, str(child)]
    one = [*command, "bench/0/0", "--cases", str(scratch / "cases"), "--", sys.executable, str(child)]

    cold, _ = timed(everything)
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        keep(best, "help", timed([*command, "--help"])[0], min)
        keep(best, "one", timed(one)[0], min)
        seconds, memory = timed(everything)
        keep(best, "all", seconds, min)
        keep(best, "memory", memory, min)
        code = [sys.executable, "-c", RATE, str(scratch / "cases"), sys.executable, str(child)]
        keep(best, "rate", float(subprocess.run(code, capture_output=True, text=True, check=True).stdout), max)
        if arguments.bowtie:
            keep(best, "bowtie", bowtie_rate(arguments.bowtie, scratch), max)

    print(f"{'tilelaw check --help':<58}{best['help']:>10.2f} s")
    print(f"{f'one case chosen from {arguments.cases}, from start to end':<58}{best['one']:>10.2f} s")
    print(f"{f'all {arguments.cases} cases, from start to end':<58}{best['all']:>10.2f} s")
    print(f"{'the same, when the cases are read for the first time':<58}{cold:>10.2f} s")
    print(f"{'memory for all':<58}{best['memory']:>10.0f} MiB")
    print(f"{'the runner, net of start-up':<58}{best['rate']:>10.0f} cases/s")
    missed = [f"start-up {best['one']:.2f} s"] if best["one"] > GOALS["start-up"] else []
    missed += [f"memory {best['memory']:.0f} MiB"] if best["memory"] > GOALS["memory"] else []
    if "bowtie" in best:
        ratio = best["rate"] / best["bowtie"]
        print(f"{'Bowtie, net of start-up':<58}{best['bowtie']:>10.0f} cases/s")
        print(f"{'the runner is so many times as fast':<58}{ratio:>10.1f}")
        missed += [f"ratio {ratio:.1f}"] if ratio < GOALS["ratio"] else []
    else:
        print("there is no Bowtie here to compare with")
    if missed:
        print(f"missed: {', '.join(missed)}")
    return 1 if missed and arguments.gate else 0


def keep(best: dict[str, float], name: str, value: float, better: Callable[[float, float], float]) -> None:
    best[name] = value if name not in best else better(best[name], value)


def write_cases(folder: Path, number: int) -> None:
    """Write cases, a hundred to a file."""
    (folder / "bench").mkdir(parents=True)
    for start in range(0, number, 100):
        file = start // 100
        texts = [
            CASE.format(file=file, number=i, tile=1 + i % 48, y=3 + i % 5) for i in range(min(100, number - start))
        ]
        path = folder / "bench" / f"{file}.yaml"
        path.write_text(HEAD + "\n".join(texts), encoding="utf-8")


def timed(command: list[str]) -> tuple[float, float]:
    """Return the seconds that a command takes, and the most memory it has used, in MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status:
        sys.exit(f"{' '.join(command)} ended with status {status}")
    return seconds, usage.ru_maxrss / 1024


def bowtie_rate(program: str, scratch: Path) -> float:
    """Return how many cases a second Bowtie judges, net of start-up."""
    seconds = {}
    for number in (1, 1 + BOWTIE_CASES):
        path = scratch / f"bowtie-{number}.jsonl"
        path.write_text("".join(bowtie_case(i) for i in range(number)), encoding="utf-8")
        seconds[number], _ = timed([program, "run", "-i", "direct:null", str(path)])
    return BOWTIE_CASES / max(1e-9, seconds[1 + BOWTIE_CASES] - seconds[1])


def bowtie_case(number: int) -> str:
    """Return a case of Bowtie's that is as big as one of ours."""
    properties = {f"cell{i}": {"type": "string", "maxLength": i} for i in range(12)}
    test = {"description": "a value", "instance": {"cell0": "x"}, "valid": True}
    case = {"description": f"case {number}", "schema": {"properties": properties}, "tests": [test]}
    return json.dumps(case) + "\n"


if __name__ == "__main__":
    sys.exit(main())
