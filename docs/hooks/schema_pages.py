"""Reference pages made from JSON Schemas: every message and every file format, field by field.

Only what our schemas use is told; a keyword that is not known here stops the build, so that nothing is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any, TypeAlias

from tilelaw_press import Asset, Heading, Page

Schema: TypeAlias = Mapping[str, Any]

PAGES = {
    "protocol": "Messages of the protocol",
    "report": "Lines of a report",
    "case": "Files of cases",
    "export": "Exported cases",
}
"""The schemas that outsiders read, and what their pages are called."""
INTRODUCTIONS = {
    "protocol": '<p>What these messages are for stands in <a href="../protocol.html">the protocol</a>.</p>',
    "report": "<p><code>tilelaw check --jsonl FILE</code> writes such lines; "
    '<a href="../protocol.html">the protocol</a> says what the verdicts mean.</p>',
    "case": '<p><a href="../writing-cases.html">Cases</a> explains what each part means, with examples.</p>',
    "export": "<p><code>tilelaw cases export</code> writes such a file: every case as plain JSON.</p>",
}
_TOLD = {"type", "enum", "const", "$ref", "anyOf", "oneOf", "items", "properties", "required", "description"}
_TOLD |= {"minimum", "minItems", "maxItems", "minProperties", "maxProperties", "minLength", "uniqueItems", "pattern"}
_TOLD |= {"additionalProperties", "propertyNames", "examples", "$schema", "$defs", "title"}
_SENT = {"params": "is sent", "result": "comes back"}


def everything() -> Iterator[Page | Asset]:
    """Yield a page for each schema, and the schema itself beside it."""
    for name, title in PAGES.items():
        text = files("tilelaw_conformance").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
        yield page(name, title, json.loads(text))
        yield Asset(f"schemas/{name}.json", text)


def page(name: str, title: str, schema: Schema) -> Page:
    """Return the page of one schema."""
    out = [f'<h1 id="top">{escape(title)}</h1>', INTRODUCTIONS[name]]
    if schema.get("description"):
        out.append(f"<p>{escape(schema['description'])}</p>")
    out.append(f'<p>The same as a JSON Schema: <a href="{name}.json">{name}.json</a>.</p>')
    headings = [Heading(1, "top", title)]
    if "properties" in schema or "anyOf" in schema:
        out += ['<h2 id="whole">The whole</h2>', *_definition(schema)]
        headings.append(Heading(2, "whole", "The whole"))
    # What is sent and comes back stands before what it consists of.
    for key, one in sorted(schema["$defs"].items(), key=lambda item: "." not in item[0]):
        method, _, way = key.partition(".")
        said = f"{method}: what {_SENT[way]}" if way else key
        out += [f'<h2 id="{escape(key)}">{escape(said)}</h2>', *_definition(one)]
        headings.append(Heading(2, key, said))
    return Page(path=f"schemas/{name}.html", title=title, body="\n".join(out), headings=tuple(headings))


def _definition(schema: Schema) -> Iterator[str]:
    if schema.get("description"):
        yield f"<p>{escape(schema['description'])}</p>"
    if "properties" in schema:
        yield '<div class="tl-table" tabindex="0"><table>'
        yield "<thead><tr><th>Field</th><th>What it is</th></tr></thead><tbody>"
        yield from _rows(schema, "")
        yield "</tbody></table></div>"
        if rest := ", ".join(_numbers(schema)):
            yield f"<p>Of these fields: {escape(rest)}.</p>"
        for one in schema.get("oneOf", ()):
            yield f"<p>Either with {' and '.join(f'<code>{escape(key)}</code>' for key in one['required'])}.</p>"
    else:
        yield f"<p>{_told(schema)}</p>"


def _rows(schema: Schema, before: str) -> Iterator[str]:
    for key, one in schema["properties"].items():
        name = f"<code>{escape(before + key)}</code>"
        must = "" if key in schema.get("required", ()) else " <small>may be absent</small>"
        words = [_told(one)]
        if text := one.get("description"):
            words.insert(0, f"{escape(text)}<br>")
        yield f"<tr><td>{name}{must}</td><td>{' '.join(words)}</td></tr>"
        inner = one
        mark = before + key
        while "items" in inner:
            inner, mark = inner["items"], mark + "[]"
        if "properties" in inner:
            yield from _rows(inner, mark + ".")


def _told(schema: Schema | bool) -> str:
    """Return in words, as HTML, what a value is."""
    if isinstance(schema, bool):
        return "anything" if schema else "nothing"
    if unknown := set(schema) - _TOLD:
        raise NotImplementedError(f"{sorted(unknown)} of a schema is not told on its page")
    out = []
    if "$ref" in schema:
        key = schema["$ref"].removeprefix("#/$defs/")
        out.append(f'<a href="#{escape(key)}">{escape(key)}</a>')
    elif "const" in schema:
        out.append(f"<code>{escape(json.dumps(schema['const']))}</code>")
    elif "enum" in schema:
        out.append(" or ".join(f"<code>{escape(json.dumps(one))}</code>" for one in schema["enum"]))
    elif "anyOf" in schema:
        out.append(", or ".join(_told(one) for one in schema["anyOf"]))
    elif schema.get("type") == "array":
        out.append(f"list of {_told(schema['items'])}" if "items" in schema else "list")
    elif "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        out.append(" or ".join(escape(_KINDS[kind]) for kind in kinds))
        if isinstance(schema.get("additionalProperties"), Mapping) and "properties" not in schema:
            out.append(f"of {_told(schema['additionalProperties'])} by name")
    else:
        out.append("anything")
    if numbers := list(_numbers(schema)):
        out.append(f"<small>({escape(', '.join(numbers))})</small>")
    for one in schema.get("examples", ()):
        out.append(f"such as <code>{escape(json.dumps(one))}</code>")
    return " ".join(out)


def _numbers(schema: Schema) -> Iterator[str]:
    words = {
        "minimum": "{} or more",
        "minLength": "at least {} characters",
        "minItems": "at least {}",
        "maxItems": "at most {}",
        "minProperties": "at least {}",
        "maxProperties": "at most {}",
        "pattern": "matches {}",
    }
    for key, text in words.items():
        if key in schema:
            yield text.format(schema[key])
    if schema.get("uniqueItems"):
        yield "none twice"
    if "propertyNames" in schema:
        yield f"names match {schema['propertyNames'].get('pattern', 'a list')}"


_KINDS = {
    "object": "object",
    "array": "list",
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}
