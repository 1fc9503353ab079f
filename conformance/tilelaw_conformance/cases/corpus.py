"""Files of cases, read into `Case` values.

A file is read, checked against `schemas/case.json`, and turned into cases; what its `defaults` say holds for every
case that does not say it itself. Everything wrong with it is collected as
`CaseProblem`s, each with file, line and column; a case with a problem is left out. Beside the files of cases a
folder may hold lists (`listed`), among them the ids that are not used again, `annexes/`, what has been worked out about
cases (`annex`), and `witnesses/`, games that lead to their positions (`witness`).
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from functools import cache as once
from pathlib import Path as FilePath

from tilelaw_cache import JUNK, Cache, digest_of, digest_of_files
from tilelaw_conformance.cases.annex import Annexes
from tilelaw_conformance.cases.beside import LONGEST_BESIDE
from tilelaw_conformance.cases.expectation import Basis, Case, Expectation, Given
from tilelaw_conformance.cases.listed import BESIDE, read_text, tombstones
from tilelaw_conformance.cases.page import BoardError, BoardReaders, CaseData, CaseProblem, Page
from tilelaw_conformance.cases.read_expectation import read_checkpoints, read_expectation
from tilelaw_conformance.data import records, schema
from tilelaw_conformance.data.document import DocumentError, Path, Place, read_document
from tilelaw_conformance.data.jsondata import Json
from tilelaw_conformance.data.plain_file import shown_path

__all__ = [
    "Basis",
    "BoardError",
    "BoardReaders",
    "Case",
    "CaseProblem",
    "Corpus",
    "Expectation",
    "bundled_corpus",
    "case_files",
    "load_corpus",
    "read_cases",
]


RULES = "rules"
"""The folder beside the cases in which rulesets of their own lie, with tables and looks."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """All cases that could be read, in order, and all problems."""

    cases: tuple[Case, ...]
    problems: tuple[CaseProblem, ...]
    digest: str = ""
    """A name for exactly these files."""


def bundled_corpus() -> FilePath:
    """Return the folder of the cases that come with this package."""
    return FilePath(__file__).parents[1] / "corpus"


def case_files(folder: FilePath) -> list[FilePath]:
    """Return the files of a folder that hold cases, in order."""
    found = (path for path in folder.rglob("*.yaml") if path.parent != folder or path.name not in BESIDE)
    return sorted(path for path in found if path.relative_to(folder).parts[0] != RULES)


def load_corpus(folder: FilePath, boards: BoardReaders, cache: Cache | None = None, boards_digest: str = "") -> Corpus:
    """Return the cases of every `.yaml` file in a folder and the folders in it, with what their annexes add to them.

    What has been read once is cached; `boards_digest` is then a digest of everything that reading boards depends on.
    Raises `BesideError`.
    """
    cases: list[Case] = []
    problems: list[CaseProblem] = []
    paths = case_files(folder)
    if not paths:
        problems.append(CaseProblem(str(folder), Place(1, 1), "", "there are no cases in this folder"))
    buried = tombstones(folder, problems)
    annexes = Annexes(folder)
    for path in paths:
        name = shown_path(path.relative_to(folder).as_posix())
        text = read_text(path, name, problems)
        if text is None:
            continue
        annexed = annexes.content(name.removesuffix(".yaml"))
        key = f"cases-{digest_of(_own_digest(), boards_digest, name, text, annexed, *sorted(buried))}" if cache else ""
        cached = _cached(cache, key)
        if cached is not None:
            cases += cached
            continue
        found = read_cases(text, name, boards, buried)
        read = annexes.added_to(found.cases)
        cases += read
        problems += found.problems
        if cache is not None and not found.problems:
            cache.put(key, records.dump(read))
    return Corpus(tuple(cases), tuple(problems), digest(folder))


@once
def _own_digest() -> str:
    """Return a name for the code that reads cases, so that nothing outlives it in the cache."""
    return digest_of_files([FilePath(__file__).parents[1]], (".py",)) + digest_of_files([schema.FOLDER], (".json",))


def _cached(cache: Cache | None, key: str) -> tuple[Case, ...] | None:
    text = cache.get(key) if cache is not None else None
    if text is None:
        return None
    try:
        return records.parse(text, Case) or None
    except JUNK:
        return None


def digest(folder: FilePath) -> str:
    """Return a name for the content of all files of a corpus."""
    found = hashlib.sha256()
    for path in sorted([*folder.rglob("*.yaml"), *folder.rglob("*.json")]):
        content = b""
        with contextlib.suppress(OSError):  # the reading of it tells, also of what is too long
            content = path.read_bytes() if path.is_file() and path.stat().st_size <= LONGEST_BESIDE else b""
        found.update(f"{shown_path(path.relative_to(folder).as_posix())}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


def read_cases(text: str, file: str, boards: BoardReaders, buried: frozenset[str] = frozenset()) -> Corpus:
    """Return the cases in a file's text; `file` is its path within the corpus, `buried` the ids of tombstones."""
    try:
        document = read_document(text)
    except DocumentError as error:
        return Corpus((), (CaseProblem(file, error.place, "", error.message),))
    page = Page(file, document, boards)
    entries = _entries(page)
    broken = {problem.field.partition("]")[0] for problem in page.problems}
    cases = []
    seen: dict[str, Path] = {}
    for i, data in enumerate(entries):
        path: Path = ("cases", i)
        if schema.path_text(path).removesuffix("]") in broken:
            continue
        before = len(page.problems)
        case = _case(page, data, path)
        if case.id in seen:
            first = document.place(seen[case.id])
            page.wrong((*path, "id"), f"`{case.id}` is the id of the case on line {first.line} already")
        if case.id in buried:
            page.wrong((*path, "id"), f"`{case.id}` was the id of another case once, and is not used again")
        seen.setdefault(case.id, path)
        if len(page.problems) == before:
            cases.append(case)
    return Corpus(tuple(cases), tuple(page.problems))


