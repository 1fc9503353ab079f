"""JSON Schemas as Python code that says yes or no, quickly.

`acceptor` writes, for the keywords that `tilelaw_conformance.schema` knows, the source of a function and compiles it.
It says only whether data fit; why they do not is told by `schema.problems`, which takes its time. Data are what
`json` makes of a text, so types are compared exactly: `true` is no number.

In the code that is written, `v0`, `v1` and so on are the parts of the data at each depth, and names in capitals are
values of the schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from tilelaw_conformance.data import schema as sentences
from tilelaw_conformance.data.schema import Schema

Acceptor: TypeAlias = Callable[[Any], bool]

_TYPES = {"object": "dict", "array": "list", "string": "str", "integer": "int", "boolean": "bool"}
_GUARDS = {
    "required": "dict",
    "properties": "dict",
    "additionalProperties": "dict",
    "propertyNames": "dict",
    "minProperties": "dict",
    "maxProperties": "dict",
    "prefixItems": "list",
    "items": "list",
    "uniqueItems": "list",
    "minItems": "list",
    "maxItems": "list",
    "pattern": "str",
    "minLength": "str",
    "minimum": "int",
    "maximum": "int",
}
_LIMITS = {
    "minItems": "len({}) < {}",
    "maxItems": "len({}) > {}",
    "minProperties": "len({}) < {}",
    "maxProperties": "len({}) > {}",
    "minLength": "len({}) < {}",
    "minimum": "{} < {}",
    "maximum": "{} > {}",
}


class _Messages(dict[str, Acceptor]):
    """The acceptors of the definitions in `schemas/protocol.json`, each made when it is first wanted."""

    def __missing__(self, name: str) -> Acceptor:
        root = sentences.load("protocol")
        found = self[name] = acceptor(root["$defs"][name], root)
        return found


MESSAGES = _Messages()
"""Whether data are such a message, by the name of its definition."""


@cache
def of_schema(name: str) -> Acceptor:
    """Return the acceptor of one of the schemas of this package."""
    root = sentences.load(name)
    return acceptor(root, root)


def acceptor(schema: Schema, root: Schema) -> Acceptor:
    """Return a function that says whether data fit a schema; `root` is where `$ref` looks things up."""
    writer = _Writer(root)
    name = writer.function(schema)
    source = "\n".join(writer.lines)
    exec(compile(source, "<schema>", "exec"), writer.names)
    found: Acceptor = writer.names[name]
    return found


class _Writer:
    def __init__(self, root: Schema) -> None:
        self.root = root
        self.lines: list[str] = []
        self.names: dict[str, Any] = {"same": _same, "unique": _unique}
        self._references: dict[str, str] = {}
        self._count = 0

    def function(self, schema: Schema) -> str:
        """Write the function of a schema and return its name."""
        name = self._new("accepts")
        body = [f"def {name}(v0):", *(f"    {line}" for line in self._checks(schema, 0)), "    return True"]
        self.lines += body
        return name

    def _reference(self, text: str) -> str:
        if text not in self._references:
            # The name is known before the body is written, so that a definition may refer to itself.
            name = self._references[text] = self._new("accepts")
            inner = self.function(self.root["$defs"][text.removeprefix("#/$defs/")])
            self.lines.append(f"def {name}(v0): return {inner}(v0)")
        return self._references[text]

    def _new(self, word: str) -> str:
        self._count += 1
        return f"{word}_{self._count}"

    def _value(self, value: Any) -> str:
        name = self._new("VALUE")
        self.names[name] = value
        return name

    def _checks(self, schema: Schema, depth: int) -> Iterator[str]:
        v = f"v{depth}"
        if "$ref" in schema:
            yield f"if not {self._reference(schema['$ref'])}({v}): return False"
        known = _TYPES[schema["type"]] if "type" in schema else ""
        if known:
            yield f"if type({v}) is not {known}: return False"
        for keyword, value in schema.items():
            guard = _GUARDS.get(keyword, "")
            if guard and known and guard != known:
                continue  # the keyword says nothing about data of this type
            lines = list(self._keyword(keyword, value, schema, v, depth))
            if guard and not known and lines:
                yield f"if type({v}) is {guard}:"
                lines = [f"    {line}" for line in lines]
            yield from lines

    def _keyword(self, keyword: str, value: Any, schema: Schema, v: str, depth: int) -> Iterator[str]:
        if keyword in _LIMITS:
            yield f"if {_LIMITS[keyword].format(v, value)}: return False"
            return
        match keyword:
            case "const":
                yield f"if not same({v}, {self._value(value)}): return False"
            case "enum":
                yield self._enum(value, v)
            case "required":
                yield from (f"if {name!r} not in {v}: return False" for name in value)
            case "properties":
                yield from self._properties(value, v, depth)
            case "additionalProperties":
                yield from self._additional(value, schema.get("properties", {}), v, depth)
            case "propertyNames":
                yield from self._each(value, v, depth)
            case "prefixItems":
                for i, item in enumerate(value):
                    lines = list(self._checks(item, depth + 1))
                    yield f"if len({v}) > {i}:"
                    yield from (f"    {line}" for line in [f"v{depth + 1} = {v}[{i}]", *lines])
            case "items":
                rest = len(schema.get("prefixItems", ()))
                if value is False:
                    yield f"if len({v}) > {rest}: return False"
                else:
                    yield from self._each(value, f"{v}[{rest}:]" if rest else v, depth)
            case "uniqueItems":
                yield f"if not unique({v}): return False"
            case "pattern":
                yield f"if not {self._value(re.compile(value).search)}({v}): return False"
            case "anyOf":
                fits = " or ".join(f"{self.function(each)}({v})" for each in value)
                yield f"if not ({fits}): return False"
            case "oneOf":
                fits = " + ".join(f"{self.function(each)}({v})" for each in value)
                yield f"if {fits} != 1: return False"
            case _ if keyword not in sentences.NOTES and keyword not in ("$ref", "type"):
                raise KeyError(keyword)

    def _enum(self, value: list[Any], v: str) -> str:
        types = {type(each) for each in value}
        if len(types) == 1 and types <= {str, int}:
            members = self._value(frozenset(value))
            return f"if type({v}) is not {types.pop().__name__} or {v} not in {members}: return False"
        return f"if not any(same({v}, each) for each in {self._value(value)}): return False"

    def _properties(self, value: Schema, v: str, depth: int) -> Iterator[str]:
        for name, inner in value.items():
            lines = list(self._checks(inner, depth + 1))
            if not lines:
                continue
            yield f"if {name!r} in {v}:"
            yield from (f"    {line}" for line in [f"v{depth + 1} = {v}[{name!r}]", *lines])

    def _additional(self, value: Any, known: Schema, v: str, depth: int) -> Iterator[str]:
        if value is False:
            yield f"if not {v}.keys() <= {self._value(frozenset(known))}: return False"
        elif value is not True:
            names = self._value(frozenset(known))
            yield f"for name_{depth}, v{depth + 1} in {v}.items():"
            yield f"    if name_{depth} not in {names}:"
            yield from (f"        {line}" for line in [*self._checks(value, depth + 1), "pass"])

    def _each(self, value: Schema, v: str, depth: int) -> Iterator[str]:
        lines = list(self._checks(value, depth + 1))
        if lines:
            yield f"for v{depth + 1} in {v}:"
            yield from (f"    {line}" for line in lines)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and left == right


def _unique(items: list[Any]) -> bool:
    texts = [json.dumps(item, sort_keys=True) for item in items]
    return len(set(texts)) == len(texts)
