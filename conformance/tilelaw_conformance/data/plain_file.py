"""Files of strangers, read without waiting for pipes, filling the memory or stumbling over their names."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class CannotRead(Exception):
    """A file cannot be read; says why."""


def read_plain_text(path: Path, longest: int) -> str:
    """Return the text of a plain file of at most so many bytes."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise CannotRead("it is no plain file")
            data = file.read(longest + 1)
    except OSError as error:
        raise CannotRead((error.strerror or str(error)).lower()) from error
    if len(data) > longest:
        raise CannotRead(f"it is longer than {longest} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CannotRead(f"it is not UTF-8 (byte {error.start})") from error


def shown_path(path: object) -> str:
    """Return a path as it can be printed, whatever bytes it has, cut off when it is very long."""
    text = os.fsencode(str(path)).decode("utf-8", errors="backslashreplace")
    return text if len(text) <= 300 else f"{text[:150]}...{text[-100:]}"


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)
