"""Texts that are costly to make, cached from one run to the next under a name for what they were made from.

A name is a digest of everything the text depends on, so that nothing in the cache can be out of date. What cannot be
read is made again, and what cannot be written is not: a cache never stops a run. At most `MOST_FILES` texts are in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import platformdirs

MOST_FILES = 400


class Cache:
    """A folder of texts; without a folder it is always empty."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, name: str) -> str | None:
        """Return a text, or nothing."""
        if self._folder is None:
            return None
        try:
            return (self._folder / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put(self, name: str, text: str) -> None:
        """Write a text, and remove the oldest ones if there are too many."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = self._folder / f"{name}.{os.getpid()}.part"
            draft.write_text(text, encoding="utf-8")
            os.replace(draft, self._folder / name)
            files = list(self._folder.iterdir())
            if len(files) > MOST_FILES:
                files.sort(key=lambda path: path.stat().st_mtime)
                for path in files[: len(files) // 4]:
                    path.unlink()


def user_cache() -> Cache:
    """Return the cache of this user: the folder that `TILELAW_CACHE` names (none if it is empty), or the system's."""
    wanted = os.environ.get("TILELAW_CACHE")
    if wanted is not None:
        return Cache(Path(wanted) if wanted else None)
    folder = platformdirs.user_cache_path("tilelaw", appauthor=False)
    return Cache(folder if folder.is_absolute() else None)  # without a home folder there is no cache


def digest_of(*parts: str | bytes) -> str:
    """Return a name for some texts."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(b"%d:" % len(data))
        found.update(data)
    return found.hexdigest()


def digest_of_files(folders: Iterable[Path], endings: tuple[str, ...]) -> str:
    """Return a name for all files with some endings below some folders."""
    parts: list[str | bytes] = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in endings and path.is_file():
                parts += [path.relative_to(folder).as_posix(), path.read_bytes()]
    return digest_of(*parts)
