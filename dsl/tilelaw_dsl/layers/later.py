"""Files that hold nothing but texts for readers, to be read when somebody wants them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tilelaw_dsl import syntax as s
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.files import Unreadable, decoded, read_file
from tilelaw_dsl.source import Source
from tilelaw_dsl.text.parser import parse

_OTHER = re.compile(r"^(?!texts |#)\S", re.MULTILINE)
"""At the left margin stands what a file is about."""


@dataclass
class Later:
    """Files of texts that wait, by their names; all copies of a rulebook share them, and they are read once."""

    files: dict[str, Path] = field(default_factory=dict)
    report: Report = field(default_factory=Report)
    """What is wrong with them, as far as they have been read."""

    @cached_property
    def read(self) -> dict[str, tuple[Path, s.File]]:
        """The files, parsed, without those that have errors."""
        found: dict[str, tuple[Path, s.File]] = {}
        for name, path in self.files.items():
            file = parse(Source(name, _text(path)), self.report)
            if file is not None:
                found[name] = (path, file)
        return found

    def texts(self) -> list[s.Texts]:
        """Return all texts of these files."""
        return [texts for _, file in self.read.values() for texts in file.texts]


def has_only_texts(path: Path) -> bool:
    """Say whether a file can wait: it can be read, and nothing but texts begins in it."""
    try:
        text = _text(path)
    except Unreadable:  # whoever takes it in says why
        return False
    return bool(text.strip()) and not _OTHER.search(text)


def _text(path: Path) -> str:
    return with_unix_line_ends(decoded(read_file(path)))


def with_unix_line_ends(text: str) -> str:
    """Return a text whose lines end as they do on Unix."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
