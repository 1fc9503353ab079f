"""Texts with their expected diagnostics: good ones have none, bad ones exactly those written at the end of a line.

A fixture is a file `fixtures/<pass>/good/*.rules` or `fixtures/<pass>/bad/*.rules`; a line `---` separates its
chunks, each of which is a text of its own. `#! T303 "nothing is called"` at the end of a line expects that code,
with these words in its message, on that line. Layers may stand on `game/base` of `fixtures/base.rules`. Only the texts
in `fixtures/doubts` are looked through for doubts: the others are as small as they can be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tilelaw_dsl.diagnostics import Diagnostic, Report, render
from tilelaw_dsl.layers.inspect import check_library
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.runs import DOUBTS
from tilelaw_dsl.source import Source
from tilelaw_dsl.syntax import File
from tilelaw_dsl.text.parser import parse

FIXTURES = Path(__file__).parent / "fixtures"
BASE = FIXTURES / "base.rules"
OTHERS = {"printer", "data"}
"""What the tests of the printer use, and the data files."""
EXPECTED = re.compile(r'\s*#! (T\d{3}) "([^"]*)"')


@dataclass(frozen=True)
class Chunk:
    """One text of a fixture, with its place in the file."""

    path: Path
    first_line: int
    text: str
    expected: tuple[tuple[int, str, str], ...]

    @property
    def is_good(self) -> bool:
        return self.path.parent.name == "good"


def chunks_of(path: Path) -> list[Chunk]:
    chunks = []
    first = 1
    for part in path.read_text(encoding="utf-8").split("---\n"):
        lines = part.split("\n")
        expected = [
            (number, code, words) for number, line in enumerate(lines, 1) for code, words in EXPECTED.findall(line)
        ]
        text = "\n".join(EXPECTED.sub("", line) for line in lines)
        chunks.append(Chunk(path, first, text, tuple(expected)))
        first += len(lines)
    return chunks


FILES = sorted(
    path for path in FIXTURES.rglob("*") if path.is_file() and path.relative_to(FIXTURES).parts[0] not in OTHERS
)
CHUNKS = [chunk for path in FILES if path != BASE for chunk in chunks_of(path)]


@cache
def base() -> File:
    report = Report()
    tree = parse(Source(BASE.name, BASE.read_text(encoding="utf-8")), report)
    assert tree is not None, [render(item) for item in report.items]
    return tree


def findings(text: str) -> list[Diagnostic]:
    """Everything that is wrong with a text that may stand on the base."""
    book = Rulebook(data_folders=[FIXTURES / "data"])
    book.files[BASE.name] = (BASE, base())
    book.library.add(base(), book.report)
    path = Path("text.rules")
    tree = parse(Source(path.name, text), book.report)
    if tree is None:
        return book.report.sorted()
    book.files[path.name] = (path, tree)
    book.library.add(tree, book.report)
    check_library(book.library, book.report)
    return lint(book, path)


def test_every_pass_has_good_and_bad_fixtures() -> None:
    passes = {path.name for path in FIXTURES.iterdir() if path.is_dir()} - OTHERS
    assert passes >= {"parser", "layers", "names", "types", "intervals", "rules", "flow"}
    for name in passes:
        assert {path.name for path in (FIXTURES / name).iterdir()} == {"good", "bad"}
        for kind in ("good", "bad"):
            assert list((FIXTURES / name / kind).glob("*.rules")), f"{name}/{kind} is empty"


def test_every_file_is_a_fixture() -> None:
    known = {path for kind in ("good", "bad") for path in FIXTURES.glob(f"*/{kind}/*.rules")}
    assert set(FILES) == known | {BASE}


def test_base_is_right() -> None:
    book = Rulebook.read([FIXTURES])
    assert [render(item) for item in lint(book, BASE) if item.code not in DOUBTS] == []


@pytest.mark.parametrize(
    "chunk", CHUNKS, ids=lambda c: f"{c.path.relative_to(FIXTURES).with_suffix('').as_posix()}:{c.first_line}"
)
def test_chunk(chunk: Chunk) -> None:
    assert chunk.is_good == (chunk.expected == ())
    found = findings(chunk.text)
    if "doubts" not in chunk.path.parts:
        found = [item for item in found if item.code not in DOUBTS]
    shown = "\n\n".join(map(render, found))
    places = [(item.span.source.name, item.span.line, item.code) for item in found]
    assert sorted(places) == sorted(("text.rules", line, code) for line, code, _ in chunk.expected), shown
    for line, code, words in chunk.expected:
        here = [item.message for item in found if (item.span.line, item.code) == (line, code)]
        assert any(words in message for message in here), f"line {line}: {words!r} is not in {here}"
