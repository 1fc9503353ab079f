"""One file of cases while it is read: its data with their places, the problems found, and boards in the notation.

This package knows neither which parts of positions are boards nor their notation: the caller hands in `BoardReaders`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tilelaw_conformance.cases.expectation import NOTHING_WORD
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.document import Document, Path, Place
from tilelaw_conformance.data.jsondata import Json, JsonObject, replaced

BoardReaders: TypeAlias = Callable[[str], Mapping[str, Callable[[str], Sequence[JsonObject]]]]
"""Returns, by their names in positions, the boards of a ruleset, each with a function from its text to its cells. That
one raises `BoardError` when the text is wrong."""

CaseData: TypeAlias = dict[str, Any]
"""A case as it stands in a file; it fits the schema."""


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

    def to_json(self) -> dict[str, Json]:
        """Return the problem as JSON data."""
        place: dict[str, Json] = {"file": self.file, "line": self.place.line, "column": self.place.column}
        return {**place, **({"field": self.field} if self.field else {}), "message": self.message}


@dataclass(slots=True)
class Page:
    """A file that is being read."""

    file: str
    document: Document
    boards: BoardReaders
    problems: list[CaseProblem] = field(default_factory=list)

    def wrong(self, path: Path, message: str, place: Place | None = None) -> None:
        """Note a problem with a part of the file."""
        place = place or self.document.place(path)
        self.problems.append(CaseProblem(self.file, place, schema.path_text(path), message))

    def position(self, data: JsonObject, path: Path, ruleset: str) -> dict[str, Json]:
        """Return parts of a position with their boards read from the notation."""
        for name in ("ruleset", "players"):
            if name in data:
                self.wrong((*path, name), f"`{name}` stands beside `given`, not in it")
        boards = self.boards(ruleset)
        read = {key: self._board(value, (*path, key), boards[key]) for key, value in data.items() if key in boards}
        return {key: read.get(key, value) for key, value in data.items()}

    def expected_position(self, data: JsonObject, path: Path, ruleset: str) -> dict[str, Json]:
        """Return parts of a position that are expected: there, the word `nothing` is no text."""
        return {key: replaced(value, NOTHING_WORD, None) for key, value in self.position(data, path, ruleset).items()}

    def _board(self, value: Json, path: Path, read: Callable[[str], Sequence[JsonObject]]) -> Json:
        if isinstance(value, list):
            return [self._board(entry, (*path, i), read) for i, entry in enumerate(value)]
        if not isinstance(value, str):
            return value
        try:
            return read(value)
        except BoardError as error:
            self.wrong(path, error.message, self.document.inside(path, error.line, error.column))
            return value
