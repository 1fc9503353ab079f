"""Texts that are costly to make, cached from one run to the next under a name for what they were made from.

A name is a digest of everything the text depends on, so that nothing in the cache can be out of date. Each file begins
with the digest of its text: one that is damaged is as good as none. What cannot be read is made again, and what cannot
be written is not: a cache never stops a run. At most `MOST_FILES` texts are in it: those that have lain there unused
for longest go first. All that can be kept of the bundled rules is some 600 of them, which must not push each other out.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import platformdirs

from tilelaw_cache.trust import read_trusted

MOST_FILES = 2400

JUNK = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What reading a text may raise that is whole, but that we have not written: whoever reads one makes it again then."""


class Cache:
    """A folder of texts; without a folder it is always empty."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def below(self, name: str) -> Cache:
        """Return the cache in a folder of this one."""
        return Cache(None if self.folder is None else self.folder / name)

    def get(self, name: str) -> str | None:
        """Return a text, or nothing."""
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            digest, _, text = (path.read_bytes() if path.is_file() else b"").partition(b"\n")
            found = text.decode() if digest.decode() == digest_of(text) else None
        except (OSError, UnicodeDecodeError):
            return None
        if found is not None:
            _note_use(path)
        return found

    def get_trusted(self, name: str) -> bytes | None:
        """Return a file as it is if only the user can have written it, or nothing."""
        found = None if self.folder is None else read_trusted(self.folder, name)
        if self.folder is not None and found is not None:
            _note_use(self.folder / name)
        return found

    def put(self, name: str, text: str) -> None:
        """Write a text, and remove the oldest ones if there are too many."""
        data = text.encode()
        self.put_bytes(name, digest_of(data).encode() + b"\n" + data)

    def put_bytes(self, name: str, data: bytes) -> None:
        """Write a file as it is; nobody but the user can read or change it."""
        if self.folder is None:
            return
        draft = self.folder / f"{name}.{os.getpid()}.part"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
            os.replace(draft, self.folder / name)
            _remove_oldest(self.folder)
        except OSError:
            with contextlib.suppress(OSError):
                draft.unlink()


def _note_use(path: Path) -> None:
    """Have a file count as new; in a folder that cannot be written nothing is removed either."""
    with contextlib.suppress(OSError):
        os.utime(path, follow_symlinks=False)


def _remove_oldest(folder: Path) -> None:
    if len(os.listdir(folder)) <= MOST_FILES:  # the names alone are read quickly
        return
    with os.scandir(folder) as entries:
        files = sorted(
            (entry.stat(follow_symlinks=False).st_mtime_ns, entry.path) for entry in entries if entry.is_file()
        )
    for _, path in files[: len(files) // 4]:
        os.unlink(path)


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
    for folder in map(str, folders):
        for path in sorted(_files(folder)):
            if path.endswith(endings):
                with open(path, "rb") as file:
                    parts += [path[len(folder) :], file.read()]
    return digest_of(*parts)


def _files(folder: str) -> Iterator[str]:
    """Yield all files below a folder; far quicker than with paths, and on the way to every first move."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.is_file():
                yield entry.path
