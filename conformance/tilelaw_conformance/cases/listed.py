"""The files beside the cases that people write: lists in strict YAML, each with a schema of its own.

`tombstones.yaml` names the ids that were used once and never will be again, `uncovered.yaml` says why a rule lacks a
case, and `unasked.yaml` why an ask does. A file that is not there is an empty list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.document import DocumentError, Place, read_document
from tilelaw_conformance.data.plain_file import CannotRead, read_plain_text

TOMBSTONES = "tombstones.yaml"
UNCOVERED = "uncovered.yaml"
UNASKED = "unasked.yaml"
LONGEST_FILE = 1024 * 1024
"""The most bytes of a file that people write; the longest of the bundled ones has a sixth of this."""
BESIDE = frozenset({TOMBSTONES, UNCOVERED, UNASKED})
"""The files of a folder of cases that hold no cases."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list, and where it stands."""

    data: Mapping[str, Any]
    """It fits the schema of its list."""
    file: str
    place: Place

    def wrong(self, message: str) -> CaseProblem:
        """Return a problem with this entry."""
        return CaseProblem(self.file, self.place, "", message)


def read_list(path: Path, problems: list[CaseProblem]) -> tuple[Entry, ...]:
    """Return the entries of a list; if anything is wrong with it, none, and the problems are added to the others."""
    if not path.exists():
        return ()
    text = read_text(path, path.name, problems)
    if text is None:
        return ()
    try:
        document = read_document(text)
    except DocumentError as error:
        problems.append(CaseProblem(path.name, error.place, "", error.message))
        return ()
    found = schema.of_file(path.stem)(document.data)
    for each in found:
        problems.append(CaseProblem(path.name, document.place(each.path), schema.path_text(each.path), each.message))
    if found:
        return ()
    entries = document.data if isinstance(document.data, list) else []
    return tuple(Entry(data, path.name, document.place((i,))) for i, data in enumerate(entries))


def tombstones(folder: Path, problems: list[CaseProblem]) -> frozenset[str]:
    """Return the ids that are not used again."""
    return frozenset(entry.data["id"] for entry in read_list(folder / TOMBSTONES, problems))


def read_text(path: Path, name: str, problems: list[CaseProblem]) -> str | None:
    """Return the text of a file, or nothing, and a problem more, if it cannot be read."""
    try:
        return read_plain_text(path, LONGEST_FILE)
    except CannotRead as error:
        problems.append(CaseProblem(name, Place(1, 1), "", f"cannot be read: {error}"))
        return None
