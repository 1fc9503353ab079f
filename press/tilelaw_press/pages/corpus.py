"""Cases as they lie in files: the YAML of one with what its file says for all, its JSON as exported, its witness."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from tilelaw_conformance import VERSION, Answer, Case, Source, Witnesses, bundled_corpus, case_data, encode
from tilelaw_press.pages.plays import state_of
from tilelaw_press.shelf import Shelf

FIRST = re.compile(r"^cases:\n", re.MULTILINE)
NEXT = re.compile(r"^  - ", re.MULTILINE)


@cache
def _parts(file: str) -> tuple[str, dict[int, str]]:
    """Return what a file says for all its cases, and the text of each by the line where it begins."""
    text = (bundled_corpus() / file).read_text(encoding="utf-8")
    start = FIRST.search(text)
    assert start is not None, "the file was read as one of cases"
    places = [found.start() for found in NEXT.finditer(text, start.end())]
    ends = [*places[1:], len(text)]
    found = {text.count("\n", 0, at) + 1: text[at:end].rstrip() + "\n" for at, end in zip(places, ends, strict=True)}
    return text[: start.end()], found


def yaml_of(case: Case) -> str:
    """Return a case as a file of its own: it can be run as it is."""
    head, found = _parts(case.file)
    line = max(at for at in found if at <= case.line)
    return head + found[line]


@lru_cache(maxsize=1)
def _witnesses() -> Witnesses:
    return Witnesses(bundled_corpus())


def witness(case: Case) -> Sequence[Answer] | None:
    """Return the game that leads to the position of a case, if one is known."""
    return _witnesses().answers(case)


class Exported:
    """Cases as JSON, each written once for all languages."""

    def __init__(self, shelf: Shelf) -> None:
        self._written: dict[str, str] = {}
        self._shelf = shelf
        self._source = Source(
            version="",
            protocol=VERSION,
            corpus="",
            digest=lambda _name, _players: "",
            complete=self._complete,
            witness=lambda case: None if (found := witness(case)) is None else tuple(map(encode, found)),
        )

    def of(self, case: Case) -> str:
        """Return a case as it stands in the exported document, a line for each of its entries."""
        if case.id not in self._written:
            data = case_data(case, self._source)
            lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items()]
            self._written[case.id] = "{\n" + ",\n".join(lines) + "\n}\n"
        return self._written[case.id]

    def _complete(self, case: Case) -> Mapping[str, Any]:
        state = state_of(self._shelf, case)
        assert state is not None, "cases that are bundled begin somewhere"
        return state.to_json()


@lru_cache(maxsize=2)
def exported(shelf: Shelf) -> Exported:
    """Return the cases of a shelf as JSON."""
    return Exported(shelf)
