"""Forms of numbers."""

from __future__ import annotations

from engine.programs import reads
from engine.programs.conditions import some_element, some_sets
from engine.programs.world import set_of
from engine.programs.writer import Env, Forms, Writer
from tilelaw_dsl import ir


def literal(w: Writer, _env: Env, _wanted: ir.Type) -> str:
    """A number as it stands."""
    return str(w.chance.choice((0, 1, 2, 3, 7, 40, 100_000)))


def coordinate(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """Where a cell is."""
    board = w.chance.choice(w.world.boards)
    axis = w.chance.choice("qr" if board.is_hexagon else "xy")
    if env.it == board.type:
        return axis
    return f"{w.value(board.type, env)}.{axis}" if env.depth > 0 else None


def counted(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """How many there are."""
    return f"(count {w.all_of(some_sets(w), env)})"


def folded(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """A number for each element, made into one."""
    if env.loops <= 0:
        return None
    of = some_sets(w)
    whole = w.all_of(of, env)
    name, inner = w.element(env, of)
    how = w.chance.choice(("sum", "most", "least"))
    bound = f"{name[:-2]} in " if name else ""
    return f"{how}({w.value(wanted, inner)} over {bound}{whole})"


def calculated(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """Two numbers made one; a divisor is made sure not to be 0."""
    left, right = w.number(env), w.number(env)
    match operator := w.chance.choice(("+", "-", "*", "div", "mod", "at most", "at least")):
        case "div" | "mod":
            bound = w.chance.choice(("at least 1", "at most -1"))
            return f"({left} {operator} ({right} {bound}))"
        case "*":
            return f"({left} * ({right} at most 9 at least -9))"
        case _:
            return f"({left} {operator} {right})"


def negative(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """The other sign."""
    return f"(-{w.number(env)})"


def span(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """The longer side of the rectangle around some cells."""
    squares = [board for board in w.world.boards if not board.is_hexagon]
    return f"span({w.all_of(w.chance.choice(squares).type, env)})" if squares else None


def distance(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """How far it is from one cell to another."""
    board = w.chance.choice(w.world.boards)
    relation = w.chance.choice(board.relations).name
    return f"distance({relation}, {w.value(board.type, env)}, {w.value(board.type, env)})"


def picked(w: Writer, env: Env, wanted: ir.Type) -> str:
    """One of a set of numbers."""
    numbers = w.value(set_of(ir.NumberType(0, 0)), env)
    return w.chance.choice((f"first({numbers})", f"nth({numbers}, {w.value(wanted, env)})"))


def total(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """All points of a side."""
    side = reads.local(w, env, w.world.side)
    return f"total({side})" if env.is_ranking and side else None


def owned_by(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """How many elements there are of which something holds."""
    if env.loops <= 0:
        return None
    of = some_element(w)
    whole = w.all_of(of, env)
    name, inner = w.element(env, of)
    return f"(count {whole}[{name}{w.flag(inner)}])"


FORMS = Forms(
    (reads.local, reads.field, coordinate, reads.store, literal),
    (
        calculated,
        counted,
        folded,
        negative,
        span,
        distance,
        picked,
        total,
        owned_by,
        calculated,
        reads.choose,
        reads.match,
        reads.field,
        reads.store,
        coordinate,
    ),
)
