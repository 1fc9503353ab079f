"""Values that stand in a text or a table: constants of parameters, rows of component data, what is printed on cells."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Final, TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.world import MAX_MEMBERS, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest, respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS

SMALL_NUMBER = re.compile(r"[0-9]{1,4}")
NUMBER = re.compile(r"-?[0-9]{1,7}")


class Unreadable(Enum):
    """Marks a value that could not be read; nothing is a value like others."""

    BAD = "bad"


BAD: Final = Unreadable.BAD


def parse_datum(type_: ir.Type, text: str, world: World) -> ir.Datum | Unreadable:
    """Return the value that a text stands for, or `BAD`."""
    match type_:
        case ir.FlagType():
            return {"true": True, "false": False, "1": True, "0": False, "": False}.get(text, BAD)
        case ir.NumberType():
            if not NUMBER.fullmatch(text or "0"):
                return BAD
            value = int(text or "0")
            return value if type_.low <= value <= type_.high else BAD
        case ir.ThingType(sort=ir.Sort.KIND):
            if text == "":
                return None if type_.maybe else BAD
            names = {str(m.name): m.name for m in world.kinds[type_.name].members}
            return names.get(text, BAD)
        case ir.ThingType(sort=ir.Sort.DIRECTION):
            if text == "":
                return None if type_.maybe else BAD
            return text if text in DIRECTIONS[type_.name] else BAD
        case _:
            return BAD


def expected_datum(type_: ir.Type, world: World) -> str:
    """Return what a text must stand for, in words."""
    match type_:
        case ir.FlagType():
            return "`true` or `false`"
        case ir.NumberType():
            return f"a number {type_.low}..{type_.high}"
        case ir.ThingType(sort=ir.Sort.KIND):
            names = [str(m.name) for m in world.kinds[type_.name].members]
            return f"one of {_listed(names[:12])}" + (" …" if len(names) > 12 else "")
        case ir.ThingType(sort=ir.Sort.DIRECTION):
            return f"one of {_listed(list(DIRECTIONS[type_.name]))}"
        case _:
            return "a value that can be written down"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{n}`" for n in names)


def _all_readable(values: Sequence[ir.Datum | Unreadable]) -> tuple[ir.Datum, ...] | Unreadable:
    readable = tuple(v for v in values if v is not BAD)
    return readable if len(readable) == len(values) else BAD


def param_values(draft: Draft, item: s.Param, keys: list[str | int], type_: ir.Type) -> tuple[ir.Datum, ...] | None:
    """Return the values of a parameter, one for each value of its index; nothing after a report."""
    arms = [value for value in item.values if isinstance(value, s.Arm)]
    if arms:
        return _by_arms(draft, item, arms, keys, type_)
    written = [value for value in item.values if not isinstance(value, s.Arm)]
    if len(written) != len(keys):
        draft.report.add(
            Code.VALUE_COUNT,
            f"`{item.name.text}` has {len(written)} values for {len(keys)} places",
            written[0].span.to(written[-1].span),
            labels=[(item.name.span, "declared here")],
            hint="give one for each, or name them: `red: 1, else: 0`",
        )
        return None
    values = _all_readable([constant(draft, v, type_) for v in written])
    return None if values is BAD else values


def _by_arms(
    draft: Draft, item: s.Param, arms: list[s.Arm], keys: list[str | int], type_: ir.Type
) -> tuple[ir.Datum, ...] | None:
    names = [str(k) for k in keys]
    given: dict[str, ir.Datum] = {}
    for arm in arms:
        value = constant(draft, arm.result, type_)
        if value is BAD:
            return None
        key = arm.value.text if arm.value else "else"
        if arm.value is not None and key not in names:
            message = f"`{key}` is none of the values of the index"
            draft.report.add(Code.UNKNOWN_CASE, message, arm.value.span, hint=respelt(key, names))
            return None
        if key in given:
            draft.report.add(Code.DECLARED_TWICE, f"`{key}` is listed twice", arm.span)
        given[key] = value
    missing = [name for name in names if name not in given]
    if missing and "else" not in given:
        draft.report.add(
            Code.MISSING_CASE,
            f"`{item.name.text}` says nothing for {_listed(missing)}",
            arms[0].span.to(arms[-1].span),
            labels=[(item.name.span, "declared here")],
            hint="add them, or `else: …`",
        )
        return None
    return tuple(given.get(name, given.get("else")) for name in names)


def constant(draft: Draft, node: s.Expr, type_: ir.Type) -> ir.Datum | Unreadable:
    """Return the value of a constant expression of a type, or `BAD` after a report."""
    number = _constant_number(draft.world, node)
    if number is not None and isinstance(type_, ir.NumberType):
        if type_.low <= number <= type_.high:
            return number
        draft.report.add(Code.OUT_OF_RANGE, f"{number} lies outside {type_.low}..{type_.high}", node.span)
        return BAD
    if isinstance(node, s.Name):
        value = parse_datum(type_, "" if node.text == "none" else node.text, draft.world)
        if value is not BAD:
            return value
    draft.report.add(Code.NO_CONSTANT, f"expected {expected_datum(type_, draft.world)}", node.span)
    return BAD


def _constant_number(world: World, node: s.Expr) -> int | None:
    match node:
        case s.Integer():
            return node.value
        case s.Grouped():
            return _constant_number(world, node.inner)
        case s.Negative():
            inner = _constant_number(world, node.of)
            return None if inner is None else -inner
        case s.Name() if node.text in world.tables and world.tables[node.text].index is None:
            value = world.tables[node.text].values[0]
            return value if isinstance(value, int) else None
        case s.Call(function=function, arguments=(s.Name(text="players"),)) if function.text == "count":
            return world.players
        case s.Count(of=s.Name(text="players")):
            return world.players
        case s.Binary():
            left, right = _constant_number(world, node.left), _constant_number(world, node.right)
            if left is None or right is None:
                return None
            match node.operator:
                case s.ArithmeticOperator.ADD:
                    return left + right
                case s.ArithmeticOperator.SUBTRACT:
                    return left - right
                case s.ArithmeticOperator.MULTIPLY:
                    return left * right
                case _:
                    return None
        case _:
            return None


Row: TypeAlias = dict[str, str]
Key: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table: where it stands, and what it has in each column."""

    file: s.Word
    number: int
    row: Row

    @property
    def key(self) -> Key:
        """Return the member that the line is about."""
        text = next(iter(self.row.values()), "").strip()
        return int(text) if SMALL_NUMBER.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Columns:
    """A table with columns for members of another: its lines by member."""

    file: s.Word
    lines: Mapping[Key, Line]


