"""What is remembered of a ruleset from one run to the next: used when nothing has changed, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tilelaw_cache import Cache
from tilelaw_dsl import ir
from tilelaw_play import RulesetError, library, load, names, remember
from tilelaw_reference import Engine

GAME = """mode tiny/game
    title "Tiny"
    players 2
    house
    kinds card from "cards.csv"
        worth: 0..9
    zone deck: row of card, starts with all
    flow
        ask take of first(players)
    rule take.one "A card is taken"
        action take
            what in deck
        for take
            remove what from deck
        score sum(worth over deck)
        rank total(you)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, beside a game of somebody's own."""
    monkeypatch.setenv("TILELAW_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("card,worth\nrose,1\nlily,2\n", encoding="utf-8")
    return tmp_path


def total(name: str) -> int:
    """Return what is scored at the start, which depends on the rules and on the table."""
    points = load(name).start(2).score()[0]["total"]
    assert isinstance(points, int)
    return points


@pytest.mark.parametrize("name", ["origins/discovery", "origins/discovery+tiny.rules", "tiny.rules"])
def test_a_second_time_nothing_is_read(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "+" in name:
        text = 'option tiny/more on origins/discovery\n    title "More"\n    house\n'
        (folder / "tiny.rules").write_text(text, encoding="utf-8")
    first = load(name)
    game, texts = first.game(2), first.texts(2)
    monkeypatch.setattr(library, "rulebook", lambda: pytest.fail("rules are read"))
    again = load(name)
    assert again.game(2) == game
    assert again.texts(2) == texts
    assert bool(texts) is ("origins" in name)
    assert (again.name, again.layers, again.counts, again.options) == (
        first.name,
        first.layers,
        first.counts,
        first.options,
    )


def test_the_names_are_remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, every = names(), names(all=True)
    monkeypatch.setattr(library, "rulebook", lambda: pytest.fail("rules are read"))
    assert (names(), names(all=True)) == (known, every)
    assert set(known) < set(every)
    assert folder.is_dir()


def test_a_changed_file_is_read_again(folder: Path) -> None:
    assert total("tiny.rules") == 3
    (folder / "tiny.rules").write_text(GAME.replace("sum(worth", "7 + sum(worth"), encoding="utf-8")
    assert total("tiny.rules") == 10


def test_a_changed_table_is_read_again(folder: Path) -> None:
    assert total("tiny.rules") == 3
    (folder / "cards.csv").write_text("card,worth\nrose,1\nlily,5\n", encoding="utf-8")
    assert total("tiny.rules") == 6


def test_a_table_of_another_folder_is_another_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert total("tiny.rules") == 3
    (folder / "other").mkdir()
    (folder / "other" / "tiny.rules").write_text(GAME, encoding="utf-8")
    (folder / "other" / "cards.csv").write_text("card,worth\nrose,4\n", encoding="utf-8")
    monkeypatch.chdir(folder / "other")
    assert total("tiny.rules") == 4


def test_what_was_read_too_late_is_not_remembered(folder: Path) -> None:
    load("tiny.rules").game(2)
    for path in (folder / "cache").glob("rules-*"):
        path.unlink()
    late = load("tiny.rules")
    (folder / "tiny.rules").write_text(GAME.replace("sum(worth", "7 + sum(worth"), encoding="utf-8")
    late.game(2)
    assert list((folder / "cache").glob("rules-*")) == []


def test_what_is_wrong_is_told_every_time(folder: Path) -> None:
    (folder / "tiny.rules").write_text(GAME.replace("what in deck", "what in desk"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(RulesetError):
            load("tiny.rules").game(2)
        with pytest.raises(RulesetError):
            load("origins/nowhere")


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b"\n{}", b'0\n{"is":"Game"}'])
def test_what_is_damaged_is_made_again(damage: bytes, folder: Path) -> None:
    game = load("tiny.rules").game(2)
    for path in (folder / "cache").iterdir():
        path.write_bytes(damage)
    assert load("tiny.rules").game(2) == game
    assert all(path.read_bytes() != damage for path in (folder / "cache").iterdir())


@pytest.mark.parametrize("planted", ["", "[5]", '{"is": "Game", "name": 1}', "[" * 100_000])
def test_a_text_that_we_have_not_written_is_made_again(planted: str, folder: Path) -> None:
    """Written by somebody who knows the form of the files, with the right digest before the text."""
    game, known = load("tiny.rules").game(2), names()
    cache = Cache(folder / "cache")
    before = {path.name: cache.get(path.name) for path in (folder / "cache").iterdir()}
    kinds = {name.partition("-")[0] for name in before}
    assert kinds == {"rules", "ruleset", "names"}
    for name in before:
        cache.put(name, planted)
    assert total("tiny.rules") == 3
    assert load("tiny.rules").game(2) == game
    assert names() == known
    assert {name: cache.get(name) for name in before} == before


@pytest.mark.parametrize("planted", ["another", "no letters!", "AAAA", "AGFzbQEAAAA="])
def test_a_module_that_we_have_not_made_is_made_again(planted: str, folder: Path) -> None:
    """Written by somebody who knows the form of the files: the module of another game, or none at all."""
    (folder / "other.rules").write_text(GAME.replace("sum(worth", "7 + sum(worth"), encoding="utf-8")
    assert [total("tiny.rules"), total("other.rules")] == [3, 10]
    cache = Cache(folder / "cache")
    one, other = (path.name for path in (folder / "cache").glob("module-*"))
    before = {one: cache.get(other), other: cache.get(one)}
    for name, text in before.items():
        cache.put(name, planted if planted != "another" else text or "")
    state = load("tiny.rules").start(2)
    assert (state.engine.name, state.score()[0]["total"]) == ("compiled", 3)
    assert total("other.rules") == 10
    assert {one: cache.get(other), other: cache.get(one)} == before


def test_typed_rules_play_as_they_did_before_they_were_written_down(folder: Path) -> None:
    made = load("origins/discovery").game(3)
    again = ir.from_json(ir.to_json(made))
    assert Engine(again).start(seed=3).to_text() == Engine(made).start(seed=3).to_text()
    assert folder.is_dir()


def test_a_name_of_any_kind_has_a_source(folder: Path) -> None:
    odd = folder / "a+b.rules"
    odd.write_text(GAME.replace('"Tiny"', f'"{"long " * 60}"'), encoding="utf-8")
    plain = remember.source_of("./a+b.rules")
    odd.write_text(GAME, encoding="utf-8")
    assert remember.source_of("./a+b.rules") != plain
    for name in ("", "+", ".rules", "a\0.rules", "x" * 5000 + ".rules"):
        assert len(remember.source_of(name)) == len(plain)


@pytest.mark.parametrize("home", ["/dev/null/nowhere", ""])
def test_a_first_move_needs_no_home(home: str) -> None:
    program = "import tilelaw; print(len(tilelaw.load('origins/discovery').start(players=4, seed=7).moves()))"
    without = {name: value for name, value in os.environ.items() if name not in ("TILELAW_CACHE", "XDG_CACHE_HOME")}
    run = subprocess.run(
        [sys.executable, "-c", program], env={**without, "HOME": home}, capture_output=True, text=True, check=True
    )
    assert (run.stdout, run.stderr) == ("4\n", "")


def test_a_second_first_move_does_not_wait_for_the_language(folder: Path) -> None:
    program = (
        "import sys, tilelaw; tilelaw.load('origins/discovery').start(players=4, seed=7).moves(); print(*sys.modules)"
    )
    loaded = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    language = {"lark", "tilelaw_dsl.syntax", "tilelaw_dsl.check", "tilelaw_dsl.rulebook"}
    assert [language & set(each) for each in loaded] == [language, set()]
    kinds = {path.name.split("-")[0] for path in (folder / "cache").iterdir()}
    assert kinds == {"ruleset", "rules", "module", "code"}
