"""One file of cases while it is read: its data with their places, the problems found, and boards in the notation.

This package does not know the notation of boards: the caller hands in a `BoardReader`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tilelaw_conformance.data import schema
from tilelaw_conformance.data.document import Document, Path, Place

BoardReader: TypeAlias = Callable[[str, str, str], list[dict[str, Any]] | None]
"""Returns the cells of a board, given the ruleset, the board's key in positions and the text; nothing if the ruleset
has no board of that key. Raises `BoardError` when the text is wrong."""


class BoardError(ValueError):
    """What is wrong with the text of a board, at a line and column of that text, counted from 1."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class CaseProblem:
    """Something wrong with a file of cases."""

    file: str
    place: Place
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.place.line}:{self.place.column}: {where}{self.message}"

    def to_json(self) -> dict[str, Any]:
        """Return the problem as JSON data."""
        place = {"file": self.file, "line": self.place.line, "column": self.place.column}
        return {**place, **({"field": self.field} if self.field else {}), "message": self.message}


@dataclass(slots=True)
class Page:
    """A file that is being read."""

    file: str
    document: Document
    read_board: BoardReader
    problems: list[CaseProblem] = field(default_factory=list)

    def wrong(self, path: Path, message: str, place: Place | None = None) -> None:
        """Note a problem with a part of the file."""
        place = place or self.document.place(path)
        self.problems.append(CaseProblem(self.file, place, schema.path_text(path), message))

    def position(self, data: dict[str, Any], path: Path, ruleset: str) -> dict[str, Any]:
        """Return parts of a position with their boards read from the notation."""
        for name in ("ruleset", "players"):
            if name in data:
                self.wrong((*path, name), f"`{name}` stands beside `given`, not in it")
        return {key: self._part(value, (*path, key), ruleset, key) for key, value in data.items()}

    def _part(self, value: Any, path: Path, ruleset: str, key: str) -> Any:
        if isinstance(value, list):
            return [self._part(entry, (*path, i), ruleset, key) for i, entry in enumerate(value)]
        if not isinstance(value, str):
            return value
        try:
            cells = self.read_board(ruleset, key, value)
        except BoardError as error:
            self.wrong(path, error.message, self.document.inside(path, error.line, error.column))
            return value
        return value if cells is None else cells
