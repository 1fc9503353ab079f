"""Rulebooks of texts in memory are as good as rulebooks of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl import ir
from tilelaw_dsl.codes.snippets import CARDS, in_layer
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook

TEXT = in_layer('kinds card from "cards.csv"\n    worth: 0..9', lines="score sum(worth over card) + tally(you)").whole()
LAYERS = ("game/base",)


def compiled(book: Rulebook) -> ir.Game | None:
    return book.compile(LAYERS, 2, Report())


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_texts_and_files_give_the_same_game(ending: str, tmp_path: Path) -> None:
    text = TEXT.replace("\n", ending)
    (tmp_path / "text.rules").write_bytes(text.encode())
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    read = Rulebook.read([tmp_path])
    game = compiled(read)
    assert game is not None
    for written in (text, text.encode()):
        book = Rulebook.of_texts({"text.rules": written}, {"cards.csv": CARDS})
        assert compiled(book) == compiled(book.copy()) == game
        assert lint(book, Path("text.rules")) == lint(read, tmp_path / "text.rules") == []


def test_a_rulebook_in_memory_reads_no_data_from_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [item.code for item in lint(Rulebook.of_texts({"text.rules": TEXT}), Path("text.rules"))] == ["T802"]


def test_layers_of_several_texts_stand_on_each_other() -> None:
    above = "option game/more on game/base\n    set limit = 3\n"
    book = Rulebook.of_texts({"above.rules": above, "text.rules": TEXT}, {"cards.csv": CARDS})
    report = Report()
    assert book.layers_of("game/base+more", report) == ("game/base", "game/more")
    assert book.compile(("game/base", "game/more"), 2, report) is not None
    assert book.report.items == report.items == ()


def test_a_layer_says_once_that_its_rules_are_the_house_s() -> None:
    above = """\
option game/more on game/base
    house "our club"
    rule more.plain "One more point"
        score 1
    rule more.ruling "It is always so"
        ruling "because"
        invariant some players
    amend rule place.open
        at place.done when count open < limit
            end
    amend rule score.tally "Every square of yours counts"
"""
    book = Rulebook.of_texts({"above.rules": above, "text.rules": TEXT}, {"cards.csv": CARDS})
    game = book.compile(("game/base", "game/more"), 2, Report())
    assert game is not None
    notes = {rule.id: [(c.kind, c.note) for c in rule.citations] for rule in game.rules}
    assert notes["more.plain"] == notes["place.open"] == [("house", "our club")]
    assert notes["more.ruling"] == [("ruling", "because")]
    assert notes["score.tally"] == [("house", "")]


GAME = in_layer("param far: 1..9 = 3\nparam near: 1..9 = 2", lines="score far").whole()
READERS = 'texts en of game\n    on game/base\n        aim\n            "Go {far} steps."\n'
OPTION = "option game/more on game/base\n"


def waiting(folder: Path, readers: str = READERS) -> Rulebook:
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "en.rules").write_text(readers, encoding="utf-8")
    return Rulebook.read([folder], texts_later=True)


def test_texts_that_wait_are_read_when_somebody_asks_for_them(tmp_path: Path) -> None:
    book = waiting(tmp_path)
    assert compiled(book) is not None
    assert [*book.files] == ["game.rules"]
    (texts,) = book.told(LAYERS, 2, Report())
    assert texts.aim == "Go 3 steps."
    assert Rulebook.read([tmp_path]).told(LAYERS, 2, Report()) == (texts,)


def test_wrong_texts_that_wait_hinder_nobody_who_plays_and_are_told_to_those_who_read(tmp_path: Path) -> None:
    book, report = waiting(tmp_path, READERS.replace("aim", "aym")), Report()
    assert compiled(book) is not None
    assert not book.report.has_errors
    assert book.told(LAYERS, 2, report) == ()
    assert report.has_errors
    assert lint(book.copy(), tmp_path / "en.rules") == list(report.items)


def test_texts_that_wait_are_checked_with_their_file(tmp_path: Path) -> None:
    book = waiting(tmp_path, READERS.replace("far", "fat"))
    assert "T504" in [item.code for item in lint(book.copy(), tmp_path / "en.rules")]
    assert "T504" not in [item.code for item in lint(book.with_text("en.rules", READERS), tmp_path / "en.rules")]


def test_who_says_the_same_as_texts_that_wait_is_told(tmp_path: Path) -> None:
    book = waiting(tmp_path)
    (tmp_path / "other.rules").write_text(READERS, encoding="utf-8")
    assert "T219" in [item.code for item in lint(book, tmp_path / "other.rules")]


def test_what_is_declared_anew_is_tried_in_texts_that_wait(tmp_path: Path) -> None:
    book = waiting(tmp_path, READERS.replace("far", "near"))
    (tmp_path / "more.rules").write_text(f"{OPTION}    replace param near by 1..2: 1..9 = 4, 5\n", encoding="utf-8")
    found = lint(book, tmp_path / "more.rules")
    assert ["en.rules"] in [[label.span.source.name for label in item.labels] for item in found]


def test_a_file_with_a_layer_in_it_does_not_wait(tmp_path: Path) -> None:
    book = waiting(tmp_path, READERS + OPTION + "    set far = 4\n")
    assert [*book.files] == ["en.rules", "game.rules"]
