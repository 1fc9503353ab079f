"""What is generated and lies beside the cases: a folder of JSON files, one for each file of cases.

`witnesses/origins/place.json` belongs to `origins/place.yaml` and maps ids of cases to entries. A file is read when the
first case of it is needed, and written with a line for each case, in the order of the ids, so that changes are easy to
see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Generic, TypeVar

from tilelaw_conformance.data import schema
from tilelaw_conformance.data.atomic import CannotWrite, write_file
from tilelaw_conformance.data.plain_file import CannotRead, read_plain_text

LONGEST_BESIDE = 8 * 1024 * 1024
"""The most bytes of such a file."""

Entry = TypeVar("Entry", bound=Mapping[str, object])


class BesideError(ValueError):
    """A file that was generated beside the cases and cannot be read."""


class Beside(Generic[Entry]):
    """The entries of one folder, by the ids of cases; its schema has the name of the folder."""

    def __init__(self, cases: Path, folder: str) -> None:
        self._folder = cases / folder
        self._schema = folder
        self._files: dict[str, Mapping[str, Entry]] = {}

    def get(self, id_: str) -> Entry | None:
        """Return the entry of a case, or nothing. Raises `BesideError`."""
        return self._of(_topic(id_)).get(id_)

    def content(self, topic: str) -> bytes:
        """Return the file that belongs to a file of cases, as it is: for who need not know what it says."""
        try:
            return (self._folder / f"{topic}.json").read_bytes()
        except OSError:
            return b""

    def ids(self) -> set[str]:
        """Return the ids of all cases that have an entry."""
        topics = [path.relative_to(self._folder).with_suffix("").as_posix() for path in self._folder.rglob("*.json")]
        return {id_ for topic in topics for id_ in self._of(topic)}

    def put(self, changes: Mapping[str, Entry | None]) -> None:
        """Write new entries for some ids, and forget those of ids that have none. Raises `CannotWrite`."""
        topics: dict[str, dict[str, Entry]] = {}
        for id_, entry in changes.items():
            topic = _topic(id_)
            entries = topics.setdefault(topic, dict(self._of(topic)))
            entries.pop(id_, None)
            if entry is not None:
                entries[id_] = entry
        for topic, entries in topics.items():
            if entries != self._of(topic):
                _write(self._folder / f"{topic}.json", entries)
                self._files[topic] = entries

    def _of(self, topic: str) -> Mapping[str, Entry]:
        if topic not in self._files:
            self._files[topic] = self._read(self._folder / f"{topic}.json")
        return self._files[topic]

    def _read(self, path: Path) -> Mapping[str, Entry]:
        if not path.exists():
            return {}
        try:
            data = json.loads(read_plain_text(path, LONGEST_BESIDE))
        except (CannotRead, ValueError, RecursionError) as error:
            raise BesideError(f"{path}: cannot be read: {error}") from error
        problems = schema.of_file(self._schema)(data)
        if problems:
            raise BesideError(f"{path}: {schema.path_text(problems[0].path)}: {problems[0].message}")
        found: Mapping[str, Entry] = data
        return found


def _topic(id_: str) -> str:
    """Return the topic of a case; what belongs to an heir lies with the case that it is from."""
    return id_.partition("@")[0].rpartition("/")[0]


def _write(path: Path, entries: Mapping[str, Mapping[str, object]]) -> None:
    try:
        if not entries:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
    texts = {id_: json.dumps(entries[id_], separators=(",", ":")) for id_ in sorted(entries)}
    lines = [f"{json.dumps(id_)}: {text}" for id_, text in texts.items()]
    write_file(path, "{\n" + ",\n".join(lines) + "\n}\n")
