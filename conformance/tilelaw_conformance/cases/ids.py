"""The ids of cases are permanent: `ids.txt`, beside the cases, lists every id there ever was, one a line.

An id that is listed is still the id of a case, or it has a tombstone; so nothing disappears unnoticed. A folder
without the file promises nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tilelaw_conformance.cases.listed import read_text
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.data.document import Place

FILE = "ids.txt"
_HEAD = "# Every id that a case ever had, one a line; `tilelaw cases lint --update-ids` adds the new ones.\n"


def read_ids(folder: Path, problems: list[CaseProblem]) -> dict[str, int] | None:
    """Return the ids that are listed, each with its line, or nothing if there is no list."""
    path = folder / FILE
    text = read_text(path, FILE, problems) if path.exists() else None
    if text is None:
        return None
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name = line.partition("#")[0].strip()
        if name in found:
            problems.append(_problem(number, f"`{name}` is listed on line {found[name]} already"))
        elif name:
            found[name] = number
    return found


def id_problems(
    listed: Mapping[str, int], there: Iterable[str], buried: Iterable[str], unread: Iterable[str]
) -> Iterator[CaseProblem]:
    """Yield the ids that have vanished, and, as one problem, those that are not listed yet.

    `there` are the ids of cases, `buried` those with a tombstone; `unread` are the topics of files that could not be
    read, about whose ids nothing is known.
    """
    used = set(there)
    known = {*used, *buried}
    gone = tuple(f"{topic}/" for topic in unread)
    for id_, line in listed.items():
        if id_ not in known and not id_.startswith(gone):
            yield _problem(line, f"no case is called `{id_}` any more, and it has no tombstone: ids are permanent")
    new = sorted(used - set(listed))
    if new:
        told = f"`{new[0]}` is" if len(new) == 1 else f"`{new[0]}` and {len(new) - 1} more are"
        yield _problem(1, f"{told} not listed yet; `tilelaw cases lint --update-ids` adds what is new")


def update_ids(folder: Path, ids: Iterable[str]) -> list[str]:
    """Add ids to the list and return those that are new; nothing is ever taken away."""
    listed = read_ids(folder, []) or {}
    new = sorted(set(ids) - set(listed))
    if new or not (folder / FILE).exists():
        write_file(folder / FILE, _HEAD + "".join(f"{id_}\n" for id_ in sorted({*listed, *new})))
    return new


def _problem(line: int, message: str) -> CaseProblem:
    return CaseProblem(FILE, Place(line, 1), "", message)
