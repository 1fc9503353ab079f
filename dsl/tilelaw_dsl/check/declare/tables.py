"""Tables of component data: the lines of a file, and the members of a kind that they list.

A table is text with commas: a line with the names of the columns, then a line for each member. Blank lines say nothing,
and one column, for notes, is for people. Whatever else is odd is told with the line on which it stands.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.data import BAD, Unreadable, all_readable, expected_datum, parse_datum
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.world import MAX_MEMBERS
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Severity, nearest

SMALL_NUMBER = re.compile(r"[0-9]{1,4}")
MEMBER = re.compile(r"[a-z][a-z0-9_]*|[0-9]{1,4}")
OTHER_SIGNS = {";": "semicolons", "\t": "tabs", "|": "`|`"}
"""What programs write between values where a comma is expected."""
FOR_PEOPLE = "note"
"""The column that nothing reads, and need not."""

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
        text = next(iter(self.row.values())).strip()
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
    if "\x00" in text or "\ufffd" in text:
        message, hint = f"`{file.text}` is not written in UTF-8", "save it as CSV with the encoding UTF-8"
        draft.report.add(Code.BAD_DATA, message, file.span, hint=hint)
        return []
    try:
        rows = list(_rows(text, most + 2))
    except csv.Error:
        message = f"`{file.text}` is no table of values with commas between them"
        draft.report.add(Code.BAD_DATA, message, file.span)
        return []
    columns = [name.strip() for name in rows[0][1]] if rows else []
    if rows and not _are_columns(draft, file, columns):
        return []
    found = rows[1:]
    if not 0 < len(found) <= most:
        shown = "no rows" if not found else f"more than {most} rows"
        hint = f"it needs 1 to {most}, beneath a line with the names of the columns"
        draft.report.add(Code.BAD_DATA, f"`{file.text}` has {shown}", file.span, hint=hint)
        return []
    for number, row in found:
        if len(row) != len(columns):
            counted = f"{_counted(len(row), 'value')} for {_counted(len(columns), 'column')}"
            short, long = (
                "a value may be left out, its comma may not",
                "a value that has a comma in it stands in quotes",
            )
            hint = short if len(row) < len(columns) else long
            draft.report.add(Code.BAD_DATA, f"line {number} of `{file.text}` has {counted}", file.span, hint=hint)
            return []
    return [Line(file, number, dict(zip(columns, row, strict=True))) for number, row in found]


def _rows(text: str, most: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table that are not blank, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    begun = 1
    for row in reader:
        if most == 0:
            return
        if any(value.strip() for value in row):
            most -= 1
            yield begun, row
        begun = reader.line_num + 1


def _are_columns(draft: Draft, file: s.Word, columns: list[str]) -> bool:
    """Report a first line that does not name the columns."""
    hint, message = "the first line names the columns, with commas between them", ""
    sign = next((sign for sign in OTHER_SIGNS if len(columns) == 1 and sign in columns[0]), "")
    double = next((name for place, name in enumerate(columns) if name in columns[:place] and name), "")
    if sign:
        message = f"`{file.text}` has {OTHER_SIGNS[sign]} between its values"
        hint = "put commas between them"
    elif "" in columns:
        message = f"column {columns.index('') + 1} of `{file.text}` has no name"
    elif double:
        message = f"`{file.text}` has two columns `{_shown(double)}`"
    if message:
        draft.report.add(Code.BAD_DATA, message, file.span, hint=hint)
    return not message


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:40])


def check_all_read(draft: Draft, lines: list[Line], read: set[str]) -> None:
    """Warn of columns that nothing takes; `read` are those that something does, beside the one with the members."""
    for column in list(lines[0].row)[1:] if lines else ():
        if column not in read | {"copies", FOR_PEOPLE}:
            file = lines[0].file
            message = f"nothing reads the column `{_shown(column)}` of `{file.text}`"
            hint = nearest(column, read)
            if not hint and "copies" not in lines[0].row and all(line.row[column].strip().isdigit() for line in lines):
                hint = "if it says how many pieces there are call it `copies`, for now there is one of each; else "
                hint += "declare a field of that name, or leave it out"
            hint = hint or "declare a field of that name, or leave the column out; a column `note` is for people"
            draft.report.add(Code.UNUSED_COLUMN, message, file.span, hint=hint, severity=Severity.WARNING)


def members(
    draft: Draft, item: s.KindsData, fields: tuple[ir.FieldDecl, ...], columns: Mapping[str, Columns]
) -> tuple[ir.MemberDecl, ...]:
    """Return the members of a kind that its tables list; none after a report. `columns` has the tables of the fields
    that stand in tables of their own."""
    rows = [item.file, *(table.file for table in item.more if table.file is not None and not table.fields)]
    found: dict[Key, ir.MemberDecl] = {}
    tables = [lines_of(draft, file) for file in rows]
    for lines in tables:
        check_all_read(draft, lines, {name for field in fields for name in _columns_of(draft, field)})
    for line in (line for lines in tables for line in lines):
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


def _columns_of(draft: Draft, field: ir.FieldDecl) -> list[str]:
    """Return the columns that a field takes: one, or those of a record."""
    if isinstance(field.type, ir.ThingType) and field.type.sort is ir.Sort.RECORD:
        inner = draft.world.records[field.type.name].fields
        return [f"{field.name}_{name}" for one in inner for name in _columns_of(draft, one)]
    return [field.name]


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
    if isinstance(line.key, str) and not MEMBER.fullmatch(line.key):
        draft.report.add(
            Code.BAD_DATA,
            f"line {line.number} of `{line.file.text}` names its member `{_shown(line.key)}`, which is no name",
            line.file.span,
            hint="a name has small letters, digits and `_`, and begins with a letter; or it is a number up to 9999",
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
        return all_readable([_datum(draft, f.type, line, f"{column}_{f.name}") for f in fields])
    if column not in line.row:
        message = f"`{line.file.text}` has no column `{column}`"
        there = ", ".join(f"`{name}`" for name in list(line.row)[:8])
        hint = _misnamed(column, line.row) or f"its columns are {there}"
        draft.report.add(Code.BAD_DATA, message, line.file.span, hint=hint)
        return BAD
    text = line.row[column].strip()
    value = parse_datum(type_, text, draft.world)
    if value is BAD:
        _report_datum(draft, text, column, line, expected_datum(type_, draft.world))
    return value


def _misnamed(column: str, row: Row) -> str:
    """Return the hint to call a column otherwise, if there is one that may be meant; the first names the members."""
    row = dict(list(row.items())[1:])
    alike = [name for name in row if re.sub(r"[^a-z0-9]+", "_", name.strip().lower()) == column]
    near = alike or re.findall(r"`(.+)`", nearest(column, row))
    return f"in the table call the column `{column}`, not `{_shown(near[0])}`" if near else ""


def _report_datum(draft: Draft, text: str, column: str, line: Line, expected: str) -> None:
    message = f"line {line.number} of `{line.file.text}` has `{_shown(text)}` under `{column}`"
    draft.report.add(Code.BAD_DATA, message, line.file.span, hint=f"expected {expected}")
