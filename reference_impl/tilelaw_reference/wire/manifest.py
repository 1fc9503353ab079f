"""The manifest of a game: everything about its rules that other programs want to know without reading them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import JsonObject, json_value
from tilelaw_reference.wire.parts import json_type, parts
from tilelaw_reference.wire.reads import actions_refused, parts_read
from tilelaw_reference.wire.schema import arguments_schema, move_schema, position_schema


def manifest(game: ir.Game, texts: Iterable[ir.Texts] = ()) -> dict[str, Any]:
    """Return the manifest as JSON data, with what readers are told where that is given."""
    rules = Rules(game)
    reads, refuses = parts_read(game), actions_refused(game)
    return {
        "name": game.name,
        "players": game.players,
        "title": game.title,
        "layers": list(game.layers),
        "editions": [{"language": language, "title": title} for language, title in game.editions],
        "digest": digest(game),
        "rules": [
            {**_rule(rule), "reads": reads.get(rule.id, []), "refuses": refuses.get(rule.id, [])} for rule in game.rules
        ],
        "texts": {told.language: _texts(told) for told in texts},
        "asks": [
            {
                "name": ask.name,
                "question": ask.question,
                "actions": list(ask.actions),
                "bound": {binding.name: json_type(binding.type) for binding in ask.carries},
            }
            for ask in rules.asks.values()
        ],
        "actions": [
            {
                "name": action.name,
                "rule": action.rule,
                "arguments": arguments_schema(rules, action),
                "same": [{"swapped": [same.first, same.second], "always": same.when is None} for same in action.same],
            }
            for action in game.actions
        ],
        "components": components(rules),
        "parts": parts(game),
        "schemas": {"position": position_schema(rules), "move": move_schema(rules)},
    }


def components(rules: Rules) -> list[JsonObject]:
    """Return the members of every kind, with their data."""
    return [_kind(rules, kind) for kind in rules.game.kinds]


def digest(game: ir.Game) -> str:
    """Return a name for exactly these rules, in whatever words readers are told them."""
    return hashlib.sha256(ir.to_json(game).encode()).hexdigest()


def json_citation(citation: ir.Citation) -> JsonObject:
    """Return a citation as JSON data; what is empty is left out."""
    standing = citation.standing.value if citation.kind is ir.CitationKind.SOURCE else ""
    parts = {"edition": citation.edition, "standing": standing, "heading": citation.heading, "note": citation.note}
    return {"kind": citation.kind.value, **{name: part for name, part in parts.items() if part}}


def _rule(rule: ir.RuleInfo) -> JsonObject:
    return {
        "id": rule.id,
        "title": rule.title,
        "layer": rule.layer,
        "changed_by": list(rule.changed_by),
        "citations": [json_citation(citation) for citation in rule.citations],
        "follows": list(rule.follows),
        "does": [kind.value for kind in rule.does],
        "cost": rule.cost,
    }


def _texts(texts: ir.Texts) -> JsonObject:
    return {
        "aim": texts.aim,
        "components": texts.components,
        "steps": dict(texts.steps),
        "asks": dict(texts.asks),
        "rules": dict(texts.rules),
        "titles": dict(texts.titles),
        "labels": _labels(texts.labels),
        "ours": [_called(label) for label in texts.labels if label.is_ours],
    }


def _labels(labels: tuple[ir.Label, ...]) -> JsonObject:
    """Return what things are called, by the kind of thing, `member` by the name of the kind and of the member."""
    found: dict[str, dict[str, str]] = {}
    for label in labels:
        found.setdefault(label.kind.value, {})[_called(label)] = label.text
    return {kind: dict(texts) for kind, texts in found.items()}


def _called(label: ir.Label) -> str:
    return f"{label.of}.{label.name}" if label.of else label.name


def _kind(rules: Rules, kind: ir.KindDecl) -> JsonObject:
    return {"kind": kind.name, "members": [_member(rules, kind, place) for place in range(len(kind.members))]}


def _member(rules: Rules, kind: ir.KindDecl, place: int) -> JsonObject:
    member = rules.members[kind.name][place]
    data = {field.name: json_value(rules.data[member, field.name]) for field in kind.fields}
    return {"name": member.name, "copies": kind.members[place].copies, **({"data": data} if data else {})}
