"""Texts as HTML: whatever they hold, they are shown as they were written and obeyed by nothing.

Programs may say anything. Marks of HTML are escaped; what cannot be seen, or turns the direction in which a line is
read, is written as an escape (`\\u202e`); what is very long is cut off, and how much is missing is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

_LONGEST = 4000
_KEPT = "\n\t\N{NO-BREAK SPACE}"
_QUOTED = re.compile(r"`([^`\n]+)`")
_ID = re.compile(r'\sid="([^"]+)"')


def text(said: str, longest: int = _LONGEST) -> str:
    """Return a text as HTML, for between tags and for attributes."""
    more = len(said) - longest
    kept = said[:longest] if more > 0 else said
    plain = kept if kept.isprintable() else "".join(map(_visible, kept))
    return escape(plain) + (f" … ({more} more characters)" if more > 0 else "")


def _visible(character: str) -> str:
    if character.isprintable() or character in _KEPT:
        return character
    return character.encode("unicode_escape").decode()


def sentence(said: str) -> str:
    """Return a text of which what stands between grave accents is code."""
    return _QUOTED.sub(r"<code>\1</code>", text(said))


def code(said: str) -> str:
    """Return a text as code."""
    return f"<code>{text(said)}</code>"


def link(to: str, body: str, label: str = "") -> str:
    """Return a link to a place on the page; `body` is HTML already."""
    told = f' aria-label="{text(label)}" title="{text(label)}"' if label else ""
    return f'<a href="#{text(to)}"{told}>{body}</a>'


def items(bodies: Iterable[str], kind: str = "") -> str:
    """Return a list, or nothing if it is empty; the items are HTML already."""
    lines = "".join(f"<li>{body}</li>" for body in bodies)
    return f"<ul{_class(kind)}>{lines}</ul>" if lines else ""


def pairs(entries: Iterable[tuple[str, str]], kind: str = "") -> str:
    """Return names with what belongs to them; the latter is HTML already."""
    lines = "\n".join(f"<div><dt>{text(name)}</dt><dd>{body}</dd></div>" for name, body in entries)
    return f"<dl{_class(kind)}>\n{lines}\n</dl>" if lines else ""


def folded(summary: str, body: Iterable[str], *, kind: str = "", is_open: bool = False) -> Iterable[str]:
    """Yield what is folded away under its summary; both are HTML already."""
    yield f"<details{_class(kind)}{' open' if is_open else ''}>\n<summary>{summary}</summary>"
    yield from body
    yield "</details>"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def with_own_ids(svg: str, prefix: str) -> str:
    """Return a picture whose ids are no other picture's.

    Pictures define what they draw with, and equal definitions have equal ids. A browser takes the first of a page, and
    draws nothing with it while the picture that holds it is hidden.
    """
    ids = sorted(set(_ID.findall(svg)), key=len, reverse=True)
    if not ids:
        return svg
    names = "|".join(map(re.escape, ids))
    return re.sub(rf'(?<=["#\s])({names})(?=[")\s])', rf"{prefix}\1", svg)
