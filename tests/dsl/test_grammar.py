"""The tables of the grammar that lie ready: fresh, used where they fit, and worked out again where they do not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import lark
import pytest

from tilelaw_dsl import Report, Source
from tilelaw_dsl.text import grammar as module
from tilelaw_dsl.text.parser import parse

TEXT = 'mode a/b\n    title "A"\n    players 2\n    kinds colour: red, blue\n'


WORKED_OUT = cache(module._built)
"""Once for all tests: that it is asked for is what counts."""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Forget the grammar, and note when its tables are worked out."""
    noted: list[str] = []

    def noting() -> lark.Lark:
        noted.append("built")
        return WORKED_OUT()

    monkeypatch.setattr(module, "_built", noting)
    module.grammar.cache_clear()
    yield noted
    module.grammar.cache_clear()


def reads() -> bool:
    report = Report()
    return parse(Source("a.rules", TEXT), report) is not None and not report.items


def test_the_tables_are_fresh() -> None:
    command = "python -m tilelaw_dsl.text.grammar"
    assert module.TABLES.read_text(encoding="utf-8") == module.text(), f"the grammar has changed: run {command}"


def test_the_tables_fit_the_lark_that_is_installed(built: list[str]) -> None:
    assert reads()
    assert built == []


def other_grammar(text: str) -> str:
    return json.dumps(json.loads(text) | {"grammar": "another"})


@pytest.mark.parametrize("spoil", [other_grammar, lambda text: text[:1000], lambda _text: ""])
def test_what_does_not_fit_is_worked_out_again(
    spoil: Callable[[str], str], built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.json"
    path.write_text(spoil(module.TABLES.read_text(encoding="utf-8")), encoding="utf-8")
    monkeypatch.setattr(module, "TABLES", path)
    assert reads()
    assert built == ["built"]


def test_without_tables_they_are_worked_out(built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TABLES", tmp_path / "none.json")
    assert reads()
    assert built == ["built"]


@pytest.mark.parametrize("version", ["1.2.0", "1.99.0", "2.0.0rc1"])
def test_another_lark_works_them_out(version: str, built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lark, "__version__", version)
    assert reads()
    assert built == ["built"]
