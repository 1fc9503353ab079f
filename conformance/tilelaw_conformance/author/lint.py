"""Everything that can be wrong with cases, told with file, line and column.

Reading finds what breaks the schema. Here the cases that could be read are looked at more closely: by the manifest of
their ruleset (rules, editions, the shapes of positions and answers), by each other (two that say the same), by the
list of permanent ids, and by a `Referee`, who can read positions and judge. Each look takes place only where the one
before found nothing, so that one mistake is told once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath

from tilelaw_conformance.author.export import spelled
from tilelaw_conformance.cases.corpus import Corpus, case_files
from tilelaw_conformance.cases.expectation import Basis, Case, Expectation, Given
from tilelaw_conformance.cases.ids import id_problems, read_ids
from tilelaw_conformance.cases.listed import LONGEST_FILE, tombstones
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.cases.select import nearest
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.document import Document, DocumentError, Path, read_document
from tilelaw_conformance.data.jsondata import Json, JsonObject, Manifest, Manifests
from tilelaw_conformance.data.plain_file import CannotRead, read_plain_text, shown_path
from tilelaw_conformance.data.schema import Validator
from tilelaw_conformance.run.verdict import Judged


@dataclass(frozen=True, slots=True)
class PositionFault:
    """What is wrong with a position: where in it, and a sentence."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Referee:
    """What is known elsewhere: rulesets, and what an engine makes of cases."""

    manifest: Manifests
    no_manifest: Callable[[str, int], str]
    """Returns a sentence that says why there is no manifest."""
    position: Callable[[Case], PositionFault | None]
    """Reads the position of a case; it must be whole unless the case is `constructed`."""
    judge: Callable[[Sequence[Case]], Sequence[Judged]]
    """Puts cases to an engine that is right."""


def lint_cases(folder: FilePath, corpus: Corpus, referee: Referee) -> list[CaseProblem]:
    """Return everything that is wrong with the cases of a folder."""
    return _Lint(folder, corpus, referee).problems()


