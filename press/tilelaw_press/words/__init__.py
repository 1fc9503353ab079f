"""The phrases of pages, in each language a folder of YAML files: `rulebook.yaml` holds those that begin `rulebook.`.

Every language has the same files with the same keys. A phrase may show values (`{name}`). One that depends on a number
`{n}` has a form for each plural category of its language (CLDR); what has only one form needs no categories.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import yaml

Phrase: TypeAlias = str | Mapping[str, str]
"""One text, or one for each plural category."""

FOLDER = Path(__file__).parent


class Phrases:
    """The phrases of pages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._phrases = _read(language)

    def __call__(self, key: str, **values: object) -> str:
        """Return a phrase with its values; a number `n` chooses its form. A key that is missing is a bug."""
        phrase = self._phrases[key]
        if not isinstance(phrase, str):
            number = values["n"]
            assert isinstance(number, int), f"`{key}` depends on a number"
            phrase = phrase[plural(self.language, number)]
        return phrase.format(**values) if values else phrase

    def has(self, key: str) -> bool:
        """Say whether there is a phrase."""
        return key in self._phrases

    @property
    def all(self) -> Mapping[str, Phrase]:
        """Every phrase by its key."""
        return self._phrases


def plural(language: str, n: int) -> str:
    """Return the plural category of a whole number."""
    if n == 1:
        return "one"
    match language:
        case "cs" | "sk":
            return "few" if 2 <= n <= 4 else "other"
        case "pl":
            return "few" if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else "many"
        case _:
            return "other"


@cache
def _read(language: str) -> Mapping[str, Phrase]:
    found: dict[str, Phrase] = {}
    for path in sorted((FOLDER / language).glob("*.yaml")):
        phrases: dict[str, Phrase] = yaml.safe_load(path.read_text(encoding="utf-8"))
        found |= {f"{path.stem}.{key}": phrase for key, phrase in phrases.items()}
    return found
