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
