"""Pages of rules and cases, editions, rulings and words: there is one for each, and every link leads somewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from html import unescape
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

import pytest

from thorough import IS_THOROUGH, so_many
from tilelaw.background import board_reader
from tilelaw_conformance import KINDS, Basis, Case
from tilelaw_conformance.cases.corpus import read_cases
from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl.syntax import NOT_ASKED, NOT_ASKED_REASON
from tilelaw_play import load, names
from tilelaw_press import LANGUAGES, Asset, Page, Phrases, Press, Shelf, Sources
from tilelaw_press.pages import case_browser, case_page, editions_page, glossary, rule_page
from tilelaw_press.pages.corpus import exported, yaml_of
from tilelaw_press.rulebook import rulebook
from tilelaw_press.shelf import shelf_of
from tilelaw_press.whole_site import STATIC

MAKERS = (rule_page, case_page, case_browser, editions_page, glossary)
LINK = re.compile(r'\s(?:href|src)="([^"]*)"')
ID = re.compile(r'\sid="([^"]*)"')


ONE_OF = so_many(6, 1)
"""Of so many cases the page of one is made; the build of the docs makes all of them, and follows their links."""


@pytest.fixture(scope="module")
def cases(sources: Sources) -> tuple[Case, ...]:
    return sources.cases[::ONE_OF]


@pytest.fixture(scope="module")
def made(sources: Sources, cases: tuple[Case, ...]) -> dict[str, Page | Asset]:
    press = Press(replace(sources, cases=cases), "hu", shelf_of(sources))
    return {one.path: one for maker in MAKERS for one in maker.pages(press)}


def test_every_rule_has_a_page(made: dict[str, Page | Asset]) -> None:
    wanted = set()
    for name in names(all=True):
        ruleset = load(name)
        for players in ruleset.counts:
            wanted |= {f"r/{name.split('/')[0]}/{rule.id}.html" for rule in ruleset.game(players).rules}
    assert wanted == {path for path in made if path.startswith("r/")}


def test_every_case_has_a_page(cases: tuple[Case, ...], made: dict[str, Page | Asset]) -> None:
    assert {f"c/{case.id}.html" for case in cases} == {path for path in made if path.startswith("c/")}


def test_every_game_has_its_editions_and_rulings(made: dict[str, Page | Asset]) -> None:
    games = {name.split("/")[0] for name in names()}
    assert {f"{place}/{game}.html" for place in ("editions", "rulings") for game in games} <= made.keys()


@pytest.mark.long
def test_links_lead_somewhere(sources: Sources, made: dict[str, Page | Asset]) -> None:
    others = {one.path: one for one in rulebook.pages(Press(sources, "en"))}
    there = {**others, **made}
    anchors = {path: set(ID.findall(one.body)) for path, one in there.items() if isinstance(one, Page)}
    known = there.keys() | {f"static/{name}" for name in STATIC}
    if not IS_THOROUGH:  # then only some cases have their pages made here
        known |= {f"c/{case.id}.html" for case in sources.cases}
    broken = []
    for page in (one for one in made.values() if isinstance(one, Page)):
        for found in set(LINK.findall(page.body)):
            parts = urlsplit(unescape(found))
            target = normpath(join(dirname(page.path), parts.path)) if parts.path else page.path
            if target not in known or (parts.fragment and parts.fragment not in anchors[target]):
                broken.append(f"{page.path}: {found}")
    assert broken == []


def test_the_rule_of_every_game_has_its_reason_in_the_language(made: dict[str, Page | Asset]) -> None:
    page = made[f"r/origins/{NOT_ASKED}.html"]
    assert isinstance(page, Page)
    assert Phrases("hu")("rule.not-asked") in page.body
    assert NOT_ASKED_REASON not in page.body


def test_ids_are_there_once(made: dict[str, Page | Asset]) -> None:
    twice = {}
    for path, one in made.items():
        ids = ID.findall(one.body) if isinstance(one, Page) else []
        if len(ids) != len(set(ids)):
            twice[path] = ids
    assert twice == {}


def test_pictures_have_words_for_those_who_do_not_see_them(made: dict[str, Page | Asset]) -> None:
    images = [tag for one in made.values() if isinstance(one, Page) for tag in re.findall(r"<img [^>]*>", one.body)]
    assert len(images) > 250
    assert [tag for tag in images if not re.search(r'alt="[^"]{5,}"', tag)] == []


def test_a_rule_tells_everything_about_itself(made: dict[str, Page | Asset]) -> None:
    page = made["r/origins/lava.token.html"]
    assert isinstance(page, Page)
    for wanted in (
        "?with=edition-hu#rule-lava.token",
        'class="highlight tl-code"',
        "cases.html?game=origins&amp;rule=",
    ):
        assert wanted in page.body
    assert page.body.index("tl-sentence") < page.body.index("tl-callout") < page.body.index("tl-code")


def test_a_removed_rule_says_why(sources: Sources) -> None:
    pages = {one.path: one for one in rule_page.pages(Press(sources, "en")) if isinstance(one, Page)}
    assert "It does not hold: read as: every turn ends" in pages["r/origins/recruit.not-last.html"].body


def test_rules_of_options_say_so(made: dict[str, Page | Asset]) -> None:
    page = made["r/origins/herd.move.html"]
    assert isinstance(page, Page)
    assert 'class="tl-note"' in page.body
    assert "?with=house/herding" in page.body


def test_cases_are_files_of_their_own(sources: Sources) -> None:
    for case in sources.cases[::40]:
        read = read_cases(yaml_of(case), case.file, board_reader)
        assert [(one.id, one.digest) for one in read.cases if one.id == case.id] == [(case.id, _written(case))]
        assert len(read.cases) == 1


def _written(case: Case) -> str:
    """Return the digest of a case without what was worked out about it later."""
    return replace(case, near=None).digest


def test_json_is_as_exported(sources: Sources) -> None:
    shelf = Shelf(sources)
    case = next(case for case in sources.cases if case.id == "origins/place/rejects-overlap")
    data = json.loads(exported(shelf).of(case))
    assert data["position"]["state"]["row"] == [{"tile": 7, "by": 0}]
    assert len(data["position"]["history"]["answers"]) == 20
    assert data["then"] == {"legal": False, "refused_by": ["place.empty"], "only": True}


def test_data_of_the_browser(sources: Sources) -> None:
    made = {one.path: one for one in case_browser.pages(Press(sources, LANGUAGES[0]))}
    data = made["cases.json"]
    assert isinstance(data, Asset)
    assert len(json.loads(data.content)) == len(sources.cases)


def test_closed_lists_have_phrases() -> None:
    phrases = Phrases("en").all.keys()
    assert {f"label.{kind}" for kind in ir.LabelKind} <= phrases
    assert {f"kind.{kind}" for kind in KINDS} <= phrases
    assert {f"basis.{basis}" for basis in Basis} <= phrases
    assert {f"editions.{standing}" for standing in (*ir.Standing, "silent", "ruling")} <= phrases


# ---- what authors wrote

EVIL = "<script>alert(1)</script> {{ 7 * 7 }} [x](javascript:y) &amp; 'q'"
HOSTILE = f"""
mode bad/game
    title "{EVIL}"
    players 2
    kinds stone: white
    zone bag: pile of stone, starts with 1 of each
    flow
        ask take of first(players) "{EVIL}"
    rule take.it "{EVIL}"
        ruling "{EVIL}"
        action take
        for take
            end
    rule rank.all "{EVIL}"
        house "{EVIL}"
        rank shared

