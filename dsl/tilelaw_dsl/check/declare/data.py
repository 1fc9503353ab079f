"""Values that stand in a text or a table: constants of parameters, what is printed on cells or stands in a column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint, instead, respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_CASES, NUMBERS

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


def all_readable(values: Sequence[ir.Datum | Unreadable]) -> tuple[ir.Datum, ...] | Unreadable:
    """Return values if all of them could be read."""
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
    values = all_readable([constant(draft, v, type_) for v in written])
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
            draft.report.add(
                Code.UNKNOWN_CASE, message, arm.value.span, hint=FOREIGN_CASES.get(key) or respelt(key, names)
            )
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
        bounds, hint = f"{type_.low}..{type_.high}", f"write a number from {type_.low} to {type_.high}"
        draft.report.add(Code.OUT_OF_RANGE, f"{number} lies outside {bounds}", node.span, hint=hint)
        return BAD
    if isinstance(node, s.Name):
        value = parse_datum(type_, "" if node.text == "none" else node.text, draft.world)
        if value is not BAD:
            return value
    in_words = NUMBERS.get(node.text) if isinstance(node, s.Name) and isinstance(type_, ir.NumberType) else None
    meant: Hint = instead(in_words) if in_words is not None else ""
    draft.report.add(Code.NO_CONSTANT, f"expected {expected_datum(type_, draft.world)}", node.span, hint=meant)
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
