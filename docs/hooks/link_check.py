"""Finds links of built pages that lead nowhere: files that are missing, and anchors that their page does not have.

mkdocs checks what is Markdown. This looks at what was built, so it sees the pages of the press and the theme's own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import unescape
from os.path import normpath
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote, urlsplit

Words: TypeAlias = tuple[frozenset[str], frozenset[str]]

MISSING = "404.html"
"""The page for missing addresses."""

_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_LINK = re.compile(r"""\s(?:href|src|data)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ID = re.compile(r"""\s(?:id|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def broken(site: Path, *, beyond: bool = False) -> Iterator[str]:
    """Yield a line for each link of the pages under `site` that leads nowhere.

    `beyond` says that links may leave the folder, because other languages are not there.
    """
    top = Path(normpath(site))
    read = cache(_read)
    known: dict[tuple[Path, str], str] = {}
    for page in sorted(top.rglob("*.html")):
        for link in sorted(read(page)[0]):
            # Most links are in the frame of every page: within a folder they lead to the same place.
            key = (page if link.startswith("#") or page.name == MISSING else page.parent, link)
            if key not in known:
                known[key] = _fault(top, page, link, beyond, read)
            if known[key]:
                yield f"{page.relative_to(top).as_posix()}: {known[key]}"


def links_of(page: Path) -> frozenset[str]:
    """Return all addresses that a page names."""
    return _read(page)[0]


def shortened(faults: Iterable[str], most: int = 30) -> list[str]:
    """Return the first of some faults, and how many more there are: one mistake of a frame is on every page."""
    found = list(faults)
    return found[:most] + ([f"… and {len(found) - most} more links"] if len(found) > most else [])


def outside(links: Iterable[str]) -> list[str]:
    """Return those of some addresses that lead to other hosts."""
    return [link for link in links if urlsplit(link).scheme in ("http", "https") or link.startswith("//")]


def _fault(top: Path, page: Path, link: str, beyond: bool, read: Callable[[Path], Words]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    if parts.path.startswith("/"):
        # Only the page for missing addresses may: it does not know how deep it stands.
        return "" if page.name == MISSING else f"`{link}` begins at the host, which is not where the site is"
    target = Path(normpath(page.parent / unquote(parts.path))) if parts.path else page
    if not target.is_relative_to(top):
        return "" if beyond else f"`{link}` leads out of the site"
    if target.is_dir():
        return f"`{link}` leads to a folder"
    if not target.is_file():
        return f"`{link}` leads to no file"
    anchor = unquote(parts.fragment)
    if anchor and target.suffix == ".html" and anchor not in read(target)[1]:
        return f"`{link}` leads to no place of that page"
    return ""


def _read(page: Path) -> Words:
    """Return the addresses that a page names, and its own anchors."""
    links, anchors = set(), set()
    for tag in _TAG.findall(page.read_text(encoding="utf-8")):
        links |= {unescape(one) for found in _LINK.findall(tag) if (one := "".join(found))}
        anchors |= {unescape(one) for found in _ID.findall(tag) if (one := "".join(found))}
    return frozenset(links), frozenset(anchors)


def main() -> int:
    """Print what is broken under a folder, and say so by the exit status."""
    faults = shortened(broken(Path(sys.argv[1])))
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
