"""Words of cases in other languages: shown where they render what the case says now, and English where not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tilelaw_conformance import Case
from tilelaw_dsl import State
from tilelaw_press import LANGUAGES, CaseWords, Page, Press, Sources, digest_of_words, words_of_cases
from tilelaw_press.pages import case_page, rule_page
from tilelaw_press.shelf import shelf_of

OTHERS = LANGUAGES[1:]
CASE = "origins/place/rejects-overlap"


@pytest.fixture
def case(sources: Sources) -> Case:
    return next(each for each in sources.cases if each.id == CASE)


def written(folder: Path, text: str, game: str = "origins") -> CaseWords:
    (folder / "cs").mkdir(exist_ok=True)
    (folder / "cs" / f"{game}.yaml").write_text(text, encoding="utf-8")
    return CaseWords("cs", folder)


def entry(case: Case, title: str = "Nahoře", why: str = "Proto") -> str:
    return f'{case.id}:\n  title: "{title}"\n  why: "{why}"\n  renders: "{digest_of_words(case)}"\n'


@pytest.mark.parametrize("language", OTHERS)
def test_all_bundled_words_can_be_shown(language: str, sources: Sources) -> None:
    assert list(words_of_cases(language).faults(sources.cases)) == []


def test_only_languages_of_the_site_have_words() -> None:
    folders = {path.parent.name for path in words_of_cases("cs").folder.parent.glob("*/*.yaml")}
    assert folders <= set(OTHERS)


def test_fresh_words_are_told(tmp_path: Path, case: Case) -> None:
    words = written(tmp_path, entry(case))
    told = words.told(case)
    assert (told.title.text, told.title.language, told.why.text, told.why.language) == ("Nahoře", "cs", "Proto", "cs")
    assert list(words.faults([case])) == []


@pytest.mark.parametrize("changed", ["title", "why"])
def test_a_changed_sentence_makes_words_stale(tmp_path: Path, case: Case, changed: str) -> None:
    words = written(tmp_path, entry(case))
    new = replace(case, title="New") if changed == "title" else replace(case, why="New")
    assert words.state(new) is State.STALE
    assert words.told(new).title.text == new.title
    assert words.told(new).why.language == "en"
    assert list(words.faults([new])) == [
        f"{tmp_path.name}/cs/origins.yaml:1: `{CASE}` is stale: see `tilelaw cases words cs`"
    ]


def test_line_breaks_make_nothing_stale(tmp_path: Path, case: Case) -> None:
    assert written(tmp_path, entry(case)).state(replace(case, why=case.why.replace(" ", "\n "))) is State.FRESH


def test_what_is_missing_is_no_fault(tmp_path: Path, case: Case) -> None:
    words = CaseWords("cs", tmp_path)
    assert words.state(case) is State.MISSING
    assert words.told(case).why.language == "en"
    assert list(words.faults([case])) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f'{CASE}:\n  title: "Nahoře"\n  why: "Proto"\n', ":1: `origins/place/rejects-overlap` is unstamped"),
        (f'{CASE}:\n  title: "Nahoře"\n  why: "…"\n', "is missing: see"),
        (f'{CASE}:\n  title: "Nahoře"\n', "has `title` and `why`"),
        (f'{CASE}:\n  title: "Nahoře"\n  why: " "\n', "has `title` and `why`"),
        (f'{CASE}:\n  title: "Nahoře"\n  why: "Proto"\n  because: "x"\n', "has `title` and `why`"),
        (f'{CASE}:\n  title: "Nahoře"\n  why: "Proto"\n  renders: 12345678\n', "each in quotes"),
        ('no/such/case:\n  title: "Nahoře"\n  why: "Proto"\n', ":1: `no/such/case` is no case"),
        (f'{CASE}:\n  title: "a"\n  why: "b"\n{CASE}:\n  title: "a"\n  why: "b"\n', ":4: "),
        ("", "the file is empty"),
        ("- one\n", "here stand ids of cases"),
    ],
)
def test_what_cannot_be_shown_is_named(tmp_path: Path, case: Case, text: str, fault: str) -> None:
    (found,) = written(tmp_path, text).faults([case])
    assert fault in found


def test_words_lie_in_the_file_of_their_game(tmp_path: Path, case: Case) -> None:
    (found,) = written(tmp_path, entry(case), "kingdomino").faults([case])
    assert found.endswith("belongs into `origins.yaml`")


@pytest.mark.long
def test_pages_show_words_and_mark_what_is_english(sources: Sources, case: Case, tmp_path: Path) -> None:
    class Spoken(Press):
        def told(self, case: Case) -> object:  # type: ignore[override]
            return words.told(case)

    words = written(tmp_path, entry(case, "Nahoře <b>", "Proto & tak"))
    # The shelf of all tests: to find out about all rules once more takes seconds.
    press = Spoken(replace(sources, cases=(case, sources.cases[0])), "cs", shelf_of(sources))
    one, other = (page for page in case_page.pages(press) if isinstance(page, Page))
    assert one.title == "Nahoře <b>"
    assert "<h1>Nahoře &lt;b&gt;</h1>" in one.body
    assert "<dd>Proto &amp; tak</dd>" in one.body
    assert f'<h1 lang="en">{other.title}</h1>' in other.body
    rules = (page.body for page in rule_page.pages(press) if isinstance(page, Page) and "Nahoře" in page.body)
    assert any(">Nahoře &lt;b&gt;</a>" in body for body in rules)
