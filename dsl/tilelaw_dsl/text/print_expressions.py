"""Expressions and types as text: the parts of a line that stand inside others. `print_statements` makes lines of
them. An expression is printed with the author's brackets; one that was made by no author gets the brackets it
needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from tilelaw_dsl import syntax as s


class _Binds(IntEnum):
    """How tightly an expression holds together, as the grammar's levels have it."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    TEST = 4
    BOUND = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    ATOM = 9


_BINARY: dict[s.ArithmeticOperator | s.SetOperator, tuple[_Binds, _Binds, _Binds]] = {
    s.ArithmeticOperator.AT_MOST: (_Binds.BOUND, _Binds.BOUND, _Binds.SUM),
    s.ArithmeticOperator.AT_LEAST: (_Binds.BOUND, _Binds.BOUND, _Binds.SUM),
    s.ArithmeticOperator.ADD: (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    s.ArithmeticOperator.SUBTRACT: (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    s.SetOperator.UNION: (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    s.SetOperator.EXCEPT: (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    s.ArithmeticOperator.MULTIPLY: (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    s.SetOperator.INTERSECTION: (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    s.ArithmeticOperator.DIVIDE: (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    s.ArithmeticOperator.REMAINDER: (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
}
"""How tight the left side is at least, the whole, and the right side at least."""


def print_expr(expr: s.Expr) -> str:
    """Return an expression on one line."""
    match expr:
        case s.Integer():
            return str(expr.value)
        case s.Integers():
            return f"{expr.low}..{expr.high}"
        case s.Name():
            return expr.text
        case s.Call():
            return f"{expr.function.text}({print_exprs(expr.arguments)})"
        case s.Field():
            return f"{print_atom(expr.of)}.{expr.field.text}"
        case s.Narrow():
            return f"{print_atom(expr.of)}[{_named(expr.element)}{print_expr(expr.condition)}]"
        case s.Tied():
            return f"{print_atom(expr.of)}[{_named(expr.element)}{expr.which} {print_expr(expr.key)}]"
        case s.SetOf():
            return f"{{{print_exprs(expr.elements)}}}"
        case s.Grouped():
            return f"({print_expr(expr.inner)})"
        case s.Fold():
            element = f"{expr.element.text} in " if expr.element else ""
            return f"{expr.how}({print_expr(expr.body)} over {element}{_within(expr.over, _Binds.BOUND)})"
        case s.Match():
            return f"match {_within(expr.of, _Binds.BOUND)} with ({print_values(expr.arms)})"
        case s.Negative():
            return _negative(_within(expr.of, _Binds.SIGN))
        case s.Count():
            return f"count {_within(expr.of, _Binds.SIGN)}"
        case s.Binary():
            left, _, right = _BINARY[expr.operator]
            return f"{_within(expr.left, left)} {expr.operator} {_within(expr.right, right)}"
        case s.Compare():
            return f"{_within(expr.left, _Binds.BOUND)} {expr.operator} {_within(expr.right, _Binds.BOUND)}"
        case s.Quantified():
            return f"{expr.how} {_within(expr.of, _Binds.BOUND)}"
        case s.Every():
            over = f"{expr.element.text} in {_within(expr.of, _Binds.BOUND)}"
            return f"every {over}: {print_expr(expr.condition)}"
        case s.NoLegal():
            return f"no legal {expr.action.text}"
        case s.Not():
            return f"not {_last(expr.of, _Binds.NOT)}"
        case s.And():
            return f"{_within(expr.left, _Binds.AND)} and {_last(expr.right, _Binds.NOT)}"
        case s.Or():
            return f"{_within(expr.left, _Binds.OR)} or {_last(expr.right, _Binds.AND)}"
        case s.If():
            condition, then, otherwise = map(print_expr, (expr.condition, expr.then, expr.otherwise))
            return f"if {condition} then {then} else {otherwise}"
        case _:
            assert_never(expr)


def print_atom(expr: s.Expr) -> str:
    """Return an expression that anything may be put behind: in brackets, unless it holds together as it is."""
    return _within(expr, _Binds.ATOM)


def print_summand(expr: s.Expr) -> str:
    """Return an expression that a bound may be put before or behind."""
    return _within(expr, _Binds.SUM)


def print_exprs(exprs: Iterable[s.Expr]) -> str:
    """Return expressions with commas between them."""
    return ", ".join(map(print_expr, exprs))


def print_values(values: tuple[s.Expr, ...] | tuple[s.Arm, ...]) -> str:
    """Return the values of a table, or the arms of a match."""
    return ", ".join(_arm(x) if isinstance(x, s.Arm) else print_expr(x) for x in values)


def print_type(type_: s.Type) -> str:
    """Return a type."""
    match type_:
        case s.FlagType():
            return "flag"
        case s.IntType():
            return f"{type_.low}..{type_.high}"
        case s.NamedType():
            return f"{type_.name.text} of {type_.board.text}" if type_.board else type_.name.text
        case s.MaybeType():
            return f"{print_type(type_.of)}?"
        case s.SetType():
            return f"set of {print_type(type_.of)}"
        case _:
            assert_never(type_)


def _named(element: s.Word | None) -> str:
    return f"{element.text}: " if element else ""


def _within(expr: s.Expr, least: _Binds) -> str:
    text = print_expr(expr)
    return text if _binds(expr) >= least and not _is_open(expr) else f"({text})"


def _last(expr: s.Expr, least: _Binds) -> str:
    """Return an operand after which nothing follows in its brackets, unless the whole gets some of its own."""
    text = print_expr(expr)
    return text if _binds(expr) >= least else f"({text})"


def _is_open(expr: s.Expr) -> bool:
    """Return whether an expression ends in an `every`, which takes in whatever follows."""
    match expr:
        case s.Every():
            return True
        case s.Not():
            return _binds(expr.of) >= _Binds.NOT and _is_open(expr.of)
        case s.And():
            return _binds(expr.right) >= _Binds.NOT and _is_open(expr.right)
        case s.Or():
            return _binds(expr.right) >= _Binds.AND and _is_open(expr.right)
        case _:
            return False


def _binds(expr: s.Expr) -> _Binds:
    match expr:
        case s.If():
            return _Binds.CHOICE
        case s.Or():
            return _Binds.OR
        case s.And():
            return _Binds.AND
        case s.Not():
            return _Binds.NOT
        case s.Compare() | s.Quantified() | s.NoLegal() | s.Every():
            return _Binds.TEST
        case s.Binary():
            return _BINARY[expr.operator][1]
        case s.Negative() | s.Count():
            return _Binds.SIGN
        case s.Integer() | s.Integers() | s.Name() | s.Call() | s.Field() | s.Narrow() | s.Tied():
            return _Binds.ATOM
        case s.SetOf() | s.Grouped() | s.Fold() | s.Match():
            return _Binds.ATOM
        case _:
            assert_never(expr)


def _negative(text: str) -> str:
    # `--a` is no sign, and `-1..3` begins at -1.
    number = text.lstrip("0123456789")
    return f"- {text}" if text.startswith("-") or number.startswith("..") else f"-{text}"


def _arm(arm: s.Arm) -> str:
    return f"{arm.value.text if arm.value else 'else'}: {print_expr(arm.result)}"
