"""YAML files as plain data whose every part knows its place in the file.

Only what no two YAML programs read differently is accepted: texts, whole numbers, `true`, `false` and `null`, lists and
objects. Anchors, aliases, tags, repeated names, and bare words such as `no` or `1.0` are refused with a sentence
that says what to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from tilelaw_conformance.data.jsondata import Json

Path: TypeAlias = tuple[str | int, ...]
"""The names and list places that lead to a part of the data."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LONGEST_NUMBER = 1000
_WORDS = {"true": True, "false": False, "null": None}
_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_FRACTION = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
_NUMBER_LIKE = re.compile(r"[-+]?\.?[0-9][0-9a-fA-F_.,xXoO:+-]*|[-+]?\.(inf|nan)", re.IGNORECASE)
_WORD_LIKE = re.compile(r"y|n|yes|no|on|off|true|false|null|~|=|<<", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file, counted from 1."""

    line: int
    column: int


class DocumentError(ValueError):
    """A file that cannot be read as data."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {message}")
        self.place = place
        self.message = message


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a file, and where each part of it begins."""

    data: Json
    places: dict[Path, Place]
    blocks: frozenset[Path]
    """The texts that are written as indented blocks after `|`."""
    lines: tuple[str, ...]

    def place(self, path: Path) -> Place:
        """Return where a part begins; of a part that is missing, where the part around it begins."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place(1, 1))

    def inside(self, path: Path, line: int, column: int) -> Place:
        """Return where a character of a text stands, given its line and column in that text."""
        start = self.place(path)
        if path not in self.blocks:
            quote = self.lines[start.line - 1][start.column - 1 : start.column] in ("'", '"')
            return Place(start.line, start.column + quote + column - 1)
        indents = [len(text) - len(text.lstrip()) for text in self.lines[start.line :] if text.strip()]
        return Place(start.line + line, indents[0] + column)


def read_document(text: str, *, fractions: bool = False) -> Document:
    """Return the data of a file's text; in some files numbers need not be whole."""
    places: dict[Path, Place] = {}
    blocks: set[Path] = set()
    try:
        events = iter(yaml.parse(text, _LOADER))
        data = _Reader(events, places, blocks, fractions).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
        raise DocumentError(place, f"this is not YAML: {error.problem or error.context}") from error
    except yaml.YAMLError as error:
        raise DocumentError(Place(1, 1), f"this is not YAML: {error}") from error
    except RecursionError as error:
        raise DocumentError(Place(1, 1), "this is nested too deep") from error
    return Document(data, places, frozenset(blocks), tuple(text.splitlines()))


class _Reader:
    def __init__(
        self, events: Iterator[yaml.Event], places: dict[Path, Place], blocks: set[Path], fractions: bool
    ) -> None:
        self._fractions = fractions
        self._events = events
        self._places = places
        self._blocks = blocks

    def document(self) -> Json:
        event = next(self._events)
        while isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
            event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise DocumentError(Place(1, 1), "the file is empty")
        data = self._value(event, ())
        next(self._events)
        event = next(self._events)
        if not isinstance(event, yaml.StreamEndEvent):
            raise DocumentError(_place(event), "a second document begins here: one file holds one")
        return data

    def _value(self, event: yaml.Event, path: Path) -> Json:
        _check_bare(event)
        self._places[path] = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            if event.style == "|":
                self._blocks.add(path)
            if self._fractions and not event.style and _FRACTION.fullmatch(event.value):
                return float(event.value)
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Json] = []
            while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
                items.append(self._value(event, (*path, len(items))))
            return items
        return self._object(path)

    def _object(self, path: Path) -> dict[str, Json]:
        found: dict[str, Json] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            place = _place(event)
            _check_bare(event)
            name = _scalar(event) if isinstance(event, yaml.ScalarEvent) else None
            if not isinstance(name, str):
                raise DocumentError(place, "a name must be a text: put it in quotes")
            if name in found:
                first = self._places[*path, name]
                raise DocumentError(place, f"`{name}` is here already, on line {first.line}")
            found[name] = self._value(next(self._events), (*path, name))
            if not isinstance(found[name], str):
                self._places[*path, name] = place
        return found


def _check_bare(event: yaml.Event) -> None:
    if isinstance(event, yaml.AliasEvent) or (isinstance(event, yaml.NodeEvent) and event.anchor):
        raise DocumentError(_place(event), "anchors and aliases are not used here: write the value out")
    if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag and event.tag != "!":
        raise DocumentError(_place(event), f"tags are not used here: leave out `{event.tag}`")


def _scalar(event: yaml.ScalarEvent) -> Json:
    text = event.value
    if event.style == ">":
        raise DocumentError(_place(event), "`>` joins lines: write `|`, or one line in quotes")
    if event.style in ("|", "'", '"'):
        return text
    if _WHOLE.fullmatch(text):
        if len(text) > _LONGEST_NUMBER:
            raise DocumentError(_place(event), f"a number of {len(text)} digits is too long")
        return int(text)
    if text in _WORDS:
        return _WORDS[text]
    if not text:
        raise DocumentError(_place(event), "a value is missing here")
    if _NUMBER_LIKE.fullmatch(text) or _WORD_LIKE.fullmatch(text):
        raise DocumentError(_place(event), f"programs read `{text}` in different ways: put it in quotes")
    return text


def _place(event: yaml.Event) -> Place:
    assert event.start_mark is not None, "the parser marks every event"
    return Place(event.start_mark.line + 1, event.start_mark.column + 1)
