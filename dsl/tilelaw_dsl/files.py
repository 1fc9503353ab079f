"""Files that people name: whatever lies there, all of it comes back or a reason does, and soon.

A name may lead to a folder, a pipe nobody writes to, a device without an end, a circle of links, or to nothing at the
moment it is read. None of these is an error of ours, and none may keep anybody waiting.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MAX_BYTES = 2_000_000
"""More than any rules file, table or look has."""

_REASONS = {
    errno.ENOTDIR: "what its path leads through is no folder",
    errno.EACCES: "it may not be read by you",
    errno.EPERM: "it may not be read by you",
    errno.ELOOP: "its links lead in a circle",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EISDIR: "it is a folder",
}


class Unreadable(Exception):
    """A file that cannot be read; says why, as a sentence about `it`."""


class Missing(Unreadable):
    """A file that is not there."""


def read_file(path: Path, most: int = MAX_BYTES) -> bytes:
    """Return what is in a file, or raise `Unreadable`."""
    try:
        _check_ordinary(os.stat(path).st_mode)
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(handle, "rb") as file:
            _check_ordinary(os.fstat(handle).st_mode)  # it may be another one by now
            content = file.read(most + 1)
    except FileNotFoundError as error:
        raise Missing("it does not exist") from error
    except OSError as error:
        raise Unreadable(_REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()) from error
    except ValueError as error:  # a name with a zero in it
        raise Unreadable("its name is no name of a file") from error
    if len(content) > most:
        raise Unreadable(f"it has more than {most:,} bytes".replace(",", " "))
    return content


def why_unreadable(path: Path) -> str | None:
    """Return why a file cannot be read, or nothing if it can."""
    try:
        read_file(path)
    except Unreadable as reason:
        return str(reason)
    return None


def _check_ordinary(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Unreadable("it is a folder")
    if not stat.S_ISREG(mode):
        raise Unreadable("it is no ordinary file but a pipe or a device")


def is_same_file(one: Path, other: Path) -> bool:
    """Say whether two paths lead to the same place, whether or not something is there."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)


def decoded(content: bytes) -> str:
    """Return a text in UTF-8, with or without a mark in front, or raise `Unreadable` with what it is instead."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or (b"\0" in content[:4] and len(content.strip(b"\0")) > 1):
        raise Unreadable("it is written in UTF-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"its line {line} is not written in UTF-8") from error
