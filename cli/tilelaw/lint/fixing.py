"""`tilelaw rules lint --fix`: the edits that can only be meant in one way, made in the author's files.

An edit may uncover the next, so a file is looked at again until none is left. It is then written at once, in place of
the old one, with the line ends it had; where nothing is to be done it is not touched. Bundled rules stay as they are.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import tilelaw_spec
from tilelaw.looks import check_looks
from tilelaw.problems import Problem, read_bytes
from tilelaw.wording import counted
from tilelaw_dsl import Edit, Rulebook, Unreadable, apart, applied, decoded, lint
from tilelaw_play import rulebook

MAX_ROUNDS = 50


def fix(paths: Iterable[Path]) -> Iterator[str]:
    """Make the safe edits in some rules files, and yield a line about each of them."""
    book = rulebook().copy()
    own = [path for path in paths if not _is_bundled(path)]
    for path in own:
        book.add_path(path)
    for path in own:
        yield from _fix_file(book, path)


def _is_bundled(path: Path) -> bool:
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(tilelaw_spec.root()))


def _fix_file(book: Rulebook, path: Path) -> Iterator[str]:
    before = read_bytes(path)
    try:
        text = decoded(before).replace("\r\n", "\n").replace("\r", "\n")
    except Unreadable:
        return  # as the lint will say
    made: list[str] = []
    for _ in range(MAX_ROUNDS):
        edits = apart(_safe(book, path))
        if not edits:
            break
        made += [_told(path, edit) for edit in sorted(edits, key=lambda edit: edit.span.start if edit.span else 0)]
        text = applied(text, edits)
        book = book.with_text(str(path), text)
    if made:
        _write(path, before, text)
        yield from made
        yield f"{path}: {counted(len(made), 'edit')} made"


def _safe(book: Rulebook, path: Path) -> list[Edit]:
    """Return the safe edits that are offered for a file."""
    edits = [item.edit for item in lint(book, path, check_looks) if item.edit is not None]
    return [edit for edit in edits if edit.is_safe and edit.span is not None and edit.span.source.name == str(path)]


def _told(path: Path, edit: Edit) -> str:
    assert edit.span is not None, "an edit in a diagnostic has its place"
    line, column = edit.span.source.position(edit.span.start)
    old, new = edit.span.text, edit.text
    if "\n" in old + new:
        return f"{path}:{line}:{column}: {edit.words}"
    if not old.isprintable() or not (old + new).strip():
        return f"{path}:{line}:{column}: {edit.words}"
    return f"{path}:{line}:{column}: `{old}` becomes `{new}`" if new else f"{path}:{line}:{column}: `{old}` goes"


def _write(path: Path, before: bytes, text: str) -> None:
    """Put a new text in the place of a file, unless somebody else has changed it meanwhile."""
    real = Path(os.path.realpath(path))
    draft = real.with_name(f".{real.name}.part")
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    ends = "\r\n" if b"\r\n" in before else "\n"
    try:
        draft.write_bytes(mark + text.replace("\n", ends).encode("utf-8"))
        os.chmod(draft, os.stat(real).st_mode)
        if read_bytes(path) != before:
            raise Problem(f"error: {path} has changed while it was read, so it stays as it is; try again")
        os.replace(draft, real)
    except OSError as error:
        raise Problem(f"error: cannot write {path}: {(error.strerror or str(error)).lower()}") from error
    finally:
        draft.unlink(missing_ok=True)
