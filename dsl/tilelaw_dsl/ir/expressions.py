"""Everything that is calculated: one node for each kind of expression. What they mean stands in the package. Here
are numbers, operators and choices, and `AnyExpr`, the family of all. What reads something by its name stands in
`names`, the functions of the language in `functions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.functions import FunctionExpr
from tilelaw_dsl.ir.names import NameExpr
from tilelaw_dsl.ir.node import Expr, Node
from tilelaw_dsl.vocabulary import ArithmeticOperator, Comparison, Extreme, FoldOperator, SetOperator


@dataclass(frozen=True, slots=True)
class Number(Expr):
    """A number as it stands."""

    value: int


@dataclass(frozen=True, slots=True)
class Numbers(Expr):
    """All numbers from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class AsSet(Expr):
    """A thing as the set of it alone (nothing: the empty set), or a bag as the set of its members."""

    of: Expr


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    """The set of these; nothing among them adds nothing."""

    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetAlgebra(Expr):
    """Two sets combined; the left side of `except` may be a bag and stays one."""

    operator: SetOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Narrow(Expr):
    """The elements for which a condition holds; of a bag, a bag."""

    of: Expr
    element: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Tied(Expr):
    """The elements tied for the highest or lowest key."""

    of: Expr
    element: str
    which: Extreme
    key: Expr


@dataclass(frozen=True, slots=True)
class Fold(Expr):
    """A value for each element (of a bag: each piece), made into one."""

    operator: FoldOperator
    element: str
    over: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Count(Expr):
    """How many elements or pieces; of a thing (wrapped in `AsSet`), 1 or 0."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Inside(Expr):
    """A thing in a set, or a number in a set of numbers. Nothing is in no set."""

    element: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Subset(Expr):
    """Every element of one set in another."""

    part: Expr
    of: Expr


@dataclass(frozen=True, slots=True)
class Meets(Expr):
    """An element common to both."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SameThing(Expr):
    """Two things are one. With nothing on either side, no. Records are the same when all their fields are."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class SameSet(Expr):
    """Two sets (or two flags) are equal."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """Two numbers compared."""

    operator: Comparison
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Expr):
    """Two numbers made one; `at most` is the smaller, `at least` the larger of the two."""

    operator: ArithmeticOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """The contrary."""

    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    """All hold; judged from the left, as far as needed."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Expr):
    """At least one holds; judged from the left, as far as needed."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Expr):
    """One of two, by a condition."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Case(Node):
    """One arm of a match: the member name or number, and what it gives."""

    value: str | int
    result: Expr


@dataclass(frozen=True, slots=True)
class Match(Expr):
    """The result of the arm that names the value (a member or a number); else `otherwise`, which is there
    whenever the arms do not cover every value the subject can have."""

    of: Expr
    arms: tuple[Case, ...]
    otherwise: Expr | None


@dataclass(frozen=True, slots=True)
class NoLegal(Expr):
    """The player asked has no legal answer by this action."""

    action: str


AnyExpr: TypeAlias = (
    NameExpr
    | Number
    | Numbers
    | AsSet
    | SetOf
    | SetAlgebra
    | Narrow
    | Tied
    | Fold
    | Count
    | Inside
    | Subset
    | Meets
    | SameThing
    | SameSet
    | Compare
    | Arithmetic
    | Not
    | And
    | Or
    | If
    | Match
    | NoLegal
    | FunctionExpr
)
"""All of them, for who has to know each. Whoever takes any expression says `Expr`, the class that all of these are:
the type checker compares a wide union with itself at every `==` and every pattern, which takes minutes."""
