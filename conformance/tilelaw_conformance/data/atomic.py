"""Report files that are there completely or not at all.

A file is written beside its place and then moved there, so that no reader ever meets half of it; what an earlier run
has left there is removed at the beginning, so that it cannot pass for the new one.
"""

from __future__ import annotations

import os
from pathlib import Path


class CannotWrite(Exception):
    """A report cannot be written where it is wanted."""


def prepare_file(path: Path) -> None:
    """Remove an old report, and find out now whether a new one can be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with path.open("x"):
            pass
        path.unlink()
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error


def write_file(path: Path, text: str) -> None:
    """Put a report in its place."""
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(draft, path)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
