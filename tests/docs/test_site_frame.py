"""Pages of the press in the frame of the theme: built with a press of three pages, in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import link_check
import press_pages
import schema_pages
from checkout import ROOT
from diagnostic_pages import parts
from tilelaw.main import main
from tilelaw_press import Asset, Heading, Page
from tilelaw_press.addresses import Addresses, addresses_in
from wording import across

HOSTILE = 'A <script>alert("x")</script> & {{ config }} [link](http://example.org)'
BODY = (
    '<h1>Game</h1><p id="here">Mammoth <a href="game/one.html#here">one</a></p><p>{{ config.site_name }} *not bold*</p>'
)
MADE = f"""
from tilelaw.main import main
from tilelaw_press import Asset, Heading, Page

def faults(language):
    return []

def everything(language):
    yield Page(path="rules/game.html", title={HOSTILE!r}, body={BODY!r}, headings=(Heading(1, "", "Game"),))
    yield Page(path="rules/game/one.html", title="One", body='<p id="here">one</p><a href="../../c/a/b.html">case</a>')
    yield Page(path="c/a/b.html", title={HOSTILE!r}, body="<p>A lean page about volcanoes</p>", is_lean=True)
    yield Asset("static/press.css", "p {{ color: black }}")
"""


def build(tmp_path: Path, made: str = MADE, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build the site with another press; the copy holds what is needed of the repository and nothing more."""
    copy = tmp_path / "copy"
    if not copy.exists():
        copy.mkdir()
        subprocess.run(["cp", "-r", ROOT / "docs", ROOT / "mkdocs.yml", copy], check=True)
    (copy / "docs" / "hooks" / "press_sources.py").write_text(made, encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    return subprocess.run(
        command, cwd=copy, env=os.environ | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frame")
    result = build(folder, TILELAW_LANGUAGE="cs", TILELAW_WHOLE_SITE="1")
    assert result.returncode == 0, result.stdout
    return folder / "site"


def read(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8")


def test_a_body_stands_in_its_page_as_it_is(site: Path) -> None:
    page = read(site, "rules/game.html")
    assert BODY in page
    assert '<html lang="cs"' in page
    assert "../static/press.css" in page


def test_titles_of_authors_are_text(site: Path) -> None:
    for path in ("rules/game.html", "c/a/b.html", "index.html"):
        page = read(site, path)
        assert "<script>alert" not in page
        assert "A &lt;script&gt;" in page or path == "index.html"


def test_a_lean_page_has_the_frame_and_its_own_links(site: Path) -> None:
    page = read(site, "c/a/b.html")
    assert "<p>A lean page about volcanoes</p>" in page
    assert page.count("<h1") == 1
    assert 'href="../../../sk/c/a/b.html"' in page
    assert 'href="../../../c/a/b.html"' in page
    assert press_pages.TITLE not in page
    assert not (site / "frame").exists()
    assert "frame/" not in page
    assert '"location":"c/a/b.html"' in read(site, "search/search_index.json")
    assert "frame.html" not in read(site, "search/search_index.json")


def test_the_language_switch_leads_to_the_same_page(site: Path) -> None:
    assert 'href="../../sk/rules/game.html"' in read(site, "rules/game.html")
    assert 'href="../../rules/game.html"' in read(site, "rules/game.html")


def test_english_pages_are_named_so(site: Path) -> None:
    page = read(site, "rules/game.html")
    assert re.search(r'<a href="../../validate.html"[^>]*>\s*Ověřit program \(anglicky\)', page)


def test_pages_outside_the_navigation_say_where_they_belong(site: Path) -> None:
    for path in ("rules/game/one.html", "c/a/b.html"):
        assert re.search(r'md-tabs__item--active">\s*<a href="[./]*(?:rules/)?game.html"', read(site, path))


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        sources = re.findall(r'<(?:script|img|link)[^>]*(?:src|href)="([^"]*)"', page.read_text(encoding="utf-8"))
        assert link_check.outside(sources) == []


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (MADE.replace('c/a/b.html">case', 'c/a/x.html">case'), "`../../c/a/x.html` leads to no file"),
        (MADE.replace("one.html#here", "one.html#there"), "`game/one.html#there` leads to no place of that page"),
        (MADE.replace('path="rules/game/one.html"', 'path="rules/game.html"'), "makes rules/game.html twice"),
    ],
    ids=["file", "anchor", "twice"],
)
def test_a_broken_link_breaks_the_build(tmp_path: Path, made: str, told: str) -> None:
    result = build(tmp_path, made, TILELAW_LANGUAGE="cs")
    assert result.returncode == 1
    assert told in result.stdout


def test_a_broken_link_by_hand_breaks_the_build(tmp_path: Path) -> None:
    assert build(tmp_path, TILELAW_LANGUAGE="cs").returncode == 0
    with (tmp_path / "copy" / "docs" / "landing" / "cs.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    result = build(tmp_path, TILELAW_LANGUAGE="cs")
    assert result.returncode == 1
    assert "nowhere.md" in result.stdout


def test_words_that_cannot_be_shown_break_the_build(tmp_path: Path) -> None:
    result = build(tmp_path, MADE.replace("return []", "return ['origins.yaml:1: is stale']"), TILELAW_LANGUAGE="cs")
    assert result.returncode == 1
    assert "origins.yaml:1: is stale" in result.stdout


def test_headings_are_nested_by_level() -> None:
    made = press_pages.contents(
        [Heading(1, "a", "A<"), Heading(2, "b", "B"), Heading(3, "c", "C"), Heading(2, "d", "D")]
    )
    (top,) = made.items
    assert (top.title, [child.id for child in top.children]) == ("A&lt;", ["b", "d"])
    assert [child.id for child in top.children[0].children] == ["c"]


def test_every_diagnostic_has_a_page() -> None:
    index, entries = parts((ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8"))
    codes = re.findall(r"^### (T\d+)", (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert list(entries) == codes
    assert re.findall(r"\]\(diagnostics/(T\d+)\.md\)", index) == codes
    assert entries["T203"].startswith("# T203 layer-on-itself\n")
    assert "###" not in index


def test_ways_between_languages() -> None:
    assert [across("en", "en"), across("cs", "en"), across("en", "cs"), across("cs", "cs"), across("sk", "cs")] == [
        "",
        "cs/",
        "../",
        "",
        "../sk/",
    ]


def test_addresses_come_from_the_distribution() -> None:
    assert addresses_in([]) == Addresses("", "")
    found = addresses_in(["Documentation, https://example.org/rules/", "Repository, https://example.org/code"])
    assert found == Addresses("https://example.org/rules/", "https://example.org/code")
    assert found.page("r/a.html") == "https://example.org/rules/r/a.html"
    assert Addresses().page("r/a.html") == ""


def test_an_address_is_named_only_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "why", "T203"]) == 0
    assert "http" not in capsys.readouterr().out
    monkeypatch.setattr("tilelaw_press.addresses", lambda: Addresses("https://example.org"))
    assert main(["rules", "why", "T203"]) == 0
    assert capsys.readouterr().out.endswith("\nhttps://example.org/diagnostics/T203.html\n")


def test_schemas_are_told_whole_and_in_one_order() -> None:
    program = "import schema_pages, sys; sys.stdout.write(repr(list(schema_pages.everything())))"
    command = [sys.executable, "-c", program]
    found = {
        subprocess.run(
            command,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "docs" / "hooks")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    (text,) = found
    assert 'id="hello.result"' in text
    with pytest.raises(NotImplementedError):
        schema_pages.page("protocol", "x", {"$defs": {"new": {"not": {"type": "object"}}}})


def test_made_files_are_known_by_their_paths() -> None:
    assert press_pages.source_path("rules/game.html") == "rules/game.md"
    assert press_pages.frame_path(2) == "frame/frame/frame.html"
    assert Page(path="a.html", title="A", body="").is_searched
    assert Asset("a.css", "").path == "a.css"
