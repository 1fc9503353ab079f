"""Report files that are there completely or not at all.

A file is written beside its place and then moved there, so that no reader ever meets half of it; what an earlier run
has left there is removed at the beginning, so that it cannot pass for the new one. Only plain files are removed and
replaced: a device, a pipe or a link is written through as it is.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path


class CannotWrite(Exception):
    """A report cannot be written where it is wanted."""


def prepare_files(paths: Sequence[Path]) -> None:
    """Remove old reports, and find out now whether new ones can be written; no two may have one place."""
    places: dict[Path, Path] = {}
    for path in paths:
        place = _resolved(path)
        if place in places and not _is_special(path):
            raise CannotWrite(f"{path} cannot be written: two reports are to go there")
        places[place] = path
    for path in paths:
        prepare_file(path)


def prepare_file(path: Path) -> None:
    """Remove an old report, and find out now whether a new one can be written."""
    with _told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_special(path):
            return
        if path.is_symlink():
            path = _resolved(path)
        path.unlink(missing_ok=True)
        with path.open("x"):
            pass
        path.unlink()


def write_file(path: Path, text: str) -> None:
    """Put a report in its place."""
    if _is_special(path):
        with open_file(path) as file:
            file.write(text)
        return
    place = _resolved(path) if path.is_symlink() else path
    draft = place.with_name(f".{place.name}.part")
    with _told(path):
        try:
            draft.write_text(text, encoding="utf-8", errors="backslashreplace")
            os.replace(draft, place)
        except OSError:
            draft.unlink(missing_ok=True)
            raise


class ReportFile:
    """A file that is written as things happen; everything that goes wrong is a `CannotWrite`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    def write(self, text: str) -> None:
        """Write a text at once."""
        data = memoryview(text.encode("utf-8", errors="backslashreplace"))
        with _told(self._path):
            while data:
                data = data[os.write(self._descriptor, data) :]

    def flush(self) -> None:
        """Do nothing: all is written."""

    def __enter__(self) -> ReportFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


def open_file(path: Path) -> ReportFile:
    """Open a file to be written; a pipe that nobody reads is told instead of waited for."""
    with _told(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        os.set_blocking(descriptor, True)
    return ReportFile(path, descriptor)


def _is_special(path: Path) -> bool:
    """Say whether something lies there, perhaps behind a link, that is no plain file."""
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


def _resolved(path: Path) -> Path:
    with contextlib.suppress(OSError, RuntimeError):
        return path.resolve()
    return path


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell what the system says as a sentence."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}") from error
