"""What the frame of the site says, in the language that is being built: `words.yaml`, beside this file."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tilelaw_press import LANGUAGES

LANGUAGE = "TILELAW_LANGUAGE"
"""The variable that says which language is built; without it, the one at the top of the site."""
WHOLE = "TILELAW_WHOLE_SITE"
"""The variable that says that all languages are built together, so that pages may lead to others."""


def language() -> str:
    """Return the language that is being built."""
    found = os.environ.get(LANGUAGE) or LANGUAGES[0]
    if found not in LANGUAGES:
        raise SystemExit(f"{LANGUAGE} is `{found}`, but the site is made in {', '.join(LANGUAGES)}")
    return found


def is_whole() -> bool:
    """Say whether the other languages are built as well."""
    return bool(os.environ.get(WHOLE))


def word(key: str, tongue: str | None = None) -> str:
    """Return what the frame says for `key`, in a language or in the one that is being built."""
    return str(_words()[key][tongue or language()])


def synonyms() -> dict[str, str]:
    """Return words that readers may look for, each with the word that the rules use."""
    found: dict[str, str] = _words()["synonyms"][language()]
    return found


def folder(tongue: str) -> str:
    """Return where a language stands in the site: at its top, or in a folder of its own."""
    return "" if tongue == LANGUAGES[0] else f"{tongue}/"


def across(tongue: str, origin: str | None = None) -> str:
    """Return the way from the folder of one language (the one being built, if not told) to that of another."""
    here = origin or language()
    return "" if here == tongue else ("../" if folder(here) else "") + folder(tongue)


@cache
def _words() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text("utf-8"))
    return found
