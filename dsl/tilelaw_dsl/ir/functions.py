"""Expressions that apply a function of the language: order, players, relations and geometry of boards. They are
what the pass `functions` of `check` makes of a call. What rules define themselves is called by `Call` in `names`; the
family of all expressions stands in `expressions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_dsl.ir.node import Expr


@dataclass(frozen=True, slots=True)
class First(Expr):
    """The first of a bag, or of a set in canonical order; nothing of nothing. With `count`: that many, as a bag
    of a bag and a set of a set."""

    of: Expr
    count: Expr | None


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    """The element at a place, counted from 1; nothing when there are fewer."""

    of: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class NextPlayer(Expr):
    """The player after a player, round the table; with `among`, the next who is in that set, the player last of all,
    or nothing if nobody is."""

    of: Expr
    among: Expr | None = None


@dataclass(frozen=True, slots=True)
class SideOf(Expr):
    """The side a player belongs to."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """The cells that can be reached from a set of cells in one to `steps` steps of a relation, without leaving
    `inside` (if given). A cell of the starting set is among them when it can be stepped on from another of
    them, or come back to."""

    board: str
    relation: str
    of: Expr
    steps: Expr
    inside: Expr | None


@dataclass(frozen=True, slots=True)
class Regions(Expr):
    """The connected parts of a set of cells, a set of sets."""

    board: str
    relation: str
    of: Expr


@dataclass(frozen=True, slots=True)
class SpanOf(Expr):
    """The longer side of the smallest upright rectangle around a set of cells; 0 of none."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Run(Expr):
    """The unbroken run of cells of a set that begins beside a cell in a direction (the cell itself not in it). With
    `through`: the cell, in the set or not, with the runs in this direction and in the opposite one."""

    board: str
    start: Expr
    direction: Expr
    inside: Expr
    through: bool = False


@dataclass(frozen=True, slots=True)
class Shift(Expr):
    """The cell beside a cell in a direction; nothing beyond the edge."""

    board: str
    of: Expr
    direction: Expr


@dataclass(frozen=True, slots=True)
class Heading(Expr):
    """The direction in which one cell has another as its neighbour; nothing if it has not."""

    board: str
    start: Expr
    end: Expr


@dataclass(frozen=True, slots=True)
class Distance(Expr):
    """The number of steps of a relation from one cell to another on the empty board; if none lead there, the number
    of cells that the board has, which is more than any way has steps."""

    board: str
    relation: str
    start: Expr
    end: Expr


@dataclass(frozen=True, slots=True)
class Total(Expr):
    """The sum of all score lines of a side."""

    of: Expr


FunctionExpr: TypeAlias = (
    First | Nth | NextPlayer | SideOf | Reach | Regions | SpanOf | Run | Shift | Heading | Distance | Total
)
