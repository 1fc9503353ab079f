"""What is kept from one run to the next is never out of date, and never in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conformance import setting
from conformance.cases.test_corpus_reading import GOOD
from tilelaw_conformance.cases.corpus import bundled, load_corpus
from tilelaw_conformance.cases.kept_cases import dump_cases, parse_cases
from tilelaw_conformance.data import cache as module
from tilelaw_conformance.data.cache import Store, digest_of, user_store

WHOLE = setting.HEAD + (
    "    given: start\n"
    "    when: [{shuffle: box, order: [1]}, {pass: {}}]\n"
    "    then: {over: false, rank: [[0], [1, 2]], observe: [{player: 1, sees: {box: 3}}], moves: []}\n"
    "    checkpoints: [{after: 1, score: [{side: 0, total: 0}], perft: {depth: 1, nodes: 0}}]\n"
)


def test_cases_come_back_as_they_were() -> None:
    cases = (*setting.corpus().cases, setting.written_case(WHOLE), setting.written_case(GOOD))
    again = parse_cases(dump_cases(cases))
    assert again == cases
    assert [case.wire for case in again] == [case.wire for case in cases]
    assert [case.then.parts for case in again] == [case.then.parts for case in cases]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with enough cases to show it."""
    shutil.copytree(bundled() / "kingdomino", tmp_path / "cases" / "kingdomino")
    assert load_corpus(tmp_path / "cases", setting.board_reader).problems == ()
    return tmp_path / "cases"


def test_files_that_have_not_changed_are_not_read_again(few: Path) -> None:
    store = Store(few.parent / "store")
    first = load_corpus(few, setting.board_reader, store, "x")

    def unwanted(*_: str) -> None:
        raise AssertionError("a board is read again")

    assert load_corpus(few, unwanted, store, "x") == first
    with pytest.raises(AssertionError):
        load_corpus(few, unwanted, store, "boards are read in another way")


def test_a_file_with_a_problem_is_always_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "cases" / "origins"
    folder.mkdir(parents=True)
    (folder / "test.yaml").write_text(GOOD.replace("H  D0", "H  x0"), encoding="utf-8")
    for _ in range(2):
        assert len(load_corpus(folder.parent, setting.board_reader, Store(tmp_path / "store")).problems) == 1


def test_what_is_damaged_is_made_again(few: Path) -> None:
    kept = few.parent / "store"
    store = Store(kept)
    first = load_corpus(few, setting.board_reader, store)
    for damage in (b"", b"[{}]", b"\xff", b'[{"id": 1}]', b"{"):
        assert list(kept.iterdir())
        for path in kept.iterdir():
            path.write_bytes(damage)
        assert load_corpus(few, setting.board_reader, store) == first


def test_a_store_that_cannot_be_used_is_not_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for store in (Store(None), Store(file / "folder")):
        store.keep("x", "text")
        assert store.text("x") is None


def test_a_store_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 8)
    store = Store(tmp_path)
    for i in range(50):
        store.keep(str(i), "x")
    assert len(list(tmp_path.iterdir())) <= 8
    assert store.text("49") == "x"


def test_the_store_of_a_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILELAW_CACHE", str(tmp_path))
    user_store().keep("x", "text")
    assert (tmp_path / "x").read_text(encoding="utf-8") == "text"
    monkeypatch.setenv("TILELAW_CACHE", "")
    user_store().keep("y", "text")
    assert user_store().text("x") is None
    assert digest_of("ab", "c") != digest_of("a", "bc")
