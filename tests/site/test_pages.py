"""Every kind of page in a browser: it loads without complaint, asks nobody else, and fits a phone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from site_browser import DESKTOP, PHONE, Browser
from site_kinds import ENGLISH, KINDS, LANGUAGES

PAGES = [folder + path for folder in LANGUAGES.values() for path in KINDS] + ENGLISH


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_without_complaint_and_fits_a_phone(browser: Browser, server: str, path: str) -> None:
    browser.look(PHONE)
    browser.open(f"{server}/{path}")
    browser.wait("document.readyState === 'complete'")
    assert browser.errors() == []
    assert [one for one in browser.requests() if not one.startswith((server, "data:", "blob:"))] == []
    assert _too_wide(browser) == []
    browser.look(DESKTOP)
    assert _too_wide(browser) == []


def _too_wide(browser: Browser) -> list[str]:
    """Return what makes the page wider than the window, once it has settled; what scrolls by itself does not."""
    script = """
        const width = document.documentElement.clientWidth;
        if (document.scrollingElement.scrollWidth <= width) return [];
        return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > width + 1)
            .map((one) => one.tagName + "." + one.className).slice(0, 5).concat(["the page"]);
    """
    found: list[str] = []
    for _ in range(10):
        if not (found := browser.run(script)):
            break
        time.sleep(0.2)
    return found


@pytest.mark.parametrize("path", ["index.html", "cs/rules/origins/tribe-3.html"])
def test_a_page_works_from_a_disk(browser: Browser, site: Path, path: str) -> None:
    browser.look()
    browser.open((site / path).as_uri())
    browser.wait("document.readyState === 'complete'")
    assert browser.errors() == []
    assert {one.partition(":")[0] for one in browser.requests()} <= {"file", "data", "blob", "about"}
