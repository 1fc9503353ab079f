"""JSON Schema, as much of it as the schemas of this package use, with sentences for people.

`problems` returns every place where data do not fit, as a path and a sentence; none when they do. A keyword it does
not know is a mistake in a schema of ours, not in the data, and raises.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path as FilePath
from typing import Any, NamedTuple, TypeAlias

from tilelaw_conformance.data.document import Path

Schema: TypeAlias = dict[str, Any]

FOLDER = FilePath(__file__).parents[1] / "schemas"
"""The schemas of this package."""
NOTES = frozenset({"$schema", "$id", "$defs", "title", "description", "examples"})
"""Keywords that say nothing about data."""
_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}


class Problem(NamedTuple):
    """Where data do not fit, and why."""

    path: Path
    message: str


Check: TypeAlias = Callable[[Any, Any, Schema, Schema, Path], Iterator[Problem]]
"""Judges data by one keyword: the data, its value, the schema it stands in, the root, the path of the data."""


@cache
def load(name: str) -> Schema:
    """Return one of the schemas of this package."""
    schema: Schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema


def problems(data: Any, schema: Schema, root: Schema, path: Path = ()) -> list[Problem]:
    """Return what is wrong with data; `root` is the schema that `$ref` looks things up in."""
    return list(_problems(data, schema, root, path))


def path_text(path: Path) -> str:
    """Return a path as people write it."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def shown(value: Any, limit: int = 60) -> str:
    """Return a value as JSON, cut off when it is long; what cannot be printed is written as an escape."""
    try:
        return plain(json.dumps(value, ensure_ascii=False, default=str), limit)
    except (RecursionError, ValueError):  # nested too deep, or a sum with more digits than Python writes
        return "something too big to be shown"


def plain(text: str, limit: int = 200) -> str:
    """Return a text of somebody else's on one line, cut off when it is long, without what a terminal would obey."""
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def _problems(data: Any, schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    if "$ref" in schema:
        yield from _problems(data, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    if "type" in schema and not _has_type(data, schema["type"]):
        yield Problem(path, f"expected {_NAMES[schema['type']]}, found {shown(data)}")
        return
    for keyword, value in schema.items():
        if keyword not in NOTES and keyword not in ("$ref", "type"):
            yield from _KEYWORDS[keyword](data, value, schema, root, path)


def _has_type(data: Any, name: str) -> bool:
    return isinstance(data, _TYPES[name]) and (name == "boolean" or not isinstance(data, bool))


def _enum(data: Any, value: Any, _schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
    if not any(_same(data, each) for each in value):
        words = [str(each) for each in value]
        close = get_close_matches(str(data), words, n=1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        yield Problem(path, f"expected one of {', '.join(words)}, found {shown(data)}{hint}")


def _const(data: Any, value: Any, _schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
    if not _same(data, value):
        yield Problem(path, f"expected {shown(value)}, found {shown(data)}")


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and left == right


def _required(data: Any, value: Any, _schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
    if isinstance(data, dict):
        yield from (Problem(path, f"`{name}` is missing") for name in value if name not in data)


def _properties(data: Any, value: Any, _schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    if isinstance(data, dict):
        for name, inner in value.items():
            if name in data:
                yield from _problems(data[name], inner, root, (*path, name))


def _additional(data: Any, value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    known = schema.get("properties", {})
    for name in data if isinstance(data, dict) else ():
        if name in known:
            continue
        if value is False:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean `{close[0]}`?" if close else f"there are {', '.join(known)}"
            yield Problem((*path, name), f"there is no `{name}` here; {hint}")
        elif value is not True:
            yield from _problems(data[name], value, root, (*path, name))


def _property_names(data: Any, value: Any, _schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    for name in data if isinstance(data, dict) else ():
        yield from (Problem((*path, name), found.message) for found in _problems(name, value, root, path))


def _items(data: Any, value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    first = len(schema.get("prefixItems", ()))
    for i, item in enumerate(data if isinstance(data, list) else ()):
        if i < first:
            continue
        if value is False:
            yield Problem((*path, i), f"expected at most {first} entries")
            return
        yield from _problems(item, value, root, (*path, i))


def _prefix_items(data: Any, value: Any, _schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    for i, (item, inner) in enumerate(zip(data if isinstance(data, list) else (), value, strict=False)):
        yield from _problems(item, inner, root, (*path, i))


def _limit(type_: type, words: str, is_enough: Callable[[int, int], bool]) -> Check:
    """Return the check of one limit on a size or a number."""

    def check(data: Any, value: Any, _schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
        is_judged = isinstance(data, type_) and not isinstance(data, bool)
        if is_judged and not is_enough(data if type_ is int else len(data), value):
            yield Problem(path, f"expected {words.format(value)}, found {shown(data)}")

    return check


def _unique(data: Any, value: Any, _schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
    if value and isinstance(data, list):
        texts = [json.dumps(item, sort_keys=True) for item in data]
        for i, text in enumerate(texts):
            if text in texts[:i]:
                yield Problem((*path, i), f"{shown(data[i])} is listed twice")


def _pattern(data: Any, value: Any, schema: Schema, _root: Schema, path: Path) -> Iterator[Problem]:
    if isinstance(data, str) and not re.search(value, data):
        example = schema.get("examples", [None])[0]
        wanted = f"something like {shown(example)}" if example else f"a text like {value}"
        yield Problem(path, f"expected {wanted}, found {shown(data)}")


def _one_of(data: Any, value: Any, schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    fitting = sum(not problems(data, each, root, path) for each in value)
    if fitting > 1:
        yield Problem(path, f"{shown(data)} can be read in {fitting} ways")
    yield from _any_of(data, value, schema, root, path)


def _any_of(data: Any, value: Any, _schema: Schema, root: Schema, path: Path) -> Iterator[Problem]:
    """Of several shapes none of which fits, complain about the one that comes nearest."""
    attempts = [problems(data, each, root, path) for each in value]
    if all(attempts):
        deepest = [max(len(found.path) for found in attempt) for attempt in attempts]
        yield from min(zip(attempts, deepest, strict=True), key=lambda pair: (-pair[1], len(pair[0])))[0]


_KEYWORDS: dict[str, Check] = {
    "enum": _enum,
    "const": _const,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _prefix_items,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "minItems": _limit(list, "at least {} entries", operator.ge),
    "maxItems": _limit(list, "at most {} entries", operator.le),
    "minProperties": _limit(dict, "at least {} entries", operator.ge),
    "maxProperties": _limit(dict, "at most {} entries", operator.le),
    "minLength": _limit(str, "at least {} characters", operator.ge),
    "minimum": _limit(int, "a number of at least {}", operator.ge),
    "maximum": _limit(int, "a number of at most {}", operator.le),
}
