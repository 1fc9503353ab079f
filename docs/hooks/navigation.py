"""The navigation: what readers of rules need, made from the pages there are, and what engine authors need, by hand.

Languages other than English have the same five entries; those whose pages are in English lead there and say so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page as SitePage

from press_pages import source_path
from tilelaw_press import LANGUAGES, Page
from wording import across, language, word

ENGLISH = ("check", "invent", "reference", "decisions")
"""The entries after the rules, in the order in which `mkdocs.yml` has them."""
OF_A_GAME = {"overview": "rules", "components": "components", "rulings": "rulings", "editions": "editions"}
"""What the navigation shows of a game: its label, and the folder where the page stands."""


def navigation(pages: Iterable[Page], by_hand: list[Any]) -> list[Any]:
    """Return the navigation of a language; `by_hand` is what the configuration has for the English pages."""
    there = {page.path: page for page in pages}
    rules: list[Any] = []
    for game, page in _games(there).items():
        places = {label: f"{place}/{game}.html" for label, place in OF_A_GAME.items()}
        rules.append({escape(page.title): [{word(k): source_path(p)} for k, p in places.items() if p in there]})
    rules += [{word(key): f"{key}.md"} for key in ("cases", "glossary") if f"{key}.html" in there]
    entries: list[Any] = [{word("home"): "index.md"}]
    if rules:
        entries.append({word("rules"): rules})
    if language() == LANGUAGES[0]:
        entries += [{word(key): pages_ for pages_ in entry.values()} for key, entry in _named(by_hand).items()]
    return entries


def games(pages: Iterable[Page]) -> str:
    """Return the games there are as a list in Markdown that leads to their pages."""
    found = _games({page.path: page for page in pages})
    return "\n".join(f"- [{escape(page.title)}]({source_path(page.path)})" for page in found.values())


def link_english(nav: Navigation, by_hand: list[Any]) -> None:
    """Add links to the English pages to the navigation of another language."""
    for key, entry in _named(by_hand).items():
        first = _first(entry)
        title = f"{word(key)} ({word('in_english')})"
        nav.items.append(Link(title, across(LANGUAGES[0]) + first.removesuffix(".md") + ".html"))


def place(page: SitePage, nav: Navigation) -> None:
    """Say to the theme where a page belongs that the navigation does not list."""
    rules = next((one for one in nav.items if isinstance(one, Section) and one.title == word("rules")), None)
    found = re.match(r"(?:rules|r)/([^/]+)/", page.url)
    if rules is not None and not page.is_homepage and re.match(r"(rules|r|c|frame)/", page.url):
        page.parent = rules
        for section in rules.children:
            if isinstance(section, Section) and found:
                urls = [getattr(one, "url", "") for one in section.children]
                if f"rules/{found[1]}.html" in urls:
                    page.parent = section


def _games(there: Mapping[str, Page]) -> dict[str, Page]:
    """Return the pages of games by their names; the one with the most rulebooks comes first."""
    rulebooks = Counter(path.split("/")[1] for path in there if path.startswith("rules/") and path.count("/") == 2)
    found = {name[1]: page for path, page in there.items() if (name := re.fullmatch(r"rules/([^/]+)\.html", path))}
    return dict(sorted(found.items(), key=lambda item: -rulebooks[item[0]]))


def _named(by_hand: list[Any]) -> Mapping[str, dict[str, Any]]:
    return dict(zip(ENGLISH, by_hand, strict=True))


def _first(entry: object) -> str:
    while not isinstance(entry, str):
        entry = next(iter(entry.values())) if isinstance(entry, dict) else entry[0]  # type: ignore[index]  # YAML
    return entry