def lines_of(draft: Draft, file: s.Word, most: int = MAX_MEMBERS) -> list[Line]:
    """Return the lines of a table; none after a report."""
    text = draft.data(file.text, file.span)
    if text is None:
        draft.report.add(
            Code.NO_DATA_FILE,
            f"there is no data file `{file.text}`",
            file.span,
            hint="it is looked for beside the rules file, then among the bundled data",
        )
        return []
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        found = [(reader.line_num, row) for row in islice(reader, most + 1)]
    except csv.Error:
        message = f"`{file.text}` is no table of values with commas between them"
        draft.report.add(Code.BAD_DATA, message, file.span)
        return []
    if not 0 < len(found) <= most:
        shown = "no rows" if not found else f"more than {most} rows"
        hint = f"it needs 1 to {most}, beneath a line with the names of the columns"
        draft.report.add(Code.BAD_DATA, f"`{file.text}` has {shown}", file.span, hint=hint)
        return []
    return [
        Line(file, line, {column: row[column] or "" for column in row if column is not None}) for line, row in found
    ]


def members(
    draft: Draft, item: s.KindsData, fields: tuple[ir.FieldDecl, ...], columns: Mapping[str, Columns]
) -> tuple[ir.MemberDecl, ...]:
    """Return the members of a kind that its tables list; none after a report. `columns` has the tables of the fields
    that stand in tables of their own."""
    rows = [item.file, *(table.file for table in item.more if table.file is not None and not table.fields)]
    found: dict[Key, ir.MemberDecl] = {}
    for line in (line for file in rows for line in lines_of(draft, file)):
        copies = line.row.get("copies", "").strip() or "1"
        if not SMALL_NUMBER.fullmatch(copies):
            _report_datum(draft, copies, "copies", line, "a number 0..9999")
            return ()
        if not _is_new(draft, line, found):
            return ()
        data: list[ir.Datum] = []
        for field in fields:
            if field.name in columns:
                datum = _datum_beside(draft, field, columns[field.name], line.key)
            else:
                datum = _datum(draft, field.type, line, field.name)
            if datum is BAD:
                return ()
            data.append(datum)
        found[line.key] = ir.MemberDecl(line.key, int(copies), tuple(data))
    _check_columns(draft, columns, found)
    return tuple(found.values())


