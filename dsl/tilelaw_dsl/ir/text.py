"""A game as JSON text and back: each node says its class under the key "is"."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from tilelaw_dsl.ir import components, effects, expressions, flow, functions, game, names, rules
from tilelaw_dsl.ir import types as value_types
from tilelaw_dsl.ir.game import Game, Texts

NODES: dict[str, Any] = {
    name: node
    for module in (value_types, names, functions, expressions, components, effects, rules, flow, game)
    for name, node in vars(module).items()
    if is_dataclass(node)
}


ATOMS = frozenset({str, int, bool, type(None)})
ATOMIC = frozenset({str, int, bool, str | None, int | None, str | int})
"""Types of fields in which there is neither a node nor a member of an enumeration."""


def to_data(value: Any) -> Any:
    """Return a node as plain lists, objects, texts and numbers; each node says its class under the key "is"."""
    if type(value) in ATOMS:
        return value
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if hasattr(value, "__dataclass_fields__"):
        data = {"is": type(value).__name__}
        for name in value.__dataclass_fields__:
            data[name] = to_data(getattr(value, name))
        return data
    return value


def from_data(data: Any, wanted: Any) -> Any:
    """Return the node that `to_data` wrote, checked against the wanted type."""
    if isinstance(data, dict):
        cls = NODES[data["is"]]
        # Most of it is texts and numbers, which stay as they are: to go on for each of them takes most of the time.
        return cls(
            *[
                data[name] if is_plain and type(data[name]) in ATOMS else from_data(data[name], hint)
                for name, hint, is_plain in _hints(cls)
            ]
        )
    if isinstance(data, list):
        inner = _element_hints(wanted, len(data))
        return tuple([from_data(item, hint) for item, hint in zip(data, inner, strict=True)])
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return wanted(data)
    return data


@cache
def _hints(cls: type) -> tuple[tuple[str, Any, bool], ...]:
    """Return the fields of a class, each with its type, and whether that is a plain one."""
    hints = typing.get_type_hints(cls)
    return tuple((part.name, hints[part.name], hints[part.name] in ATOMIC) for part in fields(cls))


@cache
def _element_hints(wanted: Any, length: int) -> tuple[Any, ...]:
    if typing.get_origin(wanted) in (typing.Union, types.UnionType):
        tuples = [arm for arm in typing.get_args(wanted) if typing.get_origin(arm) is tuple]
        wanted = tuples[0] if tuples else tuple[Any, ...]
    arguments = typing.get_args(wanted)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return (arguments[0],) * length
    if len(arguments) == length:
        return arguments
    return (Any,) * length


def texts_to_json(texts: Iterable[Texts]) -> str:
    """Return what readers are told as JSON text."""
    return json.dumps([to_data(each) for each in texts], ensure_ascii=False, separators=(",", ":"))


def texts_from_json(text: str) -> tuple[Texts, ...]:
    """Return the texts that `texts_to_json` wrote; what is none raises."""
    texts = tuple(from_data(each, Texts) for each in json.loads(text))
    if not all(isinstance(each, Texts) for each in texts):
        raise TypeError("these are no texts")
    return texts


def to_json(game: Game) -> str:
    """Return a game as JSON text."""
    return json.dumps(to_data(game), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> Game:
    """Return the game that `to_json` wrote; a text that is no game raises."""
    game = from_data(json.loads(text), Game)
    if not isinstance(game, Game):
        raise TypeError("this is no game")
    return game
