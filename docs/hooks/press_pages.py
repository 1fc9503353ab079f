"""Pages of the press become files of mkdocs; very many of them are put into the frame of one that the theme has built.

A body is HTML and goes into the page as it is, never through Markdown. The table of contents comes from the headings
that the press names.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from html import escape, unescape
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.toc import AnchorLink, TableOfContents

from tilelaw_press import Asset, Heading, Page, link

TITLE = "tilelaw-title-of-the-page"
BODY = "<!-- tilelaw: body, with its <h1 -->"
"""Where title and body go in a frame; the theme adds no heading to what mentions one."""


def files(config: MkDocsConfig, made: Iterable[Page | Asset]) -> Iterator[File]:
    """Yield the files of mkdocs for pages that are built one by one, and for assets."""
    for one in made:
        match one:
            case Asset():
                yield File.generated(config, one.path, content=one.content)
            case Page() if not one.is_lean:
                yield _file(config, one.path, one.title, is_searched=one.is_searched)


def frames(config: MkDocsConfig, lean: Iterable[Page]) -> Iterator[File]:
    """Yield a page that is only a frame for each depth at which lean pages stand: links depend on it."""
    for depth in sorted({one.path.count("/") for one in lean}):
        yield _file(config, frame_path(depth), TITLE, is_searched=False)


def frame_path(depth: int) -> str:
    """Return where the frame for a depth is built."""
    return "frame/" * depth + "frame.html"


def source_path(path: str) -> str:
    """Return the path under which mkdocs knows a page of the press."""
    return path.removesuffix(".html") + ".md"


def contents(headings: Iterable[Heading]) -> TableOfContents:
    """Return headings as mkdocs wants them, nested by their levels."""
    tops: list[AnchorLink] = []
    open_: list[AnchorLink] = []
    for heading in headings:
        made = AnchorLink(escape(heading.title), heading.id, heading.level)
        while open_ and open_[-1].level >= heading.level:
            open_.pop()
        (open_[-1].children if open_ else tops).append(made)
        open_.append(made)
    return TableOfContents(tops)


def fill_frames(folder: Path, lean: Iterable[Page]) -> list[str]:
    """Write lean pages with the frames that stand in a built site, remove the frames, and return the paths written."""
    built: dict[int, str] = {}
    written = []
    for page in lean:
        depth = page.path.count("/")
        if depth not in built:
            frame = (folder / frame_path(depth)).read_text(encoding="utf-8")
            built[depth] = re.sub(r"\n\s+", "\n", frame)  # the theme indents, and nothing in a frame is kept as written
        title = escape(page.title)
        body = page.body if "<h1" in page.body else f"<h1>{title}</h1>\n{page.body}"
        # The body last: what authors wrote is never searched for marks.
        text = built[depth].replace(frame_path(depth), page.path).replace(TITLE, title)
        before, mark, after = text.partition(BODY)
        assert mark, "the theme has put the body of a frame into it"
        before = _placed(before, page)
        target = folder / page.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(before + body + after, encoding="utf-8")
        written.append(page.path)
    for depth in built:
        (folder / frame_path(depth)).unlink()
    shutil.rmtree(folder / "frame", ignore_errors=True)
    return written


def _placed(frame: str, page: Page) -> str:
    """Return what stands before a body; the path that the theme shows goes on to the places of the page."""
    steps = "".join(
        f'<li class="md-path__item">\n<a href="{escape(link(page.path, target))}" class="md-path__link">\n'
        f'<span class="md-ellipsis">\n{escape(title)}\n</span>\n</a>\n</li>\n'
        for title, target in page.within
    )
    start = frame.rfind('<ol class="md-path__list">')
    end = frame.find("</ol>", start)
    return frame[:end] + steps + frame[end:] if start >= 0 else frame


def add_to_search(index: Path, lean: Iterable[Page], synonyms: Mapping[str, str], glossary: str) -> None:
    """Add lean pages that are to be found, and other words for what the glossary has, to the index of the search."""
    entries = [
        {"location": page.path, "title": escape(page.title), "text": escape(_text_of(page.body), quote=False)}
        for page in lean
        if page.is_searched
    ]
    entries += [{"location": glossary, "title": f"{one} → {other}", "text": ""} for one, other in synonyms.items()]
    data = json.loads(index.read_text(encoding="utf-8"))
    data["docs"] += entries
    index.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")


def _file(config: MkDocsConfig, path: str, title: str, *, is_searched: bool) -> File:
    # The theme writes titles as they are, so what they contain is escaped here; JSON is YAML that quotes itself.
    meta = {"title": escape(title), "search": {"exclude": not is_searched}}
    return File.generated(config, source_path(path), content=f"---\n{json.dumps(meta)}\n---\n")


def _text_of(body: str) -> str:
    """Return what a body says, without pictures, scripts and tags."""
    body = re.sub(r"<(svg|script|style|pre)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())
