"""Expressions as written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.syntax.node import Node, Word
from tilelaw_dsl.vocabulary import ArithmeticOperator, Comparison, Extreme, FoldOperator, SetOperator


class Quantifier(StrEnum):
    """Tests on how many things a set holds."""

    SOME = "some"
    NO = "no"
    ONE = "one"


class SetTest(StrEnum):
    """Tests of how something lies to a set."""

    IN = "in"
    NOT_IN = "not in"
    MEETS = "meets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Integer(Node):
    """`7`"""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Integers(Node):
    """`1..3`, the set of these numbers"""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """`bag`, `you`, `it`, `red`: resolved by what it stands beside"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """`garden(you)`"""

    function: Word
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    """`at.flower`"""

    of: Expr
    field: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrow(Node):
    """`bed[flower = red]`, `players[p: some hand(p)]`"""

    of: Expr
    element: Word | None
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied(Node):
    """`players[highest count hand(it)]`, `players[p: lowest count hand(p)]`"""

    of: Expr
    element: Word | None
    which: Extreme
    key: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf(Node):
    """`{a, b}`"""

    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouped(Node):
    """`(E)`; kept so that the formatter keeps the author's brackets"""

    inner: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Node):
    """`sum(x over s)`, `most(count r over r in regions(s))`"""

    how: FoldOperator
    body: Expr
    element: Word | None
    over: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm(Node):
    """`red: 2`, `3: 1`, `else: 0`"""

    value: Word | None
    """The member or number, as written; nothing stands for `else`."""
    result: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Node):
    """`match w with (red: 1, blue: 2)`"""

    of: Expr
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative(Node):
    """`-E`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Node):
    """`count S`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    """`a + b`, also `- * div mod | & except`, `at most` and `at least`"""

    operator: ArithmeticOperator | SetOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Node):
    """`a = b`, also `!= < <= > >=`, `in`, `not in`, `meets`"""

    operator: Comparison | SetTest
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Node):
    """`some S`, `no S`, `one S`"""

    how: Quantifier
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Every(Node):
    """`every s in bed: s.flower = red`"""

    element: Word
    of: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLegal(Node):
    """`no legal place`"""

    action: Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    """`not C`"""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class And(Node):
    """`C and D`"""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Or(Node):
    """`C or D`"""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    """`if C then A else B`"""

    condition: Expr
    then: Expr
    otherwise: Expr


Expr: TypeAlias = (
    Integer
    | Integers
    | Name
    | Call
    | Field
    | Narrow
    | Tied
    | SetOf
    | Grouped
    | Fold
    | Match
    | Negative
    | Count
    | Binary
    | Compare
    | Quantified
    | Every
    | NoLegal
    | Not
    | And
    | Or
    | If
)
