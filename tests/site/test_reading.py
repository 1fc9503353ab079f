"""What readers do: choose options, change the language, search, filter cases, print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_browser import Browser
from site_kinds import CASES, LANGUAGES, RULE, RULEBOOK, SUMMARY

FOUND = {"en": "Tribe", "cs": "mamut", "sk": "sopka", "hu": "vulkán", "pl": "wulkan"}
"""A word of each language that the search has to find."""
SHOWN = "document.querySelectorAll('.tl-shows-differences').length"
CHOOSE = """
    const field = document.querySelector(`.tl-filters [name=${arguments[0]}]`);
    const offered = (one) => one.value === arguments[1] && !one.disabled && !one.parentNode.disabled;
    [...field.options].find(offered).selected = true;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, {bubbles: true}));
"""
LISTED = "[...document.querySelectorAll('main a[href^=\"c/\"]')].filter((one) => one.offsetParent).length"


@pytest.mark.parametrize("folder", LANGUAGES.values(), ids=LANGUAGES)
def test_the_chooser_changes_sentences_and_the_address(browser: Browser, server: str, folder: str) -> None:
    browser.look()
    browser.open(f"{server}/{folder}{RULEBOOK}")
    before = browser.run("return document.querySelector('article').innerText")
    assert "?" not in browser.address()
    browser.run("document.querySelector('input[name=with][value=centre]').click()")
    browser.wait("location.search === '?with=centre'")
    after = browser.run("return document.querySelector('article').innerText")
    assert len(after) > len(before)
    browser.open(browser.address())
    assert browser.run("return document.querySelector('input[name=with][value=centre]').checked")
    assert browser.run("return document.querySelector('article').innerText") == after


def test_what_differs_from_the_base_mode_can_be_shown(browser: Browser, server: str) -> None:
    browser.open(f"{server}/{RULEBOOK}")
    assert browser.run(f"return {SHOWN}") == 0
    browser.run("document.querySelector('[data-press=differences]').click()")
    assert browser.run(f"return {SHOWN}") > 0


@pytest.mark.parametrize("path", [RULE, f"{RULEBOOK}?with=centre#rule-place.fits"], ids=["rule", "rulebook"])
def test_the_switch_of_languages_stays_on_the_rule(browser: Browser, server: str, path: str) -> None:
    browser.look()
    browser.open(f"{server}/{path}")
    for language, folder in [("hu", "hu/"), ("pl", "pl/"), ("en", "")]:
        browser.run("document.querySelector(`a.md-select__link[hreflang=${arguments[0]}]`).click()", language)
        browser.wait("document.documentElement.lang === arguments[0]", language)
        assert browser.address() == f"{server}/{folder}{path}"


@pytest.mark.parametrize("language", FOUND)
@pytest.mark.parametrize("is_served", [True, False], ids=["served", "disk"])
def test_the_search_finds_a_word_of_the_language(
    browser: Browser, server: str, site: Path, language: str, is_served: bool
) -> None:
    browser.look()
    path = f"{LANGUAGES[language]}index.html"
    browser.open(f"{server}/{path}" if is_served else (site / path).as_uri())
    browser.run("document.querySelector('label[for=__search].md-header__button, input.md-search__input').click()")
    browser.run("document.querySelector('#__search').checked = true")
    browser.run("document.querySelector('input.md-search__input').focus()")
    browser.type("input.md-search__input", FOUND[language])
    browser.wait("document.querySelector('.md-search-result__link') !== null", seconds=60)
    assert browser.errors("SEVERE") == []


def test_cases_are_filtered(browser: Browser, server: str) -> None:
    browser.look()
    browser.open(f"{server}/{CASES}")
    shown = browser.wait(LISTED)
    assert shown > 500
    for field, value in [("game", "origins"), ("basis", "stated"), ("rule", "place.fits")]:
        browser.run(CHOOSE, field, value)
        browser.wait("new URLSearchParams(location.search).get(arguments[0]) === arguments[1]", field, value)
        before, shown = shown, browser.run(f"return {LISTED}")
        assert 0 < shown < before
    browser.open(browser.address())
    assert browser.wait(LISTED) == shown


@pytest.mark.parametrize("folder", LANGUAGES.values(), ids=LANGUAGES)
def test_the_summary_is_one_page_of_paper(browser: Browser, server: str, folder: str) -> None:
    browser.open(f"{server}/{folder}{SUMMARY}")
    assert _sheets(browser.pdf()) == 1


def test_a_rulebook_is_printed_without_what_is_around_it(browser: Browser, server: str) -> None:
    browser.open(f"{server}/{RULEBOOK}")
    assert 2 <= _sheets(browser.pdf()) <= 20


def _sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
