"""Definitions as functions of their own.

As a rule a definition is written out where it is called: so it is narrowed, hoisted and joined with all around it.
Where the text of some function becomes too large, the game is compiled once more with larger definitions shared. Such a
function is given the record and what its parameters are made of; what it finds stays in its own memory, and the caller
takes it from there at once. Nothing is recursive, so each function needs only one such place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_engine.lower.body import INT32, Body
from tilelaw_engine.lower.terms import Bag, Cell, Env, Flag, Num, Set, Sets, Term, Thing, Universe
from tilelaw_engine.lower.world import scratch_value
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code

LEAST = 24
"""Definitions that weigh less are always written out."""

Shape: TypeAlias = Term
"""A term whose numbers stand for others: it says what numbers are to be passed, and what they make up."""


def weight(b: Body, node: ir.Node, limit: int = 10_000) -> int:
    """Return roughly how much text an expression needs."""
    total = 0
    for part in ir.walk(node):
        total += 1
        if isinstance(part, ir.Call):
            total += weight(b, b.world.defines[part.define].body, limit - total)
        elif isinstance(part, ir.Fold | ir.Tied | ir.Regions | ir.Reach | ir.Narrow):
            total += 12
        if total > limit:
            break
    return total


def is_shared(b: Body, define: ir.Define) -> bool:
    """Return whether a definition is a function of its own here; what an ask decides is known only in its place."""
    if not b.world.is_shared or weight(b, define.body) < LEAST:
        return False
    return not any(isinstance(node, ir.NoLegal) for body in _bodies(b, define) for node in ir.walk(body))


def _bodies(b: Body, define: ir.Define) -> list[ir.Expr]:
    """Return the body of a definition, and those of all that it calls."""
    found = {define.name: define.body}
    left = [define.body]
    while left:
        for node in ir.walk(left.pop()):
            if isinstance(node, ir.Call) and node.define not in found:
                found[node.define] = b.world.defines[node.define].body
                left.append(found[node.define])
    return list(found.values())


def can_be_passed(terms: Mapping[str, Term]) -> bool:
    """Return whether arguments can be told by numbers: not cells whose fields are only assumed."""
    return not any(isinstance(term, Cell) and term.assumed is not None for term in terms.values())


def called(b: Body, define: ir.Define, bound: Env) -> Term:
    """Call the function of a definition."""
    types = {one.name: one.type for one in define.parameters}
    given = {name: _widened(b, term, types[name]) for name, term in bound.items()}
    passed = {name: _numbers(b, term) for name, term in given.items()}
    key = (define.name, *(_key(term) for term in given.values()))
    if key not in b.world.shared:
        number = list(b.world.defines).index(define.name)
        others = sum(other == define.name for other, *_ in b.world.shared)
        b.world.shared[key] = _function(b, define, given, f"define_{number}_{others}")
    name, found = b.world.shared[key]
    values = " ".join(value.text for numbers in passed.values() for value in numbers)
    b.code.line(f"(call ${name} {b.record.text} {values})")
    return _taken(b, found)


def _widened(b: Body, term: Term, type_: ir.Type) -> Term:
    """Return an argument; a number with the bounds of its parameter, so that most calls are of one function."""
    if not isinstance(term, Num) or not isinstance(type_, ir.NumberType):
        return term
    low, high = b.world.range_of(type_)
    low, high = min(low, term.low), max(high, term.high)
    is_small = low in INT32 and high in INT32
    return Num(term.value if is_small else b.wide(term.value), low, high, term.there)


def _function(b: Body, define: ir.Define, given: Env, name: str) -> tuple[str, Shape]:
    """Write the function of a definition for arguments of some shapes, and return what it finds."""
    types = [value.type for term in given.values() for value in _numbers(b, term)]
    code = Code(name, ["i32", *types], "")
    code.comment(define.rule or define.name)
    inner = Body(b.world, code, code.parameters[0], b.lower)
    left = iter(code.parameters[1:])
    bound = {
        parameter: _made(inner, term, [next(left) for _ in _numbers(b, term)]) for parameter, term in given.items()
    }
    found = inner.expr(define.body, bound)
    numbers = _numbers(inner, found)
    place = code.scratch(8 * len(numbers))
    for index, value in enumerate(numbers):
        code.store(f"{value.type}.store", scratch_value(name, place), value, 8 * index)
    b.world.add(code)
    slots = [Value(value.type, scratch_value(name, place + 8 * index).text) for index, value in enumerate(numbers)]
    return name, _made(inner, found, slots)


def _key(term: Term) -> tuple[str | int | bool, ...]:
    """Return what tells the shapes of arguments apart."""
    match term:
        case Flag():
            return ("flag",)
        case Num(value, low, high, there):
            return ("number", value.type, low, high, there is not None)
        case Thing(_, sort, of, maybe):
            return ("thing", sort, of, maybe)
        case Cell(board, _, _, maybe):
            return ("cell", board, maybe)
        case Set(Universe(sort, of, low, bits)):
            return ("set", sort, of, low, bits)
        case Bag(sort, of, _, _, width, most, _, low, high):
            return ("bag", sort, of, width, most, low, high)
        case Sets(Universe(sort, of, low, bits), _, _, _, most):
            return ("sets", sort, of, low, bits, most)
        case Set():
            return ("empty",)


def _numbers(b: Body, term: Term) -> list[Value]:
    """Return the numbers that tell a term: of sets, where they lie."""
    match term:
        case Flag(value) | Thing(value):
            return [value]
        case Num(value, _, _, there):
            return [value] if there is None else [value, there]
        case Cell(_, place, owner):
            return [place, owner]
        case Set(None):
            return []
        case Set():
            return [term.owner, b.kept(term)[0]]
        case Bag(address=address, count=count):
            return [address, count]
        case Sets(_, owner, address, count):
            return [owner, address, count]


def _made(b: Body, shape: Shape, numbers: list[Value]) -> Term:
    """Return the term of a shape that some numbers tell."""
    match shape:
        case Flag():
            return Flag(numbers[0])
        case Num(_, low, high, there):
            return Num(numbers[0], low, high, None if there is None else numbers[1])
        case Thing(_, sort, of, maybe):
            return Thing(numbers[0], sort, of, maybe)
        case Cell(board, _, _, maybe):
            return Cell(board, numbers[0], numbers[1], maybe)
        case Set(None):
            return shape
        case Set(universe):
            return b.at(universe, numbers[0], numbers[1], b.code.token())
        case Bag(sort, of, _, _, width, most, _, low, high):
            return Bag(sort, of, numbers[0], numbers[1], width, most, b.code.token(), low, high)
        case Sets(universe, _, _, _, most):
            return Sets(universe, numbers[0], numbers[1], numbers[2], most, b.code.token())


def _taken(b: Body, found: Shape) -> Term:
    """Return what a function has just found; what lies in its memory is copied, for the next call writes over it."""
    numbers = [b.code.fresh(slot.type, f"({slot.type}.load {slot.text})") for slot in _numbers(b, found)]
    match found:
        case Set(universe=universe) if universe is not None:
            place, size, most = 1, i32(8 * universe.words), 8 * universe.words
        case Bag(width=width, most=count):
            place, size, most = 0, b.times(numbers[1], width), width * max(count, 1)
        case Sets(universe=universe, most=count):
            place, size, most = 1, b.times(numbers[2], 8 * universe.words), 8 * universe.words * max(count, 1)
        case _:
            return _made(b, found, numbers)
    own = b.scratch(most)
    b.code.line(f"(memory.copy {own.text} {numbers[place].text} {size.text})")
    numbers[place] = own
    return _made(b, found, numbers)
