"""JSON Schema, as much of it as the schemas of this package use, with sentences for people.

A schema is turned into a `Validator` once: a function that returns every place where data do not fit, as a path and a
sentence, and nothing when they fit. Each keyword becomes a small function of the data (`_KEYWORDS`); paths are put
together only for what is wrong, so that looking at data that fit is quick. A keyword that is not known is an error in a
schema of ours, not in the data, and raises.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, NamedTuple, TypeAlias

from tilelaw_conformance.data.document import Path
from tilelaw_conformance.data.jsondata import Json

Schema: TypeAlias = dict[str, Any]

_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)
_LONGEST_WORD = 60
"""What is longer is like no name that we know."""
_SMALL = 1_000_000
MOST_PROBLEMS = 50
"""Of more problems in one list or object than this nobody reads."""
FOLDER = FilePath(__file__).parents[1] / "schemas"
"""The schemas of this package."""
MISSPELT = "misspelt"
"""A keyword of ours: names that are not known are no problem, unless they look like one that is."""
_DID_YOU_MEAN = "did you mean"
_NOTES = frozenset({"$schema", "$id", "$defs", "title", "description", "examples"})
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


Validator: TypeAlias = Callable[[Json], Sequence[Problem]]
"""Returns what is wrong with data."""


@cache
def load(name: str) -> Schema:
    """Return one of the schemas of this package."""
    schema: Schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return schema


@cache
def of_file(name: str) -> Validator:
    """Return the validator of one of the schemas of this package."""
    return validator(load(name), load(name))


@cache
def of_message(name: str) -> Validator:
    """Return the validator of one of the definitions in `schemas/protocol.json`."""
    root = load("protocol")
    return validator(root["$defs"][name], root)


def validator(schema: Schema, root: Schema) -> Validator:
    """Return the validator of a schema; `root` is the schema that `$ref` looks things up in."""
    return _Compiler(root).validator(schema)


def path_text(path: Path) -> str:
    """Return a path as people write it."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def problem_text(problem: Problem) -> str:
    """Return a problem with its path before it."""
    path = path_text(problem.path)
    return f"{path}: {problem.message}" if path else problem.message


def shown(value: Json, limit: int = 60) -> str:
    """Return a value as JSON, cut off when it is long; what cannot be printed is written as an escape."""
    if type(value) is int and abs(value) < _SMALL:  # boards have very many of them
        return str(value)
    text = ""
    try:
        for piece in _ENCODER.iterencode(value):  # as much as is shown, however long it is
            text += piece
            if len(text) > limit:
                break
        return plain(text, limit)
    except (RecursionError, ValueError):  # nested too deep, or a sum with more digits than Python writes
        return "something too big to be shown"


def plain(text: str, limit: int = 200) -> str:
    """Return a text of somebody else's on one line, cut off when it is long, without what a terminal would obey."""
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return text if text.isprintable() else "".join(map(_printable, text))


