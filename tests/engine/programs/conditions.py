"""Forms of conditions."""

from __future__ import annotations

from engine.programs import reads, things
from engine.programs.world import NUMBER, plain, set_of
from engine.programs.writer import Element, Env, Forms, Writer
from tilelaw_dsl import ir


def constant(w: Writer, _env: Env, _wanted: ir.Type) -> str:
    """True or false."""
    return w.chance.choice(("true", "false"))


def about_bound(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """Something plain about a bound value, so that conditions on elements tell them apart."""
    bound = [*env.locals, *([("it", env.it)] * 3 if env.it is not None else [])]
    if not bound:
        return None
    name, type_ = w.chance.choice(bound)
    match type_:
        case ir.NumberType():
            return f"({name} > {w.chance.choice((0, 1, 2, 5))})"
        case ir.SetType():
            return f"({w.chance.choice(('some', 'one'))} {name})"
        case ir.ThingType():
            fields = [f for f in w.world.fields if f.of == plain(type_)]
            chosen = w.chance.choice(fields) if fields else None
            return _about_thing(
                w, name, type_, f"{name}.{chosen.name}" if chosen else "", chosen.type if chosen else None
            )
        case _:
            return name


def _about_thing(w: Writer, name: str, of: ir.ThingType, field: str, type_: ir.Type | None) -> str | None:
    match type_:
        case ir.FlagType():
            return field
        case ir.NumberType():
            return f"({field} {w.chance.choice(('>', '=', '<'))} {w.chance.choice((0, 1, 3))})"
        case ir.ThingType(sort=sort) if sort is not ir.Sort.RECORD:
            return f"({w.chance.choice(('some', 'no'))} {field})"
        case _:
            if of.sort is ir.Sort.CELL:
                axis = "q" if w.world.board_of(of).is_hexagon else "y"
                return f"({name}.{axis} {w.chance.choice(('>', '=', '!='))} {w.chance.choice((0, 1, 2))})"
            return f"({name} = {things.named(w, Env(), plain(of))})"


def compared(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """Two numbers compared."""
    operator = w.chance.choice(("<", "=", "!=", "<=", ">", ">="))
    return f"({w.number(env)} {operator} {w.number(env)})"


def some_element(w: Writer) -> ir.ThingType | ir.NumberType:
    """The type of elements of some set."""
    possible: list[ir.ThingType | ir.NumberType] = [*w.world.things(), *w.world.things(), NUMBER]
    return w.chance.choice(possible)


def some_sets(w: Writer) -> Element:
    """The type of elements of some set, which may be sets themselves."""
    possible: list[Element] = [some_element(w), some_element(w)]
    possible += [set_of(board.type) for board in w.world.boards]
    return w.chance.choice(possible)


def same_thing(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """Two things are one; records now and then."""
    thing = w.chance.choice([*w.world.things(), *w.world.held_records()])
    first, second = reads.sure_local(w, env, thing), reads.sure_local(w, env, thing)
    if first is not None and second is not None and w.chance.random() < 0.3:
        return f"({first} != {second})"
    return f"({w.value(thing, env)} = {w.value(thing, env)})"


def same_set(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """Two sets, or two flags, are equal or not."""
    operator = w.chance.choice(("=", "!="))
    if w.chance.random() < 0.3:
        return f"({w.flag(env)} {operator} {w.flag(env)})"
    of = some_sets(w)
    return f"({w.all_of(of, env)} {operator} {w.all_of(of, env)})"


def inside(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """A thing, a number or all of a set is in another."""
    of = some_element(w)
    whole = w.all_of(of, env)
    match w.chance.randrange(4):
        case 0:
            return f"({w.all_of(of, env)} in {whole})"
        case 1:
            return f"({w.value(of, env)} not in {whole})"
        case _:
            return f"({w.value(of, env)} in {whole})"


def meets(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """Two sets have an element in common."""
    of = some_element(w)
    return f"({w.all_of(of, env)} meets {w.all_of(of, env)})"


def quantified(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """How many there are."""
    how = w.chance.choice(("some", "no", "one"))
    things = w.world.things()
    of = w.value(w.chance.choice(things), env) if w.chance.random() < 0.4 else w.all_of(some_sets(w), env)
    return f"({how} {of})"


def every(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """A condition on each element."""
    if env.loops <= 0:
        return None
    of, name = some_sets(w), w.world.name("x")
    whole = w.all_of(of, env)
    return f"(every {name} in {whole}: {w.flag(env.each(name, of))})"


def joined(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """All of some conditions, or one of them."""
    word = w.chance.choice((" and ", " or "))
    return f"({word.join(w.flag(env) for _ in range(w.chance.choice((2, 3))))})"


def negated(w: Writer, env: Env, _wanted: ir.Type) -> str:
    """The contrary."""
    return f"(not {w.flag(env)})"


def no_legal(w: Writer, env: Env, _wanted: ir.Type) -> str | None:
    """Nobody can answer by an action."""
    return f"(no legal {w.chance.choice(env.no_legal)})" if env.no_legal else None


FORMS = Forms(
    (about_bound, reads.field, about_bound, reads.store, constant),
    (
        compared,
        same_thing,
        same_set,
        inside,
        meets,
        quantified,
        every,
        joined,
        negated,
        no_legal,
        compared,
        inside,
        quantified,
        reads.choose,
        reads.match,
        reads.field,
        reads.store,
    ),
)
