"""Values that stand in a text or a table: constants of parameters, rows of component data, what is printed on cells."""

from __future__ import annotations

import csv
import io
import re
from itertools import islice

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.world import MAX_MEMBERS, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, nearest

SMALL_NUMBER = re.compile(r"[0-9]{1,4}")


class Bad:
    """Marks a value that could not be read."""


BAD = Bad()


def parse_datum(type_: ir.Type, text: str, world: World) -> object:
    """Return the value that a text stands for, or `BAD`."""
    match type_:
        case ir.FlagType():
            return {"yes": True, "no": False, "1": True, "0": False, "": False}.get(text, BAD)
        case ir.NumberType():
            if not re.fullmatch(r"-?[0-9]{1,7}", text or "0"):
                return BAD
            value = int(text or "0")
            return value if type_.low <= value <= type_.high else BAD
        case ir.ThingType(sort=ir.Sort.KIND):
            if text == "":
                return None if type_.maybe else BAD
            names = {str(m.name): m.name for m in world.kinds[type_.name].members}
            return names.get(text, BAD)
        case _:
            return BAD


def expected_datum(type_: ir.Type, world: World) -> str:
    """Return what a text must stand for, in words."""
    match type_:
        case ir.FlagType():
            return "`yes` or `no`"
        case ir.NumberType():
            return f"a number {type_.low}..{type_.high}"
        case ir.ThingType(sort=ir.Sort.KIND):
            names = [str(m.name) for m in world.kinds[type_.name].members]
            return f"one of {listed(names[:12])}" + (" …" if len(names) > 12 else "")
        case _:
            return "a value that can be written down"


def listed(names: list[str]) -> str:
    """Return names as they are shown in a message."""
    return ", ".join(f"`{n}`" for n in names)


