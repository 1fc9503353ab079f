"""Files that are as dangerous as programs: read only where nobody but the user can have written them.

Machine code from a cache is run as it is. So its folder and its file must belong to the user and be writable by nobody
else, and neither may be a link. Both are opened first and examined then, so that nothing can be exchanged in between.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_trusted(folder: Path, name: str) -> bytes | None:
    """Return the content of a file that only the user can have written, or nothing."""
    if not hasattr(os, "geteuid"):
        return None  # no such system has been looked at
    try:
        at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        return _read(name, at) if _is_own(os.fstat(at), stat.S_IFDIR) else None
    except OSError:
        return None
    finally:
        os.close(at)


def _read(name: str, folder: int) -> bytes | None:
    with open(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder), "rb") as file:
        return file.read() if _is_own(os.fstat(file.fileno()), stat.S_IFREG) else None


def _is_own(found: os.stat_result, kind: int) -> bool:
    is_of_user = stat.S_IFMT(found.st_mode) == kind and found.st_uid == os.geteuid()
    return is_of_user and not found.st_mode & OTHERS_WRITE
