"""Takes the points of a score line apart: which cells bring how many, and as the product of what.

A line can be taken apart where it is a sum (or the most) over cells or sets of cells, a count of cells, or made of
such things by definitions, choices and additions. The parts of a line always add up to its points. What is put
together in another way has no parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.values import Cell, Env, Value, as_elements, canonical, each


@dataclass(frozen=True, slots=True)
class Part:
    """Cells of a board and the points they bring; `factors` where these are a product."""

    board: str
    cells: tuple[Cell, ...]
    points: int
    factors: tuple[int, ...] = ()


def line_parts(here: Evaluator, side: int) -> tuple[tuple[Part, ...], ...]:
    """Return the parts of every score line of a side, in the order of the lines; none where a line has no parts."""
    found = []
    for line in here.rules.game.scores:
        env = {"you": side}
        if line.each is None:
            found.append(_parts(here, line.points, env) or ())
            continue
        for key in each(here.value(line.each.over, env)):
            found.append(_parts(here, line.points, {**env, line.each.element: key}) or ())
    return tuple(found)


def _parts(here: Evaluator, node: ir.Expr, env: Env) -> tuple[Part, ...] | None:
    """Return what a number consists of, or nothing if that cannot be told."""
    match node:
        case ir.Call():
            opened = _opened(here, node, env)
            return _parts(here, *opened) if opened else ()
        case ir.If():
            return _parts(here, node.then if here.holds(node.condition, env) else node.otherwise, env)
        case ir.Number(0):
            return ()
        case ir.Arithmetic(ir.ArithmeticOperator.ADD):
            left, right = _parts(here, node.left, env), _parts(here, node.right, env)
            return None if left is None or right is None else left + right
        case ir.Count():
            board = _board(here, node.of)
            found = [_cells(element) for element in each(here.value(node.of, env))]
            return tuple(Part(board, cells, 1) for cells in found) if board and all(found) else None
        case ir.Fold(ir.FoldOperator.SUM):
            return _summed(here, node, list(each(here.value(node.over, env))), env)
        case ir.Fold(ir.FoldOperator.MOST):
            elements = list(each(here.value(node.over, env)))
            best = max(elements, key=lambda x: here.number(node.body, {**env, node.element: x}), default=None)
            return _summed(here, node, [] if best is None else [best], env)
    return None


def _summed(here: Evaluator, node: ir.Fold, elements: list[Value], env: Env) -> tuple[Part, ...] | None:
    """Return a part for each element that is a place, and else what its own number consists of."""
    found: list[Part] = []
    board = _board(here, node.over)
    for element in elements:
        bound = {**env, node.element: element}
        cells = _cells(element)
        if cells and board:
            found.append(Part(board, cells, here.number(node.body, bound), _factors(here, node.body, bound)))
            continue
        inner = _parts(here, node.body, bound)
        if inner is None:
            return None
        found += inner
    return tuple(found)


def _opened(here: Evaluator, node: ir.Call, env: Env) -> tuple[ir.Expr, Env] | None:
    """Return the body of a definition and what is bound in it; nothing where the call is blank."""
    define = here.rules.defines[node.define]
    bound: dict[str, Value] = {}
    for parameter, argument in zip(define.parameters, node.arguments, strict=True):
        value = here.value(argument, env)
        if value is None and isinstance(parameter.type, ir.ThingType) and not parameter.type.maybe:
            return None
        bound[parameter.name] = value
    return define.body, bound


def _factors(here: Evaluator, node: ir.Expr, env: Env) -> tuple[int, ...]:
    """Return the factors of a product from the left; of what is none, nothing."""
    if isinstance(node, ir.Call):
        opened = _opened(here, node, env)
        return _factors(here, *opened) if opened else ()
    if not isinstance(node, ir.Arithmetic) or node.operator is not ir.ArithmeticOperator.MULTIPLY:
        return ()
    left = _factors(here, node.left, env) or (here.number(node.left, env),)
    right = _factors(here, node.right, env) or (here.number(node.right, env),)
    return left + right


def _cells(value: Value) -> tuple[Cell, ...]:
    """Return a cell or a set of cells as cells, anything else as none."""
    if isinstance(value, Cell):
        return (value,)
    if not isinstance(value, frozenset):
        return ()
    found = [cell for cell in as_elements(value) if isinstance(cell, Cell)]
    return tuple(canonical(found)) if len(found) == len(value) else ()


def _board(here: Evaluator, node: ir.Node) -> str:
    """Return the board that an expression is about: the first that it names, itself or by a definition."""
    for inner in ir.walk(node):
        if isinstance(inner, ir.Call):
            board = _board(here, here.rules.defines[inner.define].body)
        else:
            board = str(getattr(inner, "board", ""))
        if board:
            return board
    return ""
