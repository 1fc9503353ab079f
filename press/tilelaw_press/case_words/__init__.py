"""The words of cases in other languages: for each language a folder, for each game a file of YAML in it.

Titles and reasons of cases are English, as are the protocol and all reports; only pages for readers show these words.
An entry is named by the id of its case, and `renders` holds a digest of the English title and reason: when they
change, the words written before are stale, and English is shown until somebody has looked at them. So are words
without a digest, and cases that have none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tilelaw_conformance import Case, Document, DocumentError, read_document
from tilelaw_dsl import ORIGINAL, State
from tilelaw_press.model import Said

FOLDER = Path(__file__).parent
UNWRITTEN = "…"
"""What stands in place of words that are still to be written."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a language has for a case."""

    title: str
    why: str
    renders: str
    """Empty if it does not say so."""
    path: Path
    line: int
    """Where it begins in its file."""


@dataclass(frozen=True, slots=True)
class Told:
    """Title and reason of a case, each with the language it is really in."""

    title: Said
    why: Said


def digest_of_words(case: Case) -> str:
    """Return what words that render a case now have to say."""
    whole = "\n".join(" ".join(text.split()) for text in (case.title, case.why))
    return hashlib.sha256(whole.encode()).hexdigest()[:8]


class CaseWords:
    """What one language has for cases, and what is wrong with it."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        self.language = language
        self.folder = folder / language
        self._wrong: list[str] = []

    @cached_property
    def all(self) -> dict[str, Words]:
        """Everything that is written down, by the id of its case."""
        found: dict[str, Words] = {}
        for path in sorted(self.folder.glob("*.yaml")):
            try:
                document = read_document(path.read_text(encoding="utf-8"))
            except DocumentError as error:
                self._wrong.append(f"{self._shown(path)}:{error.place.line}: {error.message}")
                continue
            for id_, words in self._read(path, document):
                found[id_] = words
        return found

    def told(self, case: Case) -> Told:
        """Return what a case is called and why it is so, in the language if its words are fresh."""
        if self.state(case) is not State.FRESH:
            return Told(Said(case.title, ORIGINAL), Said(case.why, ORIGINAL))
        words = self.all[case.id]
        return Told(Said(words.title, self.language), Said(words.why, self.language))

    def state(self, case: Case) -> State:
        """Return how the words of a case stand to the English ones."""
        words = self.all.get(case.id)
        if words is None or UNWRITTEN in (words.title, words.why):
            return State.MISSING
        if not words.renders:
            return State.UNSTAMPED
        return State.FRESH if words.renders == digest_of_words(case) else State.STALE

    def faults(self, cases: Iterable[Case]) -> Iterator[str]:
        """Yield what keeps words that are written down from being shown, a line for each."""
        known = {case.id: case for case in cases}
        yield from self.misplaced(known.values())
        for id_, words in self.all.items():
            if id_ in known and (state := self.state(known[id_])) is not State.FRESH:
                yield f"{self._at(words, id_)} is {state}: see `tilelaw cases words {self.language}`"

    def misplaced(self, cases: Iterable[Case]) -> Iterator[str]:
        """Yield what is in no order in the files, a line for each."""
        games = {case.id: case.game for case in cases}
        written = self.all
        yield from self._wrong
        for id_, words in written.items():
            if id_ not in games:
                yield f"{self._at(words, id_)} is no case"
            elif words.path.stem != games[id_]:
                yield f"{self._at(words, id_)} belongs into `{games[id_]}.yaml`"

    def _at(self, words: Words, id_: str) -> str:
        return f"{self._shown(words.path)}:{words.line}: `{id_}`"

    def _read(self, path: Path, document: Document) -> Iterator[tuple[str, Words]]:
        entries = document.data if isinstance(document.data, dict) else {}
        if not entries:
            self._wrong.append(f"{self._shown(path)}:1: here stand ids of cases, each with `title` and `why`")
        for id_, entry in entries.items():
            line = document.place((id_,)).line
            given = entry if isinstance(entry, dict) else {}
            texts = {name: text.strip() for name, text in given.items() if isinstance(text, str) and text.strip()}
            if texts.keys() != given.keys() or not {"title", "why"} <= texts.keys() <= {"title", "why", "renders"}:
                wanted = "`title` and `why`, and `renders` when it is stamped, each in quotes"
                self._wrong.append(f"{self._shown(path)}:{line}: `{id_}` has {wanted}")
                continue
            yield id_, Words(texts["title"], texts["why"], texts.get("renders", ""), path, line)

    def _shown(self, path: Path) -> str:
        return "/".join(path.parts[-3:])


@cache
def words_of_cases(language: str) -> CaseWords:
    """Return what comes with this project for a language, read once."""
    return CaseWords(language)