option bad/more on bad/game
    title "{EVIL}"
    remove rule rank.all because "{EVIL}"
    rule rank.other "{EVIL}"
        house "{EVIL}"
        rank shared

edition xx "{EVIL}" of bad
    printing "{EVIL}"
    read from "{EVIL}"
    section s "{EVIL}"
    on bad/game
        states take.it in s "{EVIL}"

texts cs of bad
    on bad/game
        title "{EVIL}"
        kinds stone "{EVIL}"
            white "{EVIL}"
        rule take.it "{EVIL}"
            "{EVIL}"
""".replace("{{ 7 * 7 }}", "(7 * 7)")


def test_nothing_that_authors_wrote_is_read_as_html() -> None:
    book = Rulebook.of_texts({"bad.rules": HOSTILE})
    assert [item.message for item in book.report.items] == []
    hostile = Sources(
        ruleset=lambda name: load(name, book),
        manifest=lambda name, players: load(name, book).manifest(players),
        look=lambda _name, _players: {},
        cases=(),
    )
    press = Press(hostile, "cs", Shelf(hostile, book))
    bodies = [one.body for maker in (rule_page, editions_page, glossary) for one in maker.pages(press)]
    assert len(bodies) > 5
    for body in bodies:
        assert "<script>" not in body
        assert "&lt;script&gt;alert(1)" in body
        assert 'href="javascript' not in body


PROGRAM = """
import hashlib, sys
from dataclasses import replace
from itertools import islice
from tilelaw.pages import bundled_sources
from tilelaw_press import Press
from tilelaw_press.shelf import shelf_of
from tilelaw_press.pages import case_browser, case_page, editions_page, glossary, rule_page
sources = bundled_sources()
press = Press(replace(sources, cases=sources.cases[::int(sys.argv[2])]), "hu", shelf_of(sources))
for maker in (rule_page, case_page, case_browser, editions_page, glossary):
    for one in islice(maker.pages(press), int(sys.argv[1])):
        text = getattr(one, "body", None) or one.content
        print(one.path, hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.long
def test_pages_are_the_same_under_every_hash_seed(made: dict[str, Page | Asset]) -> None:
    """Those made here, under whatever seed this process has, and those of another process."""
    words = [sys.executable, "-c", PROGRAM, str(so_many(20, 2000)), str(ONE_OF)]
    told = subprocess.run(words, env=os.environ | {"PYTHONHASHSEED": "1"}, capture_output=True, text=True, check=True)
    others = dict(line.split(" ") for line in told.stdout.splitlines())
    assert len(others) > 40
    here = {path: one.body if isinstance(one, Page) else one.content for path, one in made.items() if path in others}
    assert {path: sha256(text.encode()).hexdigest() for path, text in here.items()} == others
