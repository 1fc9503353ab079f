"""What was made of a ruleset's name, kept in the user's cache, so that a second run need not read any rules.

A text lies in the cache under a digest of all that it depends on: the bundled rules and the tables beside them, the
code of the language, Python and lark, the name as it was given, and every file that it names. A file outside the
bundled rules may name tables that lie beside it, always in quotation marks, so these count too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from os.path import isfile  # unlike `Path.is_file` it does not mind what cannot be a file name
from pathlib import Path
from typing import TypeVar

import tilelaw_spec
from tilelaw_cache import JUNK, digest_of, digest_of_files, user_cache
from tilelaw_dsl import Unreadable, read_file

Read = TypeVar("Read")
_TABLE = re.compile(rb'"([^"\n/\\]{1,100})"')


def remembered(
    kind: str, name: str, source: str, make: Callable[[], str], read: Callable[[str], Read], *, anew: bool = False
) -> Read:
    """Return what was made of a name before, if its source is the same and it can be read; otherwise make it now."""
    store = user_cache()
    key = f"{kind}-{source}"
    found = None if anew else store.get(key)
    if found is not None:
        with suppress(*JUNK):
            return read(found)
    made = make()
    if source_of(name, _bundled()) == source:  # nothing has changed since it was taken
        store.put(key, made)
    return read(made)


def source_of(name: str, bundled: str | None = None) -> str:
    """Return a digest of all on which the meaning of a ruleset's name depends."""
    parts: list[str | bytes] = [bundled or _bundled_once(), name]
    for path in _files(name):
        text = _content(path)
        tables = sorted({path.parent / found.decode(errors="replace") for found in _TABLE.findall(text)})
        parts += [str(path.absolute()), text]
        parts += [_content(table) for table in tables if isfile(table)]
    return digest_of(*parts)


def _content(path: Path) -> bytes:
    try:
        return read_file(path)
    except Unreadable:  # whoever reads it next says why
        return b""


def _files(name: str) -> Iterator[Path]:
    """Yield every rules file that a name could mean: a path may hold a plus sign of its own."""
    starts = [0, *(found.end() for found in re.finditer(r"\+", name))]
    ends = [found.end() for found in re.finditer(r"\.rules", name)]
    yield from (Path(name[i:j]) for i in starts for j in ends if i < j and isfile(name[i:j]))


def _bundled() -> str:
    """Return a digest of the bundled rules and of all that reads them."""
    return digest_of(
        digest_of_files([tilelaw_spec.root()], (".rules", ".csv")),
        digest_of_files([_door("tilelaw_dsl").parent], (".py", ".lark")),
        _door("lark").read_bytes(),  # it says lark's version, and need not be imported
        sys.version,
    )


def _door(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module named {package!r}", name=package)  # as an import of it would
    return Path(spec.origin)


_bundled_once = cache(_bundled)
