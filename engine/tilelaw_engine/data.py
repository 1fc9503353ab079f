"""What stands in the tables of a game: its order, and the records among it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl.ir import geometry

Written: TypeAlias = "bool | int | str | list[Written] | dict[str, Written] | None"
"""A value of a table as JSON data."""

SortKey = tuple["int | SortKey", ...]


def sort_key(game: ir.Game, type_: ir.Type, value: ir.Datum) -> SortKey:
    """Return what a printed value is sorted by; nothing comes first."""
    match type_, value:
        case ir.ThingType(), None:
            return ()
        case ir.ThingType(ir.Sort.KIND, name), _:
            kind = next(kind for kind in game.kinds if kind.name == name)
            return ([member.name for member in kind.members].index(as_name(value)),)
        case ir.ThingType(ir.Sort.DIRECTION, name), str():
            return (list(geometry.DIRECTIONS[name]).index(value),)
        case ir.ThingType(ir.Sort.RECORD, name), tuple():
            fields = next(record.fields for record in game.records if record.name == name)
            return (tuple(sort_key(game, f.type, part) for f, part in zip(fields, value, strict=True)),)
        case _, tuple():
            return (tuple(part for part in value if isinstance(part, int)),)
        case _, None:
            return (0,)
        case _, int():
            return (int(value),)
        case _:
            raise AssertionError("the checker has compared all data with their types")


def as_name(value: ir.Datum) -> str | int:
    """Return the name of a member that stands among data."""
    assert isinstance(value, str | int), "the checker has compared all data with their types"
    return value


def records_of(game: ir.Game, record: str) -> list[ir.Datum]:
    """Return the records of a type that stand in tables, each once."""
    wanted = ir.ThingType(ir.Sort.RECORD, record)
    return [value for _, value in sorted({sort_key(game, wanted, one): one for one in _written(game, record)}.items())]


def _written(game: ir.Game, record: str) -> Iterator[ir.Datum]:
    """Yield the records of a type that stand in tables, also those inside others."""
    for kind in game.kinds:
        for member in kind.members:
            for field, value in zip(kind.fields, member.data, strict=True):
                yield from _records_in(game, record, field.type, value)


def _records_in(game: ir.Game, record: str, type_: ir.Type, value: ir.Datum) -> Iterator[ir.Datum]:
    if not isinstance(type_, ir.ThingType) or type_.sort is not ir.Sort.RECORD or not isinstance(value, tuple):
        return
    if type_.name == record:
        yield value
    fields = next(one.fields for one in game.records if one.name == type_.name)
    for field, part in zip(fields, value, strict=True):
        yield from _records_in(game, record, field.type, part)


def record_json(game: ir.Game, record: ir.RecordDecl, value: ir.Datum) -> dict[str, Written]:
    """Return a record as JSON data; what is blank is left out."""
    parts = zip(record.fields, value if isinstance(value, tuple) else (), strict=True)
    return {field.name: _json(game, field.type, part) for field, part in parts if not _is_blank(field.type, part)}


def _json(game: ir.Game, type_: ir.Type, value: ir.Datum) -> Written:
    if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD:
        return record_json(game, next(one for one in game.records if one.name == type_.name), value)
    return [_json(game, type_, part) for part in value] if isinstance(value, tuple) else value


def _is_blank(type_: ir.Type, value: ir.Datum) -> bool:
    return value is None or (not isinstance(type_, ir.ThingType) and not value)
