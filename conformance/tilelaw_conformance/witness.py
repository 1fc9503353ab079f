"""Games that lead to the positions of cases, for implementations that only replay.

They are generated and lie beside the cases: `witnesses/origins/place.json` belongs to `origins/place.yaml` and maps
ids to `{"answers": […]}`, all answers since the start of a game. A file is read when the first case of it is needed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tilelaw_conformance import schema
from tilelaw_conformance.expectation import Case, encode


class WitnessError(ValueError):
    """A file of witnesses that cannot be read."""


class Witnesses:
    """The witnesses beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "witnesses"
        self._files: dict[str, dict[str, Any]] = {}

    def of(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case, each as it is sent, or nothing."""
        if case.topic not in self._files:
            self._files[case.topic] = _read(self._folder / f"{case.topic}.json")
        found = self._files[case.topic].get(case.id)
        return None if found is None else tuple(map(encode, found["answers"]))


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise WitnessError(f"{path}: cannot be read: {error}") from error
    root = schema.load("witnesses")
    problems = schema.problems(data, root, root)
    if problems:
        raise WitnessError(f"{path}: {schema.path_text(problems[0].path)}: {problems[0].message}")
    found: dict[str, Any] = data
    return found