def _is_new(draft: Draft, line: Line, found: Mapping[Key, ir.MemberDecl]) -> bool:
    """Report a line without a member of its own, or one too many."""
    if line.key in found or line.key == "":
        draft.report.add(
            Code.BAD_DATA,
            f"line {line.number} of `{line.file.text}` does not name a member of its own",
            line.file.span,
            hint="the first column holds a different name or number in every line",
        )
        return False
    if len(found) == MAX_MEMBERS:
        message = f"with `{line.file.text}` there are more than {MAX_MEMBERS} rows"
        draft.report.add(Code.BAD_DATA, message, line.file.span)
        return False
    return True


def _check_columns(draft: Draft, columns: Mapping[str, Columns], found: Mapping[Key, ir.MemberDecl]) -> None:
    """Report lines of added columns that are about no member."""
    for line in (line for table in columns.values() for line in table.lines.values()):
        if line.key not in found:
            message = f"line {line.number} of `{line.file.text}` is about `{line.key}`, which there is not"
            hint = nearest(str(line.key), map(str, found)) or "the first column names a member"
            draft.report.add(Code.BAD_DATA, message, line.file.span, hint=hint)


def _datum_beside(draft: Draft, field: ir.FieldDecl, table: Columns, key: Key) -> ir.Datum | Unreadable:
    """Return what a table of columns has for a member; who is not in it has a blank."""
    if key in table.lines:
        return _datum(draft, field.type, table.lines[key], field.name)
    blank = parse_datum(field.type, "", draft.world)
    if blank is BAD:
        message = f"`{table.file.text}` has no line for `{key}`"
        hint = f"without one `{field.name}` is blank, but it is {expected_datum(field.type, draft.world)}"
        draft.report.add(Code.BAD_DATA, message, table.file.span, hint=hint)
    return blank


def _datum(draft: Draft, type_: ir.Type, line: Line, column: str) -> ir.Datum | Unreadable:
    """Return what a line has in a column, or in the columns of a record."""
    if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD:
        fields = draft.world.records[type_.name].fields
        return _all_readable([_datum(draft, f.type, line, f"{column}_{f.name}") for f in fields])
    if column not in line.row:
        message = f"`{line.file.text}` has no column `{column}`"
        draft.report.add(Code.BAD_DATA, message, line.file.span, hint=nearest(column, line.row))
        return BAD
    text = line.row[column].strip()
    value = parse_datum(type_, text, draft.world)
    if value is BAD:
        _report_datum(draft, text, column, line, expected_datum(type_, draft.world))
    return value


def _report_datum(draft: Draft, text: str, column: str, line: Line, expected: str) -> None:
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:40])
    message = f"line {line.number} of `{line.file.text}` has `{shown}` under `{column}`"
    draft.report.add(Code.BAD_DATA, message, line.file.span, hint=f"expected {expected}")
