"""The components of a game as groups: pieces, what lies on squares, tokens, each with counts and values.

A kind of which some zone holds pieces is a group with the number of its copies; so is one that a square can show, and a
number that effects put on squares, which is a token. What merely helps the rules to count is no component. Values are
the numbers in the data of a kind and the tables by its members.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl import syntax as s
from tilelaw_press.model import Reading, Said

NOTE = "note"
"""The column of a data file that says how well a row is known; rules do not read it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A member of a group."""

    name: str | int
    label: Said
    copies: int
    values: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Components of one kind, with the headings of their values."""

    name: str
    """Of the kind, or of the field of a token."""
    label: Said
    count: int
    """How many pieces there are; 0 where the rules do not count them."""
    columns: tuple[Said, ...]
    pieces: tuple[Piece, ...]
    is_composed: bool
    """Its members have no names of their own: they consist of other things."""

    @property
    def has_copies(self) -> bool:
        """Whether the number of copies says something."""
        return self.count > 0 and any(piece.copies != 1 for piece in self.pieces)


def groups(reading: Reading) -> tuple[Group, ...]:
    """Return the components of a game, in the order of their declarations."""
    game = reading.game
    lying = {zone.of.name for zone in game.zones if zone.of.sort is ir.Sort.KIND}
    fields = [part.type for board in game.boards for part in board.fields]
    shown = {each.name for each in fields if isinstance(each, ir.ThingType) and each.sort is ir.Sort.KIND}
    found = [_kind(reading, kind, kind.name in lying) for kind in game.kinds if kind.name in lying | shown]
    return (*found, *_tokens(reading))


def boards(game: ir.Game) -> tuple[str, ...]:
    """Return the boards that all players share."""
    return tuple(board.name for board in game.boards if not board.owned)


def _kind(reading: Reading, kind: ir.KindDecl, is_lying: bool) -> Group:
    is_composed = any(isinstance(part.type, ir.ThingType) for part in kind.fields)
    # The name of a composed member is a number, or says again what it consists of.
    numbers = [at for at, part in enumerate(kind.fields) if isinstance(part.type, ir.NumberType) and not is_composed]
    tables = [table for table in reading.game.tables if _is_by(table, kind.name)]
    columns = [reading.label(ir.LabelKind.FIELD, kind.fields[at].name) for at in numbers]
    columns += [reading.label(ir.LabelKind.PARAMETER, table.name) for table in tables]
    pieces = []
    for place, member in enumerate(kind.members):
        label = _composed(reading, kind, member) if is_composed else None
        label = label or reading.label(ir.LabelKind.MEMBER, str(member.name), of=kind.name)
        values = [_value(reading, kind.fields[at].type, member.data[at]) for at in numbers]
        values += [_value(reading, table.type, table.values[place]) for table in tables]
        pieces.append(Piece(member.name, label, member.copies, tuple(values)))
    count = sum(piece.copies for piece in pieces) if is_lying else 0
    called = reading.label(ir.LabelKind.KIND, kind.name)
    return Group(kind.name, called, count, tuple(columns), tuple(pieces), is_composed)


def _composed(reading: Reading, kind: ir.KindDecl, member: ir.MemberDecl) -> Said | None:
    """Return what a member without a name of its own is called: its number, or what it consists of."""
    if isinstance(member.name, int):
        return Said(str(member.name), reading.language)
    parts = [
        reading.label(ir.LabelKind.MEMBER, str(datum), of=part.type.name)
        for part, datum in zip(kind.fields, member.data, strict=True)
        if isinstance(part.type, ir.ThingType) and part.type.sort is ir.Sort.KIND and datum is not None
    ]
    return Said(" \u2013 ".join(part.text for part in parts), parts[0].language) if parts else None


def _is_by(table: ir.TableDecl, kind: str) -> bool:
    return isinstance(table.index, ir.ThingType) and table.index.sort is ir.Sort.KIND and table.index.name == kind


def _value(reading: Reading, type_: ir.Type, value: ir.Datum) -> Said:
    if value is None or value is False or value == 0:
        return Said("", reading.language)
    if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.KIND:
        return reading.label(ir.LabelKind.MEMBER, str(value), of=type_.name)
    return Said("✓" if value is True else str(value), reading.language)


def _tokens(reading: Reading) -> Iterator[Group]:
    """Yield numbers that effects put on squares, with the tables by such numbers."""
    game = reading.game
    effects = [node for one in game.consequences for node in ir.walk(*one.effects)]
    put = {(node.board, node.field) for node in effects if isinstance(node, ir.SetCell)}
    for board in game.boards:
        for part in board.fields:
            tables = [table for table in game.tables if _is_of(table, part.type)]
            if (board.name, part.name) in put and tables:
                index = tables[0].index
                assert isinstance(index, ir.NumberType), "such tables were looked for"
                pieces = []
                for number in range(index.low, index.high + 1):
                    values = tuple(_value(reading, t.type, t.values[number - index.low]) for t in tables)
                    pieces.append(Piece(number, Said(str(number), reading.language), 1, values))
                columns = tuple(reading.label(ir.LabelKind.PARAMETER, table.name) for table in tables)
                label = reading.label(ir.LabelKind.FIELD, part.name)
                yield Group(part.name, label, 0, columns, tuple(pieces), is_composed=False)


def _is_of(table: ir.TableDecl, type_: ir.Type) -> bool:
    """Say whether a table has a value for every number of a field but 0."""
    return (
        isinstance(type_, ir.NumberType)
        and isinstance(table.index, ir.NumberType)
        and (table.index.low, table.index.high) == (max(type_.low, 1), type_.high)
    )


def notes(book: Rulebook, game: ir.Game, kind: str) -> Mapping[str, str]:
    """Return how well the members of a kind are known, where a data file says so; what it says is English."""
    for layer in reversed(game.layers):
        for item in book.library.layers[layer].items:
            if isinstance(item, s.KindsData) and item.name.text == kind:
                text = book.data(item.file.text, item.file.span) or ""
                rows = list(csv.DictReader(text.splitlines()))
                key = next(iter(rows[0]), "") if rows else ""
                return {row[key]: row[NOTE] for row in rows if row.get(NOTE)}
    return {}