class _Lint:
    def __init__(self, folder: FilePath, corpus: Corpus, referee: Referee) -> None:
        self.folder = folder
        self.corpus = corpus
        self.referee = referee
        self.unread: list[str] = []
        """The topics of files that are no documents."""
        self._documents: dict[str, Document] = {}
        self._paths: dict[str, Path] = {}
        """Where the case of an id stands in its file."""
        self._shapes = cache(self._shapes_of)
        for path in case_files(folder):
            self._read(path)

    def _read(self, path: FilePath) -> None:
        name = shown_path(path.relative_to(self.folder).as_posix())
        try:
            document = read_document(read_plain_text(path, LONGEST_FILE))
        except (CannotRead, DocumentError):  # the reading of the cases has told it
            self.unread.append(name.removesuffix(".yaml"))
            return
        self._documents[name] = document
        listed = document.data.get("cases") if isinstance(document.data, dict) else None
        for i, entry in enumerate(listed if isinstance(listed, list) else []):
            id_ = entry.get("id") if isinstance(entry, dict) else None
            if isinstance(id_, str):
                self._paths.setdefault(id_, ("cases", i))

    def problems(self) -> list[CaseProblem]:
        found = list(self.corpus.problems)
        sound = []
        for case in self.corpus.cases:
            wrong = list(self._case(case)) or list(self._position(case))
            found += wrong
            sound += [] if wrong else [case]
        found += self._twice(self.corpus.cases)
        found += self._judged(sound)
        found += self._ids()
        found = list(dict.fromkeys(found))  # what the defaults of a file say wrongly is wrong in many cases
        return sorted(found, key=lambda problem: (problem.file, problem.place.line, problem.place.column))

    def _wrong(self, case: Case, path: Path, message: str) -> CaseProblem:
        document = self._documents[case.file]
        full: Path = (*self._paths[case.id], *path)
        shared: Path = ("defaults", *path)
        if path and full[:4] not in document.places and shared in document.places:
            full = shared  # the case does not say it itself
        return CaseProblem(case.file, document.place(full), schema.path_text(full), message)

    # ---- each case by itself

    def _case(self, case: Case) -> Iterator[CaseProblem]:
        manifest = self.referee.manifest(case.ruleset, case.players)
        if manifest is None:
            yield self._wrong(case, ("ruleset",), self.referee.no_manifest(case.ruleset, case.players))
            return
        yield from self._rules(case, manifest)
        yield from self._editions(case, manifest)
        if _words(case.why) == _words(case.title):
            yield self._wrong(case, ("why",), "`why` repeats the title: say how the expectation is worked out")
        yield from self._forms(case)

    def _rules(self, case: Case, manifest: Manifest) -> Iterator[CaseProblem]:
        known = {rule["id"] for rule in manifest["rules"]}
        named: list[tuple[Path, str]] = [(("rules", i), rule) for i, rule in enumerate(case.rules)]
        for path, then in _looks(case):
            for i, side in enumerate(then.score or ()):
                lines = side.get("lines", [])
                named += [((*path, "score", i, "lines", j, "rule"), line["rule"]) for j, line in enumerate(lines)]
        for where, rule in named:
            if rule not in known:
                about = f"{case.ruleset} for {case.players} player{'s' if case.players != 1 else ''}"
                yield self._wrong(case, where, f"{about} has no rule `{rule}`{nearest(rule, known)}")

    def _editions(self, case: Case, manifest: Manifest) -> Iterator[CaseProblem]:
        known = [edition["language"] for edition in manifest["editions"]]
        for i, edition in enumerate(case.editions):
            if edition not in known:
                path: Path = ("basis", "edition") if case.basis is Basis.EDITION else ("source", "editions", i)
                told = f"{case.ruleset} knows no edition `{edition}`; there are {', '.join(known)}"
                yield self._wrong(case, path, told)

    def _forms(self, case: Case) -> Iterator[CaseProblem]:
        """Yield what does not fit the shapes of the ruleset's positions and moves."""
        shapes = self._shapes(case.ruleset, case.players)
        if case.given is Given.POSITION:
            yield from self._fits(case, ("given",), case.position, shapes["position"])
        for i, answer in enumerate(case.answers):
            if "order" not in answer:
                yield from self._move(case, self._answer(case, i), answer)
        parts = self._parts_of(case)
        for path, then in _looks(case):
            for i, move in enumerate(then.moves or ()):
                yield from self._move(case, (*path, "moves", i), move)
            named = [((*path, "state", name), name) for name in then.state or ()]
            for i, sight in enumerate(then.observe or ()):
                named += [((*path, "observe", i, "sees", name), name) for name in sight["sees"]]
            for where, name in named:
                if name not in parts:
                    told = f"a position of {case.ruleset} has no part `{name}`{nearest(name, parts)}"
                    yield self._wrong(case, where, told)

    def _answer(self, case: Case, place: int) -> Path:
        is_list = (*self._paths[case.id], "when", 0) in self._documents[case.file].places
        return ("when", place) if is_list else ("when",)

    def _move(self, case: Case, path: Path, move: JsonObject) -> Iterator[CaseProblem]:
        """Yield what does not fit, by the one action that is meant: the schema of all moves cannot tell which."""
        shapes = self._shapes(case.ruleset, case.players)
        name = next(name for name in move if name != "player")
        player = move.get("player")
        if isinstance(player, int) and player >= case.players:
            yield self._wrong(case, (*path, "player"), f"there are {case.players} players, counted from 0")
        if f"move {name}" in shapes:
            yield from self._fits(case, (*path, name), move[name], shapes[f"move {name}"])
        else:
            known = [shape.removeprefix("move ") for shape in shapes if shape.startswith("move ")]
            told = f"{case.ruleset} has no action `{name}`{nearest(name, known)}"
            yield self._wrong(case, (*path, name), told)

    def _fits(self, case: Case, path: Path, data: Json, validate: Validator) -> Iterator[CaseProblem]:
        yield from (self._wrong(case, (*path, *each.path), each.message) for each in validate(data))

    def _shapes_of(self, ruleset: str, players: int) -> dict[str, Validator]:
        manifest = self.referee.manifest(ruleset, players)
        assert manifest is not None, "what has no manifest has been told"
        forms = {"position": manifest["schemas"]["position"]}
        forms |= {f"move {action['name']}": action["arguments"] for action in manifest["actions"]}
        return {name: schema.validator(form, form) for name, form in forms.items()}

    def _parts_of(self, case: Case) -> Collection[str]:
        manifest = self.referee.manifest(case.ruleset, case.players)
        parts: Collection[str] = manifest["schemas"]["position"]["properties"] if manifest else ()
        return parts

    def _position(self, case: Case) -> Iterator[CaseProblem]:
        fault = self.referee.position(case) if case.given is Given.POSITION else None
        if fault is not None:
            yield self._wrong(case, ("given", *fault.path), fault.message)

    # ---- the cases together

    def _twice(self, cases: Sequence[Case]) -> Iterator[CaseProblem]:
        """Yield the cases that say what another one has said, whatever they are called."""
        first: dict[str, Case] = {}
        for case in cases:
            then = [spelled(case.then), [[point.after, spelled(point.then)] for point in case.checkpoints]]
            said = [case.ruleset, case.players, case.given, case.position, case.answers, then]
            other = first.setdefault(json.dumps(said, sort_keys=True), case)
            if other is not case:
                told = f"this says exactly what `{other.id}` says ({other.file}:{other.line})"
                yield self._wrong(case, (), told)

    def _judged(self, cases: Sequence[Case]) -> Iterator[CaseProblem]:
        for judged in self.referee.judge(cases) if cases else ():
            if judged.differences:
                first = judged.differences[0]
                more = f" (and {len(judged.differences) - 1} more)" if len(judged.differences) > 1 else ""
                told = f"the reference disagrees: expected {first.expected}, got {first.got}{more}"
                yield self._wrong(judged.case, ("then",), told)
            elif judged.is_wrong or judged.reason:
                yield self._wrong(judged.case, ("then",), f"the reference cannot answer this: {judged.reason}")

    def _ids(self) -> Iterator[CaseProblem]:
        found: list[CaseProblem] = []
        listed = read_ids(self.folder, found)
        yield from found
        if listed is None:
            return
        yield from id_problems(listed, self._paths, tombstones(self.folder, []), self.unread)


def _looks(case: Case) -> Iterator[tuple[Path, Expectation]]:
    """Yield what a case expects, on the way and in the end, with the paths."""
    for i, point in enumerate(case.checkpoints):
        yield ("checkpoints", i), point.then
    yield ("then",), case.then


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
