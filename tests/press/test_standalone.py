"""Rulebooks in one document: what an author wrote is printed as it was written."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from checkout import ROOT
from tilelaw.main import main
from tilelaw.pages import bundled_sources, sources
from tilelaw_press import Phrases, standalone

SCRIPT = "<script>alert(1)</script>"
LINK = "[click](javascript:alert(2)) <a href='https://evil.example'>x</a>"
MARKS = "{{ 77 * 77 }} {% raw %}"
MARKDOWN = "**bold** _it_ `code` # head | a | b |"
ENTITIES = "&lt;b&gt; &amp; &#60;i&#62; <img src=x onerror=alert(3)>"
NASTY = f"{SCRIPT} {LINK} {MARKDOWN} {ENTITIES}"
"""For sentences, in which curly brackets show parameters."""
NASTIEST = f"{NASTY} {MARKS}"

HOUSE = f"""option mine/nasty on origins/totem
    title "1 {NASTIEST}"
    house "2 {NASTIEST}"

    insert after select
        ask nasty of mover "3 {NASTIEST}"

    rule nasty.move "4 {NASTY}"
        house "5 {NASTIEST}"
        action nasty
            to in land(you)
        action nasty_not instead of nasty
        for nasty
            require some to.resource

    amend rule score.volcano "6 {NASTY}"
        ruling "7 {NASTIEST}"

    rule nasty.told "8 {NASTY}"
        house "9 {NASTIEST}"
        follows nasty.move

    rule nasty.plain "21 {NASTY}"
        follows nasty.move

    remove rule totem.idle because "22 {NASTIEST}"

edition de "23 {NASTIEST}" of mine
    printing "24 {NASTIEST}"
    read from "25 {NASTIEST}"
    section first "26 {NASTIEST}"
    on mine/nasty
        states nasty.told in first "27 {NASTIEST}"
        differs on nasty.plain in first "28 {NASTIEST}"

texts sk of mine
    on mine/nasty
        title "10 {NASTIEST}"
        action nasty "11 {NASTIEST}"
        action nasty_not "12 {NASTIEST}"
        aim
            "13 {NASTY}"
        components
            "14 {NASTY}"
        ask nasty
            "15 {NASTY}"
        rule nasty.told "16 {NASTY}"
            "17 {NASTY}"
        step place.laid
            "29 {NASTY}"
        score score.totem "30 {NASTIEST}"
        field fire "31 {NASTIEST}"
        note "28 {NASTIEST}"
            "32 {NASTIEST}"

texts en of mine
    on mine/nasty
        kinds resource "18 {NASTIEST}"
            fish "19 {NASTIEST}"
        param totem_points "20 {NASTIEST}"
"""


class Reader(HTMLParser):
    """Collects tags, their attributes, and the text as it is shown."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.targets: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.targets += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "nasty.rules"
    path.write_text(HOUSE.replace("'", "\u2019"), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "sk"])
def test_what_an_author_wrote_is_printed_as_written(house: Path, language: str) -> None:
    page = standalone(sources(), str(house), 3, language)
    read = Reader(page)
    assert not read.tags & {"script", "iframe", "object", "form", "link"}
    assert {name for name in read.attributes if name.startswith("on")} == set()
    assert [each for each in read.targets if not each.startswith(("#", "data:image/svg+xml;base64,"))] == []
    shown = " ".join(read.text.split())
    sentence, note = (text.replace("'", "\u2019") for text in (NASTY, NASTIEST))
    sentences = {4, 6, 21} | ({13, 14, 15, 16, 17, 29} if language == "sk" else {8})
    notes = {2, 5, 7, 9, 22, 23, 24, 25, 26, 27}
    notes |= {10, 11, 12, 31, 32} if language == "sk" else {1, 3, 18, 19, 20, 28}
    told = dict.fromkeys(sentences, sentence) | dict.fromkeys(notes, note)
    for number, text in told.items():
        assert f"{number} {text}" in shown, number
    assert "5929" not in shown


def test_changed_rules_are_marked_and_others_told_in_the_language(tmp_path: Path) -> None:
    path = tmp_path / "far.rules"
    path.write_text(
        'option mine/far on origins/discovery\n    title "Far"\n    set reach = 5, 4, 3\n\n'
        '    amend rule lava.landing "Lava lands far"\n        house "ours"\n',
        encoding="utf-8",
    )
    page = standalone(sources(), str(path), 3, "sk")
    assert 'class="tl-rule tl-is-changed tl-is-house" id="rule-lava.landing"' in page
    assert '<span lang="" class="tl-foreign" title="slovami autora">Lava lands far</span>' in page
    assert 'class="tl-rule tl-is-changed" id="rule-lava.range"' in page
    assert 'class="tl-rule" id="rule-place.fits"' in page
    assert "Vaše územie sa aj s chyžou" in page
    assert "neoficiálna" in page


def test_a_mode_of_ones_own_is_compared_with_the_bundled_one_below(tmp_path: Path) -> None:
    path = tmp_path / "mode.rules"
    path.write_text(
        'mode mine/quick on origins/discovery\n    title "Quick"\n    house "ours"\n\n'
        "    board shrine\n        grid squares 0..2 by 0..2\n        relation near = orthogonal\n"
        "        cell spot\n            gift: flag\n\n"
        '    rule quick.bonus "Everybody scores 1"\n        score 1\n',
        encoding="utf-8",
    )
    page = standalone(bundled_sources(), str(path), 2, "cs")
    assert 'class="tl-rule tl-is-new tl-is-house" id="rule-quick.bonus"' in page
    assert page.count('<div class="tl-pictures">') > 10
    assert (
        '<h3><span lang="" class="tl-foreign" title="slovy autora">shrine</span></h3><p class="tl-board"><img' in page
    )
    assert Phrases("cs")("common.some-our-words") in page
    assert 'class="tl-rule" id="rule-lava.path"' in page


@pytest.mark.parametrize("name", ["oware.rules", "tricks.rules", "hexgrow.rules"])
def test_games_of_strangers_have_rulebooks(name: str) -> None:
    page = standalone(sources(), str(ROOT / "tests" / "strangers" / name), 2 if name != "tricks.rules" else 4, "hu")
    assert "<h1>" in page
    assert 'id="course"' in page
    assert Phrases("hu")("common.authors-words") in page
    assert Phrases("hu")("common.our-words") not in page


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "tribe.html"
    assert main(["rules", "page", "origins/tribe+centre", "--players", "3", "--language", "cs", "-o", str(target)]) == 0
    assert "origins/tribe+centre for 3 players" in capsys.readouterr().out
    page = target.read_text(encoding="utf-8")
    assert "Náčelník má mít přehled" in page
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["origins/tribe", "-o", "x.html", "--language", "de"], "pages are written in en, cs, sk, hu, pl, not in `de`"),
        (["origins/tribe"], "say where to write the page: -o FILE"),
        (["origins/tribe", "-o", "x.html", "--players", "7"], "origins/tribe is for 2, 3, 4 players, not for 7"),
        (["nothing.rules", "-o", "x.html"], "there is no file `nothing.rules`"),
        (["origins/trible", "-o", "x.html"], "no ruleset or layer is called `origins/trible`"),
        (["origins/tribe", "-o", "no/such/folder/x.html"], "cannot write no/such/folder/x.html"),
    ],
)
def test_mistakes_are_told_in_a_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "page", *words]) != 0
    found = capsys.readouterr()
    assert said in found.err + found.out
    assert "Traceback" not in found.err
