"""What is folder from one run to the next is never out of date, and never in the way."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.cases.test_corpus_reading import GOOD
from tilelaw_cache import Cache
from tilelaw_conformance.cases.corpus import Case, bundled_corpus, load_corpus
from tilelaw_conformance.cases.expectation import Basis, Checkpoint, Expectation, Given
from tilelaw_conformance.data import records

WHOLE = setting.HEAD + (
    "    given: start\n"
    "    when: [{shuffle: box, order: [1]}, {pass: {}}]\n"
    "    then: {over: false, rank: [[0], [1, 2]], observe: [{player: 1, sees: {box: 3}}], moves: []}\n"
    "    checkpoints: [{after: 1, score: [{side: 0, total: 0}], perft: {depth: 1, nodes: 0}}]\n"
)


SAMPLES: dict[str, Any] = {  # a value for each field, none of them its default
    "legal": False,
    "refused_by": ("a.b",),
    "only": True,
    "moves": ({"pass": {}},),
    "state": {"row": None, "box": [1, {"at": [0, 1]}]},
    "score": ({"side": 0, "total": 1, "lines": [{"rule": "a.b", "key": ["x"], "points": 1}], "result": [1]},),
    "rank": ((0,), (1, 2)),
    "observe": ({"player": 1, "sees": {"box": 3}},),
    "perft": {"depth": 1, "nodes": 0},
    "over": False,
    "components": {"tile": {"count": 1, "members": [{"name": 1, "x": None}]}},
    "id": "a/b/c",
    "title": "A title",
    "ruleset": "a/b",
    "players": 2,
    "rules": ("a.b",),
    "basis": Basis.EDITION,
    "editions": ("hu",),
    "source": "there",
    "why": "Because",
    "since": "0.1",
    "given": Given.START,
    "constructed": "so",
    "position": {"ruleset": "a/b", "players": 2},
    "boards": ("plan",),
    "answers": ({"shuffle": "box", "order": [1]}, {"pass": {}}),
    "near": {"pass": {}},
    "inherited_from": "a/b/d",
    "filling": {"box": [2]},
    "turns": (0, 1),
    "rest": 1,
    "tries": ({"move": {"pass": {}}, "before": [{"skip": {}}], "rest": [], "legal": True},),
    "spellings": ({"move": {"pass": {}}, "listed": {"skip": {}}},),
    "file": "a/b.yaml",
    "line": 7,
}


def sample(class_: type[Expectation] | type[Case], **more: Any) -> Any:
    """Return a record whose every field has a value that is not its default."""
    samples = {**SAMPLES, **more}
    made = [field for field in fields(class_) if field.init]
    assert {field.name for field in made} <= set(samples), "a new field needs a value among SAMPLES"
    assert all(samples[field.name] != field.default for field in made)
    return class_(**{field.name: samples[field.name] for field in made})


def test_no_field_of_a_case_is_lost_in_the_cache() -> None:
    then = sample(Expectation)
    case = sample(Case, then=then, checkpoints=(Checkpoint(1, then),))
    (again,) = records.parse(records.dump([case]), Case)
    for field in fields(Case):
        assert getattr(again, field.name) == getattr(case, field.name), field.name
    for field in fields(Expectation):
        assert getattr(again.then, field.name) == getattr(then, field.name), field.name
    assert again == case
    assert isinstance(again.basis, Basis)
    assert isinstance(again.checkpoints[0], Checkpoint)


def test_cases_come_back_as_they_were() -> None:
    cases = (*setting.corpus().cases, setting.written_case(WHOLE), setting.written_case(GOOD))
    again = records.parse(records.dump(cases), Case)
    assert again == cases
    assert [case.wire for case in again] == [case.wire for case in cases]
    assert [case.then.parts for case in again] == [case.then.parts for case in cases]


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with enough cases to show it."""
    shutil.copytree(bundled_corpus() / "kingdomino", tmp_path / "cases" / "kingdomino")
    assert load_corpus(tmp_path / "cases", setting.board_reader).problems == ()
    return tmp_path / "cases"


def test_files_that_have_not_changed_are_not_read_again(few: Path) -> None:
    cache = Cache(few.parent / "cache")
    first = load_corpus(few, setting.board_reader, cache, "x")

    def unwanted(_ruleset: str) -> Mapping[str, Callable[[str], list[dict[str, Any]]]]:
        raise AssertionError("a board is read again")

    assert load_corpus(few, unwanted, cache, "x") == first
    with pytest.raises(AssertionError):
        load_corpus(few, unwanted, cache, "boards are read in another way")


def test_a_file_with_a_problem_is_always_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "cases" / "origins"
    folder.mkdir(parents=True)
    (folder / "test.yaml").write_text(GOOD.replace("H  D0", "H  x0"), encoding="utf-8")
    for _ in range(2):
        assert len(load_corpus(folder.parent, setting.board_reader, Cache(tmp_path / "cache")).problems) == 1


def test_what_is_damaged_is_made_again(few: Path) -> None:
    folder = few.parent / "cache"
    cache = Cache(folder)
    first = load_corpus(few, setting.board_reader, cache)
    for damage in (b"", b"[{}]", b"\xff", b'[{"id": 1}]', b"{"):
        assert list(folder.iterdir())
        for path in folder.iterdir():
            path.write_bytes(damage)
        assert load_corpus(few, setting.board_reader, cache) == first