def _printable(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode()


class _Compiler:
    """Turns schemas into validators; each definition of the root once, so that it may refer to itself."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._definitions: dict[str, Validator] = {}

    def validator(self, schema: Schema) -> Validator:
        names = [name for name in schema if name not in _NOTES and name not in ("$ref", "type")]
        checks = [_KEYWORDS[name](schema, self) for name in names]
        whole = _typed(schema["type"], checks) if "type" in schema else _all_of(checks)
        return _all_of([self._definition(schema["$ref"]), whole]) if "$ref" in schema else whole

    def _definition(self, reference: str) -> Validator:
        name = reference.removeprefix("#/$defs/")
        if name not in self._definitions:
            self._definitions[name] = lambda data: self._definitions[name](data)
            self._definitions[name] = self.validator(self._root["$defs"][name])
        return self._definitions[name]


_Keyword: TypeAlias = Callable[[Schema, _Compiler], Validator]
"""Returns the validator of one keyword of a schema."""


def _all_of(validators: Sequence[Validator]) -> Validator:
    if len(validators) == 1:
        return validators[0]

    def check(data: Json) -> Sequence[Problem]:
        found: Sequence[Problem] = ()
        for validate in validators:
            if problems := validate(data):
                found = [*found, *problems]
        return found

    return check


def _typed(name: str, validators: Sequence[Validator]) -> Validator:
    """Return a validator that looks at everything else only in data of the right type."""
    wanted, is_number = _TYPES[name], name == "integer"

    def check(data: Json) -> Sequence[Problem]:
        if not isinstance(data, wanted) or (is_number and isinstance(data, bool)):
            return [Problem((), f"expected {_NAMES[name]}, found {shown(data)}")]
        found: Sequence[Problem] = ()
        for validate in validators:
            if problems := validate(data):
                found = [*found, *problems]
        return found

    return check


def _inside(name: str | int, problems: Iterable[Problem]) -> list[Problem]:
    return [Problem((name, *each.path), each.message) for each in problems]


def _enum(schema: Schema, _compiler: _Compiler) -> Validator:
    words = [str(each) for each in schema["enum"]]

    def check(data: Json) -> Sequence[Problem]:
        if any(_is_same(data, each) for each in schema["enum"]):
            return ()
        close = get_close_matches(data[:_LONGEST_WORD] if isinstance(data, str) else shown(data), words, n=1)
        hint = f"; did you mean `{close[0]}`?" if close else ""
        return [Problem((), f"expected one of {', '.join(words)}, found {shown(data)}{hint}")]

    return check


def _const(schema: Schema, _compiler: _Compiler) -> Validator:
    wanted = schema["const"]

    def check(data: Json) -> Sequence[Problem]:
        return () if _is_same(data, wanted) else [Problem((), f"expected {shown(wanted)}, found {shown(data)}")]

    return check


def _is_same(left: Json, right: Json) -> bool:
    return type(left) is type(right) and left == right


def _required(schema: Schema, _compiler: _Compiler) -> Validator:
    names = frozenset(schema["required"])

    def check(data: Json) -> Sequence[Problem]:
        if not isinstance(data, dict) or names <= data.keys():
            return ()
        return [Problem((), f"`{name}` is missing") for name in schema["required"] if name not in data]

    return check


def _properties(schema: Schema, compiler: _Compiler) -> Validator:
    known = [(name, compiler.validator(inner)) for name, inner in schema["properties"].items()]

    def check(data: Json) -> Sequence[Problem]:
        found: Sequence[Problem] = ()
        if isinstance(data, dict):
            for name, validate in known:
                if name in data and (problems := validate(data[name])):
                    found = [*found, *_inside(name, problems)]
        return found

    return check


def _additional(schema: Schema, compiler: _Compiler) -> Validator:
    known, value = schema.get("properties", {}), schema["additionalProperties"]
    if value is True:
        return _all_of([])
    validate = None if value is False else compiler.validator(value)

    def check(data: Json) -> Sequence[Problem]:
        if not isinstance(data, dict) or data.keys() <= known.keys():
            return ()
        others = (name for name in data if name not in known)
        if validate is None:
            unknown = islice(others, MOST_PROBLEMS)
            return [Problem((name,), f"there is no `{plain(name)}` here; {_hint(name, known)}") for name in unknown]
        problems = (problem for name in others for problem in _inside(name, validate(data[name])))
        return list(islice(problems, MOST_PROBLEMS))

    return check


def _misspelt(schema: Schema, _compiler: _Compiler) -> Validator:
    known = schema.get("properties", {})

    def check(data: Json) -> Sequence[Problem]:
        others = [name for name in data if name not in known] if isinstance(data, dict) else []
        told = ((name, _hint(name, known)) for name in others[:MOST_PROBLEMS])
        return [
            Problem((name,), f"there is no `{plain(name)}` here; {hint}")
            for name, hint in told
            if hint.startswith(_DID_YOU_MEAN)
        ]

    return check


def _hint(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name[:_LONGEST_WORD], known, n=1)
    return f"{_DID_YOU_MEAN} `{close[0]}`?" if close else f"there are {', '.join(known)}"


def _property_names(schema: Schema, compiler: _Compiler) -> Validator:
    validate = compiler.validator(schema["propertyNames"])

    def check(data: Json) -> Sequence[Problem]:
        names = data if isinstance(data, dict) else ()
        return list(
            islice((Problem((name,), each.message) for name in names for each in validate(name)), MOST_PROBLEMS)
        )

    return check


def _items(schema: Schema, compiler: _Compiler) -> Validator:
    first, value = len(schema.get("prefixItems", ())), schema["items"]
    validate = None if value is False else compiler.validator(value)

    def check(data: Json) -> Sequence[Problem]:
        if not isinstance(data, list) or len(data) <= first:
            return ()
        if validate is None:
            return [Problem((first,), f"expected at most {first} entries")]
        found: list[Problem] = []
        for i in range(first, len(data)):
            if problems := validate(data[i]):
                found += _inside(i, problems)
                if len(found) >= MOST_PROBLEMS:
                    break
        return found

    return check


def _prefix_items(schema: Schema, compiler: _Compiler) -> Validator:
    validators = [compiler.validator(each) for each in schema["prefixItems"]]

    def check(data: Json) -> Sequence[Problem]:
        pairs = zip(data if isinstance(data, list) else (), validators, strict=False)
        return [problem for i, (item, validate) in enumerate(pairs) for problem in _inside(i, validate(item))]

    return check


def _unique(schema: Schema, _compiler: _Compiler) -> Validator:
    def check(data: Json) -> Sequence[Problem]:
        if not schema["uniqueItems"] or not isinstance(data, list):
            return ()
        seen: set[str] = set()
        twice: list[int] = []
        for i, item in enumerate(data):
            text = json.dumps(item, sort_keys=True)
            twice += [i] if text in seen else []
            seen.add(text)
        return [Problem((i,), f"{shown(data[i])} is listed twice") for i in twice[:MOST_PROBLEMS]]

    return check


def _pattern(schema: Schema, _compiler: _Compiler) -> Validator:
    search = re.compile(schema["pattern"]).search

    def check(data: Json) -> Sequence[Problem]:
        if not isinstance(data, str) or search(data):
            return ()
        example = schema.get("examples", [None])[0]
        wanted = f"something like {shown(example)}" if example else f"a text like {schema['pattern']}"
        return [Problem((), f"expected {wanted}, found {shown(data)}")]

    return check


def _any_of(schema: Schema, compiler: _Compiler) -> Validator:
    validators = [compiler.validator(each) for each in schema["anyOf"]]

    def check(data: Json) -> Sequence[Problem]:
        attempts = []
        for validate in validators:
            problems = validate(data)
            if not problems:
                return ()
            attempts.append(problems)
        return _nearest(attempts)

    return check


def _one_of(schema: Schema, compiler: _Compiler) -> Validator:
    validators = [compiler.validator(each) for each in schema["oneOf"]]

    def check(data: Json) -> Sequence[Problem]:
        attempts = [validate(data) for validate in validators]
        fitting = sum(not attempt for attempt in attempts)
        if fitting > 1:
            return [Problem((), f"{shown(data)} can be read in {fitting} ways")]
        return () if fitting else _nearest(attempts)

    return check


def _nearest(attempts: Iterable[Sequence[Problem]]) -> Sequence[Problem]:
    """Return what is wrong with data by the one of several shapes that comes nearest."""
    return min(attempts, key=lambda attempt: (-max(len(each.path) for each in attempt), len(attempt)))


def _size_limit(name: str, type_: type[list[Json] | dict[str, Json] | str], words: str, *, is_least: bool) -> _Keyword:
    """Return the keyword of a limit on the length of data of one type."""

    def keyword(schema: Schema, _compiler: _Compiler) -> Validator:
        limit = schema[name]

        def check(data: Json) -> Sequence[Problem]:
            if not isinstance(data, type_) or (len(data) >= limit if is_least else len(data) <= limit):
                return ()
            return [Problem((), f"expected {words.format(limit)}, found {shown(data)}")]

        return check

    return keyword


def _number_limit(name: str, words: str, is_within: Callable[[int, int], bool]) -> _Keyword:
    """Return the keyword of a limit on numbers."""

    def keyword(schema: Schema, _compiler: _Compiler) -> Validator:
        limit = schema[name]

        def check(data: Json) -> Sequence[Problem]:
            if not isinstance(data, int) or isinstance(data, bool) or is_within(data, limit):
                return ()
            return [Problem((), f"expected {words.format(limit)}, found {shown(data)}")]

        return check

    return keyword


_KEYWORDS: dict[str, _Keyword] = {
    "enum": _enum,
    "const": _const,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    MISSPELT: _misspelt,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _prefix_items,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "minItems": _size_limit("minItems", list, "at least {} entries", is_least=True),
    "maxItems": _size_limit("maxItems", list, "at most {} entries", is_least=False),
    "minProperties": _size_limit("minProperties", dict, "at least {} entries", is_least=True),
    "maxProperties": _size_limit("maxProperties", dict, "at most {} entries", is_least=False),
    "minLength": _size_limit("minLength", str, "at least {} characters", is_least=True),
    "minimum": _number_limit("minimum", "a number of at least {}", operator.ge),
    "maximum": _number_limit("maximum", "a number of at most {}", operator.le),
}