class Values:
    """Reads constants and tables of one ruleset."""

    def __init__(self, world: World, report: Report) -> None:
        self.world = world
        self.report = report

    def table(self, item: s.Param, keys: list[str | int], type_: ir.Type) -> list[ir.Datum] | None:
        """Return the values of a parameter, one for each value of its index."""
        written = item.values
        if written and isinstance(written[0], s.Arm):
            return self._by_arms(item, keys, type_)
        if len(written) != len(keys):
            self.report.add(
                Code.VALUE_COUNT,
                f"`{item.name.text}` has {len(written)} values for {len(keys)} places",
                written[0].span.to(written[-1].span),
                labels=[(item.name.span, "declared here")],
                hint="give one for each, or name them: `red: 1, else: 0`",
            )
            return None
        values = [self.constant(v, type_) for v in written]  # type: ignore[arg-type]  # no arms among them
        return None if any(v is BAD for v in values) else values  # type: ignore[return-value]

    def _by_arms(self, item: s.Param, keys: list[str | int], type_: ir.Type) -> list[ir.Datum] | None:
        given: dict[str, object] = {}
        for arm in item.values:
            assert isinstance(arm, s.Arm)
            value = self.constant(arm.result, type_)
            if value is BAD:
                return None
            key = arm.value.text if arm.value else "else"
            if arm.value is not None and key not in [str(k) for k in keys]:
                self.report.add(
                    Code.UNKNOWN_CASE,
                    f"`{key}` is none of the values of the index",
                    arm.value.span,
                    hint=nearest(key, [str(k) for k in keys]),
                )
                return None
            if key in given:
                self.report.add(Code.DECLARED_TWICE, f"`{key}` is listed twice", arm.span)
            given[key] = value
        missing = [str(k) for k in keys if str(k) not in given]
        if missing and "else" not in given:
            self.report.add(
                Code.MISSING_CASE,
                f"`{item.name.text}` says nothing for {listed(missing)}",
                item.values[0].span.to(item.values[-1].span),
                labels=[(item.name.span, "declared here")],
                hint="add them, or `else: …`",
            )
            return None
        return [given.get(str(k), given.get("else")) for k in keys]  # type: ignore[misc]

    def constant(self, node: s.Expr, type_: ir.Type) -> object:
        """Return the value of a constant expression of a type, or `BAD` after a report."""
        number = self._constant_number(node)
        if number is not None and isinstance(type_, ir.NumberType):
            if type_.low <= number <= type_.high:
                return number
            self.report.add(Code.OUT_OF_RANGE, f"{number} lies outside {type_.low}..{type_.high}", node.span)
            return BAD
        if isinstance(node, s.Name):
            value = parse_datum(type_, "" if node.text == "none" else node.text, self.world)
            if value is not BAD:
                return value
        self.report.add(Code.NO_CONSTANT, f"expected {expected_datum(type_, self.world)}", node.span)
        return BAD

    def _constant_number(self, node: s.Expr) -> int | None:
        match node:
            case s.Integer():
                return node.value
            case s.Grouped():
                return self._constant_number(node.inner)
            case s.Negative():
                inner = self._constant_number(node.of)
                return None if inner is None else -inner
            case s.Name() if node.text in self.world.tables and self.world.tables[node.text].index is None:
                value = self.world.tables[node.text].values[0]
                return value if isinstance(value, int) else None
            case s.Call(function=function, arguments=(s.Name(text="players"),)) if function.text == "count":
                return self.world.players
            case s.Count(of=s.Name(text="players")):
                return self.world.players
            case s.Binary(operator="+" | "-" | "*"):
                left, right = self._constant_number(node.left), self._constant_number(node.right)
                if left is None or right is None:
                    return None
                return {"+": left + right, "-": left - right, "*": left * right}[node.operator]
            case _:
                return None

    def members(self, item: s.KindsData, fields: tuple[ir.FieldDecl, ...], text: str) -> tuple[ir.MemberDecl, ...]:
        """Return the members of a kind that a table lists; none after a report."""
        rows = self._rows(item, text)
        members: dict[str | int, ir.MemberDecl] = {}
        for number, row in enumerate(rows, start=2):
            key_text = next(iter(row.values())).strip()
            key: str | int = int(key_text) if SMALL_NUMBER.fullmatch(key_text) else key_text
            copies = row.get("copies", "").strip() or "1"
            if not SMALL_NUMBER.fullmatch(copies):
                self._wrong_datum(copies, "copies", item, number, "a number 0..9999")
                return ()
            if key in members or key == "":
                self.report.add(
                    Code.BAD_DATA,
                    f"line {number} of `{item.file.text}` does not name a member of its own",
                    item.file.span,
                    hint="the first column holds a different name or number in every line",
                )
                return ()
            data = []
            for declared in fields:
                datum = self._datum(declared.type, row, declared.name, item, number)
                if datum is BAD:
                    return ()
                data.append(datum)
            members[key] = ir.MemberDecl(key, int(copies), tuple(data))  # type: ignore[arg-type]  # BAD is gone
        return tuple(members.values())

    def _rows(self, item: s.KindsData, text: str) -> list[dict[str, str]]:
        """Return the rows of a table by column; none after a report."""
        name = item.file.text
        try:
            rows = list(islice(csv.DictReader(io.StringIO(text, newline="")), MAX_MEMBERS + 1))
        except csv.Error:
            self.report.add(Code.BAD_DATA, f"`{name}` is no table of values with commas between them", item.file.span)
            return []
        if not 0 < len(rows) <= MAX_MEMBERS:
            found = "no rows" if not rows else f"more than {MAX_MEMBERS} rows"
            hint = f"it needs 1 to {MAX_MEMBERS}, beneath a line with the names of the columns"
            self.report.add(Code.BAD_DATA, f"`{name}` has {found}", item.file.span, hint=hint)
            return []
        return [{column: row[column] or "" for column in row if column is not None} for row in rows]

    def _datum(self, type_: ir.Type, row: dict[str, str], column: str, item: s.KindsData, number: int) -> object:
        if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.RECORD:
            values = [
                self._datum(f.type, row, f"{column}_{f.name}", item, number)
                for f in self.world.records[type_.name].fields
            ]
            return BAD if any(v is BAD for v in values) else tuple(values)
        if column not in row:
            self.report.add(
                Code.BAD_DATA,
                f"`{item.file.text}` has no column `{column}`",
                item.file.span,
                hint=nearest(column, row),
            )
            return BAD
        text = row[column].strip()
        value = parse_datum(type_, text, self.world)
        if value is BAD:
            self._wrong_datum(text, column, item, number, expected_datum(type_, self.world))
        return value

    def _wrong_datum(self, text: str, column: str, item: s.KindsData, number: int, expected: str) -> None:
        shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:40])
        message = f"line {number} of `{item.file.text}` has `{shown}` under `{column}`"
        self.report.add(Code.BAD_DATA, message, item.file.span, hint=f"expected {expected}")
