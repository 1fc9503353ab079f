"""Dataclasses as JSON text and back, derived from their fields, so that no list of fields can fall behind.

A record becomes an object of the fields that it is made with. On the way back the types of the fields say what is made
of the data: records, members of enums, tuples and optional values of these; anything else stays as JSON has it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
_Maker: TypeAlias = Callable[[Any], Any]


def dump(records: Sequence[Record]) -> str:
    """Return records as text."""
    return json.dumps(records, separators=(",", ":"), default=_fields_of)


def parse(text: str, class_: type[Record]) -> tuple[Record, ...]:
    """Return the records in a text that `dump` has made; raises `ValueError` when it is damaged."""
    try:
        return tuple(make(class_, data) for data in json.loads(text))
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"these are no records of {class_.__name__}") from error


def make(class_: type[Record], data: Mapping[str, Any]) -> Record:
    """Return a record, given its fields as JSON has them; those with a default may be absent."""
    makers = _makers(class_)
    return class_(**{name: makers[name](value) for name, value in data.items()})


def _fields_of(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in _makers(type(record))}


_MAKERS: dict[type, Mapping[str, _Maker]] = {}


def _makers(class_: type) -> Mapping[str, _Maker]:
    """Return what makes the value of each field; it is worked out once for each class."""
    if class_ not in _MAKERS:
        hints = get_type_hints(class_)
        _MAKERS[class_] = {field.name: _maker(hints[field.name]) for field in fields(class_) if field.init}
    return _MAKERS[class_]


def _maker(type_: Any) -> _Maker:
    """Return what makes a value of a type, given the value as JSON has it."""
    if get_origin(type_) in (Union, UnionType):
        types = [each for each in get_args(type_) if each is not NoneType]
        inner = _maker(types[0]) if len(types) == 1 else _as_it_is
        return inner if inner is _as_it_is else lambda data: None if data is None else inner(data)
    if get_origin(type_) is tuple:
        element = _maker(get_args(type_)[0])
        return tuple if element is _as_it_is else lambda data: tuple(map(element, data))
    if isinstance(type_, type) and is_dataclass(type_):
        return partial(make, type_)
    return type_ if isinstance(type_, type) and issubclass(type_, Enum) else _as_it_is


def _as_it_is(data: Any) -> Any:
    return data
