"""The suite where the packages of the language are there, but not what they need."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw import background, facts
from tilelaw_cache import Cache
from tilelaw_conformance import Case, bundled_corpus


@pytest.fixture
def case() -> Case:
    found = background.corpus(bundled_corpus()).cases
    return next(each for each in found if each.game == "kingdomino" and each.then.moves and not each.checkpoints)


def no_language(*_words: object, **_more: object) -> None:
    raise ModuleNotFoundError("no module named 'lark'", name="lark")


def test_what_takes_the_rules_is_left_out(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "find", no_language)
    assert background.replayed(case, ()) is None
    assert background.turn_starts(case.ruleset, case.players, case.position, case.answers) == []
    assert [background.respelled(case, (), move) for move in case.then.moves or ()] == list(case.then.moves or ())


def test_the_facts_of_heirs_are_those_of_what_they_stand_on(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"kingdomino/classic 4": {"manifest": {"digest": "x"}, "look": {}}}
    monkeypatch.setattr(facts, "brought_along", lambda: known)
    monkeypatch.setattr(facts, "find", no_language)
    monkeypatch.setattr(facts, "has_language", lambda: False)
    base = known["kingdomino/classic 4"]
    assert facts.facts.__wrapped__((), "kingdomino/classic+middle-kingdom+harmony.", 3) == base
    assert facts.facts.__wrapped__((), "chess/classic", 2) is None


@pytest.mark.parametrize("planted", ["5", "[]", '{"manifest": 1, "look": {}}', '{"manifest": {}, "look": {}}'])
def test_facts_that_we_have_not_written_are_made_again(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILELAW_CACHE", str(tmp_path))
    made = {"manifest": {"digest": "x"}, "look": {}}
    monkeypatch.setattr(facts, "brought_along", dict)
    monkeypatch.setattr(facts, "_made", lambda *_: made)
    assert facts.facts.__wrapped__((), "kingdomino/classic", 4) == made
    (path,) = tmp_path.iterdir()
    Cache(tmp_path).put(path.name, planted)
    assert facts.facts.__wrapped__((), "kingdomino/classic", 4) == made
