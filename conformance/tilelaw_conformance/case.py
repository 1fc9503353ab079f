"""Cases: what a position, perhaps with answers, must lead to.

A file of cases is read, checked against `schemas/case.json`, and turned into `Case` values. Everything wrong with a
file is collected as `CaseProblem`s, each with file, line and column; a case with a problem is left out.

Boards in `given` and in `then.state` may be written in the notation. This package does not know it: the caller
hands in a `BoardReader`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path as FilePath
from typing import Any, TypeAlias

from tilelaw_conformance import schema
from tilelaw_conformance.document import Document, DocumentError, Path, Place, read_document

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


class Basis(StrEnum):
    """What an expectation rests on."""

    STATED = "stated"
    PICTURED = "pictured"
    RULING = "ruling"
    EDITION = "edition"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold; parts that are absent are not looked at."""

    legal: bool | None = None
    refused_by: tuple[str, ...] = ()
    moves: tuple[dict[str, Any], ...] | None = None
    state: Mapping[str, Any] | None = None
    score: tuple[dict[str, Any], ...] | None = None
    rank: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One behaviour that an implementation must show."""

    id: str
    title: str
    ruleset: str
    players: int
    rules: tuple[str, ...]
    basis: Basis
    editions: tuple[str, ...]
    """The editions the source names; for the basis `edition`, the one it holds for."""
    source: str
    why: str
    since: str
    position: Mapping[str, Any]
    answers: tuple[dict[str, Any], ...]
    then: Expectation
    file: str
    line: int


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


@dataclass(frozen=True, slots=True)
class Corpus:
    """All cases that could be read, in order, and all problems."""

    cases: tuple[Case, ...]
    problems: tuple[CaseProblem, ...]


def bundled() -> FilePath:
    """Return the folder of the cases that come with this package."""
    return FilePath(__file__).parent / "corpus"


def load_corpus(folder: FilePath, read_board: BoardReader) -> Corpus:
    """Return the cases of every `.yaml` file in a folder and the folders in it."""
    cases: list[Case] = []
    problems: list[CaseProblem] = []
    paths = sorted(folder.rglob("*.yaml"))
    if not paths:
        problems.append(CaseProblem(str(folder), Place(1, 1), "", "there are no cases in this folder"))
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problems.append(CaseProblem(name, Place(1, 1), "", f"cannot be read: {error}"))
            continue
        found = read_cases(text, name, read_board)
        cases += found.cases
        problems += found.problems
    return Corpus(tuple(cases), tuple(problems))


def read_cases(text: str, file: str, read_board: BoardReader) -> Corpus:
    """Return the cases in a file's text; `file` is its path within the corpus."""
    try:
        document = read_document(text)
    except DocumentError as error:
        return Corpus((), (CaseProblem(file, error.place, "", error.message),))
    return _File(file, document, read_board).cases()


class _File:
    def __init__(self, file: str, document: Document, read_board: BoardReader) -> None:
        self._file = file
        self._document = document
        self._read_board = read_board
        self._problems: list[CaseProblem] = []

    def cases(self) -> Corpus:
        root = schema.load("case")
        for found in schema.problems(self._document.data, root, root):
            self._wrong(found.path, found.message)
        listed = self._document.data.get("cases") if isinstance(self._document.data, dict) else None
        cases = []
        seen: dict[str, Path] = {}
        for i, entry in enumerate(listed if isinstance(listed, list) else []):
            path: Path = ("cases", i)
            if any(problem.field.startswith(schema.path_text(path)) for problem in self._problems):
                continue
            before = len(self._problems)
            case = self._case(entry, path)
            if case.id in seen:
                first = self._document.place(seen[case.id])
                self._wrong((*path, "id"), f"`{case.id}` is the id of the case on line {first.line} already")
            seen.setdefault(case.id, path)
            if len(self._problems) == before:
                cases.append(case)
        return Corpus(tuple(cases), tuple(self._problems))

    def _wrong(self, path: Path, message: str, place: Place | None = None) -> None:
        place = place or self._document.place(path)
        self._problems.append(CaseProblem(self._file, place, schema.path_text(path), message))

    def _case(self, data: dict[str, Any], path: Path) -> Case:
        topic = self._file.removesuffix(".yaml")
        if data["id"].rpartition("/")[0] != topic:
            self._wrong((*path, "id"), f"the ids of this file begin with `{topic}/`")
        basis = data["basis"]
        source = data.get("source", {})
        if basis in (Basis.STATED, Basis.PICTURED) and not source:
            self._wrong((*path, "basis"), f"what is {basis} has a `source`")
        position = self._position(data["given"], (*path, "given"), data["ruleset"])
        for name in ("ruleset", "players"):
            if name in data["given"]:
                self._wrong((*path, "given", name), f"`{name}` stands beside `given`, not in it")
        when = data.get("when", [])
        return Case(
            id=data["id"],
            title=data["title"],
            ruleset=data["ruleset"],
            players=data["players"],
            rules=tuple(data["rules"]),
            basis=Basis.EDITION if isinstance(basis, dict) else Basis(basis),
            editions=(basis["edition"],) if isinstance(basis, dict) else tuple(source.get("editions", ())),
            source=source.get("where", ""),
            why=data["why"],
            since=data["since"],
            position={"ruleset": data["ruleset"], "players": data["players"], **position},
            answers=tuple(when if isinstance(when, list) else [when]),
            then=self._then(data, path),
            file=self._file,
            line=self._document.place(path).line,
        )

    def _then(self, data: dict[str, Any], path: Path) -> Expectation:
        then = data["then"]
        path = (*path, "then")
        judged = [name for name in ("legal", "illegal") if name in then]
        if len(judged) == 2:
            self._wrong(path, "an answer is either `legal` or `illegal`")
        for name in [*judged, *(["state"] if "state" in then else [])]:
            if "when" not in data:
                self._wrong((*path, name), f"`{name}` is about the answers of a `when`, and there is none")
        if "illegal" in then:
            for name in then.keys() - {"illegal"}:
                self._wrong((*path, name), "after an illegal answer there is nothing to look at")
            for rule in [rule for rule in then["illegal"] if rule not in data["rules"]]:
                self._wrong((*path, "illegal"), f"`{rule}` refuses the answer but is not among `rules`")
        state = then.get("state")
        return Expectation(
            legal={"legal": True, "illegal": False}[judged[0]] if judged else None,
            refused_by=tuple(then.get("illegal", ())),
            moves=tuple(then["moves"]) if "moves" in then else None,
            state=self._position(state, (*path, "state"), data["ruleset"]) if state is not None else None,
            score=tuple(then["score"]) if "score" in then else None,
            rank=tuple(tuple(group) for group in then["rank"]) if "rank" in then else None,
        )

    def _position(self, data: dict[str, Any], path: Path, ruleset: str) -> dict[str, Any]:
        """Return a position with its boards read from the notation."""
        return {key: self._part(value, (*path, key), ruleset, key) for key, value in data.items()}

    def _part(self, value: Any, path: Path, ruleset: str, key: str) -> Any:
        if isinstance(value, list):
            return [self._part(entry, (*path, i), ruleset, key) for i, entry in enumerate(value)]
        if not isinstance(value, str):
            return value
        try:
            cells = self._read_board(ruleset, key, value)
        except BoardError as error:
            self._wrong(path, error.message, self._document.inside(path, error.line, error.column))
            return value
        return value if cells is None else cells
