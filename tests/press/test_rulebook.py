"""Pages of rulebooks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from tilelaw_press import LANGUAGES, Page, Press, Sources
from tilelaw_press.rulebook.rulebook import rulebook

MODES = [("origins/tribe", 3), ("ingenious/team", 4), ("kingdomino/classic", 2)]


class Reader(HTMLParser):
    """Collects ids, links, and whether every element is closed."""

    VOID = frozenset({"input", "br", "img", "meta", "link", "hr", "wbr"})

    def __init__(self, body: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page(sources: Sources, name: str, players: int, language: str) -> Page:
    press = Press(sources, language)
    return rulebook(press, press.shelf.modes[name], players)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_page_is_whole(sources: Sources, name: str, players: int, language: str) -> None:
    made = page(sources, name, players, language)
    read = Reader(made.body)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))
    assert {heading.id for heading in made.headings} <= set(read.ids)
    inner = [link[1:] for link in read.links if link.startswith("#")]
    assert set(inner) <= set(read.ids)
    assert "{" not in re.sub(r"<pre.*?</pre>", "", made.body, flags=re.S)


def test_it_says_what_it_is_in_its_language(sources: Sources) -> None:
    made = page(sources, "origins/tribe", 3, "cs")
    for words in ("neoficiální", "rodilý mluvčí", "MINDOK", "Nesouhlasíte-li", "vlastní"):
        assert words in made.body
    assert "pro 3 hráče" in made.title


def test_options_are_folded_in(sources: Sources) -> None:
    body = page(sources, "origins/tribe", 3, "en").body
    assert 'data-rule="bonus.centre" data-with="centre" hidden' in body
    assert 'data-without="ruling-recruit-last-round"' in body
    assert 'value="ruling-recruit-last-round"' in body
    classic = page(sources, "kingdomino/classic", 2, "en").body
    assert 'value="ruling-even-sides" autocomplete="off" data-needs="middle-kingdom"' in classic


def test_what_differs_from_the_base_mode_is_marked(sources: Sources) -> None:
    body = page(sources, "origins/tribe", 3, "en").body
    assert 'class="tl-rule tl-is-new" id="rule-score.hunter"' in body
    assert 'class="tl-rule tl-is-changed" id="rule-lava.landing"' in body
    assert 'class="tl-rule" id="rule-place.fits"' in body


def test_the_repository_is_named_if_there_is_one(sources: Sources) -> None:
    from dataclasses import replace

    with_one = replace(sources, repository="https://example.org/rules")
    assert 'href="https://example.org/rules"' in page(with_one, "origins/tribe", 3, "en").body
    assert "https://" not in page(sources, "origins/tribe", 3, "en").body


PROGRAM = """
from tilelaw.pages import bundled_sources
from tilelaw_press import Press
from tilelaw_press.rulebook.rulebook import rulebook
press = Press(bundled_sources(), "pl")
print(rulebook(press, press.shelf.modes["origins/totem"], 2).body)
"""


@pytest.mark.long
def test_a_page_is_the_same_under_every_hash_seed(sources: Sources) -> None:
    """That made here, under whatever seed this process has, and that of another process."""
    environment = os.environ | {"PYTHONHASHSEED": "1", "PYTHONIOENCODING": "utf-8"}
    words = [sys.executable, "-c", PROGRAM]
    told = subprocess.run(words, env=environment, capture_output=True, encoding="utf-8", check=True)
    assert told.stdout == page(sources, "origins/totem", 2, "pl").body + "\n"
