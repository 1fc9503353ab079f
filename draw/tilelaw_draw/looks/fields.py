"""Plain data read field by field, so that an error names the path to what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import NoReturn, TypeAlias

from tilelaw_draw.values import Json

Path: TypeAlias = tuple[str | int, ...]
"""The names and list places that lead to a part of the data."""

_COLOUR = re.compile(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?")


class LookError(ValueError):
    """Look data that cannot be used; `path` names the field."""

    def __init__(self, path: Path, message: str) -> None:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")
        super().__init__(f"{where}: {message}" if where else message)
        self.path = path
        self.message = message


class Fields:
    """An object of the data, with the path to it; fields that are not `known` are refused."""

    def __init__(self, data: Json, path: Path, known: Collection[str]) -> None:
        self.path = path
        if not isinstance(data, dict):
            raise LookError(path, "expected an object")
        self.data: dict[str, Json] = data
        for name in data:
            if name not in known:
                self.fail(str(name), f"there is no such field{meant(str(name), known)}")

    def fail(self, name: str, message: str) -> NoReturn:
        """Refuse the data because of one field."""
        raise LookError((*self.path, name), message)

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        found = self.data.get(name, default)
        if not isinstance(found, str):
            self.fail(name, f"expected a text, found `{found}` (put it in quotes)")
        return found

    def word(self, name: str, known: type[StrEnum] | tuple[str, ...]) -> str:
        """Return one of some words, the first if there is none."""
        words = [str(word) for word in known]
        found = self.text(name, words[0])
        if found not in words:
            self.fail(name, f"expected one of {', '.join(words)}, found `{found}`")
        return found

    def flag(self, name: str, default: bool = False) -> bool:
        """Return true or false."""
        found = self.data.get(name, default)
        if not isinstance(found, bool):
            self.fail(name, "expected true or false")
        return found

    def whole(self, name: str, default: int, most: int) -> int:
        """Return a whole number from 0."""
        found = self.data.get(name, default)
        if type(found) is not int or not 0 <= found <= most:
            self.fail(name, f"expected a whole number from 0 to {most}")
        return found

    def number(self, name: str, default: float) -> float:
        """Return a number, whole or not."""
        found = self.data.get(name, default)
        if isinstance(found, bool) or not isinstance(found, int | float) or found < 0:
            self.fail(name, "expected a number")
        return float(found)

    def pair(self, name: str, example: str) -> tuple[int, int]:
        """Return two whole numbers."""
        match self.data.get(name):
            case [int(first), int(second)] if bool not in (type(first), type(second)):
                pass
            case _:
                self.fail(name, f"expected {example}")
        return first, second

    def colour(self, name: str, words: tuple[str, ...] = (), default: str = "") -> str:
        """Return a colour, or one of some words in its place."""
        found = self.text(name, default)
        if found and found not in words and not _COLOUR.fullmatch(found):
            self.fail(name, " or ".join(["expected a colour such as #ee8a2c", *words]))
        return found

    def texts(self, name: str) -> dict[str, str]:
        """Return the object of texts under a name."""
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.fail(name, "expected an object")
        return {str(key): str(value) for key, value in found.items()}

    def one(self, name: str, known: Collection[str]) -> Fields:
        """Return the object under a name, an empty one if there is none."""
        return Fields(self.data.get(name, {}), (*self.path, name), known)

    def inner(self, name: str, known: Collection[str]) -> list[tuple[str, Fields]]:
        """Return the objects in the object under a name."""
        entries = self.data.get(name, {})
        if not isinstance(entries, dict):
            self.fail(name, "expected an object")
        return [(str(key), Fields(entry, (*self.path, name, str(key)), known)) for key, entry in entries.items()]

    def listed(self, name: str, known: Collection[str]) -> list[Fields]:
        """Return the objects in the list under a name."""
        entries = self.data.get(name, [])
        if not isinstance(entries, list):
            self.fail(name, "expected a list")
        return [Fields(entry, (*self.path, name, i), known) for i, entry in enumerate(entries)]


def meant(name: str, known: Iterable[str]) -> str:
    """Return a hint at the word that may have been meant, or else all of them."""
    words = list(known)
    close = get_close_matches(name, words, n=1)
    if close:
        return f"; did you mean `{close[0]}`?"
    return f"; there are {', '.join(words)}" if words else ""
