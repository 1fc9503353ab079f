"""What requirements say of a single argument, so that an engine need not try every value of its domain.

An argument with `x in S` among its requirements need not be tried outside S; with `{x, y} in S` neither. Where
a requirement offers a choice between two arguments, `x in S or y in T`, and another one makes them neighbours,
`y in beside(x)`, x lies in S or beside T. These sets only save work (`ir.Argument.within`): every requirement is
still judged for every answer that is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilelaw_dsl import ir


@dataclass(frozen=True)
class Neighbours:
    """A requirement that makes two arguments neighbours on a board."""

    one: str
    other: str
    board: str
    relation: str


def narrowed(action: ir.Action, requirements: list[ir.Requirement], mutual: frozenset[str]) -> ir.Action:
    """Return an action whose arguments know the sets in which requirements keep them anyway.

    `mutual` are the relations that lead back as well: only they make neighbours of two arguments.
    """
    always = [r.condition for r in requirements if r.action == action.name and not (r.ask or r.when or r.lets)]
    couples = [couple for condition in always for couple in _neighbours(condition) if couple.relation in mutual]
    names = {a.name for a in action.arguments}
    bound: set[str] = set()
    arguments = []
    for argument in action.arguments:
        required = [found for condition in always for found in _required(condition, argument.name, couples)]
        within = [found for found in required if not ir.names_in(found) & (names - bound)]
        arguments.append(replace(argument, within=tuple(dict.fromkeys(within))))
        bound.add(argument.name)
    return replace(action, arguments=tuple(arguments))


def _required(condition: ir.Expr, name: str, couples: list[Neighbours]) -> list[ir.Expr]:
    """Return the sets in which a condition requires an argument to be."""
    match condition:
        case ir.And(parts=parts):
            return [found for part in parts for found in _required(part, name, couples)]
        case ir.Inside(element=ir.Local(name=found), of=of) if found == name:
            return [of]
        case ir.Subset(part=ir.SetOf(elements=elements), of=of) if ir.Local(name) in elements:
            return [of]
        case ir.Or(parts=parts):
            return _joined([_near(part, name, couples) for part in parts])
        case ir.Meets(left=ir.SetOf(elements=elements), right=of):
            return _joined([_near(ir.Inside(element, of), name, couples) for element in elements])
        case _:
            return []


def _near(part: ir.Expr, name: str, couples: list[Neighbours]) -> ir.Expr | None:
    """Return where an argument must be if a choice is met by it, or by a neighbour of it."""
    if not isinstance(part, ir.Inside) or not isinstance(part.element, ir.Local):
        return None
    if part.element.name == name:
        return part.of
    for couple in couples:
        if {couple.one, couple.other} == {name, part.element.name}:
            return ir.Reach(couple.board, couple.relation, part.of, ir.Number(1), None)
    return None


def _joined(sets: list[ir.Expr | None]) -> list[ir.Expr]:
    """Return the union of all choices, or nothing if one of them says nothing about the argument."""
    known = [one for one in sets if one is not None]
    if len(known) != len(sets) or not known:
        return []
    joined = known[0]
    for one in known[1:]:
        joined = ir.SetAlgebra(ir.SetOperator.UNION, joined, one)
    return [joined]


def _neighbours(condition: ir.Expr) -> list[Neighbours]:
    match condition:
        case ir.And(parts=parts):
            return [couple for part in parts for couple in _neighbours(part)]
        case ir.Inside(
            element=ir.Local(name=one),
            of=ir.Reach(board=board, relation=relation, of=ir.AsSet(of=ir.Local(name=other)), steps=ir.Number(value=1)),
        ):
            return [Neighbours(one, other, board, relation)]
        case _:
            return []