def _entries(page: Page) -> list[CaseData]:
    """Return the cases of a file with its defaults, none if these are wrong, and note what does not fit the schema."""
    found = schema.of_file("case")(page.document.data)
    file: CaseData = page.document.data if isinstance(page.document.data, dict) else {}
    listed = file.get("cases") if isinstance(file.get("cases"), list) else []
    entries = []
    if not any(problem.path[:1] == ("defaults",) for problem in found):
        defaults = file.get("defaults", {})
        entries = [_with_defaults(page, entry, defaults, ("cases", i)) for i, entry in enumerate(listed or [])]
    for problem in found:
        page.wrong(problem.path, problem.message)
    return entries


def _with_defaults(page: Page, case: Json, defaults: CaseData, path: Path) -> CaseData:
    """Return a case with what its file says for all; the editions are for those that say where in the source."""
    if not isinstance(case, dict):
        return {}
    data = {**{name: value for name, value in defaults.items() if name != "source"}, **case}
    for name in schema.load("case")["$defs"]["defaults"]["properties"]:
        if name not in data and name != "source":
            page.wrong(path, f"`{name}` is missing")
    source = case.get("source")
    if isinstance(source, dict):
        data["source"] = {**defaults.get("source", {}), **source}
        if "editions" not in data["source"]:
            page.wrong((*path, "source"), "`editions` is missing")
    return data


def _case(page: Page, data: CaseData, path: Path) -> Case:
    topic = page.file.removesuffix(".yaml")
    if data["id"].rpartition("/")[0] != topic:
        page.wrong((*path, "id"), f"the ids of this file begin with `{topic}/`")
    basis = data["basis"]
    source = data.get("source", {})
    if basis in (Basis.STATED, Basis.PICTURED) and not source:
        page.wrong((*path, "basis"), f"what is {basis} has a `source`")
    given = {dict: Given.POSITION, str: Given.START, type(None): Given.NOTHING}[type(data.get("given"))]
    if given is not Given.POSITION and "constructed" in data:
        page.wrong((*path, "constructed"), "`constructed` is about a position, and none is given")
    if given is Given.NOTHING and ("when" in data or "checkpoints" in data):
        page.wrong((*path, "when"), "there is no position to answer in: `given` is missing")
    here = page.position(data["given"], (*path, "given"), data["ruleset"]) if given is Given.POSITION else {}
    when = data.get("when", [])
    answers = tuple(when if isinstance(when, list) else [when])
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
        given=given,
        constructed=data.get("constructed", ""),
        position={"ruleset": data["ruleset"], "players": data["players"], **here},
        boards=tuple(page.boards(data["ruleset"])),
        answers=answers,
        then=read_expectation(page, data, path, given),
        checkpoints=read_checkpoints(page, data, path, given, len(answers)),
        file=page.file,
        line=page.document.place(path).line,
    )
