"""All pages of one language, and the files they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tilelaw_press.html import static
from tilelaw_press.page import Asset, Page, Sources
from tilelaw_press.pages import case_browser, case_page, editions_page, glossary, rule_page
from tilelaw_press.press import Press
from tilelaw_press.rulebook import game_pages, rulebook, summary

Maker: TypeAlias = Callable[[Press], Iterator[Page | Asset]]

STATIC = ("press.css", "press.js", "summary.css", "pages.css", "cases.js")
"""Style sheets and scripts, the same in every language."""


def makers() -> tuple[Maker, ...]:
    """Return everything that makes pages; the order is that in which they are made."""
    return (
        game_pages.pages,
        rulebook.pages,
        summary.pages,
        rule_page.pages,
        case_page.pages,
        case_browser.pages,
        editions_page.pages,
        glossary.pages,
    )


def site(sources: Sources, language: str) -> Iterator[Page | Asset]:
    """Yield all pages of a language and the files they need; paths are relative to the folder of the language."""
    press = Press(sources, language)
    for name in STATIC:
        yield Asset(f"static/{name}", static(name))
    seen: set[str] = set()
    for maker in makers():
        for made in maker(press):
            if isinstance(made, Asset) and made.path in seen:
                continue  # several pages show one picture
            assert made.path not in seen, f"two pages are to lie at `{made.path}`"
            seen.add(made.path)
            yield made
