"""Games that lead to the positions of cases, for implementations that only replay.

They are generated and lie beside the cases: `witnesses/origins/place.json` belongs to `origins/place.yaml` and maps
ids to `{"answers": […]}`, all answers since the start of a game. A file is read when the first case of it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict

from tilelaw_conformance.cases.expectation import Answer, Case, encode
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.atomic import CannotWrite, write_file

_FOLDER = "witnesses"


class Witness(TypedDict):
    """A game: all answers since its start."""

    answers: Sequence[Answer]


_Topic: TypeAlias = Mapping[str, Witness]
"""The witnesses of one file, by the ids of their cases."""


class WitnessError(ValueError):
    """A file of witnesses that cannot be read."""


class Witnesses:
    """The witnesses beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER
        self._files: dict[str, _Topic] = {}

    def of(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case, each as it is sent, or nothing."""
        found = self._of(case.topic).get(case.id)
        return None if found is None else tuple(map(encode, found["answers"]))

    def answers(self, case: Case) -> Sequence[Answer] | None:
        """Return the answers that lead to the position of a case, as data, or nothing."""
        found = self._of(case.topic).get(case.id)
        return None if found is None else found["answers"]

    def ids(self) -> set[str]:
        """Return the ids of all cases that have a witness."""
        topics = [path.relative_to(self._folder).with_suffix("").as_posix() for path in self._folder.rglob("*.json")]
        return {id_ for topic in topics for id_ in self._of(topic)}

    def put(self, changes: Mapping[str, Sequence[Answer] | None]) -> None:
        """Write new answers for some ids, and forget those of ids that have none. Raises `CannotWrite`."""
        topics: dict[str, dict[str, Witness]] = {}
        for id_, answers in changes.items():
            topic = id_.rpartition("/")[0]
            entries = topics.setdefault(topic, dict(self._of(topic)))
            entries.pop(id_, None)
            if answers is not None:
                entries[id_] = {"answers": list(answers)}
        for topic, entries in topics.items():
            if entries != self._of(topic):
                _write(self._folder / f"{topic}.json", entries)
                self._files[topic] = entries

    def _of(self, topic: str) -> _Topic:
        if topic not in self._files:
            self._files[topic] = _read(self._folder / f"{topic}.json")
        return self._files[topic]


def _read(path: Path) -> _Topic:
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise WitnessError(f"{path}: cannot be read: {error}") from error
    problems = schema.of_file("witnesses")(data)
    if problems:
        raise WitnessError(f"{path}: {schema.path_text(problems[0].path)}: {problems[0].message}")
    found: _Topic = data
    return found


def _write(path: Path, entries: _Topic) -> None:
    """Write a line for each case, in the order of their ids, so that changes are easy to see."""
    try:
        if not entries:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
    games = {id_: encode({"answers": entries[id_]["answers"]}).decode() for id_ in sorted(entries)}
    lines = [f"{json.dumps(id_)}: {game}" for id_, game in games.items()]
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")
