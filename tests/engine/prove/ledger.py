"""What a long proof has compared so far, a line of JSON for each task, so that it can be stopped and goes on.

It is kept under a digest of everything that is compared and compares: after a change it begins anew.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checkout import ROOT
from engine.prove.walk import Figures
from tilelaw_cache import digest_of_files

COMPARED = ("spec", "dsl", "reference_impl", "engine", "play", "conformance", "tests/engine", "tests/play")
ENDINGS = (".py", ".rules", ".csv", ".lark", ".json", ".yaml")


class Ledger:
    """The tasks that are done, each with its figures."""

    def __init__(self, folder: Path) -> None:
        digest = digest_of_files([ROOT / one for one in COMPARED], ENDINGS)
        self.path = folder / f"{digest[:24]}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        self.done: dict[str, Figures] = {}
        for line in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            said = json.loads(line)
            self.done[said["task"]] = _read(said)

    def add(self, task: str, figures: Figures) -> None:
        """Note that a task is done."""
        self.done[task] = figures
        said = {
            "task": task,
            "states": figures.states,
            "rulesets": figures.rulesets,
            "games": figures.games,
            "refused": figures.refused,
            "found": [(name, str(difference)) for name, difference in figures.found],
        }
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(said) + "\n")


def _read(said: Mapping[str, Any]) -> Figures:
    return Figures(
        Counter(said["states"]),
        Counter(said["rulesets"]),
        said["games"],
        [(name, text) for name, text in said["found"]],
        Counter(said["refused"]),
    )
