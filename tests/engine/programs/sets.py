"""Forms of sets, pieces of zones and sets of regions."""

from __future__ import annotations

from engine.programs import conditions, numbers, reads, things
from engine.programs.conditions import some_sets
from engine.programs.world import set_of
from engine.programs.writer import Element, Env, Forms, Writer
from tilelaw_dsl import ir


def _of(wanted: ir.Type) -> Element:
    assert isinstance(wanted, ir.SetType)
    return wanted.of


def _cells(wanted: ir.Type) -> ir.ThingType | None:
    of = _of(wanted)
    return of if isinstance(of, ir.ThingType) and of.sort is ir.Sort.CELL else None


def everything(w: Writer, env: Env, wanted: ir.Type) -> str:
    """All there are."""
    match of := _of(wanted):
        case ir.NumberType():
            return w.chance.choice(("1..3", "0..0", "-2..1", "0..9"))
        case ir.SetType():
            return regions(w, env, wanted) or "regions({})"
        case ir.ThingType():
            return things.universe(w, of)


def owned(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The pieces of a zone, or the cells of a player's board."""
    of = _of(wanted)
    cells = [board for board in w.world.boards if board.type == of]
    if cells:
        return f"{cells[0].name}({reads.owner(w, env)})" if cells[0].owned else cells[0].name
    zones = [zone for zone in w.world.zones if zone.of == of]
    if not zones:
        return None
    zone = w.chance.choice(zones)
    return zone.name if zone.owner is None else f"{zone.name}({reads.owner(w, env, zone.owner)})"


def listed(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The set of these."""
    of = _of(wanted)
    if isinstance(of, ir.SetType):
        return None
    return f"{{{', '.join(w.value(of, env) for _ in range(w.chance.choice((1, 2, 3))))}}}"


def narrowed(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """Those for which something holds."""
    if env.loops <= 0:
        return None
    whole = w.value(wanted, env)
    name, inner = w.element(env, _of(wanted))
    return f"{whole}[{name}{w.flag(inner)}]"


def tied(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """Those with the highest or lowest number."""
    if env.loops <= 0:
        return None
    whole = w.value(wanted, env)
    name, inner = w.element(env, _of(wanted))
    return f"{whole}[{name}{w.chance.choice(('highest', 'lowest'))} {w.number(inner)}]"


def algebra(w: Writer, env: Env, wanted: ir.Type) -> str:
    """Two sets made one."""
    right = "{}" if w.chance.random() < 0.1 else w.value(wanted, env)
    return f"({w.value(wanted, env)} {w.chance.choice(('|', '&', 'except'))} {right})"


def some_first(w: Writer, env: Env, wanted: ir.Type) -> str:
    """The first few."""
    return f"first({w.number(env)}, {w.value(wanted, env)})"


def joined(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The union of a set for each element."""
    if env.loops <= 0:
        return None
    of = some_sets(w)
    whole = w.all_of(of, env)
    name, inner = w.element(env, of)
    bound = f"{name[:-2]} in " if name else ""
    return f"union({w.value(wanted, inner)} over {bound}{whole})"


def reached(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The cells beside some cells, or within some steps of them."""
    cell = _cells(wanted)
    if cell is None:
        return None
    relation = w.chance.choice(w.world.board_of(cell).relations).name
    start = w.value(cell, env) if w.chance.random() < 0.4 else w.value(wanted, env)
    match w.chance.randrange(3):
        case 0:
            return f"{relation}({start})"
        case 1:
            return f"{relation}({start}, {w.number(env)})"
        case _:
            return f"{relation}({start}, {w.number(env)}, {w.value(wanted, env)})"


def run(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The unbroken run from a cell, or through it."""
    cell = _cells(wanted)
    if cell is None:
        return None
    return (
        f"{w.chance.choice(('run', 'line'))}({w.value(cell, env)}, {things.way(w, env, cell)}, {w.value(wanted, env)})"
    )


def regions(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The connected parts of some cells."""
    of = _of(wanted)
    if not isinstance(of, ir.SetType) or not isinstance(of.of, ir.ThingType):
        return None
    relation = w.chance.choice([r.name for r in w.world.board_of(of.of).relations if r.is_two_way])
    return f"regions({w.value(of, env)}{w.chance.choice(('', f', {relation}'))})"


def region(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """One of the connected parts of some cells."""
    cell = _cells(wanted)
    if cell is None:
        return None
    parts = w.value(set_of(set_of(cell)), env)
    return f"first({parts})" if w.chance.random() < 0.6 else f"nth({parts}, {w.number(env)})"


SETS = Forms(
    (reads.local, reads.store, owned, everything),
    (
        narrowed,
        tied,
        algebra,
        some_first,
        joined,
        listed,
        reached,
        run,
        region,
        regions,
        owned,
        narrowed,
        reads.choose,
        reads.match,
        reads.store,
    ),
)


def forms(wanted: ir.Type) -> Forms:
    """Return the forms that give a type."""
    match wanted:
        case ir.FlagType():
            return conditions.FORMS
        case ir.NumberType():
            return numbers.FORMS
        case ir.ThingType():
            return things.FORMS
        case _:
            return SETS
