"""The file of known failures: cases that an implementation is known to fail, one id a line.

What is listed must fail. A case that passes although it is listed makes the run fail, so the list never grows stale. A
case stands for all that is inherited from it: it fails as long as one of them does. After `#` anything may be said; a
remark behind an id stays when the file is written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.cases.select import nearest
from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.data.plain_file import CannotRead, read_plain_text
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Verdict

_LONGEST_FILE = 1024 * 1024
_HEAD = "# Cases that are known to fail, one id a line; `tilelaw check --update-known` writes this file.\n"


class KnownError(ValueError):
    """A file of known failures that cannot be used."""


def read_known(path: Path, cases: Sequence[Case]) -> dict[str, str]:
    """Return the ids in a file, each with the remark behind it; all of them must be ids of cases."""
    try:
        lines = read_plain_text(path, _LONGEST_FILE).splitlines()
    except CannotRead as error:
        raise KnownError(f"{path}: cannot be read: {error}") from error
    ids = {case.id for case in cases}
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        name, _, remark = (part.strip() for part in line.partition("#"))
        if not name:
            continue
        if name not in ids:
            raise KnownError(f"{path}:{number}: no case is called `{name}`{nearest(name, ids)}")
        found[name] = remark
    return found


def write_known(path: Path, outcome: Outcome, known: Mapping[str, str]) -> list[str]:
    """Write the cases that fail now, and those listed before that were not judged; return the ids.

    Raises `CannotWrite`.
    """
    failing = {each.case.origin for each in outcome.judged if each.is_wrong}
    judged = {each.case.origin for each in outcome.judged if each.verdict is not Verdict.SKIPPED}
    ids = sorted(failing | (known.keys() - judged))
    write_file(path, _HEAD + "".join(_lines(ids, known)))
    return ids


def _lines(ids: Iterable[str], known: Mapping[str, str]) -> Iterable[str]:
    for id_ in ids:
        yield f"{id_}  # {known[id_]}\n" if known.get(id_) else f"{id_}\n"
