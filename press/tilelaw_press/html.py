"""HTML from templates. Everything an author wrote is escaped; nothing is read as Markdown or as a template.

A template lies in `templates/`. It sees `t` (the phrases of its language), `link` (the address of another page, as seen
from this one), `path` and what its page hands to it. A text that knows its language is printed with `said`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tilelaw_press.model import Said
from tilelaw_press.page import link
from tilelaw_press.words import Phrases

FOLDER = Path(__file__).parent


@cache
def environment() -> Environment:
    """Return what all templates share."""
    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def render(template: str, path: str, phrases: Phrases, data: Mapping[str, object]) -> str:
    """Return the HTML that a template makes of some data for the page at a path."""

    def linked(target: str) -> str:
        return link(path, target)

    def said(text: Said, tag: str = "span") -> Markup:
        return said_html(text, phrases, tag)

    known = {"t": phrases, "link": linked, "said": said, "path": path}
    return environment().get_template(template).render(known | dict(data)).strip() + "\n"


def said_html(text: Said, phrases: Phrases, tag: str = "span") -> Markup:
    """Return a text; one that is in another language than the page says so."""
    if text.language == phrases.language:
        return Markup(text.text) if isinstance(text.text, Markup) else Markup("{}").format(text.text)
    note = phrases("common.in-english") if text.language == "en" else phrases("common.own-words")
    return Markup('<{} lang="{}" class="tl-foreign" title="{}">{}</{}>').format(
        tag, text.language, note, text.text, tag
    )


def static(name: str) -> str:
    """Return a style sheet or a script of the press."""
    return (FOLDER / "static" / name).read_text(encoding="utf-8")
