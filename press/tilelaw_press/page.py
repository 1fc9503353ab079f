"""What the press hands out, pages and assets, and what it is handed.

Paths are those of the site, relative to the folder of one language: `rules/origins/tribe-3.html`. Pages link to each
other by such paths, made relative with `link`, so the site works from a disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from posixpath import dirname, relpath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilelaw_conformance import Case
    from tilelaw_play import Ruleset

LANGUAGES = ("en", "cs", "sk", "hu", "pl")
"""The languages of the site; the first one stands at its top, the others each in a folder."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, for its table of contents."""

    level: int
    id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its body is HTML in which every text of an author has been escaped."""

    path: str
    title: str
    body: str
    headings: tuple[Heading, ...] = ()
    within: tuple[tuple[str, str], ...] = ()
    """Where it stands: titles and paths, from the outside in."""
    is_searched: bool = True
    is_lean: bool = False
    """One of very many: it is put into the frame of another page instead of being built by itself."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages need: a picture, or data."""

    path: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sources:
    """What pages are made from. Typed rules are kept as long as the same sources are used again."""

    ruleset: Callable[[str], Ruleset]
    """By its name, or the path of a rules file."""
    manifest: Callable[[str, int], Mapping[str, Any]]
    look: Callable[[str, int], Mapping[str, Any]]
    cases: tuple[Case, ...]
    repository: str = ""
    """The address at which rulings are contested; what needs one is left out when it is empty."""


def link(origin: str, target: str) -> str:
    """Return the address of one path of the site as seen from another; what follows a `#` or `?` stays."""
    cut = min((at for mark in "#?" if (at := target.find(mark)) >= 0), default=len(target))
    path, rest = target[:cut], target[cut:]
    return (relpath(path, dirname(origin) or ".") if path else "") + rest
