"""The hooks of mkdocs: one language of the site is built, from pages by hand and from pages of the press.

Without more being said, English is built, with all pages for authors of engines and rules. `TILELAW_LANGUAGE` names
another language; `build_site.py` builds all of them and puts them together.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as SitePage

import case_counts
import diagnostic_pages
import link_check
import navigation
import press_pages
import press_sources
import schema_pages
from tilelaw_press import LANGUAGES, Asset, Page, addresses
from wording import across, is_whole, language, synonyms, word

BY_THEMSELVES = frozenset({"static/summary.css"})
"""Style sheets of pages that stand in no frame: they style every element, and would style those of the theme too."""

GAMES = "<!-- games -->"
"""Where the landing page lists the games."""
GLOSSARY = "glossary.html"
UNSTEMMED = ("cs", "sk")
"""Languages for which the theme would take English endings off words."""
log = logging.getLogger("mkdocs.hooks.tilelaw")


@lru_cache(maxsize=1)  # one process may build several languages
def made(tongue: str) -> tuple[Page | Asset, ...]:
    """Return everything that the press makes for a language."""
    return tuple(press_sources.everything(tongue))


@lru_cache(maxsize=1)
def for_authors(tongue: str) -> tuple[Page | Asset, ...]:
    """Return what is made for authors of engines and rules, in English only."""
    return tuple(schema_pages.everything()) if tongue == LANGUAGES[0] else ()


@event_priority(100)  # the search asks for the language of the theme
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set what depends on the language, and the addresses if there are any."""
    tongue = language()
    config.theme["language"] = tongue
    if tongue in UNSTEMMED:
        config.plugins["material/search"].config.pipeline = []
    config.site_description = word("description")
    config.copyright = word("footer")
    config.site_url = addresses().page(across(tongue, LANGUAGES[0]))
    if addresses().repository:
        config.copyright += f' <a href="{escape(addresses().repository)}">{word("repository")}</a>.'
    for option, key in zip(config.theme["palette"], ("dark", "light"), strict=True):
        option["toggle"]["name"] = word(key)
    config.extra["by_hand"] = config.nav
    config.extra["alternate"] = is_whole()  # no list: the theme cannot lead to the same page of another language
    config.nav = navigation.navigation(_pages(), config.nav or [])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Take the pages of the language that is built, and add what is made."""
    for file in list(files):
        if file.src_uri.startswith("landing/") or (language() != LANGUAGES[0] and file.is_documentation_page()):
            files.remove(file)
    if language() == LANGUAGES[0]:
        diagnostic_pages.split(files, config)
    else:
        text = Path(config.docs_dir, "landing", f"{language()}.md").read_text(encoding="utf-8")
        files.append(File.generated(config, "index.md", content=text))
    for fault in press_sources.faults(language()):
        log.warning(fault)
    for file in press_pages.files(config, made(language()) + for_authors(language())):
        files.append(file)
    for file in press_pages.frames(config, _lean()):
        files.append(file)
    for one in made(language()):
        if isinstance(one, Asset) and one.path.endswith(".css") and one.path not in BY_THEMSELVES:
            config.extra_css.append(one.path)
        elif isinstance(one, Asset) and one.path.endswith(".js"):
            config.extra_javascript.append(one.path)
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Lead to the English pages, and say where pages belong that the navigation does not list."""
    if language() != LANGUAGES[0] and is_whole():
        navigation.link_english(nav, config.extra["by_hand"])
    for file in files.documentation_pages():
        if file.page is not None and file.page.parent is None:
            navigation.place(file.page, nav)
    return nav


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in what is counted, and the games there are."""
    return case_counts.filled(markdown).replace(GAMES, navigation.games(_pages()))


def on_page_content(html: str, page: SitePage, **_: Any) -> str:
    """Put the body that the press has made into its page."""
    path = page.file.dest_uri
    if path.startswith("frame"):
        return press_pages.BODY
    found = _by_path(language()).get(path)
    if found is None:
        return html
    page.toc = press_pages.contents(found.headings)
    return found.body


def on_page_context(context: dict[str, Any], page: SitePage, **_: Any) -> dict[str, Any]:
    """Say where the page stands in other languages: at the same path, or else at their landing page."""
    path = page.file.dest_uri
    by_press = path in _by_path(language()) and all(one.path != path for one in for_authors(language()))
    is_everywhere = by_press or path == "index.html" or path.startswith("frame")
    page.meta["only_english"] = not is_everywhere
    top = "../" * path.count("/")
    context["languages"] = [
        {
            "lang": one,
            "name": word("language", one),
            "link": top + across(one) + (path if is_everywhere or one == language() else "index.html"),
            "is_same_page": is_everywhere or one == language(),
        }
        for one in LANGUAGES
        if is_whole()
    ]
    return context


def on_post_page(output: str, **_: Any) -> str:
    """Name what the theme leaves without a name."""
    dialog = 'data-md-component="search" role="dialog"'
    output = output.replace(dialog, f'{dialog} aria-label="{word("search")}"')
    return re.sub(r'(<nav class="md-path" aria-label=")[^"]*', rf"\1{word('path')}", output)


@event_priority(-50)  # after the index of the search is written, and before it is made to work from a disk
def on_post_build(config: MkDocsConfig) -> None:
    """Write lean pages, and look whether every link leads somewhere."""
    site = Path(config.site_dir)
    press_pages.fill_frames(site, _lean())
    glossary = next((one.path for one in _pages() if one.path == GLOSSARY), "index.html")
    press_pages.add_to_search(site / "search" / "search_index.json", _lean(), synonyms(), glossary)
    if not config.site_url:
        for name in ("sitemap.xml", "sitemap.xml.gz"):
            (site / name).unlink(missing_ok=True)
    if not is_whole():  # or else this is done when all languages are together
        for fault in link_check.shortened(link_check.broken(site, beyond=language() != LANGUAGES[0])):
            log.warning(fault)


def _pages() -> list[Page]:
    return [one for one in made(language()) if isinstance(one, Page)]


def _lean() -> list[Page]:
    return [one for one in _pages() if one.is_lean]


@lru_cache(maxsize=1)
def _by_path(tongue: str) -> dict[str, Page]:
    found: dict[str, Page] = {}
    for one in made(tongue) + for_authors(tongue):
        if not isinstance(one, Page):
            continue
        if one.path in found:
            raise BuildError(f"the press makes {one.path} twice")
        found[one.path] = one
    return found
