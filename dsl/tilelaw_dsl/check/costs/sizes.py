"""How many elements a collection can have, and how that depends on the sets it is made of.

The type of an expression tells the most elements that it can have. Where a set is made of a bound one (narrowed, or
what lies beside it), its size also falls with the size of that one. This matters for regions: there may be a hundred
and each may have a hundred cells, but all of them together have a hundred. A *slope* says it: with slope 4 along a set,
another that can have k elements has at most 4 * k * n / m of them where the first has n of the m that it can have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl.check.expressions.scope import Notes

Slopes: TypeAlias = Mapping[str, float]
"""By the name of a bound set; a set that does not depend on it is not there."""
NO_SLOPES: Slopes = {}


class Sizes:
    """Tells the sizes of collections, in expressions whose definitions are all known."""

    def __init__(self, notes: Notes, defines: Mapping[str, ir.Define], boards: Mapping[str, ir.BoardDecl]) -> None:
        self._notes = notes
        self._defines = defines
        self._boards = boards
        self._slopes: dict[int, Slopes] = {}
        self._parts: dict[str, tuple[int, int] | None] = {}
        for define in ir.callees_first(defines):  # so that long chains of them take no depth
            self._parts[define.name] = self.parts(define.body)
            self.slopes(define.body)

    def type_of(self, node: ir.Expr) -> ir.Type | None:
        """Return the type of an expression; what was not written takes that of what it is made of."""
        note = self._notes.get(id(node))
        if note is not None:
            return note.type
        match node:
            case ir.Narrow(of) | ir.Tied(of) | ir.First(of):
                return self.type_of(of)
            case ir.Call(define):
                return self._defines[define].type if define in self._defines else None
            case _:
                return None

    def most(self, node: ir.Expr) -> int:
        """Return how many elements a collection can have; of what is none, 1."""
        match self.type_of(node):
            case ir.SetType(_, most) | ir.BagType(_, most) | ir.ListType(most):
                return most
            case None:
                return self._made(node)
            case _:
                return 1

    def _made(self, node: ir.Expr) -> int:
        """Return the size of a set that nobody wrote as it stands: what requirements say of an argument."""
        match node:
            case ir.AsSet(of):
                return self.most(of)
            case ir.SetAlgebra(ir.SetOperator.UNION, left, right):
                return self.most(left) + self.most(right)
            case ir.SetAlgebra(_, left, _):
                return self.most(left)
            case ir.Reach(board, relation, of):
                return self.most(of) * self.neighbours(board, relation)
            case ir.SetOf(elements):
                return len(elements)
            case _:
                return 1

    def neighbours(self, board: str, relation: str) -> int:
        """Return how many neighbours a cell can have."""
        decl = next(each for each in self._boards[board].relations if each.name == relation)
        counted = Counter(pair[:2] for pair in decl.pairs)
        return max(counted.values(), default=len(decl.directions))

    def parts(self, node: ir.Expr) -> tuple[int, int] | None:
        """Return the most elements that one set of a set of sets can have, and all of them together if they are known
        to be disjoint; nothing if they are not."""
        match node:
            case ir.Regions(_, _, of):
                return self.most(of), self.most(of)
            case ir.Narrow(of) | ir.Tied(of) | ir.First(of):
                return self.parts(of)
            case ir.SetAlgebra(ir.SetOperator.EXCEPT | ir.SetOperator.INTERSECTION, left, _):
                return self.parts(left)
            case ir.Call(define):
                return self._parts.get(define)
            case _:
                return None

    def slopes(self, node: ir.Expr) -> Slopes:
        """Return along which bound sets the size of a set falls."""
        if id(node) not in self._slopes:
            self._slopes[id(node)] = self._found(node)
        return self._slopes[id(node)]

    def _found(self, node: ir.Expr) -> Slopes:
        match node:
            case ir.Local(name):
                return {name: 1.0} if isinstance(self.type_of(node), ir.SetType) else NO_SLOPES
            case ir.Narrow(of) | ir.Tied(of) | ir.First(of) | ir.AsSet(of) | ir.Regions(_, _, of):
                return self.slopes(of)
            case ir.SetAlgebra(ir.SetOperator.UNION, left, right):
                ours, theirs = self.slopes(left), self.slopes(right)
                whole = max(self.most(node), 1)
                parts = self.most(left) / whole, self.most(right) / whole
                return {name: ours[name] * parts[0] + theirs[name] * parts[1] for name in ours if name in theirs}
            case ir.SetAlgebra(ir.SetOperator.INTERSECTION, left, right):
                return steeper(self._scaled(left, node), self._scaled(right, node))
            case ir.SetAlgebra(_, left, _):
                return self.slopes(left)
            case ir.Reach(board, relation, of, ir.Number(1)):
                reached = self.most(of) * self.neighbours(board, relation)
                grown = reached / max(self.most(node), 1)
                return {name: slope * grown for name, slope in self.slopes(of).items()}
            case ir.Call(define, arguments) if define in self._defines:
                return self._called(self._defines[define], arguments)
            case _:
                return NO_SLOPES

    def _scaled(self, part: ir.Expr, whole: ir.Expr) -> Slopes:
        """Return the slopes of a part, as slopes of a smaller whole."""
        grown = self.most(part) / max(self.most(whole), 1)
        return {name: slope * grown for name, slope in self.slopes(part).items()}

    def _called(self, define: ir.Define, arguments: tuple[ir.Expr, ...]) -> Slopes:
        inner = self.slopes(define.body)
        found: Slopes = NO_SLOPES
        for parameter, argument in zip(define.parameters, arguments, strict=True):
            if parameter.name in inner and isinstance(parameter.type, ir.SetType):
                ratio = inner[parameter.name] * self.most(argument) / max(parameter.type.most, 1)
                found = steeper(found, {name: slope * ratio for name, slope in self.slopes(argument).items()})
        return found


def steeper(left: Slopes, right: Slopes) -> Slopes:
    """Return the slopes of what falls along both: of two along one name the lower bound."""
    return {**left, **right, **{name: min(left[name], right[name]) for name in left if name in right}}
