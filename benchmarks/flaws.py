"""How strong the suite is: which mistakes of adapters/flaws.yaml the corpus finds and locates, and which need fuzzing.

    python benchmarks/flaws.py [NAME ...] [--fuzz SECONDS] [--write]

A mistake is found if a case fails, and located if a case that people have written fails and names a rule that it
breaks. What the corpus does not find is left to the fuzzer. With `--write` the table goes into docs/strength.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tilelaw.background import corpus, is_same, manifest_of, respelled, turn_starts
from tilelaw_conformance import Basis, Case, ChildProcess, Knowledge, Limits, bundled_corpus, causes, run_cases
from tilelaw_play import load
from tilelaw_proof import Hunter, Link, Settings

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strength.md"
TABLE = "<!-- the table -->"
GAMES = {
    "python_kingdomino": ("origins", "kingdomino"),
    "node_ingenious": ("ingenious",),
    "tilelaw_spec": ("origins", "kingdomino", "ingenious"),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one mistake."""

    name: str
    title: str
    engine: str
    failed: int
    judged: int
    is_located: bool
    place: int
    """Which of the likely causes in the report names a broken rule: 1 for the first, 0 for none."""
    fuzzed: str

    @property
    def is_found(self) -> bool:
        return self.failed > 0 or self.fuzzed not in ("", "nothing")


def measure(flaw: dict[str, Any], cases: Sequence[Case], seconds: float) -> Result:
    command = [sys.executable, str(ROOT / "adapters" / "flawed.py"), str(flaw["name"])]
    asked = [case for case in cases if case.game in GAMES[str(flaw["engine"])]]
    outcome = run_cases(asked, ChildProcess(command), limits=Limits(seconds=120.0, start_seconds=120.0))
    if outcome.problem:
        raise SystemExit(f"{flaw['name']}: {outcome.problem}\n{outcome.stderr}")
    broken = set(flaw["rules"])
    written = [judged.case for judged in outcome.failures if judged.case.basis is not Basis.RECORDED]
    fuzzed = "" if outcome.failures else _fuzz(command, seconds)
    is_located = any(broken & set(case.rules) for case in written)
    named = [place for place, cause in enumerate(causes(outcome), start=1) if cause.rule in broken]
    counts = len(outcome.failures), sum(judged.verdict.value != "skipped" for judged in outcome.judged)
    return Result(
        str(flaw["name"]), str(flaw["title"]), str(flaw["engine"]), *counts, is_located, min(named, default=0), fuzzed
    )


def _fuzz(command: Sequence[str], seconds: float) -> str:
    if seconds <= 0:
        return ""
    link = Link(command, 120.0, Knowledge(respelled, manifest_of, turn_starts, is_same))
    found = Hunter(link, load, Settings(seconds=seconds, most=1), lambda _: None).hunt()
    return ", ".join(dispute.rules[0] for dispute in found.disputes if dispute.rules) or "nothing"


def table(results: Sequence[Result]) -> str:
    lines = ["| mistake | engine | cases that fail | located | named as cause | fuzzing |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for each in results:
        located = "yes" if each.is_located else "no"
        lines.append(
            f"| {each.title} (`{each.name}`) | {each.engine} | {each.failed} of {each.judged} | {located}"
            f" | {f'{each.place}.' if each.place else '-'} | {each.fuzzed or '-'} |"
        )
    found, located_ = sum(each.is_found for each in results), sum(each.is_located for each in results)
    corpus_ = sum(each.failed > 0 for each in results)
    lines.append("")
    lines.append(
        f"{len(results)} mistakes: {corpus_} found by the corpus, {located_} of them located, {found} found in all;"
        f" {sum(each.place == 1 for each in results)} are the first cause that the report names,"
        f" {sum(each.place > 0 for each in results)} are among its causes."
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--fuzz", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--write", action="store_true", help="write the table into docs/strength.md")
    arguments = parser.parse_args()
    flaws = yaml.safe_load((ROOT / "adapters" / "flaws.yaml").read_text(encoding="utf-8"))
    cases = corpus(bundled_corpus()).cases
    results = []
    for flaw in flaws:
        if not arguments.names or flaw["name"] in arguments.names:
            results.append(measure(flaw, cases, arguments.fuzz))
            print(results[-1], flush=True)
    print(table(results))
    if arguments.write:
        head = PAGE.read_text(encoding="utf-8").partition(TABLE)[0]
        PAGE.write_text(f"{head}{TABLE}\n\n{table(results)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
